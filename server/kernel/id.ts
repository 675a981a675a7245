// Every identifier and secret is made here. All randomness of the server comes from this file.
import { randomBytes, randomInt, randomUUIDv7 } from 'node:crypto'

const upperAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Random text of [A-Z0-9], each character equally likely. */
export function randomCode(length: number): string {
  let code = ''
  for (let i = 0; i < length; i++) code += upperAndDigits[randomInt(upperAndDigits.length)]
  return code
}

/** A secret of 256 bits as URL-safe text, 43 characters. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Random bytes for a key or an initialisation vector. */
export function randomKey(length: number): Uint8Array {
  return randomBytes(length)
}

/** A UUID that sorts by time of making. */
export function newId(): string {
  return randomUUIDv7()
}

/** A factor between 1 - spread and 1 + spread, to keep retries of many from falling together. */
export function jitter(spread: number): number {
  return 1 - spread + (randomInt(1_000_001) / 1_000_000) * 2 * spread
}
