// Payments that are refunded and voided, and what is stored and notified of it.
import assert from 'node:assert/strict'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { twoAdmins } from '../callers/admins.ts'
import { adminToken } from './settings.ts'
import { openWorld, type World } from './world.ts'

export let world: World

export const rows = <Row>(text: string, values: unknown[] = []) =>
  world.db.rows<Row>({ name: text.slice(0, 60), text }, values)

export async function paid(amount = 100, overrides: Record<string, unknown> = {}) {
  const { transactionUuid, link } = await world.createOrder({ amount, ...overrides })
  assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
  const [row] = await rows<{ cs_payment_id: string }>(
    'select cs_payment_id from card_transaction where transaction_uuid = $1',
    [transactionUuid],
  )
  return { transactionUuid, paymentId: row!.cs_payment_id }
}

export const refund = (paymentId: string, body: unknown = { reason: 'customer asked' }) =>
  world.admin('POST', `/api/v1/admin/payment/refunds/${paymentId}`, body)

export const age = (uuid: string, by: string) =>
  rows('update card_transaction set finalised_at = finalised_at - $2::interval where transaction_uuid = $1', [
    uuid,
    by,
  ])

export const event = (uuid: string, type: string) =>
  rows<{ body: string }>(
    "select e.body from webhook_event e join card_transaction t on e.subject = 'card:' || t.id where t.transaction_uuid = $1 and e.event_type = $2 order by e.id",
    [uuid, type],
  )

export const gatewayPayment = async (uuid: string) =>
  (await world.books()).payments.find((payment: { code: string }) => payment.code === uuid)

export const detailOf = async (response: Promise<{ status: number; body: any }>) => {
  const { status, body } = await response
  return [status, body.detail]
}

/** Opens all of this before the tests of a file, and closes it afterwards. */
export function openRefunds(): void {
  beforeAll(async () => {
    world = await openWorld({ settings: { ADMIN_TOKENS: `amina:${adminToken},${twoAdmins.ADMIN_TOKENS}` } })
  })
  afterAll(() => world.close())
  afterEach(() => world.fault({ mode: 'off' }))
}
