// Pausing and resuming an operator. While paused, its payouts and reversals wait and new transfers are refused as if it
// were unreachable. Inquiries about calls sent before continue, and callbacks are still applied.
import type { Admin } from '../../admin/access.ts'
import { type AuditNeeds, audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { Problem } from '../../kernel/problem.ts'
import { openPauseCache, pauseQueue, resumeQueue } from '../../ledger/queue-pause.ts'
import { operatorQueue } from '../../operator-calls/operator.ts'
import type { ControlDatabase } from '../../platform/database/database.ts'
import { remittanceProblems } from '../transfer/problems.ts'

export type OperatorAccount = { environment: Environment; operator: OperatorCode }

export type PauseNeeds = AuditNeeds & { wake: () => void }

type Act = { reason: string; admin: Admin }

/** Pauses an operator for all processes. @throws Problem 409 if it is paused already. */
export async function pauseOperator(
  needs: PauseNeeds,
  account: OperatorAccount,
  { reason, admin }: Act,
): Promise<void> {
  const now = needs.clock.now()
  const queue = operatorQueue(account.environment, account.operator)
  await needs.db.transaction(async (sql) => {
    if (!(await pauseQueue(sql, { queue, reason, paused_by: admin.name, paused_at: now })))
      throw new Problem(remittanceProblems.pause_unchanged, { state: 'paused already' })
    audit(sql, needs.secrets, { ...entryOf('operator.paused', account, { reason, admin }), now })
  })
}

/** Resumes a paused operator. @throws Problem 409 if it is not paused. */
export async function resumeOperator(
  needs: PauseNeeds,
  account: OperatorAccount,
  { reason, admin }: Act,
): Promise<void> {
  const now = needs.clock.now()
  await needs.db.transaction(async (sql) => {
    if (!(await resumeQueue(sql, operatorQueue(account.environment, account.operator))))
      throw new Problem(remittanceProblems.pause_unchanged, { state: 'not paused' })
    audit(sql, needs.secrets, { ...entryOf('operator.resumed', account, { reason, admin }), now })
  })
  needs.wake()
}

function entryOf(action: string, { environment, operator }: OperatorAccount, { reason, admin }: Act) {
  return { admin, action, subject: `${environment}:${operator}`, detail: { reason } }
}

/** Returns a cached check for frequent callers; the result is at most half a second old. */
export function openIsPaused(
  db: ControlDatabase,
): (environment: Environment, operator: OperatorCode) => Promise<boolean> {
  const pauses = openPauseCache(db)
  return async (environment, operator) => (await pauses()).has(operatorQueue(environment, operator))
}
