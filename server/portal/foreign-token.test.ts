// A token gives no access to another merchant's data, nor to its own merchant's data of the other environment.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDispute } from '../../test/support/callers/disputes.ts'
import {
  addAvailable,
  payoutSettings,
  payoutsOf,
  usableDestination,
} from '../../test/support/callers/payouts.ts'
import {
  allDelivered,
  arrived,
  type Foreign,
  type Portal,
  paid,
  portalOf,
  portalRoutes,
} from '../../test/support/callers/portal.ts'
import { call } from '../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import type { Credentials } from '../merchants/identity/register.ts'

let world: World
let victim: Credentials
let own: Portal
let foreign: Foreign
beforeAll(async () => {
  world = await openWorld({ settings: payoutSettings })
  victim = await world.register({ name: 'Victim' })
  own = await portalOf(world, victim)
  await world.topUp('50.00', victim)
  const callback_url = `${world.url}/api/v1/test/test-callback?channel=merchant-${victim.merchant_code}`
  const payment = await paid(world, victim, { merchant_reference: 'VICTIM-1', callback_url })
  const transfer = await arrived(world, victim, { reference: 'VICTIM-1', callback_url })
  const made = await own.post('links', {
    amount: 10,
    currency: 'USD',
    merchant_reference: 'VICTIM-2',
    callback_url,
  })
  await addAvailable(world, victim, 1_000n)
  const destination = await usableDestination(world, victim)
  const payouts = payoutsOf(world, victim)
  const { payout_id: payout } = await payouts.requested({
    amount: 1,
    destination_id: destination,
    reference: 'VICTIM-3',
  })
  await payouts.reaches(payout, 'PAID')
  const dispute = await openDispute(
    world,
    await paid(world, victim, { merchant_reference: 'VICTIM-4', callback_url }),
  )
  await allDelivered(own)
  const [delivery] = (await own.data('deliveries')).items
  foreign = {
    payment,
    transfer,
    link: made.body.data.code,
    delivery: delivery.id,
    payout,
    destination,
    dispute,
    receipt: (await world.signed('GET', `/api/v1/payment/${payment}/receipt`, undefined, { as: victim })).body
      .data.code,
  }
})
afterAll(() => world.close())

const tables = [
  'card_transaction',
  'card_dispute',
  'transfer',
  'payment_link',
  'webhook_event',
  'wallet',
  'merchant_payout',
  'payout_destination',
  'payout_schedule',
]
/** Everything that is stored about the victim's business. */
const business = () =>
  Promise.all(
    tables.map((table) =>
      world.db.rows({
        name: '',
        text: `select t::text from ${table} t join merchant m on m.id = t.merchant_id
                where m.merchant_code = '${victim.merchant_code}' order by 1`,
      }),
    ),
  )

const names = () => [
  'VICTIM-',
  foreign.payment,
  foreign.transfer,
  foreign.link,
  foreign.payout,
  foreign.destination,
  foreign.dispute,
  foreign.receipt,
  foreign.delivery,
]
const marks = () => [...names(), victim.merchant_code, victim.email]

async function walk(token: string, shows: (text: string, route: string) => void): Promise<void> {
  for (const { route, ask: send } of portalRoutes) {
    const [method = '', path = ''] = route.split(' ')
    const { name = path, body } = send?.(foreign) ?? {}
    const response = await call(world, method, name, { token, body })
    assert.notEqual(response.status, 401, route)
    assert.ok(response.status < 500, `${route}: ${response.status} ${response.text}`)
    // An error message may repeat the id from the request.
    shows(response.text, route)
  }
}

test("another merchant's token reads and changes nothing on any portal route [S-11]", async () => {
  const before = await business()
  const intruder = await portalOf(world, await world.register({ name: 'Intruder' }))
  await walk(intruder.token, (text, route) => {
    for (const mark of marks()) assert.ok(!text.includes(mark), `${route} shows ${mark}: ${text}`)
  })
  expect(await business()).toEqual(before)
})

test.each([
  'payments/:payment',
  'disputes/:dispute',
  'transfers/:transfer',
  'links/:link',
  'deliveries/:delivery',
  'payouts/:payout',
])("another merchant's %s is refused like one that does not exist", async (path) => {
  const intruder = await portalOf(world, await world.register())
  const [room, name] = path.split('/:') as [string, keyof Foreign]
  const theirs = await intruder.get(`${room}/${foreign[name]}`)
  const none = await intruder.get(
    `${room}/${foreign[name].replace(/.$/, (last) => (last === '1' ? '2' : '1'))}1`,
  )
  expect([theirs.status, theirs.body]).toEqual([404, none.body])
})

test('the owner reads all of its own data on the same routes', async () => {
  const seen = new Set<string>()
  for (const { route, ask: send } of portalRoutes.filter((one) => one.route.startsWith('GET'))) {
    const { text } = await own.get(send?.(foreign).name ?? route.slice(4))
    for (const mark of marks()) if (text.includes(mark)) seen.add(mark)
  }
  for (const mark of names()) assert.ok(seen.has(mark), mark)
})

test('after go-live the portal shows nothing of the sandbox and its session continues', async () => {
  await world.db.rows({
    name: '',
    text: `update merchant set environment = 'production', version = version + 1 where merchant_code = '${victim.merchant_code}'`,
  })
  await walk(own.token, (text, route) => {
    if (route === 'GET requests' || route === 'GET events') return
    for (const mark of names()) assert.ok(!text.includes(mark), `${route} shows ${mark}`)
  })
  expect(await own.data('overview')).toMatchObject({
    environment: 'production',
    today: { payments: { count: 0 }, transfers: { count: 0 } },
    waiting: { holds: 0, pending_webhooks: 0, dead_webhooks: 0 },
  })
})
