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

/** @param maxBytes the largest file that the service takes. */
export async function prepareFile(file: File, maxBytes: number): Promise<PreparedBytes | FileFault> {
  const bytes = await bytesOf(file)
  if (isPdf(bytes)) return bytes.length > maxBytes ? 'size' : named(file.name, bytes)
  // A small PNG is a screenshot, whose letters a JPEG would blur.
  if (isPng(bytes) && bytes.length <= enoughBytes) return named(file.name, bytes)
  const picture = await decoded(file)
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

/** The picture as the browser draws it, upright; undefined if it cannot. */
function decoded(file: File): Promise<HTMLImageElement | undefined> {
  const image = new Image()
  const address = URL.createObjectURL(file)
  return new Promise((resolve) => {
    const end = (picture?: HTMLImageElement) => {
      resolve(picture)
      // Chromium still reads it while it is drawn.
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    }
    image.addEventListener('load', () => end(image.naturalWidth > 0 ? image : undefined))
    image.addEventListener('error', () => end())
    image.src = address
  })
}

/** Undefined if the device has too little memory to draw it. */
async function shrunk(image: HTMLImageElement): Promise<Blob | undefined> {
  let best: Blob | undefined
  for (const [side, quality] of attempts) {
    const scale = Math.min(1, side / Math.max(image.naturalWidth, image.naturalHeight))
    const made = await drawn(image, scale, quality)
    if (!made) return best
    best = made
    if (made.size <= enoughBytes) return made
  }
  return best
}

function drawn(image: HTMLImageElement, scale: number, quality: number): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(undefined)
  // A JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', quality))
}
