import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { raceRounds } from '../../../test/support/race-rounds.ts'
import {
  age,
  detailOf,
  event,
  gatewayPayment,
  openRefunds,
  paid,
  refund,
  rows,
  world,
} from '../../../test/support/world/refunds.ts'
import { openWorld } from '../../../test/support/world/world.ts'
import { money } from '../../kernel/money.ts'
import { takeRefundResponse } from './api.ts'
import { refundPayment } from './refund.ts'

openRefunds()

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
