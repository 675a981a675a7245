// Entry point of the package.
import { type Events, openEvents } from './events.ts'
import { openCalls } from './http/call.ts'
import { type LikutaOptions, readOptions } from './http/options.ts'
import { openPayments, type Payments } from './payments.ts'
import { openRemittance, type Remittance } from './remittance.ts'
import { openSelfService, type SelfService } from './self-service.ts'

/**
 * A client of one Likuta service for one merchant. Use it on servers only, because its secrets give access to your money.
 * Failed calls throw a LikutaError; missing or invalid options throw a TypeError.
 */
export class Likuta {
  readonly payments: Payments
  readonly remittance: Remittance
  readonly selfService: SelfService
  readonly events: Events

  constructor(options: LikutaOptions) {
    const settings = readOptions(options)
    const send = openCalls(settings)
    this.payments = openPayments(send, settings)
    this.remittance = openRemittance(send)
    this.selfService = openSelfService(send)
    this.events = openEvents(send, settings.card ? 'signature' : 'basic').events
  }
}

export type { Batches, BatchUploadRow, Profiles } from './batches.ts'
export type { ProxyOptions, ProxyOrder, ProxyRequest, ProxyResponse } from './checkout-proxy.ts'
export type * from './custom-checkout.ts'
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type FieldFault,
  InsufficientBalanceError,
  LikutaError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from './errors.ts'
export type { Events, Feed, FeedPage, FeedQuery } from './events.ts'
export type { CallOptions, KeyedOptions } from './http/call.ts'
export type { LikutaOptions } from './http/options.ts'
export { type RequestToSign, signatureHeaders } from './http/signing.ts'
export type { Page, Pages, Pagination } from './pages.ts'
export type { Payments } from './payments.ts'
export { type ReceiptCause, ReceiptError, verifyReceipt } from './receipt.ts'
export type { RefundBatches, RefundUploadRow } from './refund-batches.ts'
export type { InboundOptions, Remittance } from './remittance.ts'
export type { SelfService, Session } from './self-service.ts'
export type * from './types/balance.ts'
export type * from './types/batches.ts'
export type * from './types/disputes.ts'
export type * from './types/payments.ts'
export type * from './types/payouts.ts'
export type * from './types/receipts.ts'
export type * from './types/remittance.ts'
export type * from './types/self-service.ts'
export type * from './types/statements.ts'
export type * from './types/webhook-events.ts'
export { verifyWebhook, type WebhookCause, WebhookError, type WebhookRequest } from './webhook.ts'
