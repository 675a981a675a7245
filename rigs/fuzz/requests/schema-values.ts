// Values that a schema of the document allows.
import fc from 'fast-check'

export type Schema = Record<string, any>

/** @param at resolves a `$ref`. */
export function allowedBy(schema: Schema, at: (pointer: string) => Schema): fc.Arbitrary<unknown> {
  const inner = (part: Schema) => allowedBy(part, at)
  if (schema.$ref) return inner(at(schema.$ref))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(inner))
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type: string) => inner({ ...schema, type })))
  switch (schema.type) {
    case 'string':
      return stringOf(schema)
    case 'integer':
      return wholeOf(schema)
    case 'number':
      return fc.integer({ min: 1, max: 20_000 }).map((cents) => cents / 100)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(inner(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'object':
      return objectOf(schema, inner)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf(schema: Schema, inner: (part: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const requiredKeys = (schema.required ?? []) as string[]
  return fc.record(Object.fromEntries(members.map(([name, part]) => [name, inner(part)])), { requiredKeys })
}

const formats: Record<string, fc.Arbitrary<string>> = {
  uri: fc.webUrl(),
  email: fc.emailAddress(),
  uuid: fc.uuid(),
  'date-time': fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
    .map((date) => date.toISOString()),
  date: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
    .map((date) => date.toISOString().slice(0, 10)),
}

function stringOf({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  const known = formats[format ?? '']
  if (known) return known
  if (pattern) return fc.stringMatching(new RegExp(pattern), { size: 'small' })
  const length = { minLength: Math.max(minLength, 1), maxLength: Math.min(maxLength, 60) }
  return fc.oneof(
    fc.string(length),
    fc.string({ ...length, unit: 'grapheme' }),
    fc.constant('x'.repeat(maxLength)),
  )
}

function wholeOf({ minimum = 0, maximum = 1_000_000 }: Schema): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(minimum, maximum),
    fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31 - 1) }),
  )
}
