// The handler that the webhook guide prints loses no event: its own failures get a 500, so the event is delivered
// again.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, test } from 'vitest'
import { freePort } from '../../server/platform/process/ports.ts'
import { type MerchantFolder, openMerchantFolder } from '../support/callers/merchant-folder.ts'
import { eventually } from '../support/http/eventually.ts'
import { fencedBlocks, noteOf } from '../support/http/fenced-blocks.ts'

const secret = 'whsec_example'
let folder: MerchantFolder
let port: number
let handler: ReturnType<typeof start>

const start = (env: Record<string, string>) =>
  spawn(process.execPath, ['handler.mjs'], { cwd: folder.path, env: { PATH: process.env.PATH, ...env } })

beforeAll(async () => {
  folder = await openMerchantFolder()
  port = await freePort()
  const blocks = fencedBlocks('docs/guides/en/webhooks.md')
  const code = blocks.find((block) => noteOf(block)[1] === 'handler.mjs')!.code
  writeFileSync(join(folder.path, 'handler.mjs'), code.replace('listen(3000)', `listen(${port})`))
  handler = start({ LIKUTA_CALLBACK_SECRET: secret })
  await eventually('the handler', () => post('forged').catch(() => undefined))
})
afterAll(() => {
  handler.kill('SIGKILL')
  folder.remove()
})

async function post(key: string): Promise<number> {
  const body = JSON.stringify({ status: 'SUCCESS', transaction_uuid: 'a payment' })
  const t = String(Math.floor(Date.now() / 1000))
  const v1 = createHmac('sha256', key).update(t).update(body).digest('hex')
  const headers = { 'x-service-signature': `t=${t},v1=${v1}`, 'x-service-event-id': 'an event' }
  return (await fetch(`http://localhost:${port}/webhooks`, { method: 'POST', headers, body })).status
}

test('the example handler responds 400 to what is not from Likuta', async () =>
  assert.equal(await post('whsec_other'), 400))

test('with a locked database the handler responds 500 and stores the event on redelivery', async () => {
  const database = new DatabaseSync(join(folder.path, 'shop.db'))
  database.exec('begin immediate')
  assert.equal(await post(secret), 500)
  database.exec('commit')
  assert.equal(await post(secret), 204)
  assert.deepEqual({ ...database.prepare('select status from payment').get() }, { status: 'SUCCESS' })
  database.close()
})

test("a failure between the handler's two writes undoes both", async () => {
  const database = new DatabaseSync(join(folder.path, 'shop.db'))
  database.exec('delete from event; alter table payment rename to elsewhere')
  assert.equal(await post(secret), 500)
  assert.equal(database.prepare('select id from event').get(), undefined)
  database.exec('alter table elsewhere rename to payment')
  assert.equal(await post(secret), 204)
  database.close()
})

test('the handler does not start without a secret', async () => {
  const hasEnded = await new Promise((resolve) => start({}).on('exit', resolve))
  assert.equal(hasEnded, 1)
})
