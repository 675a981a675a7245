// The folder of a drill and its processes: their output goes into files, and none of them outlives the drill.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asUnprivilegedUser, unprivilegedUser } from '../../server/platform/database/embedded-postgres.ts'
import { spawnTied } from '../../server/platform/process/child-process.ts'

export type Workspace = { path: string; stop(): Promise<void> }

/** @param rig whose drills run in it. */
export async function openWorkspace(rig: string): Promise<Workspace> {
  const path = mkdtempSync(join(tmpdir(), `likuta-${rig}-`))
  chmodSync(path, 0o755)
  return {
    path,
    stop: async () => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  }
}

/** PostgreSQL and Patroni refuse to run as root. */
export const isRoot = process.getuid?.() === 0

/** A folder owned by the database's user. */
export function makeFolder(path: string): string {
  mkdirSync(path, { mode: 0o700 })
  if (isRoot) chownSync(path, unprivilegedUser, unprivilegedUser)
  return path
}

export type Run = { child: ChildProcess; log: string }

/** @param options.unprivileged runs as another user when we are root. */
export function run(
  workspace: Workspace,
  name: string,
  [program, ...parameters]: [string, ...string[]],
  options: { unprivileged?: boolean; environment?: Record<string, string> } = {},
): Run {
  const log = join(workspace.path, `${name}.log`)
  const file = openSync(log, 'a')
  const { PATH = '' } = process.env
  const child = spawnTied(
    program,
    parameters,
    {
      cwd: workspace.path,
      stdio: ['ignore', file, file],
      env: { PATH, HOME: workspace.path, ...options.environment },
    },
    options.unprivileged && isRoot ? asUnprivilegedUser : [],
  )
  return { child, log }
}

export const hasExited = ({ child }: Run) => child.exitCode !== null || child.signalCode !== null

/** Asks a process to stop, and kills it after `patienceMs`. */
export async function stopRun(running: Run, patienceMs = 20_000): Promise<void> {
  if (hasExited(running)) return
  const removed = once(running.child, 'exit')
  running.child.kill('SIGTERM')
  const timer = setTimeout(() => running.child.kill('SIGKILL'), patienceMs)
  await removed
  clearTimeout(timer)
}

export function lastLines({ log }: Run, count = 15): string {
  return readFileSync(log, 'utf8').trim().split('\n').slice(-count).join('\n')
}

/** Repeats `look` until it finds something. @throws Error after `seconds`, naming what was waited for. */
export async function until<Reply>(
  what: string,
  send: () => Promise<Reply | undefined>,
  seconds = 60,
): Promise<Reply> {
  const deadline = performance.now() + seconds * 1_000
  for (;;) {
    const response = await send().catch(() => undefined)
    if (response !== undefined) return response
    if (performance.now() > deadline) throw new Error(`waited ${seconds} s for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** A short request to a server of the drill; undefined when it does not respond. */
export async function fetchText(url: string): Promise<{ status: number; text: string } | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    return { status: response.status, text: await response.text() }
  } catch {
    return undefined
  }
}
