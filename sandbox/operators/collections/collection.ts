// Collections, shared by all protocols: the payer is prompted, answers or lets the prompt lapse, and the outcome is reported by
// callback.
import { randomInt, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Amount } from '../../amount.ts'
import type { Message, ProtocolName } from '../books/book.ts'
import type { Collection } from '../books/collections.ts'
import type { Operators } from '../operators.ts'
import { newUpstreamId } from '../payouts/payout.ts'
import type { Subscriber } from '../payouts/subscribers.ts'
import { sendCollectionCallbacks } from './callbacks.ts'
import { type CollectionDecline, type Ending, planOf, usualEndingOf } from './endings.ts'

export type CollectionOrder = {
  protocol: ProtocolName
  reference: string
  clientReference: string | null
  subscriber: Subscriber
  /** The name on the prompt. */
  merchant: string
  amount: Amount
  callbackUrl: string | null
  /** Stored with the collection, for protocols that return the request. */
  message: Message
  /** Whether this protocol reports a missing wallet at once or only afterwards. */
  missingWallet: 'refused' | 'declined_later'
  /** Where the protocol's own test numbers decide. */
  ending?: Ending
}

export type CollectionRefusal = 'no_wallet' | 'currency' | 'amount_too_small' | 'amount_too_large'

export type CollectionReply =
  | { kind: 'taken'; collection: Collection }
  /** The reference is already known. Nobody was prompted; `collection` is the current state of the first one. */
  | { kind: 'duplicate'; collection: Collection }
  /** Nothing was accepted; the reference can be used again. */
  | { kind: 'refused'; refusal: CollectionRefusal }

/** Prompts the payer. @param request its connection breaks before the reply for a wallet that loses it. */
export function collect(
  operators: Operators,
  request: FastifyRequest,
  order: CollectionOrder,
): CollectionReply {
  const response = operators.book.atomically(() => acceptCollection(operators, order))
  if (response.kind === 'taken' && response.collection.ending === 'reply_lost') request.raw.socket.destroy()
  return response
}

function acceptCollection(operators: Operators, order: CollectionOrder): CollectionReply {
  const response = decide(operators, order)
  operators.book.addRequest({
    protocol: order.protocol,
    kind: 'collect',
    reference: order.reference,
    msisdn: order.subscriber.msisdn,
    outcome: response.kind === 'refused' ? `refused: ${response.refusal}` : response.kind,
    at: operators.clock.now(),
  })
  if (response.kind !== 'taken') return response
  const { collection } = response
  operators.book.saveCollection(collection)
  const { as, when } = planOf(collection.ending)
  if (as) scheduleEnd(operators, collection, as, when)
  return response
}

function decide(operators: Operators, order: CollectionOrder): CollectionReply {
  const { protocol, reference, clientReference, subscriber, merchant, amount, callbackUrl, message } = order
  const known = operators.book.collectionByReference(protocol, reference)
  if (known) return { kind: 'duplicate', collection: known }
  const ending = order.ending ?? endingOf(operators, subscriber.msisdn)
  const refusal = refusalOf(operators, order, ending)
  if (refusal) return { kind: 'refused', refusal }
  const at = operators.clock.now()
  const collection: Collection = {
    id: randomUUID(),
    protocol,
    reference,
    clientReference,
    upstreamId: newUpstreamId(operators, subscriber.operator),
    operator: subscriber.operator,
    msisdn: subscriber.msisdn,
    ending,
    merchant,
    amount,
    debited: null,
    refundedMinor: 0,
    status: 'pending',
    declineReason: null,
    callbackUrl,
    takenAt: at,
    expiresAt: at + operators.settings.promptMs,
    completedAt: null,
    reversedAt: null,
    lapseReportedAt: null,
    message,
  }
  return { kind: 'taken', collection }
}

function refusalOf(
  { settings }: Operators,
  { amount, missingWallet }: CollectionOrder,
  ending: Ending,
): CollectionRefusal | null {
  const currency = settings.currencies[amount.currency]
  if (!currency) return 'currency'
  if (amount.minor <= 0) return 'amount_too_small'
  if (amount.minor > currency.largest) return 'amount_too_large'
  return ending === 'no_wallet' && missingWallet === 'refused' ? 'no_wallet' : null
}

function endingOf({ book }: Operators, msisdn: string): Ending {
  return book.getRecord<{ ending: Ending }>('collection_ending', msisdn)?.ending ?? usualEndingOf(msisdn)
}

/** Gives the number an ending, whatever its digits. */
export function setEnding({ book }: Operators, msisdn: string, ending: Ending): void {
  book.putRecord('collection_ending', msisdn, { ending })
}

export type End = 'approved' | CollectionDecline

function scheduleEnd(
  operators: Operators,
  { id, ending }: Collection,
  as: End,
  when: 'soon' | 'slowly' | 'lapse',
): void {
  const { outcomeAfterMs, approveSlowlyMs, promptMs } = operators.settings
  const soon = randomInt(outcomeAfterMs.min, outcomeAfterMs.max + 1)
  const delay = { soon, slowly: approveSlowlyMs, lapse: promptMs }[when]
  operators.agenda.add(delay, { kind: 'end_collection', collectionId: id, ending, as })
}

/** The planned end of a collection, unless its payer or the operator's staff has changed what becomes of it. */
export function endAsPlanned(operators: Operators, collectionId: string, ending: Ending, as: End): void {
  if (operators.book.collectionById(collectionId)?.ending === ending) end(operators, collectionId, as)
}

/** Debits the wallet or declines, once; repeated calls change nothing. @returns whether it was still open. */
export function end(operators: Operators, collectionId: string, as: End): boolean {
  return operators.book.atomically(() => {
    const collection = operators.book.collectionById(collectionId)
    const isOpen = collection?.status === 'pending' || (collection && isApprovedLate(collection, as))
    if (!collection || !isOpen) return false
    const at = operators.clock.now()
    const ended: Collection =
      as === 'approved'
        ? {
            ...collection,
            status: 'succeeded',
            declineReason: null,
            debited: debitOf(collection),
            completedAt: at,
          }
        : { ...collection, status: 'declined', declineReason: as, completedAt: at }
    operators.book.saveCollection(ended)
    if (ended.debited) {
      operators.book.addMovement({ payoutId: collectionId, kind: 'debit', minor: ended.debited.minor, at })
    }
    if (as === 'approved' && collection.ending === 'reversed') {
      operators.agenda.add(operators.settings.reverseAfterMs, { kind: 'reverse_collection', collectionId })
    }
    sendCollectionCallbacks(operators, ended)
    return true
  })
}

function isApprovedLate({ ending, declineReason }: Collection, as: End): boolean {
  return ending === 'approves_late' && declineReason === 'lapsed' && as === 'approved'
}

function debitOf({ amount, ending }: Collection): Amount {
  return ending === 'other_amount' ? { ...amount, minor: amount.minor + 100 } : amount
}

/** Ends the prompt as the payer responds to it on the phone; `ignore` lets it lapse. */
export function respondToPrompt(operators: Operators, collection: Collection, as: End | 'ignore'): boolean {
  if (collection.status !== 'pending') return false
  if (as !== 'ignore') return end(operators, collection.id, as)
  operators.book.saveCollection({ ...collection, ending: 'no_answer' })
  const left = Math.max(0, collection.expiresAt - operators.clock.now())
  const work = { collectionId: collection.id, ending: 'no_answer', as: 'lapsed' } as const
  operators.agenda.add(left, { kind: 'end_collection', ...work })
  return true
}

/** Records that the merchant inquired, found or not. A lapsed prompt that is approved late waits for the second inquiry. */
export function inquireCollection(
  operators: Operators,
  protocol: ProtocolName,
  reference: string,
  collection: Collection | null,
): Collection | null {
  const at = operators.clock.now()
  operators.book.addRequest({
    protocol,
    kind: 'inquiry',
    reference: collection?.reference ?? reference,
    msisdn: collection?.msisdn ?? null,
    outcome: collection?.status ?? 'absent',
    at,
  })
  if (collection?.ending !== 'approves_late' || collection.status !== 'declined') return collection
  const { lapseReportedAt } = collection
  if (lapseReportedAt === null) {
    operators.book.saveCollection({ ...collection, lapseReportedAt: at })
  } else if (at - lapseReportedAt >= operators.settings.secondInquiryMs) {
    // Once: the next inquiries find it in the future.
    operators.book.saveCollection({ ...collection, lapseReportedAt: Number.MAX_SAFE_INTEGER })
    scheduleEnd(operators, collection, 'approved', 'slowly')
  }
  return collection
}

/**
 * Returns what is left of the debit to the payer on the operator's own initiative, and reports it.
 * @returns false if nothing is left.
 */
export function reverseCollection(operators: Operators, collectionId: string): boolean {
  return operators.book.atomically(() => {
    const collection = operators.book.collectionById(collectionId)
    if (collection?.status !== 'succeeded' || !collection.debited) return false
    sendCollectionCallbacks(
      operators,
      returnMoney(operators, collection, collection.debited.minor - collection.refundedMinor),
    )
    return true
  })
}

/** The collection after `minor` was returned to the wallet. */
export function returnMoney(operators: Operators, collection: Collection, minor: number): Collection {
  const refundedMinor = collection.refundedMinor + minor
  const at = operators.clock.now()
  const isWhole = refundedMinor === collection.debited?.minor
  const changed: Collection = isWhole
    ? { ...collection, refundedMinor, status: 'reversed', reversedAt: at }
    : { ...collection, refundedMinor }
  operators.book.saveCollection(changed)
  operators.book.addMovement({ payoutId: collection.id, kind: 'refund', minor, at })
  return changed
}
