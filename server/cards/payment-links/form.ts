// The form of a payment link: parses what the visitor typed, builds the order body, and maps faults back to form
// fields.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { formatMoney, money } from '../../kernel/money.ts'
import { InvalidBody, Problem, type ProblemSpec } from '../../kernel/problem.ts'
import { typedLine, typedNumber } from '../../kernel/text/typed-text.ts'
import { cardAmount } from '../transaction/amount.ts'
import { type BillingField, billingFields, checkAddress } from '../transaction/bill-to.ts'
import { cardProblems } from '../transaction/problems.ts'
import { type AmountFault, checkPart, otherPart, type TypedAmount } from './parts.ts'
import type { EarlierForm, LinkRow } from './queries.ts'
import { proposalOf } from './till/proposal.ts'

export type Typed = Partial<Record<BillingField, string>>
type FormFault = 'missing' | 'wrong' | 'tooLong'
export type FormFaults = Partial<Record<BillingField, FormFault>> & { amount?: AmountFault }
export type SentForm = {
  typed: Typed
  /** Empty where the link has one price. */
  typedAmount: TypedAmount
  /** Generated with the page of the form; a form submitted twice carries the same value. */
  visit: string
  /** The sale of a till, where the payer scanned the code there. */
  tillSale: string | undefined
  /** Whether the payer wants to be reminded of the next due dates. */
  wantsReminders: boolean
  /** Whether the payer chose mobile money, which needs no address. */
  isByPhone: boolean
  /** Whether the payer chose a card, where there is a choice. */
  isByCard: boolean
  /** The visitor asked for the form in the other language, and pays nothing yet. */
  isLanguageSwitch: boolean
}

/**
 * Parses the submitted form.
 * @throws Problem 415 for any other content type.
 */
export function readForm(request: FastifyRequest): SentForm {
  const media = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  if (media !== 'application/x-www-form-urlencoded') throw new Problem(cardProblems.link_form_expected)
  const sent = new URLSearchParams(request.rawBody.toString('utf8'))
  const typed: Typed = {}
  for (const field of billingFields) {
    const value = cleaned(field, sent.get(field) ?? '')
    if (value) typed[field] = value
  }
  if (sent.has('one_name')) Object.assign(typed, onlyName(typed))
  const typedAmount = { part: sent.get('part') ?? '', amount: typedLine(sent.get('amount') ?? '') }
  const visit = sent.get('visit') ?? ''
  const { sale: tillSale } = proposalOf({ sale: sent.get('sale') })
  const isLanguageSwitch = sent.has('language')
  const method = sent.get('method')
  const choices = { isByPhone: method === 'mobile_money', isByCard: method === 'card' }
  const wantsReminders = sent.has('reminders')
  return { typed, typedAmount, tillSale, wantsReminders, ...choices, visit, isLanguageSwitch }
}

/** Stands for the name that somebody does not have, because card networks ask for two. */
export const noName = '-'

/** A person with one name may have typed it into either field. */
function onlyName({ bill_to_forename, bill_to_surname }: Typed): Typed {
  const name = [bill_to_forename, bill_to_surname].find((each) => each && each !== noName)
  return { ...(name && { bill_to_forename: name }), bill_to_surname: noName }
}

/** What the visitor meant: pasted numbers bring marks that nobody sees, and the order takes digits, spaces and hyphens only. */
function cleaned(field: BillingField, value: string): string {
  if (field === 'bill_to_phone') return phoneAsDialled(typedNumber(value))
  if (field === 'bill_to_email') return typedLine(value).replace(/\s/g, '')
  return regionFields.has(field) ? typedNumber(value) : typedLine(value)
}

const regionFields = new Set<BillingField>([
  'bill_to_address_province',
  'bill_to_address_state',
  'bill_to_address_postal_code',
])

/** Only digits with their plus sign, however they were grouped; any other text is left to be refused. */
function phoneAsDialled(typed: string): string {
  return /^[\d\s()+./-]+$/.test(typed) ? typed.replace(/[^\d+]/g, '') : typed
}

/** Returns the form as it was typed for an earlier payment. */
export function typedBefore({ bill_to_address_state: region, till_sale: _, ...earlier }: EarlierForm): Typed {
  const name = earlier.bill_to_address_country === 'CA' ? 'bill_to_address_province' : 'bill_to_address_state'
  const typed = Object.entries({ ...earlier, [name]: region }).filter(([, value]) => value)
  return Object.fromEntries(typed)
}

/** Builds the order body from a submitted form. @throws InvalidBody for an amount or an address that is missing. */
export function orderBody(
  link: LinkRow,
  { typed, typedAmount, isByPhone, wantsReminders }: SentForm,
): Record<string, unknown> {
  return {
    ...(isByPhone ? payerByPhone(typed, wantsReminders) : payerByCard(typed)),
    amount: JSON.rawJSON(amountOf(link, typedAmount)),
    currency: link.currency,
    merchant_reference: link.merchant_reference,
    callback_url: link.callback_url,
    return_url: link.return_url,
    cancel_url: link.cancel_url,
  }
}

function payerByPhone(
  { bill_to_forename, bill_to_surname, bill_to_email: email }: Typed,
  wantsReminders: boolean,
): Record<string, unknown> {
  if (wantsReminders && !email)
    throw new InvalidBody([
      { type: 'missing', loc: ['body', 'bill_to_email'], msg: 'Field required', input: '' },
    ])
  return { bill_to_forename, bill_to_surname, ...(email && { bill_to_email: email }) }
}

function payerByCard(typed: Typed): Record<string, unknown> {
  const { bill_to_address_province: _province, ...rest } = typed
  const { state, postalCode } = regionOf(typed)
  return { ...rest, bill_to_address_state: state, bill_to_address_postal_code: postalCode }
}

/** The amount of the order as a decimal. */
function amountOf(link: LinkRow, { part, amount = '' }: TypedAmount): string {
  if (link.kind === 'single' && link.amount_minor !== null)
    return formatMoney(money(link.amount_minor, link.currency))
  // People group digits with spaces, and the French write a comma before the decimals.
  const sent = part && part !== otherPart ? part : typedNumber(amount).replace(/\s/g, '').replace(',', '.')
  if (/^\d{1,10}(\.\d{1,2})?$/.test(sent)) return sent
  const type = sent === '' ? 'missing' : 'float_type'
  throw new InvalidBody([
    { type, loc: ['body', 'amount'], msg: 'Input should be a valid number', input: sent },
  ])
}

/** Returns state and postal code for countries that need them; elsewhere the fields were hidden and are ignored. */
function regionOf(typed: Typed): { state?: string | undefined; postalCode?: string | undefined } {
  const { bill_to_address_postal_code: postalCode } = typed
  if (isCanada(typed))
    return { state: typed.bill_to_address_province, postalCode: postalCode?.replace(/\s/g, '') }
  return countryOf(typed) === 'US' ? { state: typed.bill_to_address_state, postalCode } : {}
}

/** Identifies a form submitted twice; undefined when the page gave it no visit id. */
export function formFingerprint(
  code: string,
  { typed, typedAmount, isByPhone, visit }: Pick<SentForm, 'typed' | 'typedAmount' | 'isByPhone' | 'visit'>,
): Buffer | undefined {
  if (visit === '') return undefined
  return createHash('sha256')
    .update(
      JSON.stringify([
        code,
        visit,
        ...billingFields.map((field) => typed[field] ?? ''),
        ...Object.values(typedAmount),
        ...(isByPhone ? ['mobile_money'] : []),
      ]),
    )
    .digest()
}

const amountProblems = new Map<ProblemSpec, AmountFault>([
  [cardProblems.amount_exceeds_remaining, 'taken'],
  [cardProblems.amount_below_minimum, 'low'],
])
const amountFaultTypes: Record<string, AmountFault> = {
  missing: 'missing',
  greater_than: 'low',
  greater_than_equal: 'low',
  less_than_equal: 'high',
  rest_too_small: 'rest',
}

/** Returns the form faults contained in an error; undefined when the error is about something else. */
export function formFaults(
  error: unknown,
  { typed, isByPhone }: Pick<SentForm, 'typed' | 'isByPhone'>,
): FormFaults | undefined {
  if (error instanceof Problem) {
    const amount = amountProblems.get(error.spec)
    return amount ? { amount } : addressFault(error, typed)
  }
  if (!(error instanceof InvalidBody)) return undefined
  const faults: FormFaults = {}
  for (const { loc, type } of error.faults) {
    if (loc[1] === 'amount') {
      faults.amount = amountFaultTypes[type] ?? 'wrong'
      continue
    }
    const field = fieldOf(String(loc[1]), typed)
    if (!field) return undefined
    faults[field] = type === 'missing' ? 'missing' : type === 'string_too_long' ? 'tooLong' : 'wrong'
  }
  return isByPhone ? faults : { ...addressFaults(typed), ...faults }
}

/** The amount that a till proposes, as if the payer had chosen it, and why the link does not take it now. */
export function proposedAmount(
  link: LinkRow,
  amount: string | undefined,
): { typedAmount: TypedAmount; faults: FormFaults } {
  if (link.kind === 'single' || amount === undefined) return { typedAmount: {}, faults: {} }
  const typedAmount = { part: amount, amount }
  try {
    checkPart(link, cardAmount(amount, link.currency))
    return { typedAmount, faults: {} }
  } catch (error) {
    return { typedAmount, faults: formFaults(error, { typed: {}, isByPhone: true }) ?? {} }
  }
}

function fieldOf(name: string, typed: Typed): BillingField | undefined {
  if (name === 'bill_to_address_state' && isCanada(typed)) return 'bill_to_address_province'
  return billingFields.find((field) => field === name)
}

const countryOf = (typed: Typed) => typed.bill_to_address_country?.toUpperCase() ?? ''
const isCanada = (typed: Typed) => countryOf(typed) === 'CA'

/**
 * Checks the address rules in advance, which otherwise run after all others, so that a visitor sees every fault
 * together.
 */
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
