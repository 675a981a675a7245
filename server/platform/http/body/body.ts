// Validates what a client sent into what a use case takes. Zod does the checks; all errors are reported at once, one per
// field, in the format of the card service's 422 (type, loc, msg, input).
import { z } from 'zod'
import { withoutCardNumbers } from '../../../kernel/card-number.ts'
import { type Fault, InvalidBody } from '../../../kernel/problem.ts'
import {
  hasContact,
  hasControlCharacters,
  hasDirectionControls,
  hasInvisibleCharacters,
  mixesScripts,
} from '../../../kernel/text/characters.ts'
import { claimsToBeUs } from '../../../kernel/text/name-skeleton.ts'
import { numberText, plainDecimal } from './json.ts'
import { echo } from './masked-input.ts'

/** A validation error of our own inside a zod check. */
type FaultFacts = { type: string; msg: string }

const faultFacts = (type: string, msg: string) => ({ params: { type, msg } satisfies FaultFacts })

const maxText = 1024

/** Characters that databases and merchants' systems cannot store, and that nobody types. */
export const unstorable = faultFacts('value_error', 'Value error, text has characters that cannot be stored')

const mixed = faultFacts('value_error', 'Value error, text mixes letters of several scripts')

const isStorable = (value: string) => value.isWellFormed() && !hasControlCharacters(value)

type Length = { min?: number; max?: number }

/**
 * Trimmed single-line text without control characters and lone surrogates. Text that is too long is not checked any
 * further: matching an email pattern against 60 KB would block the process for seconds.
 */
export function text(options: Length = {}) {
  return bounded(z.string().trim(), options)
}

/** What an admin or a merchant writes in their own words. Card numbers in it are masked before it is stored or shown. */
export function freeText(options: Length = {}) {
  // guard: card-numbers-in-free-text
  return text(options).overwrite(withoutCardNumbers)
}

/** Why somebody did something. */
export const reasonText = () => freeText({ min: 3, max: 500 })

/** The same for an address, whose lines are joined with a space. */
export function addressText(options: Length = {}) {
  return bounded(z.string().trim().overwrite(onOneLine), options)
}

function onOneLine(value: string): string {
  return value.replace(/\r\n|[\r\n]/g, ' ')
}

/** The name of a person or a business: no character of it makes the name look like another one. */
function nameText() {
  return text({ min: 1, max: 200 }).refine((name) => !hasDirectionControls(name), unstorable)
}

/** The name of a person by which rules tell persons apart: it looks like no other name. */
export function personNameText() {
  return nameText()
    .refine((name) => !hasInvisibleCharacters(name), unstorable)
    .refine((name) => !mixesScripts(name), mixed)
}

const contact = faultFacts('value_error', 'Value error, a name has no web address and no telephone number')
const reserved = faultFacts('value_error', 'Value error, this name is reserved')

/** The response to every reserved name: one of its own for the names of our people would list them. */
export const reservedName = (name: string) =>
  new InvalidBody([{ ...reserved.params, loc: ['body', 'name'], input: name }])

/**
 * The name of a merchant, or of its user, that others are shown: it looks like no other name, is not ours, an operator's or an
 * authority's, and advertises nothing.
 */
export function publicNameText() {
  // guard: reserved-names
  const unreserved = personNameText().refine((name) => !claimsToBeUs(name), reserved)
  // guard: contact-in-name
  return unreserved.refine((name) => !hasContact(name), contact)
}

/** Several lines of what somebody wrote, with card numbers masked. A tab, which texts from mails and spreadsheets have, becomes a space. */
export function paragraphs({ min = 0, max = 5_000 }: Length = {}) {
  // guard: card-numbers-in-paragraphs
  return z
    .string()
    .trim()
    .min(min)
    .max(max, { abort: true })
    .overwrite((value) => value.replace(/\r\n?/g, '\n').replaceAll('\t', ' '))
    .refine((value) => isStorable(value.replaceAll('\n', ' ')), unstorable)
    .overwrite(withoutCardNumbers)
}

function bounded(schema: z.ZodString, { min = 0, max = maxText }: Length) {
  return schema.min(min).max(max, { abort: true }).refine(isStorable, unstorable)
}

/** Treats absent, null and undefined alike. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined)
}

/** A JSON number as a plain decimal, without a float in between. Whether it is a valid amount is a business rule. */
export const decimalNumber = z
  .unknown()
  .transform((value, context) => {
    const digits = numberText(value)
    if (digits !== undefined) return plainDecimal(digits)
    const fault =
      value === undefined
        ? faultFacts('missing', 'Field required')
        : faultFacts('float_type', 'Input should be a valid number')
    context.addIssue({ code: 'custom', ...fault })
    return z.NEVER
  })
  .meta({ type: 'number' })

/** An amount above zero with at most ten digits before the point. Whether its decimals fit the currency is a business rule. */
export function positiveAmount(description: string) {
  return decimalNumber
    .refine(
      (digits) => !digits.startsWith('-') && digits !== '0',
      refused('greater_than', 'Input should be greater than 0'),
    )
    .refine(
      (digits) => (digits.split('.')[0] ?? '').length <= 10,
      refused('less_than_equal', 'Input should be less than or equal to 9999999999.99'),
    )
    .meta({ description, exclusiveMinimum: 0, maximum: 9_999_999_999.99 })
}

/** An integer within bounds, from a JSON number. */
export function wholeNumber({ min, max }: { min: number; max: number }) {
  return z
    .unknown()
    .transform((value, context) => {
      const digits = numberText(value)
      const number = digits !== undefined && /^-?\d{1,15}(\.0*)?$/.test(digits) ? Number(digits) : undefined
      const fault =
        value === undefined
          ? faultFacts('missing', 'Field required')
          : number === undefined
            ? faultFacts('int_type', 'Input should be a valid integer')
            : outside(number, min, max)
      if (number !== undefined && !fault) return number
      context.addIssue({ code: 'custom', ...fault })
      return z.NEVER
    })
    .meta({ type: 'integer', minimum: min, maximum: max })
}

/** The same from a query string, where numbers are text. */
export function queryNumber({ min, max }: { min: number; max: number }) {
  return z
    .unknown()
    .transform((value, context) => {
      const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : undefined
      const fault =
        number === undefined
          ? faultFacts('int_parsing', 'Input should be a valid integer, unable to parse string as an integer')
          : outside(number, min, max)
      if (number !== undefined && !fault) return number
      context.addIssue({ code: 'custom', ...fault })
      return z.NEVER
    })
    .meta({ type: 'integer', minimum: min, ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }) })
}

function outside(number: number, min: number, max: number) {
  if (number < min) return faultFacts('greater_than_equal', `Input should be greater than or equal to ${min}`)
  if (number > max) return faultFacts('less_than_equal', `Input should be less than or equal to ${max}`)
  return undefined
}

const timeWithZone = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)?$/

/** An ISO 8601 time with an offset. */
export function instant() {
  return text({ max: 40 })
    .meta({ format: 'date-time' })
    .transform((value, context) => {
      const [, , , zone] = timeWithZone.exec(value) ?? []
      const time = zone === undefined ? undefined : parseInstant(value)
      if (time) return time
      context.addIssue({
        code: 'custom',
        ...(timeWithZone.test(value) && zone === undefined
          ? faultFacts('timezone_aware', 'Input should have timezone info')
          : faultFacts('datetime_parsing', 'Input should be a valid datetime')),
      })
      return z.NEVER
    })
}

function parseInstant(text: string): Temporal.Instant | undefined {
  try {
    return Temporal.Instant.from(text.replace(' ', 'T'))
  } catch {
    return undefined
  }
}

const maxUrl = 2048

/** An absolute http or https URL that a browser or our own client could call. Every defect is reported the same way. */
export function webUrl(accepts: (url: URL) => boolean = () => true) {
  return z
    .string()
    .trim()
    .refine(
      (value) => {
        const url = parseAbsoluteUrl(value)
        return (
          url !== null &&
          url.username === '' &&
          url.password === '' &&
          url.hostname !== '' &&
          url.port !== '0' &&
          accepts(url)
        )
      },
      faultFacts('url_parsing', 'Input should be a valid URL'),
    )
    .meta({ format: 'uri', maxLength: maxUrl })
}

/** URL parsers tolerate one slash or three, backslashes and tabs; such text is not an absolute URL here. */
function parseAbsoluteUrl(value: string): URL | null {
  const isAbsolute =
    value.length <= maxUrl && isStorable(value) && /^https?:\/\/[^\s\\/][^\s\\]*$/i.test(value)
  return isAbsolute ? URL.parse(value) : null
}

/** An object inside a body. Numbers are refused, although `json.ts` represents some of them by objects. */
export function nested<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess((value) => (numberText(value) === undefined ? value : Number.NaN), z.object(shape))
}

export function refused(type: string, msg: string) {
  return faultFacts(type, msg)
}

/** Returns the value as parsed by the schema. @throws InvalidBody with every error. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
  part: 'body' | 'query' | 'path',
): z.output<Schema> {
  const result = schema.safeParse(numberText(sent) === undefined ? sent : Number.NaN)
  if (result.success) return result.data
  throw new InvalidBody(faultsOf(result.error.issues, sent, part))
}

function faultsOf(issues: readonly z.core.$ZodIssue[], sent: unknown, part: string): Fault[] {
  const first = new Map<string, Fault>()
  for (const issue of issues) {
    const path = issue.path as (string | number)[]
    const key = JSON.stringify(path)
    if (first.has(key)) continue
    const value = path.reduce<unknown>(
      (at, step) => (at as Record<string | number, unknown> | undefined)?.[step],
      sent,
    )
    const { type, msg } = describe(issue, value)
    first.set(key, { type, loc: [part, ...path], msg, input: echo(value, path) })
  }
  return [...first.values()]
}

const typeNames: Record<string, FaultFacts> = {
  string: { type: 'string_type', msg: 'Input should be a valid string' },
  boolean: { type: 'bool_type', msg: 'Input should be a valid boolean' },
  array: { type: 'list_type', msg: 'Input should be a valid list' },
  object: {
    type: 'model_attributes_type',
    msg: 'Input should be a valid dictionary or object to extract fields from',
  },
}

function describe(issue: z.core.$ZodIssue, value: unknown): FaultFacts {
  switch (issue.code) {
    case 'custom':
      return (issue.params as FaultFacts | undefined) ?? { type: 'value_error', msg: issue.message }
    case 'invalid_type':
      return value === undefined
        ? { type: 'missing', msg: 'Field required' }
        : (typeNames[issue.expected] ?? typeNames.string!)
    case 'too_small':
      return {
        type: 'string_too_short',
        msg: `String should have at least ${characters(Number(issue.minimum))}`,
      }
    case 'too_big':
      if (issue.origin === 'array')
        return { type: 'too_long', msg: `List should have at most ${items(Number(issue.maximum))}` }
      return {
        type: 'string_too_long',
        msg: `String should have at most ${characters(Number(issue.maximum))}`,
      }
    case 'invalid_format':
      return {
        type: 'string_pattern_mismatch',
        msg: `String should match pattern '${(issue as { pattern?: string }).pattern?.slice(1, -1) ?? ''}'`,
      }
    case 'invalid_value':
      return value === undefined
        ? { type: 'missing', msg: 'Field required' }
        : {
            type: 'literal_error',
            msg: `Input should be ${issue.values.map((allowed) => `'${String(allowed)}'`).join(' or ')}`,
          }
    default:
      return { type: 'value_error', msg: 'Value error' }
  }
}

const characters = (count: number) => `${count} character${count === 1 ? '' : 's'}`
const items = (count: number) => `${count} item${count === 1 ? '' : 's'}`
