// One process at a time works in a data directory. The lock is SQLite's on a file, which the operating system holds: it ends
// with the process, however that ends, on Linux, macOS and Windows. A file with a process id in it would stay after a crash,
// when that id may soon belong to another program.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { writeWhole } from './whole-file.ts'

/** Who holds the lock, for whoever finds it held. */
type Holder = { pid: number; ports?: Readonly<Record<string, number>> }

/** Locks of this process. Garbage collection would close a database that nobody refers to, and release its lock. */
const held = new Set<DatabaseSync>()

/**
 * @param ports what a running system listens on, by setting; none for a command.
 * @returns what releases it. @throws Error that says who works there, and how to start a second system.
 */
export function lockDirectory(directory: string, ports?: Readonly<Record<string, number>>): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o755 })
  const holderFile = join(directory, 'running.json')
  const database = new DatabaseSync(join(directory, 'running.lock'))
  try {
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

/** What the system that works in the directory listens on, by setting; nothing where none runs. */
export function runningPorts(directory: string): Readonly<Record<string, number>> {
  const holder = readHolder(join(directory, 'running.json'))
  return holder?.ports && isAlive(holder.pid) ? holder.ports : {}
}

/** A system that was killed leaves its file behind. Another user's process is alive, too, but may not be signalled. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** Whether a process has worked in the directory before, so that one may work there now. */
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
