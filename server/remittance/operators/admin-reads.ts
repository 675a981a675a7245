// Operators as admins see them: whether they are reachable or paused, and how many calls are pending.

import type { Environment } from '../../kernel/environment.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { Problem } from '../../kernel/problem.ts'
import { pausedQueues, type QueuePause } from '../../ledger/operations/queue-pause.ts'
import type { OperatorFor } from '../../operator-calls/operator.ts'
import { operatorQueue } from '../../operator-calls/operator-queue.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { stamp } from '../transfer/time.ts'
import type { OperatorAccount } from './pause.ts'

type HealthRow = {
  environment: Environment
  operator: OperatorCode
  last_success_at: Temporal.Instant | null
  last_failure_at: Temporal.Instant | null
  last_failure: string | null
}

const readHealth = statement<HealthRow>(
  'read_operator_health',
  'select environment, operator, last_success_at, last_failure_at, last_failure from operator_health',
)
type WaitingRow = { queue: string; pending: bigint; unknown: bigint }
const countWaiting = statement<WaitingRow>(
  'count_waiting_in_operator_lanes',
  `select queue, count(*) filter (where state <> 'unknown') as pending, count(*) filter (where state = 'unknown') as unknown
     from operation where state in ('intent', 'sent', 'unknown') and queue like 'operator:%' group by queue`,
)

/** `pending` counts calls to be sent, `unknown` calls whose outcome is not known yet. */
export async function renderOperators(
  sql: Sql,
  operators: { accounts: readonly OperatorAccount[]; find: OperatorFor },
) {
  const health = await sql.rows(readHealth)
  const waiting = new Map((await sql.rows(countWaiting)).map((row) => [row.queue, row]))
  const pauses = await pausedQueues(sql)
  return operators.accounts.flatMap(({ environment, operator }) => {
    const connection = operators.find(environment, operator)
    const queue = operatorQueue(environment, operator)
    const isOf = (row: HealthRow) => row.environment === environment && row.operator === operator
    const known = health.find(isOf)
    const pause = pauses.get(queue)
    if (!connection) return []
    return {
      environment,
      operator,
      protocol: connection.protocol,
      state: pause ? ('paused' as const) : stateOf(known),
      last_success_at: known?.last_success_at ? stamp(known.last_success_at) : null,
      last_failure_at: known?.last_failure_at ? stamp(known.last_failure_at) : null,
      last_failure: known?.last_failure ?? null,
      pause: pause ? renderPause(pause) : null,
      allowed_actions: {
        pause: actionOf(pause ? 'paused already' : undefined),
        resume: actionOf(pause ? undefined : 'not paused'),
      },
      pending: Number(waiting.get(queue)?.pending ?? 0),
      unknown: Number(waiting.get(queue)?.unknown ?? 0),
    }
  })
}

/** @param state the state that forbids the action, as worded in the error; undefined if it is allowed. */
function actionOf(state: string | undefined) {
  const fault = state === undefined ? undefined : new Problem(remittanceProblems.pause_unchanged, { state })
  return { allowed: fault === undefined, reason: fault?.message ?? null }
}

/** The latest event decides: a failure after the last success means down. */
function stateOf(row: HealthRow | undefined): 'up' | 'down' {
  if (!row?.last_success_at) return 'down'
  const { last_success_at: success, last_failure_at: failure } = row
  return !failure || Temporal.Instant.compare(success, failure) >= 0 ? 'up' : 'down'
}

export function renderPause({ reason, paused_by, paused_at }: QueuePause) {
  return { reason, paused_by, paused_at: stamp(paused_at) }
}
