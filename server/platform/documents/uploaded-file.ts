// Checks a file that somebody sends as evidence. Its bytes decide what it is, not its name. Images lose everything that is
// not needed to draw them, such as where a photo was taken; a PDF that could do something when it is opened is refused.
import { isActivePdf } from './active-pdf.ts'
import { readImage } from './image-file.ts'

export const uploadedTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type UploadedFile = { type: (typeof uploadedTypes)[number]; bytes: Buffer }
export type FileFault = 'format' | 'size' | 'active'

/** The largest file that is accepted, 5 MiB: a photo of a document, or some scanned pages. */
export const maxUploadBytes = 5 * 1024 * 1024
/** The length of its Base64. */
export const maxUploadBase64 = Math.ceil(maxUploadBytes / 3) * 4
/** A request body that carries it, with texts beside it. */
export const maxUploadBody = 7 * 1024 * 1024

/** Looks for a character that does not belong there: matching the whole of a long text can exceed the stack. */
function isBase64(content: string): boolean {
  const padding = content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0
  const body = content.slice(0, content.length - padding)
  return body !== '' && !/[^A-Za-z0-9+/]/.test(body)
}

/** @param content Base64 */
export function readUploadedFile(content: string): UploadedFile | FileFault {
  if (!isBase64(content)) return 'format'
  return readFileBytes(Buffer.from(content, 'base64'))
}

/** The same of a file that was received as bytes. */
export function readFileBytes(bytes: Buffer): UploadedFile | FileFault {
  // guard: evidence-file-size
  if (bytes.length > maxUploadBytes) return 'size'
  if (isPdf(bytes)) return readPdf(bytes)
  const image = readImage(bytes)
  if (typeof image === 'string' || image.type === 'image/webp') return 'format'
  return { type: image.type, bytes: image.bytes }
}

const isPdf = (bytes: Buffer) => bytes.toString('latin1', 0, 5) === '%PDF-'
const imageStarts = [Buffer.of(0xff, 0xd8), Buffer.of(0x89, 0x50, 0x4e, 0x47)]

/** Whether a file that begins with these bytes can be one that is accepted. */
export function looksAccepted(start: Buffer): boolean {
  return isPdf(start) || imageStarts.some((known) => start.subarray(0, known.length).equals(known))
}

function readPdf(bytes: Buffer): UploadedFile | FileFault {
  if (!/%%EOF\s*$/.test(bytes.toString('latin1', bytes.length - 1_024))) return 'format'
  return isActivePdf(bytes) ? 'active' : { type: 'application/pdf', bytes }
}
