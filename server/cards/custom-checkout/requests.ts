// The bodies of custom checkout, checked: section 2.4 of the specification and section 4 of the contract.
import { isIP } from 'node:net'
import { z } from 'zod'
import type { Money } from '../../kernel/money.ts'
import { fingerprint } from '../../operations/operation.ts'
import { addressText, check, nested, optional, refused, text, webUrl } from '../../platform/http/body/body.ts'
import { type BillTo, cardNetworks } from '../gateway/gateway.ts'
import { amountField, type CardCurrency, cardAmount } from '../transaction/amount.ts'
import {
  checkAddress,
  countryField,
  emailField,
  normalisePhone,
  normaliseState,
  phoneField,
  phoneFits,
  postalCodeField,
  stateField,
  stateFits,
} from '../transaction/bill-to.ts'

const uuid = text({ min: 1, max: 200 })
const token = text({ min: 1, max: 8192 })

export const captureContextSchema = z.object({
  target_origin: webUrl(),
  allowed_card_networks: optional(
    z
      .array(z.enum(cardNetworks))
      .refine((list) => list.length > 0, refused('too_short', 'List should have at least 1 item')),
  ),
  locale: optional(text().regex(/^[a-z]{2}([_-][A-Z]{2})?$/)),
  merchant_reference: text({ min: 1 }),
})

export const setupSchema = z.object({ transaction_uuid: uuid, transient_token: token })

const billToSchema = nested({
  first_name: text({ min: 1 }),
  last_name: text({ min: 1 }),
  email: emailField,
  phone_number: phoneField,
  address_line1: addressText(),
  address_city: text(),
  address_country: countryField,
  address_state: optional(stateField),
  address_postal_code: optional(postalCodeField),
})
  .superRefine(phoneFits('phone_number', 'address_country'))
  .superRefine(stateFits('address_state', 'address_country'))

const fact = optional(text({ max: 64 }))

/** The shopper's browser as the shop's page saw it; the shop's server adds the address and the headers. */
const browserSchema = nested({
  ip_address: optional(
    text().refine(
      (value) => isIP(value) > 0,
      refused('value_error', 'Value error, not an IPv4 or IPv6 address'),
    ),
  ),
  user_agent: optional(text({ max: 512 })),
  accept_header: optional(text({ max: 256 })),
  language: fact,
  color_depth: fact,
  screen_height: fact,
  screen_width: fact,
  time_difference: fact,
  java_enabled: optional(z.boolean()),
})

const paymentShape = {
  transaction_uuid: uuid,
  transient_token: token,
  amount: amountField,
  currency: text(),
  bill_to: billToSchema,
}

export const enrolmentSchema = z.object({
  ...paymentShape,
  reference_id: text({ min: 1, max: 200 }),
  browser: optional(browserSchema),
})

export const chargeSchema = (acceptsUrl: (url: URL) => boolean) =>
  z.object({
    ...paymentShape,
    merchant_reference: text({ min: 1 }),
    callback_url: webUrl(acceptsUrl),
    authentication_transaction_id: optional(text({ max: 200 })),
  })

/** What enrolment and charge both say. */
type Payment = { transactionUuid: string; token: string; amount: Money<CardCurrency>; billTo: BillTo }

export type Enrolment = Payment & {
  referenceId: string
  browser: z.output<typeof browserSchema>
}

export type ChargeOrder = Payment & {
  reference: string
  callbackUrl: string
  authenticationId?: string
  /** The same for a repeat of the same charge. */
  fingerprint: Buffer
}

/** @throws InvalidBody; Problem 400 for an amount or an address that orders would not take either. */
export function readEnrolment(body: unknown): Enrolment {
  const read = check(enrolmentSchema, body, 'body')
  return {
    ...paymentOf(read),
    referenceId: read.reference_id,
    browser: read.browser ?? browserSchema.parse({}),
  }
}

/** @throws InvalidBody; Problem 400 for an amount or an address that orders would not take either. */
export function readCharge(body: unknown, acceptsUrl: (url: URL) => boolean): ChargeOrder {
  const read = check(chargeSchema(acceptsUrl), body, 'body')
  const payment = paymentOf(read)
  const authenticationId = read.authentication_transaction_id || undefined
  return {
    ...payment,
    reference: read.merchant_reference,
    callbackUrl: read.callback_url,
    ...(authenticationId && { authenticationId }),
    fingerprint: fingerprint([
      payment.token,
      payment.amount.minor,
      payment.amount.currency,
      JSON.stringify(payment.billTo),
      read.merchant_reference,
      read.callback_url,
      authenticationId ?? '',
    ]),
  }
}

function paymentOf(read: z.output<z.ZodObject<typeof paymentShape>>): Payment {
  const amount = cardAmount(read.amount, read.currency)
  const { bill_to: sent } = read
  const state = normaliseState(sent.address_country, sent.address_state)
  const billTo: BillTo = {
    forename: sent.first_name,
    surname: sent.last_name,
    email: sent.email,
    phone: normalisePhone(sent.phone_number, sent.address_country) ?? sent.phone_number,
    addressLine1: sent.address_line1,
    city: sent.address_city,
    country: sent.address_country,
    ...(state && { state }),
    ...(sent.address_postal_code && { postalCode: sent.address_postal_code }),
  }
  checkAddress(billTo)
  return { transactionUuid: read.transaction_uuid, token: read.transient_token, amount, billTo }
}
