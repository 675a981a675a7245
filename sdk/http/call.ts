// Makes one API call: the body is serialized once, every attempt is signed anew, and the response is parsed or thrown as an error.
import { ConnectionError, errorOf, LikutaError, ServerError, TimeoutError } from '../errors.ts'
import { checkedTimeout, type Settings } from './options.ts'
import { mayRepeatAfter, nextStep, noPast, type SafeBecause } from './retry.ts'
import { basicAuthorization, signatureHeaders } from './signing.ts'

/** Options of every call. */
export type CallOptions = {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Overrides the client's timeout for this call. */
  timeoutMs?: number | undefined
}

/** Options of calls that write. */
export type KeyedOptions = CallOptions & {
  /**
   * Makes it safe to repeat the call: the same key with the same body gets the first response, for 24 hours. By default a
   * call generates a key for its own attempts. With `null` no key is sent, and the call is never repeated, except for a
   * transfer, which its `reference` protects from being made twice.
   */
  idempotencyKey?: string | null | undefined
}

export type Authentication = 'signature' | 'basic' | { bearer: string } | 'none'

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** From `/api/v1/…` on, with escaped segments: see `pathOf`. */
  path: string
  query?: object
  body?: object
  authentication: Authentication
  safeBecause: SafeBecause
  headers?: Record<string, string>
  /** The result is the whole body; otherwise its `data`. */
  whole?: boolean
  /** The result is the bytes of the response, which is a file. */
  file?: boolean
  /** Statuses besides 2xx that are results and not errors. */
  acceptedStatuses?: readonly number[]
  options?: KeyedOptions | undefined
}

/** Sends a call, and retries it according to `retry.ts`. @throws LikutaError; the reason of `signal`. */
export type Send = <Reply>(call: Call) => Promise<Reply>

/** What one call sends besides its path. */
export type Sent = Partial<Pick<Call, 'body' | 'query' | 'whole' | 'headers' | 'safeBecause' | 'options'>>

/** Sends a call of one kind of caller, below one path. */
export type SendCall = <Data>(
  method: Call['method'],
  path: string,
  options?: CallOptions,
  sent?: Sent,
) => Promise<Data>

export function openCalls(settings: Settings): Send {
  return async <Reply>(call: Call) => {
    const prepared = prepare(settings, call)
    let past = noPast
    for (let attempt = 1; ; attempt++) {
      try {
        return (await attemptOnce(settings, prepared)) as Reply
      } catch (error) {
        if (!(error instanceof LikutaError)) throw error
        const { safeBecause } = call
        const { retries } = settings
        const { timeoutMs } = prepared
        const next = nextStep(error, past, { safeBecause, retries, timeoutMs, chance: chance() })
        if ('error' in next) {
          next.error.attempts = attempt
          next.error.retryable &&= mayRepeatAfter(next.error, safeBecause)
          throw next.error
        }
        past = next.past
        await sleep(next.pause, prepared.signal)
      }
    }
  }
}

/** Escapes path segments. @throws TypeError for a value that cannot be part of a path. */
export function pathOf(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.reduce((path, part, i) => path + segment(values[i - 1] as string) + part)
}

function segment(value: string): string {
  if (!/[^.]/.test(value)) throw new TypeError(`${JSON.stringify(value)} cannot be part of a path`)
  return encodeURIComponent(value)
}

type Prepared = {
  method: string
  url: string
  body: Uint8Array<ArrayBuffer> | undefined
  headers: Record<string, string>
  authenticate: (request: { url: string; body: Uint8Array }) => Promise<Record<string, string>>
  acceptedStatuses: readonly number[]
  whole: boolean
  file: boolean
  idempotencyKey: string | undefined
  signal: AbortSignal | undefined
  timeoutMs: number
}

function prepare(settings: Settings, call: Call): Prepared {
  const { options = {} } = call
  const url = new URL(settings.baseUrl + call.path)
  for (const [name, value] of Object.entries(call.query ?? {}))
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  const body = call.body && new TextEncoder().encode(JSON.stringify(call.body))
  const idempotencyKey = checkedKey(options.idempotencyKey)
  return {
    method: call.method,
    url: url.href,
    body,
    headers: {
      Accept: 'application/json',
      ...(body && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...call.headers,
    },
    authenticate: authenticator(settings, call),
    acceptedStatuses: call.acceptedStatuses ?? [],
    whole: call.whole ?? false,
    file: call.file ?? false,
    idempotencyKey,
    signal: options.signal,
    timeoutMs: checkedTimeout(options.timeoutMs ?? settings.timeoutMs),
  }
}

/** @throws TypeError for a key that the service would not get as it is. */
function checkedKey(key: string | null | undefined): string | undefined {
  if (key === null || key === undefined) return undefined
  if (/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) return key
  throw new TypeError('idempotencyKey: 1 to 255 printable ASCII characters, without a space at either end')
}

/** @throws TypeError when the client lacks the options that this call needs. */
function authenticator(
  { card, wallet }: Settings,
  { authentication, method }: Call,
): Prepared['authenticate'] {
  if (authentication === 'none') return async () => ({})
  if (authentication === 'signature') {
    if (!card) throw new TypeError('payments need the options apiKey and apiSecret')
    return ({ url, body }) => {
      const { pathname, search } = new URL(url)
      return signatureHeaders({
        ...card,
        method,
        path: pathname + search,
        body,
        timestamp: Date.now() / 1000,
      })
    }
  }
  if (authentication !== 'basic') return async () => ({ Authorization: `Bearer ${authentication.bearer}` })
  if (!wallet) throw new TypeError('remittance needs the options merchantCode and merchantSecret')
  return async () => ({ Authorization: basicAuthorization(wallet.merchantCode, wallet.merchantSecret) })
}

async function attemptOnce({ fetch }: Settings, prepared: Prepared): Promise<unknown> {
  const { method, url, body: sent, acceptedStatuses: responses, whole, idempotencyKey, timeoutMs } = prepared
  const key = idempotencyKey === undefined ? {} : { idempotencyKey }
  const proof = await prepared.authenticate({ url, body: sent ?? new Uint8Array() })
  const headers = new Headers({ ...prepared.headers, ...proof })
  const init = { method, headers, ...(sent && { body: sent }), redirect: 'manual' as const }
  const { response, bytes } = await within(timeoutMs, prepared.signal, key, async (signal) => {
    const response = await fetch(url, { ...init, signal })
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
  })
  if (prepared.file && response.ok) return bytes
  const body = jsonOf(new TextDecoder().decode(bytes))
  const reply = { status: response.status, headers: response.headers, body }
  const isResponse = response.ok || responses.includes(response.status)
  if (!isResponse) throw errorOf(reply, key)
  const reported = whole ? reply.body : (reply.body as { data?: unknown } | null | undefined)?.data
  if (typeof reported === 'object' && reported !== null) return reported
  throw notUnderstood(reply, key)
}

/** For an unreadable response. The request may have been carried out all the same, so it is not sent again. */
function notUnderstood(
  { status, headers, body }: { status: number; headers: Headers; body: unknown },
  key: { idempotencyKey?: string },
): ServerError {
  const requestId = headers.get('x-request-id')
  const why = body === undefined ? 'it is not JSON' : 'it has an unexpected format'
  const detail = `the response could not be read: ${why}`
  return new ServerError({ ...key, status, detail, ...(requestId !== null && { requestId }) })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws TimeoutError, ConnectionError; the reason of the caller's signal. */
async function within<Result>(
  timeoutMs: number,
  callers: AbortSignal | undefined,
  key: { idempotencyKey?: string },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  callers?.throwIfAborted()
  const controller = new AbortController()
  const stop = () => controller.abort()
  callers?.addEventListener('abort', stop)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    stop()
  }, timeoutMs)
  try {
    return await work(controller.signal)
  } catch (cause) {
    callers?.throwIfAborted()
    if (isLate) throw new TimeoutError({ ...key, detail: `no response within ${timeoutMs} ms` })
    throw new ConnectionError({
      ...key,
      detail: 'the service is unreachable, or the connection broke',
      cause,
    })
  } finally {
    clearTimeout(timer)
    callers?.removeEventListener('abort', stop)
  }
}

export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
  })
  signal?.throwIfAborted()
}

/** A random number from 0 to 1. */
function chance(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn / 2 ** 32
}

/** Options of a call with a key: the caller's, or a generated one; without a key when the caller wants none. */
export function keyed(options: KeyedOptions = {}): { options: KeyedOptions; safeBecause: SafeBecause } {
  const { idempotencyKey = crypto.randomUUID() } = options
  return {
    options: { ...options, idempotencyKey },
    safeBecause: idempotencyKey === null ? 'nothing' : 'idempotency_key',
  }
}
