// Looks up the owner of a wallet at the operator, and renders the account look-up with its name comparison.
import { compareNames } from '../../compliance/names/match.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { Problem } from '../../kernel/problem.ts'
import type { OperatorFor } from '../../operator-calls/operator.ts'
import { remittanceProblems } from '../transfer/problems.ts'

type Subscriber = {
  name: string | undefined
  active: boolean | undefined
  /** The protocol of the connection that was asked. */
  source: string
}

/**
 * Looks up the owner of a wallet. The name is undefined when the operator protocol has no names.
 * @param options.mustReceive also refuses a wallet that cannot receive money.
 * @throws Problem when there is no such wallet or the operator does not reply.
 */
export async function lookUpName(
  operatorFor: OperatorFor,
  environment: Environment,
  subscriber: { operator: OperatorCode; msisdn: string },
  options: { mustReceive: boolean },
): Promise<Subscriber> {
  const connection = operatorFor(environment, subscriber.operator)
  if (!connection) throw new Problem(remittanceProblems.operator_unreachable)
  const reply = await connection.lookUp(subscriber)
  if (reply.kind === 'unavailable') throw new Problem(remittanceProblems.operator_unreachable)
  if (reply.kind === 'unsupported') return { name: undefined, active: undefined, source: connection.protocol }
  if (reply.kind === 'no_wallet' || (options.mustReceive && !reply.active))
    throw new Problem(remittanceProblems.no_wallet)
  return { name: reply.name, active: reply.active, source: connection.protocol }
}

/** The response of an account look-up. @param expected the name to compare with, if any. */
export function renderLookUp(
  subscriber: { operator: OperatorCode; msisdn: string },
  { name, active }: Pick<Subscriber, 'name' | 'active'>,
  expected: string | undefined,
) {
  return {
    customer_number: subscriber.msisdn,
    operator: subscriber.operator,
    subscriber_name: name ?? null,
    active: active ?? null,
    name_match: name === undefined || expected === undefined ? null : compareNames(expected, name),
  }
}
