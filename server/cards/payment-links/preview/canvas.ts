// A canvas of pixels on which filled outlines are drawn with smooth edges, and its PNG file.
import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number]
/** Coordinates x, y, x, y … of a closed line. */
export type Contour = readonly number[]
/** Each pixel is a colour of the palette: a picture of few colours is a small file. */
export type Canvas = {
  width: number
  height: number
  pixels: Buffer
  palette: Rgb[]
  blends: Map<number, number>
}

/** Steps of opacity at the edges of shapes: enough for smooth letters, and few enough for the palette. */
const levels = 16
const mostColours = 256

/** "#rrggbb" */
export function rgbOf(colour: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb
}

/** A canvas in one colour. */
export function openCanvas(width: number, height: number, colour: Rgb): Canvas {
  return { width, height, pixels: Buffer.alloc(width * height), palette: [colour], blends: new Map() }
}

/** Fills the inside of closed lines; a line inside another that runs the other way round is a hole. */
export function fill(canvas: Canvas, contours: readonly Contour[], colour: Rgb): void {
  const box = boxOf(canvas, contours)
  if (box.width <= 0 || box.height <= 0) return
  const cover = coverOf(contours, box)
  const ink = indexOf(canvas, colour)
  const seen = Math.min(box.width, canvas.width - box.left)
  for (let y = 0; y < box.height; y += 1) {
    let share = 0
    let at = (box.top + y) * canvas.width + box.left
    for (let x = 0; x < seen; x += 1, at += 1) {
      share += cover[y * box.width + x] as number
      const level = Math.round(Math.min(Math.abs(share), 1) * levels)
      if (level === levels) canvas.pixels[at] = ink
      else if (level > 0) canvas.pixels[at] = blended(canvas, canvas.pixels[at] as number, ink, level)
    }
  }
}

/** Draws pixels, each of which is one of the colours. */
export function drawPixels(
  canvas: Canvas,
  {
    width,
    height,
    colours,
    indexes,
  }: { width: number; height: number; colours: readonly Rgb[]; indexes: Uint8Array },
  { left, top }: { left: number; top: number },
): void {
  const inks = colours.map((colour) => indexOf(canvas, colour))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      canvas.pixels[(top + y) * canvas.width + left + x] = inks[indexes[y * width + x] as number] as number
}

/** The colour of the palette for one colour over another. */
function blended(canvas: Canvas, under: number, over: number, level: number): number {
  const key = (under * mostColours + over) * levels + level
  const known = canvas.blends.get(key)
  if (known !== undefined) return known
  const [below, above] = [canvas.palette[under] as Rgb, canvas.palette[over] as Rgb]
  const mixed = below.map((value, i) => Math.round(value + (((above[i] as number) - value) * level) / levels))
  const index = indexOf(canvas, mixed as unknown as Rgb)
  canvas.blends.set(key, index)
  return index
}

/** A colour's place in the palette; the nearest colour's when the palette is full. */
function indexOf({ palette }: Canvas, colour: Rgb): number {
  const distances = palette.map((known) =>
    known.reduce((sum, value, i) => sum + Math.abs(value - (colour[i] as number)), 0),
  )
  const nearest = distances.indexOf(Math.min(...distances))
  if (distances[nearest] === 0 || palette.length === mostColours) return nearest
  return palette.push(colour) - 1
}

type Box = { left: number; top: number; width: number; height: number }

/** The pixels that the lines touch, with one column to spare on the right, cut to the canvas. */
function boxOf({ width, height }: Canvas, contours: readonly Contour[]): Box {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (const contour of contours) {
    for (let i = 0; i < contour.length; i += 2) {
      const [x, y] = [contour[i] as number, contour[i + 1] as number]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  left = Math.max(Math.floor(left), 0)
  top = Math.max(Math.floor(top), 0)
  const [lastX, lastY] = [Math.min(Math.ceil(right), width) + 1, Math.min(Math.ceil(bottom), height)]
  return { left, top, width: lastX - left, height: lastY - top }
}

/**
 * For each pixel, how much more of it than of its left neighbour lies inside. Each edge adds the exact area to its right, so that
 * the sum along a row is the share of a pixel that is covered.
 */
function coverOf(contours: readonly Contour[], { left, top, width, height }: Box): Float32Array {
  const cover = new Float32Array(width * height + 1)
  for (const contour of contours) {
    const count = contour.length
    for (let i = 0; i < count; i += 2) {
      const [x1, y1] = [(contour[i] as number) - left, (contour[i + 1] as number) - top]
      const next = (i + 2) % count
      const [x2, y2] = [(contour[next] as number) - left, (contour[next + 1] as number) - top]
      if (y1 < y2) addEdge(cover, { width, height }, [x1, y1, x2, y2], 1)
      else if (y1 > y2) addEdge(cover, { width, height }, [x2, y2, x1, y1], -1)
    }
  }
  return cover
}

/** Adds an edge that runs downwards. @param way 1, or -1 for an edge of a line that runs upwards. */
function addEdge(
  cover: Float32Array,
  { width, height }: { width: number; height: number },
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  way: number,
): void {
  const slope = (x2 - x1) / (y2 - y1)
  const inside = (x: number) => Math.min(Math.max(x, 0), width - 1)
  const lastRow = Math.min(Math.ceil(y2), height)
  for (let row = Math.max(Math.floor(y1), 0); row < lastRow; row += 1) {
    const [from, to] = [Math.max(y1, row), Math.min(y2, row + 1)]
    const high = (to - from) * way
    const [a, b] = [inside(x1 + (from - y1) * slope), inside(x1 + (to - y1) * slope)]
    addSpan(cover, row * width, Math.min(a, b), Math.max(a, b), high)
  }
}

/** Spreads the part of an edge within one row over the pixels that it crosses. */
function addSpan(cover: Float32Array, at: number, from: number, to: number, high: number): void {
  const [first, last] = [Math.floor(from), Math.ceil(to)]
  const add = (column: number, value: number) => {
    cover[at + column] = (cover[at + column] as number) + value
  }
  if (last <= first + 1) {
    const middle = (from + to) / 2 - first
    add(first, high * (1 - middle))
    add(first + 1, high * middle)
    return
  }
  // What lies to the right of the edge, pixel by pixel: a triangle, slices that grow evenly, and the rest.
  const perPixel = 1 / (to - from)
  let before = 0
  for (let column = first; column < last; column += 1) {
    const [enters, leaves] = [Math.max(from, column), Math.min(to, column + 1)]
    const crossed = (leaves - enters) * perPixel
    const done = (enters - from) * perPixel
    const covered = done + crossed * (column + 1 - (enters + leaves) / 2)
    add(column, high * (covered - before))
    before = covered
  }
  add(last, high * (1 - before))
}

const compress = promisify(deflate)
/** The first bytes of a PNG file. */
export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/** The PNG file of a canvas. It is compressed outside the main thread. */
export async function pngOf({ width, height, pixels, palette }: Canvas): Promise<Buffer> {
  const rows = Buffer.alloc(height * (width + 1))
  for (let row = 0; row < height; row += 1)
    pixels.copy(rows, row * (width + 1) + 1, row * width, (row + 1) * width)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits per pixel, each a colour of the palette.
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    pngSignature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', await compress(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A chunk of a PNG file. */
export function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
