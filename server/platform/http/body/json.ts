// Parses a JSON body strictly and within size limits. Numbers keep their digits as sent and never become binary fractions.
import { isAscii, isUtf8 } from 'node:buffer'
import { withoutTrailing } from '../../../kernel/text/characters.ts'
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

/** A number that `JSON.stringify` writes as this text. */
export type RawNumber = { readonly rawJSON: string }

/** A number referenced by its position in the body. `JSON.stringify` writes it back as it was sent. */
class SentNumber {
  private readonly body: string
  private readonly at: number

  /** @param body the body as Latin-1 text, one character per byte. */
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

/** The digits of a number from a body; undefined for any other value. A short integer is given as a JavaScript number. */
export function numberText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  if (value instanceof SentNumber) return value.text
  return JSON.isRawJSON(value) ? value.rawJSON : undefined
}

/** True for JSON objects, but not for arrays or for numbers that are represented by their text. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && numberText(value) === undefined
  )
}

/** `over_budget`: the body exceeds 2,000 values or 32 levels. It was not parsed, so it may be malformed as well. */
export type ReadJson = { kind: 'value'; value: unknown } | { kind: 'malformed' | 'over_budget' }

/** `malformed` is anything but one JSON value in plain UTF-8 without byte order mark, duplicate keys or dangerous keys. */
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
    // guard: json-duplicate-keys
    return restored.keys === scanned.keys ? { kind: 'value', value: restored.value } : { kind: 'malformed' }
  } catch {
    return { kind: 'malformed' }
  }
}

/** The parsed value, where the reason for a failure does not matter; undefined when `readJson` refuses it. */
export function parseJson(bytes: Uint8Array): unknown {
  const read = readJson(bytes)
  return read.kind === 'value' ? read.value : undefined
}

/**
 * Restores the digits of numbers and counts keys: JSON.parse drops all but the last of several equal keys.
 * @throws RangeError for a key that would set a prototype.
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
      // Only the placeholders have a fraction.
      return Number.isInteger(value) ? value : new SentNumber(body, numbers[value - 0.5] as number)
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(restored)
    const members = value as Record<string, unknown>
    // guard: json-prototype-key
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
