// The collector port, through which payers settle orders from their mobile-money wallets. A connection implements it beside the
// operator port, over the same client, and must pass collector.contract.ts. Each request prompts the payer on the phone, so it is
// made at most once per reference: an unknown outcome is found out by inquiries and never by sending again.
import { formatMoney, type LocalCurrency, type Money } from '../kernel/money.ts'
import type { OperatorCode } from '../kernel/operators.ts'
import type { CallbackRequest, Reversal, ReversalReply, Unavailable, Unknown, Unreached } from './exchange.ts'

/** Our decline reasons, which merchants see as `reason_code`. */
export const collectionDeclines = [
  'MM_INSUFFICIENT_FUNDS',
  'MM_WRONG_PIN',
  'MM_NO_ANSWER',
  'MM_CANCELLED',
  'MM_LIMIT',
  'MM_NO_WALLET',
  'MM_BLOCKED',
  'MM_DECLINED',
] as const
export type CollectionDecline = (typeof collectionDeclines)[number]

/** The short texts that webhooks and records carry as `message`. */
export const collectionDeclineMessages: Record<CollectionDecline, string> = {
  MM_INSUFFICIENT_FUNDS: 'Insufficient wallet balance',
  MM_WRONG_PIN: 'Incorrect PIN',
  MM_NO_ANSWER: 'Not approved in time',
  MM_CANCELLED: 'Declined by the payer',
  MM_LIMIT: 'Wallet limit reached',
  MM_NO_WALLET: 'Number has no wallet at this operator',
  MM_BLOCKED: 'Wallet blocked or inactive',
  MM_DECLINED: 'Not approved on the phone',
}

export type Collection = {
  /** Our UUID, by which the operator knows the collection. Chosen before the only call. */
  reference: string
  /** The UUID of the order, for which support staff on both sides search. */
  transactionUuid: string
  operator: OperatorCode
  /** Digits with country code, without a plus: 243810000001. */
  msisdn: string
  amount: Money<LocalCurrency>
  /** The name of the merchant as the prompt shows it: 4 to 22 letters, digits and spaces. */
  description: string
  language: 'fr' | 'en'
  /** Our callback URL, for protocols that take it with each call. */
  callbackUrl: string
}

/** The outcome an operator reports. `code` and `message` are the operator's own and shown to admins only. */
export type CollectionOutcome =
  /** The payer is being prompted. */
  | { kind: 'pending'; upstreamId?: string; expiresAt?: Temporal.Instant }
  /** The wallet was debited, by `amount` if the protocol reports it: only `isDebitOf` says whether it is the amount we asked for. */
  | { kind: 'approved'; upstreamId: string; amount?: Money; fee?: Money }
  | DeclinedCollection
  /** The operator returned a debit to the payer on its own initiative. */
  | { kind: 'reversed'; upstreamId?: string }

export type DeclinedCollection = {
  kind: 'declined'
  reason: CollectionDecline
  code: string
  message: string
  upstreamId?: string
  /** Our account or request is at fault, not the payer: staff must be alerted. */
  isMisconfigured?: true
}

export type CollectionReply = CollectionOutcome | Unreached | Unknown

/** `absent`: the operator replied that it has no such collection. */
export type CollectionInquiryReply = CollectionOutcome | { kind: 'absent' } | Unavailable

/** What an inquiry is about. */
export type CollectionInquiry = Pick<Collection, 'reference' | 'transactionUuid' | 'operator' | 'amount'> & {
  /** Absent once the number was erased. */
  msisdn?: string
  upstreamId?: string
}

/** Money of a collection that goes back to the wallet. */
export type CollectionRefund = Reversal & {
  /** What the wallet was debited: some protocols can only return all of it. */
  original: Reversal['original'] & { amount: Money<LocalCurrency> }
}

export type RefundInquiryReply =
  | Extract<ReversalReply, { kind: 'pending' | 'reversed' | 'refused' }>
  | { kind: 'absent' }
  | Unavailable

export type CollectionCallback =
  | { kind: 'report'; reference: string; outcome: CollectionOutcome }
  /** About the refund with this reference. */
  | {
      kind: 'refund_report'
      reference: string
      outcome: Extract<ReversalReply, { kind: 'reversed' | 'refused' }>
    }
  /** About a payout or its reversal: to be read by the operator port. */
  | { kind: 'payout' }
  /** The signature, hash or form is wrong. The callback is discarded. */
  | { kind: 'forged'; cause: string }
  /** Possibly authentic, but without a readable outcome. */
  | { kind: 'unreadable'; cause: string }

/** What the operator accepts as the amount of one collection. */
export type CollectionTerms = {
  min: Money<LocalCurrency>
  max: Money<LocalCurrency>
  decimals: 0 | 2
  /** False while the operator or hub says that it takes no collections. */
  isOpen: boolean
  /** The steps by which a payer who saw no prompt approves nevertheless; null where no way is known. */
  approvalHint: Readonly<Record<'fr' | 'en', readonly string[]>> | null
}

export type Collector = {
  /** Prompts the payer, at most once per reference. */
  request(collection: Collection): Promise<CollectionReply>
  /** The longest time that `request` takes: minutes where the operator replies only after the payer has answered. */
  readonly requestTimeoutMs: number
  /** The id by which the operator knows the collection with this reference, for questions to its staff. */
  idOf(reference: string): string
  inquire(collection: CollectionInquiry): Promise<CollectionInquiryReply>
  /** What `refund` can return to the wallet: any part, only the whole amount, or nothing. */
  readonly refunds: 'part' | 'whole' | 'none'
  /** `unsupported`: not for this amount, so the money goes back by a payout to the number that paid. */
  refund(refund: CollectionRefund): Promise<ReversalReply>
  inquireRefund(refund: Omit<CollectionRefund, 'callbackUrl'>): Promise<RefundInquiryReply>
  /** What a callback says, which decides nothing: it makes an inquiry due. Only a decline's reason is taken from it. */
  readCallback(request: CallbackRequest): Promise<CollectionCallback>
  terms(operator: OperatorCode, currency: LocalCurrency): Promise<CollectionTerms>
}

export function isFinalCollection<T extends { kind: string }>(
  reply: T,
): reply is Extract<T, { kind: 'approved' | 'declined' | 'reversed' }> {
  return ['approved', 'declined', 'reversed'].includes(reply.kind)
}

/** Whether a debit is the one we asked for; a protocol that reports no amount can only mean it. */
export function isDebitOf(asked: Money, debited: Money | undefined): boolean {
  // guard: collection-amount
  return debited === undefined || (debited.minor === asked.minor && debited.currency === asked.currency)
}

/** Whether the operator takes this amount in one collection. */
export function isWithinTerms(
  { min, max, decimals }: CollectionTerms,
  amount: Money<LocalCurrency>,
): boolean {
  const isWhole = decimals === 2 || formatMoney(amount).endsWith('.00')
  return isWhole && amount.minor >= min.minor && amount.minor <= max.minor
}
