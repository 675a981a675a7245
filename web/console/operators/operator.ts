// Operators in the admin API: types, names and requests.
import type * as schemas from '../../api/schemas.generated.ts'
import { api } from '../frame/session.ts'

export type Operator = schemas.OperatorState

const protocolNames: Record<string, string> = {
  gsma: 'GSMA Mobile Money',
  airtel: 'Airtel Africa',
  mpesa: 'M\u2011Pesa',
  pawapay: 'pawaPay',
}

/** The name of the protocol that an operator speaks; an unknown code is shown as it is. */
export function protocolName(code: string): string {
  return protocolNames[code] ?? code
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
