// Schemas for members of operators' replies and callbacks, as lenient as those in adapters/reply.ts. These bodies were parsed
// by parseJson, which refuses duplicate keys and preserves the digits of numbers.
import { z } from 'zod'
import { numberText } from '../../platform/http/body/json.ts'

/** Text or a number, as text. */
export const fact = z
  .preprocess((value) => numberText(value) ?? value, z.string().regex(/^[^\p{Cc}\p{Cs}]{1,256}$/u))
  .optional()
  .catch(undefined)

/** An id from the operator that is safe in a path, a query or a log. `N/A` counts as absent. */
export const id = z
  .string()
  .regex(/^[\w.+-]{1,64}$/)
  .optional()
  .catch(undefined)
