// Corrections of a merchant's card balance, which need two admins whatever the rules of the deployment.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, type Person, refusedWith, twoAdmins } from '../../test/support/callers/admins.ts'
import { addAvailable, payoutsOf } from '../../test/support/callers/payouts.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import type { Credentials } from '../merchants/identity/register.ts'
import { systemClock } from '../platform/time/clock.ts'

let world: World
/** How far the clock of the service is ahead: a statement contains what is older than five seconds. */
let ahead = Temporal.Duration.from({ seconds: 0 })
const clock = { now: () => systemClock.now().add(ahead) }
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: twoAdmins, clock })
})
afterAll(() => world.close())

const body = {
  type: 'debit',
  amount: 60,
  currency: 'USD',
  counterparty: 'bank',
  reason: 'The bank paid a failed payout',
}
const request = ({ merchant_code }: Credentials, more: object = {}, by: Person = 'amina') =>
  adminsOf(world).post(`merchants/${merchant_code}/balance/adjustments`, { ...body, ...more }, by)
const approve = (id: string, by: Person = 'benoit') =>
  adminsOf(world).post(`approvals/${id}/approve`, { reason: 'checked' }, by)

async function merchantWith(minor: bigint) {
  const as = await world.register()
  await addAvailable(world, as, minor)
  return { as, payouts: payoutsOf(world, as) }
}

/** The entries of a correction in the ledger, in minor units; debits are positive. */
const entriesOf = (id: string) =>
  world.db.rows<{ code: string; amount_minor: bigint }>(
    {
      name: '',
      text: `select a.code, e.amount_minor from ledger_posting p join ledger_entry e on e.posting_id = p.id
               join ledger_account a on a.id = e.account_id where p.key = $1 order by a.code`,
    },
    [`adjustment:${id}`],
  )

test('a correction changes the balance only when another admin approves it, once, and is in the statement', async () => {
  const { as, payouts } = await merchantWith(10_000n)
  const requested = await request(as)
  expect([requested.status, requested.body.data.state]).toEqual([202, 'WAITING'])
  const { approval_id: id } = requested.body.data
  expect((await request(as)).body.data.approval_id).toBe(id)
  expect((await payouts.balance()).available).toBe('100.00')
  refusedWith(await approve(id, 'amina'), 403, 'RMT-1021')

  expect((await approve(id)).body.data).toMatchObject({ action: 'balance_adjustment', state: 'APPROVED' })
  refusedWith(await approve(id), 409, 'RMT-1008')
  expect((await payouts.balance()).available).toBe('40.00')
  expect(await payouts.movements()).toContainEqual({
    type: 'adjustment',
    amount: '-60.00',
    fee: '0.00',
    net: '-60.00',
    source: null,
  })
  const path = `merchants/${as.merchant_code}/balance/transactions?type=adjustment`
  const { items } = await adminsOf(world).read(path)
  expect(items[0]).toMatchObject({ net: '-60.00', description: body.reason })
  expect(await entriesOf(id)).toEqual([
    { code: 'bank_account', amount_minor: -6_000n },
    { code: 'merchant_available', amount_minor: 6_000n },
  ])
  ahead = Temporal.Duration.from({ seconds: 6 })
  const day = world.clock.now().toString().slice(0, 10)
  const statement = `/api/v1/payment/statements?period=${day}&currency=USD&format=json`
  const { lines, closing } = (await world.signed('GET', statement, undefined, { as })).body.data
  expect(lines).toContainEqual(
    expect.objectContaining({ type: 'adjustment', net: '-60.00', description: body.reason }),
  )
  expect(closing).toBe('40.00')
  const [entry] = (await adminsOf(world).read('audit?action=balance.adjusted')).items
  expect(entry).toMatchObject({
    actor: 'benoit',
    subject: as.merchant_code,
    detail: { amount: '60.00', type: 'debit', counterparty: 'bank', requested_by: 'amina' },
  })
})

test('a debit beyond the balance leaves a debt, and a credit against our own income makes up for it', async () => {
  const { as, payouts } = await merchantWith(1_000n)
  await approve((await request(as)).body.data.approval_id)
  expect((await payouts.balance()).available).toBe('-50.00')
  const credit = await request(as, { type: 'credit', amount: 50.5, counterparty: 'own' })
  const { approval_id: id } = credit.body.data
  await approve(id)
  expect((await payouts.balance()).available).toBe('0.50')
  expect(await entriesOf(id)).toEqual([
    { code: 'balance_adjustment', amount_minor: 5_050n },
    { code: 'merchant_available', amount_minor: -5_050n },
  ])
})

test('a rejected correction changes nothing', async () => {
  const { as, payouts } = await merchantWith(1_000n)
  const { approval_id: id } = (await request(as)).body.data
  await adminsOf(world).act(`approvals/${id}/reject`, { reason: 'No slip' }, 'benoit')
  refusedWith(await approve(id), 409, 'RMT-1008')
  expect((await payouts.balance()).available).toBe('10.00')
})

test.each([
  ['of zero', { amount: 0 }, 'RMT-1005'],
  ['of less than a cent', { amount: 0.001 }, 'RMT-1002'],
  ['below zero', { amount: -1 }, 'RMT-1005'],
  ['without a reason', { reason: '' }, 'RMT-1005'],
  ['of an unknown type', { type: 'gift' }, 'RMT-1005'],
  ['with another currency', { currency: 'EUR' }, 'RMT-1005'],
])('a correction %s is refused', async (_what, more, code) => {
  refusedWith(await request(await world.register(), more), 400, code)
})

test('a correction for an unknown merchant is refused', async () => {
  const unknown = { merchant_code: 'LKT-0000-0000' } as Credentials
  refusedWith(await request(unknown), 404, 'RMT-404')
})
