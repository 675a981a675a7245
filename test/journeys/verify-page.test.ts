// The page that verifies receipts, in a real browser: with and without a network, genuine and forged, refunded meanwhile.
import assert from 'node:assert/strict'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { statement } from '../../server/platform/database/database.ts'
import { closePages, faultsOf, openBrowser } from '../support/browser/browser.ts'
import { transfersOf } from '../support/callers/transfers.ts'
import { orderBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

const texts = {
  fr: {
    title: 'Vérifier un reçu',
    genuine: 'Reçu authentique',
    refunded: 'Remboursé',
    partly: 'Remboursé en partie',
    voided: 'Paiement annulé par le marchand',
    test: 'Reçu de test',
    forged: 'Reçu refusé',
    unreadable: 'Ce n’est pas un reçu',
    ready: 'Prêt à vérifier sans réseau',
    offline: 'Hors ligne',
    confirmed: 'Confirmé en ligne',
    label: 'Code ou lien du reçu',
    verify: 'Vérifier',
    unknown: 'Code inconnu',
    needsNetwork: 'Connexion nécessaire',
  },
  en: {
    title: 'Verify a receipt',
    genuine: 'Genuine receipt',
    refunded: 'Refunded',
    partly: 'Partly refunded',
    voided: 'Payment cancelled by the merchant',
    test: 'Test receipt',
    forged: 'Receipt rejected',
    unreadable: 'Not a receipt',
    ready: 'can verify without a network',
    offline: 'Offline:',
    confirmed: 'Confirmed online',
    label: 'Receipt code or link',
    verify: 'Verify',
    unknown: 'Unknown code',
    needsNetwork: 'Connection needed',
  },
}
type Language = keyof typeof texts

let world: World
let browser: Browser
let live: Credentials
const contexts: BrowserContext[] = []
const complaints: string[] = []
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ productionGateway: true }), openBrowser()])
  live = await world.register({ environment: 'production', name: 'Boutique Lac Kivu' })
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
  expect(complaints.splice(0)).toEqual([])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

type Issued = { uuid: string; receipt: string; code: string; url: string }

async function issued(as: Credentials, overrides: Record<string, unknown> = {}): Promise<Issued> {
  const body = orderBody(world.url, {
    amount: 1250,
    merchant_reference: 'INV-2041',
    callback_url: 'https://shop.example/hook',
    ...overrides,
  })
  const order = await world.signed('POST', '/api/v1/payment/orders', body, { as })
  assert.equal(order.status, 200, order.text)
  const { transaction_uuid: uuid, links } = order.body.data
  assert.deepEqual((await world.payByCalls(links)).body, { state: 'DONE' })
  const { body: receipt } = await world.signed('GET', `/api/v1/payment/${uuid}/receipt`, undefined, { as })
  return { uuid, ...receipt.data }
}

const findPayment = statement<{ cs_payment_id: string }>(
  'test_find_payment_id',
  'select cs_payment_id from card_transaction where transaction_uuid = $1',
)
async function undo(uuid: string, how: 'refunds' | 'voids', amount?: number): Promise<void> {
  const [payment] = await world.db.rows(findPayment, [uuid])
  const path = `/api/v1/admin/payment/${how}/${payment!.cs_payment_id}`
  const { status, text } = await world.admin('POST', path, {
    reason: 'wrong size',
    ...(amount && { amount }),
  })
  assert.equal(status, 200, text)
}

async function visitor(
  options: { language?: Language; width?: number; dark?: boolean; script?: string } = {},
): Promise<Page> {
  const { language = 'fr', width = 360, dark = false, script } = options
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
  return page
}

const headed = (page: Page, title: string) =>
  page.getByRole('heading', { name: title, exact: true }).waitFor()
/** Opens another receipt in the same page, as scanning another QR code does. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(url)
}
const shot = (page: Page, name: string) =>
  process.env.SHOTS
    ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
    : undefined

/** The receipt with its amount changed, and its signature kept. */
function withAmount(token: string, amount: string): string {
  const [content = '', signature] = token.split('.')
  const changed = { ...JSON.parse(Buffer.from(content, 'base64url').toString()), a: amount }
  return `${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`
}

describe('with the network off', () => {
  test.each([
    ['the browser’s own Ed25519', undefined],
    [
      'the library, in a browser without Ed25519',
      `if (globalThis.SubtleCrypto) { const known = SubtleCrypto.prototype.importKey
         SubtleCrypto.prototype.importKey = function (format, key, algorithm, ...more) {
           return algorithm === 'Ed25519' ? Promise.reject(new DOMException('', 'NotSupportedError')) : known.call(this, format, key, algorithm, ...more) } }`,
    ],
  ])('a genuine receipt verifies and a changed digit is refused, by %s', async (_how, script) => {
    const { receipt, url } = await issued(live)
    const page = await visitor({ ...(script && { script }) })
    await page.goto(`${world.url}/verify`)
    await page.getByText(texts.fr.ready).waitFor()
    await page.context().setOffline(true)
    await open(page, url)
    await headed(page, texts.fr.genuine)
    await page.getByText('1\u202f250,00\u00a0USD').first().waitFor()
    await page.getByText('Boutique Lac Kivu').waitFor()
    await page.getByText(texts.fr.offline).waitFor()
    await open(page, `${world.url}/verify#${withAmount(receipt, '9250.00')}`)
    await headed(page, texts.fr.forged)
    assert.equal(await page.getByText('USD').count(), 0)
    const swapped = receipt.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
    await open(page, `${world.url}/verify#${swapped}`)
    await page.getByRole('heading', { name: /Reçu refusé|Ce n’est pas un reçu/ }).waitFor()
    await shot(page, `forged-${script ? 'library' : 'own'}`)
  })

  test('a code asks for a network, and is looked up when the network returns', async () => {
    const { code } = await issued(live)
    const page = await visitor()
    await page.goto(`${world.url}/verify`)
    await page.getByText(texts.fr.ready).waitFor()
    await page.context().setOffline(true)
    await page.getByLabel(texts.fr.label).fill(code)
    await page.getByRole('button', { name: texts.fr.verify, exact: true }).click()
    await headed(page, texts.fr.needsNetwork)
    await page.context().setOffline(false)
    await headed(page, texts.fr.genuine)
    await page.getByText(texts.fr.confirmed).waitFor()
  })
})

describe('with the network on', () => {
  test.each([
    ['fr', 360, false],
    ['en', 1280, false],
    ['fr', 1280, true],
    ['en', 360, true],
  ] as const)(
    'in %s at %i pixels, dark %s: a paid receipt is confirmed, amber once part of it is refunded, then red',
    async (language, width, dark) => {
      const text = texts[language]
      const { uuid, url, code } = await issued(live)
      const page = await visitor({ language, width, dark })
      await page.goto(`${world.url}/verify`)
      await headed(page, text.title)
      assert.deepEqual(await faultsOf(page), [])
      await shot(page, `ask-${language}-${width}-${dark ? 'dark' : 'light'}`)
      await open(page, url)
      await headed(page, text.genuine)
      await page.getByText(text.confirmed).waitFor()
      assert.equal(await page.locator('.verdict.good').count(), 1)
      assert.deepEqual(await faultsOf(page), [])
      await shot(page, `genuine-${language}-${width}-${dark ? 'dark' : 'light'}`)
      await undo(uuid, 'refunds', 250.5)
      await open(page, url)
      await headed(page, text.partly)
      await page.getByText(text.confirmed).waitFor()
      // Part of the money is there: no forgery, and the large figure is what is still paid.
      assert.equal(await page.locator('.verdict.wait').count(), 1)
      assert.match(await page.locator('.amount').innerText(), /999[.,]50\sUSD/)
      assert.deepEqual(await faultsOf(page), [])
      await shot(page, `partly-${language}-${width}-${dark ? 'dark' : 'light'}`)
      await undo(uuid, 'refunds')
      await open(page, url)
      await headed(page, text.refunded)
      assert.equal(await page.locator('.verdict.bad').count(), 1)
      assert.deepEqual(await faultsOf(page), [])
      await shot(page, `refunded-${language}-${width}-${dark ? 'dark' : 'light'}`)
      await open(page, `${world.url}/verify#${code}`)
      await headed(page, text.refunded)
    },
  )

  test('a voided payment is red', async () => {
    const { uuid, url } = await issued(live)
    await undo(uuid, 'voids')
    const page = await visitor()
    await open(page, url)
    await headed(page, texts.fr.voided)
    assert.equal(await page.locator('.verdict.bad').count(), 1)
  })

  test('a test receipt is never shown as paid', async () => {
    const { url, code } = await issued(world.merchant)
    const page = await visitor()
    for (const address of [url, `${world.url}/verify#${code}`]) {
      await open(page, address)
      await headed(page, texts.fr.test)
      assert.equal(await page.locator('.verdict.test').count(), 1)
      assert.equal(await page.getByText(texts.fr.genuine).count(), 0)
    }
    assert.deepEqual(await faultsOf(page), [])
    await shot(page, 'test-fr')
  })

  test('the receipt of a transfer says that it was sent', async () => {
    await world.topUp('10.00')
    const transfers = transfersOf(world)
    await transfers.accepted({ reference: 'T-page' })
    await transfers.reaches('T-page', 'Successful')
    const { body } = await transfers.get('/receipt?reference=T-page')
    const page = await visitor({ language: 'en' })
    await open(page, body.data.url)
    await page.getByText(/^Transfer delivered on/).waitFor()
    await shot(page, 'transfer-en')
  })

  test('a pasted link with line breaks, an unknown code and an empty field are understood', async () => {
    const { url } = await issued(live)
    const page = await visitor()
    await page.goto(`${world.url}/verify`)
    const field = page.getByLabel(texts.fr.label)
    const send = page.getByRole('button', { name: texts.fr.verify, exact: true })
    await send.click()
    await page.getByRole('alert').filter({ hasText: 'Saisissez' }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await field.fill('ZZZZZ-zzzzz')
    await send.click()
    await headed(page, texts.fr.unknown)
    await shot(page, 'unknown-fr')
    assert.equal(await field.inputValue(), 'ZZZZZZZZZZ')
    // A slip is corrected where it was made.
    await field.fill('K7Q2M9XW4')
    await send.click()
    await headed(page, 'Code incomplet ou incorrect')
    assert.equal(await field.inputValue(), 'K7Q2M9XW4')
    await field.fill('https://pay.example/bonjour')
    await send.click()
    await headed(page, texts.fr.unreadable)
    await page.getByRole('button', { name: 'Vérifier un autre reçu' }).click()
    await field.fill(`  ${url.slice(0, 90)} ${url.slice(90)} `)
    await send.click()
    await headed(page, texts.fr.genuine)
  })

  test.each(['#%', '#%E0%A4%A'])(
    'an address that ends in %s is no receipt, and never shows the one before',
    async (hash) => {
      const { url } = await issued(live)
      const page = await visitor()
      await page.goto(`${world.url}/verify${hash}`)
      await headed(page, texts.fr.unreadable)
      await open(page, url)
      await headed(page, texts.fr.genuine)
      await page.evaluate((next) => {
        location.hash = next
      }, hash)
      await headed(page, texts.fr.unreadable)
      assert.equal(await page.getByText('USD').count(), 0)
    },
  )

  test('a receipt signed with a key that is not published is refused', async () => {
    const { receipt } = await issued(live)
    const [content = '', signature] = receipt.split('.')
    const changed = { ...JSON.parse(Buffer.from(content, 'base64url').toString()), k: 'AAAAAAAA' }
    const page = await visitor()
    await page.goto(
      `${world.url}/verify#${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`,
    )
    await headed(page, texts.fr.forged)
  })

  test.each([320, 360, 768, 1280])(
    'at %i pixels and with text twice as large, nothing is cut off',
    async (width) => {
      const { url } = await issued(live, { amount: 9_876_543_210.5, currency: 'CDF' })
      const page = await visitor({ width })
      for (const address of [`${world.url}/verify`, url]) {
        await open(page, address)
        await page.getByRole('heading').first().waitFor()
        for (const size of ['100%', '200%']) {
          await page.evaluate((wanted) => {
            document.documentElement.style.fontSize = wanted
          }, size)
          const wide = await page.evaluate(() =>
            [...document.querySelectorAll('body *')]
              .filter((one) => one.getBoundingClientRect().right > innerWidth)
              .map((one) => one.outerHTML.slice(0, 80)),
          )
          assert.deepEqual(wide, [], `${address} at ${width} pixels, ${size}`)
          assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
        }
      }
    },
  )
})

test('the token of a receipt never leaves the browser', async () => {
  const { receipt, url } = await issued(live)
  const page = await visitor()
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${JSON.stringify(request.headers())}`))
  await page.goto(url)
  await page.getByText(texts.fr.confirmed).waitFor()
  assert.ok(sent.length > 3)
  // The browser reports the address with its fragment, which it does not send.
  const withoutFragment = sent.map((one) => one.replace(/#[\w.-]+/, ''))
  assert.deepEqual(
    withoutFragment.filter((one) => one.includes(receipt.slice(0, 40))),
    [],
  )
})
