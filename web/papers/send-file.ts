// Sends a file in pieces over a network that is slow and cuts. After a cut it asks how far the file is and continues there, so
// nothing but the piece that was under way is sent again.
import type { UploadLink, UploadProgress } from '../api/schemas.generated.ts'
import { RetryLater } from './refusals.ts'

export type PreparedBytes = {
  name: string
  sha256: string
  bytes: Uint8Array<ArrayBuffer>
}
export type PreparedFile = PreparedBytes & {
  /** Which of the wanted papers it is. */
  papers: UploadLink['data']['wanted']
}

/** How far a file is, whatever it is sent for. */
export type Progress = Omit<UploadProgress, 'papers'>

/** What the sending needs of the service. Every call throws RetryLater where it may succeed later. */
export type UploadService<File extends PreparedBytes = PreparedFile> = {
  begin(file: File): Promise<Progress>
  progress(id: string): Promise<Progress>
  sendPiece(id: string, offset: number, piece: Uint8Array<ArrayBuffer>): Promise<Progress>
}

export type Surroundings = {
  now(): number
  /** Ends early when the network returns. */
  pause(ms: number): Promise<void>
  /** @param isWaiting whether the network is lost at the moment. */
  report(progress: Progress, isWaiting: boolean): void
}

const kibibyte = 1024
const minPiece = 2 * kibibyte
/** Four seconds at 32 kbit/s. */
const firstPiece = 16 * kibibyte
const maxPiece = 48 * kibibyte
/** A piece should take about this long: shorter ones cost more headers, longer ones more repetition after a cut. */
const usualMs = 4_000
const shortestPauseMs = 1_000
const longestPauseMs = 30_000

/** The size of the next piece, after one of `length` bytes took `ms`. */
export function nextPiece(length: number, ms: number): number {
  const wanted = (length * Math.min(usualMs / Math.max(ms, 1), 2)) / kibibyte
  return Math.min(Math.max(Math.round(wanted) * kibibyte, minPiece), maxPiece)
}

/** Ends when the time has passed, or when the network returns. */
export function pauseOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
  })
}

/** How long to wait after so many failures in a row. */
export function pauseAfter(failures: number): number {
  return Math.min(shortestPauseMs * 2 ** (failures - 1), longestPauseMs)
}

/** Sends a file and returns what became of it. @throws Refused if it cannot be sent. */
export async function sendFile<File extends PreparedBytes>(
  service: UploadService<File>,
  file: File,
  { now, pause, report }: Surroundings,
): Promise<Progress> {
  let failures = 0
  let last: Progress | undefined
  /** Calls until it succeeds, with growing pauses. */
  async function persist(call: () => Promise<Progress>): Promise<Progress> {
    for (;;) {
      try {
        const progress = await call()
        failures = 0
        return progress
      } catch (error) {
        if (!(error instanceof RetryLater)) throw error
        failures += 1
        if (last) report(last, true)
        await pause(error.afterMs ?? pauseAfter(failures))
      }
    }
  }
  let size = firstPiece
  last = await persist(() => service.begin(file))
  while (last.state === 'RECEIVING') {
    report(last, false)
    const { id, offset }: Progress = last
    const piece = file.bytes.subarray(offset, offset + size)
    const started = now()
    try {
      last = await service.sendPiece(id, offset, piece)
      size = nextPiece(Math.max(piece.length, size), now() - started)
      failures = 0
    } catch (error) {
      if (!(error instanceof RetryLater)) throw error
      failures += 1
      size = Math.max(size / 2, minPiece)
      report(last, true)
      await pause(error.afterMs ?? pauseAfter(failures))
      // The piece may have arrived although its response did not.
      last = await persist(() => service.progress(id))
    }
  }
  report(last, false)
  return last
}
