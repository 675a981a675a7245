// Shop mode of the page that verifies receipts, in a real browser: marking goods as handed over, with and without a network, and a
// scanner that stays open.
import assert from 'node:assert/strict'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { closePages, faultsOf, openBrowser } from '../support/browser/browser.ts'
import { paid } from '../support/callers/portal.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let shop: Credentials
const contexts: BrowserContext[] = []
const complaints: string[] = []
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ productionGateway: true }), openBrowser()])
  shop = await world.register({ environment: 'production', name: 'Boutique Lac Kivu' })
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
  expect(complaints.splice(0)).toEqual([])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

const rows = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)

async function issued(as: Credentials): Promise<{ uuid: string; code: string; url: string }> {
  const uuid = await paid(world, as, { amount: 12, callback_url: 'https://shop.example/hook' })
  const { body } = await world.signed('GET', `/api/v1/payment/${uuid}/receipt`, undefined, { as })
  return { uuid, ...body.data }
}

/** A camera that shows the code in `window.shown`, in a browser that reads codes. */
const camera = `
  window.BarcodeDetector = class { static getSupportedFormats = async () => ['qr_code']
    detect = async () => window.shown ? [{ rawValue: window.shown }] : [] }
  Object.defineProperty(navigator, 'mediaDevices', { value: {
    getUserMedia: async () => { const canvas = document.createElement('canvas'); const paper = canvas.getContext('2d')
      setInterval(() => paper.fillRect(0, 0, Math.random() * 100, 9), 50); return canvas.captureStream() } } })`

type Options = { language?: 'fr' | 'en'; as?: Credentials; width?: number; dark?: boolean; script?: string }

/** Opens shop mode in a browser that is signed in to the portal. */
async function seller({
  language = 'fr',
  as,
  width = 360,
  dark = false,
  script,
}: Options = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 780 },
    locale: language === 'fr' ? 'fr-CD' : 'en-GB',
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  contexts.push(context)
  if (script) await context.addInitScript(script)
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted|Uncaught/i.test(message.text())) complaints.push(message.text())
  })
  await page.goto(`${world.url}/verify`)
  await page.getByText(language === 'fr' ? 'Prêt à vérifier sans réseau' : 'can verify without').waitFor()
  if (as)
    await page.evaluate(async ({ email, password }) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ email, password })
      const { status } = await fetch('/api/v1/merchant/session', { method: 'POST', headers, body })
      if (status !== 200) throw new Error(`sign-in: ${status}`)
    }, as)
  await page.getByRole('button', { name: language === 'fr' ? /^Mode boutique/ : /^Shop mode/ }).click()
  await page.getByRole('heading', { name: language === 'fr' ? 'Mode boutique' : 'Shop mode' }).waitFor()
  return page
}

const headed = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
async function enter(page: Page, text: string): Promise<void> {
  const field = page.locator('#shop-code')
  await field.fill(text)
  await field.press('Enter')
}
const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/shop-${name}.png` }) : undefined

test.each([
  ['fr', 360, false],
  ['en', 1280, true],
] as const)('in %s at %i pixels: goods are handed over once', async (language, width, dark) => {
  const t =
    language === 'fr'
      ? {
          paid: 'Payé',
          waiting: 'pas encore remis',
          mark: 'Marquer comme remis',
          done: 'Remis',
          next: 'Reçu suivant',
          again: 'Déjà remis',
          rest: 'Ne remettez rien',
        }
      : {
          paid: 'Paid',
          waiting: 'not handed over yet',
          mark: 'Mark as handed over',
          done: 'Handed over',
          next: 'Next receipt',
          again: 'Already handed over',
          rest: 'Hand over nothing',
        }
  const { code } = await issued(shop)
  const page = await seller({ language, as: shop, width, dark })
  assert.deepEqual(await faultsOf(page), [])
  await shot(page, `scan-${language}`)
  await enter(page, `${code.slice(0, 5)}-${code.slice(5).toLowerCase()}`)
  await headed(page, t.paid)
  await page.getByText(t.waiting).waitFor()
  await page.getByText(/^12[.,]00\sUSD$/).waitFor()
  assert.equal(await page.locator('.result.good').count(), 1)
  assert.deepEqual(await faultsOf(page), [])
  await shot(page, `paid-${language}`)
  await press(page, t.mark)
  await headed(page, t.done)
  await press(page, t.next)
  await enter(page, code)
  await headed(page, t.again)
  await page.getByText(t.rest).waitFor()
  assert.equal(await page.locator('.result.bad').count(), 1)
  assert.deepEqual(await faultsOf(page), [])
  await shot(page, `again-${language}`)
})

test('without a network the page warns, keeps the mark on the device, and sends it once there is one', async () => {
  const { uuid, url } = await issued(shop)
  const page = await seller({ as: shop })
  await page.context().setOffline(true)
  await enter(page, url)
  await headed(page, 'Payé')
  await page
    .getByText(/^Payé à Boutique Lac Kivu\. Hors ligne\s: reçu authentique, mais peut-être déjà remis/)
    .waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await shot(page, 'offline')
  await press(page, 'Marquer comme remis')
  await page.getByText('Enregistré sur cet appareil').waitFor()
  await press(page, 'Reçu suivant')
  await enter(page, url)
  await headed(page, 'Déjà remis')
  await page.getByText('sur cet appareil. Ne remettez rien.').waitFor()
  await press(page, 'Reçu suivant')
  const marks = () =>
    rows(
      `select from receipt r join card_transaction t on t.id = r.transaction_id
        where t.transaction_uuid = $1 and r.handed_over_at is not null`,
      [uuid],
    )
  expect(await marks()).toEqual([])
  await page.context().setOffline(false)
  await page.getByText(/Remises à envoyer/).waitFor({ state: 'detached' })
  assert.equal((await marks()).length, 1)
})

test('goods that were handed over elsewhere meanwhile are named once the device is online again', async () => {
  const { code, url } = await issued(shop)
  const [away, counter] = [await seller({ as: shop }), await seller({ as: shop })]
  await away.context().setOffline(true)
  await enter(away, url)
  await press(away, 'Marquer comme remis')
  await away.getByText('Enregistré sur cet appareil').waitFor()
  await press(away, 'Reçu suivant')
  await enter(counter, code)
  await press(counter, 'Marquer comme remis')
  await headed(counter, 'Remis')
  await away.context().setOffline(false)
  await away.getByText(`Le reçu ${code} avait déjà été remis`).waitFor()
  assert.deepEqual(await faultsOf(away), [])
})

test('the scanner stays open: it reads one receipt after the other, and each only once', async () => {
  const [one, other] = [await issued(shop), await issued(shop)]
  const page = await seller({ as: shop, script: camera })
  const show = (text: string) =>
    page.evaluate((next) => {
      Object.assign(window, { shown: next })
    }, text)
  await page.locator('.camera video').waitFor()
  await show(one.url)
  await headed(page, 'Payé')
  await press(page, 'Marquer comme remis')
  await headed(page, 'Remis')
  await press(page, 'Reçu suivant')
  // The same code is still in front of the camera.
  await headed(page, 'Mode boutique')
  await show(other.url)
  await headed(page, 'Payé')
  await page.getByText('pas encore remis').waitFor()
  await shot(page, 'scanned')
})

test('a receipt of another shop, a refunded one and a forged one hand over nothing; a stranger is asked to sign in', async () => {
  const rival = await world.register({ environment: 'production', name: 'Chez Ntemba' })
  const [foreign, refunded, own] = [await issued(rival), await issued(shop), await issued(shop)]
  const [payment] = await rows('select cs_payment_id from card_transaction where transaction_uuid = $1', [
    refunded.uuid,
  ])
  await world.admin('POST', `/api/v1/admin/payment/refunds/${payment.cs_payment_id}`, {
    reason: 'wrong size',
  })
  const page = await seller({ as: shop })
  for (const [text, title] of [
    [foreign.code, 'Reçu d’une autre boutique'],
    [refunded.url, 'Remboursé'],
    [own.url.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')), /Reçu refusé|Ce n’est pas un reçu/],
  ] as const) {
    await enter(page, text)
    await page.getByRole('heading', { name: title }).waitFor()
    assert.equal(await page.locator('.result.bad').count(), 1)
    assert.equal(await page.getByRole('button', { name: 'Marquer comme remis' }).count(), 0)
    await press(page, 'Reçu suivant')
  }
  const stranger = await seller()
  await stranger.getByRole('link', { name: 'Se connecter' }).waitFor()
  await enter(stranger, own.code)
  await stranger.getByText('Connectez-vous pour savoir si c’est déjà remis.').waitFor()
  assert.equal(await stranger.locator('.result.wait').count(), 1)
  assert.equal(await stranger.getByRole('button', { name: 'Marquer comme remis' }).count(), 0)
  assert.deepEqual(await faultsOf(stranger), [])
})
