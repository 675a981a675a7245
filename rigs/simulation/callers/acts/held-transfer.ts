// A transfer that the watchlist holds, and the officers who decide on it.
import { type ActContext, isOk, minute } from './context.ts'
import { transfer } from './transfer.ts'

export async function heldTransfer(context: ActContext): Promise<void> {
  const { chance, sleep, clients, admin, acknowledge, tries } = context
  // Usually a new sender, because a sender released once is cleared for later transfers.
  const sender_document_number = `WL${100_000 + chance.below(900_000)}`
  const held = await transfer(context, {
    sender_first_name: 'Watchlist',
    sender_last_name: 'Person',
    sender_document_number,
  })
  if (!held) return
  await sleep(chance.spread(1_000, 20 * minute))
  const decide = async () => {
    const act = chance.pick(['release', 'release', 'reject'])
    const response = await clients.admin(
      admin(),
      `/api/v1/admin/remittance/holds/${held.id}/${act}`,
      { reason: 'looked at it' },
      { tries: tries() },
    )
    if (isOk(response))
      acknowledge(
        'review',
        `select 1 from transfer_review r join transfer t on t.id = r.transfer_id where t.transaction_id = $1 and r.decision = $2`,
        held.id,
        act === 'release' ? 'released' : 'rejected',
      )
  }
  await Promise.all([decide(), ...(chance.happens(0.4) ? [decide()] : [])])
}
