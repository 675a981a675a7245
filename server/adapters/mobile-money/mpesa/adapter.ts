// Implements the operator port with Vodacom's M-Pesa OpenAPI, market vodacomDRC. Request and reply formats are in wire, the
// interpretation of replies in translate, and that of results posted to us in callback.
import type { Operator, Payout, PayoutReply } from '../../../operator-calls/operator.ts'
import { openUpstream, type Upstream } from '../../../platform/network/upstream.ts'
import type { Log } from '../../../platform/process/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { outcomeOfDuplicate } from '../call.ts'
import type { MpesaConnection } from '../operator-settings.ts'
import { acknowledge, readCallback } from './callback.ts'
import { type MpesaClient, openClient } from './client.ts'
import { openCollections } from './collections.ts'
import { inquire, reverse, send } from './transactions.ts'
import { payoutReply, subscriberReply } from './translate.ts'
import { conversationOf, paymentBody } from './wire.ts'

type Needs = { log: Log; clock: Clock; timeoutMs: number; upstream?: Upstream }

/**
 * Opens the operator without calling it.
 * @param needs.timeoutMs for each HTTP exchange; a call may need a session first and an inquiry afterwards.
 * @throws when the public key of the connection is invalid.
 */
export function openMpesa(
  connection: MpesaConnection,
  { log, clock, timeoutMs, upstream = openUpstream('mpesa') }: Needs,
): Operator {
  const client = openClient(connection, { log, clock, upstream, timeoutMs })
  return {
    protocol: 'mpesa',
    pay: (payout) => pay(client, connection, payout),
    inquire: ({ reference, upstreamId }) =>
      inquire(client, connection, conversationOf(reference), upstreamId),
    async lookUp({ msisdn }) {
      const requested = { input_CustomerMSISDN: msisdn, input_KycQueryType: 'Name' }
      const { reply, query } = await send(client, connection, 'queryBeneficiaryName', requested)
      return subscriberReply(reply, query)
    },
    reverses: true,
    reverse: (reversal) => reverse(client, connection, reversal, 'reversal'),
    readCallback: (request) =>
      readCallback(
        request,
        connection.confirmCallbacks ? (conversation) => inquire(client, connection, conversation) : undefined,
      ),
    acknowledge,
    async health() {
      const session = await client.openSession()
      return session.kind === 'token' ? { kind: 'up' } : { kind: 'down', cause: session.cause }
    },
    ...(connection.collections && {
      collections: openCollections(client, connection, connection.collections, timeoutMs),
    }),
    close: () => upstream.close(),
  }
}

async function pay(client: MpesaClient, connection: MpesaConnection, payout: Payout): Promise<PayoutReply> {
  const reply = await client.call({
    operation: 'pay',
    method: 'POST',
    path: 'b2cPayment/',
    body: paymentBody(connection.serviceProviderCode, payout),
  })
  const conversation = conversationOf(payout.reference)
  const response = payoutReply(reply, conversation, connection.mode)
  return response.kind === 'duplicate'
    ? outcomeOfDuplicate(await inquire(client, connection, conversation))
    : response
}
