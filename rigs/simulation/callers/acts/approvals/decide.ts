// A decision of any admin about what one of them has requested.
import { type AdminName, admins } from '../../../world/settings.ts'
import { type ActContext, isOk } from '../context.ts'

const ownerOf = (admin: AdminName) => admin.split('-')[0]

/** @returns whether it was acknowledged as decided so. */
export async function decide(
  { clients, chance, acknowledge, contradict, store, tries }: ActContext,
  id: string,
  act: 'approve' | 'reject',
): Promise<boolean> {
  const who = chance.pick(admins)
  const path = `/api/v1/admin/approvals/${id}/${act}`
  // The persons of a held transfer must be looked at before its release is approved.
  if (chance.happens(0.9)) await clients.readAdmin(who, `/api/v1/admin/approvals/${id}`, { tries: tries() })
  const response = await clients.admin(who, path, { reason: 'looked at it' }, { tries: tries() })
  if (!isOk(response)) return false
  // Of several admins who requested the same, the first counts.
  const [row] = await store.rows('select requested_by from approval where public_id = $1', [id])
  if (ownerOf(who) === ownerOf(row?.requested_by))
    contradict('an approval was decided by who requested it', [id])
  const { state, outcome } = response.body.data
  acknowledge(`approval: ${act}`, 'select 1 from approval where public_id = $1 and state = $2', id, state)
  if (outcome === 'SUCCESS')
    acknowledge(
      'approved refund or void',
      `select 1 from approval a join operation o on o.id = a.operation where a.public_id = $1 and o.state = 'confirmed'`,
      id,
    )
  return act === 'approve'
}
