// A merchant's webhook deliveries as the merchant lists, reads and resends them. `server/webhooks` does the work and is passed in.
import type { z } from 'zod'
import { isUuid } from '../../kernel/id.ts'
import { Problem } from '../../kernel/problem.ts'
import { isAllowed } from '../../kernel/roles/merchant-users.ts'
import type { DayFilter, ListOwner } from '../../platform/database/day-list.ts'
import type { deliveryDetailSchema, deliverySchema } from '../../platform/http/delivery-record.ts'
import { type Choices, paged, rangeOf, readPageOf } from '../../platform/http/lists/list-query.ts'
import { selfServiceProblems } from '../problems.ts'
import type { Session } from '../sign-in/bearer.ts'

/** The filters that the list accepts. */
export const deliveryChoices: Choices = {
  status: ['PENDING', 'DELIVERED', 'FAILED', 'DEAD'],
  isZoned: true,
}

export type Deliveries = {
  /** Lists deliveries, newest first. */
  list(
    owner: ListOwner,
    range: { limit: number; offset: number },
    filter: DayFilter,
  ): Promise<{ items: z.input<typeof deliverySchema>[]; total: number }>
  /** Returns one delivery with its body and responses; undefined if it does not exist or belongs to another merchant. */
  find(owner: ListOwner, id: string): Promise<z.input<typeof deliveryDetailSchema> | undefined>
  /** Returns `unknown` if the delivery does not exist or belongs to another merchant. */
  resend(owner: ListOwner, id: string): Promise<'resent' | 'under_way' | 'unknown'>
}

/** @throws InvalidBody */
export async function deliveriesPage(deliveries: Deliveries, session: Session, query: unknown) {
  const { page, limit, ...filter } = readPageOf(deliveryChoices, query)
  return paged({ page, limit }, await deliveries.list(session, rangeOf({ page, limit }), filter))
}

/** The body of a payout's webhook is the payout, so it needs the right to read payouts. @throws Problem 403, 404 */
export async function deliveryOf({ deliveries }: { deliveries: Deliveries }, session: Session, id: string) {
  const found = isUuid(id) ? await deliveries.find(session, id) : undefined
  if (!found) throw new Problem(selfServiceProblems.delivery_unknown)
  // guard: payout-in-delivery
  if (found.event_type === 'PAYOUT' && !isAllowed(session.user.role, 'money'))
    throw new Problem(selfServiceProblems.role_refused)
  return found
}

/** @throws Problem 404 */
export async function resendDelivery(deliveries: Deliveries, session: Session, id: string) {
  const known = isUuid(id) && (await deliveries.resend(session, id)) !== 'unknown'
  if (!known) throw new Problem(selfServiceProblems.delivery_unknown)
  return { id, status: 'PENDING' as const }
}
