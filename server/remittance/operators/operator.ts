// The port to whoever credits a mobile-money wallet. Each protocol is an adapter behind it; operator.contract.ts is
// what every adapter must keep. A call that got no answer is unknown, never failed: only the operator can tell.
import type { Money } from '../../kernel/money.ts'
import type { Environment } from '../../merchants/identity/merchant.ts'
import type { OperatorCode } from '../transfer/operator-code.ts'
import type { TravelRule } from '../transfer/parties.ts'

// An adapter imports the port alone, so the words of transfers that it needs are told here too.
export { type OperatorCode, operatorCodes } from '../transfer/operator-code.ts'
export { type DocumentType, documentTypes, type TravelRule } from '../transfer/parties.ts'

export type Payout = {
  /** A UUID of ours, chosen before the first call and the same on every repeat: what the operator knows the payout by. */
  reference: string
  /** `IMT-IN-…`, what people at both ends look for. */
  transactionId: string
  operator: OperatorCode
  /** Digits with country code, without a plus: 243810000001. */
  msisdn: string
  amount: Money<'USD'>
  /** What the sender paid in before conversion, and the rate (1 USD = rate units), both as plain decimals. */
  origin: { amount: string; currency: string; rate: string; fee: string }
  travelRule: TravelRule
  /** Where the operator reports, for protocols that are told per call. */
  callbackUrl: string
}

/** Why a payout was refused, in words of ours that merchants see as `failure_code`. */
export const declineReasons = [
  'RECIPIENT_NOT_FOUND',
  'RECIPIENT_NOT_ALLOWED',
  'RECIPIENT_LIMIT_REACHED',
  'AMOUNT_NOT_ACCEPTED',
  'OPERATOR_FLOAT_EXHAUSTED',
  'REFUSED_BY_OPERATOR',
] as const
export type DeclineReason = (typeof declineReasons)[number]

/** What an operator says of a payout. `code` and `message` are its own words, for our people only. */
export type OperatorOutcome =
  | { kind: 'pending'; upstreamId?: string }
  | { kind: 'succeeded'; upstreamId: string }
  | { kind: 'declined'; reason: DeclineReason; code: string; message: string; upstreamId?: string }
  | { kind: 'reversed'; upstreamId?: string }

/** An outcome that ends a payout, or undoes one. */
export type FinalOutcome = Exclude<OperatorOutcome, { kind: 'pending' }>

/** The operator surely did not take it (no connection, no token, told to slow down): it may be sent again, same reference. */
export type Unreached = { kind: 'unreached'; cause: string }
/** It may have been taken or not. */
export type Unknown = { kind: 'unknown'; cause: string }

export type PayoutReply = OperatorOutcome | Unreached | Unknown

/** `absent`: the operator answered and knows of no such payout. `unavailable`: it did not answer. */
export type InquiryReply = OperatorOutcome | { kind: 'absent' } | { kind: 'unavailable'; cause: string }

export const isFinal = (reply: InquiryReply): reply is FinalOutcome =>
  reply.kind !== 'pending' && reply.kind !== 'absent' && reply.kind !== 'unavailable'

export type SubscriberReply =
  | { kind: 'found'; name: string; active: boolean }
  | { kind: 'no_wallet' }
  /** The protocol cannot tell names. */
  | { kind: 'unsupported' }
  | { kind: 'unavailable'; cause: string }

export type Reversal = {
  /** A UUID of ours for the reversal itself. */
  reference: string
  original: { reference: string; upstreamId: string }
  amount: Money<'USD'>
  callbackUrl: string
}

export type ReversalReply =
  | { kind: 'pending' }
  | { kind: 'reversed'; upstreamId?: string }
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'unsupported' }
  | Unreached
  | Unknown

/** A callback as it came in: header names in lower case, the body byte for byte. */
export type CallbackRequest = {
  method: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  /** The path and query it was sent to, and the authority it was sent to, for protocols that sign them. */
  path: string
  authority: string
}

export type Callback =
  /** `amount` where the protocol tells it: news of success about another amount is no news of this payout. */
  | { kind: 'news'; reference: string; outcome: OperatorOutcome; amount?: Money }
  /** Its signature, hash or form is wrong: told to nobody, changes nothing. */
  | { kind: 'forged'; cause: string }
  /** Authentic as far as can be told, but about nothing that can be read. */
  | { kind: 'unreadable'; cause: string }

/** What the protocol wants to hear when a callback has been stored. */
export type Acknowledgement = { status: number; body?: object }

export type Operator = {
  readonly protocol: string
  pay(payout: Payout): Promise<PayoutReply>
  inquire(payout: {
    reference: string
    transactionId: string
    operator: OperatorCode
    msisdn: string
    upstreamId?: string
    /** What was to be paid: where it is given, a word about another amount is not believed. */
    amount?: Money<'USD'>
  }): Promise<InquiryReply>
  /** The name the wallet is registered under. */
  lookUp(subscriber: { operator: OperatorCode; msisdn: string }): Promise<SubscriberReply>
  /** Whether the protocol can take a payout back at all; where it cannot, `reverse` says `unsupported`. */
  readonly reverses: boolean
  reverse(reversal: Reversal): Promise<ReversalReply>
  readCallback(request: CallbackRequest): Promise<Callback>
  acknowledge(request: CallbackRequest): Acknowledgement
  /** One cheap call that shows whether the operator can be reached with these credentials. */
  health(): Promise<{ kind: 'up' } | { kind: 'down'; cause: string }>
  close(): Promise<void>
}

/** An operator we are connected to. `party` is who it is to us: protocol, address and paying account. */
export type ConnectedOperator = Operator & { readonly connectionId: string }

/** Finds the connection to an operator in an environment; undefined where none is configured. */
export type OperatorFor = (environment: Environment, operator: OperatorCode) => ConnectedOperator | undefined
