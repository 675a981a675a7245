// Voids: a payment is reversed as a whole, once, and only within a day.
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
import { endVoid } from './queries.ts'

openRefunds()

const voidIt = (paymentId: string, body: unknown = { reason: 'wrong order' }) =>
  world.admin('POST', `/api/v1/admin/payment/voids/${paymentId}`, body)

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
