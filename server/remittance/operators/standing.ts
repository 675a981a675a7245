// How each operator stands: whether it replies, and whether we have paused it.
import type { Environment } from '../../kernel/environment.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { pausedQueues } from '../../ledger/queue-pause.ts'
import { type OperatorFor, operatorQueue } from '../../operator-calls/operator.ts'
import { type ControlSql, controlStatement } from '../../platform/database/database.ts'
import type { OperatorAccount } from './pause.ts'

export type HealthRow = {
  environment: Environment
  operator: OperatorCode
  last_success_at: Temporal.Instant | null
  last_failure_at: Temporal.Instant | null
  last_failure: string | null
}

const readAll = controlStatement<HealthRow>(
  'read_operator_health',
  'select environment, operator, last_success_at, last_failure_at, last_failure from operator_health',
)

/** What is known of the replies of every operator, by `environment operator`. */
export async function operatorHealth(sql: ControlSql): Promise<Map<string, HealthRow>> {
  const rows = await sql.rows(readAll)
  return new Map(rows.map((row) => [nameOf(row), row]))
}

export const nameOf = ({ environment, operator }: OperatorAccount) => `${environment} ${operator}`

/** The latest event decides: a failure after the last success means down. */
export function stateOf(row: HealthRow | undefined): 'up' | 'down' {
  if (!row?.last_success_at) return 'down'
  const { last_success_at: success, last_failure_at: failure } = row
  return !failure || Temporal.Instant.compare(success, failure) >= 0 ? 'up' : 'down'
}

export type Standing = {
  operator: OperatorCode
  state: 'up' | 'down' | 'paused'
  /** Of one that is down, its last reply; of one that is paused, when that began. Null if unknown, and while it is up. */
  since: Temporal.Instant | null
}

/** How the connected operators of an environment stand. */
export async function operatorStandings(
  sql: ControlSql,
  { accounts, find }: { accounts: readonly OperatorAccount[]; find: OperatorFor },
  environment: Environment,
): Promise<Standing[]> {
  const connected = accounts.filter(
    (account) => account.environment === environment && find(environment, account.operator),
  )
  const [health, pauses] = await Promise.all([operatorHealth(sql), pausedQueues(sql)])
  return connected.map((account) => {
    const { operator } = account
    const pause = pauses.get(operatorQueue(environment, operator))
    if (pause) return { operator, state: 'paused', since: pause.paused_at }
    const known = health.get(nameOf(account))
    const state = stateOf(known)
    return { operator, state, since: state === 'down' ? (known?.last_success_at ?? null) : null }
  })
}
