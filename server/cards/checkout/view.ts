// View models of the payment pages, and the data passed to the checkout script.

import type { Language } from '../../kernel/language.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import type { RefusalReason } from '../transaction/decline-reasons.ts'
import type { CardFieldsSession, Progress } from './checkout.ts'
import type { MerchantBrand } from './merchant-brand.ts'
import type { ResultKind, ScriptTexts } from './texts.ts'

type PaymentView = {
  transactionUuid: string
  sig: string
  language: Language
  nonce: string
  merchantName: string
  /** Absent: no more than the name. */
  brand?: MerchantBrand
  reference: string
  /** "1250.00" */
  amount: string
  currency: LocalCurrency
  sandbox: boolean
  /** Whether a payer who was asked on the phone may still approve, although the payment has ended. */
  mayBeDebitedLate?: boolean
}

export type MethodLink = { href: string; text: string }

export type CheckoutView = PaymentView & {
  payerName: string
  /** What the payment is for, if it was made through a payment link. */
  link?: { description: string }
  /** The merchant's page, to which the payer can go back without cancelling. */
  shopUrl?: string | undefined
  /** Leads to the other ways to pay, where there are some. */
  otherMethod?: MethodLink | undefined
  /** How many cards may be tried. */
  attempts: number
  /** Opens the card fields; absent where the script asks for it. */
  session?: CardFieldsSession | undefined
  /** The origin that the card fields are loaded from. */
  gatewayOrigin?: string
  /** ISO 8601 */
  expiresAt: string
  now: string
  progress: Progress
}

/** How the payer of an unpaid payment can still pay. */
export type StartOver = {
  /** The payment came from a payment link rather than an order. */
  fromLink?: boolean
  /** The address of that link, while it accepts payments. */
  retryUrl?: string
}

export type ResultView = PaymentView & {
  status: 'FAILED' | 'CANCELLED' | 'CONFIRMING'
  /** Why it failed; unknown reasons show the general text. */
  reasonCode: string
  /** The merchant's address to return to, if there is one. */
  backUrl?: string
} & StartOver

export type ResultPageView = {
  kind: ResultKind
  language: Language
  nonce: string
  /** The signature in the address, so that the language switch keeps it. */
  sig?: string
  /** Set once the signature of the link has been verified. */
  payment?: Pick<
    PaymentView,
    'merchantName' | 'reference' | 'amount' | 'currency' | 'transactionUuid' | 'sandbox' | 'mayBeDebitedLate'
  >
  backUrl?: string
  /** Set where it is known whose payment or payment link this is. */
  brand?: MerchantBrand
  /** The receipt of a link that is fully paid. */
  receiptUrl?: string | undefined
  /** Set for a payment link without a payment. */
  link?: Pick<PaymentView, 'reference' | 'amount' | 'currency' | 'sandbox'> & { description: string }
} & StartOver

/** The JSON block of a page. */
export type PageData = {
  page: 'checkout' | 'result'
  /** `/api/v1/payment/{uuid}`; every call adds the signature. */
  path: string
  sig: string
  transactionUuid: string
  expiresAt: string
  now: string
  progress: Progress
  /** Opens the card fields once, without another request. */
  session?: CardFieldsSession
  texts: ScriptTexts
  /** The texts for reasons of declines, where another card may be tried. */
  declines?: Partial<Record<RefusalReason, string>>
  /** Shown to a visitor of a payment link who was declined too often. */
  declinedTooOften?: string
}
