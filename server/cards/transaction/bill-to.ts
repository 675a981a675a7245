// Validates and normalises the payer's name and address; shared by orders, custom checkout and payment links.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { z } from 'zod'
import { isCountry } from '../../kernel/codes/iso.ts'
import { Problem } from '../../kernel/problem.ts'
import { refused, text } from '../../platform/http/body/body.ts'
import { cardProblems } from './problems.ts'
import type { PricedTransaction } from './queries.ts'

/** The payer as named in the order or charge. The phone is in E.164, or empty; the country in ISO 3166-1 alpha-2. */
export type BillTo = {
  forename: string
  surname: string
  email: string
  phone: string
  addressLine1: string
  city: string
  country: string
  state?: string
  postalCode?: string
}

/** The fields of a billing form, in page order. A Canadian province is submitted separately and stored as the state. */
export const billingFields = [
  'bill_to_forename',
  'bill_to_surname',
  'bill_to_email',
  'bill_to_address_line1',
  'bill_to_address_city',
  'bill_to_address_country',
  'bill_to_address_province',
  'bill_to_address_state',
  'bill_to_address_postal_code',
  'bill_to_phone',
] as const

export type BillingField = (typeof billingFields)[number]
export const emailField = text({ min: 1, max: 254 })
  .regex(/^[^@]+@[^@]+\.[^@]+$/)
  .toLowerCase()
  .meta({ description: 'Email of the payer, stored in lower case.' })
export const phoneField = text({ min: 5, max: 20 })
  .regex(/^[\d+][\d\s\-()]+$/)
  .meta({
    description:
      'Digits, spaces, hyphens and parentheses, with or without `+`. Without a country code, the number is read as one of the address country.',
  })
export const countryField = text()
  .transform((country) => (/^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : country))
  .refine(isCountry, refused('value_error', 'Value error, country is not an ISO 3166-1 alpha-2 code'))
  .meta({ description: 'ISO 3166-1 alpha-2' })
/** Free text except in the United States and Canada, where `stateFits` checks it. */
export const stateField = text().meta({ description: 'Required for US and CA, as two letters.' })
export const postalCodeField = text().meta({
  description: 'Required for US (12345 or 12345-6789) and CA (A1A1A1).',
})

function needsState(country: string): boolean {
  return country === 'US' || country === 'CA'
}

/** Returns the state as it is stored: in capitals for the United States and Canada. */
export function normaliseState(country: string, state: string | undefined): string | undefined {
  return (needsState(country) ? state?.toUpperCase() : state) || undefined
}

/**
 * Returns the phone in E.164, assuming the given country when it has no country code; undefined when the number is
 * impossible.
 */
function normalisePhone(phone: string, country: string): string | undefined {
  const parsed = parsePhoneNumberFromString(phone, country as CountryCode)
  return parsed?.isPossible() ? parsed.number : undefined
}

/**
 * Refinement that replaces a phone by its E.164 form and rejects one that is impossible in the country given beside it.
 * Each field's own faults are reported separately.
 */
export function phoneFits(phoneName: string, countryName: string) {
  return (fields: Record<string, unknown>, context: z.RefinementCtx): void => {
    const isFaulty = context.issues.some(({ path }) => path?.[0] === phoneName || path?.[0] === countryName)
    const { [phoneName]: phone, [countryName]: country } = fields
    if (isFaulty || typeof phone !== 'string' || typeof country !== 'string') return
    const normalised = normalisePhone(phone, country)
    if (normalised !== undefined) {
      fields[phoneName] = normalised
      return
    }
    const fault = refused('value_error', 'Value error, phone number is not possible')
    context.addIssue({ code: 'custom', path: [phoneName], ...fault })
  }
}

/**
 * Refinement that rejects a state of the United States or Canada that is not two letters; other countries are free
 * text.
 */
export function stateFits(stateName: string, countryName: string) {
  return (fields: Record<string, unknown>, context: z.RefinementCtx): void => {
    const { [stateName]: state, [countryName]: country } = fields
    if (typeof state !== 'string' || state === '' || !needsState(String(country))) return
    if (/^[A-Za-z]{2}$/.test(state)) return
    const fault = refused('value_error', 'Value error, state must have 2 letters')
    context.addIssue({ code: 'custom', path: [stateName], ...fault })
  }
}

const canada = /^[A-Z]\d[A-Z]\d[A-Z]\d$/i
const unitedStates = /^\d{5}(-\d{4})?$/

/**
 * Checks the state and postal code that the United States and Canada require.
 * @throws Problem 400 when one is missing or malformed.
 */
export function checkAddress(billTo: Pick<BillTo, 'country' | 'state' | 'postalCode'>): void {
  const { country, state, postalCode = '' } = billTo
  if (!needsState(country)) return
  if (!state) throw new Problem(cardProblems.state_required)
  if (country === 'US' && !unitedStates.test(postalCode)) throw new Problem(cardProblems.us_zip_invalid)
  if (country === 'CA' && !canada.test(postalCode)) throw new Problem(cardProblems.ca_postal_code_invalid)
}

/** Builds the payer for the gateway from the stored transaction. */
export function billToOf(t: PricedTransaction): BillTo {
  return {
    forename: t.bill_to_forename,
    surname: t.bill_to_surname,
    email: t.bill_to_email,
    phone: t.bill_to_phone,
    addressLine1: t.bill_to_address_line1,
    city: t.bill_to_address_city,
    country: t.bill_to_address_country,
    ...(t.bill_to_address_state && { state: t.bill_to_address_state }),
    ...(t.bill_to_address_postal_code && { postalCode: t.bill_to_address_postal_code }),
  }
}

/** The same payer as columns of the transaction. */
export function billToColumns(payer: BillTo) {
  return {
    bill_to_forename: payer.forename,
    bill_to_surname: payer.surname,
    bill_to_email: payer.email,
    bill_to_phone: payer.phone,
    bill_to_address_line1: payer.addressLine1,
    bill_to_address_city: payer.city,
    bill_to_address_country: payer.country,
    bill_to_address_state: payer.state ?? null,
    bill_to_address_postal_code: payer.postalCode ?? null,
  }
}
