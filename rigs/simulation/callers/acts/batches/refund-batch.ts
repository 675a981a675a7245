// A batch of refunds: uploaded by the merchant's server, also twice, confirmed by a user, stopped on the way, and its failed rows requested
// again. Beside it, others refund and void the same payments.
import type { Credentials } from '../../../../../server/merchants/identity/register.ts'
import { type ActContext, isOk, minute } from '../context.ts'
import { confirm, stop, type UploadedBatch } from './batch-steps.ts'

type Row = { transaction_uuid: string; amount?: number; reason: string }

export async function refundBatch(context: ActContext): Promise<void> {
  const { chance, sleep, clients, merchant, tries } = context
  const as = merchant()
  const rows = await rowsFor(context, as)
  if (rows.length === 0) return
  const id = await upload(context, as, rows)
  if (id === undefined) return
  const uploaded: UploadedBatch = {
    ...{ as, id, path: 'refund-batches' },
    act: (name) => clients.portal(as, `refund-batches/${id}/${name}`, {}, { tries: tries() }),
  }
  if (chance.happens(0.1)) return stop(context, uploaded)
  if (!(await confirm(context, uploaded))) return
  if (chance.happens(0.3)) await stop(context, uploaded)
  await sleep(chance.spread(minute, 60 * minute))
  await decideWaitingRows(context, id)
  if (chance.happens(0.5)) await uploaded.act('retry-failed')
}

/** Some of the merchant's newest payments in part, in whole, twice, or for more than is left of them. */
async function rowsFor({ chance, store, next }: ActContext, as: Credentials): Promise<Row[]> {
  const payments = await store.rows(
    `select t.transaction_uuid, t.amount_minor from card_transaction t join merchant m on m.id = t.merchant_id
      where m.merchant_code = $1 and t.status in ('SUCCESS', 'PARTIALLY_REFUNDED') order by t.id desc limit 20`,
    [as.merchant_code],
  )
  if (payments.length === 0) return []
  return Array.from({ length: 1 + chance.below(5) }, () => {
    const { transaction_uuid, amount_minor } = chance.pick(payments) as {
      transaction_uuid: string
      amount_minor: bigint
    }
    const part = (chance.below(Number(amount_minor)) + 1) / 100
    const amount = chance.pick([undefined, part, part, Number(amount_minor) / 50])
    return { transaction_uuid, ...(amount !== undefined && { amount }), reason: `by file ${next()}` }
  })
}

async function upload(
  context: ActContext,
  as: Credentials,
  rows: readonly Row[],
): Promise<string | undefined> {
  const { chance, clients, next, once, acknowledge, tries } = context
  const name = `refunds-${next()}`
  once('batch of refunds', 'select 1 from batch where name = $1', name)
  const send = (sent: readonly Row[]) =>
    clients.signed(as, `/api/v1/payment/refund-batches?name=${name}`, { rows: sent }, { tries: tries() })
  const responses = await Promise.all([send(rows), ...(chance.happens(0.2) ? [send(rows.toReversed())] : [])])
  const made = responses.find(isOk)
  if (!made) return undefined
  const { batch_id: id } = made.body.data
  acknowledge('batch of refunds', 'select 1 from batch where batch_id = $1 and name = $2', id, name)
  for (const number of rows.keys())
    once(
      'refund of a row',
      `select 1 from card_refund r join refund_request q on q.operation = r.operation
        where (q.idempotency_key = $1 or q.idempotency_key like $1 || '/%') and r.status <> 'FAILED'`,
      `${id}/${number + 1}`,
    )
  return id
}

/** Admins decide about rows that wait for them. */
async function decideWaitingRows(context: ActContext, id: string): Promise<void> {
  const { chance, clients, admin, store, tries } = context
  const waiting = await store.rows(
    `select public_id from refund_request where idempotency_key like $1 || '/%' and state = 'WAITING' order by id`,
    [id],
  )
  for (const { public_id } of waiting) {
    const path = `/api/v1/admin/refund-requests/${public_id}/${chance.pick(['approve', 'approve', 'reject'])}`
    await clients.admin(admin(), path, { reason: 'looked at it' }, { tries: tries() })
  }
}
