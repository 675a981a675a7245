// Payers of the example shop with likuta.js: a world, a shop and a browser for a test file, and a payer of an order of its own for each test.
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openWorld, type World } from '../world/world.ts'
import { closePages, openBrowser } from './browser.ts'
import { newPayer, openShop, type Payer, type Shop } from './likuta-shop.ts'

export let world: World
export let browser: Browser
export let shop: Shop
export let payer: Payer
let orders = 0

/** Call it once in a test file. @param forgets the shop does not record what its webhooks say was paid */
export function openCheckouts({ forgets = false } = {}): void {
  beforeAll(async () => {
    world = await openWorld()
    browser = await openBrowser()
    shop = await openShop(world, 'node', forgets)
  })
  afterEach(async () => {
    await payer?.context.close()
  })
  afterAll(async () => {
    await closePages(browser)
    await shop?.close()
    await world?.close()
  })
}

/** Opens the page of another order, and returns the order. @param prepare what is done to the page before it loads */
export async function openPage(
  of: Shop = shop,
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<string> {
  orders += 1
  const order = `ORDER-${orders}`
  payer = await newPayer(browser, of, order)
  await prepare(payer.page)
  await payer.open()
  return order
}

/** What was begun for an order, with how many card fields. */
export const transactionsOf = (order: string) =>
  world.db.rows<{ transaction_uuid: string; status: string; keys: bigint }>(
    {
      name: 'transactions_of_order',
      text: `select transaction_uuid, status, (select count(*) from card_token_key k where k.transaction_id = t.id) as keys
               from card_transaction t where merchant_reference = $1`,
    },
    [order],
  )

/** The order is one transaction with one payment at the gateway. Returns the transaction. */
export async function assertPaidOnce(order: string): Promise<string> {
  const transactions = await transactionsOf(order)
  assert.deepEqual(
    transactions.map(({ status }) => status),
    ['SUCCESS'],
  )
  const { payments } = await world.books()
  const code = transactions[0]!.transaction_uuid
  assert.equal(payments.filter((payment: { code: string }) => payment.code === code).length, 1)
  return code
}

/** Opens the order of the payer in another tab. */
export async function openTab(): Promise<Page> {
  const tab = await payer.context.newPage()
  await tab.goto(payer.page.url())
  await tab.locator('button:enabled', { hasText: 'Pay' }).waitFor()
  return tab
}

/** Types another card there, and pays. */
export async function payIn(tab: Page): Promise<void> {
  await tab.frameLocator('#number iframe').getByLabel('Card number').fill('5555555555554444')
  await tab.getByLabel('Expiry date').fill('12/30')
  await tab.frameLocator('#code iframe').getByLabel('Security code').fill('123')
  await tab.getByRole('button', { name: /^Pay/ }).click()
}
