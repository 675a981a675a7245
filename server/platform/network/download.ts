// Downloads a file to disk from a URL that an admin gives: as it arrives, so that its size does not matter for memory, and under
// the rules for outgoing calls, which also hold for every redirect.
import dns from 'node:dns'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { Client, networkLookup } from './client.ts'
import { type Guard, guardedConnector, isAcceptable, type Means, RefusedAddress } from './outbound.ts'
import {
  isHomeAddress,
  isLoopbackHost,
  isPublicAddress,
  isPublicUrl,
  parseAddress,
} from './public-address.ts'

/** Says why a file could not be downloaded. */
export class DownloadFault extends Error {}

export type DownloadRequest = {
  url: string
  /** Where the file is written. */
  path: string
  /** A larger file is refused. */
  maxBytes: number
  /** For the whole download, redirects included. */
  totalMs: number
  /** Whether servers on this machine may be used, over http too: in a sandbox. */
  allowLoopback: boolean
  /** Replaces the look-up of names, for tests. */
  lookup?: typeof dns.lookup
}

const maxRedirects = 5
const connectMs = 10_000

/** Downloads a file over https. @throws DownloadFault if it cannot be had whole under the rules. */
export async function download(request: DownloadRequest): Promise<void> {
  const { path, maxBytes, totalMs } = request
  const deadline = AbortSignal.timeout(totalMs)
  let url = request.url
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const reply = await get(url, { path, maxBytes, deadline, means: meansOf(request) })
    if (reply.kind === 'saved') return
    if (!URL.canParse(reply.location, url))
      throw new DownloadFault(`${url} redirects to an address that is no URL`)
    url = new URL(reply.location, url).href
  }
  throw new DownloadFault(`${request.url} redirects more than ${maxRedirects} times`)
}

const isLoopbackAddress = (address: string) =>
  isHomeAddress(address) && parseAddress(address)?.range() === 'loopback'

function meansOf({ allowLoopback, totalMs, ...request }: DownloadRequest): Means {
  const isLocal = (url: URL) =>
    allowLoopback && /^https?:$/.test(url.protocol) && isLoopbackHost(url.hostname.replace(/^\[|\]$/g, ''))
  const guard: Guard = {
    // guard: download-url
    acceptsUrl: (url) => isPublicUrl(url) || isLocal(url),
    // guard: download-address
    acceptsAddress: (address) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address)),
  }
  const lookup = request.lookup ?? (allowLoopback ? dns.lookup : networkLookup())
  return { guard, lookup, connectMs, totalMs }
}

type Reply = { kind: 'saved' } | { kind: 'redirect'; location: string }

async function get(
  address: string,
  {
    path,
    maxBytes,
    deadline,
    means,
  }: { path: string; maxBytes: number; deadline: AbortSignal; means: Means },
): Promise<Reply> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !isAcceptable(url, means.guard))
    throw new DownloadFault(`${address} is refused: only public https addresses are allowed`)
  const client = new Client(url.origin, {
    connect: guardedConnector(means, { stage: 'dns', address: undefined }),
    allowH2: false,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  try {
    return await receive(client, url, { path, maxBytes, deadline })
  } catch (error) {
    if (error instanceof DownloadFault) throw error
    if (error instanceof RefusedAddress)
      throw new DownloadFault(`${url.host} is refused: its address is not public`)
    const { code, message } = error as { code?: string; message: string }
    throw new DownloadFault(
      `${url.host} did not send the file: ${deadline.aborted ? 'time-out' : (code ?? message)}`,
    )
  } finally {
    await client.destroy().catch(() => {})
  }
}

function receive(
  client: InstanceType<typeof Client>,
  url: URL,
  { path, maxBytes, deadline }: { path: string; maxBytes: number; deadline: AbortSignal },
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const file = createWriteStream(path, { mode: 0o600 })
  const written = finished(file)
  written.catch(reject)
  let size = 0
  let redirect: string | undefined
  const fail = (error: Error) => {
    file.destroy()
    reject(error)
  }
  deadline.addEventListener('abort', () => fail(new Error('time-out')), { once: true })
  if (deadline.aborted) fail(new Error('time-out'))
  const options = { path: url.pathname + url.search, method: 'GET' as const, headers: { accept: '*/*' } }
  client.dispatch(
    { ...options, reset: true },
    {
      onRequestStart() {},
      onResponseStart(_controller, status, headers) {
        const [location] = [headers.location].flat()
        if ([301, 302, 303, 307, 308].includes(status) && location) redirect = location
        else if (status !== 200) fail(new DownloadFault(`${url.host} replied ${status}`))
      },
      onResponseData(controller, chunk) {
        size += chunk.length
        // guard: download-size
        if (size > maxBytes)
          fail(new DownloadFault(`the file at ${url.host} is larger than ${maxBytes} bytes`))
        if (redirect !== undefined || file.destroyed || file.write(chunk)) return
        controller.pause()
        file.once('drain', () => controller.resume())
      },
      onResponseEnd() {
        file.end()
        const reply: Reply =
          redirect === undefined ? { kind: 'saved' } : { kind: 'redirect', location: redirect }
        written.then(() => resolve(reply), reject)
      },
      onResponseError: (_controller, error) => fail(error),
    },
  )
  return promise
}
