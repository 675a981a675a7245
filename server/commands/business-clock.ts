import { type Clock, systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { readSandboxClock } from '../platform/sandbox-clock.ts'
import { type CompleteSettings, simulatorsOf } from '../system.ts'

/** The clock of business: in a sandbox whose clock was moved, ahead of the one on the wall. */
export async function businessClock(settings: CompleteSettings, db: Database): Promise<Clock> {
  return simulatorsOf(settings) === undefined ? systemClock : readSandboxClock({ db, wallClock: systemClock })
}
