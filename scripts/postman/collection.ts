// Writes the Postman collection (also imported by Bruno) from the API document, with a script that signs the requests that need a
// signature. Values are examples of the document or variables; example responses stay in the document.
import { customer, flow, last, type Step, variables } from './flow.ts'

type Parameter = { in: 'path' | 'query' | 'header'; name: string; required?: boolean; description?: string }
type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: [string]
  security: readonly Record<string, unknown>[]
  parameters?: readonly (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { example?: Record<string, unknown> }> }
  responses: Record<string, unknown>
}
type Call = Operation & { method: string; path: string }
type Document = { tags: { name: string }[]; paths: Record<string, Record<string, Operation>> }

/** Runs in Postman before each request and signs those that carry an API key. */
const signing = `pm.collectionVariables.set('today', new Date().toISOString().slice(0, 10))
const headers = pm.request.headers
if (headers.has('X-API-Key')) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const path = pm.variables.replaceIn(pm.request.url.getPathWithQuery())
  const body = pm.variables.replaceIn((pm.request.body && pm.request.body.raw) || '')
  const text = [timestamp, pm.request.method, path, body].join('\\n')
  const secret = pm.variables.get('api_secret')
  headers.upsert({ key: 'X-Timestamp', value: timestamp })
  headers.upsert({ key: 'X-Signature', value: CryptoJS.HmacSHA256(text, secret).toString(CryptoJS.enc.Hex) })
}`

/** @param document the API document as JSON. */
export function postmanCollection(document: string): string {
  const { tags, paths } = JSON.parse(document) as Document
  const calls: Call[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
  const folders = tags
    .map(({ name }) => ({ name, calls: calls.filter(({ tags: [tag] }) => tag === name) }))
    .filter((folder) => folder.calls.length > 0)
  const isLast = ({ operationId }: Call) => last.includes(operationId)
  const collection = {
    info: {
      name: 'Likuta',
      description:
        'Fill in the first variables with the values that a sandbox prints when it starts. Requests to the card service are signed automatically, and ids from responses are stored in variables that later requests use.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: signing.split('\n') } }],
    item: [
      ...folders.map(({ name, calls: own }) => ({
        name,
        item: [
          ...own.filter((call) => !isLast(call)).map(itemOf),
          ...(name === 'Orders' ? customer.map(playedByCustomer) : []),
        ],
      })),
      { name: 'At the end', item: folders.flatMap((folder) => folder.calls.filter(isLast)).map(itemOf) },
    ],
  }
  return `${JSON.stringify(collection, null, 1)}\n`
}

const rotationNote =
  'The previous key is refused at once. Skipped unless the variable allow_key_rotation is yes, because your code may be using that key.'
const skipRotation = {
  listen: 'prerequest',
  script: {
    type: 'text/javascript',
    exec: ["if (pm.variables.get('allow_key_rotation') !== 'yes') pm.execution.skipRequest()"],
  },
}

function itemOf(call: Call): object {
  const step = flow[call.operationId]
  const parameters = (call.parameters ?? []).filter((each): each is Parameter => 'in' in each)
  const [type] = Object.keys(call.requestBody?.content ?? {})
  const body = call.requestBody?.content['application/json']
  const isSigned = call.security.some((scheme) => 'ApiKey' in scheme)
  return {
    name: call.summary,
    event: [
      ...(step?.isRotation ? [skipRotation] : []),
      testsOf(statusesOf(call, step, parameters), step?.sets),
    ],
    request: {
      description: step?.isRotation ? rotationNote : (call.description ?? ''),
      method: call.method,
      // The bytes of other bodies are chosen in Postman.
      ...(body && {
        body: { mode: 'raw', raw: bodyOf(body.example, step), options: { raw: { language: 'json' } } },
      }),
      url: urlOf(call.path, parameters, step?.values),
      header: [
        ...(isSigned ? [{ key: 'X-API-Key', value: '{{api_key}}' }] : []),
        ...(type ? [{ key: 'Content-Type', value: type }] : []),
        ...pairsOf('header', parameters).map((pair) => ({ ...pair, disabled: true })),
      ],
      auth: authOf(call),
    },
  }
}

function playedByCustomer({ name, path, body, sets }: (typeof customer)[number]): object {
  const accept = { key: 'Accept', value: 'application/json' }
  const common = { url: path, auth: { type: 'noauth' } }
  if (!body)
    return {
      name,
      protocolProfileBehavior: { followRedirects: false },
      event: [testsOf([303], sets)],
      request: { ...common, method: 'GET', header: [accept] },
    }
  const header = [accept, { key: 'Content-Type', value: 'application/json' }]
  const raw = JSON.stringify(body, null, 2)
  return {
    name,
    event: [testsOf([200], sets)],
    request: { ...common, method: 'POST', header, body: { mode: 'raw', raw } },
  }
}

/**
 * The expected statuses: the documented successes, after redirects, and also refusals where a value is missing that
 * no request sets.
 */
function statusesOf(
  { responses, requestBody }: Call,
  step: Step | undefined,
  known: readonly Parameter[],
): readonly number[] {
  if (step?.expects) return step.expects
  const isComplete = !requestBody && !known.some((each) => each.in === 'path' || each.required)
  const max = step || isComplete ? 399 : 499
  const right = Object.keys(responses)
    .map(Number)
    .filter((status) => status <= max)
  return [...new Set(right.map((status) => (status >= 300 && status < 400 ? 200 : status)))]
}

function testsOf(statuses: readonly number[], sets: Record<string, string> = {}): object {
  const exec = [
    `pm.test('status ${statuses.join(' or ')}', () => pm.expect(pm.response.code).to.be.oneOf([${statuses.join(', ')}]))`,
  ]
  const names = Object.entries(sets)
  if (names.some(([, expression]) => expression.startsWith('body')))
    exec.push('const body = pm.response.json()')
  for (const [name, expression] of names) exec.push(`pm.collectionVariables.set('${name}', ${expression})`)
  return { listen: 'test', script: { type: 'text/javascript', exec } }
}

function bodyOf(example: Record<string, unknown> = {}, step: Step | undefined): string {
  const fields = Object.entries({ ...example, ...step?.body }).filter(([, value]) => value !== null)
  return JSON.stringify(Object.fromEntries(fields), null, 2)
}

function pairsOf(
  place: Parameter['in'],
  parameters: readonly Parameter[],
  values: Record<string, string> = {},
) {
  return parameters
    .filter((each) => each.in === place)
    .map(({ name, description = '' }) => ({ key: name, value: values[name] ?? '', description }))
}

/** Query parameters of lists are disabled until needed. */
function urlOf(path: string, parameters: readonly Parameter[], values: Record<string, string> = {}): object {
  return {
    host: ['{{baseUrl}}'],
    path: path
      .slice(1)
      .replaceAll(/\{(\w+)\}/g, ':$1')
      .split('/'),
    query: pairsOf('query', parameters, values).map((pair) => ({
      ...pair,
      ...(values[pair.key] === undefined && { disabled: true }),
    })),
    variable: pairsOf('path', parameters, values),
  }
}

function authOf({ security }: Call): object {
  const pair = (key: string, value: string) => ({ key, value, type: 'string' })
  const has = (name: string) => security.some((scheme) => name in scheme)
  if (has('MerchantSecret'))
    return {
      type: 'basic',
      basic: [pair('username', '{{merchant_code}}'), pair('password', '{{merchant_secret}}')],
    }
  if (has('AccessToken')) return { type: 'bearer', bearer: [pair('token', '{{access_token}}')] }
  if (has('AdminToken'))
    return {
      type: 'apikey',
      apikey: [pair('key', 'X-Admin-Token'), pair('value', '{{admin_token}}'), pair('in', 'header')],
    }
  return { type: 'noauth' }
}
