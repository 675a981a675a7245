// Who may request, cancel and decide payouts, and what is refused. No worker runs, so nothing is sent meanwhile.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, refusedWith, twoAdmins } from '../../../test/support/callers/admins.ts'
import { openReceiver } from '../../../test/support/callers/merchant-client.ts'
import {
  addAvailable,
  addedDestination,
  payoutSettings,
  payoutsOf,
  usableDestination,
} from '../../../test/support/callers/payouts.ts'
import { call, joined, signedIn, tokenOf } from '../../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { statement } from '../../platform/database/database.ts'

let world: World
beforeAll(async () => {
  const settings = { ...payoutSettings, ...twoAdmins, PAYOUT_APPROVAL_FROM: 'USD=100' }
  world = await openWorld({ role: 'api', settings })
})
afterAll(() => world.close())

async function merchantWith(minor = 100_000n) {
  const as = await world.register()
  await addAvailable(world, as, minor)
  return { as, destination_id: await usableDestination(world, as), payouts: payoutsOf(world, as) }
}

const operations = statement<{ state: string }>(
  'test_operations_of_payout',
  `select o.state from operation o join merchant_payout p on p.id = o.merchant_payout_id where p.public_id = $1`,
)
const clearOwner = statement(
  'test_clear_owner_of_destination',
  `update payout_destination set subscriber_name = '' where public_id = $1`,
)
const stateOfCall = async (id: string) => (await world.db.rows(operations, [id])).map(({ state }) => state)

test('the same reference again returns the first response and reserves nothing more', async () => {
  const { destination_id, payouts } = await merchantWith()
  const body = { amount: 10, currency: 'USD', destination_id, reference: 'TWICE' }
  const first = await payouts.request(body)
  await payouts.cancel(first.body.data.payout_id)
  const again = await payouts.request(body)
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(await payouts.balance()).toEqual({ available: '1000.00', reserved: '0.00' })
})

test('the same reference with another amount, currency or destination is refused', async () => {
  const { as, destination_id, payouts } = await merchantWith()
  await addAvailable(world, as, 100_000n, 'CDF')
  const body = { amount: 10, currency: 'USD', destination_id, reference: 'OTHER' }
  await payouts.request(body)
  const other = await usableDestination(world, as, '0970000001')
  for (const changed of [{ amount: 11 }, { currency: 'CDF' }, { destination_id: other }]) {
    const refused = await payouts.request({ ...body, ...changed })
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'This payout reference was used with other content',
    ])
  }
  expect(await payouts.balance()).toEqual({ available: '990.00', reserved: '10.00' })
})

test('more than is available is refused, and takes nothing', async () => {
  const { destination_id, payouts } = await merchantWith(1_000n)
  const refused = await payouts.request({ amount: 10.01, currency: 'USD', destination_id, reference: 'MORE' })
  expect([refused.status, refused.body.detail]).toEqual([422, 'Insufficient available balance'])
  expect((await payouts.requested({ amount: 10, destination_id })).state).toBe('APPROVED')
})

test('a negative balance is made up for before anything can be paid out', async () => {
  const { as, destination_id, payouts } = await merchantWith(1_000n)
  await addAvailable(world, as, -1_500n)
  expect(await payouts.balance()).toEqual({ available: '-5.00', reserved: '0.00' })
  const one = { amount: 1, currency: 'USD', destination_id }
  expect((await payouts.request({ ...one, reference: 'BELOW' })).status).toBe(422)
  await addAvailable(world, as, 600n)
  expect((await payouts.request({ ...one, amount: 1.01, reference: 'ABOVE' })).status).toBe(422)
  expect((await payouts.requested(one)).state).toBe('APPROVED')
})

test('a destination that is not confirmed cannot be paid', async () => {
  const { as, payouts } = await merchantWith()
  const destination_id = await addedDestination(world, as, '0810000002')
  const refused = await payouts.request({ amount: 1, currency: 'USD', destination_id, reference: 'SOON' })
  expect([refused.status, refused.body.detail]).toEqual([409, 'Payout destination not active'])
})

test("another merchant's destination is not found", async () => {
  const { destination_id } = await merchantWith()
  const { payouts } = await merchantWith()
  const refused = await payouts.request({ amount: 1, currency: 'USD', destination_id, reference: 'THEIRS' })
  expect([refused.status, refused.body.detail]).toEqual([404, 'Payout destination not found'])
})

test.each([
  [{ amount: 1.001 }, 400],
  [{ amount: 0 }, 422],
  [{ amount: -1 }, 422],
  [{ amount: '1' }, 422],
  [{ amount: 10.5, currency: 'CDF' }, 422],
  [{ currency: 'EUR' }, 422],
  [{ reference: '' }, 422],
  [{ destination_id: 'not-an-id' }, 404],
])('a payout with %j is refused with %i', async (changed, status) => {
  const { destination_id, payouts } = await merchantWith()
  const body = { amount: 1, currency: 'USD', destination_id, reference: randomUUID(), ...changed }
  expect((await payouts.request(body)).status).toBe(status)
})

test('an approved payout that was not sent can be cancelled, and is never sent', async () => {
  const { destination_id, payouts } = await merchantWith()
  const { payout_id } = await payouts.requested({ amount: 10, destination_id })
  expect(await payouts.balance()).toEqual({ available: '990.00', reserved: '10.00' })
  const cancelled = await payouts.cancel(payout_id)
  expect(cancelled.body.data.state).toBe('CANCELLED')
  expect((await payouts.cancel(payout_id)).body).toEqual(cancelled.body)
  expect(await stateOfCall(payout_id)).toEqual(['declined'])
  expect(await payouts.balance()).toEqual({ available: '1000.00', reserved: '0.00' })
})

test('whoever approved a payout that was cancelled then cannot reject it', async () => {
  const { destination_id, payouts } = await merchantWith()
  const { payout_id } = await payouts.requested({ amount: 100, destination_id })
  const admins = adminsOf(world)
  await admins.act(`payouts/${payout_id}/approve`, { reason: 'checked' }, 'amina')
  expect((await payouts.cancel(payout_id)).body.data.state).toBe('CANCELLED')
  const rejection = await admins.post(`payouts/${payout_id}/reject`, { reason: 'too late' }, 'amina')
  refusedWith(rejection, 409, 'RMT-1008')
})

test('a payout from the approval sum waits for an admin', async () => {
  const { destination_id, payouts } = await merchantWith()
  expect((await payouts.requested({ amount: 99.99, destination_id })).state).toBe('APPROVED')
  const { payout_id, state } = await payouts.requested({ amount: 100, destination_id })
  expect([state, await stateOfCall(payout_id)]).toEqual(['REQUESTED', []])
  const admins = adminsOf(world)
  const { items } = await admins.read('payouts?state=REQUESTED')
  expect(items.map(({ payout_id: id }: { payout_id: string }) => id)).toContain(payout_id)
  for (const body of [{}, { reason: 'ab' }])
    refusedWith(await admins.post(`payouts/${payout_id}/approve`, body, 'amina'), 400, 'RMT-1005')
  const approved = await admins.act(`payouts/${payout_id}/approve`, { reason: 'checked' }, 'amina')
  expect(approved).toMatchObject({ state: 'APPROVED', decided_by: 'amina' })
  for (const by of ['amina', 'benoit'] as const)
    for (const act of ['approve', 'reject'])
      refusedWith(
        await admins.post(`payouts/${payout_id}/${act}`, { reason: 'checked' }, by),
        409,
        'RMT-1008',
      )
  expect(await stateOfCall(payout_id)).toEqual(['intent'])
})

test('a payout is not approved while its merchant owes us money, and is once the debt is paid', async () => {
  const { as, destination_id, payouts } = await merchantWith()
  const { payout_id } = await payouts.requested({ amount: 900, destination_id })
  // As by a dispute that is opened while the payout waits.
  await addAvailable(world, as, -30_000n)
  const admins = adminsOf(world)
  const refused = await admins.post(`payouts/${payout_id}/approve`, { reason: 'checked' }, 'amina')
  expect([refused.status, refused.body.detail ?? refused.body.message]).toEqual([
    422,
    'Insufficient available balance',
  ])
  expect(await stateOfCall(payout_id)).toEqual([])
  await addAvailable(world, as, 20_000n)
  expect((await admins.act(`payouts/${payout_id}/approve`, { reason: 'checked' }, 'amina')).state).toBe(
    'APPROVED',
  )
})

test('the merchant reads that an admin decided, but not who', async () => {
  const { as, destination_id, payouts } = await merchantWith()
  const body = { amount: 100, currency: 'USD', destination_id, reference: 'BY-AN-ADMIN' }
  const admins = adminsOf(world)
  const { payout_id } = await admins.act(`merchants/${as.merchant_code}/payouts`, body, 'amina')
  await admins.act(`payouts/${payout_id}/approve`, { reason: 'checked' }, 'benoit')
  const detailsOf = ({ history }: { history: { event: string; detail: string }[] }) =>
    history.filter(({ detail }) => detail.startsWith('by ')).map(({ event, detail }) => `${event} ${detail}`)
  expect(detailsOf(await payouts.read(payout_id))).toEqual(['requested by an admin', 'approved by an admin'])
  expect(detailsOf(await admins.read(`payouts/${payout_id}`))).toEqual([
    'requested by amina',
    'approved by benoit',
  ])
  const own = await payouts.requested({ amount: 1, destination_id })
  // Below the approval sum nobody decided.
  expect(detailsOf(await payouts.read(own.payout_id))).toEqual(['requested by api'])
})

test('an admin reads what the decision needs: the wallet, its owner, its age, and what they may do', async () => {
  const { as, destination_id } = await merchantWith()
  const body = { amount: 100, currency: 'USD', destination_id, reference: 'TO-READ' }
  const admins = adminsOf(world)
  const { payout_id } = await admins.act(`merchants/${as.merchant_code}/payouts`, body, 'amina')
  const readBy = (person: 'amina' | 'benoit') => admins.read(`payouts/${payout_id}`, person)
  expect(await readBy('benoit')).toMatchObject({
    merchant_code: as.merchant_code,
    destination: { subscriber_name: 'Jean Mukendi', number: '243810000001' },
    destination_added_at: expect.any(String),
    name_match: 'NO_MATCH',
    requested_by: 'amina',
    hold_reason: null,
    allowed_actions: { approve: { allowed: true, reason: null }, reject: { allowed: true, reason: null } },
  })
  const reason = 'The admin who requested a payout cannot decide it'
  expect((await readBy('amina')).allowed_actions.approve).toEqual({ allowed: false, reason })
  const before = (await admins.read('overview')).queues.payouts_waiting
  await admins.act(`payouts/${payout_id}/approve`, { reason: 'checked' }, 'benoit')
  expect((await admins.read('overview')).queues.payouts_waiting).toBe(before - 1)
})

test('a destination whose owner has an empty name is compared with nobody', async () => {
  const { destination_id, payouts } = await merchantWith()
  const { payout_id } = await payouts.requested({ amount: 100, destination_id })
  await world.db.rows(clearOwner, [destination_id])
  expect((await adminsOf(world).read(`payouts/${payout_id}`)).name_match).toBeNull()
})

test('the terms name the most that can be paid out and the sum that needs approval', async () => {
  const { as, payouts, destination_id } = await merchantWith(12_345n)
  const { body } = await call(world, 'GET', 'payout-terms', { token: await tokenOf(world, as) })
  expect(body.data.destination_delay_seconds).toBe(0)
  const nothing = { fee: '0.00', most: '0.00' }
  const all = { fee: '0.00', most: '123.45' }
  const unasked = { approval_from: null, second_user_from: null }
  expect(body.data.terms).toEqual([
    { currency: 'CDF', available: '0.00', wallet: nothing, bank: nothing, ...unasked },
    { currency: 'USD', available: '123.45', wallet: all, bank: all, ...unasked, approval_from: '100.00' },
  ])
  await payouts.requested({ amount: 123.45, destination_id })
  expect(await payouts.balance()).toEqual({ available: '0.00', reserved: '123.45' })
})

test('payouts of one day that reach the approval sum together wait for an admin', async () => {
  const { destination_id, payouts } = await merchantWith()
  const request = (amount: number) => payouts.requested({ amount, destination_id })
  const first = await request(60)
  expect(first.state).toBe('APPROVED')
  // Requested together, at most one of them is still below the sum.
  const together = await Promise.all([request(30), request(30)])
  expect(together.map(({ state }) => state).toSorted()).toEqual(['APPROVED', 'REQUESTED'])
  const waiting = together.find(({ state }) => state === 'REQUESTED')
  await adminsOf(world).act(`payouts/${waiting.payout_id}/approve`, { reason: 'checked' }, 'benoit')
  // What an admin has approved no longer counts, nor what was cancelled.
  expect((await request(9.99)).state).toBe('APPROVED')
  expect((await request(0.01)).state).toBe('REQUESTED')
  await payouts.cancel(first.payout_id)
  expect((await request(60)).state).toBe('APPROVED')
})

test('a rejected payout gives its money back', async () => {
  const { destination_id, payouts } = await merchantWith()
  const { payout_id } = await payouts.requested({ amount: 100, destination_id })
  const reason = 'call us first'
  const rejected = await adminsOf(world).act(`payouts/${payout_id}/reject`, { reason }, 'benoit')
  expect(rejected).toMatchObject({ state: 'CANCELLED', decision_reason: reason })
  expect(await payouts.balance()).toEqual({ available: '1000.00', reserved: '0.00' })
})

test('the admin who requested a payout cannot approve it', async () => {
  const { as, destination_id } = await merchantWith()
  const body = { amount: 100, currency: 'USD', destination_id, reference: 'BY-ADMIN' }
  const admins = adminsOf(world)
  const { payout_id } = await admins.act(`merchants/${as.merchant_code}/payouts`, body, 'amina')
  const own = await admins.post(`payouts/${payout_id}/approve`, { reason: 'checked' }, 'amina')
  expect([own.status, own.body.code]).toEqual([403, 'RMT-1021'])
  expect((await admins.act(`payouts/${payout_id}/approve`, { reason: 'checked' }, 'benoit')).state).toBe(
    'APPROVED',
  )
  const actions = (await admins.read('audit')).items.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(expect.arrayContaining(['payout.requested', 'payout.approved']))
})

test('the audit log has what a signed-in merchant requests and cancels', async () => {
  const { as, destination_id } = await merchantWith()
  const token = await tokenOf(world, as)
  const body = { amount: 100, currency: 'USD', destination_id, reference: 'IN-PORTAL' }
  const { payout_id } = (await call(world, 'POST', 'payouts', { token, body })).body.data
  await call(world, 'POST', `payouts/${payout_id}/cancel`, { token, body: {} })
  await call(world, 'POST', `payouts/${payout_id}/cancel`, { token, body: {} })
  const { items } = await adminsOf(world).read('audit')
  const ours = items.filter(({ actor }: { actor: string }) => actor === `merchant:${as.merchant_code}`)
  const entry = (action: string) => ({
    action,
    subject: as.merchant_code,
    detail: { payout_id, amount: '100.00' },
  })
  expect(ours.slice(0, 2)).toMatchObject([entry('payout.cancelled'), entry('payout.requested')])
})

test('a merchant reads only its own payouts', async () => {
  const { destination_id, payouts } = await merchantWith()
  const { payout_id } = await payouts.requested({ amount: 10, destination_id })
  const stranger = await world.register()
  const path = `/api/v1/payment/payouts/${payout_id}`
  expect((await world.signed('GET', path, undefined, { as: stranger })).status).toBe(404)
  expect((await world.signed('POST', `${path}/cancel`, {}, { as: stranger })).status).toBe(404)
  const list = await world.signed('GET', '/api/v1/payment/payouts', undefined, { as: stranger })
  expect(list.body.data.items).toEqual([])
})

test('payouts are listed newest first, by state and currency', async () => {
  const { as, destination_id, payouts } = await merchantWith()
  const first = await payouts.requested({ amount: 1, destination_id })
  const second = await payouts.requested({ amount: 2, destination_id })
  await payouts.cancel(first.payout_id)
  const listed = async (query: string) => {
    const { body } = await world.signed('GET', `/api/v1/payment/payouts?${query}`, undefined, { as })
    return [
      body.data.items.map(({ payout_id }: { payout_id: string }) => payout_id),
      body.data.pagination.total,
    ]
  }
  expect(await listed('')).toEqual([[second.payout_id, first.payout_id], 2])
  expect(await listed('state=CANCELLED')).toEqual([[first.payout_id], 1])
  expect(await listed('currency=CDF')).toEqual([[], 0])
  expect(await listed('limit=1&page=2')).toEqual([[first.payout_id], 2])
})

test('webhooks about payouts are sent only to merchants that asked for them', async () => {
  const receiver = await openReceiver()
  const { as, destination_id, payouts } = await merchantWith()
  const token = await tokenOf(world, as)
  const set = (events?: string[]) =>
    call(world, 'PUT', 'callback', { token, body: { callback_url: receiver.url, events } })
  expect((await set()).body.data.events).toEqual([])
  await payouts.requested({ amount: 1, destination_id })
  expect((await set(['PAYOUT'])).body.data.events).toEqual(['PAYOUT'])
  expect((await set()).body.data.events).toEqual(['PAYOUT'])
  const { payout_id } = await payouts.requested({ amount: 2, destination_id })
  const deliveries = await call(world, 'GET', 'deliveries', { token })
  const types = deliveries.body.data.items.map(({ event_type }: { event_type: string }) => event_type)
  // Of the second payout: requested and approved.
  expect(types).toEqual(['PAYOUT', 'PAYOUT'])
  const states = await world.db.rows<{ state: string }>(
    {
      name: '',
      text: `select body::json ->> 'state' as state from webhook_event where subject = $1 order by id`,
    },
    [`payout:${payout_id}`],
  )
  expect(states.map(({ state }) => state)).toEqual(['REQUESTED', 'APPROVED'])
  await receiver.close()
})

test('the webhook of a payout shows its owner the payout, which a developer may not read', async () => {
  const receiver = await openReceiver()
  const { as, destination_id, payouts } = await merchantWith()
  const owner = await signedIn(world, as)
  const body = { callback_url: receiver.url, events: ['PAYOUT'] }
  await call(world, 'PUT', 'callback', { token: owner.token, body })
  await payouts.requested({ amount: 2, destination_id })
  const developer = await joined(world, owner, 'developer')
  const { items } = (await call(world, 'GET', 'deliveries', { token: developer.token })).body.data
  expect(items[0]).toMatchObject({ event_type: 'PAYOUT', about: null })
  const read = ({ token }: { token: string }) => call(world, 'GET', `deliveries/${items[0].id}`, { token })
  expect((await read(owner)).body.data.body).toContain('"amount":"2.00"')
  const refused = await read(developer)
  expect([refused.status, refused.body.message]).toEqual([403, 'Not allowed for your role'])
  await receiver.close()
})
