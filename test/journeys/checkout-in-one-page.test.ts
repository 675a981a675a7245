// The checkout page brings what its card fields need, and follows the size of the payer's text.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Customer, closePages, newCustomer, openBrowser } from '../support/browser/browser.ts'
import { send } from '../support/http/send.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
const customers: Customer[] = []
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ role: 'api' }), openBrowser()])
})
afterEach(async () => {
  await world.fault({ mode: 'off' })
  for (const customer of customers.splice(0)) {
    expect(customer.complaints).toEqual([])
    await customer.page.context().close()
  }
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

const opening = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }

async function opened(headers: Record<string, string>) {
  const { link, transactionUuid } = await world.createOrder()
  const { pathname, search } = new URL(link)
  const page = await send(world.url, 'GET', pathname + search, Buffer.alloc(0), headers)
  assert.equal(page.status, 200, page.text)
  const [, data = '{}'] =
    /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(page.text) ?? []
  const keys = await world.db.rows(
    {
      name: 'keys_of_page',
      text: `select k.key_id from card_token_key k join card_transaction t on t.id = k.transaction_id
              where t.transaction_uuid = $1`,
    },
    [transactionUuid],
  )
  return { page, session: JSON.parse(data).session, keys: keys.length }
}

async function customer(options: Parameters<typeof newCustomer>[1] = {}): Promise<Customer> {
  const someone = await newCustomer(browser, options)
  customers.push(someone)
  return someone
}

test('the page that a browser opens contains the session of its card fields, and no cache keeps it', async () => {
  const { page, session, keys } = await opened(opening)
  assert.match(session.capture_context, /^[\w-]+\.[\w-]+\.[\w-]+$/)
  assert.equal(page.headers['cache-control'], 'no-store')
  assert.equal(keys, 1)
  const [preload = ''] = /<link rel="preload"[^>]*>/.exec(page.text) ?? []
  assert.match(preload, /as="script".*integrity="sha256-[^"]+" crossorigin="anonymous" nonce="[\w-]{43}"/)
})

test.each([
  ['a program', { accept: 'text/html' }],
  ['a browser that loads it in advance', { ...opening, 'sec-purpose': 'prefetch' }],
])('%s opens no session at the gateway', async (_who, headers) => {
  const { session, keys } = await opened(headers)
  assert.deepEqual([session, keys], [undefined, 0])
})

test.each(['down', 'slow'] as const)(
  'while the gateway is %s, the page comes without a session',
  async (mode) => {
    await world.fault(mode === 'slow' ? { mode: 'slow', delay_seconds: 5 } : { mode })
    const { session } = await opened(opening)
    assert.equal(session, undefined)
  },
)

test('a payer pays with the session of the page, which asks for no other', async () => {
  const { link } = await world.createOrder()
  const someone = await customer()
  await someone.open(link)
  const paths = someone.sent.map(({ url }) => new URL(url).pathname)
  assert.equal(paths.filter((path) => path.endsWith('/session')).length, 0)
  // The preloaded library is the one that runs, and the fields need no further request.
  assert.equal(paths.filter((path) => /flex-microform/.test(path)).length, 1)
  assert.equal(paths.filter((path) => /public-keys/.test(path)).length, 0)
  await someone.pay('4242424242424242')
  assert.equal(await someone.outcome(), 'Paiement réussi')
})

test('with text of twice the size, the card fields have the size of ours, and no label breaks inside a word', async () => {
  const { link } = await world.createOrder()
  for (const width of [320, 1280]) {
    const someone = await customer({ width })
    const { page } = someone
    await someone.open(link)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    const sizeIn = (box: string) =>
      page
        .frameLocator(`${box} iframe`)
        .locator('input')
        .evaluate((input) => getComputedStyle(input).fontSize)
    const ours = await page.locator('#expiry').evaluate((input) => getComputedStyle(input).fontSize)
    assert.equal(ours, '34px')
    for (const box of ['#number-box', '#code-box']) await expect.poll(() => sizeIn(box)).toBe(ours)
    // One line of 28 pixels at a line height of 1.5.
    for (const label of ['#code-label', 'label[for=expiry]']) {
      const [lines, count] = await page.locator(label).evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return [range.getClientRects().length, element.textContent.split(/\s/).length] as const
      })
      assert.ok(lines <= count, `${label}: ${lines} lines for ${count} words at ${width}`)
    }
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    assert.equal(over, 0)
  }
})
