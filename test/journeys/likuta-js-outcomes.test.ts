// An order that was paid by likuta.js is not paid again, whatever stands between the browser and the shop's server, and even where the shop
// has not recorded it yet.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { newPayer, openShop, type Payer, type Shop } from '../support/browser/likuta-shop.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let shop: Shop
let payer: Payer
let orders = 0

beforeAll(async () => {
  world = await openWorld()
  browser = await openBrowser()
  shop = await openShop(world, 'node', true)
})
afterEach(async () => {
  await payer?.context.close()
})
afterAll(async () => {
  await closePages(browser)
  await shop?.close()
  await world?.close()
})

/** The page of an order with a card typed into it. */
async function withCard(): Promise<string> {
  orders += 1
  const order = `FORGOTTEN-${orders}`
  payer = await newPayer(browser, shop, order)
  await payer.open()
  await payer.type('4242424242424242')
  return order
}

async function assertPaidOnce(order: string): Promise<void> {
  const transactions = await world.db.rows<{ status: string }>(
    { name: '', text: 'select status from card_transaction where merchant_reference = $1' },
    [order],
  )
  assert.deepEqual(transactions, [{ status: 'SUCCESS' }])
}

test('a reload of an order that was paid shows the outcome again, and no card fields', async () => {
  const order = await withCard()
  await payer.press()
  await payer.notice(/Thank you/)
  await payer.page.reload()
  await payer.notice(/Thank you/)
  await assertPaidOnce(order)
})

test('another tab of an order that was paid meanwhile shows the outcome, and charges no card', async () => {
  const order = await withCard()
  const other = await payer.context.newPage()
  await other.goto(payer.page.url())
  await other.locator('button:enabled', { hasText: 'Pay' }).waitFor()
  await payer.press()
  await payer.notice(/Thank you/)
  await other.frameLocator('#number iframe').getByLabel('Card number').fill('5555555555554444')
  await other.getByLabel('Expiry date').fill('12/30')
  await other.frameLocator('#code iframe').getByLabel('Security code').fill('123')
  await other.getByRole('button', { name: /^Pay/ }).click()
  await other.locator('#notice', { hasText: /Thank you/ }).waitFor()
  await assertPaidOnce(order)
})

test.each([
  [
    'an error page of a proxy',
    { status: 500, contentType: 'text/html', body: '<h1>Internal Server Error</h1>' },
  ],
  ['a page that says 200', { status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' }],
  ['an empty response', { status: 200, body: '' }],
  [
    'JSON of somebody else',
    { status: 404, contentType: 'application/json', body: '{"error":"no such host"}' },
  ],
])('%s in place of the response to a charge leads to the true outcome', async (_, reply) => {
  const order = await withCard()
  let isFirst = true
  await payer.page.route('**/pay', async (route) => {
    if (!isFirst || route.request().postDataJSON().action !== 'charge') return route.fallback()
    isFirst = false
    await route.fetch()
    return route.fulfill(reply)
  })
  await payer.press()
  await payer.notice(/Thank you/)
  await assertPaidOnce(order)
})
