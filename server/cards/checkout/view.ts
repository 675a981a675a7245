// What the pages of a payment are given to show, and what the script of the checkout page is told.
import type { Progress } from './checkout.ts'
import type { ResultKind, ScriptTexts } from './texts/page-texts.ts'
import type { Language } from './texts/texts.ts'

type PaymentView = {
  transactionUuid: string
  sig: string
  language: Language
  nonce: string
  merchantName: string
  reference: string
  /** "1250.00" */
  amount: string
  currency: 'USD' | 'CDF'
  sandbox: boolean
}

export type CheckoutView = PaymentView & {
  payerName: string
  /** ISO 8601 */
  expiresAt: string
  now: string
  progress: Progress
}

/** How a payment that was not made can be made after all. */
export type StartOver = {
  /** It came from a payment link, and not from an order at the merchant. */
  fromLink?: boolean
  /** The address of that link, while it takes payments. */
  retryUrl?: string
}

export type ResultView = PaymentView & {
  status:
    | 'SUCCESS'
    | 'ALREADY_PAID'
    | 'REFUNDED'
    | 'PARTIALLY_REFUNDED'
    | 'VOIDED'
    | 'FAILED'
    | 'CANCELLED'
    | 'CONFIRMING'
  /** Why it failed; unknown reasons get the general words. */
  reasonCode: string
  /** The merchant's own address, if there is one to go back to. */
  backUrl?: string
} & StartOver

export type ResultPageView = {
  kind: ResultKind
  language: Language
  nonce: string
  /** The signature in the address, so that the language switch keeps it. */
  sig?: string
  /** Known once the link has proved to be right. */
  payment?: Pick<
    PaymentView,
    'merchantName' | 'reference' | 'amount' | 'currency' | 'transactionUuid' | 'sandbox'
  >
  backUrl?: string
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
  texts: ScriptTexts
}
