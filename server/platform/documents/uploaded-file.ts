// Checks a file that somebody sends as evidence. Its bytes decide what it is, not its name. Images lose everything that is
// not needed to draw them, such as where a photo was taken; a PDF that could do something when it is opened is refused.

import { crc32 } from 'node:zlib'
import { isActivePdf } from './active-pdf.ts'

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

// Reads PNG, JPEG and WebP files. Their structure is walked from the first byte to the last, so that nothing can hide before,
// between or after the parts of an image, and only the parts that are needed to draw it are kept: not where a photo was taken.

export type ImageFile = {
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
  bytes: Buffer
}
export type ImageFault = 'format' | 'animated'

/** An image of any size, or why it was refused. */
export function readImage(bytes: Buffer): ImageFile | ImageFault {
  try {
    if (bytes.subarray(0, 8).equals(pngSignature)) return walkPng(bytes)
    if (bytes.readUInt16BE(0) === 0xffd8) return walkJpeg(bytes)
    const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
    return isWebp ? walkWebp(bytes) : 'format'
  } catch (error) {
    // A read beyond the end: the image was cut off, or lies about a length.
    if (error instanceof RangeError) return 'format'
    throw error
  }
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
/** Chunks that change how a PNG is drawn; the others hold text, times and whatever else a program wants to keep. */
const drawnChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT'])

function walkPng(bytes: Buffer): ImageFile | ImageFault {
  const kept: Buffer[] = [pngSignature]
  const names: string[] = []
  for (let at = 8; names.at(-1) !== 'IEND'; ) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(at + 4, end - 4))) return 'format'
    if (name === 'acTL') return 'animated'
    names.push(name)
    if (drawnChunks.has(name)) kept.push(bytes.subarray(at, end))
    at = end
    // guard: logo-trailing-bytes
    if (name === 'IEND' && end !== bytes.length) return 'format'
  }
  if (names[0] !== 'IHDR' || !names.includes('IDAT')) return 'format'
  return {
    type: 'image/png',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    bytes: Buffer.concat(kept),
  }
}

/** Application segments that change how a JPEG is drawn: JFIF, the colour profile, and Adobe's colour transform. */
const drawnSegments = new Set([0xe0, 0xe2, 0xee])
const endOfImage = 0xd9
const startOfScan = 0xda

function walkJpeg(bytes: Buffer): ImageFile | ImageFault {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  for (let at = 2; ; ) {
    const marker = bytes.readUInt16BE(at) - 0xff00
    if (marker === endOfImage) {
      if (at + 2 !== bytes.length || !size) return 'format'
      kept.push(bytes.subarray(at))
      return { type: 'image/jpeg', ...size, bytes: Buffer.concat(kept) }
    }
    if (marker < 0xc0 || marker > 0xfe) return 'format'
    let end = at + 2 + bytes.readUInt16BE(at + 2)
    const isFrame = marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    if (marker === startOfScan) end = endOfScan(bytes, end)
    const isComment = marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && !drawnSegments.has(marker))
    if (!isComment) kept.push(bytes.subarray(at, end))
    at = end
  }
}

/** Where the compressed data of a scan ends: at the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

const drawnParts = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP'])

function walkWebp(bytes: Buffer): ImageFile | ImageFault {
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return 'format'
  const kept: Buffer[] = []
  let size: { width: number; height: number } | undefined
  for (let at = 12; at < bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (end > bytes.length) return 'format'
    if (name === 'ANIM' || name === 'ANMF') return 'animated'
    const part = Buffer.from(bytes.subarray(at, end))
    // The flags that announce metadata, which is dropped.
    if (name === 'VP8X') part.writeUInt8(part.readUInt8(8) & ~0b1100, 8)
    const image = name === 'VP8 ' ? lossySize(part) : name === 'VP8L' ? losslessSize(part) : undefined
    if (image && size) return 'format'
    size ??= image
    if (drawnParts.has(name)) kept.push(part)
    at = end
  }
  if (!size || !agrees(kept[0], size)) return 'format'
  const body = Buffer.concat([Buffer.from('WEBP'), ...kept])
  const header = Buffer.from('RIFF\0\0\0\0', 'latin1')
  header.writeUInt32LE(body.length, 4)
  return { type: 'image/webp', ...size, bytes: Buffer.concat([header, body]) }
}

function lossySize(part: Buffer): { width: number; height: number } | undefined {
  if (part.toString('hex', 11, 14) !== '9d012a') return undefined
  return { width: part.readUInt16LE(14) & 0x3fff, height: part.readUInt16LE(16) & 0x3fff }
}

function losslessSize(part: Buffer): { width: number; height: number } | undefined {
  if (part.readUInt8(8) !== 0x2f) return undefined
  const bits = part.readUInt32LE(9)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** Whether the canvas of an extended file is as large as its image. */
function agrees(first: Buffer | undefined, { width, height }: { width: number; height: number }): boolean {
  if (first?.toString('latin1', 0, 4) !== 'VP8X') return true
  return first.readUIntLE(12, 3) + 1 === width && first.readUIntLE(15, 3) + 1 === height
}
