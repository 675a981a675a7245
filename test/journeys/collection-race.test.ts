// Many payers of one order at once, by card and by phone: it is paid once, and nobody is asked while another attempt runs.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../support/collections/collections.ts'
import { eventually } from '../support/http/eventually.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let collections: Collections
beforeAll(async () => {
  world = await openWorld({ settings: collectionSettings, sandbox: collectionSandbox })
  collections = collectionsOf(world)
  await collections.offer()
})
afterAll(() => world.close())

const rounds = 5
const payers = 20

test('of many payers by card and by phone at one order, one pays, and never two are asked at once', async () => {
  for (let round = 0; round < rounds; round++) {
    const { transaction_uuid: uuid, links } = await collections.order()
    const pay = async (n: number) => {
      if (n % 2 === 0)
        return (await collections.ask(uuid, freshNumber('21', n % 4 === 0 ? '97' : '84'))).status
      return (await world.payByCalls(links).catch(() => ({ status: 409 }))).status
    }
    const statuses = await Promise.all(Array.from({ length: payers }, (_, n) => pay(n)))
    // An operator that a busy machine does not reach in time asks nobody: 503.
    assert.ok(
      statuses.every((status) => [200, 409, 410, 503].includes(status)),
      statuses.join(),
    )
    await eventually('the order is paid', async () => (await collections.status(uuid)) === 'SUCCESS')
    const calls = await collections.rows<{ kind: string; state: string }>(
      `select o.kind, o.state from operation o join card_transaction t on t.id = o.card_transaction_id
        where t.transaction_uuid = $1 order by o.created_at`,
      [uuid],
    )
    // A refused card is no second success; what counts is confirmed once.
    expect(calls.filter(({ state }) => state === 'confirmed')).toHaveLength(1)
    expect(calls.filter(({ state }) => state === 'sent' || state === 'unknown')).toEqual([])
    expect(await collections.webhooks(uuid)).toHaveLength(1)
  }
})
