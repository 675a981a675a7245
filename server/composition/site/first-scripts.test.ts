// How much a first visit to the portal and to the console loads before its page is there, and some pages afterwards.
import { globSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

type App = 'portal' | 'console'

const textOf = (app: App, script: string) => readFileSync(`web/dist/${app}/assets/${script}`, 'utf8')

/** The scripts that the page names. */
function firstScripts(app: App): string[] {
  const text = readFileSync(`web/dist/${app}/index.html`, 'utf8')
  const scripts = [...text.matchAll(/(?:src|href)="\/\w+\/assets\/([^"]+\.js)"/g)].map(([, name]) => name)
  expect(scripts.length).toBeGreaterThan(0)
  return scripts as string[]
}

/** A script that the first ones import later, with all that it imports itself. */
function withImports(app: App, script: string, known = new Set<string>()): Set<string> {
  if (known.has(script)) return known
  known.add(script)
  // An import() is loaded later, or never.
  for (const [, name] of textOf(app, script).matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
    withImports(app, name as string, known)
  return known
}

/** What one of the later scripts adds to the first ones. */
function laterScripts(app: App, name: string): string[] {
  const script = basename(globSync(`web/dist/${app}/assets/${name}-*.js`)[0] ?? '')
  const first = new Set(firstScripts(app).flatMap((each) => [...withImports(app, each)]))
  return [...withImports(app, script)].filter((each) => !first.has(each))
}

/** The sizes of the compressed files, in bytes. */
const sizeOf = (app: App, scripts: readonly string[]) =>
  scripts.reduce((sum, name) => sum + statSync(`web/dist/${app}/assets/${name}.br`).size, 0)

test.each([
  ['portal', 34_000],
  ['console', 33_000],
] as const)('the first page of the %s needs at most %i bytes of compressed scripts', (app, most) => {
  expect(sizeOf(app, firstScripts(app))).toBeLessThan(most)
})

test.each([
  ['portal', 'home', 17_000],
  ['portal', 'till', 11_500],
  ['console', 'overview', 14_000],
  ['console', 'decisions', 45_000],
  ['console', 'payments', 55_000],
  ['console', 'merchants', 40_000],
] as const)('in the %s, the script %s adds at most %i bytes to the first page', (app, name, most) => {
  expect(sizeOf(app, laterScripts(app, name))).toBeLessThan(most)
})

test('the till loads nothing of statements, disputes or the account', () => {
  const text = laterScripts('portal', 'till')
    .map((script) => textOf('portal', script))
    .join()
  for (const path of ['statements/months', '/evidence', 'payout-destinations', 'notifications'])
    expect(text).not.toContain(path)
})
