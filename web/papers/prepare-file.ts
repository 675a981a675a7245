// Prepares a chosen file: a photo is turned upright and made smaller, which saves most of what would be sent; a PDF stays as it is.
import type { PreparedBytes } from './send-file.ts'

/** Long side in pixels and quality of the JPEG, tried until the photo is small enough. Text of a document stays readable. */
const attempts = [
  [2000, 0.85],
  [2000, 0.7],
  [2000, 0.55],
  [1600, 0.6],
  [1280, 0.5],
] as const
const enoughBytes = 600_000

/** Why a file cannot be sent. */
export type FileFault = 'format' | 'size'

/**
 * @param maxBytes the largest file that the service takes.
 * @param hasAddresses whether the policy of the page lets it show a chosen file by an address.
 */
export async function prepareFile(
  file: File,
  maxBytes: number,
  hasAddresses = true,
): Promise<PreparedBytes | FileFault> {
  const bytes = await bytesOf(file)
  if (isPdf(bytes)) return bytes.length > maxBytes ? 'size' : named(file.name, bytes)
  // A small PNG is a screenshot, whose letters a JPEG would blur.
  if (isPng(bytes) && bytes.length <= enoughBytes) return named(file.name, bytes)
  const picture = await decoded(file, hasAddresses)
  const smaller = picture && (await shrunk(picture))
  if (smaller) return named(`${file.name.replace(/\.\w{1,5}$/, '')}.jpg`, await bytesOf(smaller))
  // The browser cannot draw it, but the service may accept it.
  if (!isPng(bytes) && !isJpeg(bytes)) return 'format'
  return bytes.length > maxBytes ? 'size' : named(file.name, bytes)
}

/** Older browsers do not have `Blob.arrayBuffer`. */
const bytesOf = async (blob: Blob) => new Uint8Array(await new Response(blob).arrayBuffer())

const beginsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((value, i) => bytes[i] === value)
const isPdf = (bytes: Uint8Array) => beginsWith(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d])
const isPng = (bytes: Uint8Array) => beginsWith(bytes, [0x89, 0x50, 0x4e, 0x47])
const isJpeg = (bytes: Uint8Array) => beginsWith(bytes, [0xff, 0xd8])

async function named(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<PreparedBytes> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = [...digest].map((value) => value.toString(16).padStart(2, '0')).join('')
  // The service refuses names with control characters, or longer ones.
  const letters = [...name.replace(/[\p{C}\u2028\u2029]/gu, ' ').trim()]
  const safe = letters.slice(-100).join('').trim()
  return { name: safe || 'document', sha256, bytes }
}

type Picture = { source: CanvasImageSource; width: number; height: number }

/** The picture as the browser draws it, upright; undefined if it cannot. */
async function decoded(file: File, hasAddresses: boolean): Promise<Picture | undefined> {
  try {
    // Needs no address.
    const source = await createImageBitmap(file, { imageOrientation: 'from-image' })
    return { source, width: source.width, height: source.height }
  } catch {
    return hasAddresses ? decodedByAddress(file) : undefined
  }
}

/** For older browsers, which do not turn bitmaps upright. */
function decodedByAddress(file: File): Promise<Picture | undefined> {
  const image = new Image()
  const address = URL.createObjectURL(file)
  return new Promise((resolve) => {
    const end = (picture?: Picture) => {
      resolve(picture)
      // Chromium still reads it while it is drawn.
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    }
    image.addEventListener('load', () => end(sized(image)))
    image.addEventListener('error', () => end())
    image.src = address
  })
}

function sized(image: HTMLImageElement): Picture | undefined {
  const { naturalWidth: width, naturalHeight: height } = image
  return width > 0 ? { source: image, width, height } : undefined
}

/** Undefined if the device has too little memory to draw it. */
async function shrunk(picture: Picture): Promise<Blob | undefined> {
  let best: Blob | undefined
  for (const [side, quality] of attempts) {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height))
    const made = await drawn(picture, scale, quality)
    if (!made) return best
    best = made
    if (made.size <= enoughBytes) return made
  }
  return best
}

function drawn(
  { source, width, height }: Picture,
  scale: number,
  quality: number,
): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(undefined)
  // A JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', quality))
}
