// The one way pages talk to the service: JSON in and out, errors as one type, whatever shape they came in.

export type Fault = { field: string; message: string }

/** A request that was refused, or never answered (`status` 0). */
export class RequestError extends Error {
  readonly status: number
  /** Of the service's catalogue, where it has one. */
  readonly code: string | undefined
  readonly faults: readonly Fault[]
  /** Seconds after which asking again makes sense. */
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

/** Whether nobody can say that it was not done: the answer is lost, or tells of trouble on the way. */
export function isUnanswered({ status }: RequestError): boolean {
  return status === 0 || status >= 500
}

export type Query = Record<string, string | number | undefined>

export type CallOptions = {
  query?: Query
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
}

export type Client = {
  /** What the service put into `data`; the whole body where there is no envelope. @throws RequestError */
  call<Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: CallOptions): Promise<Data>
  get<Data>(path: string, query?: Query, signal?: AbortSignal): Promise<Data>
  post<Data>(path: string, body?: unknown): Promise<Data>
  put<Data>(path: string, body: unknown): Promise<Data>
  /** Saves an answer as a file of this device. @throws RequestError */
  download(path: string, query?: Query): Promise<void>
}

/**
 * @param options.base what every path begins with
 * @param options.headers the proof of who asks, read anew for each request
 * @param options.refused is told of every answer that is an error, before it is thrown
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
    { query, body, signal, headers }: CallOptions,
  ): Promise<Response> {
    const response = await fetch(`${options.base}${path}${queryText(query)}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers(),
        ...headers,
      },
      credentials: 'same-origin',
      cache: 'no-store',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error: Error) => {
      if (error.name === 'AbortError') throw error
      return fail(new RequestError(error.message))
    })
    return response.ok ? response : fail(await errorOf(response))
  }

  const call: Client['call'] = async (method, path, callOptions = {}) => {
    const response = await send(method, path, callOptions)
    const body = await response
      .text()
      .then((text) => (text === '' ? {} : JSON.parse(text)))
      .catch((error: Error) => {
        if (error.name === 'AbortError') throw error
        // Broken off in the middle, or not from the service.
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

/** Offers bytes as a file to the person. */
function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Without what is empty. */
export function queryText(query: Query = {}): string {
  const supplied = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(supplied.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** Reads `{code, message, errors}`, `{detail}` and the list of faults of an invalid body. */
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

/** `loc` begins with where it was: body, query, path. */
function faultOf({ loc, msg }: { loc: (string | number)[]; msg: string }): Fault {
  return { field: loc.slice(1).join('.'), message: msg }
}
