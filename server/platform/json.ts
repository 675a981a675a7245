// Reads a JSON body strictly. Numbers keep their digits as sent: they arrive as raw JSON, never as binary floats.

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

/** A number of a body, by its text. `JSON.stringify` writes it back as it came. */
export type RawNumber = { readonly rawJSON: string }

const maxDepth = 32

/** The digits of a number of a body; undefined for anything else. */
export function numberText(value: unknown): string | undefined {
  return JSON.isRawJSON(value) ? value.rawJSON : undefined
}

/** Undefined when the bytes are not one JSON value in plain UTF-8 without a byte order mark, duplicate or dangerous keys. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const value = JSON.parse(text, (_key, member, { source }) =>
      typeof member === 'number' ? JSON.rawJSON(source) : member,
    )
    return keysOf(value, 0) === keysWritten(text) ? value : undefined
  } catch {
    return undefined
  }
}

/** In valid JSON a string followed by a colon is a key, so keys can be counted without parsing again. */
function keysWritten(text: string): number {
  let count = 0
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) if (match[1] !== undefined) count += 1
  return count
}

function keysOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return 0
  if (depth >= maxDepth) throw new RangeError('too deep')
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + keysOf(item, depth + 1), 0)
  let count = 0
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') throw new RangeError('refused key')
    count += 1 + keysOf(member, depth + 1)
  }
  return count
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
  const right = withoutTrailingZeros(padded.slice(split))
  return `${negative ? '-' : ''}${left}${right === '' ? '' : `.${right}`}`
}

/** By counting, because a regular expression for trailing zeros is quadratic. */
function withoutTrailingZeros(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '0') end -= 1
  return text.slice(0, end)
}

function withoutLeadingZeros(text: string): string {
  let start = 0
  while (start < text.length - 1 && text[start] === '0') start += 1
  return text.slice(start)
}
