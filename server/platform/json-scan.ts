// What is looked at in the text of a JSON body before it is parsed: how much it asks for, and the digits of its numbers.
// One pass that steps over strings, blanks and digits; whether the text is JSON at all is left to JSON.parse.

/** More than any request of this service needs; parsing, checking and echoing a body cost by its values. */
export const maxValues = 2_000
export const maxDepth = 32

/**
 * `within`: its numbers but short whole ones are kept as `numbers`, and stand in `text` as 0.5, 1.5, 2.5 and so on.
 * `over`: more values or levels than allowed, found at the character `at`; nothing behind it was read.
 */
export type ScannedJson =
  | { kind: 'within'; text: string; numbers: readonly string[]; keys: number }
  | { kind: 'over'; at: number }
  | { kind: 'malformed' }

const quote = 0x22
const comma = 0x2c
const minus = 0x2d
const dot = 0x2e
const zero = 0x30
const nine = 0x39
const colon = 0x3a
const backslash = 0x5c

/** The same value as a binary number as it has as text. */
const mostExactDigits = 15
/** A longer run of blanks is left out of the text, so that it is not stepped over twice. */
const longBlank = 64
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const blanks = /[ \t\n\r]*/y

/** @param text of one byte a character, as `latin1`: bytes of longer UTF-8 sequences are never those of JSON's own signs. */
export function scanJson(text: string): ScannedJson {
  const { length } = text
  const numbers: string[] = []
  let rewritten = ''
  let copied = 0
  let values = 0
  let keys = 0
  let depth = 0
  let at = 0
  while (at < length) {
    const sign = text.charCodeAt(at)
    if (isBlank(sign)) {
      const end = blanksEnd(text, at)
      if (end - at > longBlank) {
        rewritten += text.slice(copied, at + 1)
        copied = end
      }
      at = end
      continue
    }
    if (sign === comma || sign === 0x5d || sign === 0x7d) {
      if (sign !== comma) depth -= 1
      at += 1
      continue
    }
    if (sign === colon) {
      // What was counted as a value turns out to be a key.
      values -= 1
      keys += 1
      at += 1
      continue
    }
    values += 1
    // The last one may be a key still.
    if (values > maxValues + 1) return { kind: 'over', at }
    if (sign === quote) {
      at = stringEnd(text, at + 1)
      if (at === 0) return { kind: 'malformed' }
    } else if (sign === 0x5b || sign === 0x7b) {
      depth += 1
      if (depth > maxDepth) return { kind: 'over', at }
      at += 1
    } else if (sign === minus || isDigit(sign)) {
      const short = sign === minus ? at : shortIntegerEnd(text, at)
      if (short > at) at = short
      else {
        number.lastIndex = at
        // What stands for the number may not be lengthened by what follows it.
        if (!number.test(text) || isOfNumber(text.charCodeAt(number.lastIndex))) return { kind: 'malformed' }
        rewritten += `${text.slice(copied, at)}${numbers.length}.5`
        numbers.push(text.slice(at, number.lastIndex))
        at = number.lastIndex
        copied = at
      }
    } else {
      // `true`, `false` and `null`: a letter more is stepped over as a value of its own, and refused by JSON.parse.
      at += sign === 0x66 ? 5 : 4
    }
  }
  if (values > maxValues) return { kind: 'over', at }
  return { kind: 'within', text: copied === 0 ? text : rewritten + text.slice(copied), numbers, keys }
}

function isBlank(sign: number): boolean {
  return sign === 0x20 || sign === 0x0a || sign === 0x0d || sign === 0x09
}

function isDigit(sign: number): boolean {
  return sign >= zero && sign <= nine
}

function isOfNumber(sign: number): boolean {
  return isDigit(sign) || sign === dot || sign === minus || sign === 0x2b || sign === 0x65 || sign === 0x45
}

/** A few blanks one by one, many by a regular expression, which is faster but costs something to begin with. */
function blanksEnd(text: string, start: number): number {
  const near = Math.min(text.length, start + 4)
  let end = start + 1
  while (end < near && isBlank(text.charCodeAt(end))) end += 1
  if (end < near) return end
  blanks.lastIndex = end
  blanks.test(text)
  return blanks.lastIndex
}

/** Behind the closing quote; 0 where there is none. */
function stringEnd(text: string, start: number): number {
  const end = text.indexOf('"', start)
  if (end === -1) return 0
  if (end === start || text.charCodeAt(end - 1) !== backslash) return end + 1
  for (let at = text.indexOf('\\', start); at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) return at + 1
    if (sign === backslash) at += 1
  }
  return 0
}

/** The end of a whole number that a binary one holds exactly; `start` where it is none. */
function shortIntegerEnd(text: string, start: number): number {
  const near = Math.min(text.length, start + mostExactDigits + 1)
  let end = start + 1
  while (end < near && isDigit(text.charCodeAt(end))) end += 1
  const next = end < text.length ? text.charCodeAt(end) : 0
  return !isOfNumber(next) && end - start <= mostExactDigits ? end : start
}
