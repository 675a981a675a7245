// The port to a card gateway. Adapters return one of these unions and never throw for gateway or network failures;
// `unknown` and `unavailable` mean that we cannot tell what happened.
import type { Money } from '../../kernel/money.ts'
import type { BillTo } from '../transaction/bill-to.ts'
import type { RefusalReason } from '../transaction/decline-reasons.ts'
import type { CardFacts } from '../transaction/transaction.ts'

// Adapters import the payment types that they need from this port.
export type { BillTo } from '../transaction/bill-to.ts'
export type { CardFacts } from '../transaction/transaction.ts'

export const cardNetworks = ['VISA', 'MASTERCARD', 'AMEX'] as const
export type CardNetwork = (typeof cardNetworks)[number]

/** The call was not made, or its reply was lost or unusable; `cause` is for the log. */
export type Unavailable = { kind: 'unavailable'; cause: string; correlationId?: string }
/** The gateway refused the request and did nothing. */
export type Refused = { kind: 'refused'; reason: RefusalReason; cause: string; correlationId?: string }

/** The public key of one capture context. Only the tokens of its own card fields are signed with it. */
export type TokenKey = { id: string; publicKey: Readonly<Record<string, string>> }

export type CaptureContext = {
  /** Passed to the browser library. */
  jwt: string
  /** Stored with the payment that the context was opened for. */
  tokenKey: TokenKey
  libraryUrl: string
  libraryIntegrity: string
  expiresAt: Temporal.Instant
}

/** A card token created by the fields in the browser, with its signature verified. */
export type TransientToken = {
  jwt: string
  /** The token's id, to which an authentication is bound. */
  id: string
  card: CardFacts
  expiresAt: Temporal.Instant
}

/** Browser data that 3-D Secure 2 requires; numbers as decimal text. */
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

/** Proves an authentication to the payment call. Opaque outside the adapter, and stored encrypted. */
export type AuthenticationEvidence = Readonly<Record<string, string>>

/**
 * Evidence for a dispute. It contains neither cryptogram nor token, so it cannot authenticate anything. Facts that the
 * gateway did not give are empty strings.
 */
export type DisputeEvidence = {
  eci: string
  /** The 3-D Secure version, such as 2.2.0. */
  version: string
  /** Authentication status: Y, A or U. */
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
  /** As far as the gateway knows, the customer is still in the challenge. */
  | { kind: 'not_completed' }

type AuthenticationRequest = {
  /** Our transaction_uuid: the gateway's merchant reference. */
  code: string
  token: Pick<TransientToken, 'jwt' | 'id'>
  amount: Money
  billTo: BillTo
}

export type ChargeRequest = AuthenticationRequest & {
  /** Identifies this attempt permanently: a lost reply is found, or undone, by this reference. */
  reference: string
  evidence: AuthenticationEvidence
  ipAddress?: string
}

/** What a reply says about the card; `paymentId` is the gateway's. */
type CardReply = { paymentId: string; card: CardFacts; cavvResult: string; correlationId?: string }
type Refusal = { decision: 'REVIEW' | 'REJECT'; reason: RefusalReason }

export type ChargeReply =
  /** Authorized and captured. The caller compares `amount` with the amount it requested. */
  | ({ kind: 'approved'; amount: Money } & CardReply)
  /** The charge was not approved but funds may be held: the caller undoes it. */
  | ({ kind: 'held' } & Refusal & CardReply)
  /** Without a payment id if the gateway created no transaction for it. */
  | ({ kind: 'declined'; paymentId?: string } & Refusal & Omit<CardReply, 'paymentId'>)
  /** The request certainly never left this machine, so nothing happened. */
  | { kind: 'not_sent'; cause: string }
  /**
   * `acknowledged`: the gateway itself reported a system error for this request and created no payment. The request is
   * no longer in transit, but an inquiry must still find out whether it did anything.
   */
  | { kind: 'unknown'; cause: string; correlationId?: string; acknowledged?: boolean }

/** Identifies the call to inquire about or to undo. */
export type ChargeReference = {
  code: string
  reference: string
  amount: Money
  requestedAt: Temporal.Instant
  /** Earlier charges of the same payment, which have the same code and amount and may have been made seconds before. */
  others?: OtherCharges
}

export type OtherCharges = {
  /** The gateway's ids of those charges. */
  paymentIds: readonly string[]
  /** One of them has no known id, so a charge without a visible reference may be that one. */
  unidentified: boolean
}

export type ChargeInquiry =
  | { kind: 'found'; reply: Exclude<ChargeReply, { kind: 'unknown' | 'not_sent' }>; undone: boolean }
  /** Not found, or not found yet: the gateway's search is minutes behind. */
  | { kind: 'absent' }
  | Unavailable

export type UndoOutcome =
  /** `upstreamId` is empty when the charge was undone earlier and the gateway does not name the call that did it. */
  | { kind: 'undone'; upstreamId: string; correlationId?: string }
  /** The gateway has nothing to undo now; a call still in transit may arrive later. */
  | { kind: 'nothing_there'; correlationId?: string }
  | { kind: 'refused'; cause: string; correlationId?: string }
  | { kind: 'unknown'; cause: string; correlationId?: string }

export type RefundReply =
  | { kind: 'accepted'; refundId: string; amount: Money; reason?: string; correlationId?: string }
  | { kind: 'declined'; refundId?: string; reason: string; correlationId?: string }
  | { kind: 'unknown'; cause: string; correlationId?: string }

/** One line of the gateway's daily report. */
export type ReportLine = {
  id: string
  code: string
  type: 'charge' | 'refund'
  amount: Money
  status: string
}

/** One line of the gateway's report of disputes: what is true of a case since `at`. */
export type DisputeLine = {
  /** The gateway's name of the case, the same in all of its lines. */
  caseNumber: string
  /** `won` also for a case that was withdrawn. */
  kind: 'inquiry' | 'opened' | 'won' | 'lost'
  /** The disputed payment: the gateway's id and our reference, each empty if the report does not name it. */
  paymentId: string
  code: string
  amount: Money
  /** The card scheme's code, and what it means. */
  reasonCode: string
  reason: string
  /** Until when evidence is accepted. */
  respondBy?: Temporal.Instant
  at: Temporal.Instant
}

/** A line of that report whose meaning is not known: a person reads it. The case is as far as the line names one. */
export type UnreadableDispute = { caseNumber: string; detail: string }

export type DisputeReport = { kind: 'report'; lines: DisputeLine[]; unreadable: UnreadableDispute[] }

export type CardGateway = {
  openCaptureContext(request: {
    targetOrigins: string[]
    allowedCardNetworks: CardNetwork[]
  }): Promise<({ kind: 'opened' } & CaptureContext) | Refused | Unavailable>
  /**
   * Verifies the signature and expiry of a token. Returns `invalid` for a forged or expired token, and for one made
   * from a capture context that does not belong to the payment.
   */
  readTransientToken(
    jwt: string,
    keys: readonly TokenKey[],
  ): Promise<({ kind: 'token' } & TransientToken) | { kind: 'invalid' }>
  setUpAuthentication(request: {
    code: string
    token: Pick<TransientToken, 'jwt' | 'id'>
  }): Promise<AuthenticationSetup | Refused | Unavailable>
  /** Enrols the payer, which shows whether the issuer requires a challenge. */
  enrol(
    request: AuthenticationRequest & { referenceId: string; returnUrl: string; browser: BrowserFacts },
  ): Promise<AuthenticationReply>
  /** Returns the result of a challenge, or that it has not ended yet. */
  validate(
    request: Omit<AuthenticationRequest, 'billTo'> & {
      authenticationTransactionId: string
      enrolment: AuthenticationEvidence
    },
  ): Promise<ValidationReply>
  /** Authorizes and captures in one call. Called once per reference, never again. */
  charge(request: ChargeRequest): Promise<ChargeReply>
  findCharge(charge: ChargeReference): Promise<ChargeInquiry>
  /**
   * Undoes a whole charge: by its payment id when known, otherwise by the reference of the lost call. `captured`
   * selects between voiding a sale and reversing an authorization; the gateway refuses the wrong one.
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
  /** Returns every charge and refund that the gateway recorded on a UTC day (YYYY-MM-DD). */
  reportDay(date: string): Promise<{ kind: 'report'; lines: ReportLine[] } | Unavailable>
  /** Returns the cases that were opened or have changed in a period. A line may be in several periods. */
  reportDisputes(from: Temporal.Instant, to: Temporal.Instant): Promise<DisputeReport | Unavailable>
  /** Verifies address and credentials cheaply, for `doctor`. */
  probe(): Promise<{ kind: 'ok' } | Unavailable>
}

/**
 * Returns the gateway of an environment.
 * @throws Error for an environment without a gateway.
 */
export type GatewayFor = (environment: 'sandbox' | 'production') => CardGateway
