// Generates sdk/python/likuta/types.py: the requests and responses that the Python kit exposes, from docs/openapi.json.

import { type Direction, requests, responses, type Schema, schemaAt, values } from './type-names.ts'

const heading = `"""Requests and responses, field by field as in the API. From docs/openapi.json, by \`npm run generate\`."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Literal

from typing_extensions import NotRequired, TypedDict

Amount = Decimal | int | str | float
"""An amount in a request: \`\`Decimal("25.50")\`\`, \`\`25\`\`, \`\`"25.50"\`\`, or a float with at most two decimals."""
Number = Decimal | int
"""A number in a response, exactly as it was sent."""
`

/** Names of texts that many responses have, by their descriptions. */
const texts: Record<string, string> = {
  'A decimal number as text, with two places.': 'DecimalText',
  'A time in UTC, to the microsecond, written without a zone.': 'UtcTime',
}

/** Generates the file. @param document the text of docs/openapi.json. @throws Error where a schema is missing or cannot be typed. */
export function pythonTypes(document: string): string {
  const { schemas } = (JSON.parse(document) as { components: { schemas: Record<string, Schema> } }).components
  return new PythonTypes(schemas).file()
}

class PythonTypes {
  readonly #schemas: Record<string, Schema>
  /** What was printed, by its name. */
  readonly #classes = new Map<string, string>()
  /** How each type is written, to find two of one name. */
  readonly #seen = new Map<string, string>()
  /** Names of the types by their schemas, written as JSON. */
  readonly #named: Map<string, string>
  readonly #aliases: [name: string, values: string][]
  readonly #amounts = new Set<string>()
  readonly #texts = new Set<string>()

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas
    const all = Object.entries({ ...requests, ...responses })
    this.#named = new Map(
      all.map(([name, pointer]) => [JSON.stringify(schemaAt(this.#schemas, pointer)), name]),
    )
    this.#aliases = Object.entries(values).map(([name, pointer]) => {
      const [type = '', ...path] = pointer.split('.')
      const target = requests[type] ?? responses[type]
      return [name, literal(schemaAt(this.#schemas, [target, ...path].join('.')).enum ?? [])]
    })
  }

  file(): string {
    for (const [list, direction] of [
      [requests, 'request'],
      [responses, 'response'],
    ] as const)
      for (const [name, pointer] of Object.entries(list))
        this.#add(name, schemaAt(this.#schemas, pointer), direction)
    const clash = [...this.#amounts].filter((name) => this.#texts.has(name))
    if (clash.length > 0) throw new Error(`an amount of one request is a text of another: ${clash}`)
    const aliases = this.#aliases.map(([name, type]) => `${name} = ${type}\n`).join('')
    const amounts = [...this.#amounts].toSorted().map((name) => `"${name}"`)
    const fields = `AMOUNT_FIELDS = frozenset({${amounts.join(', ')}})\n"""Fields of requests whose texts are amounts."""\n`
    const named = Object.entries(texts).map(([about, name]) => `${name} = str\n"""${about}"""\n`)
    return [heading + named.join(''), aliases, fields, ...this.#classes.values()].join('\n')
  }

  #add(name: string, schema: Schema, direction: Direction): void {
    const written = `${direction} ${JSON.stringify(schema)}`
    const known = this.#seen.get(name)
    if (known === written) return
    if (known) throw new Error(`two types are named ${name}: give one of them another name`)
    this.#seen.set(name, written)
    // Keeps its place before the types that it needs.
    this.#classes.set(name, '')
    const { properties = {}, required = [] } = schema
    const fields = Object.entries(properties).map(([field, each]) => {
      const type = this.#typeOf(each, name + pascal(field), direction)
      if (direction === 'request') this.#sort(field, each)
      return { field, type: required.includes(field) ? type : `NotRequired[${type}]`, each }
    })
    const isPlain = fields.every(({ field }) => !reserved.has(field))
    this.#classes.set(name, isPlain ? classOf(name, schema, fields) : callOf(name, schema, fields))
  }

  /** Amounts are written as numbers, even where they are given as texts. */
  #sort(field: string, { type }: Schema): void {
    const types = [type].flat()
    if (types.includes('number')) this.#amounts.add(field)
    else if (types.includes('string')) this.#texts.add(field)
  }

  #typeOf(schema: Schema, name: string, direction: Direction): string {
    if (schema.$ref) {
      const component = schema.$ref.replace('#/components/schemas/', '')
      return this.#object(schemaAt(this.#schemas, component), component, direction)
    }
    if (schema.anyOf) return union(schema.anyOf.map((each) => this.#typeOf(each, name, direction)))
    if (schema.enum) {
      const type = literal(schema.enum)
      return this.#aliases.find(([, each]) => each === type)?.[0] ?? type
    }
    if ('const' in schema) return `Literal[${schema.const === true ? 'True' : JSON.stringify(schema.const)}]`
    return union([schema.type ?? 'any'].flat().map((type) => this.#plain(type, schema, name, direction)))
  }

  #object(schema: Schema, usual: string, direction: Direction): string {
    const name = this.#named.get(JSON.stringify(schema)) ?? usual
    this.#add(name, schema, direction)
    return name
  }

  #plain(type: string, schema: Schema, name: string, direction: Direction): string {
    if (type === 'array') return `list[${this.#typeOf(schema.items ?? {}, singular(name), direction)}]`
    if (type === 'object' && Object.keys(schema.properties ?? {}).length > 0)
      return this.#object(schema, name, direction)
    if (type === 'object') {
      const { additionalProperties: others } = schema
      const known = typeof others === 'object' && Object.keys(others).length > 0
      return `dict[str, ${known ? this.#typeOf(others, name, direction) : 'Any'}]`
    }
    if (type === 'number') return direction === 'request' ? 'Amount' : 'Number'
    const text = texts[schema.description ?? ''] ?? 'str'
    const names: Record<string, string> = { string: text, integer: 'int', boolean: 'bool', null: 'None' }
    return names[type] ?? 'Any'
  }
}

/** Fields that cannot stand in a class. */
const reserved = new Set(['from', 'class', 'import', 'in', 'is', 'not', 'pass', 'global'])

type Field = { field: string; type: string; each: Schema }

function classOf(name: string, { description }: Schema, fields: Field[]): string {
  const lines = fields.map(
    ({ field, type, each }) =>
      `    ${field}: ${type}\n${about(each) ? `    ${docstring(about(each)!)}\n` : ''}`,
  )
  const lead = description ? `    ${docstring(description)}\n\n` : ''
  return `\nclass ${name}(TypedDict):\n${lead}${lines.join('')}`
}

/** A type with fields that are words of the language. */
function callOf(name: string, { description }: Schema, fields: Field[]): string {
  const lines = fields.map(({ field, type, each }) => {
    const comment = about(each) ? `        # ${about(each)}\n` : ''
    return `${comment}        ${JSON.stringify(field)}: ${quoted(type)},\n`
  })
  const lead = description ? `\n${docstring(description)}` : ''
  return `\n${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n)${lead}\n`
}

/** A type as text, which is resolved later: the types that it names may follow. */
const quoted = (type: string) => `'${type}'`

/** What is said of a field besides its type. */
const about = ({ description }: Schema) => (description && !texts[description] ? description : undefined)

const docstring = (description: string) =>
  `"""${description.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"')}"""`

const literal = (list: readonly (string | null)[]) =>
  `Literal[${list.map((each) => (each === null ? 'None' : JSON.stringify(each))).join(', ')}]`

const union = (types: string[]): string => [...new Set(types)].join(' | ')

const pascal = (field: string) =>
  field.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The name of an item of a list. */
const singular = (name: string) => name.replace(/ies$/, 'y').replace(/s$/, '')
