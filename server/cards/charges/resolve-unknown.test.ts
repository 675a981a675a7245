// Resolves unknown outcomes against a gateway that replies incorrectly. Every call reaches the simulated gateway, and
// its reply is altered on the way back. No worker runs: each test runs the rounds itself.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { type Money, money } from '../../kernel/money.ts'
import { newOperationId } from '../../ledger/operation.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { pay } from '../checkout/checkout.ts'
import type { CardGateway, ChargeReply } from '../gateway/gateway.ts'
import { refundPayment } from '../refunds/refund.ts'
import { pricedTransactionByUuid, transactionByUuid } from '../transaction/queries.ts'
import { voidHistory, voidPayment } from '../voids/void.ts'
import { resolveDueOperations } from './resolve-unknown.ts'

let world: World
let gateway: CardGateway
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: { CARD_GATEWAY_TIMEOUT_SECONDS: '20' } })
  gateway = world.system.cards.gatewayFor('sandbox')
})
afterAll(() => world.close())

let ahead = 0
const clock = { now: () => systemClock.now().add({ seconds: ahead }) }
const needs = (changed: Partial<CardGateway>) => ({
  ...world.system.cards,
  gatewayFor: () => ({ ...gateway, ...changed }),
})
/** Runs one worker round with everything made due. */
async function round(changed: Partial<CardGateway> = {}, inquiryHorizonSeconds = 900): Promise<void> {
  ahead += 700
  await resolveDueOperations({ ...needs(changed), clock, inquiryHorizonSeconds })
}
const rows = <Row>(text: string, values: unknown[]) => world.db.rows<Row>({ name: '', text }, values)
const operationsOf = async (uuid: string, kind: string) =>
  (
    await rows<{ state: string }>(
      `select o.state from operation o join card_transaction t on t.id = o.card_transaction_id
        where t.transaction_uuid = $1 and o.kind = $2`,
      [uuid, kind],
    )
  ).map(({ state }) => state)
const atTheGateway = async (uuid: string) =>
  (await world.books()).payments.find(({ code }: { code: string }) => code === uuid)
const isVoided = async (uuid: string): Promise<boolean> => (await atTheGateway(uuid)).voided
const postingsOf = (uuid: string) =>
  rows(
    `select p.key from ledger_posting p join operation o on p.key = o.kind || ':' || o.id
       join card_transaction t on t.id = o.card_transaction_id where t.transaction_uuid = $1`,
    [uuid],
  )
const refusing: Partial<CardGateway> = {
  undoCharge: async () => ({ kind: 'refused', cause: 'NOT_VOIDABLE' }),
}

/**
 * Makes a charge of 25.50 USD that the gateway approves.
 * @param reportOf changes the reply that we receive instead.
 */
async function charged(reportOf: (approved: ChargeReply) => ChargeReply): Promise<string> {
  const { transactionUuid, link } = await world.createOrder()
  const token = await world.cardToken(link, '4242424242424242')
  const { reference_id } = (await world.checkout(link, 'setup', { transient_token: token })).body
  const audited: Partial<CardGateway> = {
    async charge(request) {
      const reply = await gateway.charge(request)
      assert.equal(reply.kind, 'approved')
      return reportOf(reply)
    },
  }
  const transaction = await pricedTransactionByUuid(world.db, transactionUuid)
  const browser = { ipAddress: '127.0.0.1', userAgent: 'test', acceptHeader: '*/*' }
  await pay(needs(audited), transaction, { reference_id, browser: {} }, browser)
  return transactionUuid
}

const chargedAs = (amount: Money) => charged((reply) => ({ ...reply, amount }) as ChargeReply)
const lostCharge = () => charged(() => lost)
const lost = { kind: 'unknown', cause: 'DEADLINE' } as const
const amina = { name: 'amina', address: '127.0.0.1', requestId: 'test' }

async function paid() {
  const { transactionUuid: uuid, link } = await world.createOrder()
  assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
  const { cs_payment_id } = await transactionByUuid(world.db, uuid)
  return { uuid, paymentId: cs_payment_id ?? '' }
}

describe('an approval', () => {
  test.each([
    ['a different amount', money(2551n, 'USD')],
    ['a different currency', money(2550n, 'CDF')],
  ])('an approval for %s fails the payment and is undone', async (_what, amount) => {
    const uuid = await chargedAs(amount)
    const { status, reason_code } = await transactionByUuid(world.db, uuid)
    expect([status, reason_code]).toEqual(['FAILED', 'AMOUNT_MISMATCH'])
    await round()
    assert.equal(await isVoided(uuid), true)
  })

  test('an undo is confirmed by inquiry and retried while the charge is still in force', async () => {
    const uuid = await chargedAs(money(1n, 'USD'))
    await round({ undoCharge: async () => ({ kind: 'undone', upstreamId: '4711' }) })
    expect(await operationsOf(uuid, 'undo')).toEqual(['unknown'])
    await round()
    expect(await operationsOf(uuid, 'undo')).toEqual(['confirmed'])
    assert.equal(await isVoided(uuid), true)
  })
})

describe('a charge whose reply was lost', () => {
  test('a charge whose reply was lost fails the payment if it was voided before it was found', async () => {
    const uuid = await lostCharge()
    const [charge] = await rows<{ id: string; created_at: Temporal.Instant }>(
      `select o.id, o.created_at from operation o join card_transaction t on t.id = o.card_transaction_id
        where t.transaction_uuid = $1`,
      [uuid],
    )
    assert.ok(charge)
    const { kind } = await gateway.undoCharge({
      code: uuid,
      reference: charge.id,
      amount: money(2550n, 'USD'),
      requestedAt: charge.created_at,
      undoReference: newOperationId(1),
      captured: true,
    })
    assert.deepEqual([kind, await isVoided(uuid)], ['undone', true])
    for (let i = 0; i < 4; i++) await round()
    const { status, reason_code } = await transactionByUuid(world.db, uuid)
    expect([status, reason_code]).toEqual(['FAILED', 'NOT_COMPLETED'])
    expect(await postingsOf(uuid)).toEqual([])
  })

  test('a charge whose reply was lost is never undone while the gateway is unreachable', async () => {
    const uuid = await lostCharge()
    const findCharge: CardGateway['findCharge'] = async () => ({ kind: 'unavailable', cause: '503' })
    for (let i = 0; i < 4; i++) await round({ findCharge })
    expect([await operationsOf(uuid, 'charge'), await operationsOf(uuid, 'undo')]).toEqual([['unknown'], []])
    await round()
    assert.equal((await transactionByUuid(world.db, uuid)).status, 'SUCCESS')
    assert.equal(await isVoided(uuid), false)
    expect(await postingsOf(uuid)).toHaveLength(1)
  })

  test('a charge whose reply was lost is undone if its transaction has ended when it is found', async () => {
    const uuid = await lostCharge()
    await rows(
      `update card_transaction set status = 'EXPIRED', running_operation = null, finalised_at = now()
        where transaction_uuid = $1`,
      [uuid],
    )
    for (let i = 0; i < 2; i++) await round()
    assert.equal((await transactionByUuid(world.db, uuid)).status, 'EXPIRED')
    expect(await operationsOf(uuid, 'undo')).toEqual(['confirmed'])
    assert.equal(await isVoided(uuid), true)
    expect(await postingsOf(uuid)).toEqual([])
  })
})

describe('a charge for which the gateway reported a failure', () => {
  const broke = { kind: 'unknown', cause: 'HTTP 502 SYSTEM_ERROR', acknowledged: true } as const
  const brokenCharge = () => charged(() => broke)
  /** Runs the workers without waiting for anything else to become due. */
  const now = async (changed: Partial<CardGateway> = {}) => {
    while (await resolveDueOperations({ ...needs(changed), inquiryHorizonSeconds: 900 })) {
      // until nothing is due
    }
  }
  const hidden: Partial<CardGateway> = {
    findCharge: async () => ({ kind: 'absent' }),
    undoCharge: async () => ({ kind: 'nothing_there' }),
  }
  const outcomeOf = async (uuid: string) => {
    const { status, reason_code } = await transactionByUuid(world.db, uuid)
    return [status, reason_code, await operationsOf(uuid, 'charge'), await operationsOf(uuid, 'undo')]
  }

  test('a charge made despite a reported gateway failure is found immediately and paid', async () => {
    const uuid = await brokenCharge()
    await now()
    expect(await outcomeOf(uuid)).toEqual(['SUCCESS', '', ['confirmed'], []])
    expect(await postingsOf(uuid)).toHaveLength(1)
  })

  test('a charge not found after a gateway failure fails immediately and is watched on', async () => {
    const uuid = await brokenCharge()
    await now(hidden)
    expect(await outcomeOf(uuid)).toEqual(['FAILED', 'NOT_COMPLETED', ['undone'], ['unknown']])
    for (let i = 0; i < 2; i++) await round(hidden)
    expect(await outcomeOf(uuid)).toEqual(['FAILED', 'NOT_COMPLETED', ['undone'], ['confirmed']])
    expect(await postingsOf(uuid)).toEqual([])
  })

  test('a charge that appears after its payment failed is undone', async () => {
    const uuid = await brokenCharge()
    await now(hidden)
    assert.equal((await transactionByUuid(world.db, uuid)).status, 'FAILED')
    assert.equal(await isVoided(uuid), false)
    await round()
    assert.equal(await isVoided(uuid), true)
    expect(await outcomeOf(uuid)).toEqual(['FAILED', 'NOT_COMPLETED', ['undone'], ['confirmed']])
    expect(await postingsOf(uuid)).toEqual([])
  })

  test('a charge that the search does not show yet is undone by reference before it fails', async () => {
    const uuid = await brokenCharge()
    await now({ findCharge: hidden.findCharge! })
    assert.equal(await isVoided(uuid), true)
    expect(await outcomeOf(uuid)).toEqual(['FAILED', 'NOT_COMPLETED', ['undone'], ['confirmed']])
  })

  test('a charge does not fail while the gateway is unreachable or refuses the undo', async () => {
    const uuid = await brokenCharge()
    await now({ findCharge: async () => ({ kind: 'unavailable', cause: '503' }) })
    expect(await outcomeOf(uuid)).toEqual(['PENDING', '', ['unknown'], []])
    for (let i = 0; i < 2; i++) await round({ ...hidden, ...refusing })
    expect(await outcomeOf(uuid)).toEqual(['PENDING', '', ['undoing'], ['unknown']])
  })

  test('a charge without any reply is abandoned only at the horizon, unlike a reported failure', async () => {
    const uuid = await lostCharge()
    await now(hidden)
    expect(await outcomeOf(uuid)).toEqual(['PENDING', '', ['unknown'], []])
    const horizon = ahead + 1_000
    await round(hidden, horizon)
    expect(await outcomeOf(uuid)).toEqual(['PENDING', '', ['unknown'], []])
    for (let i = 0; i < 2; i++) await round(hidden, horizon)
    expect((await outcomeOf(uuid))[0]).toBe('FAILED')
  })
})

test('a refund whose reply was lost is never abandoned while the gateway is unreachable', async () => {
  const { uuid, paymentId } = await paid()
  const refund: CardGateway['refund'] = async (request) => {
    assert.equal((await gateway.refund(request)).kind, 'accepted')
    return lost
  }
  const call = { paymentId, body: { reason: 'sent back' }, admin: amina }
  expect(await refundPayment(needs({ refund }), call)).toEqual({ kind: 'in_doubt' })
  const findRefund: CardGateway['findRefund'] = async () => ({ kind: 'unavailable', cause: '503' })
  for (let i = 0; i < 4; i++) await round({ findRefund })
  expect([await operationsOf(uuid, 'refund'), await operationsOf(uuid, 'undo')]).toEqual([['unknown'], []])
  await round()
  assert.equal((await transactionByUuid(world.db, uuid)).status, 'REFUNDED')
  assert.equal((await atTheGateway(uuid)).refunded_amount, '25.50')
})

test('a void that the gateway refused can be requested again', async () => {
  const { uuid, paymentId } = await paid()
  const voidBy = (changed: Partial<CardGateway>) =>
    voidPayment(needs(changed), paymentId, { reason: 'wrong order' }, amina)
  const voids = async () =>
    (await voidHistory(world.db, await transactionByUuid(world.db, uuid))).voids.map(({ status }) => status)
  await expect(voidBy(refusing)).rejects.toThrow('Void upstream failed')
  expect(await voids()).toEqual(['FAILED'])
  expect(await voidBy({})).toMatchObject({ transaction_status: 'VOIDED' })
  expect(await voids()).toEqual(['FAILED', 'SUCCESS'])
  assert.equal(await isVoided(uuid), true)
})

describe('a void whose reply was lost and whose retries are refused', () => {
  async function voidedBy(
    undoCharge: CardGateway['undoCharge'],
    changed: Partial<CardGateway> = {},
  ): Promise<string> {
    const { uuid, paymentId } = await paid()
    const call = voidPayment(needs({ undoCharge }), paymentId, { reason: 'wrong order' }, amina)
    await expect(call).rejects.toThrow('Void upstream failed')
    for (let i = 0; i < 6; i++) await round({ ...refusing, ...changed })
    return uuid
  }

  test('a refused void succeeds when the charge is no longer in force', async () => {
    const uuid = await voidedBy(async (undo) => {
      await gateway.undoCharge(undo)
      return lost
    })
    assert.equal((await transactionByUuid(world.db, uuid)).status, 'VOIDED')
    expect(await operationsOf(uuid, 'void')).toEqual(['confirmed'])
  })

  test('a refused void stays unknown until the gateway shows its charge', async () => {
    const uuid = await voidedBy(async () => lost, { findCharge: async () => ({ kind: 'absent' }) })
    assert.equal((await transactionByUuid(world.db, uuid)).status, 'SUCCESS')
    expect(await operationsOf(uuid, 'void')).toEqual(['unknown'])
    assert.equal(await isVoided(uuid), false)
    await round()
    assert.equal((await transactionByUuid(world.db, uuid)).status, 'VOIDED')
    assert.equal(await isVoided(uuid), true)
  })

  test('a refused void does not fail before the inquiry horizon', async () => {
    const { uuid, paymentId } = await paid()
    const undoCharge: CardGateway['undoCharge'] = async () => lost
    await expect(
      voidPayment(needs({ undoCharge }), paymentId, { reason: 'wrong order' }, amina),
    ).rejects.toThrow('Void upstream failed')
    const horizon = ahead + 700 * 8
    for (let i = 0; i < 7; i++) await round(refusing, horizon)
    expect(await operationsOf(uuid, 'void')).toEqual(['unknown'])
    for (let i = 0; i < 2; i++) await round(refusing, horizon)
    expect(await operationsOf(uuid, 'void')).toEqual(['declined'])
  })

  test('a refused void fails while the charge is in force, and the payment is released', async () => {
    const uuid = await voidedBy(async () => lost)
    const { status, running_operation } = await transactionByUuid(world.db, uuid)
    expect([status, running_operation]).toEqual(['SUCCESS', null])
    expect(await operationsOf(uuid, 'void')).toEqual(['declined'])
  })
})
