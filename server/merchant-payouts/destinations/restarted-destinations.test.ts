// Whoever had taken over a user's access may have added payout destinations and waited. After a reset of that access, they wait again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addAvailable,
  addedDestination,
  confirmed,
  payoutsOf,
} from '../../../test/support/callers/payouts.ts'
import { call, joined, signedIn, stepUpOf, userIdOf } from '../../../test/support/callers/self-service.ts'
import { withApp } from '../../../test/support/factors/factors.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { manualClock, systemClock } from '../../platform/time/clock.ts'

let world: World
const clock = manualClock(systemClock.now().toString())
beforeAll(async () => {
  world = await openWorld({ role: 'api', clock })
})
afterAll(() => world.close())

const reason = 'Lost the phone'
const password = 'another horse battery 8'

/** A merchant with two owners, and a destination of the second one that has waited its day. */
async function merchant() {
  const as = await world.register()
  const owner = await signedIn(world, as)
  const second = await joined(world, owner, 'owner')
  const old = await confirmed(world, second, await addedDestination(world, second, '0811111111'))
  const id = await addedDestination(world, second)
  clock.forward({ hours: 25 })
  // The first owner's session has ended meanwhile.
  const users = `/api/v1/admin/merchants/${as.merchant_code}`
  const userId = await userIdOf(world, await signedIn(world, as), second.email)
  const destination = async (of: string) => {
    const { token } = await signedIn(world, as)
    const { items } = (await call(world, 'GET', 'payout-destinations', { token })).body.data
    return items.find(({ destination_id }: { destination_id: string }) => destination_id === of)
  }
  const messages = (kind: string) =>
    world.db.rows<{ address: string; by: string | null }>(
      {
        name: '',
        text: `select address, content -> 'facts' -> 0 ->> 1 as by from message
                          where kind = $1 and merchant_id = (select id from merchant where merchant_code = $2) order by id`,
      },
      [kind, as.merchant_code],
    )
  return { as, second, old, id, users, userId, destination, messages }
}
type Merchant = Awaited<ReturnType<typeof merchant>>

async function resetByAdmin({ users, userId, second }: Merchant) {
  await withApp(world, await signedIn(world, second))
  const reset = await world.admin('POST', `${users}/users/${userId}/reset-factors`, { reason })
  expect(reset.status).toBe(200)
  return second
}
async function resetByOwner({ as, userId, second }: Merchant) {
  await withApp(world, await signedIn(world, second))
  const { token } = await signedIn(world, as)
  const headers = await stepUpOf(world, as, token)
  const reset = await call(world, 'POST', `users/${userId}/reset-factors`, { token, headers })
  expect(reset.status).toBe(200)
  return second
}
async function resetByLink({ users, second }: Merchant) {
  const made = await world.admin('POST', `${users}/password-reset`, { reason, email: second.email })
  const token = new URL(made.body.data.url).hash.slice(1)
  const used = await call(world, 'POST', 'password-reset', { body: { token, new_password: password } })
  expect(used.status).toBe(200)
  return { ...second, password }
}

test.each([
  ['the second factor by an admin', resetByAdmin],
  ['the second factor by another owner', resetByOwner],
  ['the password by an admin', resetByLink],
])('after a reset of %s, a destination that had waited waits again', async (_what, reset) => {
  const of = await merchant()
  const user = await reset(of)
  await confirmed(world, user, of.id)
  const later = clock.now().add({ hours: 24 }).toString({ smallestUnit: 'second' })
  expect(await of.destination(of.id)).toMatchObject({ state: 'confirmed', usable: false, usable_from: later })
  expect(await of.destination(of.old)).toMatchObject({ state: 'active', usable: true })
  clock.forward({ hours: 24 })
  expect(await of.destination(of.id)).toMatchObject({ usable: true })
  const owners = [of.as.email, of.second.email]
  expect((await of.messages('payout_destinations_wait')).map(({ address }) => address)).toEqual(owners)
})

test('repeated resets do not make the waiting time longer', async () => {
  const of = await merchant()
  for (const _ of [1, 2, 3]) await resetByLink(of)
  await confirmed(world, { ...of.second, password }, of.id)
  clock.forward({ hours: 24 })
  expect(await of.destination(of.id)).toMatchObject({ usable: true })
})

test('a reset of the second factor is reported to its user and to every owner, with who did it', async () => {
  const of = await merchant()
  const cashier = await withApp(world, await joined(world, await signedIn(world, of.as), 'cashier'))
  const id = await userIdOf(world, await signedIn(world, of.as), cashier.email)
  await world.admin('POST', `${of.users}/users/${id}/reset-factors`, { reason })
  const addresses = [cashier.email, of.as.email, of.second.email]
  expect(await of.messages('second_factor_reset')).toEqual(
    addresses.map((address) => ({ address, by: 'notre équipe' })),
  )
  // A cashier prepares no payouts.
  expect(await of.messages('payout_destinations_wait')).toEqual([])
  await resetByOwner(of)
  expect((await of.messages('second_factor_reset')).slice(3)).toEqual(
    [of.second.email, of.as.email].map((address) => ({ address, by: of.as.email })),
  )
})

test('what was approved to a destination that waits again is held, and the rest is paid', async () => {
  const of = await merchant()
  await confirmed(world, of.second, of.id)
  await addAvailable(world, of.as, 10_000n)
  const payouts = payoutsOf(world, of.as)
  const [fresh, old] = [
    await payouts.requested({ amount: 5, destination_id: of.id }),
    await payouts.requested({ amount: 5, destination_id: of.old }),
  ]
  await resetByAdmin(of)
  expect(await payouts.read(fresh.payout_id)).toMatchObject({
    state: 'REQUESTED',
    held_reason: 'destination_not_active',
  })
  expect((await payouts.read(old.payout_id)).state).toBe(old.state)
})

test('every owner hears of a new destination, and of its confirmation', async () => {
  const of = await merchant()
  await confirmed(world, of.second, of.id)
  const addresses = [of.as.email, of.second.email]
  const messages = async (kind: string) => (await of.messages(kind)).map(({ address }) => address)
  expect(await messages('payout_destination_added')).toEqual([...addresses, ...addresses])
  expect(await messages('payout_destination_confirmed')).toEqual([...addresses, ...addresses])
})
