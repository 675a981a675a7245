// The reversal of a paid transfer.
import { type ActContext, isOk } from './context.ts'

export async function reversal(context: ActContext): Promise<void> {
  const { chance, clients, admin, store, acknowledge, tries } = context
  const rows = await store.rows(
    `select transaction_id from transfer where status = 'Successful' order by id desc limit 50`,
  )
  if (rows.length === 0) return
  const { transaction_id } = chance.pick(rows)
  const send = async () => {
    const response = await clients.admin(
      admin(),
      `/api/v1/admin/transfers/${transaction_id}/reverse`,
      { reason: 'sent by mistake' },
      { tries: tries() },
    )
    if (isOk(response))
      acknowledge(
        'reversal',
        `select 1 from transfer_reversal r join transfer t on t.id = r.transfer_id where t.transaction_id = $1`,
        transaction_id,
      )
  }
  await Promise.all([send(), ...(chance.happens(0.3) ? [send()] : [])])
}
