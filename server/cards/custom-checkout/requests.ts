// Parses custom checkout requests, as section 2.4 of the specification and section 4 of the contract define them.
import type { z } from 'zod'
import type { LocalCurrency, Money } from '../../kernel/money.ts'
import { check } from '../../platform/http/body/body.ts'
import { fingerprint } from '../../platform/security/fingerprint.ts'
import { cardAmount } from '../transaction/amount.ts'
import { type BillTo, checkAddress, normaliseState } from '../transaction/bill-to.ts'
import { browserSchema, chargeSchema, enrolmentSchema, type paymentShape } from './schemas.ts'

/** The fields that enrolment and charge have in common. */
type Payment = { transactionUuid: string; token: string; amount: Money<LocalCurrency>; billTo: BillTo }

export type Enrolment = Payment & {
  referenceId: string
  browser: z.output<typeof browserSchema>
}

export type ChargeOrder = Payment & {
  reference: string
  callbackUrl: string
  authenticationId?: string
  /** Equal for retries of the same charge. */
  fingerprint: Buffer
}

/**
 * Parses an enrolment.
 * @throws InvalidBody; Problem 400 for an amount or address that orders would reject as well.
 */
export function readEnrolment(body: unknown): Enrolment {
  const read = check(enrolmentSchema, body, 'body')
  return {
    ...paymentOf(read),
    referenceId: read.reference_id,
    browser: read.browser ?? browserSchema.parse({}),
  }
}

/**
 * Parses a charge.
 * @throws InvalidBody; Problem 400 for an amount or address that orders would reject as well.
 */
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
    phone: sent.phone_number,
    addressLine1: sent.address_line1,
    city: sent.address_city,
    country: sent.address_country,
    ...(state && { state }),
    ...(sent.address_postal_code && { postalCode: sent.address_postal_code }),
  }
  checkAddress(billTo)
  return { transactionUuid: read.transaction_uuid, token: read.transient_token, amount, billTo }
}
