// The folder of a drill and the processes in it: their output goes into files, and none of them outlives it.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asNobody, nobody } from '../../server/platform/database/embedded-postgres.ts'
import { spawnTied } from '../../server/platform/process/child.ts'

export type Place = { path: string; stop(): Promise<void> }

export async function openPlace(): Promise<Place> {
  const path = mkdtempSync(join(tmpdir(), 'likuta-failover-'))
  chmodSync(path, 0o755)
  return {
    path,
    stop: async () => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  }
}

/** PostgreSQL and Patroni refuse root. */
export const isRoot = process.getuid?.() === 0

/** A folder of the database's user. */
export function makeFolder(path: string): string {
  mkdirSync(path, { mode: 0o700 })
  if (isRoot) chownSync(path, nobody, nobody)
  return path
}

export type Run = { child: ChildProcess; log: string }

/** @param options.unprivileged as another user, where we are root. */
export function run(
  place: Place,
  name: string,
  [program, ...parameters]: [string, ...string[]],
  options: { unprivileged?: boolean; environment?: Record<string, string> } = {},
): Run {
  const log = join(place.path, `${name}.log`)
  const file = openSync(log, 'a')
  const { PATH = '' } = process.env
  const child = spawnTied(
    program,
    parameters,
    {
      cwd: place.path,
      stdio: ['ignore', file, file],
      env: { PATH, HOME: place.path, ...options.environment },
    },
    options.unprivileged && isRoot ? asNobody : [],
  )
  return { child, log }
}

export const hasEnded = ({ child }: Run) => child.exitCode !== null || child.signalCode !== null

/** Asks a process to end, and after `patienceMs` does not ask. */
export async function end(running: Run, patienceMs = 20_000): Promise<void> {
  if (hasEnded(running)) return
  const gone = once(running.child, 'exit')
  running.child.kill('SIGTERM')
  const timer = setTimeout(() => running.child.kill('SIGKILL'), patienceMs)
  await gone
  clearTimeout(timer)
}

export function lastLines({ log }: Run, count = 15): string {
  return readFileSync(log, 'utf8').trim().split('\n').slice(-count).join('\n')
}

/** Asks until the answer is there. @throws after `seconds`, with what was waited for. */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined>,
  seconds = 60,
): Promise<Answer> {
  const deadline = performance.now() + seconds * 1_000
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined) return answer
    if (performance.now() > deadline) throw new Error(`waited ${seconds} s for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** A short question to a server of the drill; undefined when it does not answer. */
export async function asked(url: string): Promise<{ status: number; text: string } | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    return { status: answer.status, text: await answer.text() }
  } catch {
    return undefined
  }
}
