// web/api/schemas.generated.ts: the schemas of docs/openapi.json as TypeScript types, for the pages. The known generators need
// TypeScript's old compiler interface, which the release that this project uses no longer has.

type Schema = {
  $ref?: string
  description?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
}

const known = new Set(
  '$ref description type enum const properties required additionalProperties items anyOf'.split(' '),
)
/** They narrow values, and not the types that TypeScript has. */
const limits = new Set(
  'pattern format minLength maxLength minimum maximum exclusiveMinimum minItems maxItems default'.split(' '),
)

/** @param document the text of docs/openapi.json. @throws Error for a schema with a word that is not known here. */
export function webTypes(document: string): string {
  const { schemas } = (JSON.parse(document) as { components: { schemas: Record<string, Schema> } }).components
  const types = Object.entries(schemas).map(
    ([name, schema]) => `${comment(schema, '')}export type ${name} = ${typeOf(schema, '')}\n`,
  )
  return [
    '// The schemas of docs/openapi.json, printed by scripts/generate.ts. Pages use them by the names in the files beside.\n',
    ...types,
  ].join('\n')
}

function typeOf(schema: Schema, indent: string): string {
  for (const word of Object.keys(schema))
    if (!known.has(word) && !limits.has(word)) throw new Error(`a schema says ${word}`)
  if (schema.$ref) return schema.$ref.replace('#/components/schemas/', '')
  if (schema.anyOf) return union(schema.anyOf.map((each) => typeOf(each, indent)))
  if (schema.enum) return union(schema.enum.map(literal))
  if ('const' in schema) return literal(schema.const)
  return union([schema.type ?? 'unknown'].flat().map((type) => typeNamed(type, schema, indent)))
}

function typeNamed(type: string, schema: Schema, indent: string): string {
  if (type === 'integer') return 'number'
  if (type === 'array') {
    const { items = {} } = schema
    const item = typeOf(items, indent)
    return isUnion(items) ? `(${item})[]` : `${item}[]`
  }
  if (type === 'object') return objectOf(schema, indent)
  return type
}

function objectOf({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `
  const others = typeof additionalProperties === 'object' ? typeOf(additionalProperties, inner) : 'unknown'
  if (!properties) return `Record<string, ${others}>`
  const members = Object.entries(properties).map(([name, schema]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : literal(name)
    return `${comment(schema, inner)}${inner}${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)}\n`
  })
  return `{\n${members.join('')}${indent}}`
}

const isUnion = ({ anyOf, enum: values, type }: Schema): boolean =>
  [anyOf, values, type].some((each) => Array.isArray(each) && each.length > 1)

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value)

const union = (types: string[]): string => [...new Set(types)].join(' | ')

const comment = ({ description, $ref }: Schema, indent: string): string =>
  description && !$ref ? `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n` : ''
