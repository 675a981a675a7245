// The files of papers that this page sends, one after the other, because several would share a slow network. They are kept in memory
// only: identity documents stay on no shared phone. After a reload, the same file chosen again continues where it was.
import { signal } from '@preact/signals'
import { prepareFile } from '../../papers/prepare-file.ts'
import { Refused, RetryLater } from '../../papers/refusals.ts'
import { type PreparedBytes, pauseOnline, sendFile, type UploadService } from '../../papers/send-file.ts'
import { RequestError } from '../../ui/service/client.ts'
import { api } from '../access/session.ts'
import type { Business, BusinessFile } from '../api-types.ts'

type Paper = Business['papers'][number]
export type Place = Pick<Paper, 'paper' | 'owner_id'>

export type Upload = Place & {
  name: string
  sha256?: string
  state: 'preparing' | 'sending' | 'waiting' | 'refused'
  /** The share that has arrived. */
  sent: number
  fault?: 'checksum' | 'format' | 'active' | 'size' | 'tooMany'
}

/** Those that have not arrived yet, or were refused. */
export const uploads = signal<readonly Upload[]>([])

const maxBytes = 5 * 1024 * 1024
/** Longer than the slowest piece takes; the service itself ends requests after 30 seconds. */
const maxMs = 40_000

type PlacedFile = PreparedBytes & Place

/** Calls the service, and tells failures that may pass from refusals. */
async function call(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  options: object = {},
): Promise<BusinessFile> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), maxMs)
  try {
    return await api.call<BusinessFile>(method, `business/files${path}`, { ...options, signal: stop.signal })
  } catch (error) {
    if (!(error instanceof RequestError)) throw new RetryLater()
    const { status, retryAfterSeconds } = error
    if (status === 0 || status === 408 || status === 429 || status >= 500)
      throw new RetryLater(retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1_000)
    throw new Refused(status)
  } finally {
    clearTimeout(timer)
  }
}

const service: UploadService<PlacedFile> = {
  begin: ({ paper, owner_id, name, sha256, bytes }) =>
    call('POST', '', { body: { paper, owner_id, name, sha256, size: bytes.length } }),
  progress: (id) => call('GET', `/${id}`),
  sendPiece: (id, offset, piece) =>
    call('PATCH', `/${id}`, {
      body: new Blob([piece], { type: 'application/octet-stream' }),
      headers: { 'upload-offset': String(offset) },
    }),
}

let last = Promise.resolve()

/** Sends a file as soon as those before it have arrived. @param arrived is called when it was received, or refused. */
export function sendPaper(place: Place, file: File, arrived: () => void): void {
  let upload: Upload = { ...place, name: file.name, state: 'preparing', sent: 0 }
  const change = (changed: Partial<Upload>) => {
    const next = { ...upload, ...changed }
    uploads.value = uploads.value.map((each) => (each === upload ? next : each))
    upload = next
  }
  uploads.value = [
    ...uploads.value.filter((each) => !(each.state === 'refused' && isAt(each, place))),
    upload,
  ]
  last = last.then(async () => {
    const fault = await send(place, file, change)
    if (fault) change({ state: 'refused', fault })
    else uploads.value = uploads.value.filter((each) => each !== upload)
    arrived()
  })
}

async function send(
  place: Place,
  file: File,
  change: (changed: Partial<Upload>) => void,
): Promise<Upload['fault'] | undefined> {
  const prepared = await prepareFile(file, maxBytes, false)
  if (typeof prepared === 'string') return prepared
  change({ state: 'sending', sha256: prepared.sha256 })
  try {
    const { state, fault } = await sendFile(
      service,
      { ...prepared, ...place },
      {
        now: () => performance.now(),
        pause: pauseOnline,
        report: ({ offset, size }, isWaiting) =>
          change({ state: isWaiting ? 'waiting' : 'sending', sent: offset / size }),
      },
    )
    return state === 'REFUSED' ? (fault ?? 'format') : undefined
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.status === 409 ? 'tooMany' : 'format'
  }
}

export const isAt = (upload: Place, { paper, owner_id }: Place) =>
  upload.paper === paper && upload.owner_id === owner_id
