// Leaving and cancelling on the checkout page, with and without JavaScript: cancelling asks first, then the browser submits
// a form and follows the 303.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { send } from '../support/http/send.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let merchant: Server
let merchantUrl: string
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ role: 'api' }), openBrowser()])
  merchant = createServer((request, response) => {
    const isMoved = request.url?.startsWith('/moved') ?? false
    if (isMoved)
      response.writeHead(302, {
        location: merchantUrl.replace('localhost', '127.0.0.1') + request.url?.slice(6),
      })
    response.end('<html lang="en"><title>Shop</title><h1>Shop</h1></html>')
  })
  await new Promise<void>((resolve) => merchant.listen(0, '127.0.0.1', resolve))
  merchantUrl = `http://localhost:${(merchant.address() as AddressInfo).port}`
})
afterAll(async () => {
  merchant?.close()
  await closePages(browser)
  await world?.close()
})

const statusOf = async (uuid: string) => (await world.status(uuid)).transaction_status
const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams)

/** A page in French, and the addresses that redirected it with 303. */
async function visitor(link: string, javaScriptEnabled = true) {
  const context = await browser.newContext({ locale: 'fr-CD', javaScriptEnabled })
  const page = await context.newPage()
  const led: string[] = []
  page.on('response', (response) => {
    if (response.status() === 303) led.push(new URL(response.url()).pathname.split('/').at(-1) ?? '')
  })
  await page.goto(link)
  return { page, led, leave: () => context.close() }
}
async function cancelOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Annuler', exact: true }).click()
  await page.getByRole('button', { name: 'Oui, annuler le paiement' }).click()
}

describe.each([
  ['with script', true],
  ['without script', false],
])('cancelling %s', (_how, hasScript) => {
  test.each([
    ['cancel_url', { cancel_url: '/cart?shop=7', return_url: '/done' }, '/cart'],
    ['return_url when there is no cancel_url', { return_url: '/done' }, '/done'],
  ])('after cancelling, the browser follows the 303 to %s', async (_which, paths, path) => {
    const urls = Object.fromEntries(Object.entries(paths).map(([name, at]) => [name, merchantUrl + at]))
    const { transactionUuid, link } = await world.createOrder(urls)
    const { page, led, leave } = await visitor(link, hasScript)
    await cancelOn(page)
    await page.waitForURL(`${merchantUrl}${path}?**`)
    expect(queryOf(page.url())).toMatchObject({
      status: 'CANCELLED',
      transaction_uuid: transactionUuid,
      reference: 'INV-1',
    })
    expect(led).toEqual(['cancel'])
    assert.equal(await statusOf(transactionUuid), 'CANCELLED')
    await leave()
  })

  test('after cancelling, the browser ends on our own page when the merchant gave no URL', async () => {
    const { transactionUuid, link } = await world.createOrder()
    const { page, led, leave } = await visitor(link, hasScript)
    await cancelOn(page)
    await page.getByRole('heading', { name: 'Paiement annulé' }).waitFor()
    expect(queryOf(page.url())).toMatchObject({
      status: 'CANCELLED',
      transaction_uuid: transactionUuid,
      reference: 'INV-1',
    })
    expect(led).toEqual(['cancel'])
    await leave()
  })
})

describe.each([
  ['with script', true],
  ['without script', false],
])('leaving %s', (_how, hasScript) => {
  test.each([
    ['cancel_url', { cancel_url: '/cart?shop=7', return_url: '/done' }, '/cart'],
    ['return_url when there is no cancel_url', { return_url: '/done' }, '/done'],
  ])('going back to the shop by %s leaves the order open', async (_which, paths, path) => {
    const urls = Object.fromEntries(Object.entries(paths).map(([name, at]) => [name, merchantUrl + at]))
    const { transactionUuid, link } = await world.createOrder(urls)
    const { page, leave } = await visitor(link, hasScript)
    await page.getByRole('link', { name: 'Retour à la boutique' }).click()
    await page.waitForURL(`${merchantUrl}${path}?**`)
    expect(queryOf(page.url())).toMatchObject({ status: 'PENDING', transaction_uuid: transactionUuid })
    assert.equal(await statusOf(transactionUuid), 'PENDING')
    await page.goto(link)
    await page.getByRole('button', { name: 'Annuler', exact: true }).waitFor()
    await leave()
  })

  test('a customer who changes their mind about cancelling stays on the page', async () => {
    const { transactionUuid, link } = await world.createOrder()
    const { page, led, leave } = await visitor(link, hasScript)
    await page.getByRole('button', { name: 'Annuler', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Annuler ce paiement' })
    await question.getByText('ce paiement ne pourra plus être effectué').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Retour à la boutique' }).count(), 0)
    const stay = question.getByRole('button', { name: 'Continuer à payer' })
    await expect
      .poll(() => stay.evaluate((button) => button === button.ownerDocument.activeElement))
      .toBe(true)
    await stay.click()
    await question.waitFor({ state: 'hidden' })
    expect(led).toEqual([])
    assert.equal(await statusOf(transactionUuid), 'PENDING')
    await leave()
  })
})

test('a customer whose cancel URL redirects to another site is at most one link from the shop', async () => {
  const { transactionUuid, link } = await world.createOrder({ cancel_url: `${merchantUrl}/moved/cart` })
  const { page, leave } = await visitor(link)
  await cancelOn(page)
  // The page of the checkout, or that of the cancelled payment, which names the merchant.
  const back = page.getByRole('link', { name: /^Retour à/ })
  await Promise.race([page.waitForURL('http://127.0.0.1**/cart?**'), back.click()])
  await page.getByRole('heading', { name: 'Shop' }).waitFor()
  assert.equal(await statusOf(transactionUuid), 'CANCELLED')
  await leave()
})

describe('cancelling from an outdated page', () => {
  const post = (link: string, headers: Record<string, string> = {}) => {
    const { pathname, search } = new URL(link)
    return send(world.url, 'POST', `${pathname}/cancel${search}`, Buffer.alloc(0), {
      accept: 'text/html',
      ...headers,
    })
  }

  test('cancelling during or after a charge leads to the current state of the payment', async () => {
    for (const number of ['4000000000000259', '4242424242424242']) {
      const { transactionUuid, link } = await world.createOrder()
      await world.payByCalls(link, number)
      const { status, headers } = await post(link)
      assert.equal(status, 303)
      const page = `${world.url}/api/v1/payment/${transactionUuid}?sig=`
      assert.equal(headers.location?.slice(0, page.length), page)
      assert.notEqual(await statusOf(transactionUuid), 'CANCELLED')
    }
  })

  test('a cancellation sent twice leads to the same address and cancels once', async () => {
    const { transactionUuid, link } = await world.createOrder({ cancel_url: `${merchantUrl}/cart` })
    const [first, second] = [await post(link), await post(link)]
    expect([first.status, second.status]).toEqual([303, 303])
    assert.equal(first.headers.location, second.headers.location)
    const moves = await world.db.rows<{ event: string }>(
      {
        name: '',
        text: 'select event from card_transaction_move m join card_transaction t on t.id = m.transaction_id where t.transaction_uuid = $1',
      },
      [transactionUuid],
    )
    expect(moves).toEqual([{ event: 'cancelled' }])
  })

  test('a cancellation sent from another site is refused', async () => {
    const { transactionUuid, link } = await world.createOrder()
    for (const origin of ['https://evil.example', 'null'])
      assert.equal((await post(link, { origin })).status, 403)
    assert.equal(await statusOf(transactionUuid), 'PENDING')
  })
})
