// The portal while money arrives: lists that update by themselves, the till, and the palette.
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { newVisitor, type Visitor } from '../support/browser/portal-visitor.ts'
import { openDispute } from '../support/callers/disputes.ts'
import { paid } from '../support/callers/portal.ts'
import { eventually } from '../support/http/eventually.ts'
import { orderBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let merchant: Credentials
const password = 'trois pagnes bleus au soleil'

beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
  merchant = await world.register({ name: 'Chez Ntemba', password })
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

const isOfUpdates = (one: { url(): string }) => one.url().endsWith('/merchant/updates')

/** @param holding delays the stream of updates until it resolves. */
async function signedIn(
  path: string,
  options: Parameters<typeof newVisitor>[2],
  holding?: Promise<unknown>,
): Promise<Visitor> {
  const visitor = await newVisitor(browser, world, options)
  const { page } = visitor
  if (holding) await page.route('**/merchant/updates', (route) => holding.then(() => route.continue()))
  const isFrench = options.language === 'fr'
  await page.goto(`${world.url}${path}`)
  await page.getByLabel(isFrench ? 'E-mail' : 'Email').fill(merchant.email)
  await page.getByLabel(isFrench ? 'Mot de passe' : 'Password', { exact: true }).fill(password)
  await Promise.all([
    holding ? page.waitForRequest(isOfUpdates) : page.waitForResponse(isOfUpdates),
    visitor.button(isFrench ? 'Se connecter' : 'Sign in').click(),
  ])
  return visitor
}

const order = async (merchant_reference: string): Promise<string> =>
  (
    await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url, { merchant_reference }), {
      as: merchant,
    })
  ).body.data.links

test('a list announces new payments by a chip, and shows the outcome of those it has', async () => {
  const first = await order('LIVE-1')
  const visitor = await signedIn('/portal/payments', { language: 'en', width: 360 })
  const { page } = visitor
  const row = (reference: string) => page.locator('.line-row', { hasText: reference })
  await row('LIVE-1').getByText('Pending').waitFor({ state: 'attached' })
  await world.payByCalls(first)
  await row('LIVE-1').getByText('Paid').waitFor({ state: 'attached' })
  await order('LIVE-2')
  await visitor.button(/1 new payment/).waitFor()
  assert.equal(await row('LIVE-2').count(), 0)
  await visitor.isInOrder('new payment')
  await visitor.button(/1 new payment/).click()
  await row('LIVE-2').waitFor()
  await visitor.button(/new payment/).waitFor({ state: 'detached' })
  await visitor.close()
})

test('a payment that was paid before the stream of updates began is shown as paid', async () => {
  const link = await order('LATE-1')
  const held = Promise.withResolvers<void>()
  const visitor = await signedIn('/portal/payments', { language: 'en', width: 360 }, held.promise)
  const row = visitor.page.locator('.line-row', { hasText: 'LATE-1' })
  await row.getByText('Pending').waitFor({ state: 'attached' })
  await world.payByCalls(link)
  const now = async () => Number(await visitor.page.evaluate('performance.now()'))
  const paidAt = await now()
  await eventually('a second has passed', async () => (await now()) > paidAt + 1_000)
  held.resolve()
  await row.getByText('Paid').waitFor({ state: 'attached' })
  await visitor.close()
})

test('pages show the hours of the shop from the first one on, whatever the zone of the device, and name it', async () => {
  await order('ZONE-1')
  const customer = await browser.newContext({ locale: 'fr-CD', timezoneId: 'Asia/Tokyo' })
  const page = await customer.newPage()
  // Whatever is loaded beside the list must not be needed for its hours.
  await page.route('**/merchant/preferences', (route) => route.abort())
  await page.goto(`${world.url}/portal/payments`)
  await page.getByLabel('E-mail').fill(merchant.email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  const row = page.locator('.line-row', { hasText: 'ZONE-1' })
  const at = await row.locator('time').getAttribute('datetime')
  const inKinshasa = { timeZone: 'Africa/Kinshasa', hour: '2-digit', minute: '2-digit' } as const
  const hour = new Intl.DateTimeFormat('fr', inKinshasa).format(new Date(at ?? ''))
  assert.equal(await row.locator('time').innerText(), hour)
  await page.getByText('Heures et jours de votre boutique : Kinshasa (UTC+1).').waitFor()
  await page.reload()
  assert.equal(await row.locator('time').innerText(), hour)
  await customer.close()
})

test('a sale at the till shows a code to scan, and the whole screen says when it is paid', async () => {
  const visitor = await signedIn('/portal/till', { language: 'fr', width: 360 })
  const { page, button } = visitor
  for (const key of ['1', '2', ',', '5']) await button(key).click()
  // Digits that are typed into the note are not part of the amount.
  await page.getByLabel('Pour quoi').pressSequentially('Pagne 7')
  const verify = page.getByRole('link', { name: 'Vérifier un reçu' })
  assert.equal(await verify.getAttribute('href'), '/verify?shop')
  await visitor.isInOrder('till')
  // Text of twice the size leaves no room for a button above the pad.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  for (const top of [0, 150, 300, 450]) {
    await page.evaluate((y) => scrollTo(0, y), top)
    assert.deepEqual(await coveredButtons(page), [], `scrolled by ${top}`)
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  assert.equal(await page.locator('link[rel=manifest]').getAttribute('href'), '/till.webmanifest')
  await button(/^Encaisser 12,50/).click()
  await page.getByRole('img', { name: 'Code QR de la page de paiement' }).waitFor()
  await page.getByText('Pagne 7').waitFor()
  const whatsapp = page.getByRole('link', { name: 'Envoyer par WhatsApp' })
  assert.match(
    (await whatsapp.getAttribute('href')) ?? '',
    /^https:\/\/wa\.me\/\?text=Chez\+Ntemba\+%E2%80%93\+Pagne\+7%C2%A0%3A\+12%2C50%C2%A0USD\.\+Payez\+par\+carte\+ici/,
  )
  await visitor.isInOrder('sale')
  await payLatestLink(page)
  await page.getByRole('heading', { name: 'Payé' }).waitFor()
  await visitor.isInOrder('paid sale')
  await button('Nouvelle vente').click()
  await button('Son').click()
  await page.reload()
  assert.equal(await button('Son').getAttribute('aria-pressed'), 'false')
  await visitor.close()
})

test('the pad of the till has the decimal mark of the amount above it', async () => {
  const visitor = await signedIn('/portal/till', { language: 'en', width: 360 })
  for (const key of ['1', '2', '.', '5'])
    await visitor.page.getByRole('button', { name: key, exact: true }).click()
  await visitor.button(/^Charge 12\.50/).waitFor()
  await visitor.close()
})

test('without a network the till says so in a line that covers no button, and charges once it is back', async () => {
  const visitor = await signedIn('/portal/till', { language: 'fr', width: 360 })
  const { page, button } = visitor
  for (const key of ['1', '5']) await button(key).click()
  const offline = page.getByText('Hors connexion. Vous pourrez encaisser dès le retour du réseau.')
  await page.context().setOffline(true)
  await offline.waitFor()
  assert.equal(await button(/^Encaisser 15,00/).isDisabled(), true)
  await visitor.isInOrder('till without a network')
  assert.deepEqual(await coveredButtons(page), [])
  await page.context().setOffline(false)
  await offline.waitFor({ state: 'detached' })
  await button(/^Encaisser 15,00/).click()
  await page.getByText('En attente du paiement…').waitFor()
  await page.context().setOffline(true)
  await page.getByText('Hors connexion. Nous vérifions le paiement au retour du réseau.').waitFor()
  assert.deepEqual(await coveredButtons(page), [])
  await page.context().setOffline(false)
  await page.getByText('En attente du paiement…').waitFor()
  await visitor.close()
})

/** The names of the buttons in sight whose middle something else covers, in the main part of the page. */
const coveredButtons = (page: Page) =>
  page.locator('main button').evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const { left, top, width, height } = button.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        if (y < 0 || y > innerHeight) return false
        const above = document.elementsFromPoint(x, y)[0]
        const isMessage = [...document.querySelectorAll('.toast')].some((toast) => {
          const at = toast.getBoundingClientRect()
          return at.left < x && x < at.right && at.top < y && y < at.bottom
        })
        return isMessage || !(above && (button.contains(above) || above.closest('.tab-bar, .top')))
      })
      .map(({ textContent }) => textContent),
  )

test('a cancelled sale can be restored, and otherwise its link is cancelled', async () => {
  const visitor = await signedIn('/portal/till', { language: 'fr', width: 360 })
  const { page, button } = visitor
  await button('7').click()
  await button(/^Encaisser 7,00/).click()
  await button('Annuler cette vente').click()
  await button('Rétablir la vente').click()
  const source = await page.locator('img.qr').getAttribute('src')
  const code = /^\/pl\/([A-Z0-9]{12})\//.exec(source ?? '')?.[1]
  const statusOf = async () => {
    const { body } = await world.signed('GET', `/api/v1/payment-links/${code}`, undefined, { as: merchant })
    return body.data.status
  }
  assert.equal(await statusOf(), 'ACTIVE')
  await button('Annuler cette vente').click()
  await page.getByText(/^Vente de 7,00.USD annulée\.$/).waitFor()
  // Nobody has to press anything more.
  await page.getByRole('button', { name: 'Saisissez un montant' }).waitFor()
  assert.equal(await statusOf(), 'CANCELLED')
  await visitor.close()
})

/** The customer opens the link that the code holds, and pays. */
async function payLatestLink(page: Page): Promise<void> {
  const source = await page.locator('img.qr').getAttribute('src')
  const code = /^\/pl\/([A-Z0-9]{12})\//.exec(source ?? '')?.[1]
  const customer = await browser.newPage({ locale: 'fr-CD' })
  await customer.goto(`${world.url}/pl/${code}`)
  await customer.getByLabel('E-mail', { exact: true }).waitFor()
  const buyer = {
    Prénom: 'Grâce',
    Nom: 'Mukendi',
    'E-mail': 'grace@example.com',
    'Téléphone (facultatif)': '0991234567',
    Adresse: '12 avenue du Lac',
    Ville: 'Goma',
  }
  for (const [label, value] of Object.entries(buyer)) {
    const field = customer.getByLabel(label, { exact: true })
    if (await field.isVisible()) await field.fill(value)
  }
  await customer.getByRole('button', { name: 'Passer au paiement' }).click()
  await customer.waitForURL(/\/api\/v1\/payment\//)
  const paid = await world.payByCalls(customer.url())
  expect(paid.status).toBe(200)
  await customer.close()
}

test('the palette finds a payment, a page and an action by keyboard alone', async () => {
  await order('PALETTE-7')
  const visitor = await signedIn('/portal', { language: 'en', width: 1280 })
  const { page } = visitor
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /^Search for a payment/ })
  await field.fill('PALETTE-7')
  await page.getByRole('option', { name: /PALETTE-7/, selected: true }).waitFor()
  await visitor.isInOrder('palette')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/portal\/payments\/LKT-/)
  // Ctrl-K closes a palette that is still open.
  await field.waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await field.fill('settle')
  await page.getByRole('option', { name: 'Daily settlements', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/portal\/settlements$/)
  await field.waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await field.fill('money back')
  await page.getByRole('option', { name: 'Refund a payment' }).waitFor()
  await field.fill('fuseau')
  await page.getByRole('option', { name: 'Change the time zone' }).waitFor()
  await field.fill('passer')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Clôtures quotidiennes' }).waitFor()
  await page.getByRole('combobox').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('xyzzy')
  await page.getByText('Aucun résultat pour « xyzzy ».').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.palette').waitFor({ state: 'detached' })
  await visitor.close()
})

test('one sentence says what yesterday brought, compared with a week before, and what is disputed', async () => {
  const shop = await world.register({ name: 'Chez Wivine', password })
  const zone = 'Africa/Kinshasa'
  const forward = async (seconds: number) =>
    assert.equal((await world.admin('POST', '/api/v1/admin/sandbox/clock', { forward: seconds })).status, 200)
  // From noon to noon, no sale falls on another day.
  const now = world.clock.now().toZonedDateTimeISO(zone)
  const noon = now.add({ days: 1 }).startOfDay().add({ hours: 12 })
  await forward(Math.round(now.until(noon).total('seconds')))
  await paid(world, shop, { amount: 20 })
  await forward(7 * 86_400)
  await paid(world, shop, { amount: 12.5 })
  await openDispute(world, await paid(world, shop, { amount: 30 }))
  await forward(86_400)
  for (const language of ['fr', 'en'] as const) {
    const visitor = await newVisitor(browser, world, { language, width: language === 'fr' ? 360 : 1280 })
    const { page } = visitor
    await page.goto(`${world.url}/portal`)
    await page.getByLabel(language === 'fr' ? 'E-mail' : 'Email').fill(shop.email)
    await page.getByLabel(language === 'fr' ? 'Mot de passe' : 'Password', { exact: true }).fill(password)
    await visitor.button(language === 'fr' ? 'Se connecter' : 'Sign in').click()
    const sentence = page.locator('.day-sentence')
    const weekday = noon.toLocaleString(language, { weekday: 'long' })
    const deadline = { day: 'numeric', month: 'short' } as const
    const last = now.add({ days: 14 }).toLocaleString(language === 'fr' ? 'fr-CD' : 'en-GB', deadline)
    assert.equal(
      (await sentence.innerText()).replace(/\s/g, ' '),
      language === 'fr'
        ? `Hier, 2 ventes, 42,50 USD, 1 de plus que le ${weekday} précédent. 45,00 USD bloqués par un litige : répondez avant le ${last}${last.endsWith('.') ? '' : '.'}`
        : `Yesterday, 2 sales, 42.50 USD, 1 more than the previous ${weekday}. 45.00 USD held by a dispute: respond by ${last}.`,
    )
    await visitor.isInOrder('day sentence')
    await sentence.getByRole('link', { name: /^2 / }).click()
    await page.locator('.line-row').nth(1).waitFor()
    assert.equal(await page.locator('.line-row').count(), 2)
    await visitor.close()
  }
})
