// How replies and callbacks of operators are read: leniently. Whatever is missing, misshapen, endless or holds control
// characters is simply absent, and what is absent never settles a payout. Numbers keep their digits as sent.
import { z } from 'zod'
import { numberText } from '../../platform/json.ts'

/** Text or a number, as text. */
export const fact = z
  .preprocess((value) => numberText(value) ?? value, z.string().regex(/^\P{Cc}{1,256}$/u))
  .optional()
  .catch(undefined)

/** An id of the operator, which may come back in a path, a query or a log. `N/A` is none. */
export const id = z
  .string()
  .regex(/^[\w.+-]{1,64}$/)
  .optional()
  .catch(undefined)

export function part<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess((value) => (isObject(value) ? value : {}), z.object(shape))
}

export function list<Item extends z.ZodType>(item: Item) {
  return z.preprocess((value) => (Array.isArray(value) ? value : []), z.array(item))
}

export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a table says of a word that came from outside: never what every object inherits. */
export function listed<T>(table: Readonly<Record<string, T>>, word: string | undefined): T | undefined {
  return word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined
}
