// Declarations of routes, from which the OpenAPI document and so the clients are generated. Each has the schemas that check its body and
// query; its handler is added by endpoint.ts.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ProblemSpec } from '../../kernel/problem.ts'
import type { Access, ApprovedAct, ConflictOfInterest, StepUp } from './access.ts'
import type { Priority } from './load-shedding.ts'

/** A response that is not JSON, or whose description matters more than its body. */
export type OtherResponse = Readonly<{
  description: string
  type?: string
  schema?: z.ZodType
  /** Media types of files that a parameter selects instead of the schema's JSON. */
  files?: readonly string[]
}>

/** A route: where it is, who may call it, what it takes and returns. */
export type Endpoint = Declaration & SessionRules

/** What a session may do: an admin route that changes something says it, and so can no other. */
type SessionRules =
  | Readonly<{ method: 'GET'; access: AdminAccess } & NoSessionRules>
  | Readonly<{
      method: 'POST' | 'PUT' | 'DELETE'
      access: AdminAccess
      /** Whether an admin user must have confirmed their identity lately, or why not. */
      stepUp: StepUp
      /** The merchant that the request decides about, which no admin who is a user of it may favour; or why it decides about none. */
      conflictOfInterest: ConflictOfInterest
      /** The approved act, whose payee and sum the step-up must confirm. */
      approves?: ApprovedAct
      openToSuspended?: undefined
    }>
  | Readonly<{ access: Exclude<Access, AdminAccess> } & NoSessionRules>
type AdminAccess = Extract<Access, { by: 'admin' }>
type NoSessionRules = { stepUp?: undefined; conflictOfInterest?: undefined; approves?: undefined }

type Declaration = Readonly<{
  /** Operation id, which names the method in generated clients: a verb and a noun. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As registered: parameters have a colon before their names. */
  path: string
  /** Under overload, requests of the lowest priorities are refused first. */
  priority: Priority
  access: Access
  /** Keys and secrets of a suspended merchant may call it, as they may read everything. */
  openToSuspended?: true | undefined
  /** Only our own pages call it: the API document lacks it. */
  unlisted?: true
  summary: string
  description?: string
  tag: string
  /** One schema for each parameter of the path. */
  params?: z.ZodRawShape
  query?: z.ZodType
  headers?: z.ZodRawShape
  body?: z.ZodType
  /** The body may be absent. */
  isBodyOptional?: true
  /** The media type of a body that is not JSON, in place of `body`. */
  bodyType?: string
  /** Successful responses, by status. */
  responses: Readonly<Record<number, z.ZodType | OtherResponse>>
  /** Problems specific to this route, beside those that every request of its kind can meet. */
  problems?: readonly ProblemSpec[]
  /** Responses are stored under an `Idempotency-Key`. */
  repeatable?: true
  /** Intended for browsers: errors are HTML pages where `Accept` names HTML, otherwise JSON. */
  page?: true
  /** The body has a `callback_url`, to which all webhooks are sent. */
  registersWebhooks?: true
}>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Declaration of the route; `unlisted` for pages, their files, and what only our own pages call without credentials. */
    api?: Endpoint | 'unlisted'
    /** Whether the caller, the path or the route tells in which cell the rows of its requests lie. */
    isPlaced?: boolean
  }
  interface FastifyInstance {
    /** All registered routes. */
    described: Described
  }
}

export type ListedRoute = { method: string; url: string; endpoint: Endpoint }
export type Described = {
  listed: ListedRoute[]
  /** Declared, but not in the API document. */
  unlisted: ListedRoute[]
  /** Routes without a declaration: there should not be any. */
  silent: string[]
  /** Routes whose path identifies something, but in no cell. */
  unplaced: string[]
}

/** Collects the declarations of routes. Must be called before the first route is registered. */
export function gatherEndpoints(app: FastifyInstance): Described {
  const described: Described = { listed: [], unlisted: [], silent: [], unplaced: [] }
  app.decorate('described', described)
  app.addHook('onRoute', ({ method, url, config }) => {
    if (url.includes(':') && !config?.isPlaced && method !== 'HEAD')
      described.unplaced.push(`${method} ${url}`)
    if (config?.api === 'unlisted') return
    for (const name of [method].flat()) {
      // Fastify adds a HEAD route to every GET.
      if (name === 'HEAD') continue
      const endpoint = config?.api
      if (!endpoint) described.silent.push(`${name} ${url}`)
      else described[endpoint.unlisted ? 'unlisted' : 'listed'].push({ method: name, url, endpoint })
      if (endpoint && (endpoint.method !== name || endpoint.path !== url))
        throw new Error(`${name} ${url} is declared as ${endpoint.method} ${endpoint.path}`)
    }
  })
  return described
}

/** A schema with its own name in the OpenAPI document, and an example. */
export function named<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  example: z.input<Schema>,
  description?: string,
): Schema {
  return schema.meta({ id, examples: [example], ...(description && { description }) }) as Schema
}

/** `{status: success, data}`, the envelope of most responses. */
function success<Data extends z.ZodType>(data: Data) {
  return z.object({ status: z.literal('success'), data })
}

/** A response `{status: success, data}` with its own name in the OpenAPI document. @param example of the data. */
export function dataResponse<Data extends z.ZodType>(
  id: string,
  data: Data,
  example: z.input<Data>,
  description?: string,
) {
  const whole = { status: 'success', data: example } as z.input<ReturnType<typeof success<Data>>>
  return named(id, success(data), whole, description)
}

/** One page of a list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), pagination })
}

/** The same as a response of its own name. @param example of an item. */
export function pageResponse<Item extends z.ZodType>(id: string, item: Item, example: z.input<Item>) {
  const page = { items: [example], pagination: examplePagination }
  return dataResponse(id, pageOf(item), page as z.input<ReturnType<typeof pageOf<Item>>>)
}

/** Of the only page of a list with one item. */
export const examplePagination = { page: 1, limit: 20, total: 1, pages: 1 }

const pagination = z
  .object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int() })
  .meta({ id: 'Pagination' })

/** One page of a list that is counted up to 10,000 only: `capped` when there are more. */
export function cappedPageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), pagination: cappedPagination })
}

/** The same as a response of its own name. @param example of an item. */
export function cappedPageResponse<Item extends z.ZodType>(id: string, item: Item, example: z.input<Item>) {
  const page = { items: [example], pagination: { ...examplePagination, capped: false } }
  return dataResponse(id, cappedPageOf(item), page as z.input<ReturnType<typeof cappedPageOf<Item>>>)
}

/** All items of a short list, as a response of its own name. @param example of an item. */
export function listResponse<Item extends z.ZodType>(id: string, item: Item, example: z.input<Item>) {
  const list = z.object({ items: z.array(item) })
  return dataResponse(id, list, { items: [example] } as z.input<typeof list>)
}

const cappedPagination = pagination.extend({ capped: z.boolean() }).meta({ id: 'CappedPagination' })

/** `2026-11-21T09:30:00Z` */
export const utcStamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  .meta({ format: 'date-time', description: 'A time in UTC, to the second.' })

/** `2026-11-21T09:30:00.000000`: UTC, although the format does not show it. */
export const zonelessStamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
  .meta({ description: 'A time in UTC, to the microsecond, written without a zone.' })

/** `2026-11-21` */
export const dayText = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .meta({ format: 'date' })

/** An amount or a percentage as text. */
export const twoPlaces = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ description: 'A decimal number as text, with two places.' })

/** Of payouts and refunds, by the merchant's own rule. */
export const secondUserField = twoPlaces
  .meta({
    description:
      'From which amount on the next one waits for a second user of the merchant; null: none does.',
  })
  .nullable()

export const environmentName = z.enum(['sandbox', 'production'])

export const merchantZone = z
  .string()
  .meta({ description: 'The time zone of the merchant, who reads its times in it.' })
