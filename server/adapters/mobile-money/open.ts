// From a connection to the operator behind it, whatever it speaks.

import type { Log } from '../../platform/observability/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Operator } from '../../remittance/operators/operator.ts'
import { openAirtel } from './airtel/adapter.ts'
import { openGsma } from './gsma/adapter.ts'
import { openMpesa } from './mpesa/adapter.ts'
import type { OperatorConnection } from './operator-settings.ts'
import { openPawapay } from './pawapay/adapter.ts'

type Needs = {
  clock: Clock
  log: Log
  /** For one exchange; a call may need a token before it and an inquiry after it. */
  timeoutMs: number
}

/** Opens the operator; nothing is asked of it before the first call. Whoever opens it closes it. */
export function openOperator(connection: OperatorConnection, needs: Needs): Operator {
  switch (connection.protocol) {
    case 'gsma':
      return openGsma(connection, needs)
    case 'airtel':
      return openAirtel(connection, needs)
    case 'mpesa':
      return openMpesa(connection, needs)
    case 'pawapay':
      return openPawapay(connection, needs)
  }
}
