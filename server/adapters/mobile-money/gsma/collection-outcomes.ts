// Translates merchant payments into outcomes of collections. Only the codes listed here decide.
import type {
  CollectionInquiryReply,
  CollectionOutcome,
  CollectionReply,
  DeclinedCollection,
} from '../../../operator-calls/collector.ts'
import { listed, moneyIn } from '../../reply.ts'
import type { OperatorReply } from '../call.ts'
import { type CollectionCode, declinedCollection } from '../collections.ts'
import type { Found } from './client.ts'
import {
  causeOf,
  differs,
  type GsmaError,
  type NotIt,
  type RequestState,
  refusalIn,
  requestStateIn,
  unsentOrUnknown,
} from './translate.ts'
import { transactionBody } from './wire.ts'

/** What a transaction must be about to be accepted as our collection. Its amount is reported and compared by the core. */
export type ExpectedCollection = { reference: string; msisdn?: string }

export function collectionReply(
  reply: OperatorReply,
  expected: ExpectedCollection,
  now: Temporal.Instant,
): CollectionReply | { kind: 'repeated' } {
  const early = unsentOrUnknown(reply)
  if (early) return early
  const unknown = { kind: 'unknown' as const, cause: causeOf(reply) }
  if (reply.kind !== 'reply') return unknown
  const refusal = refusalIn(reply)
  if (refusal?.code === 'duplicateRequest') return { kind: 'repeated' }
  if (refusal) return declineOf(refusal) ?? unknown
  if (reply.status === 202) {
    const state = requestStateIn(reply.json)
    return state.kind === 'not_it' ? { kind: 'unknown', cause: state.cause } : collectionState(state, now)
  }
  if (reply.status !== 200 && reply.status !== 201) return unknown
  const transaction = collectionIn(reply.json, expected)
  return 'outcome' in transaction ? transaction.outcome : { kind: 'unknown', cause: transaction.cause }
}

export function collectionInquiryReply(
  found: Found,
  expected: ExpectedCollection,
  now: Temporal.Instant,
): CollectionInquiryReply {
  if (found.kind === 'state') return collectionState(found.state, now)
  if (found.kind !== 'transaction') return found
  const transaction = collectionIn(found.json, expected)
  if ('cause' in transaction) return { kind: 'unavailable', cause: transaction.cause }
  return transaction.id === found.reference
    ? transaction.outcome
    : { kind: 'unavailable', cause: 'another transaction' }
}

/** A request that has failed is final, whatever the code. The completed transaction is read by an inquiry. */
function collectionState(
  { kind, id, error, expiresAt }: RequestState,
  now: Temporal.Instant,
): CollectionOutcome {
  if (kind !== 'failed') return { kind: 'pending', upstreamId: id, ...(expiresAt && { expiresAt }) }
  const { code, message } = error ?? { code: 'failed', message: '' }
  const hasLapsed = expiresAt !== undefined && Temporal.Instant.compare(expiresAt, now) <= 0
  if (hasLapsed && (error === undefined || code === 'genericError')) {
    return declinedCollection('MM_NO_ANSWER', code, message)
  }
  return (error && declineOf(error)) ?? declinedCollection('MM_DECLINED', code, message)
}

type CollectionTransaction = { id: string; outcome: CollectionOutcome }

/** `not_it` when required members are missing, the status is not listed, or it is about something else. */
export function collectionIn(json: unknown, expected: ExpectedCollection): CollectionTransaction | NotIt {
  const body = transactionBody.parse(json)
  const { transactionReference: id, transactionStatus: status = '' } = body
  const amount = moneyIn(body.amount, body.currency)
  if (id === undefined || amount === undefined) return { kind: 'not_it', cause: 'no transaction' }
  const payer = body.debitParty.find(({ key }) => key?.toLowerCase() === 'msisdn')?.value
  if (differs(body.type?.toLowerCase(), 'merchantpay')) return { kind: 'not_it', cause: 'another type' }
  // guard: gsma-collection-reference
  if (differs(body.requestingOrganisationTransactionReference, expected.reference)) {
    return { kind: 'not_it', cause: 'transaction of another collection' }
  }
  if (differs(payer?.replace(/^\+/, ''), expected.msisdn)) return { kind: 'not_it', cause: 'another wallet' }
  switch (status.toLowerCase()) {
    case 'completed':
      return { id, outcome: { kind: 'approved', upstreamId: id, amount } }
    case 'pending':
      return { id, outcome: { kind: 'pending', upstreamId: id } }
    case 'reversed':
      return { id, outcome: { kind: 'reversed', upstreamId: id } }
    case 'failed':
      return { id, outcome: { ...declinedCollection('MM_DECLINED', status, ''), upstreamId: id } }
    default:
      return { kind: 'not_it', cause: `status ${status || 'absent'}` }
  }
}

const codes: Readonly<Record<string, CollectionCode>> = {
  requestDeclined: 'MM_DECLINED',
  insufficientFunds: 'MM_INSUFFICIENT_FUNDS',
  identifierError: 'MM_NO_WALLET',
  incorrectState: 'MM_BLOCKED',
  dailyVolumeLimitExceeded: 'MM_LIMIT',
  dailyValueLimitExceeded: 'MM_LIMIT',
  weeklyVolumeLimitExceeded: 'MM_LIMIT',
  weeklyValueLimitExceeded: 'MM_LIMIT',
  monthlyVolumeLimitExceeded: 'MM_LIMIT',
  monthlyValueLimitExceeded: 'MM_LIMIT',
  accountMaxTotalVolumeExceeded: 'MM_LIMIT',
  accountMaxTotalValueExceeded: 'MM_LIMIT',
  lessThanTransactionMinValue: 'MM_LIMIT',
  greaterThanTransactionMaxValue: 'MM_LIMIT',
  clientAuthorisationError: 'misconfigured',
  requestingPartyAuthorisationError: 'misconfigured',
  requestingPartyIdentificationError: 'misconfigured',
}

/** Undefined for an error that does not say whether the collection was declined. */
export function declineOf({ category, code, message }: GsmaError): DeclinedCollection | undefined {
  const said = listed(codes, code) ?? (category === 'validation' ? 'misconfigured' : undefined)
  if (said) return declinedCollection(said, code, message)
  return category === 'businessrule' ? declinedCollection('MM_DECLINED', code, message) : undefined
}
