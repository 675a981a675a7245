// The final checks of a charge in the database, which catch whatever changed after the caller read the transaction.
import assert from 'node:assert/strict'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { unreachableGateway } from '../../../test/support/world/unreachable-gateway.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { activeAuthentication, readCardToken } from '../authentication/authentication.ts'
import { enrol } from '../authentication/enrolment.ts'
import type { BrowserFacts, CardGateway } from '../gateway/gateway.ts'
import { cardProblems } from '../transaction/problems.ts'
import { pricedTransactionByUuid, type TransactionRow } from '../transaction/queries.ts'
import { charge } from './charge.ts'
import { expireTransactions } from './expiry.ts'

const { attempt_not_found, attempt_running, transaction_expired } = cardProblems
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

const rows = <Row>(text: string, values: unknown[] = []) =>
  world.db.rows<Row>({ name: text.slice(0, 60), text }, values)
/** How many payments of this transaction the gateway has seen. */
const paymentsAtGateway = async ({ transaction_uuid }: TransactionRow) =>
  (await world.books()).payments.filter(({ code }: { code: string }) => code === transaction_uuid).length
const operations = async ({ id }: TransactionRow) =>
  (await rows('select id from operation where card_transaction_id = $1', [id])).length

async function order() {
  const { transactionUuid, link } = await world.createOrder()
  return { link, transaction: await pricedTransactionByUuid(world.db, transactionUuid) }
}
/** A card token without an authentication, as a shop without 3-D Secure sends it. */
async function bareToken(link: string, transaction: TransactionRow) {
  const jwt = await world.cardToken(link, '4242424242424242')
  return { token: await readCardToken(world.system.cards, transaction, jwt) }
}
/** An authenticated payer: only the charge is missing. */
async function authenticated({ link, transaction }: Awaited<ReturnType<typeof order>>) {
  const setup = await world.checkout(link, 'setup', {
    transient_token: await world.cardToken(link, '4242424242424242'),
  })
  const needs = world.system.cards
  const result = await enrol(needs, transaction, setup.body.reference_id, { browser, device: {} })
  assert(result.kind === 'authenticated')
  return result.authentication
}

describe('a transaction', () => {
  test('a transaction does not expire while its charge is in flight, and expires afterwards', async () => {
    const { link, transaction } = await order()
    await world.fault({ mode: 'lost-reply', operations: [payments] })
    await charge(world.system.cards, transaction, await bareToken(link, transaction))
    await rows("update card_transaction t set expires_at = now() - interval '1 hour' where id = $1", [
      transaction.id,
    ])
    await expireTransactions(world.system.cards)
    const read = () => pricedTransactionByUuid(world.db, transaction.transaction_uuid)
    expect(await read()).toMatchObject({ status: 'PENDING', running_operation: expect.any(String) })
    await rows('update card_transaction set running_operation = null where id = $1', [transaction.id])
    await expireTransactions(world.system.cards)
    expect((await read()).status).toBe('EXPIRED')
  })

  test('a transaction is charged once when two cards are submitted at the same time', async () => {
    const { link, transaction } = await order()
    const means = [await bareToken(link, transaction), await bareToken(link, transaction)]
    await world.fault({ mode: 'lost-reply', operations: [payments] })
    const charges = means.map((card) => charge(world.system.cards, transaction, card))
    const finishers = await Promise.all(
      charges.map((end) =>
        end.then(
          ({ state }) => state,
          (error: Error) => error.message,
        ),
      ),
    )
    expect(finishers.toSorted()).toEqual([attempt_running.detail, 'unknown'])
    assert.deepEqual([await paymentsAtGateway(transaction), await operations(transaction)], [1, 1])
  })

  test('a transaction is not charged after it expires, even if it was open when read', async () => {
    const { link, transaction } = await order()
    const means = await bareToken(link, transaction)
    await rows("update card_transaction set expires_at = now() - interval '1 second' where id = $1", [
      transaction.id,
    ])
    await expect(charge(world.system.cards, transaction, means)).rejects.toThrow(transaction_expired.detail)
    assert.deepEqual([await paymentsAtGateway(transaction), await operations(transaction)], [0, 0])
  })

  test('cancelling an expired transaction is 410 and sends no cancellation webhook', async () => {
    const { link, transaction } = await order()
    await rows("update card_transaction set expires_at = now() - interval '1 second' where id = $1", [
      transaction.id,
    ])
    const { status, body } = await world.checkout(link, 'cancel')
    expect([status, body.detail]).toEqual([410, transaction_expired.detail])
    await expireTransactions(world.system.cards)
    expect((await pricedTransactionByUuid(world.db, transaction.transaction_uuid)).status).toBe('EXPIRED')
    const received = rows('select event_type from webhook_event where subject = $1', [
      `card:${transaction.id}`,
    ])
    expect(await received).toEqual([])
  })
})

describe('a transaction that has ended', () => {
  test.each([
    ['SUCCESS', cardProblems.transaction_finished],
    ['FAILED', cardProblems.transaction_finished],
    ['VOIDED', cardProblems.transaction_finished],
    ['CANCELLED', cardProblems.transaction_cancelled],
    ['EXPIRED', transaction_expired],
  ])('a transaction that became %s after it was read is not charged', async (status, problem) => {
    const { link, transaction } = await order()
    const means = await bareToken(link, transaction)
    await rows('update card_transaction set status = $2, finalised_at = now() where id = $1', [
      transaction.id,
      status,
    ])
    await expect(charge(world.system.cards, transaction, means)).rejects.toThrow(problem.detail)
    assert.deepEqual([await paymentsAtGateway(transaction), await operations(transaction)], [0, 0])
  })
})

describe('a card token', () => {
  test('a token set up by one payment cannot be charged by another without authentication', async () => {
    const [mine, other] = [await order(), await order()]
    const jwt = await world.cardToken(mine.link, '4242424242424242')
    const token = await readCardToken(world.system.cards, mine.transaction, jwt)
    const { reference_id } = (await world.checkout(mine.link, 'setup', { transient_token: jwt })).body
    await expect(charge(world.system.cards, other.transaction, { token })).rejects.toThrow(
      cardProblems.transient_token_invalid.detail,
    )
    assert.deepEqual(
      [await paymentsAtGateway(other.transaction), await operations(other.transaction)],
      [0, 0],
    )
    const paid = await world.checkout(mine.link, 'pay', { reference_id, browser: {} })
    assert.deepEqual(paid.body, { state: 'DONE' })
  })

  test('a token presented by four payments at the same time is accepted for one of them', async () => {
    const orders = [await order(), await order(), await order(), await order()]
    const jwt = await world.cardToken(orders[0]!.link, '4242424242424242')
    const shown = await Promise.all(
      orders.map(({ link }) => world.checkout(link, 'setup', { transient_token: jwt })),
    )
    expect(shown.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
  })
})

describe('an authentication', () => {
  test.each([
    ['a different amount', 'amount_minor = amount_minor - 1'],
    ['a different currency', "currency = 'CDF'"],
    ['an expired lifetime', "expires_at = now() - interval '1 second'"],
  ])('an authentication that now has %s cannot be charged', async (_what, change) => {
    const open = await order()
    const { transaction } = open
    const authentication = await authenticated(open)
    await rows(`update card_authentication set ${change} where id = $1`, [authentication.id])
    await expect(charge(world.system.cards, transaction, { authentication })).rejects.toThrow(
      attempt_not_found.detail,
    )
    assert.deepEqual([await paymentsAtGateway(transaction), await operations(transaction)], [0, 0])
  })

  test('an authentication of one payment cannot pay another of the same amount', async () => {
    const [mine, other] = [await order(), await order()]
    const authentication = await authenticated(mine)
    const attempt = charge(world.system.cards, other.transaction, { authentication })
    await expect(attempt).rejects.toThrow(attempt_not_found.detail)
    assert.deepEqual(
      [await paymentsAtGateway(other.transaction), await operations(other.transaction)],
      [0, 0],
    )
    assert.equal((await charge(world.system.cards, mine.transaction, { authentication })).state, 'finished')
  })

  test('an authentication replaced by another card cannot be charged', async () => {
    const open = await order()
    const { transaction } = open
    const first = await authenticated(open)
    await rows('update card_authentication set lease_until = now() where id = $1', [first.id])
    const second = await authenticated(open)
    const late = charge(world.system.cards, transaction, { authentication: first })
    await expect(late).rejects.toThrow(attempt_not_found.detail)
    assert.deepEqual([await paymentsAtGateway(transaction), await operations(transaction)], [0, 0])
    assert.equal(
      (await charge(world.system.cards, transaction, { authentication: second })).state,
      'finished',
    )
  })

  test('a late failure of a replaced authentication does not fail the payment', async () => {
    const open = await order()
    const { transaction } = open
    const setup = await world.checkout(open.link, 'setup', {
      transient_token: await world.cardToken(open.link, '4242424242424242'),
    })
    const gateway = world.system.cards.gatewayFor('sandbox')
    let second: Awaited<ReturnType<typeof authenticated>> | undefined
    const gatewayFor = (): CardGateway => ({
      ...gateway,
      enrol: async () => {
        await rows('update card_authentication set lease_until = now() where transaction_id = $1', [
          transaction.id,
        ])
        second = await authenticated(open)
        return { kind: 'failed', authenticationTransactionId: 'too late' }
      },
    })
    const needs = { ...world.system.cards, gatewayFor }
    const first = await enrol(needs, transaction, setup.body.reference_id, { browser, device: {} })
    expect(first).toEqual({ kind: 'failed' })
    assert.ok(second)
    expect((await pricedTransactionByUuid(world.db, transaction.transaction_uuid)).status).toBe('PENDING')
    const paid = await charge(world.system.cards, transaction, { authentication: second })
    assert.equal(paid.state, 'finished')
    expect((await pricedTransactionByUuid(world.db, transaction.transaction_uuid)).status).toBe('SUCCESS')
  })

  test('an authentication is used once when eight charges claim it at the same time', async () => {
    const open = await order()
    const authentication = await authenticated(open)
    const uses = Array.from({ length: 8 }, () =>
      charge(world.system.cards, open.transaction, { authentication }).then(
        ({ state }) => state,
        (error: Error) => error.message,
      ),
    )
    const ends = await Promise.all(uses)
    assert.deepEqual(
      ends.filter((end) => end === 'finished'),
      ['finished'],
    )
    assert.deepEqual([await paymentsAtGateway(open.transaction), await operations(open.transaction)], [1, 1])
  })
})

describe('a charge that was never sent', () => {
  test('a charge that was never sent leaves the payment to the card that replaced it', async () => {
    const open = await order()
    const { transaction } = open
    const first = await authenticated(open)
    const gateway = unreachableGateway(world)('sandbox')
    let second = first
    const gatewayFor = (): CardGateway => ({
      ...gateway,
      charge: async (request) => {
        second = await authenticated(open)
        return gateway.charge(request)
      },
    })
    const needs = { ...world.system.cards, gatewayFor }
    assert.equal((await charge(needs, transaction, { authentication: first })).state, 'not_sent')
    assert.equal((await activeAuthentication(world.db, transaction.id))?.id, second.id)
    assert.equal(
      (await charge(world.system.cards, transaction, { authentication: second })).state,
      'finished',
    )
    assert.equal(await paymentsAtGateway(transaction), 1)
  })
})
