// People stop what goes to an operator, and let it go on: its payouts and reversals wait, new transfers to it are
// refused as if it could not be reached. What was sent before is asked after, and its callbacks count, all the while.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Environment } from '../../merchants/identity/merchant.ts'
import { openPauseCache, pauseQueue, resumeQueue } from '../../operations/lane-pause.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import type { OperatorCode } from './operator.ts'
import { operatorQueue } from './operator-queue.ts'

export type OperatorAccount = { environment: Environment; operator: OperatorCode }

export type PauseNeeds = { db: Database; clock: Clock; secrets: Secrets; wake: () => void }

type Act = { reason: string; admin: Admin }

/** Holds for every process from now on. @throws Problem 409 when it is paused already. */
export async function pauseOperator(
  needs: PauseNeeds,
  account: OperatorAccount,
  { reason, admin }: Act,
): Promise<void> {
  const now = needs.clock.now()
  const queue = operatorQueue(account.environment, account.operator)
  await needs.db.transaction(async (sql) => {
    if (!(await pauseQueue(sql, { lane: queue, reason, paused_by: admin.name, paused_at: now })))
      throw new Problem(remittanceProblems.pause_unchanged, { state: 'paused already' })
    await audit(sql, needs.secrets, { ...entryOf('operator.paused', account, { reason, admin }), now })
  })
}

/** @throws Problem 409 when it is not paused. */
export async function resumeOperator(
  needs: PauseNeeds,
  account: OperatorAccount,
  { reason, admin }: Act,
): Promise<void> {
  const now = needs.clock.now()
  await needs.db.transaction(async (sql) => {
    if (!(await resumeQueue(sql, operatorQueue(account.environment, account.operator))))
      throw new Problem(remittanceProblems.pause_unchanged, { state: 'not paused' })
    await audit(sql, needs.secrets, { ...entryOf('operator.resumed', account, { reason, admin }), now })
  })
  needs.wake()
}

function entryOf(action: string, { environment, operator }: OperatorAccount, { reason, admin }: Act) {
  return { admin, action, subject: `${environment}:${operator}`, detail: { reason } }
}

/** For who asks often: at most half a second old. */
export function openIsPaused(
  db: Database,
): (environment: Environment, operator: OperatorCode) => Promise<boolean> {
  const pauses = openPauseCache(db)
  return async (environment, operator) => (await pauses()).has(operatorQueue(environment, operator))
}
