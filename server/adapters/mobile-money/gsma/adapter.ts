// Implements the operator port with the GSMA Mobile Money API 1.2: payouts are international transfers under our own
// X-CorrelationID, of which the operator accepts each only once.

import type { Operator, Payout, PayoutReply, SubscriberReply } from '../../../operator-calls/operator.ts'
import { openUpstream, type Upstream } from '../../../platform/network/upstream.ts'
import type { Log } from '../../../platform/process/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { type OperatorReply, outcomeOfDuplicate } from '../call.ts'
import type { GsmaConnection } from '../operator-settings.ts'
import { readCallback } from './callback.ts'
import { type GsmaClient, inquire, openClient } from './client.ts'
import { openCollections } from './collections.ts'
import { transferBody } from './requests.ts'
import { reverse } from './reversals.ts'
import { causeOf, isUnknownThere, payoutReply } from './translate.ts'
import { accountNameBody, accountStatusBody, heartbeatBody } from './wire.ts'

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
    ...(connection.collections && {
      collections: openCollections(client, connection.collections, { ...connection, clock, timeoutMs }),
    }),
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

async function health(client: GsmaClient): ReturnType<Operator['health']> {
  const reply = await client.call({ operation: 'heartbeat', method: 'GET', path: '/heartbeat' })
  const isRead = reply.kind === 'reply' && reply.status === 200
  if (!isRead) return { kind: 'down', cause: causeOf(reply) }
  const { serviceStatus = 'unknown' } = heartbeatBody.parse(reply.json)
  const isUp = serviceStatus === 'available' || serviceStatus === 'degraded'
  return isUp ? { kind: 'up' } : { kind: 'down', cause: `service ${serviceStatus}` }
}

async function lookUp(client: GsmaClient, msisdn: string): Promise<SubscriberReply> {
  const [name, status] = await Promise.all([
    read(client, msisdn, 'accountname'),
    read(client, msisdn, 'status'),
  ])
  if (isUnknownThere(name) || isUnknownThere(status)) return { kind: 'no_wallet' }
  const { accountStatus } = accountStatusBody.parse(jsonOf(status))
  if (accountStatus === 'unregistered') return { kind: 'no_wallet' }
  if (accountStatus !== 'available' && accountStatus !== 'unavailable') {
    return { kind: 'unavailable', cause: `account status: ${causeOf(status)}` }
  }
  const registered = nameIn(jsonOf(name))
  if (registered === '') return { kind: 'unavailable', cause: `account name: ${causeOf(name)}` }
  return { kind: 'found', name: registered, active: accountStatus === 'available' }
}

function read(client: GsmaClient, msisdn: string, what: 'accountname' | 'status'): Promise<OperatorReply> {
  const path = `/accounts/msisdn/${encodeURIComponent(`+${msisdn}`)}/${what}`
  return client.call({ operation: what, method: 'GET', path })
}

function jsonOf(reply: OperatorReply): unknown {
  return reply.kind === 'reply' && reply.status === 200 ? reply.json : undefined
}

function nameIn(json: unknown): string {
  const { fullName, firstName, middleName, lastName, nativeName } = accountNameBody.parse(json).name
  const parts = [firstName, middleName, lastName].filter(Boolean).join(' ')
  return fullName ?? (parts || (nativeName ?? ''))
}
