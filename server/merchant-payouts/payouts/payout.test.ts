// Payouts of card money through the whole system: requested, sent to a simulated operator, and booked.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addAvailable,
  payoutSettings,
  payoutsOf,
  usableDestination,
} from '../../../test/support/callers/payouts.ts'
import { portalOf } from '../../../test/support/callers/portal.ts'
import { wrongCounts } from '../../../test/support/database/day-counts.ts'
import { textsAt } from '../../../test/support/iso20022/validate.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { systemClock } from '../../platform/time/clock.ts'

let world: World
/** How far the clock of the service is ahead: a statement contains what is older than five seconds. */
let ahead = Temporal.Duration.from({ seconds: 0 })
const clock = { now: () => systemClock.now().add(ahead) }
beforeAll(async () => {
  const settings = { ...payoutSettings, PAYOUT_FEES: 'wallet:USD=0.50,wallet:CDF=1000' }
  world = await openWorld({ settings, clock })
})
afterAll(() => world.close())

/** A merchant with ten dollars and 10,000 francs, and a wallet it can be paid to. */
async function merchantWith(number?: string) {
  const as = await world.register()
  await addAvailable(world, as, 1_000n)
  await addAvailable(world, as, 1_000_000n, 'CDF')
  const destination_id = await usableDestination(world, as, number)
  return { as, destination_id, payouts: payoutsOf(world, as) }
}

test('a payout smaller than its fee is refused, and one as large as its fee is made', async () => {
  const { destination_id, payouts } = await merchantWith()
  const ask = (amount: number) =>
    payouts.request({ amount, currency: 'USD', destination_id, reference: `small-${amount}` })
  const refused = await ask(0.49)
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    'A payout cannot be smaller than its fee of 0.50',
  ])
  expect((await ask(0.5)).status).toBe(200)
})

test('a payout in dollars takes amount and fee and is paid once at the operator', async () => {
  const { destination_id, payouts } = await merchantWith()
  const made = await payouts.requested({ amount: 4, destination_id, reference: 'P-1' })
  expect(made).toMatchObject({
    state: 'APPROVED',
    amount: '4.00',
    fee: '0.50',
    currency: 'USD',
    destination: {
      destination_id,
      operator: 'vodacom',
      number: '243810000001',
      subscriber_name: 'Jean Mukendi',
    },
  })
  const paid = await payouts.reaches(made.payout_id, 'PAID')
  expect(paid.history.map(({ state }: { state: string }) => state).filter(Boolean)).toEqual([
    'REQUESTED',
    'APPROVED',
    'SENT',
    'PAID',
  ])
  expect(await payouts.balance()).toEqual({ available: '5.50', reserved: '0.00' })
  expect((await payouts.movements())[0]).toEqual({
    type: 'payout',
    amount: '-4.00',
    fee: '0.50',
    net: '-4.50',
    source: made.payout_id,
  })
  const { payouts: booked } = await world.operatorBooks()
  const ours = booked.filter(({ client_reference: of }: { client_reference: string }) =>
    made.payout_id.replaceAll('-', '').endsWith(of),
  )
  expect(ours).toMatchObject([{ amount: '4.00', currency: 'USD', status: 'succeeded', executions: 1 }])
  const refused = await payouts.cancel(made.payout_id)
  expect([refused.status, refused.body.detail]).toEqual([409, 'A payout in state PAID cannot be cancelled'])
  expect(await wrongCounts(world.db)).toEqual([])
})

test('a payout in francs stays in francs', async () => {
  const { destination_id, payouts } = await merchantWith('0970000001')
  const { payout_id } = await payouts.requested({ amount: 2_500, currency: 'CDF', destination_id })
  await payouts.reaches(payout_id, 'PAID')
  expect(await payouts.balance('CDF')).toEqual({ available: '6500.00', reserved: '0.00' })
  expect(await payouts.balance()).toEqual({ available: '10.00', reserved: '0.00' })
})

test('a payout that the operator declines gives amount and fee back', async () => {
  const { destination_id, payouts } = await merchantWith()
  const { payout_id } = await payouts.requested({ amount: 0.13, destination_id })
  expect(await payouts.reaches(payout_id, 'FAILED')).toMatchObject({ failure_code: 'REFUSED_BY_OPERATOR' })
  expect(await payouts.balance()).toEqual({ available: '10.00', reserved: '0.00' })
})

test('a payout that comes back from the operator is returned with its fee', async () => {
  const { destination_id, payouts } = await merchantWith()
  const { payout_id } = await payouts.requested({ amount: 0.17, destination_id })
  await payouts.reaches(payout_id, 'RETURNED')
  expect(await payouts.balance()).toEqual({ available: '10.00', reserved: '0.00' })
  expect((await payouts.movements()).slice(0, 2)).toEqual([
    { type: 'payout_return', amount: '0.17', fee: '-0.50', net: '0.67', source: payout_id },
    { type: 'payout', amount: '-0.17', fee: '0.50', net: '-0.67', source: payout_id },
  ])
})

test.each(['0970000003', '0840000003', '0910000003', '0810000003'])(
  'a payout to %s is found by an inquiry when no callback arrives',
  async (number) => {
    const { destination_id, payouts } = await merchantWith(number)
    const { payout_id } = await payouts.requested({ amount: 1, destination_id })
    await payouts.reaches(payout_id, 'PAID')
  },
)

test('a repeated Idempotency-Key pays nothing more, even under another reference', async () => {
  const { as, destination_id, payouts } = await merchantWith()
  const body = { amount: 1, currency: 'USD', destination_id, reference: 'KEY-1' }
  const headers = { 'idempotency-key': 'basket-4711' }
  const send = (more: object = {}) =>
    world.signed('POST', '/api/v1/payment/payouts', { ...body, ...more }, { as, headers })
  const first = await send()
  const again = await send()
  expect([again.status, again.headers['idempotency-replayed'], again.text]).toEqual([200, 'true', first.text])
  expect((await send({ reference: 'KEY-2' })).status).toBe(422)
  await payouts.reaches(first.body.data.payout_id, 'PAID')
  expect(await payouts.balance()).toEqual({ available: '8.50', reserved: '0.00' })
})

test('an amount with more than two decimals is refused', async () => {
  const { payouts, destination_id } = await merchantWith()
  const body = { amount: 1.001, currency: 'USD', destination_id, reference: 'PRECISE' }
  expect(await payouts.request(body)).toMatchObject({
    status: 400,
    body: { detail: 'Amount must have at most two decimal places' },
  })
})

test('a payout and its return have the reference of the payout in statements, lists and the export', async () => {
  const { as, destination_id, payouts } = await merchantWith()
  const reference = 'Salaires, novembre'
  const { payout_id } = await payouts.requested({ amount: 0.17, destination_id, reference })
  await payouts.reaches(payout_id, 'RETURNED')
  ahead = Temporal.Duration.from({ seconds: 6 })
  const day = world.clock.now().toString().slice(0, 10)
  const statement = (format: string) =>
    world.signed('GET', `/api/v1/payment/statements?period=${day}&currency=USD&format=${format}`, undefined, {
      as,
    })
  const moved = ['payout', 'payout_return'].map((type) => ({ type, merchant_reference: reference }))
  const { lines } = (await statement('json')).body.data
  expect(lines.filter(({ source }: { source: string }) => source === payout_id)).toMatchObject(moved)
  expect((await statement('csv')).text).toContain(`"payout","${reference}","${payout_id}"`)
  expect(textsAt((await statement('camt.053')).text, '//s:EndToEndId')).toEqual([reference, reference])
  const portal = await portalOf(world, as)
  const { items } = await portal.data('balance/transactions?type=payout')
  expect(items).toMatchObject([moved[0]])
  const { text } = await portal.get('balance-transactions.csv?type=payout')
  expect(text).toContain(`"${payout_id}","${reference}",`)
})
