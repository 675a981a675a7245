// Generates identifiers and secrets. All randomness of the server comes from this file.
import { randomBytes, randomInt, randomUUIDv7 } from 'node:crypto'

const upperAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Without 0, O, 1, I and L, which are easily confused when a code is copied by eye. */
const easilyRead = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Random text of [A-Z0-9], each character equally likely. */
export function randomCode(length: number): string {
  return randomText(length, upperAndDigits)
}

/** Random upper-case text without look-alikes, for codes that people read out and type. */
export function randomReadableCode(length: number): string {
  return randomText(length, easilyRead)
}

function randomText(length: number, alphabet: string): string {
  let text = ''
  for (let i = 0; i < length; i++) text += alphabet[randomInt(alphabet.length)]
  return text
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

/** A UUID that sorts by time of creation. */
export function newId(): string {
  return randomUUIDv7()
}

/** Whether a text is a UUID, in either case. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/** Returns a factor between 1 - spread and 1 + spread, so that many retries do not happen at the same time. */
export function jitter(spread: number): number {
  return 1 - spread + (randomInt(1_000_001) / 1_000_000) * 2 * spread
}
