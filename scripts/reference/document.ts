// Reads an OpenAPI document as the reference needs it: operations in groups, with every reference resolved.

export type Schema = {
  $ref?: string
  description?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}

type Content = Record<
  string,
  { schema?: Schema; example?: unknown; examples?: Record<string, { $ref?: string; value?: unknown }> }
>
type RawResponse = { $ref?: string; description?: string; content?: Content }

type RawOperation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security?: Record<string, unknown>[]
  parameters?: (Parameter & { $ref?: string })[]
  requestBody?: { content: Content }
  responses: Record<string, RawResponse>
}

export type OpenApi = {
  info: { version: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, RawOperation>>
  webhooks: Record<string, { post: RawOperation }>
  components: Record<string, Record<string, unknown>>
}

export type Authentication = 'signature' | 'basic' | 'bearer' | 'admin' | 'none'

/** A refusal: its status with the code, if the service has codes, and the message. */
export type Refusal = { status: string; code: string | undefined; message: string }

export type Operation = {
  id: string
  method: string
  path: string
  tag: string
  summary: string
  description: string | undefined
  authentication: Authentication
  parameters: Parameter[]
  body: { schema: Schema; example: unknown } | undefined
  /** The type of a body that is a file, where the call takes no JSON. */
  file: string | undefined
  responses: {
    status: string
    description: string
    type: string
    schema: Schema | undefined
    example: unknown
  }[]
  refusals: Refusal[]
}

export type Group = { name: string; slug: string; description: string; operations: Operation[] }

/** The operations of a document in the order of its tags. @param includes chooses among them. */
export function groupsOf(
  document: OpenApi,
  includes: (operation: Operation) => boolean = () => true,
): Group[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(document, { method, path, operation })),
  )
  return document.tags
    .map(({ name, description }) => ({
      name,
      description,
      slug: slugOf(name),
      operations: operations.filter((operation) => operation.tag === name && includes(operation)),
    }))
    .filter(({ operations }) => operations.length > 0)
}

/** Whether merchants or their users make the call, rather than admins, monitoring or a sender who uploads papers. */
export const isForMerchants = ({ authentication, tag }: Operation): boolean =>
  authentication !== 'admin' && !/^(Admin|Health$|Papers$)/.test(tag)

/** Whether only somebody who signs in to the portal makes the call: the merchants' document leaves it out. */
export const isForPortal = (operation: Operation): boolean =>
  isForMerchants(operation) &&
  (operation.authentication === 'bearer' || /^(Portal|Account$|Team$|Deliveries$)/.test(operation.tag))

/** The events that merchants receive, as one group. */
export function webhooksOf(document: OpenApi): Group {
  const operations = Object.entries(document.webhooks).map(([name, { post }]) =>
    operationOf(document, { method: 'post', path: name, operation: post }),
  )
  const description = document.tags.find(({ name }) => name === 'Webhooks')?.description ?? ''
  return { name: 'Webhooks', slug: 'webhooks', description, operations }
}

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

type Raw = { method: string; path: string; operation: RawOperation }

function operationOf(document: OpenApi, { method, path, operation }: Raw): Operation {
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolved(document, response)] as const,
  )
  const contents = operation.requestBody?.content ?? {}
  const content = contents['application/json']
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    tag: operation.tags[0] ?? '',
    summary: operation.summary,
    description: operation.description,
    authentication: authenticationOf(operation.security ?? []),
    parameters: (operation.parameters ?? []).map((parameter) => resolved(document, parameter)),
    file: content ? undefined : Object.keys(contents)[0],
    body: content && { schema: content.schema ?? {}, example: content.example },
    responses: responses
      .filter(([status]) => !/^[45]\d\d$/.test(status))
      .map(([status, { description = '', content = {} }]) => {
        const [type = '', { schema, example } = {}] = Object.entries(content)[0] ?? []
        return { status, description, type, schema, example }
      }),
    refusals: responses
      .filter(([status]) => /^[45]\d\d$/.test(status))
      .flatMap(([status, response]) => refusalsOf(document, status, response)),
  }
}

function authenticationOf(security: Record<string, unknown>[]): Authentication {
  const names = security.flatMap((each) => Object.keys(each))
  if (names.includes('Signature')) return 'signature'
  if (names.includes('MerchantSecret')) return 'basic'
  if (names.includes('AccessToken')) return 'bearer'
  return names.length > 0 ? 'admin' : 'none'
}

function refusalsOf(document: OpenApi, status: string, { content }: RawResponse): Refusal[] {
  const examples = Object.values(content?.['application/json']?.examples ?? {})
  return examples.map((example) => {
    const { value } = resolved(document, example) as { value: Record<string, unknown> }
    const { detail, code, message } = value
    const text = typeof detail === 'string' ? detail : typeof message === 'string' ? message : ''
    return { status, code: typeof code === 'string' ? code : undefined, message: text }
  })
}

/** Follows a reference within the document. @throws Error if it leads nowhere. */
export function resolved<Value extends { $ref?: string }>(document: OpenApi, value: Value): Value {
  if (!value.$ref) return value
  const [, section = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(value.$ref) ?? []
  const found = document.components[section]?.[name]
  if (!found) throw new Error(`the document has no ${value.$ref}`)
  return found as Value
}
