import assert from 'node:assert/strict'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { tokens, twoAdmins } from '../../../test/support/callers/admins.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { raceRounds } from '../../../test/support/race-rounds.ts'
import { adminToken } from '../../../test/support/world/settings.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { money } from '../../kernel/money.ts'
import { endVoid } from '../voids/queries.ts'
import { takeRefundResponse } from './api.ts'
import { refundPayment } from './refund.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ settings: { ADMIN_TOKENS: `amina:${adminToken},${twoAdmins.ADMIN_TOKENS}` } })
})
afterAll(() => world.close())
afterEach(() => world.fault({ mode: 'off' }))

const rows = <Row>(text: string, values: unknown[] = []) =>
  world.db.rows<Row>({ name: text.slice(0, 60), text }, values)

async function paid(amount = 100, overrides: Record<string, unknown> = {}) {
  const { transactionUuid, link } = await world.createOrder({ amount, ...overrides })
  assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
  const [row] = await rows<{ cs_payment_id: string }>(
    'select cs_payment_id from card_transaction where transaction_uuid = $1',
    [transactionUuid],
  )
  return { transactionUuid, paymentId: row!.cs_payment_id }
}

const refund = (paymentId: string, body: unknown = { reason: 'customer asked' }) =>
  world.admin('POST', `/api/v1/admin/payment/refunds/${paymentId}`, body)
const voidIt = (paymentId: string, body: unknown = { reason: 'wrong order' }) =>
  world.admin('POST', `/api/v1/admin/payment/voids/${paymentId}`, body)
const age = (uuid: string, by: string) =>
  rows('update card_transaction set finalised_at = finalised_at - $2::interval where transaction_uuid = $1', [
    uuid,
    by,
  ])
const event = (uuid: string, type: string) =>
  rows<{ body: string }>(
    "select e.body from webhook_event e join card_transaction t on e.subject = 'card:' || t.id where t.transaction_uuid = $1 and e.event_type = $2 order by e.id",
    [uuid, type],
  )
const gatewayPayment = async (uuid: string) =>
  (await world.books()).payments.find((payment: { code: string }) => payment.code === uuid)
const detailOf = async (response: Promise<{ status: number; body: any }>) => {
  const { status, body } = await response
  return [status, body.detail]
}

describe('a refund', () => {
  test('a partial refund, then one of the remainder: amounts, statuses, webhooks, ledger [C2.5] [C3] [C4.7]', async () => {
    const { transactionUuid, paymentId } = await paid(100)
    const first = await refund(paymentId, { amount: 30.5, reason: 'one item' })
    assert.equal(first.status, 200, first.text)
    expect(first.body).toEqual({
      refund_id: expect.any(Number),
      cs_refund_id: expect.stringMatching(/^\d{22}$/),
      status: 'SUCCESS',
      amount: '30.5000',
      currency: 'USD',
      refunded_total: '30.5000',
      remaining: '69.5000',
      transaction_status: 'PARTIALLY_REFUNDED',
    })
    const rest = await refund(paymentId)
    expect(rest.body).toMatchObject({
      amount: '69.5000',
      refunded_total: '100.0000',
      remaining: '0.0000',
      transaction_status: 'REFUNDED',
    })
    assert.equal((await world.status(transactionUuid)).transaction_status, 'REFUNDED')
    assert.equal((await gatewayPayment(transactionUuid)).refunded_amount, '100.00')
    const [webhook, last] = await event(transactionUuid, 'REFUND')
    expect(JSON.parse(webhook!.body)).toEqual({
      event_type: 'REFUND',
      status: 'SUCCESS',
      transaction_uuid: transactionUuid,
      reference: 'INV-1',
      cs_payment_id: paymentId,
      cs_refund_id: first.body.cs_refund_id,
      refund_id: first.body.refund_id,
      amount: '30.5000',
      currency: 'USD',
      refunded_total: '30.5000',
      remaining: '69.5000',
      reason: 'one item',
      reason_code: '',
      message: '',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    })
    expect(JSON.parse(last!.body)).toMatchObject({ remaining: '0.0000' })
    const [balance] = await rows<{ sum: string }>(
      `select sum(e.amount_minor)::text as sum from ledger_entry e join ledger_posting p on p.id = e.posting_id join ledger_account a on a.id = e.account_id
        where a.code = 'gateway_receivable' and p.key in (select kind || ':' || o.id from operation o join card_transaction t on t.id = o.card_transaction_id where t.transaction_uuid = $1)`,
      [transactionUuid],
    )
    assert.equal(balance?.sum, '0')
  })

  test('the refund history is oldest first and shows whether the webhook was delivered [C2.5] [C4.8]', async () => {
    const { transactionUuid, paymentId } = await paid(50)
    await refund(paymentId, { amount: 10, reason: 'first' })
    await refund(paymentId, { amount: 20, reason: 'quiet', notify_merchant: false })
    const history = () => world.admin('GET', `/api/v1/admin/payment/refunds/${transactionUuid}`)
    await eventually(
      'the webhook is delivered',
      async () => (await history()).body.refunds[0].callback_delivered,
    )
    const { body } = await history()
    assert.equal(body.transaction_uuid, transactionUuid)
    expect(body.refunds).toEqual([
      expect.objectContaining({
        id: expect.any(Number),
        cs_refund_id: expect.any(String),
        amount: '10.0000',
        status: 'SUCCESS',
        reason: 'first',
        refunded_by: 'amina',
        callback_delivered: true,
        created_at: expect.stringMatching(/Z$/),
      }),
      expect.objectContaining({ amount: '20.0000', reason: 'quiet', callback_delivered: false }),
    ])
    assert.equal((await event(transactionUuid, 'REFUND')).length, 1)
  })

  test('the refund history of an unknown transaction is 404, and empty without refunds [C4.8]', async () => {
    expect(
      await detailOf(world.admin('GET', '/api/v1/admin/payment/refunds/LKT-20260101-000000-AAAAAAAA-CD')),
    ).toEqual([404, 'Transaction not found'])
    const { transactionUuid } = await paid()
    expect((await world.admin('GET', `/api/v1/admin/payment/refunds/${transactionUuid}`)).body).toEqual({
      transaction_uuid: transactionUuid,
      refunds: [],
    })
  })

  test('a refund of an unknown payment is 404 [C7]', async () => {
    expect(await detailOf(refund('123'))).toEqual([404, 'No transaction with cs_payment_id=123'])
  })

  test('a refund of a failed payment is 409 [C7]', async () => {
    const { transactionUuid, link } = await world.createOrder()
    await world.payByCalls(link, '4000000000009995')
    const [row] = await rows<{ cs_payment_id: string }>(
      'select cs_payment_id from card_transaction where transaction_uuid = $1',
      [transactionUuid],
    )
    expect(await detailOf(refund(row!.cs_payment_id))).toEqual([409, 'Cannot refund a tx in status FAILED'])
  })

  test('a refund of more than remains is 422, of a fully refunded payment 409 [C7]', async () => {
    const { paymentId } = await paid(20)
    expect(await detailOf(refund(paymentId, { amount: 20.01, reason: 'too much' }))).toEqual([
      422,
      'Refund amount exceeds remaining',
    ])
    await refund(paymentId, { amount: 15, reason: 'most' })
    expect(await detailOf(refund(paymentId, { amount: 5.01, reason: 'too much' }))).toEqual([
      422,
      'Refund amount exceeds remaining',
    ])
    await refund(paymentId)
    expect(await detailOf(refund(paymentId, { amount: 1, reason: 'again' }))).toEqual([
      409,
      'Transaction already fully refunded',
    ])
  })

  test('a refund after 60 days is 409, and succeeds with force [C7] [C8]', async () => {
    const { transactionUuid, paymentId } = await paid(20)
    await age(transactionUuid, '59 days 23 hours')
    assert.equal((await refund(paymentId, { amount: 5, reason: 'in time' })).status, 200)
    await age(transactionUuid, '2 hours')
    expect(await detailOf(refund(paymentId))).toEqual([409, 'Transaction older than 60 days'])
    assert.equal((await refund(paymentId, { reason: 'goodwill', force: true })).status, 200)
  })

  test.each([
    [{}, 422],
    [{ reason: 'no' }, 422],
    [{ reason: 'fine', amount: '5' }, 422],
    [{ reason: 'fine', amount: 0 }, 422],
    [{ reason: 'fine', amount: -1 }, 422],
    [{ reason: 'fine', notify_merchant: 'yes' }, 422],
    [{ reason: 'fine', force: 1 }, 422],
    [{ reason: 'fine', amount: 1.001 }, 400],
  ])('a refund request of %j is %i [C2.5]', async (body, status) => {
    const { paymentId } = await paid(20)
    assert.equal((await refund(paymentId, body)).status, status)
  })

  test('a refund that the gateway refuses is 502, and its amount is released [C7]', async () => {
    const { transactionUuid, paymentId } = await paid(20)
    await fetch(`${world.sandboxUrl}/sandbox/books`)
    await world.fault({ mode: '5xx', operations: ['/pts/v2/payments'] })
    expect(await detailOf(refund(paymentId))).toEqual([502, 'Refund upstream failed'])
    await world.fault({ mode: 'off' })
    await eventually('the refund has failed', async () => {
      const { body } = await world.admin('GET', `/api/v1/admin/payment/refunds/${transactionUuid}`)
      return body.refunds[0].status === 'FAILED'
    })
    assert.equal((await refund(paymentId)).status, 200)
  })

  test('a refund whose reply is lost is 502, keeps its amount reserved, and resolves once [C7]', async () => {
    const { transactionUuid, paymentId } = await paid(20)
    await world.fault({ mode: 'lost-reply', operations: ['/pts/v2/payments'] })
    const body = { amount: 12, reason: 'lost on the way' }
    expect(await detailOf(refund(paymentId, body))).toEqual([502, 'Refund upstream failed'])
    await world.fault({ mode: 'off' })
    expect(await detailOf(refund(paymentId, { amount: 12, reason: 'another one' }))).toEqual([
      422,
      'Refund amount exceeds remaining',
    ])
    await eventually('the refund is found', async () => {
      const history = await world.admin('GET', `/api/v1/admin/payment/refunds/${transactionUuid}`)
      return history.body.refunds[0].status === 'SUCCESS'
    })
    const received = await refund(paymentId, body)
    assert.deepEqual(
      [received.status, received.body.amount, received.body.refunded_total],
      [200, '12.0000', '12.0000'],
    )
    assert.equal((await gatewayPayment(transactionUuid)).refunded_amount, '12.00')
    assert.equal((await world.status(transactionUuid)).transaction_status, 'PARTIALLY_REFUNDED')
    assert.equal((await event(transactionUuid, 'REFUND')).length, 1)
  })

  test('a refund debits merchant_payable and credits gateway_receivable only', async () => {
    const { transactionUuid, paymentId } = await paid(20)
    assert.equal((await refund(paymentId, { amount: 12, reason: 'one item' })).status, 200)
    const entries = await rows(
      `select a.code, m.merchant_code, a.environment, e.currency, e.amount_minor
         from operation o join card_transaction t on t.id = o.card_transaction_id
         join ledger_posting p on p.key = 'refund:' || o.id
         join ledger_entry e on e.posting_id = p.id join ledger_account a on a.id = e.account_id
         left join merchant m on m.id = a.merchant_id
        where t.transaction_uuid = $1 order by e.amount_minor desc`,
      [transactionUuid],
    )
    const line = { environment: 'sandbox', currency: 'USD' }
    expect(entries).toEqual([
      {
        ...line,
        code: 'merchant_payable',
        merchant_code: world.merchant.merchant_code,
        amount_minor: 1200n,
      },
      { ...line, code: 'gateway_receivable', merchant_code: null, amount_minor: -1200n },
    ])
  })

  test.each([
    ['a different amount', money(2001n, 'USD')],
    ['a different currency', money(2000n, 'CDF')],
  ])('a refund that the gateway reports with %s is not recorded', async (_what, amount) => {
    const { transactionUuid, paymentId } = await paid(20)
    const gateway = world.system.cards.gatewayFor('sandbox')
    const notifications: string[] = []
    const needs = {
      ...world.system.cards,
      log: { ...world.system.cards.log, error: (message: string) => void notifications.push(message) },
      gatewayFor: () => ({
        ...gateway,
        refund: async () => ({ kind: 'accepted', refundId: '4711', amount }) as const,
      }),
    }
    const admin = { name: 'amina', address: '127.0.0.1', requestId: 'test' }
    const call = { paymentId, body: { reason: 'all of it' }, admin }
    const result = await refundPayment(needs, call)
    await expect(takeRefundResponse(needs.db, result)).rejects.toThrow('Refund upstream failed')
    const { refunds } = (await world.admin('GET', `/api/v1/admin/payment/refunds/${transactionUuid}`)).body
    expect(refunds).toMatchObject([{ status: 'PENDING', cs_refund_id: '' }])
    expect(
      await rows(
        'select status, refunded_minor, refund_reserved_minor from card_transaction where transaction_uuid = $1',
        [transactionUuid],
      ),
    ).toEqual([{ status: 'SUCCESS', refunded_minor: 0n, refund_reserved_minor: 2000n }])
    expect(await event(transactionUuid, 'REFUND')).toEqual([])
    expect(notifications).toEqual(['refund amount mismatch: manual review required'])
  })

  test('a refund retried while its outcome is unknown does not call the gateway', async () => {
    const { transactionUuid, paymentId } = await paid(20)
    await world.fault({ mode: 'timeout', operations: ['/pts/v2/payments'] })
    const body = { amount: 5, reason: 'impatient' }
    const responses = await Promise.all([
      refund(paymentId, body),
      refund(paymentId, body),
      refund(paymentId, body),
    ])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [409, 409, 502])
    const [made] = await rows<{ n: bigint }>(
      'select count(*) as n from card_refund r join card_transaction t on t.id = r.transaction_id where t.transaction_uuid = $1',
      [transactionUuid],
    )
    assert.equal(made?.n, 1n)
  })

  test('100 concurrent refunds of 15.00 on a charge of 100.00: exactly 6 succeed', {
    timeout: 600_000,
  }, async () => {
    for (let round = 0; round < raceRounds(8); round++) {
      const { transactionUuid, paymentId } = await paid(100)
      const responses = await Promise.all(
        Array.from({ length: 100 }, (_, i) =>
          refund(paymentId, { amount: 15, reason: `refund number ${i}` }),
        ),
      )
      const statuses = responses.map(({ status }) => status)
      assert.equal(
        statuses.filter((status) => status === 200).length,
        6,
        `round ${round}: ${[...new Set(statuses)]}`,
      )
      assert.ok(statuses.every((status) => status === 200 || status === 422))
      const [row] = await rows<{ refunded_minor: bigint; refund_reserved_minor: bigint }>(
        'select refunded_minor, refund_reserved_minor from card_transaction where transaction_uuid = $1',
        [transactionUuid],
      )
      assert.deepEqual(row, { refunded_minor: 9000n, refund_reserved_minor: 0n })
      assert.equal((await gatewayPayment(transactionUuid)).refunded_amount, '90.00')
    }
  })
})

describe('a void', () => {
  test('a void reverses the whole payment: status, history, webhook [C2.5] [C4.9] [C6.2]', async () => {
    const { transactionUuid, paymentId } = await paid(40)
    const { status, body, text } = await voidIt(paymentId)
    assert.equal(status, 200, text)
    expect(body).toEqual({
      void_id: expect.any(Number),
      cs_void_id: expect.stringMatching(/^\d{22}$/),
      status: 'SUCCESS',
      amount: '40.00',
      currency: 'USD',
      reason: 'wrong order',
      reason_code: '',
      transaction_status: 'VOIDED',
    })
    assert.equal((await world.status(transactionUuid)).transaction_status, 'VOIDED')
    assert.equal((await gatewayPayment(transactionUuid)).voided, true)
    const [webhook] = await event(transactionUuid, 'VOID')
    expect(JSON.parse(webhook!.body)).toEqual({
      event_type: 'VOID',
      status: 'SUCCESS',
      transaction_uuid: transactionUuid,
      reference: 'INV-1',
      cs_payment_id: paymentId,
      cs_void_id: body.cs_void_id,
      void_id: body.void_id,
      amount: '40.00',
      currency: 'USD',
      reason: 'wrong order',
      reason_code: '',
      message: '',
      timestamp: expect.stringMatching(/Z$/),
    })
    const history = await world.admin('GET', `/api/v1/admin/payment/voids/${transactionUuid}`)
    expect(history.body).toMatchObject({
      transaction_uuid: transactionUuid,
      voids: [{ id: body.void_id, voided_by: 'amina', reason: 'wrong order' }],
    })
    expect(await detailOf(voidIt(paymentId))).toEqual([409, 'Cannot void a tx in status VOIDED'])
    expect(await detailOf(refund(paymentId))).toEqual([409, 'Cannot refund a tx in status VOIDED'])
  })

  test('a completed void cannot be completed again', async () => {
    const { paymentId } = await paid(40)
    const { void_id } = (await voidIt(paymentId)).body
    const [ended] = await rows<{ operation: string; transaction_id: bigint }>(
      'select operation, transaction_id from card_void where id = $1',
      [void_id],
    )
    assert.ok(ended)
    const { operation: id, transaction_id } = ended
    const now = world.system.clock.now()
    const again = { id, event: 'refused', now, transactionId: transaction_id, from: 'VOIDED' } as const
    const endAgain = () => world.db.transaction((sql) => endVoid(sql, again))
    expect(await endAgain()).toBeUndefined()
    await rows("update operation set state = 'unknown' where id = $1", [id])
    await expect(endAgain()).rejects.toThrow('has no pending void')
    await rows("update operation set state = 'confirmed' where id = $1", [id])
    expect(await rows('select status from card_void where id = $1', [void_id])).toEqual([
      { status: 'SUCCESS' },
    ])
  })

  test('a void after 24 hours is 409 [C8]', async () => {
    const { transactionUuid, paymentId } = await paid(40)
    await age(transactionUuid, '24 hours 1 minute')
    expect(await detailOf(voidIt(paymentId))).toEqual([409, 'Transaction older than 24 hours'])
  })

  test('a void of a refunded or unknown payment is refused [C7]', async () => {
    const { paymentId } = await paid(40)
    await refund(paymentId, { amount: 5, reason: 'part' })
    expect(await detailOf(voidIt(paymentId))).toEqual([409, 'Cannot void a tx in status PARTIALLY_REFUNDED'])
    expect(await detailOf(voidIt('999'))).toEqual([404, 'No transaction with cs_payment_id=999'])
    assert.equal((await voidIt(paymentId, { reason: 'x' })).status, 422)
  })

  test('a void whose reply is lost is 502 and resolves by itself, once [C7]', async () => {
    const { transactionUuid, paymentId } = await paid(40)
    await world.fault({ mode: 'lost-reply', operations: ['/pts/v2/payments'] })
    expect(await detailOf(voidIt(paymentId))).toEqual([502, 'Void upstream failed'])
    expect(await detailOf(refund(paymentId))).toEqual([
      409,
      'Another operation on this transaction is in progress',
    ])
    await world.fault({ mode: 'off' })
    await eventually(
      'the payment is voided',
      async () => (await world.status(transactionUuid)).transaction_status === 'VOIDED',
    )
    assert.equal((await event(transactionUuid, 'VOID')).length, 1)
  })

  test('a void racing with a refund: one wins and the money is returned once', {
    timeout: 600_000,
  }, async () => {
    let voided = 0
    const rounds = raceRounds(20)
    for (let round = 0; round < rounds; round++) {
      const { transactionUuid, paymentId } = await paid(30)
      const calls = [() => voidIt(paymentId), () => refund(paymentId)]
      const responses = await Promise.all((round % 2 ? calls : calls.reverse()).map((call) => call()))
      assert.equal(
        responses.filter(({ status }) => status === 200).length,
        1,
        responses.map(({ text }) => text).join(),
      )
      const { transaction_status: status } = await world.status(transactionUuid)
      assert.ok(status === 'VOIDED' || status === 'REFUNDED')
      const payment = await gatewayPayment(transactionUuid)
      assert.equal(payment.voided, status === 'VOIDED')
      assert.equal(payment.refunded_amount, status === 'REFUNDED' ? '30.00' : '0.00')
      voided += Number(status === 'VOIDED')
    }
    assert.ok(voided > 0 && voided < rounds, `voided ${voided} of ${rounds}`)
  })
})

describe('the admin API', () => {
  test('the admin API requires exactly one valid token, also with a malformed body [C4.7] [C5] [C7]', async () => {
    const { paymentId } = await paid(20)
    const path = `/api/v1/admin/payment/refunds/${paymentId}`
    for (const headers of [
      {},
      { 'x-admin-token': '' },
      { 'x-admin-token': 'wrong' },
      { 'x-admin-token': ['test-admin-token-0123456789', 'test-admin-token-0123456789'] },
    ]) {
      expect(
        await detailOf(world.admin('POST', path, { reason: 'fine' }, headers as Record<string, string>)),
      ).toEqual([403, 'Invalid admin token'])
    }
    assert.equal((await world.admin('POST', path, 'not json' as never, {})).status, 403)
  })

  test('the admin API accepts only allowed networks, regardless of forwarding headers [C5]', async () => {
    const other = await openWorld({ settings: { ADMIN_ALLOWED_NETWORKS: '203.0.113.0/24' } })
    try {
      const token = { 'x-admin-token': 'test-admin-token-0123456789' }
      for (const forged of [
        {},
        { 'x-forwarded-for': '203.0.113.5' },
        { forwarded: 'for=203.0.113.5' },
        { 'x-real-ip': '203.0.113.5' },
      ]) {
        expect(
          await detailOf(
            other.admin('GET', '/api/v1/admin/payment/voids/x', undefined, { ...token, ...forged } as Record<
              string,
              string
            >),
          ),
        ).toEqual([403, 'Admin network not allowed'])
      }
    } finally {
      await other.close()
    }
    const proxied = await openWorld({
      settings: { ADMIN_ALLOWED_NETWORKS: '203.0.113.0/24', TRUSTED_PROXIES: '127.0.0.0/8' },
    })
    try {
      const send = (forwarded: string) =>
        detailOf(
          proxied.admin('GET', '/api/v1/admin/payment/voids/x', undefined, {
            'x-admin-token': 'test-admin-token-0123456789',
            'x-forwarded-for': forwarded,
          }),
        )
      expect(await send('203.0.113.5')).toEqual([404, 'Transaction not found'])
      expect(await send('203.0.113.5, 198.51.100.7')).toEqual([403, 'Admin network not allowed'])
    } finally {
      await proxied.close()
    }
  })
})

describe('Idempotency-Key', () => {
  const keyed = (
    act: 'refunds' | 'voids',
    paymentId: string,
    body: unknown,
    key: string,
    as: keyof typeof tokens = 'amina',
  ) =>
    world.admin('POST', `/api/v1/admin/payment/${act}/${paymentId}`, body, {
      'x-admin-token': tokens[as],
      'idempotency-key': key,
    })
  const part = { amount: 5, reason: 'one item' }

  test('a repeated Idempotency-Key replays the refund, and the money is returned once', async () => {
    const { transactionUuid, paymentId } = await paid(20)
    const first = await keyed('refunds', paymentId, part, 'dialog-1')
    const second = await keyed('refunds', paymentId, part, 'dialog-1')
    assert.deepEqual([second.status, second.body], [200, first.body])
    assert.deepEqual(
      [first, second].map(({ headers }) => headers['idempotency-replayed']),
      [undefined, 'true'],
    )
    assert.equal((await gatewayPayment(transactionUuid)).refunded_amount, '5.00')
    assert.equal((await refund(paymentId, part)).status, 200)
    assert.equal((await gatewayPayment(transactionUuid)).refunded_amount, '10.00')
  })

  test('ten concurrent refunds with one Idempotency-Key are one refund', async () => {
    const { transactionUuid, paymentId } = await paid(20)
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => keyed('refunds', paymentId, part, 'dialog-2')),
    )
    for (const { status } of responses) assert.ok(status === 200 || status === 409)
    assert.equal((await keyed('refunds', paymentId, part, 'dialog-2')).status, 200)
    assert.equal((await gatewayPayment(transactionUuid)).refunded_amount, '5.00')
  })

  test('an Idempotency-Key with another body is 422; another admin has separate keys', async () => {
    const { transactionUuid, paymentId } = await paid(20)
    await keyed('refunds', paymentId, part, 'dialog-3')
    const other = { ...part, amount: 6 }
    expect(await detailOf(keyed('refunds', paymentId, other, 'dialog-3'))).toEqual([
      422,
      'Idempotency-Key was used with another request',
    ])
    assert.equal((await keyed('refunds', paymentId, other, 'dialog-3', 'benoit')).status, 200)
    assert.equal((await gatewayPayment(transactionUuid)).refunded_amount, '11.00')
  })

  test('one Idempotency-Key used for two payments replays each payment separately', async () => {
    const payments = [await paid(20), await paid(30)]
    const whole = { reason: 'the same words' }
    const refundBoth = async () => {
      const responses = []
      for (const { paymentId } of payments)
        responses.push(await keyed('refunds', paymentId, whole, 'dialog-8'))
      return responses
    }
    const [first, repeated] = [await refundBoth(), await refundBoth()]
    expect(first.map(({ body }) => body.amount)).toEqual(['20.0000', '30.0000'])
    expect(repeated.map(({ body }) => body)).toEqual(first.map(({ body }) => body))
    expect(repeated.map(({ headers }) => headers['idempotency-replayed'])).toEqual(['true', 'true'])
  })

  test('an Idempotency-Key of a refund does not store a refusal', async () => {
    const { transactionUuid, paymentId } = await paid(20)
    await age(transactionUuid, '61 days')
    assert.equal((await keyed('refunds', paymentId, part, 'dialog-4')).status, 409)
    await rows('update card_transaction set finalised_at = now() where transaction_uuid = $1', [
      transactionUuid,
    ])
    assert.equal((await keyed('refunds', paymentId, part, 'dialog-4')).status, 200)
  })

  test('a different Idempotency-Key is a new refund, even after a lost reply to the same request', async () => {
    const { transactionUuid, paymentId } = await paid(20)
    await world.fault({ mode: 'lost-reply', operations: ['/pts/v2/payments'] })
    expect((await keyed('refunds', paymentId, part, 'monday')).status).toBe(502)
    await world.fault({ mode: 'off' })
    await eventually(
      'the refund has succeeded',
      async () => (await event(transactionUuid, 'REFUND')).length === 1,
    )
    const friday = await keyed('refunds', paymentId, part, 'friday')
    expect([friday.status, friday.body.refunded_total]).toEqual([200, '10.0000'])
    const monday = await keyed('refunds', paymentId, part, 'monday')
    expect([monday.status, monday.body.refunded_total]).toEqual([200, '5.0000'])
    assert.equal((await gatewayPayment(transactionUuid)).refunded_amount, '10.00')
  })

  test('an Idempotency-Key covers a path however it is encoded', async () => {
    const { transactionUuid, paymentId } = await paid(20)
    const written = `%3${paymentId[0]}${paymentId.slice(1)}`
    assert.equal((await keyed('refunds', paymentId, part, 'dialog-9')).status, 200)
    const repeated = await keyed('refunds', written, part, 'dialog-9')
    assert.equal((await gatewayPayment(transactionUuid)).refunded_amount, '5.00')
    expect(repeated.status).toBe(422)
  })

  test('an Idempotency-Key does not store an unknown outcome; later it returns the one refund', async () => {
    const { transactionUuid, paymentId } = await paid(20)
    await world.fault({ mode: 'lost-reply', operations: ['/pts/v2/payments'] })
    const lost = 'dialog-5'
    expect(await detailOf(keyed('refunds', paymentId, part, lost))).toEqual([502, 'Refund upstream failed'])
    expect(await detailOf(keyed('refunds', paymentId, part, lost))).toEqual([502, 'Refund upstream failed'])
    await world.fault({ mode: 'off' })
    await eventually('the refund is found', async () => {
      const history = await world.admin('GET', `/api/v1/admin/payment/refunds/${transactionUuid}`)
      return history.body.refunds[0].status === 'SUCCESS'
    })
    for (const replayed of [undefined, 'true', 'true']) {
      const received = await keyed('refunds', paymentId, part, lost)
      assert.deepEqual(
        [received.status, received.body.refunded_total, received.headers['idempotency-replayed']],
        [200, '5.0000', replayed],
      )
    }
    assert.equal((await gatewayPayment(transactionUuid)).refunded_amount, '5.00')
  })

  test('an Idempotency-Key returns the refund made by a server that died before responding', async () => {
    const { transactionUuid, paymentId } = await paid(20)
    await keyed('refunds', paymentId, part, 'dialog-6')
    // The state after such a crash: the refund is recorded but was neither reported nor stored, and the key is locked
    // by a dead request.
    await rows(
      'update card_refund r set answered = false from card_transaction t where t.id = r.transaction_id and t.transaction_uuid = $1',
      [transactionUuid],
    )
    await rows(
      `update idempotent_request set status = null, body = null, locked_until = now() - interval '1 hour'
        where key = 'dialog-6'`,
    )
    const received = await keyed('refunds', paymentId, part, 'dialog-6')
    assert.deepEqual([received.status, received.body.refunded_total], [200, '5.0000'])
    assert.equal(
      (await keyed('refunds', paymentId, part, 'dialog-6')).headers['idempotency-replayed'],
      'true',
    )
    assert.equal((await gatewayPayment(transactionUuid)).refunded_amount, '5.00')
  })

  test('a repeated Idempotency-Key replays the void instead of refusing a second one', async () => {
    const { transactionUuid, paymentId } = await paid(20)
    const body = { reason: 'ordered twice' }
    const first = await keyed('voids', paymentId, body, 'dialog-7')
    const second = await keyed('voids', paymentId, body, 'dialog-7')
    assert.deepEqual([second.status, second.body], [200, first.body])
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.equal((await gatewayPayment(transactionUuid)).voided, true)
  })
})
