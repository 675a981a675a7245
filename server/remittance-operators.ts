// The operators of a deployment: opened from its settings, each with the place it serves.
import { openOperator } from './adapters/mobile-money/open.ts'
import type { Clock } from './platform/clock.ts'
import type { Log } from './platform/log.ts'
import type { OperatorFor } from './remittance/dispatch.ts'
import { type Operator, operatorCodes } from './remittance/operator.ts'
import type { OperatorHealth } from './remittance/operator-health.ts'
import type { Place } from './remittance/operator-pause.ts'
import type { CompleteSettings } from './system.ts'

export type Operators = {
  /** Every operator of an environment that has any connection: what waits for one that is missing is looked at, too. */
  places: readonly Place[]
  find: OperatorFor
  close(): Promise<void>
}

/**
 * Opens every connection of the settings; nothing is asked of them before the first call.
 * @param health notes what their calls come to.
 */
export function openOperators(
  { operators, OPERATOR_TIMEOUT_SECONDS }: CompleteSettings,
  { wallClock: clock, log, health }: { wallClock: Clock; log: Log; health?: OperatorHealth },
): Operators {
  const environments = (['sandbox', 'production'] as const).filter((environment) => operators[environment])
  const places = environments.flatMap((environment) =>
    operatorCodes.map((operator) => ({ environment, operator })),
  )
  const timeoutMs = OPERATOR_TIMEOUT_SECONDS * 1_000
  const opened = new Map<string, Operator>()
  for (const place of places) {
    const connection = operators[place.environment]?.[place.operator]
    if (!connection) continue
    const operator = openOperator(connection, { clock, log, timeoutMs })
    opened.set(nameOf(place), health ? health.watched(place, operator) : operator)
  }
  return {
    places,
    find: (environment, operator) => opened.get(nameOf({ environment, operator })),
    close: async () => {
      await Promise.all([...opened.values()].map((operator) => operator.close()))
    },
  }
}

const nameOf = ({ environment, operator }: Place) => `${environment} ${operator}`
