// Opens the operator connections that the settings configure, by environment and operator.
import { openOperator } from '../adapters/mobile-money/open.ts'
import type { OperatorConnection } from '../adapters/mobile-money/operator-settings.ts'
import type { CompleteSettings } from '../config/settings.ts'
import { operatorCodes } from '../kernel/operators.ts'
import type { ConnectedOperator, OperatorFor } from '../operator-calls/operator.ts'
import type { Log } from '../platform/process/log.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { OperatorHealth } from '../remittance/operators/health.ts'
import type { OperatorAccount } from '../remittance/operators/pause.ts'

export type Operators = {
  /** Every operator of an environment that has any connection, since transfers may wait for an operator without one. */
  accounts: readonly OperatorAccount[]
  find: OperatorFor
  close(): Promise<void>
}

/**
 * Opens every configured connection; no request is sent before the first call.
 * @param health records the outcomes of their calls.
 */
export function openOperators(
  { operators, OPERATOR_TIMEOUT_SECONDS }: CompleteSettings,
  {
    wallClock: clock,
    log,
    health,
    outside = { openOperator },
  }: { wallClock: Clock; log: Log; health?: OperatorHealth; outside?: { openOperator: typeof openOperator } },
): Operators {
  const environments = (['sandbox', 'production'] as const).filter((environment) => operators[environment])
  const places = environments.flatMap((environment) =>
    operatorCodes.map((operator) => ({ environment, operator })),
  )
  const timeoutMs = OPERATOR_TIMEOUT_SECONDS * 1_000
  const opened = new Map<string, ConnectedOperator>()
  for (const place of places) {
    const connection = operators[place.environment]?.[place.operator]
    if (!connection) continue
    const operator = outside.openOperator(connection, { clock, log, timeoutMs })
    const watched = health ? health.watched(place, operator) : operator
    opened.set(nameOf(place), { ...watched, connectionId: connectionIdOf(connection) })
  }
  return {
    accounts: places,
    find: (environment, operator) => opened.get(nameOf({ environment, operator })),
    close: async () => {
      await Promise.all([...opened.values()].map((operator) => operator.close()))
    },
  }
}

const nameOf = ({ environment, operator }: OperatorAccount) => `${environment} ${operator}`

/** Identifies the account a connection leads to. It stays the same when secrets or tuning change. */
function connectionIdOf(connection: OperatorConnection): string {
  return `${connection.protocol} ${connection.url} ${payerOf(connection)}`
}

function payerOf(connection: OperatorConnection): string {
  switch (connection.protocol) {
    case 'gsma':
      return `${connection.debitParty.key}:${connection.debitParty.value}`
    case 'airtel':
      return connection.clientId
    case 'mpesa':
      return connection.serviceProviderCode
    case 'pawapay':
      return connection.product
  }
}
