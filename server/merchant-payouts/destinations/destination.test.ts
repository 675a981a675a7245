// Payout destinations: a step-up for every change, a later sign-in to confirm, and a delay before the first payout.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusedWith } from '../../../test/support/callers/admins.ts'
import {
  addAvailable,
  addedDestination,
  confirmed,
  payoutsOf,
} from '../../../test/support/callers/payouts.ts'
import { call, confirmedCall, stepUpOf, tokenOf } from '../../../test/support/callers/self-service.ts'
import { cellOfTests } from '../../../test/support/database/database.setup.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { Problem } from '../../kernel/problem.ts'
import { merchantByCode } from '../../merchants/directory/directory.ts'
import type { Credentials } from '../../merchants/identity/register.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { manualClock, systemClock } from '../../platform/time/clock.ts'
import { countLookUp } from './queries.ts'

let world: World
const clock = manualClock(systemClock.now().toString())
beforeAll(async () => {
  world = await openWorld({ role: 'api', clock })
})
afterAll(() => world.close())

const ibanOfShop = 'BE68 5390 0754 7034'
const bank = { type: 'bank', iban_or_account: ibanOfShop, bic: 'KREDBEBB', holder: 'Société Kivu' }

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

test('a wallet is added with the name that its operator gives', async () => {
  const { as, token } = await signedIn()
  const added = await add(token, as, { type: 'wallet', number: '+243 81 000 0001' })
  expect(added.body.data).toMatchObject({
    type: 'wallet',
    operator: 'vodacom',
    number: '243810000001',
    subscriber_name: 'Jean Mukendi',
    state: 'waiting',
    usable: false,
    usable_from: clock.now().add({ hours: 24 }).toString({ smallestUnit: 'second' }),
  })
  const listed = await call(world, 'GET', 'payout-destinations', { token })
  expect(listed.body.data.items).toEqual([added.body.data])
  // Only another sign-in is offered to confirm it.
  const later = await call(world, 'GET', 'payout-destinations', { token: (await signedIn(as)).token })
  expect([added.body.data.confirmable, later.body.data.items[0].confirmable]).toEqual([false, true])
})

test('the owner of a wallet is named before it is added, and nothing is stored', async () => {
  const { token, headers } = await signedIn()
  const lookUp = (body: object, proof: Record<string, string> = headers) =>
    call(world, 'POST', 'payout-destinations/look-up', { token, headers: proof, body })
  const found = await lookUp({ type: 'wallet', number: '081 000 0001' })
  expect(found.body.data).toEqual({
    type: 'wallet',
    operator: 'vodacom',
    number: '243810000001',
    subscriber_name: 'Jean Mukendi',
  })
  refusedWith(await lookUp({ type: 'wallet', number: '081 000 0001' }, {}), 403, 'RMT-1025')
  expect((await lookUp({ type: 'wallet', number: '123' })).status).toBe(422)
  expect((await lookUp({ type: 'bank', number: '081 000 0001' })).status).toBe(400)
  const listed = await call(world, 'GET', 'payout-destinations', { token })
  expect(listed.body.data.items).toEqual([])
})

test('a blacklisted number is neither looked up nor added, and is not paid once it is blacklisted', async () => {
  const { as, token, headers } = await signedIn()
  const body = { type: 'wallet', number: '0810000007' }
  refusedWith(
    await call(world, 'POST', 'payout-destinations/look-up', { token, headers, body }),
    403,
    'RMT-3001',
  )
  refusedWith(await add(token, as, body), 403, 'RMT-3001')
  const number = '0810070007'
  const id = await confirmed(world, as, await addedDestination(world, as, number))
  clock.forward({ hours: 25 })
  await addAvailable(world, as, 1_000n)
  const entry = { environment: 'sandbox', phone: number, reason: 'Reported by the operator' }
  expect((await world.admin('POST', '/api/v1/admin/remittance/blacklist', entry)).status).toBe(200)
  const request = { amount: 1, currency: 'USD', destination_id: id, reference: 'BLACKLISTED' }
  expect(await payoutsOf(world, as).request(request)).toMatchObject({
    status: 403,
    body: { detail: 'The beneficiary number is blacklisted' },
  })
})

test('a merchant looks up at most 50 wallets a day, those that it adds included', async () => {
  const { as, token, headers } = await signedIn()
  const body = { type: 'wallet', number: '0810000001' }
  const lookUp = () => call(world, 'POST', 'payout-destinations/look-up', { token, headers, body })
  const found = await Promise.all(Array.from({ length: 60 }, lookUp))
  expect(found.filter(({ status }) => status === 200)).toHaveLength(50)
  const refused = found.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(10)
  expect(Number(refused[0]?.headers['retry-after'])).toBe(86_400)
  expect((await add(token, as)).status).toBe(429)
  const other = await signedIn()
  expect((await add(other.token, other.as)).status).toBe(200)
})

test('look-ups of a merchant are counted for all processes, for 24 hours, and are in the audit log', async () => {
  const { as, token, headers } = await signedIn()
  const body = { type: 'wallet', number: '0810000001' }
  expect((await call(world, 'POST', 'payout-destinations/look-up', { token, headers, body })).status).toBe(
    200,
  )
  const [entry] = (await world.admin('GET', `/api/v1/admin/audit?subject=${as.merchant_code}`)).body.data
    .items
  expect(entry).toMatchObject({
    action: 'payout_destination.looked_up',
    detail: { operator: 'vodacom', number_last4: '0001' },
  })
  const merchant = await merchantByCode(world.db, as.merchant_code)
  const later = manualClock(clock.now().toString())
  const elsewhere = openDatabase(world.system.settings.DATABASE_URL, {
    connections: 1,
    name: 'another process',
    cell: cellOfTests,
  })
  try {
    const needs = { db: elsewhere, secrets: world.system.secrets, clock: later }
    const caller = {
      session: { merchantId: BigInt(merchant!.id), merchantCode: as.merchant_code },
      from: { address: '127.0.0.1', requestId: 'test' },
    }
    const wallet = { operator: 'vodacom', digits: '243810000001' }
    for (let n = 1; n < 50; n++) await countLookUp(needs, caller, wallet)
    later.forward({ seconds: 86_399 })
    const refused = await countLookUp(needs, caller, wallet).catch((error: Problem) => error)
    expect(refused).toMatchObject({ headers: { 'retry-after': '1' } })
    later.forward({ seconds: 1 })
    await countLookUp(needs, caller, wallet)
  } finally {
    await elsewhere.close()
  }
})

test('a bank account is added with its end only, and its holder as banks read it', async () => {
  const { as, token } = await signedIn()
  const added = await add(token, as, bank)
  expect(added.body.data).toMatchObject({
    type: 'bank',
    operator: null,
    number: null,
    account_last4: '7034',
    bic: 'KREDBEBB',
    holder: 'Societe Kivu',
    state: 'waiting',
  })
  expect(added.text).not.toContain('5390')
  const domestic = { ...bank, iban_or_account: '00011-00002-00000000077-21', bic: 'TRMSCD3L' }
  expect((await add(token, as, domestic)).body.data.account_last4).toBe('7721')
})

test('all faults of a bank account are reported at once, by field', async () => {
  const { as, token } = await signedIn()
  const refused = await add(token, as, {
    type: 'bank',
    iban_or_account: '1',
    bic: '12345678',
    holder: '名',
  })
  expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual([
    'iban_or_account',
    'bic',
    'holder',
  ])
})

test('a bank account is added neither without a step-up nor confirmed by the same sign-in', async () => {
  const { as, token } = await signedIn()
  refusedWith(await add(token, {}, bank), 403, 'RMT-1025')
  const { destination_id: id } = (await add(token, as, bank)).body.data
  refusedWith(await confirm(token, as, id), 409, 'RMT-409')
  expect(await confirmed(world, as, id)).toBe(id)
})

test('without an account of ours, a merchant cannot add a bank account', async () => {
  const { token, as } = await signedIn()
  await world.db.rows(
    { name: '', text: `update merchant set environment = 'production' where merchant_code = $1` },
    [as.merchant_code],
  )
  refusedWith(await add(token, as, bank), 422, 'RMT-422')
})

test('a confirmed destination can be paid only after its delay', async () => {
  const as = await world.register()
  await addAvailable(world, as, 1_000n)
  const id = await confirmed(world, as, await addedDestination(world, as))
  const { request } = payoutsOf(world, as)
  const body = { amount: 1, currency: 'USD', destination_id: id, reference: 'EARLY' }
  clock.forward({ hours: 23, minutes: 59 })
  expect((await request(body)).body.detail).toBe('Payout destination not active')
  clock.forward({ minutes: 1 })
  expect((await request(body)).status).toBe(200)
})

test('the audit log has who added, confirmed and removed a destination', async () => {
  const { as } = await signedIn()
  const id = await confirmed(world, as, await addedDestination(world, as))
  const { token } = await signedIn(as)
  await remove(token, as, id)
  const { items } = (await world.admin('GET', '/api/v1/admin/audit')).body.data
  const ours = items.filter(({ subject }: { subject: string }) => subject === as.merchant_code)
  expect(ours.map(({ action, actor }: { action: string; actor: string }) => [action, actor])).toEqual(
    ['removed', 'confirmed', 'added', 'looked_up'].map((change) => [
      `payout_destination.${change}`,
      `merchant:${as.merchant_code}`,
    ]),
  )
})

test('a removed destination can be neither paid nor confirmed', async () => {
  const as = await world.register()
  await addAvailable(world, as, 1_000n)
  const id = await confirmed(world, as, await addedDestination(world, as))
  clock.forward({ hours: 25 })
  const { token } = await signedIn(as)
  const removed = await remove(token, as, id)
  expect(removed.body.data.state).toBe('removed')
  refusedWith(await confirm(token, as, id), 404, 'RMT-404')
  const { request } = payoutsOf(world, as)
  const body = { amount: 1, currency: 'USD', destination_id: id, reference: 'GONE' }
  expect((await request(body)).status).toBe(404)
  expect((await call(world, 'GET', 'payout-destinations', { token })).body.data.items).toEqual([])
})

test.each([
  [{ type: 'wallet', number: '0810000005' }, 422, 'RMT-4001'],
  [{ type: 'wallet', number: '+32 470 12 34 56' }, 422, 'RMT-1004'],
  [{ type: 'wallet', number: '12' }, 422, 'RMT-1004'],
  [{ type: 'bank', iban_or_account: 'CD1234', bic: 'TRMSCD3L', holder: 'Boutique' }, 400, 'RMT-1005'],
  [{ type: 'bank', iban_or_account: ibanOfShop, bic: 'TRMS', holder: 'Boutique' }, 400, 'RMT-1005'],
  [{ type: 'bank', iban_or_account: ibanOfShop, bic: 'TRMSCD3L', holder: 'Магазин' }, 400, 'RMT-1005'],
  [{ type: 'bank', iban_or_account: ibanOfShop, bic: 'TRMSCD3L' }, 400, 'RMT-1005'],
  [{ type: 'cash' }, 400, 'RMT-1005'],
])('a destination %j is refused with %i %s', async (body, status, code) => {
  const { as, token } = await signedIn()
  refusedWith(await add(token, as, body), status, code)
})

test('a merchant has at most 100 destinations, and can add one when it has removed one', async () => {
  const { as, token } = await signedIn()
  const first = (await add(token, as)).body.data.destination_id
  await world.db.rows(
    {
      name: '',
      text: `insert into payout_destination (merchant_id, environment, type, operator, number, created_at, usable_from, delay, created_session)
             select d.merchant_id, d.environment, d.type, d.operator, (243820000000 + n)::text, d.created_at, d.usable_from, d.delay, d.created_session
               from payout_destination d, generate_series(1, 99) n where d.public_id = $1`,
    },
    [first],
  )
  refusedWith(await add(token, as, another(1)), 409, 'RMT-409')
  await remove(token, as, first)
  expect((await add(token, as, another(1))).body.data.state).toBe('waiting')
})

test('destinations that are added at once do not exceed the limit', async () => {
  const { as, token } = await signedIn()
  const first = (await add(token, as)).body.data.destination_id
  await world.db.rows(
    {
      name: '',
      text: `insert into payout_destination (merchant_id, environment, type, operator, number, created_at, usable_from, delay, created_session)
             select d.merchant_id, d.environment, d.type, d.operator, (243820000000 + n)::text, d.created_at, d.usable_from, d.delay, d.created_session
               from payout_destination d, generate_series(1, 95) n where d.public_id = $1`,
    },
    [first],
  )
  const added = await Promise.all(Array.from({ length: 12 }, (_, n) => add(token, as, another(n))))
  expect(added.filter(({ status }) => status === 200)).toHaveLength(4)
  const [count] = await world.db.rows<{ count: bigint }>(
    {
      name: '',
      text: `select count(*) from payout_destination d join merchant m on m.id = d.merchant_id where m.merchant_code = $1`,
    },
    [as.merchant_code],
  )
  expect(count!.count).toBe(100n)
})

test('the owner gets a message about a new destination, and when it is confirmed', async () => {
  const as = await world.register()
  const id = await confirmed(world, as, await addedDestination(world, as))
  const messages = await world.db.rows<{ kind: string; address: string; content: { subject: string } }>(
    {
      name: '',
      text: `select kind, address, content from message
              where merchant_id = (select id from merchant where merchant_code = $1) order by id`,
    },
    [as.merchant_code],
  )
  expect(messages.map(({ kind, address }) => [kind, address])).toEqual([
    ['payout_destination_added', as.email],
    ['payout_destination_confirmed', as.email],
  ])
  expect(messages[0]!.content.subject).toBe('Nouvelle destination de versement')
  expect(id).toBeTruthy()
})

test("another merchant's destination is not found", async () => {
  const owner = await world.register()
  const id = await addedDestination(world, owner)
  const { as, token } = await signedIn()
  refusedWith(await confirm(token, as, id), 404, 'RMT-404')
  refusedWith(await remove(token, as, id), 404, 'RMT-404')
})
