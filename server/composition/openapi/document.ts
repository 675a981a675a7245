// Renders the OpenAPI 3.1 document from the declarations of the routes. It contains nothing that depends on the deployment.
import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import type { ProblemSpec } from '../../kernel/problem.ts'
import { basicProblems } from '../../merchants/identity/basic-auth.ts'
import { signingProblems } from '../../merchants/problems.ts'
import type { Endpoint, ListedRoute, OtherResponse } from '../../platform/http/api.ts'
import { version } from '../../platform/process/version.ts'
import { errorSchemas } from './error-schemas.ts'
import { describeFields } from './fields/describe-fields.ts'
import {
  callerProblems,
  type ErrorStyle,
  exampleBody,
  exampleName,
  readsSomething,
  refusalsOf,
  wrongShape,
} from './refusals.ts'
import { type JsonSchema, openSchemas, type Schemas } from './schemas.ts'
import { idempotencyKey, responseHeaders, securityOf, securitySchemes, tags } from './texts.ts'
import { renderEvents, type WebhookEvent } from './webhook-events.ts'

export type OpenApiDocument = {
  openapi: string
  paths: Record<string, Record<string, JsonSchema>>
  [section: string]: unknown
}

type RenderContext = {
  schemas: Schemas
  examples: Record<string, JsonSchema>
  /** Refusals that several routes share. */
  responses: Record<string, JsonSchema>
  styleOf: (url: string) => ErrorStyle
  webhooks: readonly WebhookEvent[]
}

export type RenderOptions = {
  title: string
  /** Documentation that applies to all operations. */
  about: string
  /** The error format at a path. */
  styleOf: (url: string) => ErrorStyle
  webhooks: readonly WebhookEvent[]
  /** Whether merchants call the route: all its fields are described. */
  isForMerchants: (route: ListedRoute) => boolean
}

/** Renders the document of these routes, always in the same order. */
export function renderDocument(
  routes: readonly ListedRoute[],
  { title, about, styleOf, webhooks: events, isForMerchants }: RenderOptions,
): OpenApiDocument {
  const context: RenderContext = {
    schemas: openSchemas(),
    examples: {},
    responses: {},
    styleOf,
    webhooks: events,
  }
  const paths: OpenApiDocument['paths'] = {}
  const inOrder = routes.toSorted((a, b) => order(a) - order(b))
  for (const route of inOrder) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operation(context, route)
  }
  const webhooks = renderEvents(events, context.schemas, 'receive')
  const components = {
    securitySchemes,
    headers: responseHeaders,
    parameters: { IdempotencyKey: idempotencyKey },
    responses: sorted(context.responses),
    schemas: sorted({ ...errorSchemas, ...context.schemas.components }),
    examples: sorted(context.examples),
  }
  const described = routes.filter(isForMerchants).map(({ endpoint }) => endpoint.id)
  describeFields({ paths, webhooks, components }, new Set(described))
  const used = new Set([...routes.map(({ endpoint }) => endpoint.tag), 'Webhooks'])
  return {
    openapi: '3.1.1',
    info: {
      title,
      version,
      description: about,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that serves this document.' }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: reachableComponents(components, { paths, webhooks }),
  }
}

const tagNames = Object.keys(tags)

/** Sorts by tag; the stable sort keeps the order of registration within one. */
function order({ endpoint }: ListedRoute): number {
  const index = tagNames.indexOf(endpoint.tag)
  if (index === -1)
    throw new Error(`${endpoint.id} has the tag ${endpoint.tag}, which texts.ts does not know`)
  return index
}

function sorted<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function operation(context: RenderContext, route: ListedRoute): JsonSchema {
  const { endpoint } = route
  const { id, summary, tag, access } = endpoint
  const scopes = access.by === 'signature' ? access.scopes : undefined
  const needed =
    scopes && `The API key needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`
  const description = [endpoint.description, needed].filter(Boolean).join('\n\n')
  const parameters = parametersOf(context, route)
  return {
    operationId: id,
    summary,
    ...(description && { description }),
    tags: [tag],
    security: [...securityOf[access.by], ...(takesSecret(route) ? securityOf.basic : [])],
    ...(parameters.length > 0 && { parameters }),
    ...requestBodyOf(context, endpoint),
    responses: { ...responsesOf(context, endpoint), ...refusalResponses(context, route) },
    ...(endpoint.registersWebhooks && { callbacks: callbacksOf(context) }),
  }
}

function requestBodyOf(context: RenderContext, { body, bodyType, isBodyOptional }: Endpoint): JsonSchema {
  const content = {
    ...(body && json(context, body, 'input')),
    ...(bodyType && { [bodyType]: { schema: { type: 'string', format: 'binary' } } }),
  }
  return Object.keys(content).length > 0 ? { requestBody: { required: !isBodyOptional, content } } : {}
}

/** Renders the webhooks as callbacks of the operations that register a URL, because many tools only support callbacks. */
function callbacksOf({ webhooks, schemas }: RenderContext): JsonSchema {
  const events = Object.entries(renderEvents(webhooks, schemas, 'registered'))
  return Object.fromEntries(events.map(([name, item]) => [name, { '{$request.body#/callback_url}': item }]))
}

function parametersOf({ schemas }: RenderContext, { url, endpoint }: ListedRoute): JsonSchema[] {
  const { params = {}, query, headers = {}, repeatable, id } = endpoint
  const named = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  const missing = named.find((name) => !(name in params))
  if (missing) throw new Error(`${id} does not describe ${missing} in its path`)
  const inPath = Object.fromEntries(named.map((name) => [name, params[name] as z.ZodType]))
  return [
    ...parametersIn('path', schemas.of(z.object(inPath), 'input')),
    ...(query ? parametersIn('query', schemas.of(query, 'input')) : []),
    ...parametersIn('header', schemas.of(z.object(headers), 'input')),
    ...(repeatable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
}

function parametersIn(index: string, { properties = {}, required = [] }: JsonSchema): JsonSchema[] {
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, found]) => {
    const { description, examples, ...schema } = found
    const [example] = (examples ?? []) as unknown[]
    return {
      name,
      in: index,
      required: (required as string[]).includes(name),
      ...(description !== undefined && { description }),
      schema,
      ...(example !== undefined && { example }),
    }
  })
}

function json({ schemas }: RenderContext, schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const example = schemas.exampleOf(schema)
  const made = schemas.of(schema, io)
  return { 'application/json': { schema: made, ...(example !== undefined && { example }) } }
}

function responsesOf(
  context: RenderContext,
  { responses, repeatable }: Endpoint,
): Record<string, JsonSchema> {
  const headers = {
    'X-Request-Id': header('RequestId'),
    ...(repeatable && { 'Idempotency-Replayed': header('Replayed') }),
  }
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const isElsewhere = /^30[37]$/.test(status)
      const all = { ...headers, ...(isElsewhere && { Location: header('Location') }) }
      return [status, { ...contentOf(context, response), headers: all }]
    }),
  )
}

function contentOf(context: RenderContext, response: z.ZodType | OtherResponse): JsonSchema {
  if (response instanceof z.ZodType)
    return { description: 'Success.', content: json(context, response, 'output') }
  const { description, type, schema, files = [] } = response
  const others = Object.fromEntries(files.map((file) => [file, { schema: { type: 'string' } }]))
  if (schema) return { description, content: { ...json(context, schema, 'output'), ...others } }
  return { description, ...(type && { content: { [type]: { schema: { type: 'string' } } } }) }
}

const header = (name: keyof typeof responseHeaders) => ({ $ref: `#/components/headers/${name}` })

const rateHeaders = {
  'Retry-After': header('RetryAfter'),
  'RateLimit-Limit': header('RateLimit'),
  'RateLimit-Remaining': header('RateLimitRemaining'),
  'RateLimit-Reset': header('RateLimitReset'),
}

/** Groups refusals by status; a status that has a response already keeps that one. */
function refusalResponses(context: RenderContext, route: ListedRoute): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(refusalsOf(route), ({ status }) => status)
  const shape = wrongShape[context.styleOf(route.url)]
  if (readsSomething(route.endpoint) && !byStatus.has(shape.status)) byStatus.set(shape.status, [])
  const statuses = [...byStatus].filter(([status]) => !(status in route.endpoint.responses))
  return Object.fromEntries(
    statuses.map(([status, specs]) => [status, shared(context, { status, specs, route })]),
  )
}

type Refusal = { status: number; specs: readonly ProblemSpec[]; route: ListedRoute }

/** Renders refusals that are the same for several routes once, as a shared component. */
function shared(context: RenderContext, refusal: Refusal): JsonSchema {
  const response = refusalResponse(context, refusal)
  const { route, status, specs } = refusal
  if (specs.some((spec) => route.endpoint.problems?.includes(spec))) return response
  const name = `${kindOf(refusal)}${STATUS_CODES[status]?.replace(/\W/g, '')}${context.styleOf(route.url) === 'code' ? 'Coded' : ''}`
  context.responses[name] ??= response
  const isSame = JSON.stringify(context.responses[name]) === JSON.stringify(response)
  return isSame ? { $ref: `#/components/responses/${name}` } : response
}

function kindOf({ specs, route: { endpoint } }: Refusal): string {
  const { access, page } = endpoint
  if (page) return 'Page'
  const isAboutCaller = specs.some((spec) => callerProblems[access.by].includes(spec))
  return isAboutCaller ? `${access.by[0]?.toUpperCase()}${access.by.slice(1)}` : ''
}

function refusalResponse(context: RenderContext, refusal: Refusal): JsonSchema {
  return {
    description: STATUS_CODES[refusal.status] ?? 'Refused',
    headers: {
      'X-Request-Id': header('RequestId'),
      ...(refusal.status === 429 && rateHeaders),
      ...(refusal.status === 408 && { 'X-Server-Time': header('ServerTime') }),
    },
    content: {
      'application/json': refusalContent(context, refusal),
      ...(refusal.route.endpoint.page && { 'text/html': { schema: { type: 'string' } } }),
    },
  }
}

/** Where two kinds of credentials are taken, each refusal has the format of the kind that was sent. */
function refusalContent(context: RenderContext, refusal: Refusal): JsonSchema {
  const { specs, route } = refusal
  if (!takesSecret(route)) return refusalIn(context, context.styleOf(route.url), refusal)
  const without = (others: readonly ProblemSpec[]) => specs.filter((spec) => !others.includes(spec))
  const [detail, code] = [
    refusalIn(context, 'detail', { ...refusal, specs: without(Object.values(basicProblems)) }),
    refusalIn(context, 'code', { ...refusal, specs: without(Object.values(signingProblems)) }),
  ]
  return {
    schema: { anyOf: [detail.schema, code.schema] },
    examples: { ...(detail.examples as object), ...(code.examples as object) },
  }
}

const takesSecret = ({ endpoint: { access } }: ListedRoute) =>
  access.by === 'signature' && access.orSecret === true

function refusalIn(
  { examples }: RenderContext,
  style: ErrorStyle,
  { status, specs, route }: Refusal,
): JsonSchema {
  const shown: Record<string, JsonSchema> = {}
  const show = (name: string, value: object) => {
    examples[name] = { value }
    shown[name] = { $ref: `#/components/examples/${name}` }
  }
  const shape = wrongShape[style]
  const mayBeWrong = status === shape.status && readsSomething(route.endpoint)
  if (mayBeWrong) show(shape.name, shape.body)
  for (const spec of specs) show(exampleName(style, spec), exampleBody(style, spec))
  const plain = { $ref: style === 'code' ? '#/components/schemas/CodedError' : '#/components/schemas/Error' }
  const faults = { $ref: '#/components/schemas/ValidationError' }
  const both = mayBeWrong && style === 'detail'
  return {
    schema: !both ? plain : specs.length === 0 ? faults : { anyOf: [faults, plain] },
    examples: sorted(shown),
  }
}

type Components = Record<string, Record<string, unknown>>

/** Returns the components that `roots` refers to, directly or indirectly, and the security schemes that operations use. */
function reachableComponents(components: Components, roots: unknown): Components {
  const found = new Set<string>()
  const schemes = new Set<string>()
  const waiting: unknown[] = [roots]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'security') for (const scheme of namesOf(inner)) schemes.add(scheme)
      const pointer = name === '$ref' && typeof inner === 'string' ? inner : undefined
      if (pointer === undefined) waiting.push(inner ?? null)
      else if (!found.has(pointer)) {
        found.add(pointer)
        const [, , section = '', key = ''] = pointer.split('/')
        waiting.push(components[section]?.[key])
      }
    }
  }
  const isReachable = (section: string, name: string) =>
    section === 'securitySchemes' ? schemes.has(name) : found.has(`#/components/${section}/${name}`)
  return Object.fromEntries(
    Object.entries(components).map(([section, all]) => [
      section,
      Object.fromEntries(Object.entries(all).filter(([name]) => isReachable(section, name))),
    ]),
  )
}

function namesOf(security: unknown): string[] {
  return Array.isArray(security) ? security.flatMap((each) => Object.keys(each)) : []
}
