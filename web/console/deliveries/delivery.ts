// Webhook deliveries in the admin API: types and requests.
import type { Paged } from '../../ui/display/pager.tsx'
import { api } from '../frame/session.ts'

export type Attempt = {
  at: string
  http_status: number | null
  error: string | null
  duration_ms: number
  response_head: string
}

export type Delivery = {
  id: number
  event_id: string
  event_type: string
  url: string
  status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'DEAD'
  body: string
  attempts: Attempt[]
  next_attempt_at: string | null
  created_at: string
}

export type ListedDelivery = Delivery & { merchant_code: string; merchant_name: string }

export function listDeliveries(
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<Paged<ListedDelivery>> {
  return api.get('/deliveries', query, signal)
}

/** Sends the same bytes again. @throws RequestError */
export async function resendDeliveries(ids: readonly number[], reason: string): Promise<void> {
  await api.post('/deliveries/resend', { ids, reason })
}
