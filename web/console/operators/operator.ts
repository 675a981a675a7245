// Operators as the admin API tells of them.

import { api } from '../frame/session.ts'
import type { AllowedActions } from '../parts/actions.tsx'

export type Operator = {
  environment: 'sandbox' | 'production'
  operator: string
  protocol: string
  state: 'up' | 'down' | 'paused'
  last_success_at: string | null
  last_failure_at: string | null
  /** In the operator's or the network's words. */
  last_failure: string | null
  pause: { reason: string; paused_by: string; paused_at: string } | null
  allowed_actions: AllowedActions<'pause' | 'resume'>
  /** Waits to be sent. */
  pending: number
  /** Was sent, and the operator has not told the end yet. */
  unknown: number
}

export const operatorNames: Record<string, string> = {
  vodacom: 'Vodacom M-Pesa',
  airtel: 'Airtel Money',
  orange: 'Orange Money',
  africell: 'Afrimoney',
}

/** As people call it. */
export function operatorName(code: string): string {
  return operatorNames[code] ?? code
}

export function listOperators(signal: AbortSignal): Promise<{ items: Operator[] }> {
  return api.get('/operators', {}, signal)
}

/** @throws RequestError */
export async function decideOperator(
  { environment, operator }: Operator,
  decision: 'pause' | 'resume',
  reason: string,
): Promise<void> {
  await api.post(`/operators/${environment}/${operator}/${decision}`, { reason })
}
