// Webhook deliveries in the admin API: types and requests.
import type * as schemas from '../../api/schemas.generated.ts'
import type { Paged } from '../../ui/display/pager.tsx'
import { api, postOnce } from '../frame/session.ts'

export type Attempt = Delivery['attempts'][number]

export type Delivery = schemas.DeliveryDetail

export type ListedDelivery = schemas.AdminDelivery

export function listDeliveries(
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<Paged<ListedDelivery>> {
  return api.get('/deliveries', query, signal)
}

/** Sends the same bytes again. @throws RequestError */
export async function resendDeliveries(ids: readonly string[], reason: string, key: string): Promise<void> {
  await postOnce('/deliveries/resend', { ids, reason }, key)
}
