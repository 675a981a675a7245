// The payer's name and address: rules and normalisation, the same for orders, custom checkout and links.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { isCountry } from '../kernel/iso.ts'
import { Problem } from '../kernel/problem.ts'
import { refused, text } from '../platform/body.ts'
import type { BillTo } from './gateway.ts'
import { cardProblems } from './problems.ts'

export const emailField = text({ min: 1, max: 254 })
  .regex(/^[^@]+@[^@]+\.[^@]+$/)
  .toLowerCase()
export const phoneField = text({ min: 5, max: 20 }).regex(/^[\d+][\d\s\-()]+$/)
export const countryField = text()
  .transform((country) => (/^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : country))
  .refine(isCountry, refused('value_error', 'Value error, country is not an ISO 3166-1 alpha-2 code'))
/** Free text but in the United States and Canada, where `stateFault` looks at it. */
export const stateField = text()
export const postalCodeField = text()

/** A state of the United States or Canada that is given must have two letters. */
export function stateFault(country: string, state: string | undefined) {
  const wrong = needsState(country) && Boolean(state) && !/^[A-Za-z]{2}$/.test(state ?? '')
  return wrong ? refused('value_error', 'Value error, state must have 2 letters') : undefined
}

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
