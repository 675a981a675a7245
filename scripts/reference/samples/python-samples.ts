// Samples in Python: the method of the Python client that has the name of the one for JavaScript, or httpx where it has none.
import type { Operation } from '../document.ts'
import { hasIdempotencyKey, type RawBody, rawBodyOf, requiredHeaders, rowsOf } from './bodies.ts'

/** Operations whose method the clients for PHP and Python do not have. */
export const withoutMethod: ReadonlySet<string> = new Set([
  ...['signUp', 'changePassword', 'readGoLive', 'requestGoLive', 'resendDeliveriesOfTime'],
  ...['listWebhookEndpoints', 'addWebhookEndpoint', 'changeWebhookEndpoint', 'removeWebhookEndpoint'],
  'rotateWebhookEndpointSecret',
])

/** Methods that return nothing. */
const silent: ReadonlySet<string> = new Set(['remove', 'log_out', 'resend'])

/** A call of the client for JavaScript in Python. @param call with its examples filled in, but for `BODY` and `ROWS` */
export function pythonCall(call: string, operation: Operation): string {
  const body = operation.body?.example ?? {}
  const isList = call.startsWith('each ')
  const [, target = '', given = ''] = /^(?:each )?([\w.]+)\((.*)\)$/s.exec(call) ?? []
  const options = given
    .replace(/\{ (.*?) \}/g, (_, fields: string) => fields.replace(/(\w+): /g, '$1='))
    .replaceAll("'", '"')
  const value = `${snakeCase(target)}(${options
    .replace('BODY', () => pythonLiteral(body))
    .replace('ROWS', () => pythonLiteral(rowsOf(operation)))})`
  const session = target.startsWith('session.')
    ? ['session = likuta.self_service.log_in({"email": email, "password": password})']
    : []
  const isSilent = silent.has(snakeCase(target).split('.').at(-1)!)
  const once = isSilent ? value : `result = ${value}`
  const lines = isList ? [`for item in ${value}:`, '    print(item)'] : [once]
  return [...session, ...lines].join('\n')
}

/** @param address with its path and query */
export function pythonRequest(operation: Operation, address: string): string {
  const { method, authentication, responses } = operation
  const body = rawBodyOf(operation)
  const isSigned = authentication === 'signature'
  const isKeyed = hasIdempotencyKey(operation)
  const content = body && contentIn(body, isSigned)
  const pairs = [
    ...(isSigned ? ['**signed'] : []),
    ...(authentication === 'bearer' ? ['"Authorization": f"Bearer {access_token}"'] : []),
    ...(authentication === 'admin' ? ['"X-Admin-Token": admin_token'] : []),
    ...(isKeyed ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
    ...requiredHeaders(operation).map(([name, value]) => `"${name}": "${value}"`),
    ...(body && (isSigned || !('json' in body)) ? [`"Content-Type": "${body.type}"`] : []),
  ]
  const options = [
    ...(pairs.length > 0 ? [`headers={${pairs.join(', ')}}`] : []),
    ...(authentication === 'basic' ? ['auth=(merchant_code, merchant_secret)'] : []),
    ...(content ? [isSigned ? 'content=body' : content] : []),
  ]
  const target = [`"${method}"`, `f"{base_url}${address}"`, ...options]
  const call = options.length > 0 ? `(\n    ${target.join(',\n    ')},\n)` : `(${target.join(', ')})`
  const isJson = responses.some(({ type }) => type === 'application/json')
  return [
    ...(isSigned && body ? ['import json'] : []),
    ...(isSigned ? ['import time'] : []),
    ...(isKeyed ? ['import uuid'] : []),
    ...(isSigned ? ['from likuta import signature_headers'] : []),
    ...(isSigned && content ? [`body = ${content}`] : []),
    ...(isSigned ? signingLines(method, address, content !== undefined) : []),
    `response = httpx.request${call}`,
    `result = response.${isJson ? 'json()' : 'text'}`,
  ].join('\n')
}

const signingLines = (method: string, address: string, hasBody: boolean) => [
  'signed = signature_headers(',
  '    api_key=api_key, api_secret=api_secret, timestamp=time.time(),',
  `    method="${method}", path="${address}"${hasBody ? ', body=body' : ''},`,
  ')',
]

/** What httpx is given, or the value of `body` where it is signed before. */
function contentIn(body: RawBody, isSigned: boolean): string {
  const value = 'csv' in body ? JSON.stringify(body.csv) : ''
  if ('json' in body)
    return isSigned ? `json.dumps(${pythonLiteral(body.json)})` : `json=${pythonLiteral(body.json, '    ')}`
  if ('file' in body) return `content=open("${body.file}", "rb").read()`
  return isSigned ? value : `content=${value}`
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A JSON value as it is written in Python. */
function pythonLiteral(value: unknown, indent = ''): string {
  const inner = `${indent}    `
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (value === null || value === undefined) return 'None'
  if (Array.isArray(value)) return `[${value.map((each) => pythonLiteral(each, indent)).join(', ')}]`
  if (typeof value !== 'object') return String(value)
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  const lines = entries.map(
    ([name, each]) => `${inner}${JSON.stringify(name)}: ${pythonLiteral(each, inner)},`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}
