// What both ports of an operator, for money out and money in, have in common: calls that did not arrive, money returned, and
// callbacks as received.
import type { LocalCurrency, Money } from '../kernel/money.ts'

/**
 * The call certainly did not arrive (no connection, no token, rate limited), so it may be sent again, same reference.
 */
export type Unreached = { kind: 'unreached'; cause: string }
/** The call may or may not have arrived. */
export type Unknown = { kind: 'unknown'; cause: string }

/**
 * The operator did not reply to an inquiry, or not with an outcome. `hasReplied`: it replied properly, and does not know itself yet how
 * the call ended.
 */
export type Unavailable = { kind: 'unavailable'; cause: string; hasReplied?: true }

export type Reversal = {
  /** Our UUID for the reversal itself. */
  reference: string
  original: { reference: string; upstreamId: string }
  amount: Money<LocalCurrency>
  callbackUrl: string
}

export type ReversalReply =
  | { kind: 'pending' }
  | { kind: 'reversed'; upstreamId?: string }
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'unsupported' }
  | Unreached
  | Unknown

/** A callback as received: header names in lower case, the body byte for byte. */
export type CallbackRequest = {
  method: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  /** Path with query, and authority, of the request, for protocols that sign them. */
  path: string
  authority: string
}
