// Admins decide about refund requests of merchants in a real browser, set who may refund without them, and approve large
// refunds of each other.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { type Console, moveShops, openConsole, shopHour } from '../support/browser/console.ts'
import { portalWords } from '../support/browser/portal-texts.ts'
import { newVisitor } from '../support/browser/portal-visitor.ts'
import { adminsOf, twoAdmins } from '../support/callers/admins.ts'
import { type Portal, paid, portalOf } from '../support/callers/portal.ts'
import { openWorld, type World } from '../support/world/world.ts'

/** A second token of Benoît, whose name was typed in another way. */
const tablet = { name: 'tablet', token: 'token-of-benoits-tablet-0123' }
const settings = {
  ADMIN_TOKENS: `${twoAdmins.ADMIN_TOKENS},tablet@Benoit:${tablet.token}`,
  APPROVALS: 'refund:USD=100',
}

let world: World
let browser: Browser
let shop: Portal
/** Amina on her phone, in French. */
let phone: Console
/** Benoît at his desk, in English. */
let desk: Console

beforeAll(async () => {
  ;[browser, world] = await Promise.all([openBrowser(), openWorld({ settings })])
  shop = await portalOf(world)
  phone = await openConsole(world, browser, { language: 'fr', width: 'phone', as: 'amina' })
  desk = await openConsole(world, browser, { language: 'en', width: 'desk', as: 'benoit' })
})
afterAll(async () => {
  await Promise.all([phone?.close(), desk?.close()])
  await closePages(browser)
  await world.close()
})

/** A request to refund a payment of 40 USD. */
async function requested(merchant_reference: string, reason: string) {
  const uuid = await paid(world, world.merchant, { merchant_reference, amount: 40 })
  const made = await shop.post(`payments/${uuid}/refund-requests`, { amount: 12.5, reason })
  assert.equal(made.status, 200, made.text)
  const { id, state } = made.body.data
  const read = () => shop.data(`payments/${uuid}/refund-requests/${id}`)
  return { uuid, id, state, read }
}

const rightOf = async () =>
  (await adminsOf(world).read(`merchants/${world.merchant.merchant_code}`)).may_refund

describe('refund requests in the console', () => {
  test('an admin takes a merchant the right to refund, and its next request waits', async () => {
    assert.equal(await rightOf(), true)
    await desk.go(`/console/merchants/${world.merchant.merchant_code}`)
    await desk.page.getByText('This merchant refunds its payments without an admin.').waitFor()
    await desk.decide('Require approval for refunds…', 'A new merchant', 'Require approval for refunds')
    await desk.shows('The merchant’s refunds need approval')
    await desk.page.getByText('An admin decides each refund').waitFor()
    assert.equal(await rightOf(), false)
    assert.deepEqual(await desk.faults(), [])
    await desk.picture('merchant-refund-right-en-1280')
    assert.equal((await requested('FACTURE-0', 'Article manquant')).state, 'WAITING')
  })

  test('the history of a payment names the user, or Likuta, who gave money back, with amount and reason', async () => {
    const { uuid } = await requested('FACTURE-9', 'Deuxième chemise rendue')
    const [waiting] = (await adminsOf(world).read('refund-requests?state=WAITING')).items.filter(
      (each: any) => each.transaction_uuid === uuid,
    )
    await adminsOf(world).act(`refund-requests/${waiting.id}/approve`, { reason: 'Seen with the shop' })
    const { cs_payment_id } = await adminsOf(world).read(`payments/${uuid}`)
    const goodwill = { amount: 2, reason: 'Goodwill' }
    await adminsOf(world).act(`payment/refunds/${cs_payment_id}`, goodwill)
    const visitor = await newVisitor(browser, world, { language: 'fr', width: 360 })
    const { page } = visitor
    const words = portalWords.fr
    await page.goto(`${world.url}/portal/payments/${uuid}`)
    await page.getByLabel(words.email).fill(world.merchant.email)
    await page.getByLabel(words.password, { exact: true }).fill(world.merchant.password)
    await visitor.button(words.signIn).click()
    const timeline = page.locator('.timeline')
    const byUser = `Deuxième chemise rendue · par ${world.merchant.email}`
    await timeline.getByText(byUser).first().waitFor()
    await timeline.getByText('Goodwill · par Likuta').waitFor()
    assert.equal(await timeline.getByText(byUser).count(), 2)
    await visitor.isInOrder('payment refunded by a user')
    await visitor.close()
    await phone.go(`/console/payments/${uuid}`)
    const inConsole = phone.page.locator('.timeline')
    await inConsole
      .getByText(new RegExp(`^12,50.USD · Deuxième chemise rendue · par ${world.merchant.email}$`))
      .waitFor()
    await inConsole.getByText(/^2,00.USD · Goodwill · par \w+$/).waitFor()
  })

  test('an admin sees and sets how far below zero a merchant may refund, on a phone in French', async () => {
    const limitsOf = async () => {
      const read = await adminsOf(world).read(`merchants/${world.merchant.merchant_code}`)
      return [read.negative_balance_limit, read.negative_balance_limit_cdf, read.may_refund]
    }
    assert.deepEqual(await limitsOf(), ['0.00', '0.00', false])
    await phone.go(`/console/merchants/${world.merchant.merchant_code}`)
    await phone.press('Modifier le découvert…')
    const dialog = phone.page.locator('dialog[open]')
    await dialog.locator('[name="reason"]').fill('Accord du directeur')
    await dialog.getByLabel('Découvert autorisé (USD)').fill('1.500')
    await phone.press('Enregistrer')
    await dialog.getByText('Saisissez un montant positif ou nul').waitFor()
    await dialog.getByLabel('Découvert autorisé (USD)').fill('250,50')
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('merchant-limits-dialog-fr-360')
    await phone.press('Enregistrer')
    await phone.shows('Découvert autorisé enregistré')
    await phone.page.getByText(/^250,50.USD$/).waitFor()
    await phone.picture('merchant-limits-fr-360')
    // The right to refund stays as it was.
    assert.deepEqual(await limitsOf(), ['250.50', '0.00', false])
  })

  test('the queue and the review of a request are accessible and fit every screen and size of text', async () => {
    const [waiting] = (await adminsOf(world).read('refund-requests?state=WAITING')).items
    for (const address of ['/console/refund-requests', `/console/refund-requests/${waiting.id}`]) {
      await desk.go(address)
      await desk.page.getByText('Article manquant').first().waitFor()
      assert.deepEqual(await desk.faults(), [], address)
    }
  })

  test('a request is found from the overview and approved on a phone in French, and the payment refunded once', async () => {
    const [waiting] = (await adminsOf(world).read('refund-requests?state=WAITING')).items
    await moveShops(world)
    const { page } = phone
    await phone.go('/console')
    await page.getByRole('link', { name: /1\s*demande de remboursement à examiner/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Demandes de remboursement' }).waitFor()
    await phone.go(`/console/refund-requests/${waiting.id}`)
    await page.getByRole('link', { name: 'FACTURE-0' }).waitFor()
    // Of the request, and of the payment.
    assert.equal(await page.getByText(shopHour).count(), 2)
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('refund-request-fr-360')
    await phone.decide('Approuver…', 'Vu avec le client', /^Approuver et rembourser 12,50/)
    await phone.shows(/Remboursement de 12,50.USD effectué/)
    await page.getByText('Aucune demande de remboursement').waitFor()
    const { refunds } = await adminsOf(world).read(`payments/${waiting.transaction_uuid}`)
    expect(refunds).toMatchObject([{ amount: '12.50', status: 'SUCCESS', refunded_by: 'amina' }])
  })

  test('a request is rejected with a reason that the merchant reads, and nothing is refunded', async () => {
    const { uuid, read } = await requested('INVOICE-1', 'One came back')
    await desk.go('/console/refund-requests')
    await desk.page.getByRole('link', { name: 'INVOICE-1' }).waitFor()
    assert.deepEqual(await desk.faults(), [])
    await desk.picture('refund-request-en-1280')
    await desk.press('Reject…')
    await desk.press('Reject')
    await desk.page.locator('dialog').getByText('Give a reason, in a few words.').waitFor()
    await desk.page.locator('dialog [name="reason"]').fill('The parcel was delivered')
    await desk.press('Reject')
    await desk.shows('Request rejected')
    await desk.page.getByText('No refund requests').waitFor()
    expect(await read()).toMatchObject({ state: 'REJECTED', decision_reason: 'The parcel was delivered' })
    expect((await adminsOf(world).read(`payments/${uuid}`)).refunds).toEqual([])
  })

  test('a request that the merchant withdrew meanwhile is not approved', async () => {
    const { uuid, id } = await requested('INVOICE-2', 'One came back')
    // The page that is open would load its queue again only after a while.
    await desk.go('/console')
    await desk.go(`/console/refund-requests/${id}`)
    await desk.press('Approve…')
    await shop.post(`payments/${uuid}/refund-requests/${id}/withdraw`)
    await desk.page.locator('dialog [name="reason"]').fill('One came back')
    await desk.press(/^Approve and refund/)
    await desk.page.locator('dialog').getByText('The merchant has withdrawn this refund request.').waitFor()
    await desk.page.keyboard.press('Escape')
    await desk.page.getByText('This request is no longer waiting').waitFor()
    expect((await adminsOf(world).read(`payments/${uuid}`)).refunds).toEqual([])
  })
})

describe('a refund over the sum that one admin may refund', () => {
  let uuid: string
  const detail = () => adminsOf(world).read(`payments/${uuid}`)

  test('it is requested on the payment’s page, and nothing is refunded', async () => {
    uuid = await paid(world, world.merchant, { merchant_reference: 'INVOICE-9', amount: 150 })
    await desk.go(`/console/payments/${uuid}`)
    await desk.press('Refund…')
    await desk.page.locator('dialog [name="reason"]').fill('Commande annulée')
    // The dialog says that it is a request before the button is pressed, and not for a part below the sum.
    await desk.page.locator('dialog [name="amount"]').fill('5')
    await desk.page.getByRole('button', { name: /^Refund .*5/ }).waitFor()
    await desk.page.locator('dialog [name="amount"]').fill('')
    await desk.page.getByText('Nothing is returned to the customer yet').waitFor()
    await desk.press(/^Request a refund of .*150/)
    await desk.shows('Requested: another admin must approve it')
    await desk.page.getByText(/Requested by you, .+ Waiting for another admin\./).waitFor()
    expect((await detail()).refunds).toEqual([])
  })

  test('the admin who requested it cannot approve it, with no token of theirs [S-19]', async () => {
    const second = await openConsole(world, browser, { language: 'en', width: 'desk', as: tablet })
    try {
      for (const one of [desk, second]) {
        await one.go('/console/approvals')
        await one.page.getByRole('heading', { level: 2, name: /Refund.*150/ }).waitFor()
        await one.page.getByText('You requested this: another person must decide.').waitFor()
        assert.equal(await one.page.getByRole('button', { name: /^(Approve|Reject)/ }).count(), 0)
        assert.deepEqual(await one.faults(), [])
      }
      await desk.picture('approval-own-en-1280')
    } finally {
      await second.close()
    }
    expect((await detail()).refunds).toEqual([])
  })

  test('another admin finds it from the overview and approves it on a phone in French: refunded once', async () => {
    const { page } = phone
    await phone.go('/console')
    const place = page.locator('#places a', { hasText: 'Décisions en attente' })
    assert.match((await place.textContent()) ?? '', /^Décisions en attente\s*1$/)
    await page.getByRole('link', { name: /1\s*opération à approuver/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Décisions en attente' }).waitFor()
    await page.getByRole('link', { name: /Remboursement 150/ }).waitFor()
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('approvals-fr-360')
    await page.getByRole('link', { name: /Remboursement 150/ }).click()
    await page.getByText('Commande annulée').waitFor()
    await page.getByText('Déjà remboursé').waitFor()
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('approval-fr-360')
    await phone.press('Approuver…')
    await page
      .locator('dialog')
      .getByText(/^benoit demande ce remboursement.: le client de .* est remboursé sur sa carte/)
      .waitFor()
    assert.deepEqual(await phone.faults(), [])
    await page.locator('dialog [name="reason"]').fill('Vu avec le marchand')
    await phone.press('Approuver et exécuter')
    await phone.shows('Opération approuvée et exécutée')
    await page.getByText('Aucune décision en attente').waitFor()
    expect((await detail()).refunds).toMatchObject([
      { amount: '150.00', status: 'SUCCESS', refunded_by: 'benoit', reason: 'Commande annulée' },
    ])
  })
})
