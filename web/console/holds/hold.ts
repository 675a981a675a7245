// Held transfers in the admin API: types and requests.
import type * as schemas from '../../api/schemas.generated.ts'
import type { Paged } from '../../ui/display/pager.tsx'
import { api } from '../frame/session.ts'

export type Parties = schemas.TransferParties

/** A name that holds a transfer because of the way it is written. */
export type OddName = schemas.OddName

export type ScreenedParty = schemas.ScreeningFinding

export type Hold = schemas.Hold

const maxShown = 100

/** Held transfers, oldest first. */
export function listHolds(signal: AbortSignal): Promise<Paged<Hold>> {
  return api.get('/remittance/holds', { limit: maxShown }, signal)
}

/** Returns false if another admin must approve the release first. @throws RequestError */
export async function decideHold(
  id: string,
  decision: 'release' | 'reject',
  reason: string,
): Promise<boolean> {
  const made = await api.post<object>(`/remittance/holds/${encodeURIComponent(id)}/${decision}`, { reason })
  return !('approval_id' in made)
}
