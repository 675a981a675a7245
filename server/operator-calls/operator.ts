// The operator port, through which mobile-money wallets are credited. Each protocol is an adapter behind it and must
// pass operator.contract.ts. A call without a reply has an unknown outcome, never a failed one.
import type { Environment } from '../kernel/environment.ts'
import type { LocalCurrency, Money } from '../kernel/money.ts'
import type { OperatorCode } from '../kernel/operators.ts'
import type { Collector } from './collector.ts'
import type { CallbackRequest, Reversal, ReversalReply, Unavailable, Unknown, Unreached } from './exchange.ts'

export type * from './exchange.ts'

export type Payout = {
  /** Our UUID, by which the operator knows the payout. Chosen before the first call and the same on every retry. */
  reference: string
  /** The id that support staff on both sides search for: `IMT-IN-…`, or the 32 digits of a merchant payout's id. */
  transactionId: string
  operator: OperatorCode
  /** Digits with country code, without a plus: 243810000001. */
  msisdn: string
  amount: Money<LocalCurrency>
  /** The sender's amount before conversion and the rate (1 unit paid = rate units sent), as plain decimals. */
  origin: { amount: string; currency: string; rate: string; fee: string }
  travelRule: TravelRule
  /** Our callback URL, for protocols that take it with each call. */
  callbackUrl: string
}

/** Our decline reasons, which merchants see as `failure_code`. */
export const declineReasons = [
  'RECIPIENT_NOT_FOUND',
  'RECIPIENT_NOT_ALLOWED',
  'RECIPIENT_LIMIT_REACHED',
  'AMOUNT_NOT_ACCEPTED',
  'OPERATOR_FLOAT_EXHAUSTED',
  'REFUSED_BY_OPERATOR',
] as const
export type DeclineReason = (typeof declineReasons)[number]

/** The outcome an operator reports. `code` and `message` are the operator's own and shown to admins only. */
export type OperatorOutcome =
  | { kind: 'pending'; upstreamId?: string }
  | { kind: 'succeeded'; upstreamId: string }
  | { kind: 'declined'; reason: DeclineReason; code: string; message: string; upstreamId?: string }
  | { kind: 'reversed'; upstreamId?: string }

/** An outcome that completes or reverses a payout. */
export type FinalOutcome = Exclude<OperatorOutcome, { kind: 'pending' }>

export type PayoutReply = OperatorOutcome | Unreached | Unknown

/** `absent`: the operator replied that it has no such payout. */
export type InquiryReply = OperatorOutcome | { kind: 'absent' } | Unavailable

export const isFinal = (reply: InquiryReply): reply is FinalOutcome =>
  reply.kind !== 'pending' && reply.kind !== 'absent' && reply.kind !== 'unavailable'

export type SubscriberReply =
  | { kind: 'found'; name: string; active: boolean }
  | { kind: 'no_wallet' }
  /** The protocol has no name look-up. */
  | { kind: 'unsupported' }
  | { kind: 'unavailable'; cause: string }

export type Callback =
  /** `amount` if the protocol reports it: a success with another amount does not belong to this payout. */
  | { kind: 'report'; reference: string; outcome: OperatorOutcome; amount?: Money }
  /** The signature, hash or form is wrong. The callback is discarded. */
  | { kind: 'forged'; cause: string }
  /** Possibly authentic, but without a readable outcome. */
  | { kind: 'unreadable'; cause: string }

/** The response that the protocol expects once a callback is stored. */
export type Acknowledgement = { status: number; body?: object }

/** What an inquiry is about. */
export type Inquiry = {
  reference: string
  transactionId: string
  operator: OperatorCode
  msisdn: string
  upstreamId?: string
  /** The amount of the payout. If given, a reply about another amount is not trusted. */
  amount?: Money<LocalCurrency>
}

export type Operator = {
  readonly protocol: string
  pay(payout: Payout): Promise<PayoutReply>
  inquire(payout: Inquiry): Promise<InquiryReply>
  /** Looks up the name under which the wallet is registered. */
  lookUp(subscriber: { operator: OperatorCode; msisdn: string }): Promise<SubscriberReply>
  /** Whether the protocol supports reversals; if not, `reverse` returns `unsupported`. */
  readonly reverses: boolean
  reverse(reversal: Reversal): Promise<ReversalReply>
  readCallback(request: CallbackRequest): Promise<Callback>
  acknowledge(request: CallbackRequest): Acknowledgement
  /** One cheap call that shows whether the operator is reachable with these credentials. */
  health(): Promise<{ kind: 'up' } | { kind: 'down'; cause: string }>
  /** Money in, over the same client; absent where the connection is not configured for it. */
  readonly collections?: Collector
  close(): Promise<void>
}

/** A configured operator connection. `connectionId` identifies its protocol, address and paying account. */
export type ConnectedOperator = Omit<Operator, 'collections'> & {
  readonly connectionId: string
  readonly collections?: ConnectedCollector
}

/** Its `connectionId` identifies the account that payers pay into, and never equals that of an account that pays out. */
export type ConnectedCollector = Collector & { readonly connectionId: string }

/** Finds the connection to an operator in an environment; undefined if none is configured. */
export type OperatorFor = (environment: Environment, operator: OperatorCode) => ConnectedOperator | undefined

export const declineMessages: Record<DeclineReason, string> = {
  RECIPIENT_NOT_FOUND: 'The operator has no wallet with this number',
  RECIPIENT_NOT_ALLOWED: 'The wallet may not receive this transfer',
  RECIPIENT_LIMIT_REACHED: 'The wallet has reached a limit of the operator',
  AMOUNT_NOT_ACCEPTED: 'The operator does not accept this amount',
  OPERATOR_FLOAT_EXHAUSTED: 'The operator cannot pay out at the moment',
  REFUSED_BY_OPERATOR: 'The operator refused the payout',
}

/** The queue of payouts and reversals: one for each operator and environment, so that a slow one delays no other payouts. */
export function operatorQueue(environment: Environment, operator: OperatorCode): string {
  return `operator:${environment}:${operator}`
}

export const documentTypes = ['PASSPORT', 'NATIONAL_ID', 'DRIVING_LICENCE', 'VOTER_CARD', 'OTHER'] as const
export type DocumentType = (typeof documentTypes)[number]

/** The travel-rule data of sender and beneficiary. Dates are YYYY-MM-DD, countries ISO 3166-1 alpha-2. */
export type TravelRule = {
  sender: {
    firstName: string
    middleName: string
    lastName: string
    birthDate: string
    birthPlace: string
    country: string
    city: string
    address: string
    /** Digits with country code; empty if the sender paid in cash at a counter. */
    msisdn: string
    profession: string
    document: { type: DocumentType; number: string; issued: string; expires: string }
  }
  receiver: {
    name: string
    firstName: string
    middleName: string
    lastName: string
    birthDate: string
    birthPlace: string
    address: string
    document: { type: DocumentType; number: string }
  }
  /** `reason_of_transaction` and `source_of_funds` of the request. */
  purpose: string
  sourceOfFunds: string
}
