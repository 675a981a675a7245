// Payments and transfers in the portal: sorted, and added up as the filters narrow them.
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
    sort: 'Trier par',
    show: 'Afficher les totaux',
    hide: 'Masquer les totaux',
    table: 'Totaux par état',
    paid: 'Net des paiements reçus, USD',
    sum: /1.025,50.USD encaissés, moins 35,89.USD de frais et 0,00.USD rendus/,
    net: /989,61.USD/,
    delivered: 'Débité pour les transferts arrivés',
  },
  en: {
    sort: 'Sort by',
    show: 'Show totals',
    hide: 'Hide totals',
    table: 'Totals by status',
    paid: 'Net of payments received, USD',
    sum: /1,025.50.USD collected, less 35.89.USD in fees and 0.00.USD returned/,
    net: /989.61.USD/,
    delivered: 'Debited for delivered transfers',
  },
}

describe.each([
  ['fr', 320, false],
  ['en', 1280, true],
] as const)('in %s at %i pixels', (language, width, dark) => {
  const w = words[language]
  let visitor: Visitor
  let t: PageTexts
  beforeAll(async () => {
    ;[visitor, t] = await portal.visit({ language, width, dark })
  })
  afterAll(() => visitor?.close())

  test('payments are sorted by amount, and the order is kept in the address', async () => {
    const { page } = visitor
    await visitor.goTo(t.payments)
    await visitor.button(t.filters).click()
    await page.getByLabel(w.sort).selectOption('smallest')
    await page.waitForURL(/sort=smallest/)
    await visitor.isLoaded()
    const smallest = await page.locator('.line-row .sum').allInnerTexts()
    await page.getByLabel(w.sort).selectOption('largest')
    await page.waitForURL(/sort=largest/)
    await visitor.isLoaded()
    assert.deepEqual(await page.locator('.line-row .sum').allInnerTexts(), smallest.toReversed())
    await page.reload()
    await visitor.isLoaded()
    assert.equal(await page.getByLabel(w.sort).inputValue(), 'largest')
  })

  test('the totals follow the filters and say how the net comes about', async () => {
    const { page } = visitor
    await visitor.button(w.show).click()
    const totals = page.getByRole('region', { name: w.table })
    await totals.getByText(w.paid).waitFor()
    await totals.getByText('USD (3)').waitFor()
    await totals.getByText(w.sum).waitFor()
    await totals.getByText(w.net).first().waitFor()
    assert.equal(await page.getByRole('table', { name: w.table }).getByRole('row').count(), 4)
    await visitor.isInOrder(`totals ${dark ? 'dark' : 'light'}`)
    assert.deepEqual(await overflowsOf(page, everyScreen), [])
    await page.getByLabel(t.status, { exact: true }).selectOption('FAILED')
    await totals.getByText(w.paid).waitFor({ state: 'detached' })
    await page.getByRole('table', { name: w.table }).waitFor()
    assert.equal(await page.getByRole('table', { name: w.table }).getByRole('row').count(), 2)
    await visitor.button(w.hide).click()
    await totals.waitFor({ state: 'detached' })
  })

  test('transfers add up to what the wallet was debited', async () => {
    const { page } = visitor
    await visitor.goTo(t.transfers)
    await visitor.button(w.show).click()
    await page.getByText(w.delivered).waitFor()
    await visitor.isInOrder(`transfer totals ${dark ? 'dark' : 'light'}`)
    assert.deepEqual(await overflowsOf(page, everyScreen), [])
  })
})
