// Looks up the holder of a wallet and whether it can receive payments.
import type { SubscriberReply } from '../../../operator-calls/operator.ts'
import type { OperatorReply } from '../call.ts'
import type { GsmaClient } from './client.ts'
import { causeOf, isUnknownThere } from './errors.ts'
import { accountNameBody, accountStatusBody } from './wire.ts'

export async function lookUp(client: GsmaClient, msisdn: string): Promise<SubscriberReply> {
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
