// Operators as the admin API tells of them.
import type * as schemas from '../../api/schemas.generated.ts'
import { api } from '../frame/session.ts'

export type Operator = schemas.OperatorState

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
