// Refunds of one payment, one or several at once.
import { type ActContext, isOk } from './context.ts'

/** One of the newest payments that can be refunded. */
export async function somePayment(context: ActContext): Promise<Record<string, any> | undefined> {
  const { chance, store } = context
  const rows = await store.rows(
    `select cs_payment_id, amount_minor, transaction_uuid from card_transaction where cs_payment_id is not null and status in ('SUCCESS', 'PARTIALLY_REFUNDED') order by id desc limit 50`,
  )
  return rows.length > 0 ? chance.pick(rows) : undefined
}

export async function refund(context: ActContext): Promise<void> {
  const { clients, chance, admin, maybeKey, once, acknowledge, tries } = context
  const payment = await somePayment(context)
  if (!payment) return
  const path = `/api/v1/admin/payment/refunds/${payment.cs_payment_id}`
  const send = async () => {
    const part = (chance.below(Number(payment.amount_minor)) + 1) / 100
    const body = {
      reason: `refund ${context.next()}`,
      ...(chance.happens(0.7) && { amount: part }),
      ...(chance.happens(0.2) && { notify_merchant: false }),
    }
    const key = maybeKey()
    if (key.key)
      once('refund', `select 1 from card_refund where reason = $1 and status <> 'FAILED'`, body.reason)
    const response = await clients.admin(admin(), path, body, { ...key, tries: tries() })
    // One by phone is pending until the operator confirms it, and fails if nothing can be paid to the number.
    const statuses = response?.body?.status === 'PENDING' ? ['SUCCESS', 'FAILED'] : ['SUCCESS']
    if (isOk(response) && response.body.refund_id !== undefined)
      acknowledge(
        'refund',
        'select 1 from card_refund where id = $1 and status = any($2)',
        response.body.refund_id,
        statuses,
      )
  }
  await Promise.all(Array.from({ length: chance.pick([1, 1, 2, 3]) }, send))
}
