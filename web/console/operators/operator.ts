// Mobile-money operators in the admin API: types, names and requests.
import { api } from '../frame/session.ts'
import type { AllowedActions } from '../parts/actions.tsx'

export type Operator = {
  environment: 'sandbox' | 'production'
  operator: string
  protocol: string
  state: 'up' | 'down' | 'paused'
  last_success_at: string | null
  last_failure_at: string | null
  /** The message of the operator or the network, untranslated. */
  last_failure: string | null
  pause: { reason: string; paused_by: string; paused_at: string } | null
  allowed_actions: AllowedActions<'pause' | 'resume'>
  /** Payouts waiting to be sent. */
  pending: number
  /** Payouts that were sent and whose outcome is unknown. */
  unknown: number
}

/** M-Pesa has a non-breaking hyphen, so that a narrow column does not split it. */
export const operatorNames: Record<string, string> = {
  vodacom: 'Vodacom M\u2011Pesa',
  airtel: 'Airtel Money',
  orange: 'Orange Money',
  africell: 'Afrimoney',
}

/** The operator's brand name; an unknown code is shown as it is. */
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
