// Draws the icons and the preview picture of the site, so that the repository needs no binary files.
import { Resvg } from '@resvg/resvg-js'

/** A path of SVG, with the place, scale and colour to draw it in. */
export type Shape = { path: string; colour: string; x?: number; y?: number; scale?: number }

/** Draws the shapes over each other on a background. @returns a PNG file. */
export function drawPng(width: number, height: number, background: string, shapes: readonly Shape[]): Buffer {
  const drawn = shapes.map(
    ({ path, colour, x = 0, y = 0, scale = 1 }) =>
      `<path d="${path}" fill="${colour}" fill-rule="evenodd" transform="translate(${x} ${y}) scale(${scale})"/>`,
  )
  const size = `width="${width}" height="${height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="${background}"/>${drawn.join('')}</svg>`
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()
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
