// Reads pawaPay's callbacks about payouts. They are signed, and contain the same data as an inquiry.
import type { KeyObject } from 'node:crypto'
import type { Callback, CallbackRequest } from '../../../operator-calls/operator.ts'
import { parseJson } from '../../../platform/http/body/json.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { isObject, moneyIn } from '../../reply.ts'
import type { PawapayConnection } from '../operator-settings.ts'
import { faultOf, isSigned } from './callback-keys.ts'
import { outcomeOf } from './translate.ts'
import { idMember, type Payment, type Product, payment, paymentIdOf } from './wire.ts'

export type CallbackNeeds = { keys: { find(keyid: string): Promise<KeyObject | undefined> }; clock: Clock }

export async function readCallback(
  { product, signedCallbacks }: PawapayConnection,
  needs: CallbackNeeds,
  request: CallbackRequest,
): Promise<Callback> {
  const fault = await signatureFault(signedCallbacks, needs, request)
  if (fault) return { kind: 'forged', cause: fault }
  const json = parseJson(request.body)
  if (request.method !== 'POST' || !isObject(json)) return { kind: 'forged', cause: 'no payment' }
  return reportIn(payment.parse(json), product)
}

/** Why a callback is not authentic; undefined when it is, or when this account's callbacks are not signed. */
export async function signatureFault(
  isRequired: boolean,
  { keys, clock }: CallbackNeeds,
  request: CallbackRequest,
): Promise<string | undefined> {
  return isRequired || isSigned(request) ? faultOf(request, keys, clock) : undefined
}

function reportIn(data: Payment, product: Product): Callback {
  const reference = referenceIn(data, product)
  const outcome = outcomeOf(data)
  const amount = moneyIn(data.amount, data.currency)
  if (!reference) return { kind: 'unreadable', cause: 'no payment of ours' }
  if (!outcome) return { kind: 'unreadable', cause: `status ${data.status ?? 'absent'}` }
  if (!amount) return { kind: 'unreadable', cause: 'no amount' }
  return { kind: 'report', reference, outcome, amount }
}

/** The reference from the metadata, if it belongs to the id; without metadata, the id. */
function referenceIn(data: Payment, product: Product): string | undefined {
  const id = data[idMember[product]]
  const { reference = id } = data.metadata
  return reference && paymentIdOf(reference) === id ? reference : undefined
}
