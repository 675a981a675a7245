// Parses a JSON body strictly and within size limits. Numbers keep their digits as sent and never become binary fractions.
import { isAscii, isUtf8 } from 'node:buffer'
import { formatMoney, money } from '../../../kernel/money.ts'
import { withoutTrailing } from '../../../kernel/text/characters.ts'

declare global {
  interface JSON {
    rawJSON(text: string): RawNumber
    isRawJSON(value: unknown): value is RawNumber
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source: string }) => unknown,
    ): unknown
  }
}

/** A number that `JSON.stringify` writes as this text. */
export type RawNumber = { readonly rawJSON: string }

/** More than any request to this service needs; the cost of parsing, checking and echoing grows with the values. */
const usualValues = 2_000
const maxDepth = 32
/** JavaScript sorts members with integer names and looks them up slowly; no request has any. */
const maxNumberNames = 256

/** The digits of a number from a body; undefined for any other value. A safe integer is given as a JavaScript number. */
export function numberText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  return JSON.isRawJSON(value) ? value.rawJSON : undefined
}

/** True for JSON objects, but not for arrays or for numbers that are represented by their text. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && numberText(value) === undefined
  )
}

/** `over_budget`: the body exceeds its number of values, 2,000 for most requests, or 32 levels. It was not parsed, so it may be malformed as well. */
export type ReadJson = { kind: 'value'; value: unknown } | { kind: 'malformed' | 'over_budget' }

/** `malformed` is anything but one JSON value in plain UTF-8 without byte order mark, duplicate keys or dangerous keys. */
export function readJson(bytes: Uint8Array, maxValues = usualValues): ReadJson {
  const isPlain = isAscii(bytes)
  if (!isPlain && !isUtf8(bytes)) return { kind: 'malformed' }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    isPlain ? 'latin1' : 'utf8',
  )
  const sent = countNames(text, maxValues)
  if (sent === undefined) return { kind: 'over_budget' }
  let kept = 0
  const restored = (_name: string, value: unknown, { source }: { source: string }): unknown => {
    if (typeof value === 'number')
      return Number.isSafeInteger(value) && String(value) === source ? value : JSON.rawJSON(source)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    // guard: json-prototype-key
    if (Object.hasOwn(value, '__proto__')) throw new RangeError('refused key')
    kept += Object.keys(value).length
    return value
  }
  try {
    const value = JSON.parse(text, restored)
    // JSON.parse drops all but the last of several equal keys.
    // guard: json-duplicate-keys
    return kept === sent ? { kind: 'value', value } : { kind: 'malformed' }
  } catch {
    return { kind: 'malformed' }
  }
}

/** A text, even if it is not closed; a sign that structures; or what lies between, such as a number. Takes time linear in the body. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[[{\]}:]|[^\s,:"[\]{}]+/gs

/**
 * Counts the names of members before JSON.parse, which decides whether the body is valid JSON.
 * @returns undefined for a body with too many values, levels or names that begin with a digit, which is read no further.
 */
function countNames(body: string, maxValues: number): number | undefined {
  let values = 0
  let names = 0
  let numberNames = 0
  let depth = 0
  let last = ''
  for (const [piece] of body.matchAll(token)) {
    if (piece === ']' || piece === '}') depth -= 1
    else if (piece === ':') {
      // The text just counted as a value turns out to be a name.
      values -= 1
      names += 1
      if (digitBegins.test(last)) numberNames += 1
      // guard: json-numeric-name-budget
      if (numberNames > maxNumberNames) return undefined
    } else {
      last = piece
      values += 1
      if (piece === '[' || piece === '{') depth += 1
      // guard: json-depth-budget
      if (depth > maxDepth) return undefined
    }
  }
  // guard: json-value-budget
  return values > maxValues ? undefined : names
}

/** Also true when the digit is written as an escape: `\\u0031`. */
const digitBegins = /^"(?:\d|\\u003)/

/** The parsed value, where the reason for a failure does not matter; undefined when `readJson` refuses it. */
export function parseJson(bytes: Uint8Array): unknown {
  const read = readJson(bytes)
  return read.kind === 'value' ? read.value : undefined
}

/** Any JSON number without an exponent and without redundant zeros: "1.50e1" becomes "15". */
export function plainDecimal(digits: string): string {
  const [mantissa = '', exponentText = '0'] = digits.toLowerCase().split('e')
  const negative = mantissa.startsWith('-')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  // Beyond this exponent no number is a valid amount, only too large or too small, so the exact digits no longer matter.
  const exponent = Math.max(-100, Math.min(100, Number(exponentText)))
  const all = whole + fraction
  const point = whole.length + exponent
  const padded = point <= 0 ? '0'.repeat(1 - point) + all : all.padEnd(point, '0')
  const split = point <= 0 ? 1 : point
  const left = withoutLeadingZeros(padded.slice(0, split))
  const right = withoutTrailing(padded.slice(split), '0')
  return `${negative ? '-' : ''}${left}${right === '' ? '' : `.${right}`}`
}

function withoutLeadingZeros(text: string): string {
  let start = 0
  while (start < text.length - 1 && text[start] === '0') start += 1
  return text.slice(start)
}

/** Renders hundredths as a JSON number without trailing zeros; null stays null. */
export function amountNumber(hundredths: bigint): RawNumber
export function amountNumber(hundredths: bigint | null): RawNumber | null
export function amountNumber(hundredths: bigint | null): RawNumber | null {
  return hundredths === null
    ? null
    : JSON.rawJSON(formatMoney(money(hundredths, 'USD')).replace(/\.?0+$/, ''))
}
