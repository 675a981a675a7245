// What is looked at in the bytes of a JSON body before it is parsed: how much it asks for, and the digits of its numbers.
// One pass over the bytes, which steps over strings, blanks and digits; whether it is JSON at all is left to JSON.parse.

/** More than any request of this service needs; parsing, checking and echoing a body cost by its values. */
export const maxValues = 2_000
export const maxDepth = 32

/**
 * `within`: its numbers but short whole ones begin in the body at `numbers`, and stand in `bytes` as 0.5, 1.5, 2.5 and
 * so on. `over`: more values or levels than allowed, found at the byte `at`; nothing behind it was read.
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

/** The same value as a binary number as it has as text. */
const mostExactDigits = 15

/** @param bytes of UTF-8, in which the bytes of longer sequences are never those of JSON's own signs. */
export function scanJson(bytes: Buffer): ScannedJson {
  const { length } = bytes
  const words = wordsOf(bytes)
  const rewriting = new Rewriting(bytes)
  let values = 0
  let keys = 0
  let depth = 0
  let at = 0
  while (at < length) {
    const sign = bytes[at] as number
    if (sign === comma) at += 1
    else if (sign <= blank) at = blanksEnd(bytes, words, at + 1)
    else if (sign === closeBracket || sign === closeBrace) {
      depth -= 1
      at += 1
    } else if (sign === colon) {
      // What was counted as a value turns out to be a key.
      values -= 1
      keys += 1
      at += 1
    } else {
      values += 1
      // The last one may be a key still.
      if (values > maxValues + 1) return { kind: 'over', at }
      if (sign === quote) {
        at = stringEnd(bytes, at + 1)
        if (at === 0) return { kind: 'malformed' }
      } else if (sign === openBracket || sign === openBrace) {
        depth += 1
        if (depth > maxDepth) return { kind: 'over', at }
        at += 1
      } else if (sign === minus || isDigit(sign)) {
        const short = sign === minus ? at : shortIntegerEnd(bytes, at)
        if (short > at) at = short
        else {
          const end = numberEnd(bytes, at)
          if (end === 0) return { kind: 'malformed' }
          rewriting.replaceNumber(at, end)
          at = end
        }
      } else {
        // `true`, `false` and `null`: a letter more is stepped over as a value of its own, and refused by JSON.parse.
        at += sign === 0x66 ? 5 : 4
      }
    }
  }
  if (values > maxValues) return { kind: 'over', at }
  return { kind: 'within', bytes: rewriting.result(), numbers: rewriting.numbers, keys }
}

/** The body with something else in the place of its numbers; without any it is the body itself. */
class Rewriting {
  readonly numbers: number[] = []
  readonly #from: Buffer
  #to: Buffer
  #copied = 0
  #filled = 0

  constructor(from: Buffer) {
    this.#from = from
    this.#to = from
  }

  replaceNumber(start: number, end: number): void {
    const index = this.numbers.length
    // What stands for a number may be longer than it by four bytes.
    if (index === 0) this.#to = Buffer.allocUnsafeSlow(this.#from.length + 4 * (maxValues + 1))
    this.#copyUntil(start)
    this.#write(index)
    this.numbers.push(start)
    this.#copied = end
  }

  result(): Buffer {
    if (this.numbers.length === 0) return this.#from
    this.#copyUntil(this.#from.length)
    return this.#to.subarray(0, this.#filled)
  }

  #copyUntil(end: number): void {
    const [from, to] = [this.#from, this.#to]
    if (end - this.#copied > 64) {
      from.copy(to, this.#filled, this.#copied, end)
      this.#filled += end - this.#copied
    } else for (let i = this.#copied; i < end; i += 1) to[this.#filled++] = from[i] as number
  }

  #write(index: number): void {
    const to = this.#to
    let at = this.#filled
    if (index > 999) to[at++] = zero + Math.floor(index / 1000)
    if (index > 99) to[at++] = zero + (Math.floor(index / 100) % 10)
    if (index > 9) to[at++] = zero + (Math.floor(index / 10) % 10)
    to[at++] = zero + (index % 10)
    to[at++] = dot
    to[at++] = zero + 5
    this.#filled = at
  }
}

function isDigit(sign: number): boolean {
  return sign >= zero && sign <= nine
}

/** What a number consists of: its digits, signs, point and exponent. */
function isOfNumber(sign: number): boolean {
  return isDigit(sign) || sign === dot || sign === minus || sign === plus || isExponent(sign)
}

function isExponent(sign: number): boolean {
  return sign === 0x65 || sign === 0x45
}

/** The bytes four by four, from the first of an address that words may have. */
function wordsOf({ buffer, byteOffset, length }: Buffer): Int32Array {
  const skipped = -byteOffset & 3
  return new Int32Array(buffer, byteOffset + skipped, Math.max(0, (length - skipped) >> 2))
}

/** Control characters are stepped over like blanks: JSON.parse refuses them. */
function blanksEnd(bytes: Buffer, words: Int32Array, start: number): number {
  const { length } = bytes
  const first = words.byteOffset - bytes.byteOffset
  let at = start
  while (at < length && (bytes[at] as number) <= blank) {
    at += 1
    if (((at - first) & 3) === 0 && at >= first) {
      let word = (at - first) >> 2
      // No byte of the four has its highest bit set, alone or with what is missing to that from the sign after a blank.
      while (word < words.length && ((words[word]! | (words[word]! + 0x5f5f5f5f)) & 0x80808080) === 0) word += 1
      at = first + (word << 2)
    }
  }
  return at
}

/** A few signs one by one, many by a search, which is faster but costs something to begin with. 0 where there is no end. */
function stringEnd(bytes: Buffer, start: number): number {
  const near = Math.min(bytes.length, start + 24)
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

/** The end of a whole number that a binary one holds exactly; `start` where it is none. */
function shortIntegerEnd(bytes: Buffer, start: number): number {
  const end = digitsEnd(bytes, start, Math.min(bytes.length, start + mostExactDigits + 1))
  const isShort = end - start <= mostExactDigits && !(end < bytes.length && isOfNumber(bytes[end] as number))
  return isShort ? end : start
}

/** 0 where it is none, or what follows it might make what stands for it longer. */
function numberEnd(bytes: Buffer, start: number): number {
  const { length } = bytes
  const whole = bytes[start] === minus ? start + 1 : start
  let at = bytes[whole] === zero ? whole + 1 : digitsEnd(bytes, whole, length)
  if (at === whole) return 0
  if (at < length && bytes[at] === dot) {
    const fraction = at + 1
    at = digitsEnd(bytes, fraction, length)
    if (at === fraction) return 0
  }
  if (at < length && isExponent(bytes[at] as number)) {
    const sign = bytes[at + 1]
    const exponent = sign === plus || sign === minus ? at + 2 : at + 1
    at = digitsEnd(bytes, exponent, length)
    if (at === exponent) return 0
  }
  return at < length && isOfNumber(bytes[at] as number) ? 0 : at
}

function digitsEnd(bytes: Buffer, start: number, most: number): number {
  let end = start
  while (end < most && isDigit(bytes[end] as number)) end += 1
  return end
}
