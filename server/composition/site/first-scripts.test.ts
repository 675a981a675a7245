// How much a first visit to the portal loads before its page is there.
import { globSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

const assets = 'web/dist/portal/assets'

/** The scripts that the page names. */
function firstScripts(): string[] {
  const text = readFileSync('web/dist/portal/index.html', 'utf8')
  const scripts = [...text.matchAll(/(?:src|href)="\/portal\/assets\/([^"]+\.js)"/g)].map(([, name]) => name)
  expect(scripts.length).toBeGreaterThan(0)
  return scripts as string[]
}

/** A script that the first ones import later, with all that it imports itself. */
function withImports(script: string, known = new Set<string>()): Set<string> {
  if (known.has(script)) return known
  known.add(script)
  const text = readFileSync(`${assets}/${script}`, 'utf8')
  // An import() is loaded later, or never.
  for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
    withImports(name as string, known)
  return known
}

const scriptOf = (page: string) => basename(globSync(`${assets}/${page}-*.js`)[0] ?? '')
/** The sizes of the compressed files, in bytes. */
const sizeOf = (scripts: Iterable<string>) =>
  [...scripts].reduce((sum, name) => sum + statSync(`${assets}/${name}.br`).size, 0)

test("the portal's first page needs at most 42,000 bytes of compressed scripts", () => {
  expect(sizeOf(firstScripts())).toBeLessThan(42_000)
})

test('the till needs at most 6,000 bytes more, and nothing of statements, disputes or the account', () => {
  const first = new Set(firstScripts().flatMap((script) => [...withImports(script)]))
  const more = [...withImports(scriptOf('till'))].filter((script) => !first.has(script))
  expect(sizeOf(more)).toBeLessThan(6_000)
  const text = more.map((script) => readFileSync(`${assets}/${script}`, 'utf8')).join()
  for (const path of ['statements/months', '/evidence', 'payout-destinations', 'notifications'])
    expect(text).not.toContain(path)
})
