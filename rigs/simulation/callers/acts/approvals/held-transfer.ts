// A transfer that the watchlist holds, and the officers who decide on it. The release of a large one waits for a second admin.
import { type ActContext, isOk, minute } from '../context.ts'
import { transfer } from '../transfer.ts'
import { decide } from './decide.ts'

const reviewed = `select 1 from transfer_review r join transfer t on t.id = r.transfer_id
  where t.transaction_id = $1 and r.decision = $2`

export async function heldTransfer(context: ActContext): Promise<void> {
  const { chance, sleep } = context
  // Usually a new sender, because a sender released once is cleared for later transfers.
  const sender_document_number = `WL${100_000 + chance.below(900_000)}`
  const held = await transfer(context, {
    sender_first_name: 'Watchlist',
    sender_last_name: 'Person',
    sender_document_number,
  })
  if (!held) return
  await sleep(chance.spread(1_000, 20 * minute))
  const made = await Promise.all([
    review(context, held.id),
    ...(chance.happens(0.4) ? [review(context, held.id)] : []),
  ])
  const requested = made.find((one) => one !== undefined)
  if (!requested) return
  await sleep(chance.spread(1_000, 20 * minute))
  const decisions = chance.pick([
    ['approve', 'approve'],
    ['approve', 'approve', 'approve'],
    ['approve', 'reject'],
    [],
  ] as const)
  const decided = await Promise.all(decisions.map((act) => decide(context, requested, act)))
  if (decided.includes(true))
    context.acknowledge(
      'release by a second admin',
      `${reviewed} and r.decided_by = (select requested_by from approval where public_id = $3)`,
      ...[held.id, 'released', requested],
    )
}

/** Decides alone, or returns what a second admin must approve. */
export async function review(context: ActContext, id: string): Promise<string | undefined> {
  const { chance, clients, admin, acknowledge, tries } = context
  const act = chance.pick(['release', 'release', 'reject'])
  const by = admin()
  const path = `/api/v1/admin/remittance/holds/${id}/${act}`
  const response = await clients.admin(by, path, { reason: 'looked at it' }, { tries: tries() })
  if (!isOk(response)) return undefined
  const approval = response.body?.data?.approval_id
  if (approval === undefined) {
    acknowledge('review', reviewed, id, act === 'release' ? 'released' : 'rejected')
    return undefined
  }
  acknowledge(
    'approval of a release',
    `select 1 from approval where public_id = $1 and action = 'hold_release'`,
    approval,
  )
  return approval
}
