import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
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
    removeAbandoned('likuta-abandoned-')
    expect([killed, starting, running].map(existsSync)).toEqual([false, true, true])
    for (const folder of [starting, running]) rmSync(folder, { recursive: true })
  },
)

function newDatabaseFolderIsInMemory(): boolean {
  const folder = newDatabaseFolder('likuta-where-')
  rmSync(folder, { recursive: true })
  return folder.startsWith('/dev/shm')
}
