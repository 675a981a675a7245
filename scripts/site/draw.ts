// A small rasterizer for the icons and the preview picture, so that the repository needs neither binary files nor a drawing
// package. It fills paths of straight lines and arcs, the only kinds the mark has.
import { deflateSync } from 'node:zlib'
import { chunk, pngSignature } from '../../server/cards/payment-links/preview/canvas.ts'

export type Point = [x: number, y: number]
/** A path of M, H, h, V, v, l, a and z, as the mark is drawn, with the place, scale and colour to draw it in. */
export type Shape = { path: string; colour: string; x?: number; y?: number; scale?: number }

/** Samples per pixel in each direction. */
const samples = 4

/** Draws the shapes over each other on a background. @returns a PNG file. */
export function drawPng(width: number, height: number, background: string, shapes: readonly Shape[]): Buffer {
  const pixels = Buffer.alloc(width * height * 3)
  const [red, green, blue] = channels(background)
  for (let i = 0; i < pixels.length; i += 3) pixels.set([red, green, blue], i)
  for (const shape of shapes) fill({ pixels, width, height }, shape)
  return encode(pixels, width, height)
}

/** Wraps a PNG of 32 by 32 pixels as an icon file, which browsers request by themselves. */
export function icoOf(png: Buffer): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.set([32, 32, 0, 0, 1, 0, 32, 0], 6)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

function channels(colour: string): [number, number, number] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number]
}

type Canvas = { pixels: Buffer; width: number; height: number }

/** Fills by the even-odd rule: each pixel takes as much of the colour as its samples lie inside. */
function fill({ pixels, width, height }: Canvas, { path, colour, x = 0, y = 0, scale = 1 }: Shape): void {
  const polygons = polygonsOf(path).map((points) =>
    points.map(([left, top]): Point => [x + left * scale, y + top * scale]),
  )
  const colours = channels(colour)
  for (let row = 0; row < height; row += 1) {
    const covered = new Uint16Array(width)
    for (let line = 0; line < samples; line += 1) addLine(covered, polygons, row + (line + 0.5) / samples)
    for (let column = 0; column < width; column += 1) {
      const share = (covered[column] ?? 0) / samples ** 2
      if (share === 0) continue
      const at = (row * width + column) * 3
      for (const [channel, value] of colours.entries()) {
        const under = pixels[at + channel] ?? 0
        pixels[at + channel] = Math.round(under + (value - under) * share)
      }
    }
  }
}

/** Counts the samples of one line that lie inside. */
function addLine(covered: Uint16Array, polygons: Point[][], y: number): void {
  const crossings = polygons.flatMap((points) => crossingsOf(points, y)).sort((a, b) => a - b)
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const from = Math.ceil((crossings[i] as number) * samples - 0.5)
    const to = Math.ceil((crossings[i + 1] as number) * samples - 0.5)
    for (let sample = Math.max(from, 0); sample < Math.min(to, covered.length * samples); sample += 1) {
      const column = Math.floor(sample / samples)
      covered[column] = (covered[column] ?? 0) + 1
    }
  }
}

function crossingsOf(points: Point[], y: number): number[] {
  return points.flatMap(([x1, y1], i) => {
    const [x2, y2] = points[(i + 1) % points.length] as Point
    return y1 <= y === y2 <= y ? [] : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)]
  })
}

/** Turns a path into polygons, with arcs as short lines. @throws Error for a command that it does not know. */
export function polygonsOf(path: string): Point[][] {
  const polygons: Point[][] = []
  let points: Point[] = []
  let [x, y]: Point = [0, 0]
  for (const [, command = '', rest = ''] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
    if (command === 'z') continue
    if (command === 'M') {
      ;[x, y] = numbers as Point
      points = [[x, y]]
      polygons.push(points)
      continue
    }
    const size = { H: 1, h: 1, V: 1, v: 1, l: 2, a: 7 }[command]
    if (!size) throw new Error(`the path command ${command} cannot be drawn`)
    for (let i = 0; i < numbers.length; i += size) {
      const part = numbers.slice(i, i + size)
      const from: Point = [x, y]
      ;[x, y] = endOf(command, from, part)
      if (command === 'a') points.push(...arc(from, [x, y], part))
      points.push([x, y])
    }
  }
  return polygons
}

function endOf(command: string, [x, y]: Point, part: number[]): Point {
  const [across, down] = [part.at(-2) ?? 0, part.at(-1) as number]
  if (command === 'H') return [down, y]
  if (command === 'h') return [x + down, y]
  if (command === 'V') return [x, down]
  if (command === 'v') return [x, y + down]
  return [x + across, y + down]
}

/** Points on a circular arc of less than a turn, between its ends. */
function arc([x1, y1]: Point, [x2, y2]: Point, part: number[]): Point[] {
  const [radius = 0, , , large = 0, sweep = 0] = part
  const half = Math.hypot(x2 - x1, y2 - y1) / 2
  const toCentre = Math.sqrt(Math.max(0, radius ** 2 - half ** 2)) * (large === sweep ? -1 : 1)
  const [centreX, centreY] = [
    (x1 + x2) / 2 - (toCentre * (y2 - y1)) / (2 * half),
    (y1 + y2) / 2 + (toCentre * (x2 - x1)) / (2 * half),
  ]
  const start = Math.atan2(y1 - centreY, x1 - centreX)
  let turn = Math.atan2(y2 - centreY, x2 - centreX) - start
  if (sweep === 1 && turn <= 0) turn += 2 * Math.PI
  if (sweep === 0 && turn >= 0) turn -= 2 * Math.PI
  const steps = 32
  return Array.from({ length: steps - 1 }, (_, i): Point => {
    const angle = start + (turn * (i + 1)) / steps
    return [centreX + radius * Math.cos(angle), centreY + radius * Math.sin(angle)]
  })
}

function encode(pixels: Buffer, width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Array.from({ length: height }, (_, row) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(row * width * 3, (row + 1) * width * 3)]),
  )
  return Buffer.concat([
    pngSignature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
