// What a route tells of itself: the document clients are made from is rendered from these. A route carries its own as
// `config: { api }`, with the very schema its body and query are checked by.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ProblemSpec } from '../../kernel/problem.ts'

/** How a caller shows who it is. */
export type Authentication = 'signature' | 'basic' | 'bearer' | 'admin' | 'none'

/** An answer that is no JSON, or one whose words matter more than its body. */
export type OtherResponse = Readonly<{ description: string; type?: string; schema?: z.ZodType }>

export type Endpoint = Readonly<{
  /** Its name in generated clients: a verb and a noun. */
  id: string
  summary: string
  description?: string
  tag: string
  authentication: Authentication
  /** One for each name in the path. */
  path?: z.ZodRawShape
  query?: z.ZodType
  headers?: z.ZodRawShape
  body?: z.ZodType
  /** What is answered where all is well, by status. */
  responses: Readonly<Record<number, z.ZodType | OtherResponse>>
  /** What it refuses with, beside what every request of its kind may be refused with. */
  problems?: readonly ProblemSpec[]
  /** Answers are kept under an `Idempotency-Key`. */
  repeatable?: true
  /** For browsers: a refusal is a page where `Accept` names HTML, JSON otherwise. */
  page?: true
  /** Its body names, as `callback_url`, where all events go. */
  registersWebhooks?: true
}>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route tells of itself; `unlisted` for pages, their files, and calls that only our own pages make. */
    api?: Endpoint | 'unlisted'
  }
  interface FastifyInstance {
    /** Routes as they were registered. */
    described: Described
  }
}

export type ListedRoute = { method: string; url: string; endpoint: Endpoint }
export type Described = {
  listed: ListedRoute[]
  /** Routes that say nothing of themselves: there should be none. */
  silent: string[]
}

/** Gathers what routes tell of themselves. To be called before the first route. */
export function gatherEndpoints(app: FastifyInstance): Described {
  const described: Described = { listed: [], silent: [] }
  app.decorate('described', described)
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.api === 'unlisted') return
    for (const name of [method].flat()) {
      // Every GET brings a HEAD with it.
      if (name === 'HEAD') continue
      if (config?.api) described.listed.push({ method: name, url, endpoint: config.api })
      else described.silent.push(`${name} ${url}`)
    }
  })
  return described
}

/** A schema with a name of its own in the document, and an example. */
export function named<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  example: z.input<Schema>,
  description?: string,
): Schema {
  return schema.meta({ id, examples: [example], ...(description && { description }) }) as Schema
}

/** `{status: success, data}`, as most answers are wrapped. */
export function success<Data extends z.ZodType>(data: Data) {
  return z.object({ status: z.literal('success'), data })
}

/** One page of a list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), pagination })
}

const pagination = z
  .object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int() })
  .meta({ id: 'Pagination' })

/** The same of a list that is counted no further than to 10,000: `capped` where there are more. */
export function cappedPageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), pagination: cappedPagination })
}

const cappedPagination = pagination.extend({ capped: z.boolean() }).meta({ id: 'CappedPagination' })

/** `2026-11-21T09:30:00Z` */
export const utcStamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  .meta({ format: 'date-time', description: 'A time in UTC, to the second.' })

/** `2026-11-21T09:30:00.000000`, of UTC although it does not say so. */
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

export const environmentName = z.enum(['sandbox', 'production'])
