// Requests for one operation: some valid, most of them not.
import fc from 'fast-check'
import {
  contentTypes,
  hostileBody,
  hostileValue,
  methods,
  oddFraming,
  pathPart,
  queryValue,
  strayHeaders,
  zipped,
} from './hostile.ts'
import { documented, type Operation } from './operations.ts'
import { allowedBy } from './schema-values.ts'
import type { Framing } from './wire.ts'

/** A member of a body as JSON text; `pick` chooses an existing identifier in its place, where there is one. */
export type Member = { key: string; text: string; pick?: number }

export type Case = {
  kind: string
  proof: 'right' | 'none' | 'broken'
  method: string
  /** For each parameter in the path: an existing identifier by number, or a literal text. */
  parts: readonly (number | string)[]
  /** What follows the path, before the query. */
  tail: string
  query: string
  headers: Readonly<Record<string, string>>
  body: { members: readonly Member[] } | { bytes: Buffer } | undefined
  framing: Framing
}

type Some = Partial<{ [Key in keyof Case]: fc.Arbitrary<Case[Key]> }>

/** @param examples members that must differ from the document's examples, by name. */
export function casesOf(operation: Operation, examples: Readonly<Record<string, unknown>>): fc.Arbitrary<Case> {
  const count = operation.template.split('{').length - 1
  const parts = fc.array(fc.nat(99) as fc.Arbitrary<number | string>, { minLength: count, maxLength: count })
  const body = rightBody(operation, examples)
  const right: { [Key in keyof Case]: fc.Arbitrary<Case[Key]> } = {
    kind: fc.constant('right'),
    proof: fc.constant('right'),
    method: fc.constant(operation.method),
    parts,
    tail: fc.constant(''),
    query: rightQuery(operation),
    headers: fc.constant(operation.body ? { 'content-type': 'application/json' } : {}),
    body,
    framing: fc.constant({ as: 'length' }),
  }
  const like = (kind: string, changed: Some) => fc.record({ ...right, kind: fc.constant(kind), ...changed } as typeof right)
  const weighted = (weight: number, kind: string, changed: Some) => ({ weight, arbitrary: like(kind, changed) })
  return fc.oneof(
    weighted(6, 'right', {}),
    ...(operation.body ? bodyCases(operation, examples, weighted) : [weighted(2, 'body where none is expected', { body: fc.constant({ bytes: Buffer.from('{"a":1}') }), headers: fc.oneof(fc.constantFrom<Record<string, string>>({}, { 'content-type': 'application/json' }), contentTypes.map((type) => ({ 'content-type': type }))) })]),
    ...(count > 0 ? [weighted(5, 'path', { parts: fc.array(fc.oneof<[fc.Arbitrary<number | string>, fc.Arbitrary<number | string>]>(pathPart, fc.nat(99)), { minLength: count, maxLength: count }) })] : []),
    weighted(operation.query.length > 0 ? 7 : 1, 'query', { query: hostileQuery(operation) }),
    weighted(1, 'tail', { tail: fc.constantFrom('/', '//', '%2f', '/.', '/..', '%00', '%20', ';a', '.json', '/%ff', '#a', '\\') }),
    weighted(1, 'method', { method: fc.constantFrom(...methods) }),
    weighted(1, 'proof', { proof: fc.constantFrom('none', 'broken') }),
    weighted(2, 'headers', { headers: fc.tuple(right.headers, strayHeaders).map(([own, stray]) => ({ ...own, ...stray })) }),
    weighted(1, 'pipelined', { framing: fc.integer({ min: 2, max: 5 }).map((times) => ({ as: 'pipelined', times })) }),
    weighted(1, 'odd framing', { framing: oddFraming.map((lines) => ({ as: 'odd', lines })) }),
  )
} // biome-ignore format: a table with one row per line

type Weigh = (
  weight: number,
  kind: string,
  changed: Some,
) => { weight: number; arbitrary: fc.Arbitrary<Case> }

function bodyCases(operation: Operation, examples: Readonly<Record<string, unknown>>, weighted: Weigh) {
  const text = JSON.stringify({ ...operation.body!.example, ...examples })
  const bytes = (content: fc.Arbitrary<Buffer>) => content.map((some) => ({ bytes: some }))
  return [
    weighted(12, 'values', { body: hostileMembers(operation, examples) }),
    weighted(5, 'body', { body: bytes(hostileBody(text)) }),
    weighted(1, 'content type', { headers: contentTypes.map((type) => ({ 'content-type': type })) }),
    weighted(1, 'compressed', {
      body: bytes(zipped(text)),
      headers: fc
        .constantFrom('gzip', 'deflate', 'br', 'identity', 'x')
        .map((coding) => ({ 'content-type': 'application/json', 'content-encoding': coding })),
    }),
    weighted(2, 'chunks', {
      framing: fc.integer({ min: 1, max: 400 }).map((size) => ({ as: 'chunks', size })),
    }),
    weighted(1, 'truncated', { framing: fc.nat(100).map((after) => ({ as: 'truncated', after })) }),
  ]
}

/** The example, with some members varied as the schema allows. */
function rightBody(
  { body }: Operation,
  examples: Readonly<Record<string, unknown>>,
): fc.Arbitrary<Case['body']> {
  if (!body) return fc.constant(undefined)
  const schema = body.schema.$ref ? documented(body.schema.$ref) : body.schema
  const properties = Object.entries((schema.properties ?? {}) as Record<string, object>)
  const values = properties.map(([key, part]) =>
    fc.option(allowedBy(part, documented), { freq: 4, nil: undefined }).map((value) => [key, value] as const),
  )
  return fc.tuple(fc.nat(99), fc.boolean(), ...values).map(([pick, isExample, ...drawn]) => {
    const own = drawn.filter(([key, value]) => !isExample && value !== undefined && !(key in examples))
    const whole = { ...body.example, ...Object.fromEntries(own), ...examples }
    return { members: membersOf(whole, pick) }
  })
}

const membersOf = (whole: object, pick: number): Member[] =>
  Object.entries(whole)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key, text: JSON.stringify(value), pick }))

/** The example, with one to three members that are hostile, missing, duplicate or unknown. */
function hostileMembers(
  { body }: Operation,
  examples: Readonly<Record<string, unknown>>,
): fc.Arbitrary<Case['body']> {
  const schema = body!.schema.$ref ? documented(body!.schema.$ref) : body!.schema
  const own = Object.keys(schema.properties ?? {})
  const key = fc.oneof(
    { weight: 9, arbitrary: own.length > 0 ? fc.constantFrom(...own) : fc.constant('a') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '__proto__',
        'constructor',
        'prototype',
        'toString',
        '',
        'a\u0000b',
        'x'.repeat(3_000),
        'merchant_id',
        'status',
      ),
    },
  )
  const edit = fc.tuple(
    key,
    fc.oneof(
      { weight: 12, arbitrary: hostileValue.map((text) => ({ text, how: 'replaced' as const })) },
      { weight: 2, arbitrary: fc.constant({ text: '', how: 'gone' as const }) },
      { weight: 1, arbitrary: hostileValue.map((text) => ({ text, how: 'twice' as const })) },
    ),
  )
  return fc.tuple(fc.nat(99), fc.array(edit, { minLength: 1, maxLength: 3 })).map(([pick, edits]) => {
    let members = membersOf({ ...body!.example, ...examples }, pick)
    for (const [name, { text, how }] of edits) {
      if (how !== 'twice') members = members.filter((each) => each.key !== name)
      if (how !== 'gone') members = [...members, { key: name, text }]
    }
    return { members }
  })
}

function rightQuery({ query }: Operation): fc.Arbitrary<string> {
  const values = query.map(({ name, schema }) =>
    fc
      .option(allowedBy(schema, documented), { freq: 2, nil: undefined })
      .map((value) => [name, value] as const),
  )
  return fc.tuple(...values).map((drawn) =>
    drawn
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`)
      .join('&'),
  )
}

function hostileQuery({ query }: Operation): fc.Arbitrary<string> {
  const names = query.map(({ name }) => name)
  const name = fc.oneof(
    { weight: 8, arbitrary: names.length > 0 ? fc.constantFrom(...names) : fc.constant('a') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '__proto__',
        'constructor[prototype]',
        'a[]',
        '%00',
        '',
        'page[]',
        '%ff',
        'x'.repeat(500),
      ),
    },
  )
  return fc
    .array(fc.tuple(name, queryValue), { minLength: 1, maxLength: 4 })
    .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join('&'))
}
