// Reads pawaPay's callbacks about payments. They must be signed, except where the account cannot sign.
import type { KeyObject } from 'node:crypto'
import type { Callback, CallbackRequest } from '../../../operator-calls/operator.ts'
import { parseJson } from '../../../platform/http/body/json.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { isObject, moneyIn } from '../../reply.ts'
import type { PawapayConnection } from '../operator-settings.ts'
import { faultOf, isSigned } from './signatures/callback-signature.ts'
import { outcomeOf } from './translate.ts'
import { idMember, type Payment, type Product, payment, paymentIdOf } from './wire.ts'

type Needs = { keys: { find(keyid: string): Promise<KeyObject | undefined> }; clock: Clock }

export async function readCallback(
  { product, signedCallbacks }: PawapayConnection,
  { keys, clock }: Needs,
  request: CallbackRequest,
): Promise<Callback> {
  if (signedCallbacks || isSigned(request)) {
    const fault = await faultOf(request, keys, clock)
    if (fault) return { kind: 'forged', cause: fault }
  }
  const json = parseJson(request.body)
  if (request.method !== 'POST' || !isObject(json)) return { kind: 'forged', cause: 'no payment' }
  return reportIn(payment.parse(json), product)
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
