// Allows one process at a time in a data directory. The lock is SQLite's on a file, which the operating system releases
// when the process ends, however that happens, on Linux, macOS and Windows. A file with a process id would survive a
// crash, and that id may soon belong to another program.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Who holds the lock, for the error message of a process that finds it taken. */
type Holder = { pid: number; ports?: Readonly<Record<string, number>> }

/** Locks of this process. Without this reference, garbage collection would close the database and release its lock. */
const held = new Set<DatabaseSync>()

/**
 * @param ports ports of a running system, by setting name; none for a command.
 * @returns a function that releases the lock.
 * @throws Error that names the process holding the lock and says how to start a second system.
 */
export function lockDirectory(directory: string, ports?: Readonly<Record<string, number>>): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o755 })
  const holderFile = join(directory, 'running.json')
  const database = new DatabaseSync(join(directory, 'running.lock'))
  try {
    // guard: data-directory-lock
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    throw new Error(refusal(directory, readHolder(holderFile)))
  }
  held.add(database)
  writeWhole(holderFile, JSON.stringify({ pid: process.pid, ...(ports && { ports }) } satisfies Holder))
  return () => {
    rmSync(holderFile, { force: true })
    held.delete(database)
    database.close()
  }
}

const sqliteBusy = 5

/** The ports of the system running in the directory, by setting name; empty when none runs. */
export function runningPorts(directory: string): Readonly<Record<string, number>> {
  const holder = readHolder(join(directory, 'running.json'))
  // guard: running-ports
  return holder?.ports && isAlive(holder.pid) ? holder.ports : {}
}

/** A killed system leaves its file behind. A process of another user is alive too, although signalling it is forbidden. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** Whether any process has ever used the directory. */
export function hasLock(directory: string): boolean {
  return existsSync(join(directory, 'running.lock'))
}

function refusal(directory: string, holder: Holder | undefined): string {
  const process = holder ? `process ${holder.pid}` : 'a process that is just starting'
  if (!holder?.ports)
    return `${process} works in ${directory}: wait until it has ended, or set LIKUTA_DATA_DIR`
  const ports = Object.entries(holder.ports).map(([setting, port]) => `, ${setting} ${port}`)
  return `already running in ${directory} (${process}${ports.join('')}): for a second system set LIKUTA_DATA_DIR, PORT and SANDBOX_PORT`
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

/** Replaces a file atomically: after a crash it holds the old content or the new one. Only the owner can read it. */
export function writeWhole(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
  writeFileSync(`${file}.new`, content, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
