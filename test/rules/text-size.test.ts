// The pages follow the text size that readers set in their browser.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Paper has no text setting; the home page, the guides and the page for unknown addresses have their own check. */
const exempt = /^web\/(dist|guides|site)\/|^web\/checkout\/receipt\/receipt\.css$/

test('no style of the pages sets a text size in pixels', () => {
  const files = globSync('web/**/*.css').filter((file) => !exempt.test(file))
  expect(files.length).toBeGreaterThan(20)
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bfont(-size)?:[^;}]*?[\d.]px[^;}]*/g)].map(
      ([text]) => `${file}: ${text}`,
    ),
  )
  expect(found).toEqual([])
})
