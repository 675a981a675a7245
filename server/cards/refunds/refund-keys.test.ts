// The Idempotency-Key of refunds and voids: a repeat returns the one refund, whatever died in between.
import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { tokens } from '../../../test/support/callers/admins.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
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

openRefunds()

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
