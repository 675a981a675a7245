// Generates the Postman collection (also imported by Bruno) from the API document, with a script that signs the
// requests that need a signature.
import { createRequire } from 'node:module'
import { customer, flow, last, type Step, variables } from './flow.ts'

// An old CommonJS package without types.
const { convert } = createRequire(import.meta.url)('openapi-to-postmanv2') as {
  convert(input: object, options: object, done: (error: unknown, result: Converted) => void): void
}
type Converted = { result: boolean; reason?: string; output?: [{ data: Collection }] }
type Pair = { key: string; value: string; description?: unknown }
type Auth = { type: string } & Record<string, unknown>
type Url = { path?: string[]; query: Pair[]; variable: Pair[] }
type Request = { method: string; auth?: Auth; header?: Pair[]; url: Url; body?: { raw?: string } }
type Item = { name: string; item?: Item[]; request?: Request }
type Collection = { info: object; item: Item[] }
type Operation = {
  operationId: string
  responses: Record<string, unknown>
  requestBody?: { content: object }
  parameters?: { name?: string; required?: boolean }[]
}
type Operations = Map<string, Operation>

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
export async function postmanCollection(document: string): Promise<string> {
  const { item } = await converted(document)
  const operations = operationsOf(document)
  const folders = item.filter(({ name }) => name !== 'Webhooks')
  const isLast = ({ request }: Item) => last.includes(operationOf(request, operations)?.operationId ?? '')
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
      ...folders.map(({ name, item = [] }) => ({
        name,
        item: [
          ...item.filter((each) => !isLast(each)).map((each) => plain(each, operations)),
          ...(name === 'Orders' ? customer.map(playedByCustomer) : []),
        ],
      })),
      {
        name: 'At the end',
        item: folders.flatMap(({ item = [] }) => item.filter(isLast)).map((each) => plain(each, operations)),
      },
    ],
  }
  return `${JSON.stringify(collection, null, 1)}\n`
}

/** Operations by method and path, as the collection writes them. */
function operationsOf(document: string): Operations {
  const { paths } = JSON.parse(document) as { paths: Record<string, Record<string, Operation>> }
  const named = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`, operation] as const,
    ),
  )
  return new Map(named)
}

function operationOf(request: Request | undefined, operations: Operations): Operation | undefined {
  return request && operations.get(`${request.method} /${request.url.path?.join('/')}`)
}

function converted(document: string): Promise<Collection> {
  const options = {
    folderStrategy: 'Tags',
    requestParametersResolution: 'Example',
    exampleParametersResolution: 'Example',
    stackLimit: 20,
  }
  return new Promise((resolve, reject) => {
    convert({ type: 'string', data: document }, options, (error, { result, reason, output }) => {
      if (error || !result || !output) reject(error ?? new Error(reason))
      else resolve(output[0].data)
    })
  })
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

/**
 * The request without values that are generated anew each time, and without example responses, which the document
 * has.
 */
function plain({ name, request }: Item, operations: Operations): object {
  const operation = operationOf(request, operations)
  if (!request || !operation) throw new Error(`${name} is not in the document`)
  const { auth, header = [], url, name: _, body, ...rest } = request as Request & { name?: string }
  const step = flow[operation.operationId]
  const isWanted = ({ key }: Pair) =>
    !['Accept', 'Idempotency-Key', 'X-Skip-Name-Check', 'X-Timestamp', 'X-Signature'].includes(key)
  const headers = header.filter(isWanted).map(({ key, value }) => ({ key, value }))
  const isSigned = apiKeyName(auth) === 'X-API-Key'
  if (isSigned) headers.unshift({ key: 'X-API-Key', value: '{{api_key}}' })
  return {
    name,
    event: [
      ...(step?.isRotation ? [skipRotation] : []),
      testsOf(statusesOf(operation, step, url), step?.sets),
    ],
    request: {
      ...rest,
      ...(step?.isRotation && { description: rotationNote }),
      // Bytes are chosen in Postman.
      ...(body &&
        isJson(operation) && { body: { ...body, ...(body.raw && { raw: bodyOf(body.raw, step) }) } }),
      url: filled(url, step?.values),
      header: headers,
      auth: isSigned ? { type: 'noauth' } : authOf(auth),
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
  { responses, requestBody, parameters = [] }: Operation,
  step: Step | undefined,
  { variable }: Url,
): readonly number[] {
  if (step?.expects) return step.expects
  const isComplete = !requestBody && variable.length === 0 && !parameters.some(({ required }) => required)
  const most = step || isComplete ? 399 : 499
  const right = Object.keys(responses)
    .map(Number)
    .filter((status) => status <= most)
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

const isJson = ({ requestBody }: Operation) => 'application/json' in (requestBody?.content ?? {})

function bodyOf(raw: string, step: Step | undefined): string {
  const fields = Object.entries({ ...JSON.parse(raw), ...step?.body }).filter(([, value]) => value !== null)
  return JSON.stringify(Object.fromEntries(fields), null, 2)
}

/** Values generated from a schema mean nothing; query parameters of lists are disabled until needed. */
function filled({ query, variable, ...url }: Url, values: Record<string, string> = {}): object {
  return {
    ...url,
    query: query.map(({ key, description }) => {
      const value = values[key]
      return { key, value: value ?? '', description, ...(value === undefined && { disabled: true }) }
    }),
    variable: variable.map(({ key, description }) => ({ key, value: values[key] ?? '', description })),
  }
}

function authOf(auth: Auth | undefined): object {
  const pair = (key: string, value: string) => ({ key, value, type: 'string' })
  if (auth?.type === 'basic')
    return {
      type: 'basic',
      basic: [pair('username', '{{merchant_code}}'), pair('password', '{{merchant_secret}}')],
    }
  if (auth?.type === 'bearer') return { type: 'bearer', bearer: [pair('token', '{{access_token}}')] }
  const name = apiKeyName(auth)
  if (name)
    return {
      type: 'apikey',
      apikey: [pair('key', name), pair('value', '{{admin_token}}'), pair('in', 'header')],
    }
  return { type: 'noauth' }
}

function apiKeyName(auth: Auth | undefined): string | undefined {
  if (auth?.type !== 'apikey') return undefined
  return (auth.apikey as Pair[]).find(({ key }) => key === 'key')?.value
}
