// Completes the document: what its fields mean where their schemas do not say it, and an example of each field of a request.
import { commonFields } from './common-fields.ts'
import { fieldExamples } from './field-examples.ts'
import { paymentFields } from './payment-fields.ts'
import { transferFields } from './transfer-fields.ts'

const rows = [...commonFields, ...paymentFields, ...transferFields].map((row) => row.split(' | '))

/** The meaning of fields in both languages, by `name`, `parent.name`, or the whole path from a schema or an operation. */
export const fieldMeanings: ReadonlyMap<string, { en: string; fr: string }> = new Map(
  rows.map(([key = '', en = '', fr = '']) => [key, { en, fr }]),
)

type Schema = {
  $ref?: string
  description?: string
  type?: string | string[]
  default?: unknown
  enum?: unknown[]
  examples?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: Schema | boolean
}
type Content = { schema?: Schema; example?: unknown }
type Holder = { $ref?: string; content?: Record<string, Content> }
type Parameter = {
  $ref?: string
  name: string
  in: string
  description?: string
  example?: unknown
  schema: Schema
}
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: Holder
  responses: Record<string, Holder>
}
type Paths = Record<string, Record<string, Operation>>
type Components = Record<string, Record<string, unknown>>

/**
 * Describes the fields of these operations and of all webhooks in place. A description in a schema takes precedence.
 * @param document as rendered. @param ids of the operations.
 */
export function describeFields(
  document: { paths: object; webhooks: object; components: object },
  ids: ReadonlySet<string>,
): void {
  const { paths, webhooks, components } = document as {
    paths: Paths
    webhooks: Paths
    components: Components
  }
  const operations = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId }) => ids.has(operationId))
  const events = Object.values(webhooks).flatMap((methods) => Object.values(methods))
  const walk = new Walk(components)
  for (const { operationId, parameters = [], requestBody = {}, responses } of [...operations, ...events]) {
    for (const parameter of parameters) walk.parameter(operationId, parameter)
    for (const { schema, example } of contentsOf(requestBody)) {
      walk.describe(schema, operationId)
      walk.illustrate(schema, example)
    }
    for (const response of Object.values(responses))
      for (const { schema } of contentsOf(walk.resolve(response))) walk.describe(schema, operationId)
  }
}

const contentsOf = ({ content = {} }: Holder) =>
  Object.values(content).flatMap(({ schema, example }) => (schema ? [{ schema, example }] : []))

/** The schemas directly inside one that are no fields of it. */
const innerOf = ({ items, anyOf = [], additionalProperties }: Schema): Schema[] =>
  [items, ...anyOf, additionalProperties].filter((each) => typeof each === 'object')

class Walk {
  readonly #components: Components
  readonly #described = new Set<Schema>()
  readonly #illustrated = new Set<Schema>()

  constructor(components: Components) {
    this.#components = components
  }

  resolve<Value extends { $ref?: string }>(value: Value): Value {
    const [, , section = '', name = ''] = value.$ref?.split('/') ?? []
    return value.$ref ? (this.#components[section]?.[name] as Value) : value
  }

  parameter(id: string, parameter: Parameter): void {
    const { $ref, name, in: place, schema } = parameter
    if ($ref) return
    const meaning = meaningOf([`${id}.${name}`, `${place}.${name}`, name])
    const example = exampleOf(name, schema)
    if (meaning) parameter.description ??= meaning
    if (example !== undefined) parameter.example ??= example
  }

  /** @param path of the schema: the name of the operation, then fields. A schema with a name begins a path of its own. */
  describe(schema: Schema, path: string): void {
    const own = this.resolve(schema)
    if (this.#described.has(own)) return
    this.#described.add(own)
    const at = schema.$ref?.split('/').at(-1) ?? path
    for (const [name, field] of Object.entries(own.properties ?? {})) {
      const full = `${at}.${name}`
      const isSilent = (field.description ?? this.resolve(field).description) === undefined
      const meaning = meaningOf([full, full.split('.').slice(-2).join('.'), name])
      if (isSilent && meaning) field.description = meaning
      this.describe(field, full)
    }
    for (const inner of innerOf(own)) this.describe(inner, at)
  }

  /** @param example of the schema; undefined where the example of the request leaves it out. */
  illustrate(schema: Schema, example: unknown): void {
    const own = this.resolve(schema)
    if (this.#illustrated.has(own)) return
    this.#illustrated.add(own)
    for (const [name, field] of Object.entries(own.properties ?? {})) {
      const given = (example as Record<string, unknown> | undefined)?.[name] ?? undefined
      const shown = given ?? exampleOf(name, this.resolve(field))
      if (shown !== undefined && !this.#hasFields(field)) field.examples ??= [shown]
      this.illustrate(field, given)
    }
    const first = Array.isArray(example) ? example[0] : example
    for (const inner of innerOf(own)) this.illustrate(inner, first)
  }

  #hasFields(schema: Schema): boolean {
    const own = this.resolve(schema)
    return own.properties !== undefined || innerOf(own).some((each) => this.#hasFields(each))
  }
}

const meaningOf = (keys: string[]) => keys.map((key) => fieldMeanings.get(key)?.en).find(Boolean)

function exampleOf(name: string, { default: usual, enum: own, anyOf = [], type }: Schema): unknown {
  if (usual !== undefined) return usual
  const listed = (own ?? anyOf.flatMap((each) => each.enum ?? [])).find(Boolean)
  if (listed !== undefined) return listed
  return fieldExamples[name] ?? ([type].flat().includes('boolean') ? false : undefined)
}
