// The schemas requests are checked by, and those of answers, as JSON Schema: named ones once, under components.
import assert from 'node:assert/strict'
import { z } from 'zod'

export type JsonSchema = { [key: string]: unknown }

export type Schemas = {
  /** A reference to it where it has a name. @param io whether it is sent to us or by us. */
  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema
  /** The example it was named with. */
  exampleOf(schema: z.ZodType): unknown
  /** Every one that has a name. */
  readonly components: Record<string, JsonSchema>
}

export function openSchemas(): Schemas {
  const components: Record<string, JsonSchema> = {}

  function store(name: string, found: JsonSchema): void {
    const { id: _, examples: __, ...schema } = found
    const known = components[name]
    if (known) assert.deepEqual(known, schema, `two schemas are named ${name}`)
    else components[name] = schema
  }

  return {
    components,
    of(schema, io) {
      const made = z.toJSONSchema(schema, { io, override: simplify })
      const { $schema: _, $defs = {}, ...own } = withOwnReferences(made)
      for (const [name, found] of Object.entries($defs as Record<string, JsonSchema>)) store(name, found)
      return own
    },
    exampleOf: (schema) => (z.globalRegistry.get(schema)?.examples as unknown[] | undefined)?.[0],
  }
}

function withOwnReferences(made: object): JsonSchema {
  const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/')
  return JSON.parse(text, (_, value: unknown) => plainly(value)) as JsonSchema
}

/**
 * The same in the words that generators of clients know: one allowed text is an `enum` of one, a choice of several types
 * is `anyOf`. Of `type` with several they know no more than `null` beside one. A number is a `double`, because some make it
 * a float of 32 bits otherwise, which cannot hold an amount.
 */
function plainly(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { const: only, type, ...rest } = value as JsonSchema
  if (typeof only === 'string') return { type, ...rest, enum: [only] }
  const types = Array.isArray(type) ? type : []
  if (types.filter((each) => each !== 'null').length > 1)
    return { ...rest, anyOf: types.map((each) => plainly({ type: each })) }
  if (type === 'number' || types.includes('number')) return { format: 'double', ...value }
  return value
}

type Overridden = { jsonSchema: z.core.JSONSchema.BaseSchema }

/** What may be null is one schema with two types; JavaScript's bounds of whole numbers say nothing about ours. */
function simplify({ jsonSchema }: Overridden): void {
  const { anyOf } = jsonSchema
  const [first, second] = anyOf ?? []
  const isPlain = typeof first?.type === 'string' && !first.enum && !('const' in first)
  if (anyOf?.length === 2 && second?.type === 'null' && isPlain) {
    delete jsonSchema.anyOf
    Object.assign(jsonSchema, first, { type: [first?.type, 'null'] })
  }
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  delete jsonSchema.propertyNames
  // In a query numbers are text; what stands for an absent one is told as the number it is read as.
  if (jsonSchema.type === 'integer' && typeof jsonSchema.default === 'string')
    jsonSchema.default = Number(jsonSchema.default)
}
