// Prepares a merchant's logo for the picture of a payment link: smaller, and in few colours, because the picture has a palette.
import type { Rgb } from './canvas.ts'
import { type Pixels, pixelsOfPng } from './png-pixels.ts'

/** Each pixel is one of the colours. */
export type Drawing = { width: number; height: number; colours: readonly Rgb[]; indexes: Uint8Array }

/** The space for a logo, in pixels. */
export const logoSpace = { width: 280, height: 96 } as const
/** A logo of few pixels becomes no larger than this. */
const mostEnlarged = 2
/** The rest of the palette belongs to texts and panels. */
const mostColours = 96

/** @returns undefined if the logo cannot be drawn; the picture then shows the merchant's initial. */
export async function logoDrawing(bytes: Buffer): Promise<Drawing | undefined> {
  const pixels = await pixelsOfPng(bytes)
  return pixels && inFewColours(fitting(pixels))
}

/** Scales to the space: each pixel is the mean of those that it covers. */
function fitting({ width, height, rgb }: Pixels): Pixels {
  const scale = Math.min(logoSpace.width / width, logoSpace.height / height, mostEnlarged)
  const [w, h] = [Math.max(Math.round(width * scale), 1), Math.max(Math.round(height * scale), 1)]
  const scaled = new Uint8Array(w * h * 3)
  const range = (at: number, count: number, of: number): [number, number] => {
    const from = Math.floor((at * of) / count)
    return [from, Math.max(Math.floor(((at + 1) * of) / count), from + 1)]
  }
  for (let y = 0, at = 0; y < h; y += 1) {
    const [top, bottom] = range(y, h, height)
    for (let x = 0; x < w; x += 1, at += 3) {
      const [left, right] = range(x, w, width)
      const sums = [0, 0, 0]
      for (let row = top; row < bottom; row += 1)
        for (let i = (row * width + left) * 3; i < (row * width + right) * 3; i += 1)
          sums[i % 3] = (sums[i % 3] as number) + (rgb[i] as number)
      const count = (bottom - top) * (right - left)
      for (let part = 0; part < 3; part += 1) scaled[at + part] = Math.round((sums[part] as number) / count)
    }
  }
  return { width: w, height: h, rgb: scaled }
}

type Bucket = { key: number; count: number; sums: [number, number, number] }

/** Replaces each colour by the nearest of the most frequent ones. */
function inFewColours({ width, height, rgb }: Pixels): Drawing {
  const buckets = new Map<number, Bucket>()
  const keyAt = (at: number) =>
    (((rgb[at] as number) >> 3) << 10) |
    (((rgb[at + 1] as number) >> 3) << 5) |
    ((rgb[at + 2] as number) >> 3)
  for (let at = 0; at < rgb.length; at += 3) {
    const key = keyAt(at)
    const bucket = buckets.get(key) ?? { key, count: 0, sums: [0, 0, 0] }
    buckets.set(key, bucket)
    bucket.count += 1
    for (const part of [0, 1, 2] as const) bucket.sums[part] += rgb[at + part] as number
  }
  const frequent = [...buckets.values()].sort((a, b) => b.count - a.count || a.key - b.key)
  const mean = ({ count, sums }: Bucket) => sums.map((sum) => Math.round(sum / count)) as unknown as Rgb
  const colours = frequent.slice(0, mostColours).map(mean)
  const indexOf = new Map(
    frequent.map((bucket, i) => [bucket.key, i < mostColours ? i : nearest(colours, mean(bucket))]),
  )
  const indexes = Uint8Array.from({ length: width * height }, (_, i) => indexOf.get(keyAt(i * 3)) ?? 0)
  return { width, height, colours, indexes }
}

function nearest(colours: readonly Rgb[], [red, green, blue]: Rgb): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [i, [r, g, b]] of colours.entries()) {
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
    if (distance < least) [best, least] = [i, distance]
  }
  return best
}
