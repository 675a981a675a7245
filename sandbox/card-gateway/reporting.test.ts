import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Message, valueAt } from './message.ts'
import { parseQuery } from './reporting/search-query.ts'
import { basket, bought } from './testing/journey.ts'
import { openWorld, orderInformation, type World } from './testing/testing.ts'

let world: World
const orders = Array.from({ length: 5 }, (_, index) => basket({ amount: `${index + 1}.00` }))
beforeAll(async () => {
  world = await openWorld()
  for (const order of orders) await bought(world, '4242424242424242', order)
  await bought(world, '4000000000009995', basket({ code: 'refused' }))
})
afterAll(() => world.sandbox.close())

function summaries(body: Message): Message[] {
  return (valueAt(body, '_embedded.transactionSummaries') ?? []) as Message[]
}

async function search(query: string, extra: Message = {}): Promise<Message> {
  return (await world.post('/tss/v2/searches', { query, sort: 'submitTimeUtc:asc,id:asc', ...extra })).body
}

test('a payment is found by its code, with the numeric reason code', async () => {
  const found = summaries(await search(`clientReferenceInformation.code:${orders[0]!.code}`)).at(-1)
  expect(found).toMatchObject({
    applicationInformation: {
      reasonCode: '100',
      rFlag: 'SOK',
      applications: [{ name: 'ics_auth' }, { name: 'ics_bill' }],
    },
    orderInformation: { amountDetails: { totalAmount: '1.00', currency: 'USD' } },
    paymentInformation: { card: { suffix: '4242', type: '001' } },
  })
  const refused = summaries(await search('clientReferenceInformation.code:refused')).at(-1)
  expect(refused).toMatchObject({
    applicationInformation: { reasonCode: '204', rCode: '0', status: 'DECLINED' },
    errorInformation: { reason: 'INSUFFICIENT_FUND' },
  })
})

test('a search without hits has no list', async () => {
  const body = await search('clientReferenceInformation.code:nobody')
  expect(body).toMatchObject({ count: 0, totalCount: 0 })
  expect(body._embedded).toBeUndefined()
})

test('pages of search results have no gaps or overlaps', async () => {
  const query = 'submitTimeUtc:[NOW/DAY-1DAYS TO NOW+1HOURS}'
  const all = summaries(await search(query, { limit: 2500 })).map(({ id }) => id)
  const first = summaries(await search(query, { limit: 4 }))
  const second = summaries(await search(query, { limit: 4, offset: 4 }))
  expect([...first, ...second].map(({ id }) => id)).toEqual(all.slice(0, 8))
  expect(summaries(await search(query, { offset: all.length }))).toEqual([])
})

test.each([
  ['submitTimeUtc:[NOW-1HOURS TO NOW+1HOURS] AND clientReferenceInformation.code:refused', true],
  ['submitTimeUtc:[NOW/DAY-9DAYS TO NOW/DAY-8DAYS}', false],
  ['clientReferenceInformation.code:nobody OR clientReferenceInformation.code:refused', true],
  [
    '(clientReferenceInformation.code:nobody OR clientReferenceInformation.code:"refused") AND merchantId:sandbox_shop',
    true,
  ],
  ['clientReferenceInformation.code:ref*', true],
  ['orderInformation.amountDetails.totalAmount:[1000 TO 2000]', false],
])('the search %s has hits: %s', async (query, isFound) => {
  expect(summaries(await search(query)).length > 0).toBe(isFound)
})

test.each([
  '',
  'nonsense',
  'id:',
  'unknown.field:1',
  'id:1 AND',
  '(id:1',
  'id:1 id:2',
  'submitTimeUtc:[a TO b]',
])('the query "%s" is refused', async (query) => {
  expect(parseQuery(query, 0)).toBeNull()
  expect((await world.post('/tss/v2/searches', { query })).status).toBe(400)
})

test('a saved search can be run again', async () => {
  const saved = await search('clientReferenceInformation.code:refused', { save: true })
  const repeated = await world.get(`/tss/v2/searches/${saved.searchId}`)
  expect([repeated.status, repeated.body.totalCount]).toEqual([200, saved.totalCount])
  const unsaved = await search('clientReferenceInformation.code:refused')
  expect((await world.get(`/tss/v2/searches/${unsaved.searchId}`)).status).toBe(404)
})

test('search and details show a payment only after the delay', async () => {
  const own = await openWorld()
  await own.control('/search-delay', { seconds: 60 })
  const order = basket()
  const { body } = await bought(own, '4242424242424242', order)
  const query = `clientReferenceInformation.code:${order.code}`
  const find = async () => (await own.post('/tss/v2/searches', { query })).body.totalCount
  expect(await find()).toBe(0)
  expect((await own.get(`/tss/v2/transactions/${body.id}`)).status).toBe(404)
  await own.control('/clock', { offset_seconds: 61 })
  expect(await find()).not.toBe(0)
  expect((await own.get(`/tss/v2/transactions/${body.id}`)).body).toMatchObject({
    status: 'PENDING',
    applicationInformation: { reasonCode: 100 },
    paymentInformation: { card: { expirationMonth: '12', expirationYear: '2040' } },
  })
  await own.sandbox.close()
})

function period(): string {
  const [from, to] = [-3600_000, 60_000].map((shift) => new Date(Date.now() + shift).toISOString())
  return `startTime=${from}&endTime=${to}&organizationId=sandbox_shop`
}

test('the daily report pages through sales and joins its lists by request id', async () => {
  const url = `/reporting/v3/purchase-refund-details?${period()}&viewBy=submissionDate`
  const rows: Message[] = []
  for (const offset of [0, 2, 4, 6]) {
    const { body } = await world.get(`${url}&offset=${offset}&limit=2`)
    rows.push(...(body.requestDetails as Message[]))
    const resolved = (body.settlements as Message[]).map(({ requestId }) => requestId)
    expect(resolved).toEqual((body.requestDetails as Message[]).map(({ requestId }) => requestId))
  }
  expect(rows.map((row) => row.merchantReferenceNumber)).toEqual(orders.map((order) => order.code))
})

test('batch summaries add up per currency and card', async () => {
  const { body } = await world.get(`/reporting/v3/payment-batch-summaries?${period()}`)
  expect(body.paymentBatchSummaries).toMatchObject([
    {
      currencyCode: 'USD',
      paymentSubTypeDescription: 'Visa',
      salesCount: 5,
      salesAmount: '15.00',
      creditCount: 0,
    },
  ])
})

test('conversion details are an empty list', async () => {
  const { body } = await world.get(`/reporting/v3/conversion-details?${period()}`)
  expect(body.conversionDetails).toEqual([])
})

test('a report without a period is refused', async () => {
  expect((await world.get('/reporting/v3/purchase-refund-details?endTime=x')).status).toBe(400)
})

test('a BIN look-up returns bank, country and product', async () => {
  const token = await world.token('4242424242424242')
  const { body } = await world.post('/bin/v1/binlookup', { tokenInformation: { transientTokenJwt: token } })
  expect(body).toMatchObject({
    status: 'COMPLETED',
    paymentAccountInformation: { card: { type: '001', brandName: 'VISA' } },
    issuerInformation: { country: 'CD', binLength: '6', accountPrefix: '424242' },
  })
})

test('a plain card of a server-to-server test is used but not stored', async () => {
  const reply = await world.post('/pts/v2/payments', {
    clientReferenceInformation: { code: 'plain' },
    orderInformation: orderInformation(),
    paymentInformation: {
      card: { number: '4111111111111112', expirationMonth: '12', expirationYear: '2040' },
    },
  })
  expect(reply.body).toMatchObject({ status: 'DECLINED', errorInformation: { reason: 'INVALID_ACCOUNT' } })
  expect(reply.text).not.toContain('4111111111111112')
})
