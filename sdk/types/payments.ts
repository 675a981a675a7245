// Requests and responses of orders, payment status and links, field by field as in the API.
//
// Amounts are sent as JSON numbers with at most two decimals (25.5) and returned as text with two decimals ("25.50").
// `Number('25.50')` is exact for every amount the service accepts, but sums are not: add up whole cents instead.

import type { CardCurrency, Operator } from './constants.generated.ts'

export type { CardCurrency }

export type OrderRequest = {
  /** At least 1 USD or 500 CDF, at most two decimals. */
  amount: number
  currency: CardCurrency
  /** Your own reference. Two orders with the same one are two orders. */
  merchant_reference: string
  /** Where webhooks are sent; in production it must be public and https. */
  callback_url: string
  bill_to_forename: string
  bill_to_surname: string
  bill_to_email: string
  /** In any format; without a country code the number belongs to `bill_to_address_country`. */
  bill_to_phone: string
  bill_to_address_line1: string
  bill_to_address_city: string
  /** ISO 3166-1 alpha-2. */
  bill_to_address_country: string
  /** Two letters; required for US and CA. */
  bill_to_address_state?: string | null
  /** Required for US and CA. */
  bill_to_address_postal_code?: string | null
  /** Where the customer returns to; a page of the service by default. */
  return_url?: string
  cancel_url?: string
  /** The only ways to pay, among those of the merchant profile; absent: all of them. */
  payment_methods?: PaymentMethod[]
}

/** Decimal texts; `commission_rate` is a percentage. `commission_amount` and `merchant_amount` add up to the amount. */
export type FinancialDetails = {
  commission_rate: string
  commission_amount: string
  merchant_amount: string
  bank_commission_amount: string
  service_commission_amount: string
}

export type Order = {
  amount: string
  currency: CardCurrency
  transaction_uuid: string
  transaction_status: 'PENDING'
  /** URL of the checkout page to which you send the customer. */
  links: string
  financial_details: FinancialDetails
}

export type TransactionStatus =
  | 'PENDING'
  | 'SUCCESS'
  | 'FAILED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'REFUNDED'
  | 'PARTIALLY_REFUNDED'
  | 'VOIDED'

/** Unknown values are empty texts. */
export type CardFacts = {
  card_type: string
  card_last4: string
  /** MM-YYYY */
  card_expiry_date: string
  card_bin_country: string
  card_issuer: string
  card_scheme: string
}

/** How a payment was made; only for merchants that offer mobile money. */
export type PaidWith = {
  /** Null while nobody has paid. */
  payment_method?: 'card' | 'mobile_money' | null
  /** The operator of the wallet; null for a card. */
  operator?: Operator | null
  /** Masked but for the last three digits; null for a card. */
  customer_number?: string | null
}

export type PaymentStatus = CardFacts &
  PaidWith & {
    amount: string
    currency: string
    merchant_reference: string
    message: string
    transaction_uuid: string
    transaction_status: TransactionStatus
  }

/** What a link takes: payments of one amount each, of amounts that payers choose, or parts of a total. */
type LinkAmounts =
  | {
      kind?: 'single'
      amount: number
      /** Maximum number of payments, 1 to 10,000; default 1. */
      max_uses?: number
    }
  | { kind: 'open'; minimum: number; maximum?: number }
  | {
      kind: 'parts'
      total: number
      /** The lowest amount of one part, but for all that remains. */
      minimum_part: number
      /** What is due when, in order of the days; no more than the total. */
      schedule?: { due_on: string; amount: number }[]
      /** Whom the link is for, in your own words. */
      payer_label?: string
    }

export type PaymentLinkRequest = LinkAmounts & {
  currency: CardCurrency
  merchant_reference: string
  /** Where the webhooks of its payments are sent; defaults to the callback of the merchant profile, if there is one. */
  callback_url?: string
  description?: string
  return_url?: string
  cancel_url?: string
  /** The list that the link belongs to, such as a class. */
  group?: string
  /** The only ways to pay, among those of the merchant profile; absent: all of them. */
  payment_methods?: PaymentMethod[]
  /** ISO 8601 with an offset, within 365 days, for `parts` 730; default seven days from now, for `parts` 730. */
  expires_at?: string
  /** `fr` or `en`: the language of its page. */
  locale?: string
}

export type LinkDue = { due_on: string; amount: string }

/** A link that was made with others by one call. */
export type MadeLink = {
  /** Its place among the rows, from 1. */
  row: number
  code: string
  url: string
  merchant_reference: string
  payer_label: string | null
  group: string | null
}

export type PaymentLink = {
  code: string
  url: string
  qr_svg_url: string
  status: 'ACTIVE' | 'EXPIRED' | 'EXHAUSTED' | 'CANCELLED'
  kind: 'single' | 'open' | 'parts'
  /** Of each payment; of `parts` the total; null for an open amount. */
  amount: string | null
  currency: CardCurrency
  merchant_reference: string
  description: string
  /** Null unless the kind is `single`. */
  max_uses: number | null
  /** Number of successful payments. */
  uses: number
  group?: string
  payer_label?: string
  minimum?: string
  maximum?: string | null
  minimum_part?: string
  schedule?: LinkDue[]
  /** Successful payments less refunds; absent for `single`. */
  paid?: string
  /** What is left to pay of `parts`; null for an open amount. */
  remaining?: string | null
  next_due?: LinkDue | null
  expires_at: string
  created_at: string
}

export type PaymentMethod = 'card' | 'mobile_money'
