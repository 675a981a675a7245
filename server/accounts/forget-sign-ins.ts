// Deletes what has expired of all accounts.
import type { Sql } from '../platform/database/database.ts'
import type { Clock } from '../platform/time/clock.ts'
import { forgetDevices } from './device.ts'
import { forgetUnconfirmedTotp } from './factors/totp.ts'
import { deleteOldFailures } from './login-lock.ts'
import { forgetChallenges } from './passkeys/challenges.ts'
import { forgetSessions } from './sessions.ts'
import { forgetStepUps } from './step-ups.ts'

/** Deletes expired sessions, failures, step-ups, challenges and devices, and apps never confirmed; returns true when there may be more. */
export async function forgetSignIns({ db, clock }: { db: Sql; clock: Clock }): Promise<boolean> {
  const now = clock.now()
  const more = [
    await forgetSessions(db, now),
    await deleteOldFailures(db, now),
    await forgetStepUps(db, now),
    await forgetDevices(db, now),
    await forgetChallenges(db, now),
    await forgetUnconfirmedTotp(db, now),
  ]
  return more.includes(true)
}
