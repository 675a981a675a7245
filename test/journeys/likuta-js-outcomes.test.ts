// An order that was paid by likuta.js is not paid again, whatever stands between the browser and the shop's server, and even where the shop
// has not recorded it yet.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  assertPaidOnce,
  openCheckouts,
  openPage,
  openTab,
  payer,
  payIn,
  shop,
  transactionsOf,
} from '../support/browser/likuta-checkout.ts'
import { eventually } from '../support/http/eventually.ts'

openCheckouts({ forgets: true })

/** The page of an order with a card typed into it. */
async function withCard(): Promise<string> {
  const order = await openPage()
  await payer.type('4242424242424242')
  return order
}

test('a reload of an order that was paid shows the outcome again, and no card fields', async () => {
  const order = await withCard()
  await payer.press()
  await payer.notice(/Thank you/)
  await payer.page.reload()
  await payer.notice(/Thank you/)
  await assertPaidOnce(order)
})

test('another tab of an order that was paid meanwhile shows the outcome, and charges no card', async () => {
  const order = await withCard()
  const other = await openTab()
  await payer.press()
  await payer.notice(/Thank you/)
  await payIn(other)
  await other.locator('#notice', { hasText: /Thank you/ }).waitFor()
  await assertPaidOnce(order)
})

test('while the outcome of a charge cannot be read, a reload offers no card fields', async () => {
  const order = await withCard()
  await payer.page.route('**/pay', async (route) => {
    const { action } = route.request().postDataJSON()
    if (action === 'status')
      return route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Error</h1>' })
    if (action !== 'charge') return route.fallback()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await payer.press()
  await eventually('the charge', async () => (await transactionsOf(order))[0]?.status === 'SUCCESS')
  await payer.page.reload()
  await payer.notice(/Something went wrong/)
  assert.equal(await payer.page.locator('#number iframe').count(), 0)
  await payer.page.unrouteAll({ behavior: 'ignoreErrors' })
  await payer.page.reload()
  await payer.notice(/Thank you/)
  await assertPaidOnce(order)
})

test('a form that another site sends to the shop does not part a payer from the payment', async () => {
  const order = await withCard()
  const cookies = () => payer.context.cookies(shop.url)
  const before = (await cookies()).map(({ value }) => value)
  assert.equal(before.length, 1)
  const foreign = await payer.context.newPage()
  await foreign.setContent(
    `<form method="post" action="${shop.url}/pay" enctype="text/plain"><button>Win</button></form>`,
  )
  await foreign.getByRole('button').click()
  await foreign.waitForURL(`${shop.url}/pay`)
  assert.deepEqual(
    (await cookies()).map(({ value }) => value),
    before,
  )
  await payer.press()
  await payer.notice(/Thank you/)
  await assertPaidOnce(order)
})

test.each([
  [
    'an error page of a proxy',
    { status: 500, contentType: 'text/html', body: '<h1>Internal Server Error</h1>' },
  ],
  ['a page that says 200', { status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' }],
  ['an empty response', { status: 200, body: '' }],
  [
    'JSON of somebody else',
    { status: 404, contentType: 'application/json', body: '{"error":"no such host"}' },
  ],
])('%s in place of the response to a charge leads to the true outcome', async (_, reply) => {
  const order = await withCard()
  let isFirst = true
  await payer.page.route('**/pay', async (route) => {
    if (!isFirst || route.request().postDataJSON().action !== 'charge') return route.fallback()
    isFirst = false
    await route.fetch()
    return route.fulfill(reply)
  })
  await payer.press()
  await payer.notice(/Thank you/)
  await assertPaidOnce(order)
})
