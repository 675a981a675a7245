// The API as a collection for Postman, and for Bruno, which imports the same: made from the API document, with what
// signs the requests that want a signature.
import { createRequire } from 'node:module'

// A package of the old kind, without types.
const { convert } = createRequire(import.meta.url)('openapi-to-postmanv2') as {
  convert(input: object, options: object, done: (error: unknown, result: Converted) => void): void
}
type Converted = { result: boolean; reason?: string; output?: [{ data: Collection }] }
type Pair = { key: string; value: string; description?: unknown }
type Auth = { type: string } & Record<string, unknown>
type Url = { query: Pair[]; variable: Pair[] }
type Request = { auth?: Auth; header?: Pair[]; url: Url }
type Item = { name: string; item?: Item[]; request?: Request }
type Collection = { info: object; item: Item[] }

const variables = {
  baseUrl: 'http://localhost:8080',
  api_key: '',
  api_secret: '',
  merchant_code: '',
  merchant_secret: '',
  access_token: '',
  admin_token: '',
}

/** Runs in the application, before each request: signs those that carry an API key. */
const signing = `const headers = pm.request.headers
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
  const collection = {
    info: {
      name: 'Mosolo',
      description: 'Fill in the variables with what the start of a sandbox prints. Requests of the card service are signed by themselves.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: signing.split('\n') } }],
    item: item.filter(({ name }) => name !== 'Webhooks').map(plain),
  }
  return `${JSON.stringify(collection, null, 1)}\n`
} // biome-ignore format: one thing a line

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

/** Without what is made up anew each time, and without answers: the document has them. */
function plain({ name, item, request }: Item): object {
  if (!request) return { name, item: (item ?? []).map(plain) }
  const { auth, header = [], url, name: _, ...rest } = request as Request & { name?: string }
  const isWanted = ({ key }: Pair) =>
    !['Accept', 'Idempotency-Key', 'X-Timestamp', 'X-Signature'].includes(key)
  const headers = header.filter(isWanted).map(({ key, value }) => ({ key, value }))
  const isSigned = apiKeyName(auth) === 'X-API-Key'
  if (isSigned) headers.unshift({ key: 'X-API-Key', value: '{{api_key}}' })
  return {
    name,
    request: {
      ...rest,
      url: emptied(url),
      header: headers,
      auth: isSigned ? { type: 'noauth' } : authOf(auth),
    },
  }
}

/** Values that are made up from a schema mean nothing; parameters of lists are off until they are wanted. */
function emptied({ query, variable, ...url }: Url): object {
  return {
    ...url,
    query: query.map(({ key, description }) => ({ key, value: '', description, disabled: true })),
    variable: variable.map(({ key, description }) => ({ key, value: '', description })),
  }
}

function authOf(auth: Auth | undefined): object {
  const pair = (key: string, value: string) => ({ key, value, type: 'string' })
  if (auth?.type === 'basic')
    return { type: 'basic', basic: [pair('username', '{{merchant_code}}'), pair('password', '{{merchant_secret}}')] }
  if (auth?.type === 'bearer') return { type: 'bearer', bearer: [pair('token', '{{access_token}}')] }
  const name = apiKeyName(auth)
  if (name)
    return { type: 'apikey', apikey: [pair('key', name), pair('value', '{{admin_token}}'), pair('in', 'header')] }
  return { type: 'noauth' }
} // biome-ignore format: a kind a line

function apiKeyName(auth: Auth | undefined): string | undefined {
  if (auth?.type !== 'apikey') return undefined
  return (auth.apikey as Pair[]).find(({ key }) => key === 'key')?.value
}
