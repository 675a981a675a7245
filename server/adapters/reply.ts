// Lenient schemas for replies of upstreams: whatever is missing, malformed, too long or contains control characters or lone
// surrogates, which cannot be stored, is read as absent, and an absent value never makes a success.
import { z } from 'zod'
import { type Currency, type Money, minorDigits, parseMoney } from '../kernel/money.ts'

export const text = z
  .string()
  .regex(/^[^\p{Cc}\p{Cs}]{1,8192}$/u)
  .optional()
  .catch(undefined)
export const fact = z
  .string()
  .regex(/^[^\p{Cc}\p{Cs}]{1,100}$/u)
  .optional()
  .catch(undefined)
/** An identifier that is safe to use in a path. */
export const id = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
  .catch(undefined)

export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function part<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess((value) => (isObject(value) ? value : {}), z.object(shape))
}

export function list<Item extends z.ZodType>(item: Item) {
  return z.preprocess((value) => (Array.isArray(value) ? value : []), z.array(item))
}

/** Looks an external value up in a table, ignoring properties that every object inherits. */
export function listed<T>(table: Readonly<Record<string, T>>, outcome: string | undefined): T | undefined {
  return outcome !== undefined && Object.hasOwn(table, outcome) ? table[outcome] : undefined
}

/** Undefined unless the amount is a plain decimal in a known currency. */
export function moneyIn(amount: string | undefined, currency: string | undefined): Money | undefined {
  const known = currency?.toUpperCase() ?? ''
  if (amount === undefined || !Object.hasOwn(minorDigits, known)) return undefined
  return parseMoney(amount, known as Currency)
}

/** Empty when the bytes are not UTF-8. */
export function decodeText(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return ''
  }
}

/** Parses numbers as text, so that no amount is ever a binary float. Undefined when it is not JSON. */
export function readJson(json: string): unknown {
  try {
    return JSON.parse(json, (_key, value, { source }) => (typeof value === 'number' ? source : value))
  } catch {
    return undefined
  }
}
