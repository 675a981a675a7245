// Samples in Python: the method of the Python client that has the name of the one for JavaScript, or httpx where it has none.
import type { Operation } from './document.ts'

/** Operations whose method the clients for PHP and Python do not have. */
export const withoutMethod: ReadonlySet<string> = new Set([
  ...['signUp', 'changePassword', 'readGoLive', 'requestGoLive', 'resendDeliveriesOfTime'],
  ...['listWebhookEndpoints', 'addWebhookEndpoint', 'changeWebhookEndpoint', 'removeWebhookEndpoint'],
  'rotateWebhookEndpointSecret',
])

/** Methods that return nothing. */
const silent: ReadonlySet<string> = new Set(['remove', 'log_out', 'resend'])

/** A call of the client for JavaScript in Python. @param call with its examples filled in; `BODY` stands for `body` */
export function pythonCall(call: string, body: unknown): string {
  const isList = call.startsWith('each ')
  const [, target = '', given = ''] = /^(?:each )?([\w.]+)\((.*)\)$/s.exec(call) ?? []
  const options = given
    .replace(/\{ (.*?) \}/g, (_, fields: string) => fields.replace(/(\w+): /g, '$1='))
    .replaceAll("'", '"')
  const value = `${snakeCase(target)}(${options.replace('BODY', () => pythonLiteral(body))})`
  const session = target.startsWith('session.')
    ? ['session = likuta.self_service.log_in({"email": email, "password": password})']
    : []
  const isSilent = silent.has(snakeCase(target).split('.').at(-1)!)
  const once = isSilent ? value : `result = ${value}`
  const lines = isList ? [`for item in ${value}:`, '    print(item)'] : [once]
  return [...session, ...lines].join('\n')
}

/** @param address with its path and query */
export function pythonRequest(
  { method, authentication, body, responses }: Operation,
  address: string,
): string {
  const headers = {
    ...(authentication === 'bearer' && { Authorization: 'f"Bearer {access_token}"' }),
    ...(authentication === 'admin' && { 'X-Admin-Token': 'admin_token' }),
  }
  const pairs = Object.entries(headers).map(([name, value]) => `"${name}": ${value}`)
  const options = [
    ...(pairs.length > 0 ? [`headers={${pairs.join(', ')}}`] : []),
    ...(body ? [`json=${pythonLiteral(body.example ?? {}, '    ')}`] : []),
  ]
  const target = [`"${method}"`, `f"{base_url}${address}"`, ...options]
  const call = options.length > 0 ? `(\n    ${target.join(',\n    ')},\n)` : `(${target.join(', ')})`
  const isJson = responses.some(({ type }) => type === 'application/json')
  return `response = httpx.request${call}\nresult = response.${isJson ? 'json()' : 'text'}`
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
