// Merchants ask for a second user on large payouts and refunds: what their pages say before, and what waits for whom.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { givePassword, newVisitor, type Visitor } from '../support/browser/portal-visitor.ts'
import { addAvailable, payoutSettings, usableDestination } from '../support/callers/payouts.ts'
import { paid } from '../support/callers/portal.ts'
import { call, joined, type Member, signedIn, stepUpOf } from '../support/callers/self-service.ts'
import { withApp } from '../support/factors/factors.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ role: 'api', settings: payoutSettings }), openBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

/** A merchant whose payouts from 100 dollars on and refunds from 10 on need a second user. */
async function team() {
  const as = await world.register({ name: 'Chez Ntemba' })
  await addAvailable(world, as, 100_000n)
  const destination_id = await usableDestination(world, as)
  const owner = await signedIn(world, as)
  const accountant = await joined(world, owner, 'accountant')
  const body = { payout: { USD: 100 }, refund: { USD: 10 } }
  const headers = await stepUpOf(world, owner, owner.token)
  assert.equal(
    (await call(world, 'PUT', 'approval-rules', { token: owner.token, body, headers })).status,
    200,
  )
  return { as, owner, accountant, destination_id }
}

/** @param code of a user with a second factor. */
async function portal(
  user: Member,
  options: Parameters<typeof newVisitor>[2],
  code?: string,
): Promise<Visitor> {
  const visitor = await newVisitor(browser, world, options)
  await visitor.page.goto(`${world.url}/portal`)
  await givePassword(visitor, user)
  if (code !== undefined) {
    await visitor.page.locator('[name="code"]').fill(code)
    await visitor.page.keyboard.press('Enter')
  }
  await visitor.page.locator('#places').waitFor({ state: 'attached' })
  return visitor
}

test('the dialogs say before that a second user decides, from the amount of the merchant’s own rule on', async () => {
  const { as, owner } = await team()
  const uuid = await paid(world, as, { amount: 50 })
  const visitor = await portal(owner, { language: 'fr', width: 360 })
  const { page } = visitor
  const dialog = page.locator('dialog[open]')
  await page.goto(`${world.url}/portal/payments/${uuid}`)
  await visitor.button('Demander un remboursement…').click()
  await dialog.getByText(/un autre utilisateur de votre équipe doit approuver le remboursement/).waitFor()
  await dialog.getByRole('button', { name: /^Demander 50,00/ }).waitFor()
  await visitor.isInOrder('refund that waits for a second user')
  await dialog.getByLabel('Montant (USD)').fill('9,99')
  await dialog.getByText('Le client est remboursé sur sa carte. Cette action est définitive.').waitFor()
  await dialog.getByRole('button', { name: /^Rembourser 9,99/ }).waitFor()
  await dialog.getByLabel('Montant (USD)').fill('10')
  await dialog.getByLabel('Motif').fill('Taille trop grande')
  await dialog.getByRole('button', { name: /^Demander 10,00/ }).click()
  await page.getByText('Un autre utilisateur de votre équipe doit approuver ce remboursement.').waitFor()

  await page.goto(`${world.url}/portal/payouts`)
  for (const [amount, action] of [
    ['99', /^Verser 99,00/],
    ['100', /^Demander 100,00/],
  ] as const) {
    await visitor.button('Demander un versement…').click()
    await dialog.getByLabel('Montant').fill(amount)
    await visitor.button('Continuer').click()
    await dialog.getByRole('button', { name: action }).waitFor()
    if (amount === '100')
      await dialog.getByText(/un autre utilisateur de votre équipe doit approuver/).waitFor()
    await page.keyboard.press('Escape')
  }
  await visitor.close()
})

test('what the user may decide comes before what waits for somebody else', async () => {
  const { owner, accountant, destination_id } = await team()
  const request = (who: Member, reference: string) =>
    call(world, 'POST', 'payouts', {
      token: who.token,
      body: { amount: 120, currency: 'USD', destination_id, reference },
    })
  for (const [who, reference] of [
    [owner, 'OWN-1'],
    [accountant, 'OTHERS-1'],
    [owner, 'OWN-2'],
  ] as const)
    assert.equal((await request(who, reference)).status, 200)
  const visitor = await portal(owner, { language: 'en', width: 1280, dark: true })
  const { page } = visitor
  await page.goto(`${world.url}/portal/approvals`)
  await page.getByText('OTHERS-1').waitFor()
  expect((await page.locator('a[href^="/portal/payouts/"]').allInnerTexts())[0]).toBe('OTHERS-1')
  await visitor.isInOrder('approvals')
  await page.getByRole('button', { name: 'Approve…' }).click()
  await page.locator('dialog[open] [name="reason"]').fill('Checked the invoice')
  await visitor.isInOrder('approval')
  await page.locator('dialog[open]').getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Approve…' }).waitFor({ state: 'detached' })
  await visitor.close()
})

test('a user with a second factor confirms payee and sum before a payout is approved', async () => {
  const { owner, accountant, destination_id } = await team()
  const body = { amount: 120, currency: 'USD', destination_id, reference: 'FACTOR-1' }
  assert.equal((await call(world, 'POST', 'payouts', { token: accountant.token, body })).status, 200)
  const { codes } = await withApp(world, owner)
  const visitor = await portal(owner, { language: 'en', width: 360 }, codes[1]!)
  const { page } = visitor
  await page.goto(`${world.url}/portal/approvals`)
  await visitor.button('Approve…').click()
  await page.locator('dialog[open] [name="reason"]').fill('Checked the invoice')
  await page.locator('dialog[open]').getByRole('button', { name: 'Approve' }).click()
  const confirmation = page.locator('dialog[open]', { has: page.locator('[name="code"]') })
  await confirmation.getByText('243810000001').waitFor()
  await confirmation.getByText(/120\.00/).waitFor()
  await visitor.isInOrder('approval that is confirmed')
  await confirmation.locator('[name="code"]').fill(codes[0]!)
  await page.keyboard.press('Enter')
  await page.getByText('FACTOR-1').waitFor()
  await visitor.button('Approve…').waitFor({ state: 'detached' })
  await visitor.close()
})
