// Reads a JSON body strictly, within a budget of work. Numbers keep their digits as sent, never as binary fractions.
import { isAscii, isUtf8 } from 'node:buffer'
import { withoutTrailing } from '../../../kernel/text-end.ts'
import { scanJson } from './json-scan.ts'

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

/** A number that `JSON.stringify` writes as its text says. */
export type RawNumber = { readonly rawJSON: string }

/** A number of a body, by its place there. `JSON.stringify` writes it back as it came. */
class SentNumber {
  private readonly body: string
  private readonly at: number

  /** @param body of one byte a character. */
  constructor(body: string, at: number) {
    this.body = body
    this.at = at
  }

  get text(): string {
    numberSigns.lastIndex = this.at
    return numberSigns.exec(this.body)?.[0] as string
  }

  toJSON(): RawNumber {
    return JSON.rawJSON(this.text)
  }
}
const numberSigns = /[-+.0-9eE]+/y

/** The digits of a number of a body; undefined for anything else. A short whole number is its own text. */
export function numberText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  if (value instanceof SentNumber) return value.text
  return JSON.isRawJSON(value) ? value.rawJSON : undefined
}

/** An object of JSON, which a number by its text is not, nor an array. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && numberText(value) === undefined
  )
}

/** `over_budget`: more than 2,000 values or 32 levels. Then it was not parsed, and may be malformed as well. */
export type ReadJson = { kind: 'value'; value: unknown } | { kind: 'malformed' | 'over_budget' }

/** Malformed is what is not one JSON value in plain UTF-8 without a byte order mark, duplicate or dangerous keys. */
export function readJson(bytes: Uint8Array): ReadJson {
  const isPlain = isAscii(bytes)
  if (!isPlain && !isUtf8(bytes)) return { kind: 'malformed' }
  const sent = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const scanned = scanJson(sent)
  if (scanned.kind === 'over') return { kind: 'over_budget' }
  if (scanned.kind === 'malformed') return scanned
  try {
    const parsed: unknown = JSON.parse(scanned.bytes.toString(isPlain ? 'latin1' : 'utf8'))
    if (scanned.keys === 0 && scanned.numbers.length === 0) return { kind: 'value', value: parsed }
    const restored = restoreNumbers(parsed, scanned.numbers, sent)
    return restored.keys === scanned.keys ? { kind: 'value', value: restored.value } : { kind: 'malformed' }
  } catch {
    return { kind: 'malformed' }
  }
}

/** The value of JSON that nobody is told the faults of; undefined when `readJson` refuses it. */
export function parseJson(bytes: Uint8Array): unknown {
  const read = readJson(bytes)
  return read.kind === 'value' ? read.value : undefined
}

/**
 * Puts the digits of numbers where they stood, and counts keys: JSON.parse drops all but the last of equal ones.
 * @throws RangeError for a key that reaches for a prototype
 */
function restoreNumbers(
  parsed: unknown,
  numbers: readonly number[],
  sent: Buffer,
): { value: unknown; keys: number } {
  const body = numbers.length === 0 ? '' : sent.toString('latin1')
  let keys = 0
  function restored(value: unknown): unknown {
    if (typeof value === 'number') {
      // Only what stands for a number has a fraction.
      return Number.isInteger(value) ? value : new SentNumber(body, numbers[value - 0.5] as number)
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(restored)
    const members = value as Record<string, unknown>
    if (Object.hasOwn(members, '__proto__')) throw new RangeError('refused key')
    const names = Object.keys(members)
    keys += names.length
    for (const name of names) {
      const member = members[name]
      if (typeof member === 'object' || typeof member === 'number') members[name] = restored(member)
    }
    return members
  }
  return { value: restored(parsed), keys }
}

/** Any JSON number written without an exponent and without needless zeros: "1.50e1" is "15". */
export function plainDecimal(digits: string): string {
  const [mantissa = '', exponentText = '0'] = digits.toLowerCase().split('e')
  const negative = mantissa.startsWith('-')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  // Beyond this nothing is an amount any more, only far too large or too fine; the digits themselves stop mattering.
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
