// Refunds and voids that one admin requests and others decide, several at once, in time or too late. The deployment asks for
// approvals from a sum on, so that some requests are made at once.
import { type ActContext, isOk, minute } from '../context.ts'
import { decide } from './decide.ts'

export async function approval(context: ActContext): Promise<void> {
  const { chance, sleep } = context
  const payment = await largePayment(context)
  if (!payment) return
  const kind = chance.pick(['refunds', 'refunds', 'voids'] as const)
  const requested = await request(context, `${kind}/${payment.cs_payment_id}`)
  if (!requested) return
  await sleep(chance.spread(1_000, (chance.happens(0.1) ? 90 : 20) * minute))
  const decisions = chance.pick([
    ['approve'],
    ['approve'],
    ['approve', 'approve'],
    ['approve', 'approve', 'approve'],
    ['approve', 'reject'],
    ['reject'],
    ['refund', 'approve'],
    [],
  ] as const)
  await Promise.all(
    decisions.map((act) =>
      act === 'refund'
        ? request(context, `refunds/${payment.cs_payment_id}`)
        : decide(context, requested, act),
    ),
  )
}

/** One of the newest payments whose refund needs approval. */
async function largePayment({ chance, store }: ActContext): Promise<Record<string, any> | undefined> {
  const rows = await store.rows(
    `select cs_payment_id from card_transaction
      where cs_payment_id is not null and status in ('SUCCESS', 'PARTIALLY_REFUNDED')
        and amount_minor >= case currency when 'USD' then 10000 else 5000000 end order by id desc limit 50`,
  )
  return rows.length > 0 ? chance.pick(rows) : undefined
}

/** Requests a refund of all that remains, or a void. Returns what must be approved. */
async function request(context: ActContext, what: string): Promise<string | undefined> {
  const { clients, admin, maybeKey, once, acknowledge, tries } = context
  const by = admin()
  const body = { reason: `large ${context.next()}` }
  const key = maybeKey()
  if (key.key) once('approval', 'select 1 from approval where reason = $1', body.reason)
  const path = `/api/v1/admin/payment/${what}`
  const response = await clients.admin(by, path, body, { ...key, tries: tries() })
  if (!isOk(response) || response.status !== 202) return undefined
  const { approval_id: id } = response.body
  // The same act waits once, so it may be the request of another admin.
  acknowledge('approval', 'select 1 from approval where public_id = $1', id)
  return id
}
