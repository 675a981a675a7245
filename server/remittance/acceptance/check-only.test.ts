// Transfers that are only checked: the same findings as a transfer, all at once, and nothing that remains.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Transfers, transfersOf } from '../../../test/support/callers/transfers.ts'
import { send } from '../../../test/support/http/send.ts'
import { quoted, quoteRow } from '../../../test/support/quotes.ts'
import { inboundBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
let transfers: Transfers
beforeAll(async () => {
  // Without workers, nothing else writes.
  world = await openWorld({ role: 'api', settings: { SANDBOX_LIMITS: 'on' } })
  transfers = transfersOf(world)
  await world.topUp('5.00')
})
afterAll(() => world.close())

const checking = { headers: { 'x-check-only': 'true' } }
async function checked(overrides: Record<string, unknown> = {}): Promise<any> {
  const response = await transfers.inbound(overrides, checking)
  assert.equal(response.status, 200, response.text)
  return response.body.data
}
const codesOf = ({ errors }: { errors: { code: string }[] }) => errors.map(({ code }) => code)

/** How many rows each table has, but for the log of requests and the health of operators. */
async function rowCounts(): Promise<object> {
  const tables = await world.db.rows<{ name: string }>({
    name: '',
    text: `select schemaname || '.' || tablename as name from pg_tables
            where schemaname not in ('pg_catalog', 'information_schema') and tablename not in ('merchant_request', 'operator_health') order by 1`,
  })
  const counted = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await world.db.rows<{ count: bigint }>({
        name: '',
        text: `select count(*) as count from ${name}`,
      })
      return [name, row!.count]
    }),
  )
  return Object.fromEntries(counted)
}

test('a transfer that would be accepted is priced, and leaves no row in any table', async () => {
  const body = { reference: 'only-checked' }
  await checked(body)
  const before = await rowCounts()
  const found = await checked(body)
  expect(found).toMatchObject({
    outcome: 'would_accept',
    errors: [],
    name_match: { decision: 'MATCH', matched: 'Jean Mukendi' },
    screening: 'clear',
    limits: 'allow',
    price: { source_amount: 1, receiver_amount: 1, rate: 1, fee: 0, total_debit: 1 },
  })
  await checked({
    ...body,
    sender_first_name: 'Watchlist',
    sender_last_name: 'Person',
    sender_middle_name: '',
  })
  await checked({ ...body, amount: 0.5, sender_birthdate: '2020-01-01' })
  expect(await rowCounts()).toEqual(before)
  assert.equal((await transfers.inbound(body)).status, 200)
})

test('every fault is named at once, with the code that a transfer would be refused with', async () => {
  const as = await world.register()
  const poor = transfersOf(world, as)
  const wrong = {
    sender_birthdate: '2020-01-01',
    expected_receiver_name: 'Somebody Else',
    document_issue_date: '2999-01-01',
  }
  const { body } = await poor.inbound(wrong, checking)
  expect(body.data.outcome).toBe('would_refuse')
  expect(codesOf(body.data).toSorted()).toEqual(['RMT-1006', 'RMT-1006', 'RMT-1006', 'RMT-2001', 'RMT-4006'])
  expect(body.data.name_match).toMatchObject({ decision: 'NO_MATCH' })
})

test('a request whose fields cannot be read is refused with each of them, and nothing else is checked', async () => {
  const wrong = { currency: 'CDF', sender_city: undefined, customer_number: '+33612345678' }
  const { merchant_code, merchant_secret } = world.merchant
  const authorization = `Basic ${Buffer.from(`${merchant_code}:${merchant_secret}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json', ...checking.headers }
  const body = Buffer.from(JSON.stringify(inboundBody(wrong)))
  const path = '/api/v1/remittance/inbound'
  // The request is not as documented, and yet the response is 200.
  const response = await send(world.url, 'POST', path, body, headers, { astray: true })
  const found = response.body.data
  expect(found).toMatchObject({ outcome: 'would_refuse', screening: null, limits: null, price: null })
  expect(codesOf(found).toSorted()).toEqual(['RMT-1003', 'RMT-1004', 'RMT-1005'])
})

test('a check shows that screening would hold a transfer, but not for which entry', async () => {
  const found = await checked({
    sender_first_name: 'Watchlist',
    sender_middle_name: '',
    sender_last_name: 'Person',
  })
  expect(found).toMatchObject({ outcome: 'would_hold', screening: 'hold', errors: [] })
  assert.ok(!JSON.stringify(found).includes('list_version'))
})

test('a check refuses a reference used for another transfer, and accepts a repeat', async () => {
  const body = inboundBody({ reference: 'used' })
  assert.equal((await transfers.inbound(body)).status, 200)
  expect(codesOf(await checked(body))).toEqual([])
  expect((await checked({ ...body, amount: 0.7 })).errors).toEqual([
    { code: 'RMT-1007', field: 'amount', message: 'Differs from the first request' },
  ])
})

test('a check by a quote shows its price and leaves it open', async () => {
  const quote = await quoted(world, { source_amount: 0.4, currency: 'USD' })
  const by = { quote_id: quote.quote_id, amount: undefined, currency: undefined }
  expect((await checked(by)).price).toMatchObject({ source_amount: 0.4, total_debit: 0.4 })
  expect(codesOf(await checked({ ...by, amount: 0.5 }))).toEqual(['RMT-1030'])
  expect(await quoteRow(world, quote.quote_id)).toMatchObject({ state: 'OPEN' })
  await transfers.accepted(by)
  expect((await checked(by)).errors).toMatchObject([{ code: 'RMT-1032', field: 'quote_id' }])
  expect(codesOf(await checked({ ...by, quote_id: 'RQ-0000000000000000' }))).toContain('RMT-404')
})

test('a misspelt X-Check-Only sends nothing', async () => {
  for (const value of ['True', '1', ''])
    expect((await transfers.inbound({}, { headers: { 'x-check-only': value } })).body.code).toBe('RMT-1005')
  assert.equal(
    (await transfers.inbound({}, { headers: { 'x-check-only': 'false' } })).body.data.status,
    'Submitted',
  )
})

test('a malformed body and wrong credentials are refused as ever', async () => {
  const malformed = await transfers.inbound({}, { ...checking, rawBody: '{' })
  expect(malformed.status).toBe(400)
  const stranger = transfersOf(world, { ...world.merchant, merchant_secret: 'msk_test_wrong' })
  expect((await stranger.inbound({}, checking)).status).toBe(401)
})

test('the requirements are a JSON Schema of transfers, with the release that required each field', async () => {
  const response = await fetch(`${world.url}/api/v1/remittance/requirements`)
  const { data } = (await response.json()) as any
  expect(data.next).toEqual({ required: [] })
  const { properties, required } = data.schema
  expect(properties.sender_city['x-required-since']).toBe('v2.4')
  for (const name of required) expect(properties[name]).toHaveProperty('x-required-since')
  expect(properties.quote_id).not.toHaveProperty('x-required-since')
  const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(data.schema)
  assert.ok(isValid(inboundBody()))
  assert.ok(!isValid(inboundBody({ profession: undefined })))
  assert.ok(!isValid(inboundBody({ amount: undefined })))
  const addresses = ['receiver_current_address', 'receiver_permanent_address'] as const
  const neither = Object.fromEntries(addresses.map((name) => [name, undefined]))
  assert.ok(!isValid(inboundBody(neither)))
  for (const address of addresses) assert.ok(isValid(inboundBody({ ...neither, [address]: 'Goma' })))
  assert.ok(isValid(inboundBody({ amount: undefined, currency: undefined, quote_id: 'RQ-7K2M9QXA4T3BW8ZC' })))
})

test('the guides say in both languages what each value of a check means', () => {
  const values = [
    ...['would_accept', 'would_hold', 'would_refuse', 'MATCH', 'PARTIAL', 'NO_MATCH'],
    ...['clear', 'hold', 'allow', 'refuse', 'null'],
  ]
  for (const language of ['en', 'fr']) {
    const guide = readFileSync(`docs/guides/${language}/remittance.md`, 'utf8')
    const rows = guide.split('\n').filter((line) => line.startsWith('|'))
    for (const value of values)
      expect(
        rows.filter((row) => row.includes(`| \`${value}\` |`)).length,
        `${value} in ${language}`,
      ).toBeGreaterThan(0)
  }
})
