import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { send } from '../../../test/support/http/send.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { cardProblems } from '../../cards/transaction/problems.ts'
import { payoutProblems } from '../../merchant-payouts/problems.ts'
import { problemsByCode } from '../../remittance/errors/error-guide.ts'

let world: World
let document: Record<string, any>

beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  document = JSON.parse(world.system.app.apiDocument())
})
afterAll(() => world.close())

const get = (headers: Record<string, string> = {}) =>
  send(world.url, 'GET', '/openapi.json', Buffer.alloc(0), headers)

const operations = () =>
  Object.entries(document.paths as Record<string, Record<string, any>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, received]) => ({
      name: `${method.toUpperCase()} ${path}`,
      documented: received,
    })),
  )

describe('the OpenAPI document', () => {
  test('the API document is served as committed, with an ETag that saves repeated transfers', async () => {
    const first = await get()
    assert.equal(first.status, 200)
    assert.equal(first.headers['content-type'], 'application/json; charset=utf-8')
    assert.deepEqual(
      JSON.parse(first.text),
      JSON.parse(readFileSync('docs/openapi.json', 'utf8')),
      'docs/openapi.json is out of date: run npm run generate',
    )
    const repeated = await get({ 'if-none-match': first.headers.etag as string })
    assert.deepEqual([repeated.status, repeated.text], [304, ''])
  })

  test('the API document uses only constructs that client generators understand', () => {
    const faults: string[] = []
    const visit = (value: unknown, at: string) => {
      if (typeof value !== 'object' || value === null) return
      const { type, const: only } = value as Record<string, unknown>
      const types = Array.isArray(type) ? type.filter((each) => each !== 'null') : []
      if (types.length > 1) faults.push(`${at} has several types`)
      if (typeof only === 'string') faults.push(`${at} is a const`)
      if ([type].flat().includes('number') && (value as { format?: string }).format !== 'double')
        faults.push(`${at} is a number of unknown size`)
      for (const [name, inner] of Object.entries(value))
        if (!/^examples?$/.test(name)) visit(inner, `${at}/${name}`)
    }
    visit(document, '')
    assert.deepEqual(faults, [])
  })

  /** The properties of every schema, with where they are. */
  const propertiesOf = (value: unknown, at: string): [at: string, name: string, schema: object][] => {
    if (typeof value !== 'object' || value === null) return []
    const { properties } = value as { properties?: Record<string, object> }
    const own = Object.entries(properties ?? {}).map(([name, schema]): [string, string, object] => [
      `${at}/${name}`,
      name,
      schema,
    ])
    const inner = Object.entries(value).filter(([name]) => !/^examples?$/.test(name))
    return [...own, ...inner.flatMap(([name, each]) => propertiesOf(each, `${at}/${name}`))]
  }

  test('every field in the API document is written with underscores, but for those of passkeys', () => {
    const faults = propertiesOf(document, '').filter(([, name]) => /[a-z][A-Z]/.test(name))
    assert.deepEqual(
      faults.map(([at]) => at).filter((at) => !at.startsWith('/components/schemas/Passkey')),
      [],
    )
  })

  test('every time in a response has one of the two formats, to the second with Z or to the microsecond', () => {
    const schemas = Object.entries(document.components.schemas).filter(([name]) => !name.endsWith('Request'))
    const faults = schemas
      .flatMap(([name, schema]) => propertiesOf(schema, name))
      .filter(([, name]) => /(_at|_until|_since|as_of|^at|^timestamp)$/.test(name))
      .filter(([, , schema]) => JSON.stringify(schema).includes('"string"'))
      .filter(([, , schema]) => !/:\\\\d\\\\d(Z|\\\\.\\\\d\{6\})?\$/.test(JSON.stringify(schema)))
    assert.deepEqual(
      faults
        .map(([at]) => at)
        .filter(
          (at) => !at.endsWith('/explanation/properties/timestamp') && !at.endsWith('/explanation/timestamp'),
        ),
      [],
    )
  })

  test('the API document gives every list a page limit and every day a format', () => {
    const faults = operations().flatMap(({ name, documented: received }) =>
      (received.parameters ?? []).flatMap(({ name: parameter, schema }: any) => {
        if (
          parameter === 'limit' &&
          schema.maximum !== (/test-callback|links\/groups\/\{|v1\/events$/.test(name) ? 500 : 100)
        )
          return [`${name}: limit`]
        if (/^(from|to|date)$/.test(parameter) && schema.format !== 'date') return [`${name}: ${parameter}`]
        return []
      }),
    )
    assert.deepEqual(faults, [])
  })

  test('the API document has the checkout pages, whose refusals are HTML or JSON', () => {
    const checkout = document.paths['/api/v1/payment/{transaction_uuid}'].get.responses
    const link = document.paths['/pl/{code}'].get.responses
    assert.deepEqual(Object.keys(checkout[200].content), ['text/html'])
    for (const [responses, elsewhere] of [
      [checkout, 303],
      [link, 307],
    ]) {
      assert.deepEqual(responses[elsewhere].headers.Location, { $ref: '#/components/headers/Location' })
      for (const status of [403, 404, 410])
        assert.deepEqual(Object.keys(responses[status].content), ['application/json', 'text/html'])
    }
  })

  test('every route is described in the API document or marked as unlisted', () => {
    assert.deepEqual(world.system.app.described.silent, [])
  })

  test('every operation in the API document has a unique id', () => {
    const ids = operations().map(({ documented: received }) => received.operationId)
    assert.deepEqual(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      [],
    )
  })

  test('every JSON body in the API document has an example that matches its schema', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    formats.default(ajv)
    ajv.addSchema(document, 'api')
    const faults: string[] = []
    for (const { name, documented: received } of operations()) {
      const bodies = [received.requestBody, ...Object.values<any>(received.responses)]
      for (const body of bodies) {
        const json = body?.content?.['application/json']
        if (!json || json.examples || !json.schema.$ref) continue
        const isRight = ajv.compile({ $ref: `api${json.schema.$ref}` })
        if (json.example === undefined) faults.push(`${name}: ${json.schema.$ref} has no example`)
        else if (!isRight(json.example)) faults.push(`${name}: ${ajv.errorsText(isRight.errors)}`)
      }
    }
    assert.deepEqual(faults, [])
  })

  test('the API document shows every catalogued refusal except those of pages, batch rows or any request', () => {
    const { examples } = document.components
    const shown = new Set(
      Object.values<any>(examples).map(({ value }) => `${value.code ?? ''} ${value.message ?? value.detail}`),
    )
    const coded = [...problemsByCode()].flatMap(([code, specs]) =>
      specs.map(({ detail }) => `${code} ${detail}`),
    )
    // Merchants and admins decide on refund requests in routes whose refusals have codes.
    const isShown = (detail: string) =>
      Object.values<any>(examples).some(({ value }) => value.message === detail)
    const ofCards = [...Object.values(cardProblems), ...Object.values(payoutProblems)]
      .filter(({ detail }) => !isShown(detail))
      .map(({ detail }) => ` ${detail}`)
    assert.deepEqual(
      [...coded, ...ofCards].filter((refusal) => !shown.has(refusal)),
      [
        'RMT-404 Not Found',
        'RMT-405 Method Not Allowed',
        'RMT-1008 It would now cost more than was confirmed. Upload the row again to confirm its new price',
        ' Content-Type must be application/x-www-form-urlencoded',
        ' Cross-site request refused',
      ],
    )
  })

  test("the merchants' API document has what an API key or a customer may call, and nothing of the portal", async () => {
    const served = await send(world.url, 'GET', '/openapi.merchant.json', Buffer.alloc(0), {})
    assert.doesNotMatch(served.text, /admin\b|AccessToken|"bearer"|\/api\/v1\/merchant\/(login|portal)/i)
    const { paths, components, webhooks } = JSON.parse(served.text)
    const ours =
      /^\/api\/v1\/(admin|papers|merchant)\/|^\/(livez|readyz|metrics|openapi)|\/remittance\/health$/
    const isKeyed = (methods: Record<string, any>) =>
      Object.values(methods).some(({ security }) => security.some((each: object) => 'Signature' in each))
    const all = Object.entries<Record<string, any>>(document.paths).filter(
      ([path, methods]) => !ours.test(path) || isKeyed(methods),
    )
    const inOrder = (found: object) => Object.keys(found).sort()
    assert.deepEqual(inOrder(paths), inOrder(Object.fromEntries(all)))
    const named = new Set([...served.text.matchAll(/"\$ref": "([^"]+)"/g)].map(([, pointer]) => pointer))
    for (const section of ['schemas', 'responses', 'examples', 'headers', 'parameters'])
      for (const name of Object.keys(components[section]))
        assert(named.has(`#/components/${section}/${name}`), `nothing refers to ${section}/${name}`)
    assert.deepEqual(inOrder(webhooks), inOrder(document.webhooks))
  })

  test('only refunds and voids have ids that count over all merchants', async () => {
    const served = await send(world.url, 'GET', '/openapi.merchant.json', Buffer.alloc(0), {})
    const counting = propertiesOf(JSON.parse(served.text), '').filter(
      ([, name, schema]) =>
        /(^|_)id$/.test(name) && [(schema as { type?: string }).type].flat().includes('integer'),
    )
    const names = counting.map(([at]) =>
      at
        .split('/')
        .slice(3)
        .filter((part) => part !== 'properties')
        .join('/'),
    )
    // The specification makes `refund_id` an integer, and `void_id` is its twin.
    assert.deepEqual([...new Set(names)].sort(), [
      'RefundEvent/refund_id',
      'RefundRequestRecord/refund/id',
      'VoidEvent/void_id',
    ])
  })

  test('the API document names no host and no operator of the service', () => {
    assert.deepEqual(document.servers, [{ url: '/', description: 'The server that serves this document.' }])
    assert.equal(JSON.stringify(document).match(/.{0,60}(localhost|127\.0\.0\.1)/)?.[0], undefined)
  })
})
