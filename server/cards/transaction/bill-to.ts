// The payer's name and address: rules and normalisation, the same for orders, custom checkout and links.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { z } from 'zod'
import { isCountry } from '../../kernel/codes/iso.ts'
import { Problem } from '../../kernel/problem.ts'
import { refused, text } from '../../platform/http/body/body.ts'
import { cardProblems } from './problems.ts'
import type { PricedTransaction } from './queries.ts'

/** Who pays, as the order or the charge says it; the phone in E.164, the country as alpha-2. */
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

/** The fields of a billing form, in the order of the page. A province is a state with another name. */
export const billingFields = [
  'bill_to_forename',
  'bill_to_surname',
  'bill_to_email',
  'bill_to_phone',
  'bill_to_address_country',
  'bill_to_address_line1',
  'bill_to_address_city',
  'bill_to_address_province',
  'bill_to_address_state',
  'bill_to_address_postal_code',
] as const

export type BillingField = (typeof billingFields)[number]
export const emailField = text({ min: 1, max: 254 })
  .regex(/^[^@]+@[^@]+\.[^@]+$/)
  .toLowerCase()
export const phoneField = text({ min: 5, max: 20 })
  .regex(/^[\d+][\d\s\-()]+$/)
  .meta({ description: 'Read as one of the country of the address where it has no country code.' })
export const countryField = text()
  .transform((country) => (/^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : country))
  .refine(isCountry, refused('value_error', 'Value error, country is not an ISO 3166-1 alpha-2 code'))
  .meta({ description: 'ISO 3166-1 alpha-2' })
/** Free text but in the United States and Canada, where `stateFits` looks at it. */
export const stateField = text().meta({ description: 'Required for US and CA, where it has two letters.' })
export const postalCodeField = text().meta({
  description: 'Required for US (12345 or 12345-6789) and CA (A1A1A1).',
})

function needsState(country: string): boolean {
  return country === 'US' || country === 'CA'
}

/** The state as it is kept: of the United States and Canada in capitals. */
export function normaliseState(country: string, state: string | undefined): string | undefined {
  return (needsState(country) ? state?.toUpperCase() : state) || undefined
}

/** The phone in E.164, read as one of the country when it carries no country code; undefined when impossible. */
export function normalisePhone(phone: string, country: string): string | undefined {
  const parsed = parsePhoneNumberFromString(phone, country as CountryCode)
  return parsed?.isPossible() ? parsed.number : undefined
}

/** Refuses a phone that cannot exist in the country beside it; each field's own faults are told by itself. */
export function phoneFits(phoneName: string, countryName: string) {
  return (fields: Record<string, unknown>, context: z.RefinementCtx): void => {
    const { [phoneName]: phone, [countryName]: country } = fields
    if (typeof phone !== 'string' || typeof country !== 'string') return
    if (!phoneField.safeParse(phone).success || !countryField.safeParse(country).success) return
    if (normalisePhone(phone, country.toUpperCase()) !== undefined) return
    const fault = refused('value_error', 'Value error, phone number is not possible')
    context.addIssue({ code: 'custom', path: [phoneName], ...fault })
  }
}

/** Refuses a state of the United States or Canada that has not two letters; elsewhere it is free. */
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

/** @throws Problem 400 where the country needs a state or a postal code of a form. */
export function checkAddress(billTo: Pick<BillTo, 'country' | 'state' | 'postalCode'>): void {
  const { country, state, postalCode = '' } = billTo
  if (!needsState(country)) return
  if (!state) throw new Problem(cardProblems.state_required)
  if (country === 'US' && !unitedStates.test(postalCode)) throw new Problem(cardProblems.us_zip_invalid)
  if (country === 'CA' && !canada.test(postalCode)) throw new Problem(cardProblems.ca_postal_code_invalid)
}

/** The payer as the gateway wants it, from the stored transaction. */
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
