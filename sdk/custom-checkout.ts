// Custom checkout: the four calls of a merchant's server whose own page embeds the card fields.
import { type CallOptions, type KeyedOptions, keyed, type Send } from './http/call.ts'
import type { CardCurrency } from './types/payments.ts'

export type CaptureContextRequest = {
  /** Origin of the page, exactly as in the merchant's profile. */
  target_origin: string
  merchant_reference: string
  allowed_card_networks?: ('VISA' | 'MASTERCARD' | 'AMEX')[]
  /** Default `fr_FR`. */
  locale?: string
  /** Where the payer comes back after a challenge in the whole window; an address of `target_origin`. */
  return_url?: string
  /** Renews the card fields of this open transaction instead of creating another one. */
  transaction_uuid?: string
}

export type CaptureContext = {
  /** For the card-field library in the browser. */
  jwt: string
  transaction_uuid: string
  /** In seconds. */
  expires_in: number
}

export type SetupRequest = { transaction_uuid: string; transient_token: string }

export type Setup = {
  status: 'COMPLETED'
  transaction_uuid: string
  reference_id: string
  device_data_collection_url: string
  access_token: string
}

export type BillTo = {
  first_name: string
  last_name: string
  email: string
  phone_number: string
  address_line1: string
  address_city: string
  /** ISO 3166-1 alpha-2. */
  address_country: string
  /** Required for US and CA. */
  address_state?: string
  /** Required for US and CA. */
  address_postal_code?: string
}

/** The shopper's browser as seen by your page and server. Without these facts, issuers request challenges more often. */
export type BrowserFacts = {
  ip_address?: string
  user_agent?: string
  accept_header?: string
  language?: string
  color_depth?: string
  screen_height?: string
  screen_width?: string
  /** Offset from UTC in minutes. */
  time_difference?: string
  java_enabled?: boolean
}

export type EnrolmentRequest = {
  transaction_uuid: string
  transient_token: string
  reference_id: string
  /** Cannot be changed afterwards. */
  amount: number
  currency: CardCurrency
  bill_to: BillTo
  browser?: BrowserFacts
}

export type Enrolment = {
  status: 'AUTHENTICATED' | 'CHALLENGE_REQUIRED' | 'FAILED'
  transaction_uuid: string
  authentication_transaction_id: string | null
  challenge_required: boolean
  step_up_url: string | null
  access_token: string | null
  message: string | null
}

export type ChargeRequest = {
  transaction_uuid: string
  transient_token: string
  amount: number
  currency: CardCurrency
  merchant_reference: string
  bill_to: BillTo
  callback_url: string
  authentication_transaction_id?: string
}

/** A declined charge is a result, not an error: read `status`. */
export type Charge = {
  status: 'SUCCESS' | 'FAILED'
  transaction_uuid: string
  transaction_id: string | null
  reason_code: string | null
  message: string | null
}

export type CustomCheckout = {
  /** Opens card fields for a page, and the transaction that they will pay. @throws PermissionError */
  createSession(request: CaptureContextRequest, options?: KeyedOptions): Promise<CaptureContext>
  /** Starts 3-D Secure for a card token. */
  setUp(request: SetupRequest, options?: KeyedOptions): Promise<Setup>
  /** Fixes the amount and asks the issuer whether a challenge is required. */
  enrol(request: EnrolmentRequest, options?: KeyedOptions): Promise<Enrolment>
  /** Charges once, however often it is called with the same request: `transaction_uuid` prevents a second charge. */
  charge(request: ChargeRequest, options?: CallOptions): Promise<Charge>
}

export function openCustomCheckout(send: Send): CustomCheckout {
  const at = (name: string) => ({
    method: 'POST' as const,
    authentication: 'signature' as const,
    whole: true,
    path: `/api/v1/microform/${name}`,
  })
  return {
    createSession: (body, options) => send({ ...at('capture-context'), body, ...keyed(options) }),
    setUp: (body, options) => send({ ...at('pa-setup'), body, ...keyed(options) }),
    enrol: (body, options) => send({ ...at('pa-enroll'), body, ...keyed(options) }),
    charge: (body, options) => send({ ...at('charge'), body, safeBecause: 'reference', options }),
  }
}
