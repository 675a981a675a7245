// The webhooks sent to a merchant, as it reads them and sends them again. What does it is passed in.
import { Problem } from '../kernel/problem.ts'
import { type Page, paged, rangeOf, readPage } from '../platform/page.ts'
import type { Session } from './bearer.ts'
import { selfServiceProblems } from './problems.ts'

export type Deliveries = {
  /** Newest first. */
  list(
    merchantId: bigint,
    range: { limit: number; offset: number },
  ): Promise<{ items: object[]; total: number }>
  /** `unknown` for another merchant's as for none. */
  resend(merchantId: bigint, id: bigint): Promise<'resent' | 'under_way' | 'unknown'>
}

/** @throws InvalidBody */
export async function deliveriesPage(deliveries: Deliveries, { merchantId }: Session, query: unknown) {
  const page: Page = readPage(query)
  return paged(page, await deliveries.list(merchantId, rangeOf(page)))
}

/** @throws Problem 404 */
export async function resendDelivery(deliveries: Deliveries, { merchantId }: Session, id: string) {
  const known = /^[1-9]\d{0,17}$/.test(id) && (await deliveries.resend(merchantId, BigInt(id))) !== 'unknown'
  if (!known) throw new Problem(selfServiceProblems.delivery_unknown)
  return { id: Number(id), status: 'PENDING' }
}
