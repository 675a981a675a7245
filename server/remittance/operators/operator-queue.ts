// Each operator has an operation queue of its own in each environment, so that a slow one delays nobody else's payouts.
import type { Environment } from '../../merchants/identity/merchant.ts'
import type { OperatorCode } from '../transfer/operator-code.ts'

/** The name of the queue that payouts and reversals of an operator wait in. */
export function operatorQueue(environment: Environment, operator: OperatorCode): string {
  return `operator:${environment}:${operator}`
}
