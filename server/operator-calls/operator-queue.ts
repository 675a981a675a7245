// The operation queue names. Each operator has its own queue per environment, so a slow one delays no other payouts.

import type { Environment } from '../kernel/environment.ts'
import type { OperatorCode } from '../kernel/operators.ts'

/** The queue name for payouts and reversals of an operator. */
export function operatorQueue(environment: Environment, operator: OperatorCode): string {
  return `operator:${environment}:${operator}`
}
