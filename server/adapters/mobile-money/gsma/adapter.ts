// Implements the operator port with the GSMA Mobile Money API 1.2: payouts are international transfers under our own
// X-CorrelationID, of which the operator accepts each only once.

import type {
  Operator,
  Payout,
  PayoutReply,
  Reversal,
  ReversalReply,
} from '../../../operator-calls/operator.ts'
import { openUpstream, type Upstream } from '../../../platform/network/upstream.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { outcomeOfDuplicate } from '../duplicate-outcome.ts'
import type { GsmaConnection } from '../operator-settings.ts'
import { lookUp } from './account.ts'
import { readCallback } from './callback.ts'
import { type GsmaClient, openClient } from './client.ts'
import { causeOf } from './errors.ts'
import { inquire } from './inquiry.ts'
import { reversalBody, transferBody } from './requests.ts'
import { payoutReply, reversalOutcome, reversalReply } from './translate.ts'
import { heartbeatBody } from './wire.ts'

type Needs = { clock: Clock; log: Log; timeoutMs: number; upstream?: Upstream }

/** @param needs.timeoutMs for each HTTP exchange; a call may need a token first and an inquiry afterwards. */
export function openGsma(
  connection: GsmaConnection,
  { clock, log, timeoutMs, upstream = openUpstream('gsma') }: Needs,
): Operator {
  const client = openClient(connection, { upstream, log, clock, timeoutMs })
  const confirm: Parameters<typeof readCallback>[1] = ({ reference, amount }) =>
    inquire(client, { reference }, amount ? { amount } : {})
  return {
    protocol: 'gsma',
    pay: (payout) => pay(client, connection, payout, clock.now().toString({ smallestUnit: 'second' })),
    inquire: ({ amount, transactionId, msisdn, ...requested }) =>
      inquire(client, requested, { transactionId, msisdn, isReversal: false, ...(amount && { amount }) }),
    lookUp: ({ msisdn }) => lookUp(client, msisdn),
    reverses: true,
    reverse: (reversal) => reverse(client, reversal),
    readCallback: (request) => readCallback(request, connection.confirmCallbacks ? confirm : undefined),
    acknowledge: () => ({ status: 204 }),
    health: () => health(client),
    close: () => upstream.close(),
  }
}

async function pay(
  client: GsmaClient,
  { debitParty }: GsmaConnection,
  payout: Payout,
  requestDate: string,
): Promise<PayoutReply> {
  const { reference, callbackUrl, transactionId, msisdn, amount } = payout
  const expected = { transactionId, msisdn, amount, isReversal: false }
  const reply = await client.call({
    operation: 'transfer',
    method: 'POST',
    path: '/transactions/type/inttransfer',
    reference,
    callbackUrl,
    body: transferBody(payout, debitParty, requestDate),
  })
  const response = payoutReply(reply, expected)
  return response.kind === 'repeated'
    ? outcomeOfDuplicate(await inquire(client, { reference }, expected))
    : response
}

async function reverse(client: GsmaClient, reversal: Reversal): Promise<ReversalReply> {
  const { reference, callbackUrl, original, amount } = reversal
  const expected = { amount, isReversal: true, originalReference: original.upstreamId }
  const reply = await client.call({
    operation: 'reversal',
    method: 'POST',
    path: `/transactions/${encodeURIComponent(original.upstreamId)}/reversals`,
    reference,
    callbackUrl,
    body: reversalBody(reversal),
  })
  const response = reversalReply(reply, expected)
  if (response.kind !== 'repeated') return response
  return reversalOutcome(outcomeOfDuplicate(await inquire(client, { reference }, expected)))
}

async function health(client: GsmaClient): ReturnType<Operator['health']> {
  const reply = await client.call({ operation: 'heartbeat', method: 'GET', path: '/heartbeat' })
  const isRead = reply.kind === 'reply' && reply.status === 200
  if (!isRead) return { kind: 'down', cause: causeOf(reply) }
  const { serviceStatus = 'unknown' } = heartbeatBody.parse(reply.json)
  const isUp = serviceStatus === 'available' || serviceStatus === 'degraded'
  return isUp ? { kind: 'up' } : { kind: 'down', cause: `service ${serviceStatus}` }
}
