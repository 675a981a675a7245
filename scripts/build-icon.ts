// The icon of every page: the product's mark in one colour, as an address that holds the whole image. Pages need no
// request for it, and their policies allow images of that kind only.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markPath, markSize } from '../web/ui/frame/mark-path.ts'

/** Between the accents of the light and of the dark theme: it stands out from a light tab and from a dark one. */
const colour = '#16998f'

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${markSize} ${markSize}"><path d="${markPath}" fill="${colour}"/></svg>`

/** A `data:` URI that needs no escaping inside an attribute. */
export const iconAddress = `data:image/svg+xml,${encodeURIComponent(svg)}`

/** For the payment pages: the server writes them itself, and reads the address where it reads their script. */
export function buildIcon(root: string): void {
  const directory = join(root, 'web/dist/checkout')
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'icon.txt'), iconAddress)
}
