// Checks a logo that a merchant sends. Its bytes decide what it is. SVG is refused, because it can contain scripts.
import { type ImageFault, type ImageFile, readImage } from '../../platform/documents/image-file.ts'

export type LogoImage = ImageFile
export type LogoFault = ImageFault | 'size' | 'pixels'

export const maxLogoBytes = 64 * 1024
/** A small file can claim to be an image that takes gigabytes to show. */
const sides = { least: 16, most: 2000 }

/** Parses a data URI or plain base64. The media type that a data URI claims is ignored. */
export function readLogo(sent: string): LogoImage | LogoFault {
  const encoded = sent.replace(/^data:[a-z0-9.+/-]{0,64};base64,/i, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return 'format'
  const bytes = Buffer.from(encoded, 'base64')
  // guard: logo-size
  if (bytes.length > maxLogoBytes) return 'size'
  const image = readImage(bytes)
  if (typeof image === 'string') return image
  const { width, height } = image
  const isFine = (side: number) => side >= sides.least && side <= sides.most
  // guard: logo-pixels
  return isFine(width) && isFine(height) ? image : 'pixels'
}
