// A merchant confirms a payout destination.
import type { Credentials } from '../../../../../server/merchants/identity/register.ts'
import { type ActContext, isOk } from '../context.ts'

/** The audit log says it, since a destination that is distrusted later loses its confirmation. */
export const isConfirmed = `select 1 from audit_log where action = 'payout_destination.confirmed'
  and detail::json ->> 'destination_id' = $1`

export async function confirm(
  { clients, acknowledge, tries }: ActContext,
  as: Credentials,
  id: string,
): Promise<void> {
  const path = `payout-destinations/${id}/confirm`
  const response = await clients.proven(as, 'POST', path, {}, { tries: tries() })
  if (isOk(response)) acknowledge('confirmed destination', isConfirmed, id)
}
