// The adapter before an operator of a test.

import { silentLog } from '../../../platform/observability/log.ts'
import { manualClock } from '../../../platform/time/clock.ts'
import type { GsmaConnection } from '../operator-settings.ts'
import { type Asked, openLocalOperator, type Told } from '../testing.ts'
import { openGsma } from './adapter.ts'

export const serverCorrelationId = 'b0f7d0f2-1111-4222-8333-444455556666'
export const pending: Told = {
  status: 202,
  body: { serverCorrelationId, status: 'pending', notificationMethod: 'callback' },
}
export const unknownThere: Told = {
  status: 404,
  body: { errorCategory: 'identification', errorCode: 'identifierError' },
}

export async function openBefore(
  answer: (asked: Asked) => Told,
  changes: (url: string) => Partial<GsmaConnection> = () => ({}),
) {
  const local = await openLocalOperator(answer)
  const clock = manualClock()
  const connection: GsmaConnection = {
    protocol: 'gsma',
    url: `${local.url}/v1.2/mm`,
    authentication: { scheme: 'basic', username: 'likuta', password: 'secret' },
    debitParty: { key: 'walletid', value: 'FLOAT-USD' },
    confirmCallbacks: true,
    ...changes(local.url),
  }
  const operator = openGsma(connection, { clock, log: silentLog, timeoutMs: 500 })
  return {
    operator,
    clock,
    asked: local.asked,
    async close() {
      await operator.close()
      await local.close()
    },
  }
}
