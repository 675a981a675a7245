// A payment that allows several attempts: a decline keeps it open, and no guarantee of a charge is lost.
import assert from 'node:assert/strict'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { send } from '../../../test/support/http/send.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { money } from '../../kernel/money.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { readCardToken } from '../authentication/authentication.ts'
import { enrol } from '../authentication/enrolment.ts'
import type { BrowserFacts, CardGateway } from '../gateway/gateway.ts'
import { cardProblems } from '../transaction/problems.ts'
import { pricedTransactionByUuid } from '../transaction/queries.ts'
import { noCard } from '../transaction/transaction.ts'
import { charge } from './charge.ts'
import { expireTransactions } from './expiry.ts'
import { resolveDueOperations } from './resolve-unknown.ts'

const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  withoutFunds: '4000000000009995',
  notAuthenticated: '4000000000003063',
  review: '4000000000009235',
}
const payments = '/pts/v2/payments'
const browser: BrowserFacts = {
  ipAddress: '127.0.0.1',
  userAgent: 'test',
  acceptHeader: 'text/html',
  language: 'fr',
  colorDepth: '24',
  screenHeight: '800',
  screenWidth: '360',
  timeDifference: '-60',
  javaEnabled: false,
}

let world: World
beforeAll(async () => {
  // No worker runs, so the state that a test sets up stays as it is.
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())
afterEach(() => world.fault({ mode: 'off' }))
beforeEach(() => allow(3))

const rows = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)
/** Sets how many cards may be tried at payments that are created from now on; null is the default. */
const allow = (attempts: number | null) =>
  rows('update merchant set checkout_attempts = $2, version = version + 1 where merchant_code = $1', [
    world.merchant.merchant_code,
    attempts,
  ])
const read = (uuid: string) => pricedTransactionByUuid(world.db, uuid)
const historyOf = async (uuid: string) =>
  (
    await rows<{ step: string }>(
      `select concat_ws(' ', event, to_status, nullif(m.reason_code, '')) as step from card_transaction_move m
         join card_transaction t on t.id = m.transaction_id where t.transaction_uuid = $1 order by m.id`,
      [uuid],
    )
  ).map(({ step }) => step)
const webhooksOf = async (uuid: string) =>
  rows<{ status: string }>(
    `select body::jsonb ->> 'status' as status from webhook_event where dedupe_key = 'payment:' || $1`,
    [uuid],
  )
const operationsOf = async (uuid: string) =>
  (
    await rows<{ call: string }>(
      `select o.kind || ' ' || o.state as call from operation o join card_transaction t on t.id = o.card_transaction_id
        where t.transaction_uuid = $1 order by o.created_at`,
      [uuid],
    )
  ).map(({ call }) => call)
const declinedOf = ({ body }: { body: { declined?: unknown } }) => body.declined

describe('a payment with three attempts', () => {
  test('two declines and an approval are one payment with one webhook', async () => {
    const { transactionUuid, link } = await world.createOrder()
    expect(declinedOf(await world.payByCalls(link, cards.declined))).toEqual({
      reason: 'GENERAL_DECLINE',
      attempts: 1,
      left: 2,
    })
    expect(await world.status(transactionUuid)).toMatchObject({
      transaction_status: 'PENDING',
      message: '',
      card_last4: '',
    })
    expect(declinedOf(await world.payByCalls(link, cards.withoutFunds))).toMatchObject({
      attempts: 2,
      left: 1,
    })
    expect(await webhooksOf(transactionUuid)).toEqual([])
    expect((await world.payByCalls(link, cards.good)).body).toEqual({ state: 'DONE' })
    expect(await historyOf(transactionUuid)).toEqual([
      'declined PENDING GENERAL_DECLINE',
      'declined PENDING INSUFFICIENT_FUND',
      'charged SUCCESS',
    ])
    expect(await operationsOf(transactionUuid)).toEqual([
      'charge declined',
      'charge declined',
      'charge confirmed',
    ])
    expect(await webhooksOf(transactionUuid)).toEqual([{ status: 'SUCCESS' }])
    const [posted] = await rows(
      `select count(*)::int as entries, sum(e.amount_minor)::int as balance from ledger_entry e
         join ledger_posting p on p.id = e.posting_id join operation o on p.key = 'charge:' || o.id
         join card_transaction t on t.id = o.card_transaction_id where t.transaction_uuid = $1`,
      [transactionUuid],
    )
    expect(posted).toEqual({ entries: 4, balance: 0 })
  })

  test('the last decline fails the payment, with its reason', async () => {
    const { transactionUuid, link } = await world.createOrder()
    await world.payByCalls(link, cards.notAuthenticated)
    await world.payByCalls(link, cards.declined)
    expect((await world.payByCalls(link, cards.withoutFunds)).body).toEqual({ state: 'DONE' })
    expect(await world.status(transactionUuid)).toMatchObject({
      transaction_status: 'FAILED',
      message: 'Insufficient funds',
    })
    expect(await historyOf(transactionUuid)).toEqual([
      'declined PENDING AUTHENTICATION_FAILED',
      'declined PENDING GENERAL_DECLINE',
      'refused FAILED INSUFFICIENT_FUND',
    ])
    expect(await webhooksOf(transactionUuid)).toEqual([{ status: 'FAILED' }])
    expect((await read(transactionUuid)).declined_attempts).toBe(3)
  })

  test('the third failed authentication fails the payment', async () => {
    const { transactionUuid, link } = await world.createOrder()
    for (const left of [2, 1])
      expect(declinedOf(await world.payByCalls(link, cards.notAuthenticated))).toMatchObject({ left })
    expect((await world.payByCalls(link, cards.notAuthenticated)).body).toEqual({ state: 'DONE' })
    expect((await read(transactionUuid)).status).toBe('FAILED')
    expect(await webhooksOf(transactionUuid)).toEqual([{ status: 'FAILED' }])
  })

  test('a review ends the payment at once, because money is held on the card', async () => {
    const { transactionUuid, link } = await world.createOrder()
    expect((await world.payByCalls(link, cards.review)).body).toEqual({ state: 'DONE' })
    expect((await read(transactionUuid)).status).toBe('FAILED')
    expect(await operationsOf(transactionUuid)).toEqual(['charge confirmed', 'undo intent'])
  })

  test('an approval of another amount ends the payment at once, because it must be undone', async () => {
    const { transactionUuid, link } = await world.createOrder()
    const transaction = await read(transactionUuid)
    const gateway: CardGateway = {
      ...world.system.cards.gatewayFor('sandbox'),
      charge: async () => ({
        kind: 'approved',
        paymentId: 'another-amount',
        amount: money(1n, 'USD'),
        card: noCard,
        cavvResult: '',
      }),
    }
    const token = await readCardToken(
      world.system.cards,
      transaction,
      await world.cardToken(link, cards.good),
    )
    await charge({ ...world.system.cards, gatewayFor: () => gateway }, transaction, { token })
    expect(await historyOf(transactionUuid)).toEqual(['refused FAILED AMOUNT_MISMATCH'])
  })

  test('a payment with a declined attempt expires as EXPIRED, without a webhook', async () => {
    const { transactionUuid, link } = await world.createOrder()
    await world.payByCalls(link, cards.declined)
    await rows(
      "update card_transaction set expires_at = now() - interval '1 second' where transaction_uuid = $1",
      [transactionUuid],
    )
    await expireTransactions(world.system.cards)
    expect(await historyOf(transactionUuid)).toEqual(['declined PENDING GENERAL_DECLINE', 'expired EXPIRED'])
    expect(await webhooksOf(transactionUuid)).toEqual([])
  })
})

describe('the number of attempts', () => {
  test('an order of the API has one attempt unless the merchant set another number', async () => {
    await allow(null)
    const { transactionUuid, link } = await world.createOrder()
    expect((await world.payByCalls(link, cards.declined)).body).toEqual({ state: 'DONE' })
    expect(await historyOf(transactionUuid)).toEqual(['refused FAILED GENERAL_DECLINE'])
  })

  test('a change of the setting does not reach orders that are open', async () => {
    const three = await world.createOrder()
    await allow(1)
    const one = await world.createOrder()
    await allow(5)
    await world.payByCalls(three.link, cards.declined)
    await world.payByCalls(one.link, cards.declined)
    const left = async (uuid: string) => (await read(uuid)).checkout_attempts
    expect([await left(three.transactionUuid), await left(one.transactionUuid)]).toEqual([3, 1])
    expect((await read(three.transactionUuid)).status).toBe('PENDING')
    expect((await read(one.transactionUuid)).status).toBe('FAILED')
  })

  test('a payment that was read before its last decline is not charged', async () => {
    const { transactionUuid, link } = await world.createOrder()
    const stale = await read(transactionUuid)
    await world.payByCalls(link, cards.declined)
    const setup = await world.checkout(link, 'setup', {
      transient_token: await world.cardToken(link, cards.good),
    })
    const result = await enrol(world.system.cards, stale, setup.body.reference_id, { browser, device: {} })
    assert(result.kind === 'authenticated')
    const { authentication } = result
    await expect(charge(world.system.cards, stale, { authentication })).rejects.toThrow(
      cardProblems.attempt_running.detail,
    )
    expect(await operationsOf(transactionUuid)).toEqual(['charge declined'])
  })
})

describe('an attempt whose outcome is unknown', () => {
  /** Runs one worker round, hours later. */
  const resolve = (hours: number) =>
    resolveDueOperations({
      ...world.system.cards,
      clock: { now: () => systemClock.now().add({ hours }) },
      inquiryHorizonSeconds: 900,
    })

  test('it blocks every other attempt, and the payment fails once it is undone', async () => {
    const { transactionUuid, link } = await world.createOrder()
    await world.payByCalls(link, cards.declined)
    const transaction = await read(transactionUuid)
    const needs = world.system.cards
    const cardToken = async () => ({
      token: await readCardToken(needs, transaction, await world.cardToken(link, cards.good)),
    })
    const [lost, another] = [await cardToken(), await cardToken()]
    const gateway: CardGateway = {
      ...needs.gatewayFor('sandbox'),
      charge: async () => ({ kind: 'unknown', cause: 'test' }),
    }
    await charge({ ...needs, gatewayFor: () => gateway }, transaction, lost)
    await expect(charge(needs, transaction, another)).rejects.toThrow(cardProblems.attempt_running.detail)
    for (let hours = 1; hours < 6; hours++) await resolve(hours)
    expect(await historyOf(transactionUuid)).toEqual([
      'declined PENDING GENERAL_DECLINE',
      'refused FAILED NOT_COMPLETED',
    ])
    expect(await webhooksOf(transactionUuid)).toEqual([{ status: 'FAILED' }])
  })

  test('a decline that an inquiry finds opens the payment for another card', async () => {
    const { transactionUuid, link } = await world.createOrder()
    await world.fault({ mode: 'lost-reply', operations: [payments] })
    expect((await world.payByCalls(link, cards.declined)).body).toMatchObject({ state: 'CONFIRMING' })
    await world.fault({ mode: 'off' })
    await resolve(1)
    expect(await historyOf(transactionUuid)).toEqual(['declined PENDING GENERAL_DECLINE'])
    expect((await world.payByCalls(link, cards.good)).body).toEqual({ state: 'DONE' })
    expect((await read(transactionUuid)).status).toBe('SUCCESS')
  })
})

describe('a payment link', () => {
  const details = {
    bill_to_forename: 'Grâce',
    bill_to_surname: 'Mukendi',
    bill_to_email: 'grace@example.com',
    bill_to_phone: '0991234567',
    bill_to_address_country: 'CD',
    bill_to_address_line1: '12 avenue du Lac',
    bill_to_address_city: 'Goma',
  }
  async function newLink(): Promise<string> {
    const { body } = await world.signed('POST', '/api/v1/payment-links', {
      amount: 25.5,
      currency: 'USD',
      merchant_reference: 'INV-1',
    })
    return body.data.code
  }
  async function checkoutOf(code: string): Promise<string> {
    const form = Buffer.from(String(new URLSearchParams(details)))
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
    const { headers: sent } = await send(world.url, 'POST', `/pl/${code}/checkout`, form, headers)
    return sent.location as string
  }
  const uuidOf = (link: string) => new URL(link).pathname.split('/').at(-1) as string
  const uses = async (code: string) =>
    (
      await rows(
        'select uses_reserved as reserved, uses_held as held, uses_confirmed as confirmed from payment_link where code = $1',
        [code],
      )
    )[0]
  const declines = async (code: string) =>
    (
      await rows<{ declines: number; charges_under_way: number }>(
        `select declines, charges_under_way from link_visitor v join payment_link l on l.id = v.payment_link_id
          where code = $1 order by v.kind`,
        [code],
      )
    ).map(({ declines, charges_under_way }) => [declines, charges_under_way])

  test('its use stays reserved between two attempts of one payer, and every decline is counted', async () => {
    await allow(null)
    const code = await newLink()
    const [first, second] = [await checkoutOf(code), await checkoutOf(code)]
    expect(declinedOf(await world.payByCalls(first, cards.declined))).toMatchObject({ left: 2 })
    expect(await uses(code)).toEqual({ reserved: 1, held: 1, confirmed: 0 })
    expect((await world.checkout(second, 'session')).status).toBe(409)
    await world.payByCalls(first, cards.withoutFunds)
    expect(await uses(code)).toEqual({ reserved: 1, held: 1, confirmed: 0 })
    expect((await declines(code))[0]).toEqual([2, 0])
    expect((await world.payByCalls(first, cards.good)).body).toEqual({ state: 'DONE' })
    expect(await uses(code)).toEqual({ reserved: 0, held: 0, confirmed: 1 })
    expect(await read(uuidOf(second))).toMatchObject({ status: 'PENDING', declined_attempts: 0 })
  })

  test.each([
    ['the last decline', async (link: string) => void (await world.payByCalls(link, cards.declined))],
    [
      'a failed authentication',
      async (link: string) => void (await world.payByCalls(link, cards.notAuthenticated)),
    ],
    ['a cancellation', async (link: string) => void (await world.checkout(link, 'cancel'))],
    [
      'the expiry',
      async (link: string) => {
        await rows(
          "update card_transaction set expires_at = now() - interval '1 second' where transaction_uuid = $1",
          [uuidOf(link)],
        )
        await expireTransactions(world.system.cards)
      },
    ],
  ])('its use is released by %s', async (_what, end) => {
    await allow(2)
    const code = await newLink()
    const link = await checkoutOf(code)
    await world.payByCalls(link, cards.declined)
    expect(await uses(code)).toEqual({ reserved: 1, held: 1, confirmed: 0 })
    await end(link)
    expect((await read(uuidOf(link))).status).not.toBe('PENDING')
    expect(await uses(code)).toEqual({ reserved: 0, held: 0, confirmed: 0 })
    expect((await world.payByCalls(await checkoutOf(code), cards.good)).body).toEqual({ state: 'DONE' })
  })

  test('a charge that was never sent after a decline keeps its use', async () => {
    const code = await newLink()
    const link = await checkoutOf(code)
    await world.payByCalls(link, cards.declined)
    const transaction = await read(uuidOf(link))
    const gateway: CardGateway = {
      ...world.system.cards.gatewayFor('sandbox'),
      charge: async () => ({ kind: 'not_sent', cause: 'test' }),
    }
    const token = await readCardToken(
      world.system.cards,
      transaction,
      await world.cardToken(link, cards.good),
    )
    const needs = { ...world.system.cards, gatewayFor: () => gateway }
    expect((await charge(needs, transaction, { token })).state).toBe('not_sent')
    expect(await uses(code)).toEqual({ reserved: 1, held: 1, confirmed: 0 })
    expect((await world.payByCalls(link, cards.good)).body).toEqual({ state: 'DONE' })
    expect(await uses(code)).toEqual({ reserved: 0, held: 0, confirmed: 1 })
  })
})
