// Validates the body of an inbound transfer (section 4.1). All errors are reported at once, each with its code.
import { z } from 'zod'
import { isCountry } from '../../kernel/codes/iso.ts'
import { operatorCodes } from '../../kernel/operators.ts'
import { lastResults, readPhone } from '../../kernel/phone-number.ts'
import { type FieldFault, Problem } from '../../kernel/problem.ts'
import { typedNumber } from '../../kernel/text/typed-text.ts'
import { documentTypes, type TravelRule } from '../../operator-calls/operator.ts'
import {
  addressText,
  decimalNumber,
  freeText,
  optional,
  text,
  unstorable,
  webUrl,
} from '../../platform/http/body/body.ts'
import { isJsonObject } from '../../platform/http/body/json.ts'
import { type SenderCurrency, senderCurrencies } from '../transfer/formats.ts'
import { frenchFundsSources, frenchPurposes } from '../transfer/french-labels.ts'
import { remittanceProblems } from '../transfer/problems.ts'

type Purpose = keyof typeof frenchPurposes
type FundsSource = keyof typeof frenchFundsSources
export const reasonsOfTransaction = Object.keys(frenchPurposes) as Purpose[]
export const sourcesOfFunds = Object.keys(frenchFundsSources) as FundsSource[]

type Spec = (typeof remittanceProblems)[keyof typeof remittanceProblems]

/** Of several errors, the first in this order sets the code of the response. */
const precedence = [
  'field_missing',
  'receiver_address',
  'sender_document_type',
  'reason_of_transaction',
  'source_of_funds',
  'receiver_document_type',
  'date',
  'amount',
  'currency',
  'phone',
  'sandbox_cap',
] as const
export type InboundFault = FieldFault & { problem: (typeof precedence)[number] }

const wrong = (problem: InboundFault['problem'], message: string) => ({ params: { problem }, message })

const name = text({ min: 1, max: 200 })
const maybeEmpty = text({ max: 200 })
const address = addressText({ min: 1, max: 500 })
const date = text({ min: 1, max: 200 })
  .refine((value) => readDate(value) !== undefined, wrong('date', 'Not a date (YYYY-MM-DD)'))
  .meta({ format: 'date' })

/** The schema of the single fields. Rules between fields are checked afterwards. */
export function inboundSchema(acceptsUrl: (url: URL) => boolean) {
  return z.object({
    reference: text({ min: 1, max: 64 }),
    amount: decimalNumber,
    currency: z.enum(senderCurrencies),
    customer_number: text({ min: 1, max: 200 }).refine(
      (value) => readPhone(value)?.operator,
      wrong('phone', 'Not a mobile number of a supported operator'),
    ),
    operator: optional(z.enum(operatorCodes).meta({ enum: [...operatorCodes, ''] })),
    receiver_currency: optional(z.enum(['USD']).meta({ enum: ['USD', ''] })),
    expected_receiver_name: name,
    sender_first_name: name,
    sender_middle_name: maybeEmpty,
    sender_last_name: name,
    sender_birthdate: date,
    sender_birthplace: name,
    sender_document_type: z.enum(documentTypes),
    sender_document_number: name,
    document_issue_date: date,
    document_expiration_date: date,
    sender_country: text({ min: 1, max: 200 })
      .toUpperCase()
      .refine(isCountry, 'Not a country (ISO 3166-1 alpha-2)'),
    sender_city: name,
    current_address: address,
    permanent_address: address,
    profession: name,
    sender_msisdn: maybeEmpty,
    receiver_first_name: optional(maybeEmpty),
    receiver_middle_name: maybeEmpty,
    receiver_last_name: optional(maybeEmpty),
    receiver_birthdate: date,
    receiver_birthplace: name,
    receiver_document_type: z.enum(documentTypes),
    receiver_document_number: name,
    receiver_current_address: optional(addressText({ max: 500 })),
    receiver_permanent_address: optional(addressText({ max: 500 })),
    reason_of_transaction: z.enum(reasonsOfTransaction),
    source_of_funds: z.enum(sourcesOfFunds),
    reason_details: optional(freeText({ max: 200 })),
    provider_name: optional(freeText({ max: 200 })),
    callback_url: optional(webUrl(acceptsUrl).meta({ format: 'uri-reference' })),
    quote_id: optional(text({ min: 1, max: 64 })),
  })
}

export type InboundFields = z.output<ReturnType<typeof inboundSchema>>

export type InboundRequest = {
  fields: InboundFields
  /** Hundredths of the currency. */
  amount: bigint
  currency: SenderCurrency
  operator: NonNullable<InboundFields['operator']>
  /** Digits with country code. */
  customerNumber: string
  parties: TravelRule
}

/** Fields whose invalid values have their own error code. */
const problemOfValue: Record<string, InboundFault['problem']> = {
  sender_document_type: 'sender_document_type',
  reason_of_transaction: 'reason_of_transaction',
  source_of_funds: 'source_of_funds',
  receiver_document_type: 'receiver_document_type',
  currency: 'currency',
  receiver_currency: 'currency',
  operator: 'phone',
  amount: 'amount',
}

/** `request` is set when every single field is valid; remaining faults then depend on the date and the rates. */
export type ReadInbound = { request: InboundRequest | undefined; faults: InboundFault[] }

/** Validates a body. @param overCap whether an amount, in hundredths of its currency, exceeds this merchant's limit. */
export function readInbound(
  schema: ReturnType<typeof inboundSchema>,
  sent: unknown,
  needs: { today: Temporal.PlainDate; overCap: (amount: bigint, currency: SenderCurrency) => boolean },
): ReadInbound {
  const body = isJsonObject(sent) ? trimmed(sent) : {}
  const parsed = schema.safeParse(body)
  const faults = parsed.success ? [] : faultsOf(parsed.error.issues, body)
  const amount = readAmount(body.amount, faults)
  faults.push(...addressFault(body), ...dateFaults(body, needs.today), ...phoneFaults(body, faults))
  const currency = senderCurrencies.find((known) => known === body.currency)
  if (amount !== undefined && currency && needs.overCap(amount, currency))
    faults.push({ field: 'amount', problem: 'sandbox_cap', message: 'More than 1 USD' })
  const phone = typeof body.customer_number === 'string' ? readPhone(body.customer_number.trim()) : undefined
  if (!parsed.success || amount === undefined || !phone?.operator) return { request: undefined, faults }
  const { data: fields } = parsed
  const { operator, digits: customerNumber } = phone
  return {
    request: {
      fields,
      amount,
      currency: fields.currency,
      operator,
      customerNumber,
      parties: partiesOf(fields),
    },
    faults,
  }
}

/** The error response for a body with faults. */
export function refusal(faults: readonly InboundFault[]): Problem {
  const first = precedence.find((problem) => faults.some((fault) => fault.problem === problem))
  const spec: Spec = remittanceProblems[first ?? 'field_missing']
  const errors = faults.map(({ field, message }) => ({ field, message }))
  return new Problem(spec, {}, {}, errors)
}

/** Trims all strings. An empty operator, receiver_currency, callback_url or quote_id counts as absent. */
export function trimmed(body: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    const text = typeof value === 'string' ? value.trim() : value
    if (text !== '' || !absentIfEmpty.has(name)) kept[name] = text
  }
  return kept
}

const absentIfEmpty = new Set(['operator', 'receiver_currency', 'callback_url', 'quote_id'])

/** What is wrong with each field, by the issues of its schema. */
export function faultsOf(issues: readonly z.core.$ZodIssue[], body: Record<string, unknown>): InboundFault[] {
  const faults = new Map<string, InboundFault>()
  for (const issue of issues) {
    const field = String(issue.path[0])
    if (!faults.has(field)) faults.set(field, { field, ...describe(issue, field, body[field]) })
  }
  return [...faults.values()]
}

function describe(issue: z.core.$ZodIssue, field: string, value: unknown): Omit<InboundFault, 'field'> {
  const isEmpty = typeof value === 'string' && value.trim() === ''
  if (value === undefined || value === null || isEmpty)
    return { problem: 'field_missing', message: 'Field required' }
  const reported = (issue as { params?: { problem?: InboundFault['problem']; msg?: string } }).params
  if (reported?.problem) return { problem: reported.problem, message: issue.message }
  if (field.endsWith('amount')) return { problem: 'amount', message: 'Not a number' }
  if (typeof value !== 'string') return { problem: 'field_missing', message: 'Must be a string' }
  if (reported?.msg === unstorable.params.msg)
    return { problem: 'field_missing', message: 'Text has characters that cannot be stored' }
  const ownCode = problemOfValue[field]
  if (issue.code === 'invalid_value' && ownCode)
    return { problem: ownCode, message: `Must be one of ${issue.values.map(String).join(', ')}` }
  if (issue.code === 'too_big')
    return { problem: 'field_missing', message: `Longer than ${Number(issue.maximum)} characters` }
  return { problem: 'field_missing', message: reported?.msg ?? issue.message }
}

export const largestHundredths = 999_999_999_999n
export const amountFault = 'Must be more than 0, at most 9999999999.99, with at most two decimals'

/** Hundredths of a positive JSON number of at most two decimals. */
export function readAmount(sent: unknown, faults: InboundFault[], field = 'amount'): bigint | undefined {
  const digits = decimalNumber.safeParse(sent).data
  if (digits === undefined) return undefined
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(digits)
  const amount = match ? BigInt(match[1] + (match[2] ?? '').padEnd(2, '0')) : undefined
  if (amount !== undefined && amount > 0n && amount <= largestHundredths) return amount
  faults.push({ field, problem: 'amount', message: amountFault })
  return undefined
}

function addressFault(body: Record<string, unknown>): InboundFault[] {
  const isGiven = (value: unknown) =>
    value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '')
  if (isGiven(body.receiver_current_address) || isGiven(body.receiver_permanent_address)) return []
  return [
    {
      field: 'receiver_current_address',
      problem: 'receiver_address',
      message: 'Either this or receiver_permanent_address is required',
    },
  ]
}

function phoneFaults(body: Record<string, unknown>, known: InboundFault[]): InboundFault[] {
  const faults: InboundFault[] = []
  const { customer_number: number, operator, sender_msisdn: sender } = body
  const own = typeof number === 'string' ? readPhone(number.trim())?.operator : undefined
  const isKnown = known.some(({ field }) => field === 'operator')
  if (own && operator !== undefined && operator !== null && !isKnown && operator !== own)
    faults.push({ field: 'operator', problem: 'phone', message: `The number belongs to ${own}` })
  if (typeof sender === 'string' && sender.trim() !== '' && !isPossibleNumber(sender.trim()))
    faults.push({ field: 'sender_msisdn', problem: 'phone', message: 'Not a phone number' })
  return faults
}

/** A sender may live in any country, so the number only has to be dialable. */
function isPossibleNumber(sent: string): boolean {
  return /^\+?\d{6,15}$/.test(typedNumber(sent).replace(/[\s().-]/g, ''))
}

/** Each date is read twice, for its form and for its meaning. */
export const readDate = lastResults(parseDate, 8)

function parseDate(sent: unknown): Temporal.PlainDate | undefined {
  if (typeof sent !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(sent.trim())) return undefined
  try {
    return Temporal.PlainDate.from(sent.trim(), { overflow: 'reject' })
  } catch {
    return undefined
  }
}

type DateFault = FieldFault & { problem: 'date' }

const adultYears = 18
const earliestYear = 1900

/** What the dates of a transfer mean together: ages, and the validity of the sender's document. */
export function dateFaults(body: Record<string, unknown>, today: Temporal.PlainDate): DateFault[] {
  const faults: DateFault[] = []
  const isAfter = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) > 0
  const refuse = (field: string, message: string) => faults.push({ field, problem: 'date', message })
  for (const field of ['sender_birthdate', 'receiver_birthdate']) {
    const born = readDate(body[field])
    if (born && (born.year < earliestYear || isAfter(born, today))) refuse(field, 'Not a date of birth')
    else if (born && field === 'sender_birthdate' && isAfter(born.add({ years: adultYears }), today))
      refuse(field, 'The sender is under 18')
  }
  const issued = readDate(body.document_issue_date)
  const expires = readDate(body.document_expiration_date)
  if (issued && isAfter(issued, today)) refuse('document_issue_date', 'Not issued yet')
  if (issued && expires && isAfter(issued, expires))
    refuse('document_issue_date', 'After document_expiration_date')
  if (expires && isAfter(today, expires)) refuse('document_expiration_date', 'The document has expired')
  return faults
}

/**
 * The originator and beneficiary information that the travel rule requires with each payout (FATF Recommendation 16).
 */
function partiesOf(fields: InboundFields): TravelRule {
  return {
    sender: {
      firstName: fields.sender_first_name,
      middleName: fields.sender_middle_name,
      lastName: fields.sender_last_name,
      birthDate: fields.sender_birthdate,
      birthPlace: fields.sender_birthplace,
      country: fields.sender_country,
      city: fields.sender_city,
      address: fields.current_address,
      msisdn: fields.sender_msisdn.replace(/\D/g, ''),
      profession: fields.profession,
      document: {
        type: fields.sender_document_type,
        number: fields.sender_document_number,
        issued: fields.document_issue_date,
        expires: fields.document_expiration_date,
      },
    },
    receiver: {
      name: fields.expected_receiver_name,
      firstName: fields.receiver_first_name ?? '',
      middleName: fields.receiver_middle_name,
      lastName: fields.receiver_last_name ?? '',
      birthDate: fields.receiver_birthdate,
      birthPlace: fields.receiver_birthplace,
      address: fields.receiver_current_address || fields.receiver_permanent_address || '',
      document: { type: fields.receiver_document_type, number: fields.receiver_document_number },
    },
    purpose: fields.reason_of_transaction,
    sourceOfFunds: fields.source_of_funds,
  }
}
