// The form of a payment link: what a visitor typed, as the body of an order, and which field each fault belongs to.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { formatMoney, money } from '../../kernel/money.ts'
import { InvalidBody, Problem } from '../../kernel/problem.ts'
import { type BillingField, billingFields, checkAddress } from '../transaction/bill-to.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { LinkRow } from './queries.ts'

export type Typed = Partial<Record<BillingField, string>>
export type FormFault = 'missing' | 'wrong' | 'tooLong'
export type FormFaults = Partial<Record<BillingField, FormFault>>

export type SentForm = {
  typed: Typed
  /** Made with the page the form came from; a form sent twice carries it twice. */
  visit: string
}

/** @throws Problem 415 for anything but a form. */
export function readForm(request: FastifyRequest): SentForm {
  const media = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  if (media !== 'application/x-www-form-urlencoded') throw new Problem(cardProblems.link_form_expected)
  const sent = new URLSearchParams(request.rawBody.toString('utf8'))
  const typed: Typed = {}
  for (const field of billingFields) {
    const value = sent.get(field)?.trim()
    if (value) typed[field] = value
  }
  return { typed, visit: sent.get('visit') ?? '' }
}

/** The order a filled-in form asks for. */
export function orderBody(link: LinkRow, typed: Typed): Record<string, unknown> {
  const { bill_to_address_province: _province, ...rest } = typed
  const { state, postalCode } = regionOf(typed)
  return {
    ...rest,
    bill_to_address_state: state,
    bill_to_address_postal_code: postalCode,
    amount: JSON.rawJSON(formatMoney(money(link.amount_minor, link.currency))),
    currency: link.currency,
    merchant_reference: link.merchant_reference,
    callback_url: link.callback_url,
    return_url: link.return_url,
    cancel_url: link.cancel_url,
  }
}

/** State and postal code where the country needs them; elsewhere their fields were hidden, and do not count. */
function regionOf(typed: Typed): { state?: string | undefined; postalCode?: string | undefined } {
  const { bill_to_address_postal_code: postalCode } = typed
  if (isCanada(typed))
    return { state: typed.bill_to_address_province, postalCode: postalCode?.replace(/\s/g, '') }
  return countryOf(typed) === 'US' ? { state: typed.bill_to_address_state, postalCode } : {}
}

/** What makes a form sent twice the same form; undefined when its page gave it nothing to be known by. */
export function formFingerprint(code: string, { typed, visit }: SentForm): Buffer | undefined {
  if (visit === '') return undefined
  return createHash('sha256')
    .update(JSON.stringify([code, visit, ...billingFields.map((field) => typed[field] ?? '')]))
    .digest()
}

/** The faults of the form in an error; undefined when the error is about something else. */
export function formFaults(error: unknown, typed: Typed): FormFaults | undefined {
  const aboutAddress = error instanceof Problem ? addressFault(error, typed) : undefined
  if (aboutAddress) return aboutAddress
  if (!(error instanceof InvalidBody)) return undefined
  const faults: FormFaults = {}
  for (const { loc, type } of error.faults) {
    const field = fieldOf(String(loc[1]), typed)
    if (!field) return undefined
    faults[field] = type === 'missing' ? 'missing' : type === 'string_too_long' ? 'tooLong' : 'wrong'
  }
  return { ...addressFaults(typed), ...faults }
}

function fieldOf(name: string, typed: Typed): BillingField | undefined {
  if (name === 'bill_to_address_state' && isCanada(typed)) return 'bill_to_address_province'
  return billingFields.find((field) => field === name)
}

const countryOf = (typed: Typed) => typed.bill_to_address_country?.toUpperCase() ?? ''
const isCanada = (typed: Typed) => countryOf(typed) === 'CA'

/** The rules of the address are checked after the others; a visitor wants to hear everything at once. */
function addressFaults(typed: Typed): FormFaults {
  const { state, postalCode } = regionOf(typed)
  try {
    checkAddress({ country: countryOf(typed), ...(state && { state }), ...(postalCode && { postalCode }) })
    return {}
  } catch (error) {
    return (error instanceof Problem && addressFault(error, typed)) || {}
  }
}

function addressFault({ spec }: Problem, typed: Typed): FormFaults | undefined {
  const postalCode = typed.bill_to_address_postal_code ? 'wrong' : 'missing'
  if (spec === cardProblems.state_required) {
    const field = isCanada(typed) ? 'bill_to_address_province' : 'bill_to_address_state'
    return { [field]: 'missing', ...(postalCode === 'missing' && { bill_to_address_postal_code: 'missing' }) }
  }
  if (spec === cardProblems.us_zip_invalid || spec === cardProblems.ca_postal_code_invalid)
    return { bill_to_address_postal_code: postalCode }
  return undefined
}
