// Opens the operator of a connection, with the adapter for its protocol.

import type { Operator } from '../../operator-calls/operator.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { openAirtel } from './airtel/adapter.ts'
import { openGsma } from './gsma/adapter.ts'
import { openMpesa } from './mpesa/adapter.ts'
import type { OperatorConnection } from './operator-settings.ts'
import { openPawapay } from './pawapay/adapter.ts'

type Needs = {
  clock: Clock
  log: Log
  /** For one HTTP exchange; a call may need a token first and an inquiry afterwards. */
  timeoutMs: number
}

/** Opens the operator without calling it. The caller must close it. */
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
