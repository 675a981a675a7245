// A route with its handler: one declaration beside its use case, from which it is registered and documented. The compiler compares what
// the handler returns with the schemas of the responses.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readRightOf } from '../../kernel/admin-roles.ts'
import type { ProblemSpec } from '../../kernel/problem.ts'
import type { Cells } from '../database/cells.ts'
import { type AnsweringCells, answeringCells } from '../database/cells.ts'
import { type Access, anyone } from './access.ts'
import type { Endpoint } from './api.ts'
import type { RawNumber } from './body/json.ts'
import { sendJson, sendJsonText } from './http.ts'
import type { Priority } from './load-shedding.ts'
import { isPlaced, openPlaces, type PlaceOf, type Places } from './place.ts'
import type { AddressLimit } from './rate-limit.ts'

type Responses = Endpoint['responses']

/** What a handler gets beside its needs: each parameter of the path is as sent, the body and query are not checked yet. */
export type Call<Params> = Readonly<{
  request: FastifyRequest
  reply: FastifyReply
  params: { readonly [Name in keyof Params]: string }
}>

/** A body with another status than the lowest declared, or with headers of its own. */
export type ResponseWith<Status, Body> = Readonly<{
  [statusKey]: Status
  body: Body
  headers: Readonly<Record<string, string>>
}>
const statusKey = Symbol('status')

export const respond = <Status extends number, const Body>(
  status: Status,
  body: Body,
  headers: Readonly<Record<string, string>> = {},
): ResponseWith<Status, Body> => ({ [statusKey]: status, body, headers })

/** `{status: success, data}` */
export const succeeded = <const Data>(data: Data) => ({ status: 'success', data }) as const

/** What the schema of a response admits; lists and objects may be read-only, and numbers written from exact digits. */
export type Rendered<Value> = Value extends number
  ? Value | RawNumber
  : Value extends readonly (infer Item)[]
    ? readonly Rendered<Item>[]
    : Value extends object
      ? { readonly [Name in keyof Value]: Rendered<Value[Name]> }
      : Value
export type BodyOf<Response> = Response extends z.ZodType
  ? Rendered<z.input<Response>>
  : Response extends { schema: infer Schema extends z.ZodType }
    ? Rendered<z.input<Schema>>
    : never

/** A body as text, which is stored so that a repeated request gets the same bytes. */
export type JsonText<Body> = string & { readonly [writtenKey]: Body }
declare const writtenKey: unique symbol
export const jsonText = <const Body>(body: Body) => JSON.stringify(body) as JsonText<Body>

/** The body of the lowest status. */
export type PlainBody<Declared extends Responses> = BodyOf<
  Declared[200 extends keyof Declared ? 200 : 201 extends keyof Declared ? 201 : 202 & keyof Declared]
>

/** The data in the envelope of a body; anything for a schema that names no fields. */
export type DataOf<Body> = Body extends { data: infer Data }
  ? string extends keyof Data
    ? object | undefined
    : Data
  : never

type Written<Body> = Body | JsonText<Body>

/** Of files and pages, the reply after it was sent. */
export type SentReply<Declared extends Responses> = Declared[keyof Declared] extends z.ZodType
  ? never
  : FastifyReply

/** What a handler returns: a body, a body with its status, or of files and pages the reply that it has sent. */
export type Sent<Declared extends Responses> =
  | PlainBody<Declared>
  | { [Status in keyof Declared]: ResponseWith<Status, Written<BodyOf<Declared[Status]>>> }[keyof Declared]
  | SentReply<Declared>

type Options = Readonly<{
  /** In bytes, where a body may be larger than elsewhere. */
  bodyLimit?: number
  /** The address or the sender is the credential, so that bodies are as large as those of callers with credentials. */
  largeBodies?: true
  /** Which limit by address counts its requests. */
  limitedAs?: AddressLimit
  /** Name of an unexpected error, in place of 'Internal Server Error'. */
  failure?: ProblemSpec
  /** A stream has no HEAD. */
  exposeHeadRoute?: false
  /** Where its rows lie, if neither the caller nor a merchant code in the path tells. */
  place?: PlaceOf
}>

type Handled<Needs> = Readonly<{
  handle: (needs: Needs, call: Call<Record<string, string>>) => Promise<unknown>
}>

/** A page, a file of one, or what the script of a page calls without credentials: no part of the API. */
type Page = Readonly<{ page: true; method: 'GET' | 'POST'; path: string; priority: Priority }> & Options

/** A route of the API. */
export type ApiRoute<Needs> = Endpoint & Options & Handled<Needs>
type PageRoute<Needs> = Page & Handled<Needs>
export type Route<Needs> = ApiRoute<Needs> | PageRoute<Needs>

/** A route that only browsers call. Its handler sends the reply, or returns a body. */
export const page = <Needs>(declaration: Omit<Page, 'page'> & Handled<Needs>): PageRoute<Needs> => ({
  ...declaration,
  page: true,
})

/** What the handlers of routes need together. */
export type NeedsOf<Routes extends readonly Route<never>[]> = (
  Routes[number] extends infer One
    ? One extends Route<infer Needs>
      ? (needs: Needs) => void
      : never
    : never
) extends (needs: infer All) => void
  ? All
  : never

type Declaration<Declared extends Responses, Params> = Endpoint &
  Options &
  Readonly<{ responses: Declared; params?: Params }>

/**
 * A route with its handler, whose result the compiler checks against the responses. An admin route that reads needs no more than the
 * right to read in its group.
 */
export function endpoint<const Declared extends Responses, Needs, const Params extends z.ZodRawShape = {}>(
  declaration: Declaration<Declared, Params> &
    Readonly<{ handle: (needs: Needs, call: Call<Params>) => Promise<Sent<Declared>> }>,
): ApiRoute<Needs> {
  const { access, method } = declaration
  const isAdminRead = access.by === 'admin' && method === 'GET'
  const needed = isAdminRead ? { ...access, right: readRightOf(access.right) } : access
  return { ...declaration, access: needed } as unknown as ApiRoute<Needs>
}

type Hook = (request: FastifyRequest) => Promise<void>
/** The checks of callers before a body is read; those of where they call from, with any or no credentials. */
export type Guards = Readonly<
  Record<'admin' | 'bearer' | 'signature' | 'admin_networks' | 'own_pages', Hook> & {
    /** Of the merchant secret, where a body may be so large that only a merchant may send it. */
    large_basic?: Hook
  }
>
/** Registers routes with what their handlers need of the services of a place. */
export type Serve<Services> = <Needs>(
  needsOf: (services: Services) => Needs,
  routes: readonly Route<NoInfer<Needs>>[],
) => void

/** Returns a function that registers routes, whose requests are handled by the services of the place where their rows lie. */
export function serving<Services>(
  app: FastifyInstance,
  guards: Guards,
  { at, ...places }: Places<Services>,
): Serve<Services> {
  return (needsOf, routes) => {
    const [first, ...others] = at
    const within = openPlaces({ ...places, at: [needsOf(first), ...others.map(needsOf)] })
    for (const route of routes) register(app, guards, within, route)
  }
}

function register<Needs>(
  app: FastifyInstance,
  guards: Guards,
  within: ReturnType<typeof openPlaces<Needs>>,
  route: Route<Needs>,
): void {
  const { method, path: url, bodyLimit, largeBodies, limitedAs, failure, exposeHeadRoute, handle } = route
  const isPage = !('access' in route)
  const access = isPage ? anyone : route.access
  const guard = access.by === 'basic' && bodyLimit ? guards.large_basic : guardOf(guards, access)
  const status = isPage ? 200 : plainStatus(route.responses)
  const placed = { access, path: url, place: route.place }
  app.route({
    method,
    url,
    ...(guard && { onRequest: guard }),
    ...(bodyLimit && { bodyLimit }),
    ...(exposeHeadRoute === false && { exposeHeadRoute }),
    config: {
      api: isPage ? 'unlisted' : route,
      isPlaced: isPlaced(placed),
      ...(isPage && { priority: route.priority }),
      ...(largeBodies && { largeBodies }),
      ...(limitedAs && { limitedAs }),
      ...(failure && { failure }),
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const params = (request.params ?? {}) as Record<string, string>
      const sent = await within(request, placed, (needs) => handle(needs, { request, reply, params }))
      // Fastify's reply is a promise of the end of its response, so a handler that returns it returns nothing.
      if (reply.sent) return reply
      const { [statusKey]: code = status, headers = {}, body } = hasStatus(sent) ? sent : { body: sent }
      reply.code(code).headers(headers)
      return typeof body === 'string' ? sendJsonText(reply, body) : sendJson(reply, body)
    },
  })
}

function guardOf(guards: Guards, access: Access): Hook | undefined {
  if (access.by === 'none') return access.from && guards[access.from]
  return access.by === 'basic' ? undefined : guards[access.by]
}

/** The status of a body that is returned without one. */
export const plainStatus = (responses: Responses): number => Math.min(...Object.keys(responses).map(Number))

const hasStatus = (sent: unknown): sent is ResponseWith<number, unknown> =>
  typeof sent === 'object' && sent !== null && statusKey in sent

type CellsNeeds = Readonly<{ cells: Cells }>
type DataSchema = z.ZodObject<{ status: z.ZodType; data: z.ZodObject }>

const cellsMissing = z
  .array(z.int())
  .meta({
    id: 'CellsMissing',
    description:
      'The cells that did not respond in time, whose merchants are missing here. Absent if none is missing.',
  })
  .optional()

/**
 * As `endpoint`, for a handler of admins that reads all cells and returns data: a cell that does not respond is named in the response, and
 * what the others have is shown. Its needs have cells of which some may be missing.
 */
export const endpointOfCells = ((declaration: DeclarationOfCells) => {
  const handle = async (needs: CellsNeeds, call: Call<unknown>) => {
    const cells = answeringCells(needs.cells)
    const sent = await declaration.handle({ ...needs, cells }, call)
    return isWhole(cells) ? sent : withMissing(sent, cells)
  }
  return endpoint({
    ...declaration,
    responses: { 200: withCellsMissing(declaration.responses[200]) },
    handle,
  } as never)
}) as typeof endpoint

type DeclarationOfCells = Omit<Endpoint, 'responses'> & {
  responses: { 200: DataSchema }
  handle: (needs: CellsNeeds, call: Call<unknown>) => Promise<{ data: object }>
}

/** @throws what the first cell failed with, if none has responded. */
function isWhole({ all, missing }: AnsweringCells): boolean {
  if (missing.size === all.length) throw missing.values().next().value
  return missing.size === 0
}

// guard: missing-cells-named
const withMissing = (sent: { data: object }, { missing }: AnsweringCells) => ({
  ...sent,
  data: { ...sent.data, cells_missing: [...missing.keys()].sort((a, b) => a - b) },
})

const withCellsMissing = (response: DataSchema): z.ZodType =>
  response
    .extend({ data: response.shape.data.extend({ cells_missing: cellsMissing }) })
    .meta(response.meta() ?? {})
