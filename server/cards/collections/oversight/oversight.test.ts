// What admins see of collections: those without an outcome, how many succeed, and whether their operators reply.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Admins, adminsOf, twoAdmins } from '../../../../test/support/callers/admins.ts'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../../test/support/collections/collections.ts'
import { eventually } from '../../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'
import type { AttemptHour } from './success-rates.ts'

let world: World
let admins: Admins
let collections: Collections
beforeAll(async () => {
  // Nobody answers for as long as a test may look at the prompt.
  const operators = { ...collectionSandbox.operators, promptMs: 60_000 }
  const settings = { ...collectionSettings, ...twoAdmins, COLLECTION_SECONDS: '60' }
  world = await openWorld({ settings, sandbox: { operators } })
  admins = adminsOf(world)
  collections = collectionsOf(world)
  await collections.offer()
})
afterAll(() => world.close())

const operator = async (code: string) =>
  (await admins.read('operators')).items.find((each: { operator: string }) => each.operator === code)

/** Declines the request on the sandbox's test phone with this number. */
async function declineOnPhone(number: string): Promise<void> {
  const prompts = `${world.sandboxUrl}/sandbox/operators/prompts`
  const found = await (await fetch(`${prompts}?msisdn=${number.slice(1)}`)).json()
  const { id } = (found as { prompts: { id: string }[] }).prompts[0]!
  const declined = await fetch(`${prompts}/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"answer":"decline"}',
  })
  assert.ok(declined.ok, await declined.text())
}

type Hour = AttemptHour

test('attempts are counted by operator and hour with their causes, beside the same hours a week before', async () => {
  for (const [end, prefix, state] of [
    ['21', '97', 'APPROVED'],
    ['21', '97', 'APPROVED'],
    ['25', '97', 'DECLINED'],
    ['21', '81', 'APPROVED'],
  ] as const) {
    const { transaction_uuid: uuid } = await collections.order()
    await collections.reaches((await collections.asked(uuid, freshNumber(end, prefix))).collection_id, state)
  }
  const { link } = await world.createOrder()
  await world.payByCalls(link)
  const read = async () => {
    const { items }: { items: Hour[] } = await admins.read('attempts/hours')
    return Object.fromEntries(
      ['charge null', 'collection airtel', 'collection vodacom'].map((name) => {
        const own = items.filter(({ flow, operator }) => `${flow} ${operator}` === name)
        const sum = (of: (hour: Hour) => number) => own.reduce((total, hour) => total + of(hour), 0)
        return [
          name,
          [
            sum((hour) => hour.approved),
            sum((hour) => hour.failed),
            sum((hour) => hour.open),
            sum((hour) => hour.week_before.approved),
          ],
        ]
      }),
    )
  }
  const now = {
    'charge null': [1, 0, 0, 0],
    'collection airtel': [2, 1, 0, 0],
    'collection vodacom': [1, 0, 0, 0],
  }
  expect(await read()).toEqual(now)
  const { items }: { items: Hour[] } = await admins.read('attempts/hours')
  expect(items.flatMap(({ declines }) => declines)).toEqual([
    { reason_code: 'MM_INSUFFICIENT_FUNDS', count: 1 },
  ])
  await collections.rows(
    `update collection set created_at = created_at - interval '7 days' where operator = 'vodacom'`,
  )
  await collections.rows(
    `update operation set created_at = created_at - interval '3 days' where kind = 'charge'`,
  )
  expect(await read()).toEqual({ ...now, 'charge null': [0, 0, 0, 0], 'collection vodacom': [0, 0, 0, 1] })
})

test('a payer who was asked over an hour ago without an outcome is listed, and counted where alerts look', async () => {
  const { transaction_uuid: uuid } = await collections.order()
  const number = freshNumber('24', '97')
  const { collection_id: id } = await collections.asked(uuid, number)
  // A payer who is being asked is nothing to look at.
  expect((await admins.read('collections/stuck')).items).toEqual([])
  expect((await operator('airtel')).collecting).toBe(1)
  const earlier = `update collection set created_at = created_at - interval '2 hours' where collection_id = $1 returning number_end`
  const [row] = await collections.rows<{ number_end: string }>(earlier, [id])
  const { items, totals } = await admins.read('collections/stuck')
  expect(items).toMatchObject([
    {
      ...{ collection_id: id, transaction_uuid: uuid, operator: 'airtel', environment: 'sandbox' },
      ...{ amount: '25.50', currency: 'USD', customer_number: `*********${row!.number_end}` },
      merchant_code: world.merchant.merchant_code,
      reference: expect.stringMatching(/^C[0-9a-f]{32}$/),
    },
  ])
  assert.ok(items[0].age_seconds >= 7_200)
  expect(Object.keys(items[0])).not.toContain('merchant_id')
  expect(totals).toEqual([
    { environment: 'sandbox', operator: 'airtel', currency: 'USD', count: 1, amount: '25.50' },
  ])
  expect((await admins.read('overview')).queues.collections_stuck).toBe(1)
  const metrics = await (await fetch(`${world.url}/metrics`)).text()
  expect(metrics).toContain('likuta_waiting_for_people{queue="stuck_collections"} 1')
  await declineOnPhone(number)
  await collections.reaches(id, 'DECLINED')
  expect((await admins.read('collections/stuck')).items).toEqual([])
})

test('an operator that does not reply about a collection is shown as down', async () => {
  await eventually('the operator is up', async () => (await operator('africell')).state === 'up')
  await world.fault({ target: 'operator', mode: 'down' })
  const { transaction_uuid: uuid } = await collections.order()
  await collections.ask(uuid, freshNumber('21', '90'))
  const down = await eventually('the operator is down', async () => {
    const found = await operator('africell')
    return found.state === 'down' && found
  })
  expect(down).toMatchObject({ takes_payments: true, last_failure: expect.stringMatching(/./) })
  await world.fault({ target: 'operator', mode: 'off' })
})
