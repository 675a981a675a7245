// Reads the pixels of a PNG file, as they look on white. Interlaced files and large ones are not read.
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { pngSignature } from './canvas.ts'

/** Red, green and blue of each pixel, row by row. */
export type Pixels = { width: number; height: number; rgb: Uint8Array }

/** More would occupy the process for longer than drawing the rest of the picture. */
const mostPixels = 500_000

/** The samples of a pixel, by colour type: grey, red-green-blue, palette, grey with alpha, red-green-blue with alpha. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

type Header = { width: number; height: number; depth: number; colourType: number; samples: number }
type Chunks = { header: Header; palette: Buffer; transparency: Buffer; data: Buffer }

const unzip = promisify(inflate)

/** @returns undefined for anything else than a complete PNG that is small enough. */
export async function pixelsOfPng(bytes: Buffer): Promise<Pixels | undefined> {
  const chunks = chunksOf(bytes)
  if (!chunks) return undefined
  const { header } = chunks
  const stride = Math.ceil((header.width * header.samples * header.depth) / 8)
  const size = header.height * (stride + 1)
  const rows = await unzip(chunks.data, { maxOutputLength: size }).catch(() => undefined)
  if (rows?.length !== size || !unfilter(rows, header, stride)) return undefined
  return onWhite(rows, chunks, stride)
}

function chunksOf(bytes: Buffer): Chunks | undefined {
  if (bytes.length < 45 || !bytes.subarray(0, 8).equals(pngSignature)) return undefined
  const found: Record<'PLTE' | 'tRNS', Buffer> = { PLTE: Buffer.alloc(0), tRNS: Buffer.alloc(0) }
  const data: Buffer[] = []
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const content = bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at))
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'IDAT') data.push(content)
    else if (name === 'PLTE' || name === 'tRNS') found[name] = content
  }
  const [width, height, depth] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes.readUInt8(24)]
  const colourType = bytes.readUInt8(25)
  const samples = samplesOf[colourType]
  const isInterlaced = bytes.readUInt8(28) !== 0
  // guard: preview-logo-size
  if (samples === undefined || isInterlaced || width * height > mostPixels) return undefined
  if (![1, 2, 4, 8, 16].includes(depth) || (depth < 8 && samples > 1)) return undefined
  const header = { width, height, depth, colourType, samples }
  return { header, palette: found.PLTE, transparency: found.tRNS, data: Buffer.concat(data) }
}

/** Undoes the filter of each row in place. Returns false for a filter that does not exist. */
function unfilter(rows: Buffer, { height, samples, depth }: Header, stride: number): boolean {
  const back = Math.max((samples * depth) >> 3, 1)
  for (let row = 0; row < height; row += 1) {
    const start = row * (stride + 1)
    const filter = rows[start] as number
    if (filter > 4) return false
    for (let i = 1; filter > 0 && i <= stride; i += 1) {
      const left = i > back ? (rows[start + i - back] as number) : 0
      const up = row > 0 ? (rows[start + i - stride - 1] as number) : 0
      const corner = row > 0 && i > back ? (rows[start + i - stride - 1 - back] as number) : 0
      rows[start + i] = ((rows[start + i] as number) + predicted(filter, left, up, corner)) & 0xff
    }
  }
  return true
}

/** What a filter expects of a byte, from its neighbours: left, up, their mean, or the nearest to their sum less the corner. */
function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const toLeft = Math.abs(up - corner)
  const toUp = Math.abs(left - corner)
  const toCorner = Math.abs(left + up - 2 * corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

function onWhite(rows: Buffer, { header, palette, transparency }: Chunks, stride: number): Pixels {
  const { width, height, depth, colourType, samples } = header
  const rgb = new Uint8Array(width * height * 3)
  const brightest = 2 ** Math.min(depth, 8) - 1
  const isPalette = colourType === 3
  const hasAlpha = colourType === 4 || colourType === 6
  const isGrey = colourType === 0 || colourType === 4
  for (let row = 0, at = 0; row < height; row += 1) {
    const start = row * (stride + 1) + 1
    /** The first eight bits of a sample. */
    const sample = (index: number): number => {
      if (depth >= 8) return rows[start + index * (depth >> 3)] as number
      const bit = index * depth
      return ((rows[start + (bit >> 3)] as number) >> (8 - depth - (bit & 7))) & brightest
    }
    for (let column = 0; column < width; column += 1, at += 3) {
      const first = column * samples
      const entry = isPalette ? sample(first) : 0
      const alpha = isPalette ? (transparency[entry] ?? 255) : hasAlpha ? sample(first + samples - 1) : 255
      for (let part = 0; part < 3; part += 1) {
        const value = isPalette
          ? (palette[entry * 3 + part] ?? 0)
          : (sample(first + (isGrey ? 0 : part)) * 255) / brightest
        rgb[at + part] = Math.round(255 + ((value - 255) * alpha) / 255)
      }
    }
  }
  return { width, height, rgb }
}
