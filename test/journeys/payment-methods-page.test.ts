// A merchant turns mobile money on in the portal, reads what it costs, and narrows a link to it.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { newVisitor, signIn } from '../support/browser/portal-visitor.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ role: 'api' }), openBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

const password = 'trois pagnes bleus au soleil'

test.each([
  {
    ...({ language: 'fr', width: 360, dark: false } as const),
    ...{ card: 'Carte bancaire', wallet: 'Mobile Money' },
    ...{
      cost: '3,50\u00a0% par paiement · disponible le lendemain',
      last: 'Gardez au moins un moyen de paiement.',
    },
    ...{
      limits: 'Opérateurs et montants acceptés',
      save: 'Enregistrer',
      saved: 'Moyens de paiement enregistrés.',
    },
    ...{ more: 'Autres options', methods: 'Moyens de paiement', amount: 'Montant', create: 'Créer le lien' },
  },
  {
    ...({ language: 'en', width: 1280, dark: true } as const),
    ...{ card: 'Bank card', wallet: 'Mobile money' },
    ...{ cost: '3.50% per payment · available the next day', last: 'Keep at least one payment method.' },
    ...{ save: 'Save', saved: 'Payment methods saved.' },
    ...{ more: 'More options', methods: 'Payment methods', amount: 'Amount', create: 'Create link' },
  },
] as const)(
  'mobile money is turned on in the portal, and a link is narrowed to it ($language)',
  async (t) => {
    const merchant = await world.register({ password })
    const visitor = await newVisitor(browser, world, t)
    const { page, button } = visitor
    await page.goto(`${world.url}/portal`)
    await signIn(visitor, { email: merchant.email, password })
    await page.goto(`${world.url}/portal/shop`)
    const methods = page.locator('#methods')
    const [card, wallet] = [t.card, t.wallet].map((name) => methods.getByRole('checkbox', { name }))
    await methods.getByText(t.cost).waitFor()
    // A shop that offered no way to pay could sell nothing.
    assert.equal(await card!.isDisabled(), true)
    await methods.getByText(t.last).waitFor()
    await wallet!.check()
    assert.equal(await card!.isDisabled(), false)
    await methods.locator('summary').click()
    assert.equal(await methods.getByRole('row').count(), 5)
    await visitor.isInOrder('payment methods')
    await methods.getByRole('button', { name: t.save }).click()
    await page.getByText(t.saved).waitFor()
    const [stored] = await world.db.rows<{ payment_methods: string[] }>(
      { name: '', text: 'select payment_methods from merchant where merchant_code = $1' },
      [merchant.merchant_code],
    )
    expect(stored?.payment_methods).toEqual(['card', 'mobile_money'])

    await page.goto(`${world.url}/portal/links/new`)
    await page.getByLabel(t.amount).fill('25')
    await page.getByText(t.more).click()
    await page.getByLabel(t.methods).selectOption('mobile_money')
    await visitor.isInOrder('link for mobile money')
    await button(t.create).click()
    await page.waitForURL(/links\/[A-Z0-9]{12}$/)
    const [link] = await world.db.rows<{ payment_methods: string[] }>(
      { name: '', text: 'select payment_methods from payment_link where code = $1' },
      [page.url().slice(-12)],
    )
    expect(link?.payment_methods).toEqual(['mobile_money'])
    await visitor.close()
  },
)
