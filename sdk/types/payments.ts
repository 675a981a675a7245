// Requests and answers of orders, statuses and links, field by field as the API has them.
//
// Amounts go out as JSON numbers of at most two decimals (25.5) and come back as text of two decimals ("25.50").
// `Number('25.50')` is exact for every amount the service takes; sums are not: add up whole cents instead.

export type CardCurrency = 'USD' | 'CDF'

export type OrderRequest = {
  /** At least 1 USD or 500 CDF, at most two decimals. */
  amount: number
  currency: CardCurrency
  /** Yours. Two orders with the same one are two orders. */
  merchant_reference: string
  /** Where webhooks go; https and public for real money. */
  callback_url: string
  bill_to_forename: string
  bill_to_surname: string
  bill_to_email: string
  /** In any form; without a country code it is one of `bill_to_address_country`. */
  bill_to_phone: string
  bill_to_address_line1: string
  bill_to_address_city: string
  /** ISO 3166-1 alpha-2. */
  bill_to_address_country: string
  /** Two letters; required for US and CA. */
  bill_to_address_state?: string | null
  /** Required for US and CA. */
  bill_to_address_postal_code?: string | null
  /** Where the customer comes back to; otherwise a page of the service. */
  return_url?: string
  cancel_url?: string
}

/** Decimal texts; `commission_rate` is a percentage. The parts add up to the amount. */
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
  /** The checkout page: send the customer there. */
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

/** What is not known yet is empty text. */
export type CardFacts = {
  card_type: string
  card_last4: string
  /** MM-YYYY */
  card_expiry_date: string
  card_bin_country: string
  card_issuer: string
  card_scheme: string
}

export type PaymentStatus = CardFacts & {
  amount: string
  currency: string
  merchant_reference: string
  message: string
  transaction_uuid: string
  transaction_status: TransactionStatus
}

export type LinkRequest = {
  amount: number
  currency: CardCurrency
  merchant_reference: string
  /** Where the webhooks of its payments go; without it, to the callback of the merchant profile, if there is one. */
  callback_url?: string
  description?: string
  return_url?: string
  cancel_url?: string
  /** How many payments it takes, 1 to 10,000; 1 unless told. */
  max_uses?: number
  /** ISO 8601 with a zone, within 365 days; in seven days unless told. */
  expires_at?: string
  /** `fr` or `en`: the language of its page. */
  locale?: string
}

export type PaymentLink = {
  code: string
  url: string
  qr_svg_url: string
  status: 'ACTIVE' | 'EXPIRED' | 'EXHAUSTED' | 'CANCELLED'
  amount: string
  currency: CardCurrency
  merchant_reference: string
  description: string
  max_uses: number
  /** Payments that succeeded. */
  uses: number
  expires_at: string
  created_at: string
}
