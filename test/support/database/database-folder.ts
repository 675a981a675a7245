// Where PostgreSQL keeps its files during tests. On a disk, copying the thousand files of a test's database takes longer than most
// tests, and nothing of it is kept.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** What a whole run of the tests may fill, and as much again for everything else on the machine. */
const neededBytes = 4 * 1024 ** 3

/** A new folder, in memory where there is plenty of it. @param prefix of its name. */
export function newDatabaseFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), prefix))
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= neededBytes
}

/** Removes the folders whose PostgreSQL is no longer running: a killed run leaves its files in memory. */
export function removeAbandoned(prefix: string): void {
  for (const folder of globSync(join(memory, `${prefix}*`)))
    if (!isInUse(folder)) rmSync(folder, { recursive: true, force: true })
}

/** Longer than a server takes to begin or to stop, during which its folder names no process. */
const longestMinutes = 10

function isInUse(folder: string): boolean {
  const pid = serverIn(folder)
  if (pid !== undefined) return existsSync(`/proc/${pid}`)
  const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs
  return changed === undefined || Date.now() - changed < longestMinutes * 60_000
}

/** The process that has, or had, its database in a folder; undefined if none is named. */
function serverIn(folder: string): number | undefined {
  try {
    const [first = ''] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    // Negative while `initdb` fills the folder.
    return Math.abs(Number.parseInt(first, 10)) || undefined
  } catch {
    return undefined
  }
}
