// Another product beside ours for a comparison: a program that is installed outside the repository, started on the
// PostgreSQL of the bench with a database of its own, loaded and stopped.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { processorTime } from '../harness/processor-time.ts'
import { type Loaded, load } from '../load/load.ts'
import type { Outgoing } from '../workloads/workload.ts'

export type Peer = {
  url: string
  /** Processor time in microseconds; NaN where the system does not tell. */
  cpuMicroseconds(): number
  /** Runs while the work is under way. Between measurements it is suspended, so that its polling costs the others nothing. */
  during<Result>(work: () => Promise<Result>): Promise<Result>
  /** Suspends it until it is measured. */
  suspend(): void
  stop(): Promise<void>
}

export type PeerProgram = {
  command: string
  parameters: readonly string[]
  environment?: Record<string, string>
  url: string
  /** A path that returns 200 once the program is ready. */
  readyPath: string
  readyWithinSeconds: number
}

/** @throws Error when the program ends, or is not ready in time. */
export async function startPeer(program: PeerProgram): Promise<Peer> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(program.command, program.parameters, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH, HOME, ...program.environment },
  })
  let output = ''
  child.stderr.on('data', (bytes: Buffer) => {
    output = (output + bytes.toString()).slice(-2_000)
  })
  const exited = once(child, 'exit').catch((error: Error) => [error.message])
  const stop = () => stopChild(child, exited)
  const ended = exited.then(([reason]) => {
    throw new Error(`${program.command} ended: ${reason}\n${output}`)
  })
  ended.catch(() => {})
  try {
    await Promise.race([ready(program), ended])
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: program.url,
    cpuMicroseconds: () => processorTime(child.pid!) ?? Number.NaN,
    async during(work) {
      child.kill('SIGCONT')
      return work().finally(() => child.kill('SIGSTOP'))
    },
    suspend: () => void child.kill('SIGSTOP'),
    stop,
  }
}

async function stopChild(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.pid === undefined) return
  child.kill('SIGTERM')
  // A suspended process receives it once it continues.
  child.kill('SIGCONT')
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await exited
  clearTimeout(timer)
}

async function ready({ url, readyPath, readyWithinSeconds }: PeerProgram): Promise<void> {
  const deadline = performance.now() + readyWithinSeconds * 1_000
  for (;;) {
    const response = await fetch(url + readyPath).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.status === 200) return
    if (performance.now() > deadline) throw new Error(`${url} was not ready within ${readyWithinSeconds} s`)
    await pause(200)
  }
}

/** Sends one request. @returns the response. @throws Error for a status other than 2xx. */
export async function call(
  url: string,
  { path, body, headers = {} }: Pick<Outgoing, 'path' | 'headers'> & { body: object },
): Promise<Response> {
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

/** Requests of a peer carry their own credentials, so nothing is signed. */
export function loadPeer(
  { url }: Peer,
  request: (n: number) => Outgoing,
  { concurrency, seconds }: { concurrency: number; seconds: number },
): Promise<Loaded> {
  const credentials = undefined as never
  return load({ url, credentials, request, concurrency, seconds })
}
