// Members of operators' replies and callbacks, read as leniently as in adapters/reply.ts. Here a body was parsed by
// parseJson, which refuses doubled keys and keeps the digits of numbers.
import { z } from 'zod'
import { numberText } from '../../platform/http/body/json.ts'

/** Text or a number, as text. */
export const fact = z
  .preprocess((value) => numberText(value) ?? value, z.string().regex(/^[^\p{Cc}\p{Cs}]{1,256}$/u))
  .optional()
  .catch(undefined)

/** An id of the operator, which may come back in a path, a query or a log. `N/A` is none. */
export const id = z
  .string()
  .regex(/^[\w.+-]{1,64}$/)
  .optional()
  .catch(undefined)
