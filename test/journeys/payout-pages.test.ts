// Payouts in a real browser: a merchant adds a wallet, requests, follows and cancels payouts; an admin approves them.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { manualClock, systemClock } from '../../server/platform/time/clock.ts'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { moveShops, openConsole, shopHour } from '../support/browser/console.ts'
import { portalWords } from '../support/browser/portal-texts.ts'
import { newVisitor, signIn, type Visitor } from '../support/browser/portal-visitor.ts'
import { adminsOf, twoAdmins } from '../support/callers/admins.ts'
import { batchesOf, usableBankAccount } from '../support/callers/bank.ts'
import { addAvailable, addedDestination, confirmed, payoutsOf } from '../support/callers/payouts.ts'
import { call, tokenOf } from '../support/callers/self-service.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
const clock = manualClock(systemClock.now().toString())
const settings = {
  ...twoAdmins,
  PAYOUT_FEES: 'wallet:USD=0.50,wallet:CDF=1000',
  PAYOUT_APPROVAL_FROM: 'USD=100',
  PAYOUT_DESTINATION_DELAY_SECONDS: '3600',
}

beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ settings, clock }), openBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

async function atPayouts(as: Credentials, options: Parameters<typeof newVisitor>[2]): Promise<Visitor> {
  const visitor = await newVisitor(browser, world, options)
  await visitor.page.goto(`${world.url}/portal`)
  await signIn(visitor, as)
  await visitor.goTo(options.language === 'fr' ? 'Versements' : 'Payouts')
  return visitor
}

/** A merchant with 500 dollars and a wallet that can be used. */
async function merchantWith(minor = 50_000n) {
  const as = await world.register()
  await addAvailable(world, as, minor)
  const destination_id = await confirmed(world, as, await addedDestination(world, as))
  clock.forward({ hours: 2 })
  return { as, destination_id, payouts: payoutsOf(world, as) }
}

test('a merchant without available money reads when there will be some', async () => {
  const visitor = await atPayouts(await world.register(), { language: 'fr', width: 360 })
  await visitor.page.getByRole('heading', { name: 'Rien à verser pour l’instant' }).waitFor()
  await visitor.isInOrder('payouts empty')
  await visitor.close()
})

test('a wallet is added with the password, confirmed from a later sign-in, and usable after its delay', async () => {
  const as = await world.register()
  await addAvailable(world, as, 50_000n)
  const visitor = await atPayouts(as, { language: 'fr', width: 360 })
  const { page } = visitor
  await page.getByRole('link', { name: 'Choisir où recevoir mes versements' }).click()
  await page.getByText('Aucune destination pour l’instant.').waitFor()
  await visitor.button('Ajouter un portefeuille…').click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Votre mot de passe').fill('not the password')
  await visitor.button('Continuer').click()
  await dialog.getByText('Mot de passe incorrect.').waitFor()
  await dialog.getByLabel('Votre mot de passe').fill(as.password)
  await visitor.button('Continuer').click()
  await dialog.getByLabel('Numéro mobile money').fill('0810000001')
  await visitor.isInOrder('payout wallet number')
  await visitor.button('Rechercher le titulaire').click()
  await dialog.getByText('Jean Mukendi').waitFor()
  await visitor.button('Ajouter ce portefeuille').click()
  const asked = dialog.last()
  await asked.getByText('243810000001').waitFor()
  await visitor.isInOrder('payout wallet confirmation')
  await asked.getByLabel('Votre mot de passe').fill(as.password)
  await asked.getByRole('button', { name: 'Continuer' }).click()
  await page.getByText(/^Une fois confirmée, utilisable à partir du/).waitFor()
  // This sign-in is not a later one.
  assert.equal(await visitor.button('Confirmer…').count(), 0)
  await visitor.button('Jean Mukendi').click()
  await page.getByText('Pour votre sécurité, reconnectez-vous, puis confirmez-la ici.').waitFor()
  await visitor.button('Se déconnecter pour confirmer').waitFor()
  await visitor.isInOrder('payout settings')
  await page.goto(`${world.url}/portal/payouts`)
  await visitor.button('Demander un versement…').click()
  await dialog.getByRole('link', { name: 'Confirmer cette destination' }).click()
  await page.getByText(/^Une fois confirmée/).waitFor()
  await visitor.close()

  clock.forward({ minutes: 1 })
  const later = await atPayouts(as, { language: 'en', width: 1280 })
  await later.page.goto(`${world.url}/portal/payouts/settings`)
  await later.button('Confirm…').click()
  await later.button('Confirm').click()
  await later.page.locator('dialog[open]').last().getByText('243810000001').waitFor()
  await later.page.getByLabel('Your password').fill(as.password)
  await later.button('Continue').click()
  await later.button('Confirm…').waitFor({ state: 'detached' })
  await later.button('Jean Mukendi').click()
  await later.page.getByText('This destination is confirmed. For your security').waitFor()
  await later.isInOrder('payout settings')
  await later.page.goto(`${world.url}/portal/payouts`)
  await later.button('Request a payout…').click()
  await later.page.getByLabel('Amount').fill('10')
  await later.button('Continue').click()
  await later.page.getByText(/This destination can be used from .+ at .+\./).waitFor()
  clock.forward({ hours: 2 })
  await later.page.goto(`${world.url}/portal`)
  await later.page.getByRole('heading', { level: 1 }).waitFor()
  // The sign-in may have ended meanwhile.
  if (await later.page.getByLabel(portalWords.en.email).isVisible()) await signIn(later, as)
  await later.goTo('Payouts')
  await later.button('Request a payout…').click()
  await later.page.getByLabel('Amount').fill('10')
  await later.button('Continue').click()
  await later.button(/^Pay out 10\.00/).click()
  await later.page.getByText(/Payout of 10\.00.USD requested/).waitFor()
  await later.close()
})

test('a bank account is added with its holder, and shown by its end only', async () => {
  const as = await world.register()
  await addAvailable(world, as, 50_000n)
  const visitor = await atPayouts(as, { language: 'fr', width: 360 })
  const { page } = visitor
  await page.getByRole('link', { name: 'Choisir où recevoir mes versements' }).click()
  await visitor.button('Ajouter un compte bancaire…').click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Titulaire du compte').fill('Boutique Kivu')
  await dialog.getByLabel('IBAN ou numéro de compte').fill('BE68 5390 0754 7035')
  await dialog.getByLabel('Code BIC').fill('KREDBEBB')
  await visitor.button('Ajouter ce compte').click()
  await dialog.getByText('Ce numéro n’est pas valable.').waitFor()
  await visitor.isInOrder('payout bank account')
  await dialog.getByLabel('IBAN ou numéro de compte').fill('BE68 5390 0754 7034')
  await visitor.button('Ajouter ce compte').click()
  await dialog.last().getByText('Boutique Kivu, KREDBEBB, BE68539007547034').waitFor()
  await dialog.last().getByLabel('Votre mot de passe').fill(as.password)
  await visitor.button('Continuer').click()
  await page.getByText('KREDBEBB •••• 7034').waitFor()
  await visitor.button('Boutique Kivu').click()
  await page.getByText('Pour votre sécurité, reconnectez-vous, puis confirmez-la ici.').waitFor()
  await visitor.isInOrder('payout settings with a bank account')
  await visitor.close()
})

test('a payout to a bank account speaks of the bank, not of an operator', async () => {
  const as = await world.register()
  await addAvailable(world, as, 50_000n)
  const destination_id = await usableBankAccount(world, as)
  clock.forward({ hours: 2 })
  const reference = 'BANK-1'
  const payouts = payoutsOf(world, as)
  const { payout_id } = await payouts.requested({ amount: 40, destination_id, reference })
  const visitor = await atPayouts(as, { language: 'fr', width: 360 })
  await visitor.page.goto(`${world.url}/portal/payouts/${payout_id}`)
  await visitor.page.getByText(/va être transmis à la banque/).waitFor()
  assert.doesNotMatch(await visitor.page.locator('main').innerText(), /opérateur/i)
  await visitor.isInOrder('payout to a bank')
  await visitor.close()
  // It would join the batch of another test.
  assert.equal((await payouts.cancel(payout_id)).status, 200)
})

test('a payout is requested with its fee and total shown, and its line follows it until it is paid', async () => {
  const { as, payouts } = await merchantWith()
  const visitor = await atPayouts(as, { language: 'fr', width: 360 })
  const { page } = visitor
  await visitor.button('Demander un versement…').click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Montant').fill('499,60')
  await visitor.button('Continuer').click()
  await dialog.getByText(/Saisissez un montant jusqu’à 499,50.USD/).waitFor()
  await dialog.getByLabel('Montant').fill('40')
  await dialog.getByLabel('Votre référence').fill('VERSEMENT-1')
  await visitor.button('Continuer').click()
  await dialog.getByText(/^40,50.USD$/).waitFor()
  await visitor.isInOrder('payout confirm')
  await visitor.button(/^Verser 40,00/).click()
  await page.getByText(/Versement de 40,00.USD demandé/).waitFor()
  // Told by the stream of updates, without a reload.
  await page.getByText('Versé', { exact: true }).waitFor()
  await visitor.button('Jean Mukendi').click()
  await page.getByText('Référence de l’opérateur').waitFor()
  await page.getByText('Envoyé à l’opérateur').waitFor()
  await visitor.isInOrder('payouts')
  expect(await payouts.balance()).toEqual({ available: '459.50', reserved: '0.00' })
  // The balance links to it.
  await visitor.goTo('Solde')
  await visitor.button('Versement').click()
  await page.getByRole('link', { name: 'Voir le versement' }).click()
  await page.getByRole('heading', { name: /40,00.USD/ }).waitFor()
  await visitor.isInOrder('payout')
  await visitor.close()
})

test('a payout that waits is cancelled, and one that the operator declined says where the money is', async () => {
  const { as, destination_id, payouts } = await merchantWith()
  const declined = await payouts.requested({ amount: 0.13, destination_id, reference: 'DECLINED' })
  const waiting = await payouts.requested({ amount: 150, destination_id, reference: 'WAITING' })
  await payouts.reaches(declined.payout_id, 'FAILED')
  const visitor = await atPayouts(as, { language: 'en', width: 1280, dark: true })
  const { page } = visitor
  await page.getByText('Awaiting approval').waitFor()
  const lines = page.locator('.fold')
  await lines.filter({ hasText: 'DECLINED' }).getByRole('button', { name: 'Jean Mukendi' }).click()
  await page.getByText('The money is back in your balance, including the fee.').waitFor()
  await page.getByText('Declined by the operator', { exact: true }).waitFor()
  await lines.filter({ hasText: 'WAITING' }).getByRole('button', { name: 'Jean Mukendi' }).click()
  await page.getByText('We approve large payouts before we send them.').waitFor()
  await visitor.isInOrder('payouts dark')
  await visitor.button('Cancel payout…').click()
  await visitor.button('Cancel payout').click()
  await page.getByText('Payout cancelled.').waitFor()
  await lines.filter({ hasText: 'WAITING' }).getByText('Cancelled', { exact: true }).waitFor()
  assert.equal((await payouts.read(waiting.payout_id)).state, 'CANCELLED')
  await visitor.close()
})

test('a schedule is set and says when it runs next', async () => {
  const { as } = await merchantWith()
  const visitor = await atPayouts(as, { language: 'fr', width: 360 })
  const { page } = visitor
  await page.goto(`${world.url}/portal/payouts/settings`)
  const dollars = page.locator('section.card', { hasText: 'Calendrier en USD' })
  await dollars.getByLabel('Fréquence').selectOption('Chaque lundi')
  await dollars.getByLabel('À partir de').fill('20')
  await dollars.getByRole('button', { name: 'Enregistrer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Votre mot de passe').fill(as.password)
  await visitor.button('Continuer').click()
  await dialog.getByText(/^Chaque lundi, vers /).waitFor()
  await visitor.button('Confirmer le calendrier').click()
  await page.getByText('Calendrier enregistré.').waitFor()
  await dollars.getByText(/^Prochain versement/).waitFor()
  await visitor.isInOrder('payout schedule')
  await visitor.close()
})

test.each([
  { language: 'fr', width: 'phone', dark: true },
  { language: 'en', width: 'desk', dark: false },
] as const)(
  'an admin finds a payout on the overview, reviews and approves it: $language, $width',
  async (options) => {
    const { as, destination_id, payouts } = await merchantWith()
    const reference = `LARGE-${options.language}`
    const { payout_id } = await payouts.requested({ amount: 200, destination_id, reference })
    const french = options.language === 'fr'
    const console = await openConsole(world, browser, options)
    const { page } = console
    await console.go('/console')
    await page
      .getByRole('link', { name: french ? /versements? à approuver/ : /payouts? to approve/ })
      .last()
      .click()
    await console.go(`/console/payout-approvals/${payout_id}`)
    await page.getByText('Jean Mukendi').last().waitFor()
    await page.getByText(french ? 'Différents' : 'Differ', { exact: true }).waitFor()
    expect(await console.faults()).toEqual([])
    await console.picture(`payout-approval-${options.language}-${options.width}`)
    await console.decide(
      french ? 'Approuver…' : 'Approve…',
      'Checked',
      french ? /^Approuver 200,00/ : /^Approve 200\.00/,
    )
    await console.shows(french ? /Versement de 200,00.USD approuvé/ : /Payout of 200\.00.USD approved/)
    await payouts.reaches(payout_id, 'PAID')
    await console.go(`/console/payouts?state=PAID&merchant_code=${as.merchant_code}`)
    await page.getByText(reference).first().waitFor()
    expect(await console.faults()).toEqual([])
    await console.picture(`payouts-${options.language}-${options.width}`)
    await console.go(`/console/payouts/${payout_id}`)
    await page
      .getByText(french ? 'par amina' : 'by amina')
      .first()
      .waitFor()
    expect(await console.faults()).toEqual([])
    await console.picture(`payout-${options.language}-${options.width}`)
    await console.close()
  },
)

test('an admin rejects a payout with a reason that the merchant reads', async () => {
  const { as, destination_id, payouts } = await merchantWith()
  const { payout_id } = await payouts.requested({ amount: 300, destination_id, reference: 'REJECTED' })
  const console = await openConsole(world, browser, { language: 'en', width: 'desk', as: 'benoit' })
  await console.go(`/console/payout-approvals/${payout_id}`)
  await console.decide('Reject…', 'Call us about this wallet', 'Reject')
  await console.shows('Payout rejected')
  await console.close()
  const visitor = await atPayouts(as, { language: 'en', width: 360 })
  await visitor.button('Jean Mukendi').click()
  await visitor.page.getByText('Call us about this wallet').waitFor()
  await visitor.close()
})

test('the payout of a suspended merchant says in the console why it is not sent', async () => {
  const { as, destination_id, payouts } = await merchantWith()
  const { payout_id } = await payouts.requested({ amount: 250, destination_id, reference: 'SUSPENDED' })
  await adminsOf(world).act(`merchants/${as.merchant_code}/suspend`)
  const console = await openConsole(world, browser, { language: 'fr', width: 'phone' })
  await console.go(`/console/payouts/${payout_id}`)
  await console.page.getByText('Ce marchand est suspendu').waitFor()
  expect(await console.faults()).toEqual([])
  await console.picture('payout-suspended-fr-phone')
  await console.decide('Approuver…', 'Vérifié', /^Approuver 250,00/)
  await console.shows(/Versement de 250,00.USD approuvé/)
  await console.page.getByText('Approuvé', { exact: true }).first().waitFor()
  await console.close()
})

test('a batch is read with its payouts, offered only to a second admin, and approved with its sum', async () => {
  const { as, payouts } = await merchantWith()
  const destination_id = await usableBankAccount(world, as)
  clock.forward({ hours: 2 })
  await payouts.requested({ amount: 40, destination_id, reference: 'BANK-1' })
  const removed = await payouts.requested({ amount: 30, destination_id, reference: 'BANK-2' })
  await payouts.requested({ amount: 5, destination_id, reference: 'BANK-3' })
  const { batch_id } = await batchesOf(world).create()
  await moveShops(world)

  const maker = await openConsole(world, browser, { language: 'fr', width: 'phone', as: 'amina' })
  await maker.go('/console/payout-batches')
  await maker.page.getByRole('link', { name: /^75,00/ }).click()
  await maker.page.getByText('KREDBEBB •••• 7034').first().waitFor()
  await maker.page.getByText(shopHour).waitFor()
  await maker.page.getByText('Un autre administrateur doit décider de ce lot').waitFor()
  assert.equal(await maker.page.getByRole('button', { name: 'Approuver…' }).isDisabled(), true)
  const remove = async (reference: RegExp, left: RegExp) => {
    const row = maker.page.getByRole('row', { name: reference })
    await row.getByRole('button', { name: 'Retirer du lot' }).click()
    await maker.shows('Versement retiré. Il attend le lot suivant.')
    await maker.page.getByRole('heading', { level: 1, name: left }).waitFor()
  }
  await remove(/BANK-3/, /^70,00/)
  await remove(/BANK-2/, /^40,00/)
  // Messages do not stack over the page.
  expect(await maker.page.locator('.toast').count()).toBeLessThan(2)
  expect(await maker.faults()).toEqual([])
  await maker.picture('payout-batch-fr-phone')
  await maker.close()

  const second = await openConsole(world, browser, { language: 'en', width: 'desk', as: 'benoit' })
  await second.go(`/console/payout-batches/${batch_id}`)
  await second.press('Approve…')
  await second.page.getByText(/^1 payout, 40\.00.USD, debited from .+ ••••.0195\.$/).waitFor()
  await second.page.locator('dialog [name="reason"]').fill('Checked')
  await second.press('Approve')
  await second.page.getByRole('button', { name: 'Download file' }).waitFor()
  expect(await second.faults()).toEqual([])
  await second.picture('payout-batch-en-desk')
  assert.equal((await payouts.read(removed.payout_id)).state, 'APPROVED')
  await second.close()
})

test('a payout held after a new password says why to its owner, who confirms the destination, and to an admin', async () => {
  const as = await world.register()
  await addAvailable(world, as, 50_000n)
  const destination_id = await addedDestination(world, as)
  // Only a destination that was confirmed lately is distrusted.
  clock.forward({ minutes: 55 })
  await confirmed(world, as, destination_id)
  clock.forward({ minutes: 10 })
  const payouts = payoutsOf(world, as)
  const { payout_id } = await payouts.requested({ amount: 150, destination_id, reference: 'HELD-1' })
  const owner = { ...as, password: 'another horse battery 8' }
  const body = { current_password: as.password, new_password: owner.password }
  const changed = await call(world, 'POST', 'change-password', { token: await tokenOf(world, as), body })
  assert.equal(changed.status, 200, changed.text)
  const visitor = await atPayouts(owner, { language: 'fr', width: 360 })
  const { page } = visitor
  await page.getByText('HELD-1 · destination à confirmer').waitFor()
  await visitor.button('Jean Mukendi').click()
  await page.getByText('ce versement attend que vous confirmiez de nouveau sa destination').waitFor()
  await visitor.isInOrder('payout held')

  const admin = await openConsole(world, browser, { language: 'en', width: 'desk' })
  await admin.go(`/console/payouts/${payout_id}`)
  await admin.page.getByText('It can’t be approved until the merchant confirms it again').waitFor()
  assert.deepEqual(await admin.faults(), [])
  await admin.picture('payout-held-en-1280')
  await admin.close()

  await page.getByRole('link', { name: 'Vérifier la destination' }).click()
  await page.getByRole('heading', { name: 'Portefeuilles et comptes bancaires' }).waitFor()
  await visitor.button('Confirmer…').waitFor()
  await confirmed(world, owner, destination_id)
  await page.goto(`${world.url}/portal/payouts/${payout_id}`)
  await page.getByText('Vous pouvez encore annuler celui-ci.').waitFor()
  await visitor.close()
})
