// How much a first visit to the portal loads before its page is there.
import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The scripts that the page names, with the size of their compressed files in bytes. */
function firstScripts(page: string): number {
  const text = readFileSync(`web/dist/${page}/index.html`, 'utf8')
  const scripts = [...text.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) => `web/dist/${path}.br`)
  expect(scripts.length).toBeGreaterThan(0)
  return scripts.reduce((sum, file) => sum + statSync(file).size, 0)
}

test("the portal's first page needs at most 42,000 bytes of compressed scripts", () => {
  expect(firstScripts('portal')).toBeLessThan(42_000)
})
