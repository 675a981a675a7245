// Compares what tests send and receive with docs/openapi.json: an undocumented status, field or refusal fails the
// test that caused it. Validators are compiled on first use.
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { ApiResponse } from './response.ts'

type Json = Record<string, any>
type Operation = { pointer: string; documented: Json }

const document: Json = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
)
const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema(document, 'api')

/** Responses that any request may get, whatever its route; the document lists them once, in its description. */
const anyway = new Set([
  '400 Bad Request',
  '404 Not Found',
  '405 Method Not Allowed',
  '413 Request body is larger than 64 KiB',
  '413 Request body without credentials is larger than 4 KiB',
  '415 Content-Type must be application/json',
  '503 Service Unavailable',
])

const escaped = (pointer: string) => pointer.replaceAll('~', '~0').replaceAll('/', '~1')

const paths = Object.entries(document.paths as Json)
  .map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    parameters: path.split('{').length,
    pointer: `#/paths/${escaped(path)}`,
    operations: operations as Json,
  }))
  // Literal path segments come before parameters.
  .sort((a, b) => a.parameters - b.parameters)

function operationOf(method: string, pathname: string): Operation | undefined {
  const found = paths.find(({ pattern }) => pattern.test(pathname))
  const received = found?.operations[method.toLowerCase()]
  return found && received && { pointer: `${found.pointer}/${method.toLowerCase()}`, documented: received }
}

const validators = new Map<string, ValidateFunction>()

function validatorAt(pointer: string): ValidateFunction {
  const known = validators.get(pointer)
  if (known) return known
  const made = ajv.compile({ $ref: `api${pointer}` })
  validators.set(pointer, made)
  return made
}

/**
 * @param sent.astray true for a deliberately invalid request. @throws Error that names the difference. Paths of
 * pages and simulators are not in the document.
 */
export function assertAsDocumented(
  sent: { method: string; path: string; body: Buffer; astray?: boolean },
  response: ApiResponse,
): void {
  // The router takes what follows a "#" for a query, so the path ends there.
  const [pathname = ''] = sent.path.split(/[?#]/)
  const [, query = ''] = sent.path.split('?')
  const operation = operationOf(sent.method, pathname)
  const detail = response.body?.detail ?? response.body?.message
  if (!operation || anyway.has(`${response.status} ${detail}`)) return
  const differences = [
    ...responseFaults(operation, response, detail),
    ...(response.status < 300 && !sent.astray ? requestFaults(operation, sent.body, query) : []),
  ]
  if (differences.length === 0) return
  const name = `${sent.method} ${pathname} (${operation.documented.operationId})`
  throw new Error(
    `${name} differs from docs/openapi.json:\n${differences.join('\n')}\nresponse ${response.status}: ${response.text.slice(0, 600)}`,
  )
}

function responseFaults(
  { pointer, documented: received }: Operation,
  reply: ApiResponse,
  detail: unknown,
): string[] {
  const response = received.responses[reply.status]
  if (!response) return [`status ${reply.status} is not documented`]
  const at = response.$ref ?? `${pointer}/responses/${reply.status}`
  const content = (response.$ref ? valueAt(response.$ref) : response).content ?? {}
  const [type = ''] = (reply.headers['content-type'] ?? '').split(';')
  if (reply.text === '' || reply.body === undefined)
    return type in content || reply.text === '' ? [] : [`a body of ${type} is not documented`]
  const json = content['application/json']
  if (!json) return ['a JSON body is not documented']
  const faults = faultsOf(`${at}/content/application~1json/schema`, reply.body, 'answer')
  const isKnown = reply.status < 400 || typeof detail !== 'string' || isDocumented(json.examples, detail)
  return isKnown ? faults : [...faults, `the refusal is not among its examples: ${detail}`]
}

function valueAt(pointer: string): Json {
  return pointer
    .slice(2)
    .split('/')
    .reduce((value: Json, step) => value[step.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}

/** Whether an example has this text; placeholders in braces match anything. */
function isDocumented(examples: Record<string, { $ref: string }> | undefined, text: string): boolean {
  // A status without examples may have any refusal.
  if (!examples) return true
  return Object.values(examples).some(({ $ref }) => {
    const { detail, message } = valueAt($ref).value
    const pattern = String(message ?? detail)
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{\w+\}/g, '.*')
    return new RegExp(`^${pattern}$`, 's').test(text)
  })
}

function requestFaults({ pointer, documented: received }: Operation, body: Buffer, query: string): string[] {
  const known = (received.parameters ?? []).filter((parameter: Json) => parameter.in === 'query')
  const names = new Set(known.map(({ name }: Json) => name))
  const strangers = [...new URLSearchParams(query).keys()].filter((name) => !names.has(name))
  const faults = strangers.map((name) => `the parameter ${name} was accepted, but is not documented`)
  const content = received.requestBody?.content
  // Where a file is documented, too, a body that does not begin as JSON is one.
  const isFile = content?.['text/csv'] && !/^[[{]/.test(body.subarray(0, 1).toString())
  if (!content?.['application/json'] || body.length === 0 || isFile) return faults
  const at = `${pointer}/requestBody/content/application~1json/schema`
  return [...faults, ...faultsOf(at, JSON.parse(body.toString('utf8')), 'accepted request')]
}

function faultsOf(pointer: string, value: unknown, what: string): string[] {
  const validate = validatorAt(pointer)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const { additionalProperty } = params as { additionalProperty?: string }
    return `${what}${instancePath}: ${message}${additionalProperty ? ` (${additionalProperty})` : ''}`
  })
}
