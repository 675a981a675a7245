// The port to a card gateway. Adapters answer with one of these unions and do not throw for anything a gateway or
// a network may do; `unknown` and `unavailable` mean that nobody here can tell what happened.
import type { Money } from '../../kernel/money.ts'
import type { BillTo } from '../transaction/bill-to.ts'
import type { RefusalReason } from '../transaction/decline-reasons.ts'
import type { CardFacts } from '../transaction/transaction.ts'

// What adapters may know of payments, they know from here.
export type { BillTo } from '../transaction/bill-to.ts'
export type { CardFacts } from '../transaction/transaction.ts'

export const cardNetworks = ['VISA', 'MASTERCARD', 'AMEX'] as const
export type CardNetwork = (typeof cardNetworks)[number]

/** Nothing was asked, or the answer never came; `cause` is for the log. */
export type Unavailable = { kind: 'unavailable'; cause: string; correlationId?: string }
/** The gateway would not have it; nothing was done. */
export type Refused = { kind: 'refused'; reason: RefusalReason; cause: string; correlationId?: string }

/** The public key of one capture context, which signs the tokens of its card fields and of no others. */
export type TokenKey = { id: string; publicKey: Readonly<Record<string, string>> }

export type CaptureContext = {
  /** Handed to the browser library. */
  jwt: string
  /** Kept with the payment that the context was opened for. */
  tokenKey: TokenKey
  libraryUrl: string
  libraryIntegrity: string
  expiresAt: Temporal.Instant
}

/** A card token made by the fields in the browser, after its signature was checked. */
export type TransientToken = {
  jwt: string
  /** The token's own id: what an authentication is bound to. */
  id: string
  card: CardFacts
  expiresAt: Temporal.Instant
}

/** What 3-D Secure 2 wants to know of the browser; numbers as decimal text. */
export type BrowserFacts = {
  ipAddress: string
  userAgent: string
  acceptHeader: string
  language: string
  colorDepth: string
  screenHeight: string
  screenWidth: string
  /** Minutes between UTC and local time, as `Date.getTimezoneOffset` gives them. */
  timeDifference: string
  javaEnabled: boolean
}

export type AuthenticationSetup = {
  kind: 'set_up'
  referenceId: string
  deviceDataCollectionUrl: string
  accessToken: string
}

/** What proves an authentication to the payment call. Opaque outside the adapter; kept sealed. */
export type AuthenticationEvidence = Readonly<Record<string, string>>

/**
 * What a merchant shows a bank when a payment is disputed: neither cryptogram nor token, so it authenticates nothing. A fact
 * that the gateway did not give is an empty string.
 */
export type DisputeEvidence = {
  eci: string
  /** Of 3-D Secure, as 2.2.0. */
  version: string
  /** Y, A or U. */
  pares_status: string
  directory_server_transaction_id: string
}

export type AuthenticationReply =
  | {
      kind: 'authenticated'
      authenticationTransactionId: string
      evidence: AuthenticationEvidence
      disputeEvidence: DisputeEvidence
    }
  | {
      kind: 'challenge'
      authenticationTransactionId: string
      stepUpUrl: string
      accessToken: string
      evidence: AuthenticationEvidence
    }
  | { kind: 'failed'; authenticationTransactionId: string; cardholderMessage?: string }
  | Refused
  | Unavailable

export type ValidationReply =
  | Exclude<AuthenticationReply, { kind: 'challenge' }>
  /** As far as the gateway knows the customer is still at the bank. */
  | { kind: 'not_completed' }

export type AuthenticationRequest = {
  /** Our transaction_uuid: the gateway's merchant reference. */
  code: string
  token: Pick<TransientToken, 'jwt' | 'id'>
  amount: Money
  billTo: BillTo
}

export type ChargeRequest = AuthenticationRequest & {
  /** Names this very attempt for ever: a lost reply is found, or undone, by it. */
  reference: string
  evidence: AuthenticationEvidence
  ipAddress?: string
}

export type ChargeReply =
  /** Authorized and captured. The caller compares `amount` with what it asked for. */
  | {
      kind: 'approved'
      paymentId: string
      amount: Money
      card: CardFacts
      cavvResult: string
      correlationId?: string
    }
  /** Money may be held although the answer is not yes: the caller undoes it. */
  | {
      kind: 'held'
      paymentId: string
      decision: 'REVIEW' | 'REJECT'
      reason: RefusalReason
      card: CardFacts
      cavvResult: string
      correlationId?: string
    }
  | {
      kind: 'declined'
      /** Absent when the gateway made no transaction of it. */
      paymentId?: string
      decision: 'REVIEW' | 'REJECT'
      reason: RefusalReason
      card: CardFacts
      cavvResult: string
      correlationId?: string
    }
  /** The request certainly never left: nothing happened. */
  | { kind: 'not_sent'; cause: string }
  /**
   * `acknowledged`: the gateway itself replied that it broke down over this request and made no payment. The request is not
   * on its way any more; whether it did anything is still to be found out.
   */
  | { kind: 'unknown'; cause: string; correlationId?: string; acknowledged?: boolean }

/** Which call is asked about, or taken back. */
export type ChargeReference = {
  code: string
  reference: string
  amount: Money
  requestedAt: Temporal.Instant
}

export type ChargeInquiry =
  | { kind: 'found'; reply: Exclude<ChargeReply, { kind: 'unknown' | 'not_sent' }>; undone: boolean }
  /** Not there, or not there yet: the gateway's search runs behind by minutes. */
  | { kind: 'absent' }
  | Unavailable

export type UndoOutcome =
  /** `upstreamId` is empty when it was undone before and the gateway does not name what did it. */
  | { kind: 'undone'; upstreamId: string; correlationId?: string }
  /** There is nothing at the gateway to take back now; a call still on its way may arrive after this. */
  | { kind: 'nothing_there'; correlationId?: string }
  | { kind: 'refused'; cause: string; correlationId?: string }
  | { kind: 'unknown'; cause: string; correlationId?: string }

export type RefundReply =
  | { kind: 'accepted'; refundId: string; amount: Money; reason?: string; correlationId?: string }
  | { kind: 'declined'; refundId?: string; reason: string; correlationId?: string }
  | { kind: 'unknown'; cause: string; correlationId?: string }

/** One line of the gateway's own report of a day. */
export type ReportLine = {
  id: string
  code: string
  type: 'charge' | 'refund'
  amount: Money
  status: string
}

export type CardGateway = {
  openCaptureContext(request: {
    targetOrigins: string[]
    allowedCardNetworks: CardNetwork[]
  }): Promise<({ kind: 'opened' } & CaptureContext) | Refused | Unavailable>
  /**
   * Checks signature and life of a token; `invalid` for a made-up or expired one, and for one that was made from another
   * capture context than those of the payment.
   */
  readTransientToken(
    jwt: string,
    keys: readonly TokenKey[],
  ): Promise<({ kind: 'token' } & TransientToken) | { kind: 'invalid' }>
  setUpAuthentication(request: {
    code: string
    token: Pick<TransientToken, 'jwt' | 'id'>
  }): Promise<AuthenticationSetup | Refused | Unavailable>
  /** Asks whether the bank wants a challenge. */
  enrol(
    request: AuthenticationRequest & { referenceId: string; returnUrl: string; browser: BrowserFacts },
  ): Promise<AuthenticationReply>
  /** Asks how a challenge ended, or whether it has ended at all. */
  validate(
    request: Omit<AuthenticationRequest, 'billTo'> & {
      authenticationTransactionId: string
      enrolment: AuthenticationEvidence
    },
  ): Promise<ValidationReply>
  /** Authorizes and captures in one call. Asked once per reference, never again. */
  charge(request: ChargeRequest): Promise<ChargeReply>
  findCharge(charge: ChargeReference): Promise<ChargeInquiry>
  /**
   * Takes a charge back whole: by its payment when known, else by the reference of the lost call. `captured` says
   * whether there is a sale to void or only an authorization to release; the wrong one of the two is refused.
   */
  undoCharge(
    charge: ChargeReference & { undoReference: string; paymentId?: string; captured: boolean },
  ): Promise<UndoOutcome>
  refund(request: { paymentId: string; code: string; reference: string; amount: Money }): Promise<RefundReply>
  findRefund(refund: {
    code: string
    reference: string
    amount: Money
    requestedAt: Temporal.Instant
  }): Promise<
    { kind: 'found'; reply: Exclude<RefundReply, { kind: 'unknown' }> } | { kind: 'absent' } | Unavailable
  >
  /** Every charge and refund the gateway booked on a UTC day (YYYY-MM-DD). */
  reportDay(date: string): Promise<{ kind: 'report'; lines: ReportLine[] } | Unavailable>
  /** Cheap proof that address and credentials are right, for `doctor`. */
  probe(): Promise<{ kind: 'ok' } | Unavailable>
}

/** The gateway of an environment, as the system was put together. @throws Error for an environment without one. */
export type GatewayFor = (environment: 'sandbox' | 'production') => CardGateway
