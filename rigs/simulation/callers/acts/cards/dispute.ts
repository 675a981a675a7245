// A cardholder disputes a payment, beside a refund or a void of it; the merchant sends evidence or accepts; the bank decides.
import type { Credentials } from '../../../../../server/merchants/identity/register.ts'
import { type ActContext, isOk, minute } from '../context.ts'

type Payment = { transaction_uuid: string; cs_payment_id: string; amount_minor: bigint; as: Credentials }

/** The report is read once in a while, so each step waits as long. */
const untilRead = 70 * minute

export async function dispute(context: ActContext): Promise<void> {
  const { chance, sleep, manners, clients, admin, next, tries } = context
  const payment = await somePayment(context)
  if (!payment) return
  const uuid = payment.transaction_uuid
  const undo = async (what: 'refunds' | 'voids') => {
    const part = (chance.below(Number(payment.amount_minor)) + 1) / 100
    const body = { reason: `disputed ${next()}`, ...(what === 'refunds' && { amount: part }) }
    await clients.admin(admin(), `/api/v1/admin/payment/${what}/${payment.cs_payment_id}`, body, {
      tries: tries(),
    })
  }
  if (chance.happens(0.3)) {
    await manners.dispute(uuid, 'inquiry')
    await sleep(chance.spread(minute, untilRead))
  }
  await Promise.all([
    manners.dispute(uuid, 'opened'),
    ...(chance.happens(0.4) ? [undo('refunds')] : []),
    ...(chance.happens(0.2) ? [undo('voids')] : []),
  ])
  await sleep(chance.spread(minute, 2 * untilRead))
  await Promise.all([
    respond(context, payment),
    ...(chance.happens(0.3) ? [respond(context, payment)] : []),
    ...(chance.happens(0.3) ? [undo('refunds')] : []),
  ])
  if (chance.happens(0.7)) await manners.dispute(uuid, chance.pick(['won', 'lost']))
}

async function somePayment({ chance, store, place }: ActContext): Promise<Payment | undefined> {
  const rows = await store.rows(
    `select t.cs_payment_id, t.amount_minor, t.transaction_uuid, m.merchant_code
       from card_transaction t join merchant m on m.id = t.merchant_id
      where t.cs_payment_id is not null and t.status in ('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED')
      order by t.id desc limit 50`,
  )
  const found = rows.length > 0 ? chance.pick(rows) : undefined
  const as = place.merchants.find(({ merchant_code }) => merchant_code === found?.merchant_code)
  return found && as && ({ ...found, as } as Payment)
}

/** Evidence or acceptance, if the dispute has been reported by now. */
async function respond(context: ActContext, { transaction_uuid, as }: Payment): Promise<void> {
  const { chance, clients, store, maybeKey, tries, acknowledge } = context
  const [row] = await store.rows(
    `select dispute_id from card_dispute d join card_transaction t on t.id = d.transaction_id
      where t.transaction_uuid = $1 and d.state = 'OPEN'`,
    [transaction_uuid],
  )
  if (!row) return
  const act = chance.pick(['evidence', 'evidence', 'accept'] as const)
  const body = act === 'evidence' ? { explanation: 'It was delivered', submit: true } : {}
  const response = await clients.portal(as, `disputes/${row.dispute_id}/${act}`, body, {
    ...maybeKey(),
    tries: tries(),
  })
  if (isOk(response))
    acknowledge(
      `dispute: ${act}`,
      `select 1 from card_dispute_move m join card_dispute d on d.id = m.dispute_id
        where d.dispute_id = $1 and m.event = $2`,
      row.dispute_id,
      act === 'evidence' ? 'evidence_sent' : 'accepted',
    )
}
