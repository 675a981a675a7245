// Requests and responses of the remittance service, field by field as in the API.
//
// Amounts are JSON numbers with at most two decimals (25.5), rates with at most six, in both directions. Each is exact, but
// sums are not: add up whole cents, `Math.round(amount * 100)`. Times are UTC without an offset.

import type { Operator } from './constants.generated.ts'

export type SenderCurrency = 'USD' | 'EUR' | 'NGN' | 'GHS' | 'UGX' | 'CAD'
export type { Operator }
export type DocumentType = 'PASSPORT' | 'NATIONAL_ID' | 'DRIVING_LICENCE' | 'VOTER_CARD' | 'OTHER'

export type ReasonOfTransaction =
  | 'INVESTMENT'
  | 'CONSTRUCTION'
  | 'RENT'
  | 'GENERAL'
  | 'FUEL'
  | 'REPAIRS'
  | 'PERSONAL_CARE'
  | 'FOOD_AND_GROCERIES'
  | 'TRANSPORT'
  | 'SHOPPING'
  | 'ENTERTAINMENT'
  | 'DONATIONS'
  | 'FAMILY_SUPPORT'
  | 'EDUCATION'
  | 'MEDICAL_EXPENSES'
  | 'GIFT'
  | 'SALARY'
  | 'SAVINGS'
  | 'TRAVEL'
  | 'LOAN_REPAYMENT'
  | 'UTILITY_BILLS'
  | 'BUSINESS'
  | 'OTHER'

export type SourceOfFunds =
  | 'SALARY'
  | 'BUSINESS_INCOME'
  | 'SAVINGS'
  | 'INVESTMENT_INCOME'
  | 'PENSION'
  | 'GIFT'
  | 'INHERITANCE'
  | 'LOAN'
  | 'PROPERTY_SALE'
  | 'OTHER'

/** At least one of the two addresses. */
type ReceiverAddress =
  | { receiver_current_address: string; receiver_permanent_address?: string }
  | { receiver_current_address?: string; receiver_permanent_address: string }

/** A transfer names its amount, or the quote that has promised its price. */
type TransferPrice =
  | { amount: number; currency: SenderCurrency; quote_id?: string }
  | { quote_id: string; amount?: number; currency?: SenderCurrency }

/** What is quoted: what the sender pays, or what the beneficiary receives in US dollars. */
export type QuoteRequest = (
  | { source_amount: number; receiver_amount?: undefined }
  | { receiver_amount: number; source_amount?: undefined }
) & {
  currency: SenderCurrency
  operator?: Operator
  customer_number?: string
}

/** A price that is promised until `expires_at`, a UTC time. */
export type Quote = {
  quote_id: string
  source_amount: number
  currency: SenderCurrency
  receiver_amount: number
  receiver_currency: 'USD'
  /** Units of `currency` for one US dollar. */
  rate: number
  fee: number
  /** What the wallet will pay, in US dollars. */
  total_debit: number
  /** What the beneficiary gets in cash after the operator's fee; null if it is not known. */
  cash: {
    operator: Operator
    fee: number
    usd: number
    cdf_low: number
    cdf_high: number
    as_of: string
  } | null
  expires_at: string
  /** The signed promise, which `/verify` reads. It is no payment. */
  token: string
}

/** What would become of a transfer. `screening`, `limits` and `price` are null if its fields could not be read. */
export type TransferCheck = {
  outcome: 'would_accept' | 'would_hold' | 'would_refuse'
  errors: { code: string; field: string | null; message: string }[]
  name_match: NameMatch | null
  screening: 'clear' | 'hold' | null
  limits: 'allow' | 'hold' | 'refuse' | null
  price: {
    source_amount: number
    receiver_amount: number
    rate: number
    fee: number
    total_debit: number
  } | null
}

export type TransferRequirements = {
  /** JSON Schema of a transfer; `x-required-since` of a field names the release that required it first. */
  schema: Record<string, unknown>
  next: { required: string[] }
}

/** Dates are YYYY-MM-DD. */
export type InboundRequest = ReceiverAddress &
  TransferPrice & {
    /** Your own reference, 1 to 64 characters, new for each transfer: it makes repeating the request safe. */
    reference: string
    /** The beneficiary's number in any format; without a country code it is Congolese. */
    customer_number: string
    /** Compared with the name of the wallet. */
    expected_receiver_name: string
    /** Derived from the number's prefix when omitted. */
    operator?: Operator
    receiver_currency?: 'USD'
    sender_first_name: string
    /** `''` when there is none. */
    sender_middle_name: string
    sender_last_name: string
    sender_birthdate: string
    sender_birthplace: string
    sender_document_type: DocumentType
    sender_document_number: string
    document_issue_date: string
    document_expiration_date: string
    /** ISO 3166-1 alpha-2. */
    sender_country: string
    sender_city: string
    current_address: string
    permanent_address: string
    profession: string
    /** `''` when the sender pays over a counter or on a web page. */
    sender_msisdn: string
    receiver_first_name?: string
    /** `''` when there is none. */
    receiver_middle_name: string
    receiver_last_name?: string
    receiver_birthdate: string
    receiver_birthplace: string
    receiver_document_type: DocumentType
    receiver_document_number: string
    reason_of_transaction: ReasonOfTransaction
    source_of_funds: SourceOfFunds
    reason_details?: string
    provider_name?: string
    /** Where this transfer's callbacks are sent, instead of the merchant's usual URL. */
    callback_url?: string
  }

export type TransferStatus = 'Submitted' | 'Successful' | 'Failed' | 'Reversed' | 'Hold'

/** `receiver_amount`, `rate` and `fee` are null while a transfer is held. */
export type AcceptedTransfer = {
  reference: string
  transaction_id: string
  status: 'Submitted' | 'Hold'
  amount: number
  currency: SenderCurrency
  receiver_amount: number | null
  receiver_currency: 'USD'
  /** Units of `currency` for one US dollar. */
  rate: number | null
  fee: number | null
  operator: Operator
  customer_number: string
  subscriber_name: string | null
  created_at: string
}

export type Transfer = {
  reference: string
  transaction_id: string
  status: TransferStatus
  amount: number
  currency: SenderCurrency
  operator: Operator
  /** Digits including the country code. */
  customer_number: string
  subscriber_name: string | null
  created_at: string
}

export type TransferWithOutcome = Transfer & { telco_reference: string | null; completed_at: string | null }

export type TransferQuery = {
  status?: TransferStatus
  operator?: Operator
  /** UTC days, YYYY-MM-DD, both inclusive. */
  from?: string
  to?: string
  /** Page size, at most 100. */
  limit?: number
}

/** New kinds may be added. */
export type TimelineEvent = { at: string; kind: string; detail: string }

export type Timeline = { reference: string; transaction_id: string; events: TimelineEvent[] }

export type AccountQuery = { customer_number: string; operator?: Operator; expected_receiver_name?: string }

export type NameMatch = {
  expected: string
  matched: string
  /** 0 to 1. */
  score: number
  decision: 'MATCH' | 'PARTIAL' | 'NO_MATCH'
  /** Word by word; null when the other name lacks the word. */
  words: { expected: string | null; matched: string | null; how: string; score: number }[]
}

export type Account = {
  customer_number: string
  operator: Operator
  subscriber_name: string | null
  active: boolean | null
  /** Null without an expected name, and when the operator returns no name. */
  name_match: NameMatch | null
}

export type RemainingLimits = {
  limits: {
    rule: string
    subject: 'sender' | 'beneficiary' | 'number' | 'document' | 'pair'
    measure: 'sum' | 'count' | 'amount'
    window: 'hour' | 'day' | 'week' | 'month' | 'transfer'
    /** Dollars; a number for what is counted. */
    limit: number
    used: number
    left: number
    /** When the oldest transfer leaves the window; null if there is none. */
    frees_at: string | null
  }[]
}

export type PhoneCheck = {
  phone: string
  e164: string
  country: string
  operator: Operator | null
  blacklisted: boolean
}

export type Balance = { currency: 'USD'; available: number; reserved: number; total: number; as_of: string }

export type WalletEntry = {
  id: string
  at: string
  kind: 'TOPUP' | 'RESERVE' | 'RELEASE' | 'DEBIT' | 'FEE' | 'REVERSAL' | 'ADJUSTMENT'
  amount: number
  balance_after: number
  reference: string | null
  transaction_id: string | null
}

/** The settlement of one UTC day. */
export type Settlement = {
  settlement_id: string
  period_start: string
  period_end: string
  currency: 'USD'
  count: number
  gross_amount: number
  fee_amount: number
  net_amount: number
  status: string
  closed_at: string
}

export type LiveRate = { base: 'USD'; currency: string; rate: number; as_of: string; source: 'live' }

export type RateTable = {
  base: 'USD'
  as_of: string
  next_refresh_at: string
  /** One US dollar is `rate` units of the currency. */
  rates: { currency: string; rate: number }[]
}

export type Health = {
  status: 'healthy' | 'degraded'
  service: string
  checks: { database: 'ok' | 'unreachable' }
  timestamp: string
}
