import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Likuta } from '../../sdk/likuta.ts'
import {
  groupsOf,
  isForMerchants,
  isForPortal,
  type OpenApi,
  resolved,
  type Schema,
  webhooksOf,
} from './document.ts'
import { fieldText } from './field-texts.ts'
import { keyOf, schemaFields } from './fields.ts'
import { frenchOperations } from './french.ts'
import { frenchDescriptions } from './french-descriptions.ts'
import { frenchGroups } from './french-groups.ts'
import { operationHtml } from './operation.ts'
import { addressOf, samplesOf, sdkCalls } from './samples/samples.ts'
import { referenceTexts } from './texts.ts'

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi
const groups = [...groupsOf(document, isForMerchants), webhooksOf(document)]
const operations = groups.flatMap((group) => group.operations)

test('every group and operation of the merchants’ document has a French text, and no other has', () => {
  expect(Object.keys(frenchGroups).toSorted()).toEqual(groups.map(({ name }) => name).toSorted())
  expect(Object.keys(frenchOperations).toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
})

test('an operation is described in French exactly where it is described in English', () => {
  for (const { id, description } of operations)
    expect([id, frenchOperations[id]?.[1] !== undefined]).toEqual([id, description !== undefined])
})

/** The descriptions of a schema and of everything in it. */
function descriptionsIn(schema: Schema, seen: Set<Schema> = new Set()): string[] {
  const own = resolved(document, schema)
  if (seen.has(own)) return []
  seen.add(own)
  const { properties = {}, items, anyOf = [], additionalProperties } = own
  const inner = [...Object.values(properties), ...anyOf, items, additionalProperties]
  return [
    ...[schema.description, own.description].filter((text) => text !== undefined),
    ...inner.filter((each) => typeof each === 'object').flatMap((each) => descriptionsIn(each, seen)),
  ]
}

test('every description of a parameter, field or response has a French text, and no other has', () => {
  const descriptions = operations.flatMap(({ parameters, body, responses, path }) => [
    ...parameters.flatMap(({ description = '', schema }) => [description, ...descriptionsIn(schema)]),
    ...(body ? descriptionsIn(body.schema) : []),
    ...responses.flatMap(({ description, schema = {} }) => [
      ...(path.startsWith('/') && description !== 'Success.' ? [description] : []),
      ...descriptionsIn(schema),
    ]),
  ])
  // Refusals are a table on the pages, and their two schemas are in the document.
  const ofRefusals = ['Error', 'CodedError', 'ValidationError'].flatMap((name) =>
    descriptionsIn({ $ref: `#/components/schemas/${name}` }),
  )
  const translated = ofRefusals.filter((text) => text in frenchDescriptions)
  const expected = [...new Set([...descriptions, ...translated].map(keyOf))].filter(Boolean)
  expect(Object.keys(frenchDescriptions).toSorted()).toEqual(expected.toSorted())
})

test('a French description names the same code as the English one', () => {
  const codeIn = (text: string) => [...text.matchAll(/`([A-Z_a-z]+)`/g)].map(([, name]) => name).toSorted()
  for (const [english, french] of Object.entries(frenchDescriptions))
    expect([english, ...codeIn(french)]).toEqual([english, ...codeIn(english)])
})

test('every SDK method that a sample calls exists', () => {
  const likuta = new Likuta({ baseUrl: 'https://pay.example' })
  const session = likuta.selfService.withToken('token')
  for (const [id, call] of Object.entries(sdkCalls)) {
    expect(
      operations.some((operation) => operation.id === id),
      id,
    ).toBe(true)
    const [root, ...names] = call
      .replace(/^each /, '')
      .replace(/\(.*$/s, '')
      .split('.')
    const method = names.reduce<unknown>(
      (found, name) => (found as Record<string, unknown>)[name],
      root === 'session' ? session : likuta,
    )
    expect(typeof method, call).toBe('function')
  }
})

test('every required parameter of a call has an example in its samples', () => {
  for (const operation of groupsOf(document).flatMap((group) => group.operations))
    for (const { name } of operation.parameters)
      expect(addressOf(operation), operation.id).not.toMatch(new RegExp(`\\b${name.toUpperCase()}(&|$)`))
})

test('samples are complete: no placeholder is left, and the JavaScript can be parsed', () => {
  for (const operation of groupsOf(document, isForMerchants).flatMap((group) => group.operations)) {
    const [curl, javaScript, php, python] = samplesOf(operation)
    expect(php?.code, operation.id).not.toMatch(/\bBODY\b|undefined|\[object|\{\w+: /)
    expect(python?.code, operation.id).not.toMatch(/\bBODY\b|undefined|\[object|\bnull\b|: (true|false)\b/)
    expect(curl?.code, operation.id).not.toMatch(/BODY(?!_)|undefined|\[object/)
    expect(javaScript?.code, operation.id).not.toMatch(/BODY|undefined|\{\w+\}'/)
    const AsyncFunction = (async () => {}).constructor as FunctionConstructor
    expect(() => new AsyncFunction(javaScript?.code ?? ''), operation.id).not.toThrow()
  }
})

/** The operations of a group as one page of the reference shows them, by id. */
function shownOf(slug: string): Map<string, string> {
  const rendering = { document, language: 'en' as const, errorPages: new Set<string>(), firstWith: new Map() }
  const shown = groups.find((group) => group.slug === slug)?.operations ?? []
  return new Map(shown.map((operation) => [operation.id, operationHtml(operation, rendering)]))
}

test('no page of the reference shows a value that is missing', () => {
  for (const { slug } of groups)
    if (slug !== 'webhooks')
      for (const [id, html] of shownOf(slug))
        expect([id, html]).toEqual([id, expect.not.stringMatching(/undefined/)])
})

test('a page describes the fields of a response once, opens its data and folds what is inside', () => {
  const payouts = shownOf('payouts')
  const [create, cancel] = [payouts.get('createPayout') ?? '', payouts.get('cancelPayout') ?? '']
  expect(create.match(/<details open><summary>\d+ fields/g)).toHaveLength(1)
  expect(create).toMatch(/<code>destination<\/code>.*<details><summary>8 fields/)
  expect(cancel).toContain('The same fields as the response of “<a href="#createPayout">')
  expect(cancel).not.toContain('<code>destination</code>')
})

test('a described field shows no expression, and none the limit that all texts have', () => {
  const shown = schemaFields(
    { document, text: referenceTexts.fr, language: 'fr', input: true },
    {
      type: 'object',
      properties: {
        customer_number: { type: 'string', pattern: '^[\\d+]+$', maxLength: 1024, description: 'The wallet' },
        mystery: { type: 'string', pattern: '^[A-Z]+$', maxLength: 1024 },
        name: { type: 'string', maxLength: 60 },
      },
    },
  )
  expect(shown).not.toMatch(/1024|\^\[\\d/)
  expect(shown).toContain('^[A-Z]+$')
  expect(shown).toContain('60')
  for (const { slug } of groups.filter(({ slug }) => slug !== 'webhooks'))
    for (const [id, html] of shownOf(slug))
      expect([id, html]).toEqual([id, expect.not.stringMatching(/\b1024\b/)])
})

test('every field of a request is described, in its own words or by its name', () => {
  const requests = groupsOf(document, isForMerchants).flatMap((group) => group.operations)
  const silent = requests.flatMap(({ id, body }) => {
    const { properties = {} } = body ? resolved(document, body.schema) : {}
    return Object.entries(properties)
      .filter(([name, schema]) => {
        const own = resolved(document, schema)
        const isSaid = schema.description ?? own.description ?? own.enum
        return !isSaid && (fieldText(name, 'en') === '' || fieldText(name, 'fr') === '')
      })
      .map(([name]) => `${id}: ${name}`)
  })
  expect(silent).toEqual([])
})

/** The fields of a schema and of everything in it, by their paths. */
function fieldsIn(
  schema: Schema,
  at: string,
  seen: Set<Schema> = new Set(),
): [path: string, field: Schema][] {
  const own = resolved(document, schema)
  if (seen.has(own)) return []
  seen.add(own)
  const { properties = {}, items, anyOf = [], additionalProperties } = own
  const inner = [items, ...anyOf, additionalProperties].filter((each) => typeof each === 'object')
  return [
    ...Object.entries(properties).flatMap(([name, field]): [string, Schema][] => [
      [`${at}.${name}`, { ...resolved(document, field), ...field }],
      ...fieldsIn(field, `${at}.${name}`, seen),
    ]),
    ...inner.flatMap((each) => fieldsIn(each, at, seen)),
  ]
}

const hasFields = (schema: Schema) => fieldsIn(schema, '').length > 0
const isForServers = (operation: (typeof operations)[number]) => !isForPortal(operation)
const wordsOf = (text = '') => text.split(/\s+/).filter(Boolean).length

test('every field and parameter of the merchants’ document says in at least three words what it means', () => {
  const silent = operations.filter(isForServers).flatMap(({ id, parameters, body, responses }) => {
    const schemas = [body?.schema, ...responses.map(({ schema }) => schema)].filter(
      (schema) => schema !== undefined,
    )
    return [
      ...parameters.map(({ name, description }): [string, string | undefined] => [
        `${id} ${name}`,
        description,
      ]),
      ...schemas.flatMap((schema) =>
        fieldsIn(schema, id).map(([path, { description }]): [string, string | undefined] => [
          path,
          description,
        ]),
      ),
    ]
  })
  expect(silent.filter(([, description]) => wordsOf(description) < 3)).toEqual([])
})

test('every parameter and field of a request of the merchants’ document has an example', () => {
  const requests = groupsOf(document, isForMerchants).flatMap((group) => group.operations)
  const without = requests
    .filter(isForServers)
    .flatMap(({ id, parameters, body }) => [
      ...parameters.filter(({ example }) => example === undefined).map(({ name }) => `${id} ${name}`),
      ...(body ? fieldsIn(body.schema, id) : [])
        .filter(([, field]) => field.examples === undefined && !hasFields(field))
        .map(([path]) => path),
    ])
  expect(without).toEqual([])
})
