// Forms of values that several settings have.
import { z } from 'zod'

/** A whole number of a unit, such as days. */
export const whole = (unit: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `a whole number of ${unit}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `${unit} from ${min} to ${max}`)

/** JSON of a schema; each fault names its place. */
export const jsonOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.string().transform((text, context): z.output<Schema> => {
    const result = schema.safeParse(jsonOrUndefined(text))
    if (result.success) return result.data
    for (const { path, message } of result.error.issues)
      context.addIssue({ code: 'custom', message: `${path.join('.') || 'not JSON'}: ${message}` })
    return z.NEVER
  })

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
