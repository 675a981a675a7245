// The example shop as its customers use it: its own server and page, in a real browser.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { freePort } from '../../server/platform/process/ports.ts'
import { violationsOn } from '../support/browser/axe.ts'
import { closePages, openBrowser, type Sent } from '../support/browser/browser.ts'
import { eventually } from '../support/http/eventually.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let merchant: Credentials
let merchantAccount: ChildProcess
let merchantUrl: string
let output = ''
let visit: { context: BrowserContext; page: Page; sent: Sent[]; complaints: string[] }

beforeAll(async () => {
  const [port] = await Promise.all([freePort(), openWorld().then((opened) => (world = opened))])
  browser = await openBrowser()
  merchantUrl = `http://localhost:${port}`
  merchant = await world.register({ microformOrigins: [merchantUrl] })
  merchantAccount = spawn(process.execPath, ['examples/custom-checkout/server.mjs'], {
    env: {
      PATH: process.env.PATH,
      SHOP_PORT: String(port),
      LIKUTA_URL: world.url,
      LIKUTA_API_KEY: merchant.api_key,
      LIKUTA_API_SECRET: merchant.api_secret,
      LIKUTA_CALLBACK_SECRET: merchant.callback_secret,
    },
  })
  for (const stream of [merchantAccount.stdout, merchantAccount.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk))
  await eventually('the shop is ready', async () => output.includes('shop ready'))
})
afterEach(async () => {
  expect(visit.complaints).toEqual([])
  await visit.context.close()
})
afterAll(async () => {
  if (merchantAccount?.exitCode === null) {
    merchantAccount.kill()
    await once(merchantAccount, 'exit')
  }
  await closePages(browser)
  await world?.close()
})

async function openMerchantPage(options: { locale?: string; colorScheme?: 'dark' } = {}): Promise<Page> {
  const shown = { viewport: { width: 360, height: 780 }, locale: 'en-GB', ...options }
  const context = await browser.newContext(shown)
  const page = await context.newPage()
  visit = { context, page, sent: [], complaints: [] }
  page.on('request', (request) =>
    visit.sent.push({ url: request.url(), method: request.method(), body: request.postData() ?? '' }),
  )
  page.on('pageerror', (error) => visit.complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|integrity|Uncaught/i.test(message.text()))
      visit.complaints.push(message.text())
  })
  await page.goto(merchantUrl)
  await page.locator('button:enabled', { hasText: /^(Pay 25\.50|Payer 25,50)\sUSD$/ }).waitFor()
  return page
}

async function pay(page: Page, number: string): Promise<void> {
  await page.frameLocator('#number iframe').getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').pressSequentially('1230')
  await page.frameLocator('#securityCode iframe').getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).click()
}

const outcome = (page: Page) => page.getByRole('heading', { level: 2 }).innerText()

async function latest(): Promise<{ transaction_uuid: string; status: string }> {
  const [row] = await world.db.rows<{ transaction_uuid: string; status: string }>({
    name: 'latest_microform',
    text: "select transaction_uuid, status from card_transaction where origin = 'microform' order by id desc limit 1",
  })
  return row!
}

describe('a merchant with its own card page', () => {
  test('a custom checkout is paid without a challenge, and its server receives the webhook [C4.5] [C6.3]', async () => {
    const page = await openMerchantPage()
    expect(await violationsOn(page)).toEqual([])
    await pay(page, '4242424242424242')
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    expect(await violationsOn(page)).toEqual([])
    const { transaction_uuid, status } = await latest()
    assert.equal(status, 'SUCCESS')
    await eventually('the webhook', async () => output.includes(`webhook SUCCESS ${transaction_uuid}`))
    const charges = (await world.books()).payments.filter((payment: any) => payment.code === transaction_uuid)
    expect(charges).toMatchObject([{ captured_amount: '25.50', currency: 'USD' }])
  })

  test('a custom checkout is paid after the challenge of the bank, inside the page [C4.5]', async () => {
    const page = await openMerchantPage()
    await pay(page, '4000000000003220')
    const bank = page.frameLocator('dialog iframe')
    await bank.getByLabel('Code').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await bank.getByLabel('Code').fill('1234')
    await bank.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.equal((await latest()).status, 'SUCCESS')
  })

  test('a custom checkout takes another card after its challenge was closed [C4.5]', async () => {
    const page = await openMerchantPage()
    await pay(page, '4000000000003220')
    await page.frameLocator('dialog iframe').getByLabel('Code').waitFor()
    await page.getByRole('button', { name: 'Close without paying' }).click()
    await page.getByText('was not completed').waitFor()
    await page.getByLabel('Expiry date').fill('')
    await pay(page, '5555555555554444')
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  })

  test.each([
    ['4000000000000002', 'Declined by the bank'],
    ['4000008400001629', 'Declined by the bank'],
    ['4000000000003063', 'Authentication failed'],
  ])('a custom checkout shows that card %s was declined: %s [C4.6]', async (number, texts) => {
    const page = await openMerchantPage()
    await pay(page, number)
    if (number === '4000008400001629') {
      const bank = page.frameLocator('dialog iframe')
      await bank.getByLabel('Code').fill('1234')
      await bank.getByRole('button', { name: 'Confirm' }).click()
    }
    assert.equal(await outcome(page), 'The payment was declined')
    await page.getByText(texts).waitFor()
    const { transaction_uuid, status } = await latest()
    assert.equal(status, 'FAILED')
    await eventually('the webhook', async () => output.includes(`webhook FAILED ${transaction_uuid}`))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('button:enabled', { hasText: 'Pay 25.50 USD' }).waitFor()
  })

  test('the example shop follows the language and the colour scheme of the browser, and lists two test cards', async () => {
    const page = await openMerchantPage({ locale: 'fr-CD', colorScheme: 'dark' })
    assert.equal(await page.locator('html').getAttribute('lang'), 'fr')
    expect(await violationsOn(page)).toEqual([])
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    assert.equal(ground, 'rgb(23, 17, 12)')
    assert.deepEqual(await page.locator('dt').allInnerTexts(), ['4242 4242 4242 4242', '4000 0000 0000 3220'])
    await page.frameLocator('#number iframe').getByLabel('Numéro de carte').fill('4000000000009995')
    await page.getByLabel('Date d’expiration').pressSequentially('1230')
    await page.frameLocator('#securityCode iframe').getByLabel('Cryptogramme').fill('123')
    await page.getByRole('button', { name: /^Payer/ }).click()
    assert.equal(await outcome(page), 'Le paiement est refusé')
    await page.getByText('Solde insuffisant. Rien n’a été débité.').waitFor()
  })

  test('no card digit reaches the merchant or us, and the library is checked by hash [C1] [S-43] [S-45]', async () => {
    const page = await openMerchantPage()
    await pay(page, '4000000000003220')
    const bank = page.frameLocator('dialog iframe')
    await bank.getByLabel('Code').fill('1234')
    await bank.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const seen = visit.sent.filter(({ url }) => url.startsWith(merchantUrl) || url.startsWith(world.url))
    assert.ok(seen.length > 5)
    for (const { url, body } of seen)
      assert.doesNotMatch(decodeURIComponent(url + body), /4000\D?0000\D?0000\D?3220|securityCode/)
    for (const { body } of visit.sent) assert.doesNotMatch(body, /4000000000003220/)
    assert.doesNotMatch(output, /4000\D?0000\D?0000\D?3220/)
    const library = page.locator('head script[src^="http"]')
    assert.match((await library.getAttribute('integrity')) ?? '', /^sha(256|384|512)-/)
    const toLikuta = visit.sent
      .filter(({ url }) => url.startsWith(world.url))
      .map(({ url }) => new URL(url).pathname)
    for (const path of toLikuta) assert.match(path, /\/api\/v1\/microform\/step-up\//)
  })

  test('the example server refuses an unsigned webhook [C6.3]', async () => {
    const page = await openMerchantPage()
    const forged = JSON.stringify({ status: 'SUCCESS', transaction_uuid: (await latest()).transaction_uuid })
    for (const signature of ['', 't=1,v1=00', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`]) {
      const response = await fetch(`${merchantUrl}/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-service-signature': signature },
        body: forged,
      })
      assert.equal(response.status, 401)
    }
    assert.equal(await page.title(), 'Boutique Lac Kivu')
  })
})
