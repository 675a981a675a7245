// People stop what goes to an operator, and let it go on: its payouts and reversals wait, new transfers to it are
// refused as if it could not be reached. What was sent before is asked after, and its callbacks count, all the while.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Environment } from '../../merchants/identity/merchant.ts'
import { openPauseCache, pauseLane, resumeLane } from '../../operations/lane-pause.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import type { OperatorCode } from './operator.ts'
import { operatorLane } from './operator-queue.ts'

export type Place = { environment: Environment; operator: OperatorCode }

export type PauseNeeds = { db: Database; clock: Clock; secrets: Secrets; wake: () => void }

type Act = { reason: string; admin: Admin }

/** Holds for every process from now on. @throws Problem 409 when it is paused already. */
export async function pauseOperator(needs: PauseNeeds, place: Place, { reason, admin }: Act): Promise<void> {
  const now = needs.clock.now()
  const lane = operatorLane(place.environment, place.operator)
  await needs.db.transaction(async (sql) => {
    if (!(await pauseLane(sql, { lane, reason, paused_by: admin.name, paused_at: now })))
      throw new Problem(remittanceProblems.pause_unchanged, { state: 'paused already' })
    await audit(sql, needs.secrets, { ...entryOf('operator.paused', place, { reason, admin }), now })
  })
}

/** @throws Problem 409 when it is not paused. */
export async function resumeOperator(needs: PauseNeeds, place: Place, { reason, admin }: Act): Promise<void> {
  const now = needs.clock.now()
  await needs.db.transaction(async (sql) => {
    if (!(await resumeLane(sql, operatorLane(place.environment, place.operator))))
      throw new Problem(remittanceProblems.pause_unchanged, { state: 'not paused' })
    await audit(sql, needs.secrets, { ...entryOf('operator.resumed', place, { reason, admin }), now })
  })
  needs.wake()
}

function entryOf(action: string, { environment, operator }: Place, { reason, admin }: Act) {
  return { admin, action, subject: `${environment}:${operator}`, detail: { reason } }
}

/** For who asks often: at most half a second old. */
export function openIsPaused(
  db: Database,
): (environment: Environment, operator: OperatorCode) => Promise<boolean> {
  const pauses = openPauseCache(db)
  return async (environment, operator) => (await pauses()).has(operatorLane(environment, operator))
}
