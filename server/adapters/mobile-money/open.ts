import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Operator } from '../../remittance/operator.ts'
import { openAirtel } from './airtel/adapter.ts'
import { openGsma } from './gsma/adapter.ts'
import { openMpesa } from './mpesa/adapter.ts'
import type { OperatorConnection } from './operator-settings.ts'
import { openPawapay } from './pawapay/adapter.ts'

/** The operator behind a connection. @param needs.timeoutMs for one exchange; one act may take a few of them. */
export function openOperator(
  connection: OperatorConnection,
  needs: { clock: Clock; log: Log; timeoutMs: number },
): Operator {
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
