// Scans the bytes of a JSON body before it is parsed: enforces limits on its size and structure, and preserves the digits of
// its numbers. It is one pass that skips strings, whitespace and digits; JSON.parse decides whether the body is valid JSON.

/** More than any request to this service needs; the cost of parsing, checking and echoing grows with the values. */
export const maxValues = 2_000
export const maxDepth = 32
/** JavaScript sorts members with integer names and looks them up slowly; no request has any. */
export const maxNumberNames = 256

/**
 * `within`: `numbers` holds where each number other than a short integer begins in the body, and in `bytes` these numbers
 * are replaced by 0.5, 1.5, 2.5 and so on; they are valid until the next scan. `over`: too many values, levels or names that begin with a digit, detected at
 * byte `at`; nothing after it was read.
 */
export type ScannedJson =
  | { kind: 'within'; bytes: Buffer; numbers: readonly number[]; keys: number }
  | { kind: 'over'; at: number }
  | { kind: 'malformed' }

const blank = 0x20
const quote = 0x22
const plus = 0x2b
const comma = 0x2c
const minus = 0x2d
const dot = 0x2e
const zero = 0x30
const nine = 0x39
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** Up to this many digits, a binary floating-point number has exactly the value of its text. */
const maxExactDigits = 15

/** @param bytes UTF-8, whose multi-byte sequences never contain the bytes of JSON's own characters. */
export function scanJson(bytes: Buffer): ScannedJson {
  const { length } = bytes
  const firstWord = -bytes.byteOffset & 3
  const words = wordsOf(bytes, firstWord)
  const rewriting = new Rewriting(bytes)
  let values = 0
  let keys = 0
  let numberNames = 0
  let depth = 0
  let lastText = 0
  let at = 0
  while (at < length) {
    const sign = bytes[at] as number
    if (sign === comma) at += 1
    else if (sign <= blank) at = endOfBlanks(bytes, at + 1, words, firstWord)
    else if (sign === closeBracket || sign === closeBrace) {
      depth -= 1
      at += 1
    } else if (sign === colon) {
      // The string just counted as a value turns out to be a key.
      values -= 1
      keys += 1
      if (beginsWithDigit(bytes, lastText)) numberNames += 1
      // guard: json-numeric-name-budget
      if (numberNames > maxNumberNames) return { kind: 'over', at }
      at += 1
    } else {
      values += 1
      // The last one may still turn out to be a key.
      // guard: json-value-budget
      if (values > maxValues + 1) return { kind: 'over', at }
      if (sign === quote) {
        lastText = at + 1
        at = endOfString(bytes, lastText)
        if (at === 0) return { kind: 'malformed' }
      } else if (sign === openBracket || sign === openBrace) {
        depth += 1
        // guard: json-depth-budget
        if (depth > maxDepth) return { kind: 'over', at }
        at += 1
      } else if (sign === minus || isDigit(sign)) {
        const whole = digitsEnd(bytes, sign === minus ? at + 1 : at)
        if (isShortInteger(bytes, at, whole)) at = whole
        else {
          const end = numberEnd(bytes, at, whole)
          if (end === 0) return { kind: 'malformed' }
          rewriting.replaceNumber(at, end)
          at = end
        }
      } else {
        // `true`, `false` and `null`. A surplus letter is skipped as a value of its own and refused by JSON.parse.
        at += sign === 0x66 ? 5 : 4
      }
    }
  }
  if (values > maxValues) return { kind: 'over', at }
  return { kind: 'within', bytes: rewriting.result(), numbers: rewriting.numbers, keys }
}

/** Bodies up to this size are rewritten in memory that all scans share, which is cheaper than memory of their own. */
const usualBytes = 8 * 1024
/** A placeholder can be up to four bytes longer than its number. */
const maxGrowth = 4 * (maxValues + 1)
const scratch = Buffer.alloc(usualBytes + maxGrowth)

/** Builds the body with placeholders for its numbers; without any numbers it is the body itself. */
class Rewriting {
  readonly numbers: number[] = []
  private readonly from: Buffer
  private to: Buffer
  private copied = 0
  private filled = 0

  constructor(from: Buffer) {
    this.from = from
    this.to = from
  }

  replaceNumber(start: number, end: number): void {
    const index = this.numbers.length
    const { length } = this.from
    if (index === 0) this.to = length <= usualBytes ? scratch : Buffer.allocUnsafeSlow(length + maxGrowth)
    this.copyUntil(start)
    this.write(index)
    this.numbers.push(start)
    this.copied = end
  }

  result(): Buffer {
    if (this.numbers.length === 0) return this.from
    this.copyUntil(this.from.length)
    return this.to.subarray(0, this.filled)
  }

  private copyUntil(end: number): void {
    const { from, to, copied, filled } = this
    const count = end - copied
    if (count > 64) from.copy(to, filled, copied, end)
    else for (let i = 0; i < count; i += 1) to[filled + i] = from[copied + i] as number
    this.filled = filled + count
  }

  private write(index: number): void {
    const to = this.to
    let at = this.filled
    if (index > 999) to[at++] = zero + Math.floor(index / 1000)
    if (index > 99) to[at++] = zero + (Math.floor(index / 100) % 10)
    if (index > 9) to[at++] = zero + (Math.floor(index / 10) % 10)
    to[at++] = zero + (index % 10)
    to[at++] = dot
    to[at++] = zero + 5
    this.filled = at
  }
}

/** Also true when the digit is written as an escape: `\\u0031`. */
function beginsWithDigit(bytes: Buffer, start: number): boolean {
  const sign = bytes[start] as number
  return isDigit(sign) || (sign === backslash && bytes[start + 4] === 0x33)
}

function isDigit(sign: number): boolean {
  return sign >= zero && sign <= nine
}

/** The characters of a number: digits, signs, point and exponent. A table, because it is used at the end of every number. */
const ofNumber = new Uint8Array(256)
for (const sign of Buffer.from('0123456789+-.eE')) ofNumber[sign] = 1

function isExponent(sign: number): boolean {
  return sign === 0x65 || sign === 0x45
}

/** The bytes as 32-bit words, from the first aligned address. */
function wordsOf({ buffer, byteOffset, length }: Buffer, firstWord: number): Int32Array {
  return new Int32Array(buffer, byteOffset + firstWord, Math.max(0, (length - firstWord) >> 2))
}

/** Control characters are skipped like whitespace: JSON.parse refuses them. */
function endOfBlanks(bytes: Buffer, start: number, words: Int32Array, firstWord: number): number {
  const nextWord = start + ((firstWord - start) & 3)
  const at = nearBlanksEnd(bytes, start, Math.min(nextWord, bytes.length))
  if (at < nextWord) return at
  const end = firstWord + (blankWordsEnd(words, (at - firstWord) >> 2) << 2)
  return nearBlanksEnd(bytes, end, bytes.length)
}

function nearBlanksEnd(bytes: Buffer, start: number, most: number): number {
  let at = start
  while (at < most && (bytes[at] as number) <= blank) at += 1
  return at
}

/** Skips four bytes at a time, which is twice as fast. */
function blankWordsEnd(words: Int32Array, start: number): number {
  const lastFour = words.length - 4
  let at = start
  while (at <= lastFour) {
    const four = lifted(words[at]!) | lifted(words[at + 1]!) | lifted(words[at + 2]!) | lifted(words[at + 3]!)
    if ((four & highestBits) !== 0) break
    at += 4
  }
  while (at < words.length && (lifted(words[at]!) & highestBits) === 0) at += 1
  return at
}

const highestBits = 0x80808080 | 0

/** Has the highest bit of a byte set exactly when that byte, or a lower one, is greater than a space. */
function lifted(word: number): number {
  return word | (word + 0x5f5f5f5f)
}

/** Checks the first bytes one by one, then searches, which is faster but costs more to start. 0 when the string is not closed. */
function endOfString(bytes: Buffer, start: number): number {
  const near = Math.min(bytes.length, start + 40)
  let at = start
  while (at < near) {
    const sign = bytes[at] as number
    if (sign === quote) return at + 1
    at += sign === backslash ? 2 : 1
  }
  if (at >= bytes.length) return 0
  const end = bytes.indexOf(quote, at)
  if (end === -1) return 0
  if (end === at || bytes[end - 1] !== backslash) return end + 1
  for (; at < bytes.length; at += 1) {
    const sign = bytes[at] as number
    if (sign === quote) return at + 1
    if (sign === backslash) at += 1
  }
  return 0
}

/** True for an integer that a float holds exactly, sign included. Redundant zeros are refused by JSON.parse. */
function isShortInteger(bytes: Buffer, start: number, end: number): boolean {
  const isMinusZero = bytes[start] === minus && start + 1 < end && bytes[start + 1] === zero
  return end - start <= maxExactDigits && !isMinusZero && !goesOn(bytes, end)
}

/**
 * Returns 0 when this is not a number, or when the bytes after it could extend its placeholder.
 * @param wholeEnd index after the leading digits.
 */
function numberEnd(bytes: Buffer, start: number, wholeEnd: number): number {
  const whole = bytes[start] === minus ? start + 1 : start
  if (wholeEnd === whole || (bytes[whole] === zero && wholeEnd > whole + 1)) return 0
  let at = wholeEnd
  if (at < bytes.length && bytes[at] === dot) {
    const fraction = at + 1
    at = digitsEnd(bytes, fraction)
    if (at === fraction) return 0
  }
  if (at < bytes.length && isExponent(bytes[at] as number)) {
    const isSigned = at + 1 < bytes.length && (bytes[at + 1] === plus || bytes[at + 1] === minus)
    const exponent = isSigned ? at + 2 : at + 1
    at = digitsEnd(bytes, exponent)
    if (at === exponent) return 0
  }
  // guard: json-number-end
  return goesOn(bytes, at) ? 0 : at
}

function goesOn(bytes: Buffer, end: number): boolean {
  return end < bytes.length && ofNumber[bytes[end] as number] === 1
}

function digitsEnd(bytes: Buffer, start: number): number {
  const { length } = bytes
  let end = start
  while (end < length && isDigit(bytes[end] as number)) end += 1
  return end
}
