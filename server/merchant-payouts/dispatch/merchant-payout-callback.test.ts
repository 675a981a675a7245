// Callbacks about payouts to merchants' wallets, which an inquiry must confirm: an operator may contradict itself, and anyone who learns
// of a callback address could send one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addAvailable,
  payoutSettings,
  payoutsOf,
  usableDestination,
} from '../../../test/support/callers/payouts.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { silentLog } from '../../platform/process/log.ts'
import { openInbox } from '../../remittance/payouts/inbox.ts'
import { applyPayoutOutcome, type OutcomeReport } from './apply-outcome.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ settings: payoutSettings })
})
afterAll(() => world.close())

/** Makes the operators send, beside each callback, one that says the opposite. */
const contradict = (contradict_rate: number) =>
  fetch(`${world.sandboxUrl}/sandbox/operators/callbacks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ contradict_rate }),
  })

/** A payout of four dollars that the operator has paid, and its operation. */
async function paidPayout() {
  const as = await world.register()
  await addAvailable(world, as, 1_000n)
  const destination_id = await usableDestination(world, as)
  const payouts = payoutsOf(world, as)
  const { payout_id } = await payouts.requested({ amount: 4, destination_id })
  await payouts.reaches(payout_id, 'PAID')
  return {
    operation: await operationOf(payout_id),
    payouts,
    state: async () => (await payouts.read(payout_id)).state,
  }
}

async function operationOf(payout: string): Promise<string> {
  const text = `select o.id from operation o join merchant_payout p on p.id = o.merchant_payout_id where p.public_id = $1`
  const [row] = await world.db.rows<{ id: string }>({ name: '', text }, [payout])
  return row!.id
}

const reported = (operation: string, report: Partial<OutcomeReport> & Pick<OutcomeReport, 'outcome'>) =>
  applyPayoutOutcome(
    { db: world.db, clock: world.clock, log: silentLog },
    { operation, source: 'callback', ...report },
  )
const returned = (operation: string, more: Partial<OutcomeReport>) =>
  reported(operation, { outcome: { kind: 'reversed' }, ...more })

test('a return by callback gives nothing back when the inquiry says that the payout was paid, and an admin looks at it', async () => {
  const { operation, payouts, state } = await paidPayout()
  const inbox = openInbox(world)
  const word = { kind: 'reversed' } as const
  await inbox({ environment: 'sandbox', operator: 'vodacom', reference: operation, word })
  const end = await eventually('the callback is completed', async () => {
    const text = `select state from operator_callback where reference = $1 and report -> 'word' ->> 'kind' = 'reversed'`
    const [callback] = await world.db.rows<{ state: string }>({ name: '', text }, [operation])
    return callback && callback.state !== 'new' && callback.state
  })
  expect([end, await state()]).toEqual(['ignored', 'PAID'])
  const open = `select e.detail from transfer_exception e join operation o using (merchant_payout_id) where o.id = $1`
  expect(await world.db.rows({ name: '', text: open }, [operation])).toEqual([
    { detail: expect.stringMatching(/no inquiry confirms a callback that says reversed/) },
  ])
  expect(await payouts.balance()).toEqual({ available: '6.00', reserved: '0.00' })
})

test('a return by callback is applied only once an inquiry confirms it', async () => {
  const { operation, payouts, state } = await paidPayout()
  expect([await returned(operation, {}), await state()]).toEqual(['unconfirmed', 'PAID'])
  const confirmed = { inquired: true, confirmed: true } as const
  expect([await returned(operation, confirmed), await state()]).toEqual(['settled', 'RETURNED'])
  expect(await returned(operation, {})).toBe('known')
  expect(await payouts.balance()).toEqual({ available: '10.00', reserved: '0.00' })
})

test('a return by callback that no inquiry can confirm becomes an exception and moves nothing', async () => {
  const { operation, payouts, state } = await paidPayout()
  expect([await returned(operation, { inquired: true }), await state()]).toEqual(['conflict', 'PAID'])
  expect(await payouts.balance()).toEqual({ available: '6.00', reserved: '0.00' })
})

test('a payout that the operator declined fails, whatever callbacks of a success say', async () => {
  const as = await world.register()
  await addAvailable(world, as, 1_000n)
  const destination_id = await usableDestination(world, as, '0990000002')
  const payouts = payoutsOf(world, as)
  await contradict(1)
  const ids = await Promise.all(
    [1, 1, 1, 1].map(async (amount) => (await payouts.requested({ amount, destination_id })).payout_id),
  )
  for (const id of ids) await payouts.reaches(id, 'FAILED')
  await contradict(0)
  expect(await payouts.balance()).toEqual({ available: '10.00', reserved: '0.00' })
  const { payouts: booked } = await world.operatorBooks('msisdn=243990000002')
  expect(booked.map(({ executions }: { executions: number }) => executions)).toEqual([0, 0, 0, 0])
})

test('a success by callback is applied only once an inquiry confirms it', async () => {
  const as = await world.register()
  await addAvailable(world, as, 1_000n)
  const destination_id = await usableDestination(world, as, '0810000006')
  const payouts = payoutsOf(world, as)
  const { payout_id } = await payouts.requested({ amount: 4, destination_id })
  await payouts.reaches(payout_id, 'SENT')
  const operation = await operationOf(payout_id)
  const paid = (more: Partial<OutcomeReport>) =>
    reported(operation, { outcome: { kind: 'succeeded', upstreamId: 'T1' }, ...more })
  const state = async () => (await payouts.read(payout_id)).state
  expect([await paid({}), await state()]).toEqual(['unconfirmed', 'SENT'])
  expect([await paid({ inquired: true, confirmed: true }), await state()]).toEqual(['settled', 'PAID'])
})
