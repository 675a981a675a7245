// Quarantined exchange rates that one admin wants to publish and another approves.
import { type ActContext, isOk, minute } from '../context.ts'
import { decide } from './decide.ts'

export async function quarantinedRates(context: ActContext): Promise<void> {
  const { chance, clients, admin, store, sleep, acknowledge, tries } = context
  const [snapshot] = await store.rows(
    `select id from rate_snapshot where state = 'QUARANTINED' order by id desc limit 1`,
  )
  if (!snapshot) return
  const path = `/api/v1/admin/remittance/rates/${snapshot.id}/approve`
  const response = await clients.admin(
    admin(),
    path,
    { reason: 'as the central bank says' },
    { tries: tries() },
  )
  const id = response?.body?.data?.approval_id
  if (!isOk(response) || id === undefined) return
  acknowledge('approval of rates', `select 1 from approval where public_id = $1 and action = 'rates'`, id)
  await sleep(chance.spread(1_000, 20 * minute))
  const decisions = chance.pick([['approve', 'approve'], ['approve', 'reject'], ['reject']] as const)
  const decided = await Promise.all(decisions.map((act) => decide(context, id, act)))
  if (decided.includes(true))
    acknowledge(
      'rates published by a second admin',
      `select 1 from rate_snapshot s join approval a on a.public_id = $2
        where s.id = $1 and s.state = 'PUBLISHED' and s.approved_by = a.requested_by`,
      ...[snapshot.id, id],
    )
}
