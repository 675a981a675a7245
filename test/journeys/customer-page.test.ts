// What a customer has done is one click from a payment.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  openPortalMerchant,
  type PageTexts,
  type PortalMerchant,
} from '../support/browser/portal-merchant.ts'
import type { Visitor } from '../support/browser/portal-visitor.ts'
import { everyScreen, overflowsOf } from '../support/browser/screens.ts'

let portal: PortalMerchant
beforeAll(async () => {
  portal = await openPortalMerchant()
})
afterAll(() => portal?.close())

const words = {
  fr: {
    all: 'Tous les paiements de ce client',
    paid: 'Payé, USD',
    net: /1 paiement reçu, 0,00.USD rendus, soit 1.025,50.USD nets/,
    count: /^3 paiements$/,
  },
  en: {
    all: 'All payments of this customer',
    paid: 'Paid, USD',
    net: /1 payment received, 0.00.USD returned, 1,025.50.USD net/,
    count: /^3 payments$/,
  },
}

describe.each([
  ['fr', 320, true],
  ['en', 1280, false],
] as const)('in %s at %i pixels', (language, width, dark) => {
  const w = words[language]
  let visitor: Visitor
  let t: PageTexts
  beforeAll(async () => {
    ;[visitor, t] = await portal.visit({ language, width, dark })
  })
  afterAll(() => visitor?.close())

  test('the page of a customer has all payments, and its address names nobody', async () => {
    const { page } = visitor
    await visitor.goTo(t.payments)
    await page.getByRole('link', { name: 'PAID-1' }).click()
    await page.getByRole('link', { name: w.all }).click()
    await page
      .getByRole('definition')
      .filter({ hasText: /^grace@example\.com/i })
      .first()
      .waitFor()
    await page.waitForFunction(() => /^(?:Client|Customer)\b.*grace@example\.com/i.test(document.title))
    await page.getByText('Grâce Mukendi').first().waitFor()
    await page.getByText(w.net).waitFor()
    await page.locator('.pager', { hasText: w.count }).waitFor()
    await page.getByText(w.paid).waitFor()
    assert.match(page.url(), /\/portal\/payments\/LKT-[\w-]+\/customer$/)
    await visitor.isInOrder(`customer ${dark ? 'dark' : 'light'}`)
    assert.deepEqual(await overflowsOf(page, everyScreen), [])
    await page.getByRole('link', { name: 'OPEN-1' }).click()
    await page.getByRole('link', { name: w.all }).waitFor()
  })
})
