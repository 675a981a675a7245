// The type of all payment-page texts: a text missing in one language does not compile.
import type { BillingField } from '../../transaction/bill-to.ts'
import type { RefusalReason } from '../../transaction/decline-reasons.ts'

export type Notice = { title: string; text: string }

export type ResultKind =
  | 'expired'
  | 'timed_out'
  | 'link_expired'
  | 'cancelled'
  | 'not_found'
  | 'forbidden'
  | 'unavailable'
  | 'no_page'
  | 'link_exhausted'
  | 'link_cancelled'
  | 'link_taken'
  | 'link_declined'
  | 'merchant_closed'

/** Texts of a payment link's page. */
export type LinkTexts = {
  step: string
  /** The same on the page of the card. */
  cardStep: string
  details: string
  why: string
  go: string
  /** Shown above a form that was submitted with errors. */
  mend: string
  /** Shown after the form is submitted while the link is busy; `{wait}` stands for a duration such as "5 seconds". */
  wait: Notice & { goOn: string }
  country: string
  /** The box for people who have no second name. */
  oneName: string
  fields: Record<BillingField, string>
  hints: Partial<Record<BillingField, string>>
  missing: Record<BillingField, string>
  wrong: Record<BillingField, string>
  tooLong: string
}

/** Texts that the page's script shows. The page embeds them in one language; the script fills in the `{…}`. */
export type ScriptTexts = {
  cardNumber: string
  expiry: string
  securityCode: string
  securityCodeShort: string
  securityCodeLong: string
  numberMissing: string
  numberWrong: string
  networkRefused: string
  expiryMissing: string
  expiryWrong: string
  expiryPast: string
  codeMissing: string
  codeWrong: string
  fieldsFailed: string
  fieldsRenewed: string
  sending: string
  asking: string
  confirming: string
  slow: string
  confirmingTitle: string
  confirmingText: string
  returning: string
  cancelling: string
  doNotClose: string
  connectionCut: string
  offline: string
  offlineCard: string
  offlineCheck: string
  /** Under the reason of a decline. */
  attemptsLeft: string
  lastAttempt: string
  /** Above the reason. */
  cardDeclined: string
  backOnline: string
  unavailable: string
  cardAgain: string
  cancelFailed: string
  /** `{time}` stands for a duration such as "3 minutes". */
  leftToPay: string
  timeLeft: string
  copied: string
}

export type Texts = {
  secure: string
  language: string
  toPay: string
  reference: string
  payer: string
  card: string
  expiryHint: string
  expiryHelp: string
  pay: string
  cancel: string
  /** The question before a payment is cancelled. `later` is added where the payer can go back to the merchant instead. */
  askCancel: Notice & { later: string; yes: string; no: string }
  retry: string
  /** How to retry: a new order on the merchant's page, the same payment link, or another link. */
  startOver: { merchant: string; link: string; newLink: string }
  continue: string
  trust: string
  /** What happens while the payer waits, in order. */
  steps: { sending: string; asking: string; confirming: string }
  verification: string
  verificationText: string
  otherCard: string
  reloadCheck: string
  elsewhere: Notice
  overOffline: Notice
  continueHere: string
  scriptNeeded: Notice
  testMode: string
  testCards: string
  testAdvice: string
  testFrictionless: string
  testChallenge: string
  testDeclined: string
  testFunds: string
  copy: string
  moment: string
  momentText: string
  /** In the texts of the outcomes from here to `confirming`, `{merchant}` stands for the merchant's name, `{amount}` for what was refunded. */
  success: Notice
  already_paid: Notice
  refunded: Notice
  partially_refunded: Notice
  voided: Notice
  disputed: Notice
  returned: Notice
  failed: Notice
  cancelled: Notice
  confirming: Notice
  refresh: string
  paidTo: string
  amount: string
  description: string
  transaction: string
  back: string
  /** The same with the merchant's name, where the payment is over. */
  backTo: string
  ends: Record<ResultKind, Notice>
  link: LinkTexts
  /** Why a card was declined, and what to do while it can be tried again. */
  refusals: Record<RefusalReason, readonly [reason: string, advice?: string]>
  script: ScriptTexts
}
