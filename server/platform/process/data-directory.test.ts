import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, test } from 'vitest'
import { lockDirectory, runningPorts } from './data-directory.ts'

const directory = mkdtempSync(join(tmpdir(), 'likuta-lock-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

/** Another process that holds the lock until it is killed. */
async function holder(ports?: Record<string, number>): Promise<ChildProcess> {
  const module = JSON.stringify(join(import.meta.dirname, 'data-directory.ts'))
  const texts = [directory, ports].map((text) => JSON.stringify(text) ?? 'undefined').join(', ')
  const script = `const { lockDirectory } = await import(${module}); lockDirectory(${texts}); console.log('locked'); setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const removed = once(child, 'exit')
  child.kill('SIGKILL')
  await removed
}

test('a second system in a data directory is refused, naming the process and ports of the first', async () => {
  const child = await holder({ PORT: 8080, SANDBOX_PORT: 8090 })
  const message = `already running in ${directory} (process ${child.pid}, PORT 8080, SANDBOX_PORT 8090): for a second system set LIKUTA_DATA_DIR, PORT and SANDBOX_PORT`
  assert.throws(() => lockDirectory(directory), { message })
  await kill(child)
})

test('the ports of a running system can be read, but not those of a killed one', async () => {
  const ports = { PORT: 8080, SANDBOX_PORT: 8090 }
  const child = await holder(ports)
  assert.deepEqual(runningPorts(directory), ports)
  await kill(child)
  assert.deepEqual(runningPorts(directory), {})
})

test('a data directory lock ends with its process, even when that is killed', async () => {
  await kill(await holder())
  const release = lockDirectory(directory)
  release()
})

test('a data directory lock survives garbage collection', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const own = mkdtempSync(join(tmpdir(), 'likuta-lock-'))
  lockDirectory(own)
  for (let round = 0; round < 5; round++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.throws(() => lockDirectory(own), /works in/)
  rmSync(own, { recursive: true, force: true })
})

test('a data directory stays locked until the command working in it has ended', async () => {
  const child = await holder()
  assert.throws(
    () => lockDirectory(directory, { PORT: 1 }),
    /^Error: process \d+ works in .*: wait until it has ended/,
  )
  await kill(child)
  const release = lockDirectory(directory)
  assert.throws(() => lockDirectory(directory))
  release()
  lockDirectory(directory)()
})
