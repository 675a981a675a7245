// A void of a payment, concurrent with another void or a refund of it.
import { type ActContext, isOk } from './context.ts'
import { refund, somePayment } from './refund.ts'

export async function voidPayment(context: ActContext): Promise<void> {
  const { clients, chance, admin, maybeKey, once, acknowledge, tries } = context
  const payment = await somePayment(context)
  if (!payment) return
  const act = async () => {
    const [key, reason] = [maybeKey(), `not wanted ${context.next()}`]
    if (key.key) once('void', `select 1 from card_void where reason = $1 and status <> 'FAILED'`, reason)
    const response = await clients.admin(
      admin(),
      `/api/v1/admin/payment/voids/${payment.cs_payment_id}`,
      { reason },
      { ...key, tries: tries() },
    )
    // One that needs approval has no effect yet.
    if (isOk(response) && response.body.void_id !== undefined)
      acknowledge(
        'void',
        `select 1 from card_transaction where transaction_uuid = $1 and status = 'VOIDED'`,
        payment.transaction_uuid,
      )
  }
  await Promise.all([
    act(),
    ...(chance.happens(0.3) ? [act()] : []),
    ...(chance.happens(0.3) ? [refund(context)] : []),
  ])
}
