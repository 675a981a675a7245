import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDatabaseFolder, removeAbandoned } from './database-folder.ts'

/** Larger than any process id of Linux. */
const nobody = 2 ** 22 + 1

function folderOf(pid: number): string {
  const folder = newDatabaseFolder('likuta-abandoned-')
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres', 'postmaster.pid'), `${pid}\n${folder}\n`)
  return folder
}

test.skipIf(!newDatabaseFolderIsInMemory())(
  'a killed run leaves nothing in memory once the next one has started; a run that starts or runs keeps its files',
  () => {
    const [killed, starting, running] = [folderOf(nobody), folderOf(-process.pid), folderOf(process.pid)]
    const [stopped, empty] = [newDatabaseFolder('likuta-abandoned-'), newDatabaseFolder('likuta-abandoned-')]
    const anHourAgo = Date.now() / 1_000 - 3_600
    utimesSync(stopped, anHourAgo, anHourAgo)
    removeAbandoned('likuta-abandoned-')
    expect([killed, stopped].map(existsSync)).toEqual([false, false])
    const kept = [starting, running, empty]
    expect(kept.map(existsSync)).toEqual([true, true, true])
    for (const folder of kept) rmSync(folder, { recursive: true })
  },
)

function newDatabaseFolderIsInMemory(): boolean {
  const folder = newDatabaseFolder('likuta-where-')
  rmSync(folder, { recursive: true })
  return folder.startsWith('/dev/shm')
}
