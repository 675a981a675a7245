// The first five minutes of a new merchant, as the quick start promises them.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, test } from 'vitest'
import { freePort } from '../../server/platform/process/ports.ts'
import { type MerchantFolder, openMerchantFolder } from '../support/callers/merchant-folder.ts'
import { newDatabaseFolder } from '../support/database/database-folder.ts'
import { type Run, readyUrl, runLikuta } from '../support/http/process.ts'

const example = 'examples/quick-start'
let data: string
let system: Run
let folder: MerchantFolder

beforeAll(async () => {
  data = newDatabaseFolder('likuta-quick-')
  system = runLikuta(['start'], {
    LIKUTA_DATA_DIR: data,
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
  })
  folder = await openMerchantFolder()
})
afterAll(() => {
  system.child.kill('SIGKILL')
  folder.remove()
  rmSync(data, { recursive: true, force: true })
})

test('a new merchant pays, verifies, refunds and transfers with one file under 60 lines', async () => {
  const url = await readyUrl(system)
  for (const name of ['quick-start.mjs', 'order.json', 'card.json', 'transfer.json'])
    cpSync(join(example, name), join(folder.path, name))
  const { stdout } = await promisify(execFile)(process.execPath, ['quick-start.mjs'], {
    cwd: folder.path,
    env: {
      PATH: process.env.PATH,
      LIKUTA_URL: url,
      LIKUTA_DATA_DIR: data,
      PORT: String(await freePort()),
    },
    timeout: 60_000,
  })
  assert.deepEqual(stdout.trim().split('\n'), [
    'PAYMENT SUCCESS 25.50 USD',
    'REFUND SUCCESS 10.0000 USD',
    'REMITTANCE Submitted',
    'REMITTANCE Successful Jean Mukendi',
  ])
  const lines = readFileSync(join(example, 'quick-start.mjs'), 'utf8').trimEnd().split('\n')
  assert.ok(lines.length < 60, `${lines.length} lines`)
})
