// The gateway's reason for a refund is stored with it, for admins.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { money } from '../../kernel/money.ts'
import type { RefundReply } from '../gateway/gateway.ts'
import { transactionByUuid } from '../transaction/queries.ts'
import { takeRefundResponse } from './api.ts'
import { refundPayment } from './refund.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const amina = { name: 'amina', address: '127.0.0.1', requestId: 'test' }

/**
 * Refunds a payment of 25.50 USD in full.
 * @param reply what the gateway replies.
 */
async function refunded(reply: RefundReply): Promise<string> {
  const { transactionUuid, link } = await world.createOrder()
  assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
  const { cs_payment_id } = await transactionByUuid(world.db, transactionUuid)
  const { cards } = world.system
  const gateway = cards.gatewayFor('sandbox')
  const needs = { ...cards, gatewayFor: () => ({ ...gateway, refund: async () => reply }) }
  const call = { paymentId: cs_payment_id ?? '', body: { reason: 'sent back' }, admin: amina }
  const requested = refundPayment(needs, call).then((result) => takeRefundResponse(cards.db, result))
  if (reply.kind === 'accepted') await requested
  else await expect(requested).rejects.toThrow('Refund upstream failed')
  return transactionUuid
}

const recordOf = async (uuid: string) => {
  const history = await world.admin('GET', `/api/v1/admin/payment/refunds/${uuid}`)
  const detail = await world.admin('GET', `/api/v1/admin/payments/${uuid}`)
  return [history.body.refunds[0], detail.body.data.refunds[0]]
}
const webhookOf = async (uuid: string) => {
  const [event] = await world.db.rows<{ body: string }>(
    {
      name: '',
      text: "select e.body from webhook_event e join card_transaction t on e.subject = 'card:' || t.id where t.transaction_uuid = $1 and e.event_type = 'REFUND'",
    },
    [uuid],
  )
  return event && JSON.parse(event.body)
}
const accepted = (refundId: string, more: object = {}): RefundReply => ({
  kind: 'accepted',
  refundId,
  amount: money(2550n, 'USD'),
  ...more,
})

describe('the reason that the gateway gave for a refund', () => {
  test('a declined refund stores the gateway reason and sends no webhook', async () => {
    const uuid = await refunded({ kind: 'declined', reason: 'EXCEEDS_AUTH_AMOUNT' })
    for (const record of await recordOf(uuid))
      expect(record).toMatchObject({ status: 'FAILED', gateway_reason: 'EXCEEDS_AUTH_AMOUNT' })
    assert.equal(await webhookOf(uuid), undefined)
  })

  test('an accepted refund stores the gateway reason and sends it as reason_code', async () => {
    const uuid = await refunded(accepted('7000000000000000000001', { reason: 'PARTIAL_SETTLEMENT' }))
    for (const record of await recordOf(uuid))
      expect(record).toMatchObject({ status: 'SUCCESS', gateway_reason: 'PARTIAL_SETTLEMENT' })
    expect(await webhookOf(uuid)).toMatchObject({
      reason: 'sent back',
      reason_code: 'PARTIAL_SETTLEMENT',
      message: '',
    })
  })

  test('a refund without a gateway reason has a null reason and an empty reason_code', async () => {
    const uuid = await refunded(accepted('7000000000000000000002'))
    for (const record of await recordOf(uuid)) expect(record).toMatchObject({ gateway_reason: null })
    expect(await webhookOf(uuid)).toMatchObject({ reason_code: '', message: '' })
  })
})
