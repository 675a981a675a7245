// The only HTTP client for URLs that users provide. Every delivery has its own connection, so a socket opened under other
// rules is never reused, and the address is checked at each step: in the URL, as resolved, and as connected.
import dns from 'node:dns'
import type { LookupFunction, Socket } from 'node:net'
import type { buildConnector as connectors, Dispatcher } from 'undici'
import { observed } from '../process/telemetry.ts'
import { buildConnector, Client, networkLookup } from './client.ts'
import {
  isHomeAddress,
  isMetadataUrl,
  isPublicAddress,
  isPublicHost,
  isPublicUrl,
  literalAddress,
} from './public-address.ts'

export { isPublicUrl } from './public-address.ts'

export type Failure = 'refused_address' | 'timeout' | 'dns' | 'connect' | 'tls' | 'reset'

export type Delivery =
  | {
      kind: 'responded'
      status: number
      retryAfter: string | undefined
      /** The first 2 KiB of the reply's body. */
      head: string
      address: string
      durationMs: number
    }
  /** The address is omitted when it was refused, so that failures do not reveal our internal network. */
  | { kind: 'failed'; error: Failure; address: string | undefined; durationMs: number }

export type OutboundRequest = { url: string; headers: Record<string, string>; body: string }

export type Outbound = {
  /** Never throws. */
  post(request: OutboundRequest): Promise<Delivery>
  /** Aborts deliveries in progress. */
  close(): Promise<void>
}

export type Guard = { acceptsUrl: (url: URL) => boolean; acceptsAddress: (address: string) => boolean }

/**
 * Which hosts URLs of users may name. `public`: internet hosts over https. `open`: the same, also over http and on any
 * port. `private`: also this machine and private networks, for a sandbox that only this machine can reach.
 */
export type Reach = 'public' | 'open' | 'private'

export type OutboundOptions = {
  reach: Reach
  /** Our own origin, which is always allowed where http is: a sandbox has a webhook receiver for tests. */
  ownOrigin?: string
  lookup?: typeof dns.lookup
  connectMs?: number
  /** For the whole delivery: resolving, connecting, sending, waiting and reading. */
  totalMs?: number
  /** Replaces parts of the usual rules, for tests. */
  guard?: Partial<Guard>
}

const publicGuard: Guard = { acceptsUrl: isPublicUrl, acceptsAddress: isPublicAddress }
const isPlain = ({ protocol, username, password }: URL) =>
  /^https?:$/.test(protocol) && username === '' && password === ''
const privateGuard: Guard = {
  acceptsUrl: (url) => isPlain(url) && !isMetadataUrl(url),
  acceptsAddress: (address) => isPublicAddress(address) || isHomeAddress(address),
}
const openGuard: Guard = {
  acceptsUrl: (url) => isPlain(url) && !isMetadataUrl(url) && isPublicHost(url.hostname),
  acceptsAddress: isPublicAddress,
}
const guards: Record<Reach, Guard> = { public: publicGuard, open: openGuard, private: privateGuard }

const maxHeaderBytes = 16 * 1024
const maxBodyBytes = 16 * 1024
const headBytes = 2 * 1024

export function openOutbound(options: OutboundOptions): Outbound {
  const { connectMs = 3_000, totalMs = 15_000 } = options
  const { reach, ownOrigin } = options
  const publicLookup = options.lookup ?? networkLookup()
  const systemLookup = options.lookup ?? dns.lookup
  /** Names of this machine and its network are known only to the system's resolver. */
  const meansOf = (url: string): Means => {
    const isOwn = reach === 'open' && URL.canParse(url) && new URL(url).origin === ownOrigin
    const reached = isOwn ? 'private' : reach
    const lookup = reached === 'private' ? systemLookup : publicLookup
    return { guard: { ...guards[reached], ...options.guard }, lookup, connectMs, totalMs }
  }
  const underWay = new Set<() => void>()
  let closed = false

  return {
    post: (request) =>
      observed(
        { area: 'webhook', name: 'delivery' },
        () => {
          const delivery = deliver(request, meansOf(request.url))
          underWay.add(delivery.breakOff)
          if (closed) delivery.breakOff()
          return delivery.outcome.finally(() => underWay.delete(delivery.breakOff))
        },
        (delivery) =>
          delivery.kind === 'responded' ? `${Math.floor(delivery.status / 100)}xx` : delivery.error,
      ),
    async close() {
      closed = true
      for (const breakOff of underWay) breakOff()
    },
  }
}

export type Means = { guard: Guard; lookup: typeof dns.lookup; connectMs: number; totalMs: number }

/** An address that the rules forbid. */
export class RefusedAddress extends Error {}

/** The reason of the abort, which no code reads. One shared instance, since creating an error captures a stack. */
const deliveryEnded = new Error('the delivery has ended')

/** How far a delivery got; until a reply arrives, this is also the name of its failure. */
export type Progress = { stage: 'dns' | 'connect' | 'tls' | 'reset'; address: string | undefined }

function deliver(
  request: OutboundRequest,
  means: Means,
): { outcome: Promise<Delivery>; breakOff: () => void } {
  const { promise, resolve } = Promise.withResolvers<Delivery>()
  const start = performance.now()
  const progress: Progress = { stage: 'dns', address: undefined }
  const chunks: Uint8Array[] = []
  let size = 0
  let client: InstanceType<typeof Client> | undefined
  let response: { status: number; retryAfter: string | undefined } | undefined

  function complete(error?: Failure): void {
    clearTimeout(timer)
    const durationMs = Math.round(performance.now() - start)
    const address = error === 'refused_address' ? undefined : progress.address
    if (error === undefined && response !== undefined)
      resolve({ kind: 'responded', ...response, head: headOf(chunks), address: address ?? '', durationMs })
    else resolve({ kind: 'failed', error: error ?? 'reset', address, durationMs })
    client?.destroy(deliveryEnded).catch(() => {})
  }
  const timer = setTimeout(complete, means.totalMs, 'timeout' satisfies Failure)

  try {
    const url = URL.canParse(request.url) ? new URL(request.url) : undefined
    if (url === undefined || !isAcceptable(url, means.guard)) throw new RefusedAddress()
    client = new Client(url.origin, {
      connect: guardedConnector(means, progress),
      allowH2: false,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: maxHeaderBytes,
    })
    client.dispatch(dispatchOptions(url, request), {
      onRequestStart() {},
      onResponseStart(_controller, status, headers) {
        const [retryAfter] = [headers['retry-after']].flat()
        response = { status, retryAfter }
      },
      onResponseData(_controller, chunk) {
        size += chunk.length
        chunks.push(chunk)
        // guard: receiver-response-size
        if (size > maxBodyBytes) complete()
      },
      onResponseEnd: () => complete(),
      onResponseError: (_controller, error) => complete(failureOf(error, progress)),
    })
  } catch (error) {
    complete(failureOf(error, progress))
  }
  return { outcome: promise, breakOff: () => complete('reset') }
}

/** Whether the rules allow the URL, and its address if its host is one. */
export function isAcceptable(url: URL, guard: Guard): boolean {
  const literal = literalAddress(url.hostname)
  // guard: literal-address
  return guard.acceptsUrl(url) && (literal === undefined || guard.acceptsAddress(literal))
}

/** Connects only to addresses that the rules allow. Opens one connection only: undici would reconnect when a socket ends before its request is sent. */
export function guardedConnector(
  { guard, lookup, connectMs }: Means,
  progress: Progress,
): connectors.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: connectMs,
    // guard: receiver-certificate
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    lookup: guardedLookup(guard, lookup, progress),
  })
  let used = false
  return (target, done) => {
    if (used) return done(new Error('the connection was already used'), null)
    used = true
    const literal = literalAddress(target.hostname)
    if (literal !== undefined) Object.assign(progress, { stage: 'connect', address: literal })
    let refused: RefusedAddress | undefined
    const socket = connect(target, (...[error, connected]) => {
      const failure = refused ?? error
      if (failure) return done(failure, null)
      progress.stage = 'reset'
      done(null, connected as Socket)
    }) as unknown as Socket
    socket.prependOnceListener('connect', () => {
      const address = socket.remoteAddress ?? ''
      Object.assign(progress, { stage: target.protocol === 'https:' ? 'tls' : 'reset', address })
      // guard: connected-address
      if (guard.acceptsAddress(address)) return
      refused = new RefusedAddress()
      socket.destroy(refused)
    })
  }
}

/** Resolves all addresses and passes on only those that are allowed. */
function guardedLookup(guard: Guard, lookup: typeof dns.lookup, progress: Progress): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      // guard: resolved-addresses
      const allowed = found.filter(({ address }) => guard.acceptsAddress(address))
      const [first] = allowed
      if (first === undefined) return done(new RefusedAddress(), [])
      Object.assign(progress, { stage: 'connect', address: first.address })
      if (options.all) done(null, allowed)
      else done(null, first.address, first.family)
    })
  }
}

function dispatchOptions(url: URL, { headers, body }: OutboundRequest): Dispatcher.DispatchOptions {
  return {
    path: url.pathname + url.search,
    method: 'POST',
    headers,
    body: Buffer.from(body),
    reset: true,
  }
}

function failureOf(error: unknown, { stage }: Progress): Failure {
  if (error instanceof RefusedAddress) return 'refused_address'
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT' ? 'timeout' : stage
}

/** Storable text: invalid UTF-8 and NUL become the replacement character, and a split character at the end is dropped. */
function headOf(chunks: Uint8Array[]): string {
  const bytes = Buffer.concat(chunks).subarray(0, headBytes)
  return new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes, { stream: true })
    .replaceAll('\0', '\ufffd')
}
