// Converts the Zod schemas of requests and responses to JSON Schema. Named schemas become components.
import assert from 'node:assert/strict'
import { z } from 'zod'

export type JsonSchema = { [key: string]: unknown }

export type Schemas = {
  /** Returns the schema, or a reference if it has a name. @param io whether we receive or send it. */
  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema
  /** Returns the example that the schema was named with. */
  exampleOf(schema: z.ZodType): unknown
  /** Every schema that has a name. */
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
 * Rewrites a schema with constructs that client generators support: a single allowed text becomes an `enum` of one, and several
 * types become `anyOf`, because generators understand a `type` array only as one type and `null`. Numbers get the format
 * `double`, since some generators would use a 32-bit float, which cannot hold an amount.
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

/** Merges a nullable schema into one with two types, and drops the bounds of JavaScript's safe integers. */
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
  // Query parameters are text; a default is documented as the number it is parsed to.
  if (jsonSchema.type === 'integer' && typeof jsonSchema.default === 'string')
    jsonSchema.default = Number(jsonSchema.default)
}
