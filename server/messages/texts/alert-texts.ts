// The kinds of alerts that merchants receive, the facts that each reports, and the shape of its texts.

import type { Language } from '../../kernel/language.ts'
import type { Money } from '../../kernel/money.ts'
import type { EmailContent } from '../content.ts'

/** What each kind of alert reports. Times are shown in the merchant's time zone. */
export type AlertFacts = {
  payout_failed: {
    payoutId: string
    reference: string
    amount: Money
    destination: string
    isReturned: boolean
  }
  /** Its destination is no longer active. */
  payout_held: { payoutId: string; reference: string; amount: Money; destination: string }
  dispute_opened: DisputeFacts
  dispute_reminder: DisputeFacts & { daysLeft: number }
  /** The evidence was filed with the bank. */
  dispute_filed: Pick<DisputeFacts, 'disputeId' | 'reference' | 'amount' | 'reason'> & {
    filedAt: Temporal.Instant
  }
  webhook_endpoint_failing: { origin: string; since: Temporal.Instant }
  webhook_endpoint_recovered: { origin: string; since: Temporal.Instant }
  /** Of the merchant's wallet. */
  balance_low: { available: Money; limit: Money }
  /** A batch of transfers waits until the wallet has enough for the rows that are left. */
  batch_paused: { batchId: string; name: string; needed: Money; available: Money }
  /** A paper that the merchant gave to go live, in the language of the reader. */
  business_paper_returned: { paper: Record<Language, string>; reason: string }
  /** An accepted paper that is valid until that day. */
  business_paper_expiring: {
    paper: Record<Language, string>
    expiresOn: Temporal.PlainDate
    daysLeft: number
  }
  /** A user gave a saved beneficiary another number, or deleted it. */
  beneficiary_changed: {
    code: string
    before: string
    after: string | null
    by: string
    at: Temporal.Instant
  }
  payout_destination_added: DestinationFacts
  payout_destination_confirmed: DestinationFacts
  /** New destinations wait again, because the access of a user was reset. */
  payout_destinations_wait: { at: Temporal.Instant }
  /** Confirms an address. */
  confirmation_code: { code: string; endsAt: Temporal.Instant }
  /** Invites a person to be a user of a merchant; the token of the link, by `sealFragment`. */
  invitation: { merchant: string; fragment: string; endsAt: Temporal.Instant }
  /** An admin has made a one-time link, for the user who gets the message. */
  password_link_created: { at: Temporal.Instant }
  /** A user's own link for a new password, by `sealFragment`. */
  password_link: { fragment: string; endsAt: Temporal.Instant }
  password_changed: { at: Temporal.Instant }
  /** Second factors of the user with this email were taken away; `by` as below. */
  second_factor_reset: { email: string; by: string | null; at: Temporal.Instant }
  /** `by` is the email of the user who rotated it; null if our team did. */
  credential_rotated: {
    what: 'merchant-secret' | 'api-keys' | 'callback-secret' | 'endpoint-secret'
    by: string | null
    at: Temporal.Instant
  }
  /** A user changed a setting that keeps the merchant informed or protects its keys; empty where there is nothing to show. */
  setting_changed: {
    setting:
      | 'alerts'
      | 'phone'
      | 'callback'
      | 'webhook_endpoint'
      | 'allowlist'
      | 'card_fields'
      | 'support'
      | 'brand'
      | 'payment_methods'
    before: string
    after: string
    by: string
    at: Temporal.Instant
  }
  /** Somebody wanted to be called like one of our team. */
  reserved_name_refused: { name: string; at: Temporal.Instant }
  /** `left` is how many recovery codes the user still has. */
  recovery_code_used: { at: Temporal.Instant; device: string; address: string; left: number }
  sign_in_new_device: { at: Temporal.Instant; device: string; address: string }
}
/** `destination`: the wallet's number or the end of the account. */
type DestinationFacts = { destination: string; at: Temporal.Instant; usableFrom: Temporal.Instant }
type DisputeFacts = {
  disputeId: string
  reference: string
  amount: Money
  reason: Record<Language, string>
  /** What was taken from the merchant's balance for it, with the fee. */
  taken: Money
  respondBy: Temporal.Instant | null
}
export type AlertKind = keyof AlertFacts

/** How a text writes its values. */
export type Writing = {
  amount(amount: Money): string
  day(at: Temporal.Instant): string
  /** Day and time. */
  time(at: Temporal.Instant): string
}
type AlertWriters = {
  [Kind in AlertKind]: (
    facts: AlertFacts[Kind],
    writing: Writing,
  ) => Omit<EmailContent, 'reason' | 'facts'> & { facts?: Readonly<Record<string, string>> }
}
export type AlertTexts = {
  alerts: AlertWriters
  /** Why a merchant receives it; `isSetting`: it can be turned off. */
  reason(isSetting: boolean): string
}
