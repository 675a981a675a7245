// The Postman collection, run from top to bottom by Postman's own runner: every request passes the test it carries.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postmanCollection } from '../../scripts/postman/collection.ts'
import { adminToken } from '../support/world/settings.ts'
import { openWorld, type World } from '../support/world/world.ts'

type Keys = Partial<typeof world.merchant>
type Summary = {
  run: {
    failures: { source?: { name: string }; error: Error }[]
    executions: { item: { name: string }; response?: { code: number; json(): { data: Keys } } }[]
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

type Collection = {
  item: { name: string; item: { name: string }[] }[]
  variable: { key: string; value: string | undefined }[]
}
const collection = postmanCollection(readFileSync('docs/openapi.json', 'utf8'))
/** A copy, because runs fill in its variables. */
const readCollection = (): Collection => JSON.parse(collection)

/** @param folder the only one to run. */
async function runCollection(allow_key_rotation: 'yes' | 'no', folder?: string): Promise<Summary['run']> {
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
  const collection = readCollection()
  for (const variable of collection.variable)
    if (variable.key in values) variable.value = values[variable.key as keyof typeof values]
  const { run } = await new Promise<Summary>((resolve, reject) =>
    newman.run({ collection, folder }, (error: Error | null, summary: Summary) =>
      error ? reject(error) : resolve(summary),
    ),
  )
  return run
}

const failuresOf = (run: Summary['run']) =>
  run.failures.map(({ source, error }) => `${source?.name}: ${error.message}`)

async function expectAccepted(as: World['merchant']): Promise<void> {
  const signed = await world.signed('GET', '/api/v1/payment-links', undefined, { as })
  const basic = await world.basic('GET', '/api/v1/remittance/transactions', undefined, { as })
  expect([signed.status, basic.status]).toEqual([200, 200])
}

// The requests of the other folders rotate nothing either: the next test uses the keys before and after this folder.
test('a run of the collection does not rotate the merchant’s keys unless asked to', {
  timeout: 180_000,
}, async () => {
  const run = await runCollection('no', 'Account')
  assert.deepEqual(failuresOf(run), [])
  const left = new Map(run.executions.map(({ item, response }) => [item.name, response?.code]))
  const account = readCollection().item.find(({ name }) => name === 'Account')
  const rotations = account?.item.map(({ name }) => name).filter((name) => name.startsWith('Rotate')) ?? []
  expect(rotations).toHaveLength(4)
  for (const name of rotations) expect(left.get(name)).toBeUndefined()
  expect(left.get('Retrieve the profile')).toBe(200)
  await expectAccepted(world.merchant)
})

test('every request of the collection passes, using the ids and keys that earlier requests stored', {
  timeout: 180_000,
}, async () => {
  const run = await runCollection('yes')
  assert.deepEqual(failuresOf(run), [])
  assert(run.stats.assertions.total >= run.stats.requests.total)
  const left = new Map(run.executions.map(({ item, response }) => [item.name, response]))
  expect(left.get('Refund a payment')?.code).toBe(200)
  const rotated = ['Rotate the API key', 'Rotate the merchant secret'].map(
    (name) => left.get(name)?.json().data,
  )
  await expectAccepted(Object.assign({}, world.merchant, ...rotated))
})
