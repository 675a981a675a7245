// The Postman collection, run from top to bottom by Postman's own runner: every request passes the test it carries.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminToken } from '../support/world/settings.ts'
import { openWorld, type World } from '../support/world/world.ts'

type Summary = {
  run: {
    failures: { source?: { name: string }; error: Error }[]
    executions: { item: { name: string }; response?: { code: number } }[]
    stats: { requests: { total: number }; assertions: { total: number } }
  }
}
// An old CommonJS package without types.
const newman = createRequire(import.meta.url)('newman') as {
  run(options: object, done: (error: Error | null, summary: Summary) => void): void
}

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.topUp('50.00')
})
afterAll(() => world?.close())

async function runCollection(allow_key_rotation: 'yes' | 'no'): Promise<Summary['run']> {
  const { merchant } = world
  const values = {
    baseUrl: world.url,
    sandbox_url: world.sandboxUrl,
    api_key: merchant.api_key,
    api_secret: merchant.api_secret,
    merchant_code: merchant.merchant_code,
    merchant_secret: merchant.merchant_secret,
    email: merchant.email,
    password: merchant.password,
    admin_token: adminToken,
    allow_key_rotation,
  }
  const collection = JSON.parse(readFileSync('docs/likuta.postman_collection.json', 'utf8'))
  for (const variable of collection.variable)
    if (variable.key in values) variable.value = values[variable.key as keyof typeof values]
  const { run } = await new Promise<Summary>((resolve, reject) =>
    newman.run({ collection }, (error: Error | null, summary: Summary) =>
      error ? reject(error) : resolve(summary),
    ),
  )
  return run
}

const failuresOf = (run: Summary['run']) =>
  run.failures.map(({ source, error }) => `${source?.name}: ${error.message}`)

test('a run of the collection does not rotate the merchant’s keys unless asked to', {
  timeout: 180_000,
}, async () => {
  const run = await runCollection('no')
  assert.deepEqual(failuresOf(run), [])
  const left = new Map(run.executions.map(({ item, response }) => [item.name, response?.code]))
  expect(left.get('Rotate the API key')).toBeUndefined()
  const signed = await world.signed('GET', '/api/v1/payment-links')
  const basic = await world.basic('GET', '/api/v1/remittance/transactions')
  expect([signed.status, basic.status]).toEqual([200, 200])
})

test('every request of the collection passes, using the ids that earlier requests stored', {
  timeout: 180_000,
}, async () => {
  const run = await runCollection('yes')
  assert.deepEqual(failuresOf(run), [])
  assert(run.stats.assertions.total >= run.stats.requests.total)
  const left = new Map(run.executions.map(({ item, response }) => [item.name, response?.code]))
  expect(left.get('Refund a payment')).toBe(200)
  expect(left.get('Rotate the API key')).toBe(200)
})
