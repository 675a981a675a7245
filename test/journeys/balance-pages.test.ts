// The balance of card payments in the portal, and on the page of a merchant in the console.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { releaseDueMovements } from '../../server/balances/release-movements.ts'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { silentLog } from '../../server/platform/process/log.ts'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { openConsole } from '../support/browser/console.ts'
import { newVisitor, signIn, type Visitor } from '../support/browser/portal-visitor.ts'
import { adminsOf, twoAdmins } from '../support/callers/admins.ts'
import { type Portal, paid, portalOf } from '../support/callers/portal.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let merchant: Credentials
let portal: Portal
const password = 'trois pagnes bleus au soleil'

beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ role: 'api', settings: twoAdmins }), openBrowser()])
  merchant = await world.register({ name: 'Chez Ntemba', password })
  portal = await portalOf(world, merchant)
  await paid(world, merchant, { amount: 1025.5, currency: 'USD' })
  const refunded = await paid(world, merchant, { amount: 85_000, currency: 'CDF' })
  const now = world.clock.now().add({ hours: 48 })
  await releaseDueMovements({ db: world.system.db, clock: { now: () => now }, log: silentLog })
  await refund(refunded)
  await paid(world, merchant, { amount: 40, currency: 'USD' })
  await refund(await paid(world, merchant, { amount: 12.75, currency: 'USD' }), 2.75)
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

async function refund(transactionUuid: string, amount?: number): Promise<void> {
  const { cs_payment_id } = await portal.data(`payments/${transactionUuid}`)
  const body = { reason: 'not wanted', ...(amount && { amount }) }
  await adminsOf(world).act(`payment/refunds/${cs_payment_id}`, body)
}

const words = {
  fr: { balance: 'Solde', available: 'Disponible', refund: 'Remboursement', owed: /Négatif/ },
  en: { balance: 'Balance', available: 'Available', refund: 'Refund', owed: /Below zero/ },
}

async function atBalance(options: Parameters<typeof newVisitor>[2]): Promise<Visitor> {
  const visitor = await newVisitor(browser, world, options)
  await visitor.page.goto(`${world.url}/portal`)
  await signIn(visitor, { ...merchant, password })
  await visitor.goTo(words[options.language].balance)
  return visitor
}

test.each([
  { language: 'fr', width: 360, dark: false },
  { language: 'fr', width: 1280, dark: true },
  { language: 'en', width: 360, dark: true },
  { language: 'en', width: 1280, dark: false },
] as const)('the balance page is in order: $language, $width px, dark $dark', async (options) => {
  const visitor = await atBalance(options)
  const { page } = visitor
  const t = words[options.language]
  assert.equal(await page.getByText(t.available, { exact: true }).first().isVisible(), true)
  assert.equal(await page.getByText(t.owed).first().isVisible(), true)
  await visitor.isInOrder(`balance${options.dark ? ' dark' : ''}`)
  await visitor.close()
})

test('movements are filtered by type, exported, and lead to their payment', async () => {
  const visitor = await atBalance({ language: 'en', width: 1280 })
  const { page } = visitor
  const rows = page.locator('li.fold')
  expect(await rows.count()).toBe(6)
  await visitor.button('Filters').click()
  await page.getByLabel('Transaction', { exact: true }).selectOption('refund')
  await page.waitForURL(/type=refund/)
  await page.getByText('2 transactions').waitFor()
  expect(await rows.count()).toBe(2)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    visitor.button('Export (CSV)').click(),
  ])
  assert.equal(download.suggestedFilename(), 'balance-transactions.csv')
  await rows.first().getByRole('button').click()
  await rows.first().getByText('Amount', { exact: true }).waitFor()
  await rows.first().getByRole('link', { name: 'View payment' }).click()
  await page.waitForURL(/\/portal\/payments\/LKT-/)
  await visitor.close()
})

test.each([
  { language: 'fr', width: 'phone', dark: true },
  { language: 'en', width: 'desk', dark: false },
] as const)('an admin sees the balance of a merchant: $language, $width', async (options) => {
  const console = await openConsole(world, browser, options)
  await console.go(`/console/merchants/${merchant.merchant_code}`)
  const row = console.page.locator('li.fold', { hasText: words[options.language].refund }).first()
  await row.waitFor()
  // A row is named by the payment's reference, and laid out by the style sheet that the portal has, too.
  await row.getByRole('button', { name: 'INV-1' }).waitFor()
  const displayOf = (selector: string) =>
    row.locator(selector).evaluate((element) => getComputedStyle(element).display)
  expect(await displayOf('.fold-line')).toBe('grid')
  expect(await console.faults()).toEqual([])
  await console.picture(`merchant-balance-${options.language}-${options.width}`)
  await console.close()
})
