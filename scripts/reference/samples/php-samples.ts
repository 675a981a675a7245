// Samples in PHP: the method of the PHP client that has the name of the one for JavaScript, or PHP's own HTTP where it has none.
import type { Operation } from '../document.ts'
import { hasIdempotencyKey, type RawBody, rawBodyOf, requiredHeaders, rowsOf } from './bodies.ts'

/** Methods that return nothing. */
const silent: ReadonlySet<string> = new Set(['remove', 'logOut', 'resend'])

/** A call of the client for JavaScript in PHP. @param call with its examples filled in, but for `BODY` and `ROWS` */
export function phpCall(call: string, operation: Operation): string {
  const body = operation.body?.example ?? {}
  const isList = call.startsWith('each ')
  const [, target = '', given = ''] = /^(?:each )?([\w.]+)\((.*)\)$/s.exec(call) ?? []
  const options = given.replace(/\{ (.*?) \}/g, (_, fields: string) =>
    fields.replace(/(\w+): /g, (_field, name: string) => `${camelCase(name)}: `),
  )
  const method = target.split('.').at(-1) as string
  const value = `$${target.replaceAll('.', '->')}(${options
    .replace('BODY', () => phpLiteral(body))
    .replace('ROWS', () => phpLiteral(rowsOf(operation)))})`
  const session = target.startsWith('session.')
    ? ["$session = $likuta->selfService->logIn(['email' => $email, 'password' => $password]);"]
    : []
  const once = silent.has(method) ? `${value};` : `$result = ${value};`
  const lines = isList ? [`foreach (${value} as $item) {`, '    print_r($item);', '}'] : [once]
  return [...session, ...lines].join('\n')
}

/** @param address with its path and query */
export function phpRequest(operation: Operation, address: string): string {
  const { method, authentication, responses } = operation
  const body = rawBodyOf(operation)
  const isJson = responses.some(({ type }) => type === 'application/json')
  const content = body ? [`$body = ${contentIn(body)};`] : []
  const signed =
    authentication === 'signature'
      ? [
          `$signed = Likuta\\signatureHeaders($apiKey, $apiSecret, '${method}', '${address}'${body ? ', $body' : ''});`,
        ]
      : []
  const headers = [
    ...headersOf[authentication],
    ...(signed.length > 0
      ? ['...array_map(fn ($name, $value) => "$name: $value", array_keys($signed), $signed)']
      : []),
    ...(hasIdempotencyKey(operation) ? ["'Idempotency-Key: ' . bin2hex(random_bytes(16))"] : []),
    ...requiredHeaders(operation).map(([name, value]) => `'${name}: ${value}'`),
    ...(body ? [`'Content-Type: ${body.type}'`] : []),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`    'method' => '${method}',`]),
    ...(headers.length > 0 ? [`    'header' => [${headers.join(', ')}],`] : []),
    ...(body ? ["    'content' => $body,"] : []),
  ]
  const context =
    options.length > 0 ? ["$context = stream_context_create(['http' => [", ...options, ']]);'] : []
  const call = `file_get_contents("$baseUrl${address}"${context.length > 0 ? ', context: $context' : ''})`
  const result = `$result = ${isJson ? `json_decode(${call}, true)` : call};`
  return [...content, ...signed, ...context, result].join('\n')
}

function contentIn(body: RawBody): string {
  if ('json' in body) return `json_encode(${phpLiteral(body.json)})`
  return 'csv' in body ? JSON.stringify(body.csv) : `file_get_contents('${body.file}')`
}

const headersOf: Record<Operation['authentication'], string[]> = {
  signature: [],
  basic: ['\'Authorization: Basic \' . base64_encode("$merchantCode:$merchantSecret")'],
  bearer: ['"Authorization: Bearer $accessToken"'],
  admin: ['"X-Admin-Token: $adminToken"'],
  none: [],
}

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** A JSON value as it is written in PHP. */
function phpLiteral(value: unknown, indent = ''): string {
  const inner = `${indent}    `
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, String.raw`\$&`)}'`
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `[${value.map((each) => phpLiteral(each, indent)).join(', ')}]`
  if (typeof value !== 'object') return String(value)
  const entries = Object.entries(value)
  if (entries.length === 0) return '[]'
  const lines = entries.map(([name, each]) => `${inner}${phpLiteral(name)} => ${phpLiteral(each, inner)},`)
  return `[\n${lines.join('\n')}\n${indent}]`
}
