// What a first visit transfers until the page can be used, in a real browser with an empty cache: everything with its headers, as it is served.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { openSignIn } from '../support/browser/console.ts'
import { givePassword, newVisitor } from '../support/browser/portal-visitor.ts'
import { joined, signedIn } from '../support/callers/self-service.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({}), openBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

type Transfer = { path: string; bytes: number }

/** Counts from now on, as if the browser had never been here. @returns what was transferred so far, the largest first. */
async function transfersOf(page: Page): Promise<() => Transfer[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const paths = new Map<string, string>()
  const transfers: Transfer[] = []
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!/^(data|blob):/.test(request.url)) paths.set(requestId, new URL(request.url).pathname)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId)
    if (path) transfers.push({ path, bytes: encodedDataLength })
  })
  return () => transfers.toSorted((one, other) => other.bytes - one.bytes)
}
/** Fails with all transfers, so that whoever breaks a budget sees what became heavier. */
function staysUnder(budget: number, transfers: Transfer[]): void {
  const bytes = transfers.reduce((sum, each) => sum + each.bytes, 0)
  // A page that was not counted would be light.
  expect(transfers.filter(({ path }) => /\.(js|css)$/.test(path)).length).toBeGreaterThan(1)
  expect(bytes, JSON.stringify(transfers, null, 1)).toBeLessThan(budget)
}

test('a first visit to the sign-in of the console transfers less than 50 kB', async () => {
  const visitor = await openSignIn(world, browser)
  const { page } = visitor
  const transfers = await transfersOf(page)
  await page.reload()
  await page.getByLabel('E-mail').waitFor()
  await page.waitForLoadState('networkidle')
  staysUnder(50_000, transfers())
  await visitor.close()
})

test('a first visit to the till, from sign-in to the first sale, transfers less than 65 kB', async () => {
  const merchant = await world.register({ name: 'Chez Ntemba' })
  const cashier = await joined(world, await signedIn(world, merchant), 'cashier')
  const visitor = await newVisitor(browser, world, { language: 'fr', width: 360 })
  const transfers = await transfersOf(visitor.page)
  await visitor.page.goto(`${world.url}/portal/till`)
  await givePassword(visitor, cashier)
  await visitor.button('Versement').waitFor()
  await visitor.page.waitForLoadState('networkidle')
  const paths = transfers().map(({ path }) => path)
  expect(paths.filter((path) => /\/(home|selling|settings|money)-/.test(path))).toEqual([])
  staysUnder(65_000, transfers())
  await visitor.close()
})
