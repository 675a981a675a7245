// Draws docs/architecture.svg from docs/architecture.dot.
import { readFileSync } from 'node:fs'
import { instance } from '@viz-js/viz'

/** Returns the picture as SVG text. The same source always gives the same text, so `npm run check` can compare it. */
export async function architecturePicture(): Promise<string> {
  const source = readFileSync(new URL('../../docs/architecture.dot', import.meta.url), 'utf8')
  return (await instance()).renderString(source, { format: 'svg' })
}
