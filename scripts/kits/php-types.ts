// Generates sdk/php/src/Types.php: the requests and responses that the PHP kit exposes, as array shapes, from docs/openapi.json.
import { type Direction, requests, responses, type Schema, schemaAt, values } from './type-names.ts'

const heading = `<?php
declare(strict_types=1);

namespace Likuta;

/**
 * Requests and responses, field by field as in the API. From docs/openapi.json, by \`npm run generate\`. Import one where you need it:
 * \`@phpstan-import-type Order from \\Likuta\\Types\`.
 *
 * An \`Amount\` is \`'25.50'\`, \`25\`, or a float with at most two decimals. Numbers of responses that can have decimals are texts, exactly as
 * they were sent.
 *
 * @phpstan-type Amount int|float|numeric-string
`

/** Generates the file. @param document the text of docs/openapi.json. @throws Error where a schema is missing or cannot be typed. */
export function phpTypes(document: string): string {
  const { schemas } = (JSON.parse(document) as { components: { schemas: Record<string, Schema> } }).components
  return new PhpTypes(schemas).file()
}

class PhpTypes {
  readonly #schemas: Record<string, Schema>
  /** Names of the types by their schemas, written as JSON. */
  readonly #named: Record<Direction, Map<string, string>>
  readonly #aliases: [name: string, values: string][]
  /** What was printed, by its name: each type after those that it needs. */
  readonly #printed = new Map<string, string>()
  /** Fields of requests that are numbers, and those that are texts; fields of responses that are numbers. */
  readonly #fields = { amounts: new Set<string>(), texts: new Set<string>(), decimals: new Set<string>() }

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas
    const namesOf = (list: Record<string, string>) =>
      new Map(
        Object.entries(list).map(([name, pointer]) => [JSON.stringify(schemaAt(schemas, pointer)), name]),
      )
    this.#named = { request: namesOf(requests), response: namesOf(responses) }
    this.#aliases = Object.entries(values).map(([name, pointer]) => {
      const [type = '', ...path] = pointer.split('.')
      const target = requests[type] ?? responses[type]
      return [name, literal(schemaAt(schemas, [target, ...path].join('.')).enum ?? [])]
    })
  }

  file(): string {
    for (const name of Object.keys(requests)) this.#print(name, 'request')
    for (const name of Object.keys(responses)) this.#print(name, 'response')
    const types = [...this.#aliases, ...this.#printed].map(
      ([name, type]) => ` * @phpstan-type ${name} ${type}\n`,
    )
    const { amounts, texts, decimals } = this.#fields
    const clash = [...amounts].filter((name) => texts.has(name))
    if (clash.length > 0) throw new Error(`an amount of one request is a text of another: ${clash}`)
    return `${heading}${types.join('')} */
final class Types
{
    /** Fields of requests whose texts are amounts. */
    public const AMOUNT_FIELDS = [${listOf(amounts)}];

    /** Fields of responses whose numbers become texts; those of a \`pagination\` are integers. */
    public const DECIMAL_FIELDS = [${listOf(decimals)}];
}
`
  }

  #print(name: string, direction: Direction): string {
    if (!this.#printed.has(name)) {
      const pointer = (direction === 'request' ? requests : responses)[name] as string
      const shape = this.#shape(schemaAt(this.#schemas, pointer), direction, name)
      this.#printed.set(name, shape)
    }
    return name
  }

  #shape({ properties = {}, required = [] }: Schema, direction: Direction, name = ''): string {
    const fields = Object.entries(properties).map(([field, each]) => {
      if (name !== 'Pagination') this.#sort(field, each, direction)
      const key = /^[a-z_]\w*$/i.test(field) ? field : `'${field}'`
      return `${key}${required.includes(field) ? '' : '?'}: ${this.#typeOf(each, direction)}`
    })
    return `array{${fields.join(', ')}}`
  }

  /** Amounts are written as numbers, even where they are given as texts. */
  #sort(field: string, { type, anyOf = [] }: Schema, direction: Direction): void {
    const types = [type, ...anyOf.map((each) => each.type)].flat()
    const isNumber = types.includes('number')
    if (direction === 'response' && isNumber) this.#fields.decimals.add(field)
    if (direction === 'request' && isNumber) this.#fields.amounts.add(field)
    else if (direction === 'request' && types.includes('string')) this.#fields.texts.add(field)
  }

  #typeOf(schema: Schema, direction: Direction): string {
    if (schema.$ref) {
      const component = schemaAt(this.#schemas, schema.$ref.replace('#/components/schemas/', ''))
      return this.#typeOf(component, direction)
    }
    const known = this.#named[direction].get(JSON.stringify(schema))
    if (known) return this.#print(known, direction)
    if (schema.anyOf) return union(schema.anyOf.map((each) => this.#typeOf(each, direction)))
    if (schema.enum) {
      const type = literal(schema.enum)
      return this.#aliases.find(([, each]) => each === type)?.[0] ?? type
    }
    if ('const' in schema) return schema.const === true ? 'true' : `'${schema.const}'`
    return union([schema.type ?? 'any'].flat().map((type) => this.#plain(type, schema, direction)))
  }

  #plain(type: string, schema: Schema, direction: Direction): string {
    if (type === 'array') return `list<${this.#typeOf(schema.items ?? {}, direction)}>`
    if (type === 'object' && Object.keys(schema.properties ?? {}).length > 0)
      return this.#shape(schema, direction)
    if (type === 'object') {
      const { additionalProperties: others } = schema
      const known = typeof others === 'object' && Object.keys(others).length > 0
      return `array<string, ${known ? this.#typeOf(others, direction) : 'mixed'}>`
    }
    if (type === 'number') return direction === 'request' ? 'Amount' : 'numeric-string'
    const names: Record<string, string> = { string: 'string', integer: 'int', boolean: 'bool', null: 'null' }
    return names[type] ?? 'mixed'
  }
}

const literal = (list: readonly (string | null)[]) =>
  list.map((each) => (each === null ? 'null' : `'${each}'`)).join('|')

const union = (types: string[]): string => [...new Set(types)].join('|')

const listOf = (names: Set<string>) =>
  [...names]
    .toSorted()
    .map((name) => `'${name}'`)
    .join(', ')
