// Quotes that are made, used and expire at the same moment, and quotes of held transfers, on a clock that stands still.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transfersOf, walletAddsUp } from '../../../test/support/callers/transfers.ts'
import {
  askForQuote,
  exposureAddsUp,
  publishRates,
  quoted,
  quoteRow,
  setQuoteTerms,
} from '../../../test/support/quotes.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { Credentials } from '../../merchants/identity/register.ts'
import { statement } from '../../platform/database/database.ts'
import { manualClock } from '../../platform/time/clock.ts'
import { deleteExpiredQuotes, expireQuotes } from './expire-quotes.ts'
import { lockedQuotes } from './queries.ts'

const clock = manualClock(Temporal.Now.instant().round('second').toString())
let world: World
beforeAll(async () => {
  // Without workers, nothing expires but by the tests.
  world = await openWorld({
    clock,
    role: 'api',
    settings: { QUOTE_EXPOSURE_LIMIT_USD: '40', APPROVALS: 'hold:USD=0.60' },
  })
})
afterAll(() => world.close())

async function funded() {
  const as = await world.register()
  await world.topUp('50.00', as)
  return { as, transfers: transfersOf(world, as) }
}
const by = (quoteId: string, more: Record<string, unknown> = {}) => ({
  ...{ quote_id: quoteId, amount: undefined, currency: undefined },
  ...more,
})
const countBy = <Key>(responses: readonly { status: number; body: any }[], key: (response: any) => Key) =>
  Object.fromEntries([...Map.groupBy(responses, key)].map(([name, same]) => [String(name), same.length]))

test('of 100 transfers that use a quote at once, one is accepted', async () => {
  const { as, transfers } = await funded()
  const { quote_id } = await quoted(world, { source_amount: 1, currency: 'USD' }, as)
  const responses = await Promise.all(Array.from({ length: 100 }, () => transfers.inbound(by(quote_id))))
  expect(countBy(responses, ({ body }) => body.code ?? body.data.status)).toEqual({
    Submitted: 1,
    'RMT-1032': 99,
  })
  expect((await transfers.lines()).filter(({ kind }) => kind === 'RESERVE')).toHaveLength(1)
  await exposureAddsUp(world)
  await walletAddsUp(world, transfers)
})

test('of 100 quotes at once, exactly as many are made as the limit of the merchant allows', async () => {
  const { as } = await funded()
  await setQuoteTerms(world, as.merchant_code, { limit: 1_730n })
  const ask = () => askForQuote(world, { source_amount: 0.5, currency: 'USD' }, { as })
  const responses = await Promise.all(Array.from({ length: 100 }, ask))
  expect(countBy(responses, ({ status }) => status)).toEqual({ 200: 34, 409: 66 })
  await exposureAddsUp(world)
})

test('of quotes of several merchants at once, exactly as many are made as the limit of their currency allows', async () => {
  const merchants = [await funded(), await funded()]
  const ask = (as: Credentials) => askForQuote(world, { receiver_amount: 1, currency: 'GHS' }, { as })
  const responses = await Promise.all(
    merchants.flatMap(({ as }) => Array.from({ length: 25 }, () => ask(as))),
  )
  expect(countBy(responses, ({ status }) => status)).toEqual({ 200: 40, 409: 10 })
  assert.equal((await askForQuote(world, { receiver_amount: 1, currency: 'NGN' }, merchants[0])).status, 200)
  await exposureAddsUp(world)
})

test('a quote that is being used is not expired meanwhile', async () => {
  const { as } = await funded()
  const { quote_id } = await quoted(world, { source_amount: 1, currency: 'USD' }, as)
  const { db } = world.system.cards
  const late = { now: () => clock.now().add({ hours: 1 }) }
  await db.transaction(async (sql) => {
    const [quote] = await sql.rows(findId, [quote_id])
    await lockedQuotes(sql, [quote!.id])
    await expireQuotes({ db, clock: late })
    expect(await quoteRow(world, quote_id)).toMatchObject({ state: 'OPEN' })
  })
  await expireQuotes({ db, clock: late })
  expect(await quoteRow(world, quote_id)).toMatchObject({ state: 'EXPIRED' })
})
const findId = statement<{ id: bigint }>('test_find_quote', 'select id from quote where quote_id = $1')

test('a quote is used until the moment before expires_at, and has expired at it', async () => {
  const { as, transfers } = await funded()
  await setQuoteTerms(world, as.merchant_code, { seconds: 60 })
  const [used, expired] = [
    await quoted(world, { source_amount: 1, currency: 'USD' }, as),
    await quoted(world, { receiver_amount: 0.7, currency: 'USD', operator: 'vodacom' }, as),
  ]
  clock.forward({ seconds: 59, microseconds: 999_999 })
  assert.equal((await transfers.inbound(by(used.quote_id))).status, 200)
  clock.forward({ microseconds: 1 })
  const response = await transfers.inbound(by(expired.quote_id))
  expect([response.status, response.body.code]).toEqual([409, 'RMT-1031'])
  const [{ field, quote }] = response.body.errors
  expect(field).toBe('quote_id')
  expect(quote).toMatchObject({ source_amount: 0.7, receiver_amount: 0.7, currency: 'USD' })
  expect(quote.quote_id).not.toBe(expired.quote_id)
  assert.equal((await transfers.inbound(by(quote.quote_id))).status, 200)
  await exposureAddsUp(world)
})

test('expired quotes end once, however many workers see them, and their numbers are erased', async () => {
  const { as, transfers } = await funded()
  const customer_number = '+243810000001'
  const { quote_id } = await quoted(world, { source_amount: 1, currency: 'USD', customer_number }, as)
  expect(await quoteRow(world, quote_id)).toMatchObject({ customer_number: '243810000001' })
  clock.forward({ minutes: 10 })
  const needs = { db: world.system.cards.db, clock }
  await Promise.all(Array.from({ length: 5 }, () => expireQuotes(needs)))
  expect(await quoteRow(world, quote_id)).toMatchObject({ state: 'EXPIRED', customer_number: null })
  await exposureAddsUp(world)
  const response = await transfers.inbound(by(quote_id, { customer_number }))
  expect([response.status, response.body.code]).toEqual([409, 'RMT-1031'])
})

const ageRates = statement(
  'test_age_rates_of_quotes',
  `update rate_snapshot set as_of = as_of - interval '3 days'`,
)
const watched = (document: string) => ({
  ...{ sender_first_name: 'Watchlist', sender_middle_name: '', sender_last_name: 'Person' },
  sender_document_number: document,
})
const decide = (act: 'release' | 'reject', id: string) =>
  world.admin('POST', `/api/v1/admin/remittance/holds/${id}/${act}`, { reason: 'Another person' })

test('a held transfer keeps the price of its quote for days, and its release pays it', async () => {
  const { as, transfers } = await funded()
  const quote = await quoted(world, { source_amount: 0.5, currency: 'EUR' }, as)
  const sent = await transfers.accepted(by(quote.quote_id, watched('WL900001')))
  expect(sent).toMatchObject({ status: 'Hold', receiver_amount: null })
  expect(await quoteRow(world, quote.quote_id)).toMatchObject({ state: 'HELD' })
  expect((await transfers.inbound(by(quote.quote_id))).body.code).toBe('RMT-1032')
  clock.forward({ hours: 60 })
  await expireQuotes({ db: world.system.cards.db, clock })
  await world.db.rows(ageRates)
  await exposureAddsUp(world)
  const released = await decide('release', sent.transaction_id)
  assert.equal(released.status, 200, released.text)
  const listed = await transfers.status(sent.reference)
  expect(listed.status).toBe('Submitted')
  const [reserved] = (await transfers.lines()).filter(({ kind }) => kind === 'RESERVE')
  expect(reserved?.amount).toBe(-quote.total_debit)
  expect(await quoteRow(world, quote.quote_id)).toMatchObject({ state: 'USED' })
  await exposureAddsUp(world)
})

test('whether a release waits for a second admin is shown by the promised price, not by the rate of the moment', async () => {
  await publishRates(world, { EUR: '0.86' })
  const { as, transfers } = await funded()
  const quote = await quoted(world, { source_amount: 0.5, currency: 'EUR' }, as)
  const sent = await transfers.accepted(by(quote.quote_id, watched('WL900003')))
  const waits = async () => {
    const { body } = await world.admin('GET', '/api/v1/admin/remittance/holds?limit=100')
    const held = body.data.items.find(({ transaction_id }: any) => transaction_id === sent.transaction_id)
    return held.allowed_actions.release.needs_approval
  }
  expect(await waits()).toBe(false)
  clock.forward({ minutes: 1 })
  await publishRates(world, { EUR: '0.4' })
  expect(await waits()).toBe(false)
  assert.equal((await decide('release', sent.transaction_id)).status, 200)
})

test('the promise to a held transfer ends when it is rejected', async () => {
  const { as, transfers } = await funded()
  const quote = await quoted(world, { source_amount: 1, currency: 'USD' }, as)
  const sent = await transfers.accepted(by(quote.quote_id, watched('WL900002')))
  assert.equal((await decide('reject', sent.transaction_id)).status, 200)
  expect(await quoteRow(world, quote.quote_id)).toMatchObject({ state: 'REJECTED', market_minor: null })
  await exposureAddsUp(world)
})

// The last test, because it leaves the rates half a year old.
test('an expired quote is deleted after 90 days, and not before the one that replaced it', async () => {
  const { as, transfers } = await funded()
  const needs = { db: world.system.cards.db, clock }
  const { quote_id } = await quoted(world, { source_amount: 1, currency: 'USD' }, as)
  clock.forward({ minutes: 10 })
  const { body } = await transfers.inbound(by(quote_id))
  const renewed: string = body.errors[0].quote.quote_id
  await expireQuotes(needs)
  clock.forward({ hours: 24 * 90 - 1, minutes: 59 })
  await expireQuotes(needs)
  await deleteExpiredQuotes(needs)
  expect(await quoteRow(world, quote_id)).toMatchObject({ state: 'EXPIRED' })
  clock.forward({ minutes: 1 })
  await deleteExpiredQuotes(needs)
  expect(await quoteRow(world, quote_id)).toMatchObject({ state: 'EXPIRED' })
  clock.forward({ hours: 24 * 90 })
  await deleteExpiredQuotes(needs)
  expect(await quoteRow(world, renewed)).toBeUndefined()
  await deleteExpiredQuotes(needs)
  expect(await quoteRow(world, quote_id)).toBeUndefined()
  assert.equal((await transfers.inbound(by(quote_id))).status, 404)
})
