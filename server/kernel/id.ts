// Generates identifiers and secrets. All randomness of the server comes from this file.
import assert from 'node:assert/strict'
import { randomBytes, randomInt, randomUUIDv7 } from 'node:crypto'
import { digitsAndCapitals, easilyRead, hexDigits, maxCells } from './cell.ts'

/**
 * Random text of [A-Z0-9], each character equally likely.
 * @param cell of the row whose code it is: the last two characters name it.
 */
export function randomCode(length: number, cell?: number): string {
  return randomText(length, digitsAndCapitals, cell)
}

/** The same without look-alikes, for codes that people read out and type. */
export function randomReadableCode(length: number, cell?: number): string {
  return randomText(length, easilyRead, cell)
}

function randomText(length: number, alphabet: string, cell?: number): string {
  let text = ''
  const end = cell === undefined ? '' : randomEnd(alphabet, cell)
  while (text.length < length - end.length) text += alphabet[randomInt(alphabet.length)]
  return text + end
}

/** Two characters that name a cell, each such pair equally likely. */
function randomEnd(alphabet: string, cell: number): string {
  assert(cell >= 1 && cell <= maxCells, `ids of rows are made in a cell, not in ${cell}`)
  const pairs = Math.ceil((alphabet.length ** 2 - (cell - 1)) / maxCells)
  const value = cell - 1 + maxCells * randomInt(pairs)
  return `${alphabet[Math.floor(value / alphabet.length)]}${alphabet[value % alphabet.length]}`
}

/** Random digits, for a code that is typed within minutes and locked after a few guesses. */
export function randomDigits(length: number): string {
  return randomText(length, '0123456789')
}

/** A secret of 256 bits as URL-safe text, 43 characters. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Random bytes for a key or an initialisation vector. */
export function randomKey(length: number): Uint8Array {
  return randomBytes(length)
}

/** A UUID that sorts by time of creation, for what lies in no cell: requests, leases, rows of control. */
export function newId(): string {
  return randomUUIDv7()
}

/** A UUID that sorts by time of creation, for a row of a cell, or what finds one from outside. Its last two digits name the cell. */
export function newIdIn(cell: number): string {
  return randomUUIDv7().slice(0, -2) + randomEnd(hexDigits, cell)
}

/** Whether a text is a UUID, in either case. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/** Returns a factor between 1 - spread and 1 + spread, so that many retries do not happen at the same time. */
export function jitter(spread: number): number {
  return 1 - spread + (randomInt(1_000_001) / 1_000_000) * 2 * spread
}
