// A batch of transfers: uploaded, also twice, confirmed with right or wrong figures, stopped on the way, and its failed rows sent again.
import type { Credentials } from '../../../../../server/merchants/identity/register.ts'
import { exampleTransfer } from '../../../../../server/remittance/acceptance/schemas.ts'
import { review } from '../approvals/held-transfer.ts'
import { type ActContext, isOk, minute } from '../context.ts'
import { confirm, stop, type UploadedBatch } from './batch-steps.ts'

const path = '/api/v1/remittance/batches'
type Row = Record<string, unknown> & { reference: string; amount: number; currency: string }

export async function batch(context: ActContext): Promise<void> {
  const { chance, sleep, merchant } = context
  const as = merchant()
  const rows = Array.from({ length: 1 + chance.below(6) }, () => rowOf(context))
  const id = await upload(context, as, rows)
  if (id === undefined) return
  const uploaded: UploadedBatch = {
    ...{ as, id, path: 'batches' },
    act: (name) => context.clients.basic(as, `${path}/${id}/${name}`, {}, { tries: context.tries() }),
  }
  if (chance.happens(0.1)) return stop(context, uploaded)
  if (!(await confirm(context, uploaded))) return
  if (chance.happens(0.3)) await stop(context, uploaded)
  await sleep(chance.spread(minute, 60 * minute))
  await decideHeldRows(context, id)
  const tries = context.tries()
  if (chance.happens(0.5)) await context.clients.basic(as, `${path}/${id}/retry-failed`, {}, { tries })
}

/** Most rows can be paid. Some are held, converted, or wrong. */
function rowOf(context: ActContext): Row {
  const { chance, manners } = context
  const watched = {
    sender_first_name: 'Watchlist',
    sender_last_name: 'Person',
    sender_document_number: `WL${100_000 + chance.below(900_000)}`,
  }
  return {
    ...exampleTransfer,
    reference: `B-${context.next()}-${chance.below(1e9)}`,
    ...chance.pick([
      { amount: (10 + chance.below(90)) / 100, currency: 'USD' },
      { amount: (10 + chance.below(90)) / 100, currency: 'USD' },
      { amount: 2_500, currency: 'UGX' },
      // More than a transfer of a sandbox may be.
      { amount: 2, currency: 'USD' },
    ]),
    ...(manners.receiver() as object),
    ...(chance.happens(0.1) && watched),
  }
}

async function upload(
  context: ActContext,
  as: Credentials,
  rows: readonly Row[],
): Promise<string | undefined> {
  const { chance, clients, once, acknowledge, tries } = context
  once('batch', 'select 1 from batch_row where reference = $1', rows[0]?.reference)
  const send = (more: readonly Row[]) => clients.basic(as, path, { rows: more }, { tries: tries() })
  const responses = await Promise.all([send(rows), ...(chance.happens(0.2) ? [send(rows.toReversed())] : [])])
  const made = responses.find(isOk)
  if (!made) return undefined
  const { batch_id: id } = made.body.data
  acknowledge('batch', 'select 1 from batch where batch_id = $1 and row_count = $2', id, rows.length)
  for (const { reference, amount, currency, customer_number } of rows) {
    const sent = `from transfer where (reference = $1 or reference like $1 || '/%')`
    const row = `${id}/${reference}`
    once('row of a batch', `select 1 ${sent} and status <> 'Failed'`, row)
    // Two rows where one transfer differs from its row.
    once(
      'transfer of a row that differs from it',
      `select 1 from generate_series(1, 2)
        where exists (select ${sent} and (amount_hundredths, currency, '+' || customer_number) is distinct from ($2::bigint, $3, $4))`,
      ...[row, Math.round(amount * 100), currency, customer_number],
    )
  }
  return id
}

async function decideHeldRows(context: ActContext, id: string): Promise<void> {
  const held = await context.store.rows(
    `select transaction_id as id from transfer where reference like $1 || '/%' and status = 'Hold' order by id`,
    [id],
  )
  for (const { id } of held) await review(context, id)
}
