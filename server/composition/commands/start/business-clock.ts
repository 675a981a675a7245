// The business clock of a deployment, for commands.

import type { CompleteSettings } from '../../../config/settings.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type Clock, systemClock } from '../../../platform/time/clock.ts'
import { readSandboxClock } from '../../../platform/time/sandbox-clock.ts'
import { simulatorsOf } from '../../cards/gateway-origins.ts'

/** Returns business time: real time, or ahead of it in a sandbox whose clock was moved. */
export async function businessClock(settings: CompleteSettings, db: Database): Promise<Clock> {
  return simulatorsOf(settings) === undefined ? systemClock : readSandboxClock({ db, wallClock: systemClock })
}
