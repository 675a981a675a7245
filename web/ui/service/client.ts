// The HTTP client of the pages: JSON requests and responses, with all error formats mapped to one type.

import { recordServerClock } from './clock.ts'
import { fetchWithProgress } from './sent-share.ts'

/** What a step-up must confirm. */
export type ConfirmedAct = {
  act: string
  subject?: string
  payee?: string
  amount?: string
  currency?: string
}

export type Fault = { field: string; message: string; confirms?: ConfirmedAct }

/** A request that failed, or got no response (`status` 0). */
export class RequestError extends Error {
  readonly status: number
  /** The error code of the service's catalogue, if it has one. */
  readonly code: string | undefined
  readonly faults: readonly Fault[]
  /** Seconds to wait before retrying. */
  readonly retryAfterSeconds: number | undefined
  readonly requestId: string | undefined

  constructor(message: string, facts: Partial<Omit<RequestError, 'name' | 'message'>> = {}) {
    super(message)
    this.status = facts.status ?? 0
    this.code = facts.code
    this.faults = facts.faults ?? []
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.requestId = facts.requestId
  }
}

/** Whether the request may have been executed: the response was lost, or is a server error. */
export function isUnanswered({ status }: RequestError): boolean {
  return status === 0 || status >= 500
}

export type Query = Record<string, string | number | undefined>

export type CallOptions = {
  query?: Query
  /** Sent as JSON; a file as it is, with its own type. */
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Called with the share of a file that has been sent. */
  onSent?: (share: number) => void
}

export type Client = {
  /** Returns the response's `data`, or the whole body when there is no envelope. @throws RequestError */
  call<Data>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    options?: CallOptions,
  ): Promise<Data>
  get<Data>(path: string, query?: Query, signal?: AbortSignal): Promise<Data>
  post<Data>(path: string, body?: unknown): Promise<Data>
  put<Data>(path: string, body: unknown): Promise<Data>
  /** Saves a response as a file on this device. @throws RequestError */
  download(path: string, query?: Query): Promise<void>
}

const typeOf = (body: unknown): Record<string, string> =>
  body !== undefined && !isFile(body) ? { 'content-type': 'application/json' } : {}

function fetchJson(
  address: string,
  {
    body,
    signal,
    ...init
  }: { method: string; headers: Record<string, string>; body: unknown; signal?: AbortSignal | undefined },
): Promise<Response> {
  return fetch(address, {
    ...init,
    credentials: 'same-origin',
    cache: 'no-store',
    ...(body !== undefined && { body: isFile(body) ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  })
}

const isFile = (body: unknown): body is Blob => body instanceof Blob

/**
 * @param options.base prefix of every path
 * @param options.headers returns the credentials, called for each request
 * @param options.refused called with every error before it is thrown
 */
export function openClient(options: {
  base: string
  headers: () => Record<string, string>
  refused?: (error: RequestError) => void
}): Client {
  const fail = (error: RequestError): never => {
    options.refused?.(error)
    throw error
  }

  async function send(
    method: string,
    path: string,
    { query, body, signal, headers, onSent }: CallOptions,
  ): Promise<Response> {
    const address = `${options.base}${path}${queryText(query)}`
    const sent = { accept: 'application/json', ...typeOf(body), ...options.headers(), ...headers }
    const sending =
      onSent && isFile(body)
        ? fetchWithProgress(address, { method, headers: sent, body }, onSent)
        : fetchJson(address, { method, headers: sent, body, signal })
    const response = await sending.catch((error: Error) => {
      if (error.name === 'AbortError') throw error
      return fail(new RequestError(error.message))
    })
    recordServerClock(response.headers)
    return response.ok ? response : fail(await errorOf(response))
  }

  const call: Client['call'] = async (method, path, callOptions = {}) => {
    const response = await send(method, path, callOptions)
    const body = await response
      .text()
      .then((text) => (text === '' ? {} : JSON.parse(text)))
      .catch((error: Error) => {
        if (error.name === 'AbortError') throw error
        // The response was cut off, or did not come from the service.
        return fail(new RequestError(error.message))
      })
    return body !== null && body.status === 'success' && 'data' in body ? body.data : body
  }

  return {
    call,
    get: (path, query, signal) => call('GET', path, { ...(query && { query }), ...(signal && { signal }) }),
    post: (path, body) => call('POST', path, body === undefined ? {} : { body }),
    put: (path, body) => call('PUT', path, { body }),
    async download(path, query) {
      const response = await send('GET', path, query ? { query } : {})
      const [, name] = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
      save(await response.blob(), name ?? path.split('/').at(-1) ?? 'download')
    },
  }
}

/** Offers bytes to the user as a file download. */
function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** A query string without empty values. */
export function queryText(query: Query = {}): string {
  const supplied = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(supplied.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/**
 * Reads the service's error formats: `{code, message, errors}`, `{detail}`, and the list of faults of an invalid body.
 */
async function errorOf(response: Response): Promise<RequestError> {
  const body = await response.json().catch(() => ({}))
  const { detail, message, code, errors } = (body ?? {}) as Record<string, unknown>
  const listed = Array.isArray(detail) ? detail.map(faultOf) : ((errors ?? []) as Fault[])
  const label = typeof detail === 'string' ? detail : String(message ?? listed[0]?.message ?? '')
  const retryAfter = response.headers.get('retry-after')
  return new RequestError(label || response.statusText, {
    status: response.status,
    code: typeof code === 'string' ? code : undefined,
    faults: listed,
    retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter),
    requestId: response.headers.get('x-request-id') ?? undefined,
  })
}

/** The first element of `loc` is the part of the request: body, query or path. */
function faultOf({ loc, msg }: { loc: (string | number)[]; msg: string }): Fault {
  return { field: loc.slice(1).join('.'), message: msg }
}
