// The calls of the upload page.
import type { UploadLink, UploadProgress } from '../api/schemas.generated.ts'
import { Refused, RetryLater } from './refusals.ts'
import type { PreparedFile, UploadService } from './send-file.ts'

export type Link = UploadLink['data']

/** Longer than the slowest piece takes; the service itself ends requests after 30 seconds. */
const maxMs = 40_000

type Call = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> }

async function call<Data>(path: string, options: Call = {}): Promise<Data> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), maxMs)
  let response: Response
  let text: string
  try {
    response = await fetch(path, { ...options, signal: stop.signal, credentials: 'omit', cache: 'no-store' })
    text = await response.text()
  } catch {
    throw new RetryLater()
  } finally {
    clearTimeout(timer)
  }
  const { status } = response
  if (status === 408 || status === 429 || status >= 500) throw new RetryLater(waitOf(response))
  if (status >= 400) throw new Refused(status)
  try {
    return (JSON.parse(text) as { data: Data }).data
  } catch {
    // A page of the mobile network in place of ours.
    throw new RetryLater()
  }
}

function waitOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after'))
  return seconds > 0 ? seconds * 1_000 : undefined
}

/** @param token from the address of the page. @param origin of the service, where it is not that of the page. */
export function openService(token: string, origin = ''): UploadService & { link(): Promise<Link> } {
  const base = `${origin}/api/v1/papers/${encodeURIComponent(token)}`
  const file = (id: string) => `${base}/files/${id}`
  return {
    link: () => call<Link>(base),
    begin: ({ name, sha256, bytes, papers }: PreparedFile) =>
      call<UploadProgress>(`${base}/files`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, size: bytes.length, sha256, papers }),
      }),
    progress: (id) => call<UploadProgress>(file(id)),
    sendPiece: (id, offset, piece) =>
      call<UploadProgress>(file(id), {
        method: 'PATCH',
        headers: { 'content-type': 'application/octet-stream', 'upload-offset': String(offset) },
        body: piece,
      }),
  }
}
