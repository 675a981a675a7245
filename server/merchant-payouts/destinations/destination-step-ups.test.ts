// The step-ups of payout destinations, and what new passwords and removed users end.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusedWith } from '../../../test/support/callers/admins.ts'
import { addedDestination, confirmed } from '../../../test/support/callers/payouts.ts'
import {
  call,
  confirmedCall,
  joined,
  stepUpOf,
  tokenOf,
  userIdOf,
} from '../../../test/support/callers/self-service.ts'
import { provenBy } from '../../../test/support/factors/factors.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { Credentials } from '../../merchants/identity/register.ts'
import { manualClock, systemClock } from '../../platform/time/clock.ts'

let world: World
const clock = manualClock(systemClock.now().toString())
beforeAll(async () => {
  world = await openWorld({ role: 'api', clock })
})
afterAll(() => world.close())

/** Whoever confirms each act by the password, or the headers that are sent. */
type Proof = { password: string } | Record<string, string>
const proven = (method: string, name: string, token: string, proof: Proof, body?: object) => {
  const path = `payout-destinations${name}`
  return 'password' in proof
    ? confirmedCall(world, method, path, { token, body, password: proof.password! })
    : call(world, method, path, { token, body, headers: proof })
}
const add = (token: string, proof: Proof, body: object = { type: 'wallet', number: '0810000001' }) =>
  proven('POST', '', token, proof, body)
/** A wallet of its own. */
const another = (n: number) => ({ type: 'wallet', number: `08110000${String(n).padStart(2, '0')}` })
const confirm = (token: string, proof: Proof, id: string) => proven('POST', `/${id}/confirm`, token, proof)
const remove = (token: string, proof: Proof, id: string) => proven('DELETE', `/${id}`, token, proof)

async function signedIn(as?: Credentials) {
  const owner = as ?? (await world.register())
  const token = await tokenOf(world, owner)
  return { as: owner, token, headers: await stepUpOf(world, owner, token) }
}

test('no destination is added, confirmed or removed without a step-up', async () => {
  const { as, token } = await signedIn()
  const id = await addedDestination(world, as)
  // Nor does one that confirms no act pay anybody.
  for (const headers of [{}, { 'x-step-up-token': 'made-up' }, await stepUpOf(world, as, token)]) {
    refusedWith(await add(token, headers, another(1)), 403, 'RMT-1025')
    refusedWith(await confirm(token, headers, id), 403, 'RMT-1025')
    const removal = await remove(token, headers, id)
    expect(refusedWith(removal, 403, 'RMT-1025')).toBe('Step-up required')
  }
})

test('a step-up counts for its own sign-in only, and for five minutes', async () => {
  const { as, token } = await signedIn()
  const other = await tokenOf(world, as)
  const proof = async (of: string, body: object) => confirmedStepUp(as, of, await add(of, {}, body))
  refusedWith(await add(other, await proof(token, another(1)), another(1)), 403, 'RMT-1025')
  const [own, late] = [await proof(other, another(1)), await proof(other, another(2))]
  clock.forward({ minutes: 4, seconds: 59 })
  expect((await add(other, own, another(1))).status).toBe(200)
  clock.forward({ seconds: 1 })
  expect(refusedWith(await add(other, late, another(2)), 403, 'RMT-1025')).toBe('Step-up required')
})

/** A step-up for what a refusal says must be confirmed. */
async function confirmedStepUp(
  as: { password: string },
  token: string,
  refusal: ApiResponse,
  changes: object = {},
) {
  refusedWith(refusal, 403, 'RMT-1025')
  const confirms = { ...refusal.body.errors[0].confirms, ...changes }
  return provenBy(world, token, { password: as.password, confirms })
}

test('a step-up for one destination adds no other, and adds its own once', async () => {
  const { as, token } = await signedIn()
  const refusal = await add(token, {})
  expect(refusal.body.errors).toEqual([
    {
      field: 'confirms',
      message: 'Confirm this act',
      confirms: { act: 'payout_destination.add', payee: '243810000001' },
    },
  ])
  const differs = 'The step-up confirms another act, payee or amount'
  const other = { type: 'wallet', number: '0810000008' }
  for (const changes of [
    { payee: '243810000008' },
    { act: 'payout_destination.remove' },
    { amount: '5.00' },
  ]) {
    const headers = await confirmedStepUp(as, token, refusal, changes)
    expect(refusedWith(await add(token, headers), 403, 'RMT-1025')).toBe(differs)
  }
  const headers = await confirmedStepUp(as, token, refusal)
  expect(refusedWith(await add(token, headers, other), 403, 'RMT-1025')).toBe(differs)
  const responses = await Promise.all([add(token, headers), add(token, headers)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403])
  const settings = await provenBy(world, token, { password: as.password, confirms: { act: 'settings' } })
  expect(refusedWith(await add(token, settings, other), 403, 'RMT-1025')).toBe(differs)
})

test('a step-up that confirms one destination neither confirms nor removes another', async () => {
  const { as } = await signedIn()
  const [first, second] = [await addedDestination(world, as), await addedDestination(world, as, '0810000008')]
  clock.forward({ minutes: 1 })
  const token = await tokenOf(world, as)
  const headers = await confirmedStepUp(as, token, await confirm(token, {}, first!))
  refusedWith(await confirm(token, headers, second!), 403, 'RMT-1025')
  const removal = () => remove(token, headers, first)
  refusedWith(await removal(), 403, 'RMT-1025')
  expect((await confirm(token, headers, first!)).body.data.state).toBe('confirmed')
  expect(refusedWith(await confirm(token, headers, first!), 403, 'RMT-1025')).toBe('Step-up required')
})

test('a new password ends the step-ups of the old one', async () => {
  const { as, token } = await signedIn()
  const headers = await confirmedStepUp(as, token, await add(token, {}))
  const body = { current_password: as.password, new_password: 'another horse battery 8' }
  expect((await call(world, 'POST', 'change-password', { token, body })).status).toBe(200)
  refusedWith(await add(token, headers), 403, 'RMT-1025')
})

test.each(['changed', 'reset'] as const)(
  'a %s password ends the confirmation of a destination that still waits for its first payout',
  async (how) => {
    const { as } = await signedIn()
    const settled = await confirmed(world, as, await addedDestination(world, as))
    clock.forward({ hours: 25 })
    const fresh = await confirmed(world, as, await addedDestination(world, as, '0810000008'))
    const new_password = 'another horse battery 8'
    if (how === 'changed') {
      const body = { current_password: as.password, new_password }
      const token = await tokenOf(world, as)
      expect((await call(world, 'POST', 'change-password', { token, body })).status).toBe(200)
    } else {
      const path = `/api/v1/admin/merchants/${as.merchant_code}/password-reset`
      const { url } = (await world.admin('POST', path, { reason: 'a stranger signed in' })).body.data
      const body = { token: new URL(url).hash.slice(1), new_password }
      expect((await call(world, 'POST', 'password-reset', { body })).status).toBe(200)
    }
    const owner = await signedIn({ ...as, password: new_password })
    const listed = await call(world, 'GET', 'payout-destinations', { token: owner.token })
    expect(
      listed.body.data.items.map((one: Record<string, string>) => [one.destination_id, one.state]),
    ).toEqual([
      [settled, 'active'],
      [fresh, 'waiting'],
    ])
    expect((await confirm(owner.token, owner.as, fresh)).body.data.state).toBe('confirmed')
  },
)

test.each([
  ['accountant', 'waiting'],
  ['cashier', 'confirmed'],
  ['developer', 'confirmed'],
] as const)(
  'after a new password of a user with the role %s a new destination is %s',
  async (role, state) => {
    const { as, token } = await signedIn()
    const user = await joined(world, { ...as, token }, role)
    const id = await confirmed(world, as, await addedDestination(world, as))
    const body = { current_password: user.password, new_password: 'another horse battery 8' }
    expect((await call(world, 'POST', 'change-password', { token: user.token, body })).status).toBe(200)
    const listed = await call(world, 'GET', 'payout-destinations', { token })
    expect(listed.body.data.items).toMatchObject([{ destination_id: id, state }])
  },
)

test.each(['removed', 'made a viewer'])('when an owner is %s, a new destination waits again', async (how) => {
  const as = await world.register()
  const token = await tokenOf(world, as)
  const leaving = await joined(world, { ...as, token }, 'owner')
  const settled = await confirmed(world, leaving, await addedDestination(world, leaving))
  clock.forward({ hours: 25 })
  const fresh = await confirmed(world, leaving, await addedDestination(world, leaving, '0811111113'))
  const by = await signedIn(as)
  const path = `users/${await userIdOf(world, { ...as, token: by.token }, leaving.email)}`
  const [method, body] = how === 'removed' ? ['DELETE'] : ['POST', { role: 'viewer' }]
  expect((await call(world, method, path, { token: by.token, headers: by.headers, body })).status).toBe(200)
  const listed = await call(world, 'GET', 'payout-destinations', { token: by.token })
  const states = listed.body.data.items.map((one: Record<string, string>) => [one.destination_id, one.state])
  expect(states).toEqual([
    [settled, 'active'],
    [fresh, 'waiting'],
  ])
})

test('when an owner is removed, a destination that they confirmed long after it was added waits again', async () => {
  const as = await world.register()
  const leaving = await joined(world, { ...as, token: await tokenOf(world, as) }, 'owner')
  const seen = await confirmed(world, leaving, await addedDestination(world, leaving))
  const late = await addedDestination(world, leaving, '0811111113')
  clock.forward({ hours: 25 })
  await confirmed(world, leaving, late)
  const by = await signedIn(as)
  const path = `users/${await userIdOf(world, { ...as, token: by.token }, leaving.email)}`
  expect((await call(world, 'DELETE', path, { token: by.token, headers: by.headers })).status).toBe(200)
  const listed = await call(world, 'GET', 'payout-destinations', { token: by.token })
  const usable = listed.body.data.items.map((one: Record<string, string>) => [one.destination_id, one.usable])
  expect(usable).toEqual([
    [seen, true],
    [late, false],
  ])
})

test('a destination that is confirmed while its owner is removed waits again', async () => {
  const as = await world.register()
  const leaving = await joined(world, { ...as, token: await tokenOf(world, as) }, 'owner')
  const id = await addedDestination(world, leaving)
  clock.forward({ hours: 25 })
  const own = await signedIn({ ...as, ...leaving })
  const by = await signedIn(as)
  const path = `users/${await userIdOf(world, { ...as, token: by.token }, leaving.email)}`
  const wait = (count: number) =>
    eventually(`${count} wait for the destination`, async () => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await world.db.rows({ name: '', text: waiting })).length >= count
    })
  // The confirmation has passed its checks when it waits here, and the removal waits for it.
  const both = await world.db.transaction(async (sql) => {
    await sql.rows({ name: '', text: 'lock table message in share mode' })
    const confirming = confirm(own.token, own.as, id)
    await wait(1)
    const removing = call(world, 'DELETE', path, { token: by.token, headers: by.headers })
    await Promise.race([wait(2), removing])
    return { confirming, removing }
  })
  await both.confirming
  expect((await both.removing).status).toBe(200)
  const listed = await call(world, 'GET', 'payout-destinations', { token: by.token })
  expect(listed.body.data.items).toMatchObject([{ destination_id: id, state: 'waiting', usable: false }])
})

test('a wrong password gives no step-up, and five lock the account for the address', async () => {
  const as = await world.register()
  const token = await tokenOf(world, as)
  const attempt = (password: string) => call(world, 'POST', 'step-up', { token, body: { password } })
  for (let more = 0; more < 5; more++) refusedWith(await attempt('wrong horse battery'), 400, 'RMT-1009')
  refusedWith(await attempt('correct horse battery'), 429, 'RMT-429')
})

test('the sign-in that added a destination cannot confirm it', async () => {
  const { as, token } = await signedIn()
  const { destination_id: id } = (await add(token, as)).body.data
  refusedWith(await confirm(token, as, id), 409, 'RMT-409')
})

test('a sign-in that began before a destination was added cannot confirm it', async () => {
  const earlier = await signedIn()
  clock.forward({ seconds: 10 })
  const id = await addedDestination(world, earlier.as)
  refusedWith(await confirm(earlier.token, earlier.as, id), 409, 'RMT-409')
})
