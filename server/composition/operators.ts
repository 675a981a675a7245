// Opens the operator connections that the settings configure, by environment and operator.
import { openOperator } from '../adapters/mobile-money/open.ts'
import type { OperatorConnection } from '../adapters/mobile-money/operator-settings.ts'
import type { CompleteSettings } from '../config/settings.ts'
import { operatorCodes } from '../kernel/operators.ts'
import type { ConnectedOperator, Operator, OperatorFor } from '../operator-calls/operator.ts'
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
    opened.set(nameOf(place), connected(connection, health ? health.watched(place, operator) : operator))
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

/**
 * Names the accounts that a connection leads to. The names stay the same when secrets or tuning change. The account that payers pay
 * into has one of its own: changing it must not stop payouts, and an operation that names it is no payout.
 */
function connected(
  connection: OperatorConnection,
  { collections, ...operator }: Operator,
): ConnectedOperator {
  const place = `${connection.protocol} ${connection.url}`
  return {
    ...operator,
    connectionId: `${place} ${payerOf(connection)}`,
    ...(collections && {
      collections: { ...collections, connectionId: `${place} collections ${payeeOf(connection)}`.trimEnd() },
    }),
  }
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

/** What identifies the account that payers pay into. A hub's is that of its token, a secret that may change. */
function payeeOf(connection: OperatorConnection): string {
  switch (connection.protocol) {
    case 'gsma': {
      const { key, value } = connection.collections?.creditParty ?? connection.debitParty
      return `${key}:${value}`
    }
    case 'airtel':
      return connection.clientId
    case 'mpesa':
      return connection.collections?.serviceProviderCode ?? connection.serviceProviderCode
    case 'pawapay':
      return ''
  }
}
