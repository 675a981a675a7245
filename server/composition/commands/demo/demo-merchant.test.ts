// The demo merchant of a sandbox: each start finds one that works, whatever happened to it before.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../../test/support/world/world.ts'
import { approveGoLive } from '../../../merchants/decide-go-live.ts'
import { storedDemoCredentials } from './demo-credentials.ts'
import { demoText, seedDemo } from './demo-merchant.ts'

let world: World
const dataDirectory = mkdtempSync(join(tmpdir(), 'likuta-demo-merchant-'))
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(async () => {
  await world.close()
  rmSync(dataDirectory, { recursive: true })
})

/** Does what a start does for the demo merchant. Returns its code, and what is printed. */
async function start() {
  const { settings } = world.system
  const demo = await seedDemo(world.system, { settings, dataDirectory, stop: async () => {} })
  const printed = demoText(demo, settings.BASE_URL)
  return { code: storedDemoCredentials(dataDirectory)!.merchant_code, printed }
}

test('a start after the demo merchant has gone live makes another one, with a checkout link', async () => {
  const first = await start()
  expect((await start()).code).toBe(first.code)
  const admin = { name: 'operator', address: 'command-line', requestId: 'r-1' }
  await approveGoLive(world.system.merchantAdmin, first.code, { admin, reason: 'tried out', unasked: true })
  const next = await start()
  expect(next.code).not.toBe(first.code)
  expect(next.printed).toMatch(/^checkout link http/m)
  expect((await start()).code).toBe(next.code)
})
