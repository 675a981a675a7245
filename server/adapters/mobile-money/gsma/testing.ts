// Opens the GSMA adapter against a simulated operator of a test.

import { silentLog } from '../../../platform/process/log.ts'
import { manualClock } from '../../../platform/time/clock.ts'
import type { GsmaConnection } from '../operator-settings.ts'
import { openLocalOperator, type PlayedReply, type ReceivedRequest } from '../testing.ts'
import { openGsma } from './adapter.ts'

export const serverCorrelationId = 'b0f7d0f2-1111-4222-8333-444455556666'
export const pending: PlayedReply = {
  status: 202,
  body: { serverCorrelationId, status: 'pending', notificationMethod: 'callback' },
}
export const unknownThere: PlayedReply = {
  status: 404,
  body: { errorCategory: 'identification', errorCode: 'identifierError' },
}

export async function openBefore(
  respond: (requested: ReceivedRequest) => PlayedReply,
  changes: (url: string) => Partial<GsmaConnection> = () => ({}),
) {
  const local = await openLocalOperator(respond)
  const clock = manualClock()
  const connection: GsmaConnection = {
    protocol: 'gsma',
    url: `${local.url}/v1.2/mm`,
    authentication: { scheme: 'basic', username: 'likuta', password: 'secret' },
    debitParty: { key: 'walletid', value: 'FLOAT-USD' },
    confirmCallbacks: true,
    ...changes(local.url),
  }
  const operator = openGsma(connection, { clock, log: silentLog, timeoutMs: 5_000 })
  return {
    operator,
    clock,
    received: local.received,
    async close() {
      await operator.close()
      await local.close()
    },
  }
}
