// The page of statements in the portal, and on the page of a merchant in the console.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueDueInvoices } from '../../server/balances/invoices/issue-invoices.ts'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { silentLog } from '../../server/platform/process/log.ts'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { openConsole } from '../support/browser/console.ts'
import { newVisitor, signIn, type Visitor } from '../support/browser/portal-visitor.ts'
import { adminsOf, twoAdmins } from '../support/callers/admins.ts'
import { paid, portalOf } from '../support/callers/portal.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let merchant: Credentials
const password = 'trois pagnes bleus au soleil'

beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ role: 'api', settings: twoAdmins }), openBrowser()])
  merchant = await world.register({ name: 'Chez Ntemba', password })
  const uuid = await paid(world, merchant, { amount: 1025.5, currency: 'USD' })
  const portal = await portalOf(world, merchant)
  const { cs_payment_id } = await portal.data(`payments/${uuid}`)
  await adminsOf(world).act(`payment/refunds/${cs_payment_id}`, { reason: 'not wanted', amount: 25.5 })
  await paid(world, merchant, { amount: 85_000, currency: 'CDF' })
  const now = world.clock.now().add({ hours: 24 * 40 })
  const issuer = { name: 'Exemple SARL', address: 'Kinshasa', rccm: 'CD/1', nif: 'A1' }
  const issuing = {
    db: world.system.db,
    clock: { now: () => now },
    log: silentLog,
    issuer,
    vatBasisPoints: 0,
  }
  while (await issueDueInvoices(issuing)) {
    // One month at a time.
  }
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

const words = {
  fr: {
    statements: 'Relevés',
    opening: 'Solde d’ouverture',
    lines: [
      'Solde d’ouverture',
      '0,00 USD',
      'Paiements (1)',
      '+1 025,50 USD',
      'Remboursements (1)',
      '−25,50 USD',
      'Frais',
      '−35,89 USD',
      'Solde de clôture',
      '964,11 USD',
    ],
    invoices: 'Factures de frais',
    show: 'Afficher les relevés',
  },
  en: {
    statements: 'Statements',
    opening: 'Opening balance',
    lines: [
      'Opening balance',
      '0.00 USD',
      'Payments (1)',
      '+1,025.50 USD',
      'Refunds (1)',
      '−25.50 USD',
      'Fees',
      '−35.89 USD',
      'Closing balance',
      '964.11 USD',
    ],
    invoices: 'Fee invoices',
    show: 'Show statements',
  },
}

async function atStatements(options: Parameters<typeof newVisitor>[2]): Promise<Visitor> {
  const visitor = await newVisitor(browser, world, options)
  await visitor.page.goto(`${world.url}/portal`)
  await signIn(visitor, { ...merchant, password })
  await visitor.goTo(words[options.language].statements)
  await visitor.page.locator('li.fold').first().waitFor()
  return visitor
}

test.each([
  { language: 'fr', width: 360, dark: false },
  { language: 'fr', width: 1280, dark: true },
  { language: 'en', width: 360, dark: true },
  { language: 'en', width: 1280, dark: false },
] as const)('the page of statements is in order: $language, $width px, dark $dark', async (options) => {
  const visitor = await atStatements(options)
  const { page } = visitor
  const t = words[options.language]
  await page.locator('li.fold').first().getByRole('button').first().click()
  await page.getByText(t.opening, { exact: true }).waitFor()
  const lines = await page.locator('li.fold .facts').first().locator('dt, dd').allInnerTexts()
  expect(lines.map((text) => text.replace(/\s/g, ' '))).toEqual(t.lines)
  await page.getByRole('heading', { name: t.invoices }).waitFor()
  await visitor.isInOrder(`statements${options.dark ? ' dark' : ''}`)
  await visitor.close()
})

test('a statement and an invoice are saved in the format and currency that were chosen', async () => {
  const visitor = await atStatements({ language: 'en', width: 1280 })
  const { page } = visitor
  await page.getByRole('group', { name: 'Currency' }).getByRole('button', { name: 'CDF' }).click()
  await page.locator('li.fold').first().getByRole('button').first().click()
  const saved = async (button: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), visitor.button(button).click()])
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'latin1') }
  }
  const month = world.clock.now().toString().slice(0, 7)
  const xml = await saved('camt.053 (accounting)')
  assert.equal(xml.name, `statement-${merchant.merchant_code}-CDF-${month}.xml`)
  expect(xml.text).toContain('camt.053.001.08')
  await page.getByRole('button', { name: /^Invoice TEST-/ }).click()
  const pdf = await saved((await page.getByRole('button', { name: /^PDF TEST-/ }).textContent())!)
  expect(pdf.name).toMatch(/^TEST-\d{4}-\d{6}\.pdf$/)
  expect(pdf.text.startsWith('%PDF-')).toBe(true)
  await visitor.close()
})

test.each([
  { language: 'fr', width: 'phone', dark: true },
  { language: 'en', width: 'desk', dark: false },
] as const)('an admin sees the statements of a merchant: $language, $width', async (options) => {
  const console = await openConsole(world, browser, options)
  const t = words[options.language]
  await console.go(`/console/merchants/${merchant.merchant_code}`)
  await console.page.getByRole('button', { name: t.show }).click()
  await console.page.getByRole('heading', { name: t.invoices }).waitFor()
  expect(await console.faults()).toEqual([])
  await console.picture(`merchant-statements-${options.language}-${options.width}`)
  await console.close()
})
