// The balances of a merchant follow the ledger, and card money becomes available once and in time.

import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, twoAdmins } from '../../test/support/callers/admins.ts'
import { paid } from '../../test/support/callers/portal.ts'
import { wrongCounts } from '../../test/support/database/day-counts.ts'
import { eventually } from '../../test/support/http/eventually.ts'
import { raceRounds } from '../../test/support/race-rounds.ts'
import { oneCell } from '../../test/support/world/cells.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { openSettlementReports, recordSettlements } from '../bank/reconciliation/settlements.ts'
import type { CardGateway, ReportLine } from '../cards/gateway/gateway.ts'
import { money } from '../kernel/money.ts'
import type { Credentials } from '../merchants/identity/register.ts'
import type { Tx } from '../platform/database/database.ts'
import { silentLog } from '../platform/process/log.ts'
import {
  type BalanceKey,
  type PendingMovement,
  releaseDueMovements,
  releaseMovements,
} from './release-movements.ts'

let world: World
beforeAll(async () => {
  // No worker runs, so that only the test releases.
  world = await openWorld({ role: 'api', settings: twoAdmins })
})
afterAll(() => world.close())

const rows = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)
const amounts = { amount: 100, currency: 'USD' }

/** Pays an order, and returns the gateway's id of the payment. */
async function pay(as: Credentials, order: object = amounts): Promise<string> {
  const transactionUuid = await paid(world, as, { ...order })
  const [row] = await rows<{ cs_payment_id: string }>(
    'select cs_payment_id from card_transaction where transaction_uuid = $1',
    [transactionUuid],
  )
  return row!.cs_payment_id
}

const refund = (payment: string, amount?: number) =>
  adminsOf(world).act(`payment/refunds/${payment}`, { reason: 'not wanted', ...(amount && { amount }) })
const voidPayment = (payment: string) =>
  adminsOf(world).act(`payment/voids/${payment}`, { reason: 'not wanted' })

/** Releases what is due after these days. */
async function release(days: number): Promise<void> {
  const now = world.clock.now().add({ hours: 24 * days })
  while (await releaseDueMovements({ db: world.system.db, clock: { now: () => now }, log: silentLog })) {
    // One batch at a time.
  }
}

type Balance = { currency: string; pending: bigint; available: bigint; reserved: bigint }
const balances = ({ merchant_code }: Credentials) =>
  rows<Balance>(
    `select b.currency, pending_minor as pending, available_minor as available, reserved_minor as reserved
       from merchant_balance b join merchant m on m.id = b.merchant_id where m.merchant_code = $1 order by 1`,
    [merchant_code],
  )
const movements = ({ merchant_code }: Credentials) =>
  rows<{ type: string; amount: bigint; fee: bigint; net: bigint; days: number; released: boolean }>(
    `select type, amount_minor as amount, fee_minor as fee, net_minor as net,
            available_on - (b.created_at at time zone 'UTC')::date as days, released_posting is not null as released
       from balance_transaction b join merchant m on m.id = b.merchant_id where m.merchant_code = $1 order by b.id`,
    [merchant_code],
  )

/** What a balance, its ledger accounts and its movements say differently. */
const differences = () =>
  rows(
    `with book as (
       select a.merchant_id, a.environment, a.currency,
              -coalesce(sum(e.amount_minor) filter (where a.code = 'merchant_payable'), 0) as pending,
              -coalesce(sum(e.amount_minor) filter (where a.code = 'merchant_available'), 0) as available
         from ledger_account a join ledger_entry e on e.account_id = a.id
        where a.code in ('merchant_payable', 'merchant_available') group by 1, 2, 3
     ), moved as (
       select merchant_id, environment, currency,
              coalesce(sum(net_minor) filter (where released_posting is null), 0) as pending,
              coalesce(sum(net_minor) filter (where released_posting is not null), 0) as available
         from balance_transaction group by 1, 2, 3
     )
     select * from book full join moved using (merchant_id, environment, currency)
       full join merchant_balance b using (merchant_id, environment, currency)
      where (coalesce(book.pending, 0), coalesce(book.available, 0)) is distinct from (b.pending_minor, b.available_minor)
         or (moved.pending, moved.available) is distinct from (b.pending_minor, b.available_minor)`,
  )
async function assertAgreed(): Promise<void> {
  assert.deepEqual(await differences(), [])
  assert.deepEqual(await wrongCounts(world.db), [])
}

const usd = (pending: bigint, available: bigint): Balance[] => [
  { currency: 'USD', pending, available, reserved: 0n },
]

test('a charge is pending with its fee until its settlement day, then available once', async () => {
  const as = await world.register({ name: 'Charge' })
  await pay(as)
  const [charge] = await movements(as)
  assert.ok(charge)
  expect(charge).toMatchObject({ type: 'charge', amount: 10_000n, days: 2, released: false })
  expect(charge.fee > 0n && charge.net === charge.amount - charge.fee).toBe(true)
  await release(1)
  expect(await balances(as)).toEqual(usd(charge.net, 0n))
  await release(2)
  await release(2)
  expect(await balances(as)).toEqual(usd(0n, charge.net))
  await assertAgreed()
})

test('a refund of a pending charge is pending, and becomes available together with it', async () => {
  const as = await world.register({ name: 'Early' })
  await refund(await pay(as), 40)
  const [charge, back] = await movements(as)
  expect(back).toEqual({ type: 'refund', amount: -4_000n, fee: 0n, net: -4_000n, days: 2, released: false })
  expect(await balances(as)).toEqual(usd(charge!.net - 4_000n, 0n))
  await release(2)
  expect(await balances(as)).toEqual(usd(0n, charge!.net - 4_000n))
  await assertAgreed()
})

test('a refund of an available charge is taken from the available balance, which may go below zero', async () => {
  const as = await world.register({ name: 'Late' })
  const payment = await pay(as)
  await release(2)
  await refund(payment)
  const [charge, back] = await movements(as)
  expect(back).toEqual({ type: 'refund', amount: -10_000n, fee: 0n, net: -10_000n, days: 0, released: true })
  expect(await balances(as)).toEqual(usd(0n, charge!.net - 10_000n))
  await assertAgreed()
})

/** The movements of a merchant, locked together with its balance. */
async function locked(sql: Tx, { merchant_code }: Credentials): Promise<[BalanceKey, PendingMovement[]]> {
  const owner = '(select id from merchant where merchant_code = $1)'
  const read = <Row>(text: string) => sql.rows<Row>({ name: '', text }, [merchant_code])
  const [key] = await read<BalanceKey>(
    `select merchant_id, environment, currency from merchant_balance where merchant_id = ${owner} for update`,
  )
  return [
    key!,
    await read(`select id, net_minor from balance_transaction where merchant_id = ${owner} for update`),
  ]
}

test('a refund waits for the release of its charge, and is taken from the available balance', async () => {
  const as = await world.register({ name: 'Meanwhile' })
  const payment = await pay(as)
  let refunded: Promise<unknown> | undefined
  await world.system.db.transaction(async (sql) => {
    const [key, movements] = await locked(sql, as)
    await releaseMovements(sql, key, movements, world.clock.now())
    refunded = refund(payment, 40)
    await eventually('a refund that waits', async () => {
      const waiting = await rows(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return waiting.length > 0
    })
  })
  await refunded
  const [charge, back] = await movements(as)
  expect(back).toMatchObject({ type: 'refund', released: true })
  expect(await balances(as)).toEqual(usd(0n, charge!.net - 4_000n))
  await assertAgreed()
})

test('what is recorded after its day was released is released by itself', async () => {
  const as = await world.register({ name: 'Afterwards' })
  await pay(as)
  await release(2)
  await pay(as)
  await release(2)
  const [first, second] = await movements(as)
  expect(await balances(as)).toEqual(usd(0n, first!.net + second!.net))
  await assertAgreed()
})

test('a balance that cannot be released holds up no other', async () => {
  const [stuck, other] = [await world.register({ name: 'Stuck' }), await world.register({ name: 'Free' })]
  await pay(stuck)
  await pay(other)
  const [{ id }] = (await rows<{ id: bigint }>('select id from merchant where merchant_code = $1', [
    stuck.merchant_code,
  ])) as [{ id: bigint }]
  await rows(
    `alter table merchant_balance add constraint stuck check (merchant_id <> ${id} or available_minor = 0) not valid`,
  )
  await release(2)
  const [charge] = await movements(other)
  expect(await balances(stuck)).toEqual(usd(charge!.net, 0n))
  expect(await balances(other)).toEqual(usd(0n, charge!.net))
  await rows('alter table merchant_balance drop constraint stuck')
  await release(2)
  expect(await balances(stuck)).toEqual(usd(0n, charge!.net))
  await assertAgreed()
})

test('a movement that two callers release is released once', async () => {
  const as = await world.register({ name: 'Twice' })
  await pay(as)
  const releaseAll = () =>
    world.system.db.transaction(async (sql) => {
      const [key, movements] = await locked(sql, as)
      await releaseMovements(sql, key, movements, world.clock.now())
    })
  await releaseAll()
  await assert.rejects(releaseAll(), /released by somebody else/)
  const [charge] = await movements(as)
  expect(await balances(as)).toEqual(usd(0n, charge!.net))
})

test.each([0, 2])('a void after %i days returns the charge and its fee', async (days) => {
  const as = await world.register({ name: 'Void' })
  const payment = await pay(as)
  if (days > 0) await release(days)
  await voidPayment(payment)
  const [charge, back] = await movements(as)
  expect(back).toMatchObject({ type: 'void', amount: -charge!.amount, fee: -charge!.fee, net: -charge!.net })
  expect(await balances(as)).toEqual(usd(0n, 0n))
  await release(2)
  expect(await balances(as)).toEqual(usd(0n, 0n))
  await assertAgreed()
})

test('francs and dollars have balances of their own', async () => {
  const as = await world.register({ name: 'Both' })
  await pay(as)
  await pay(as, { amount: 70_000, currency: 'CDF' })
  await release(2)
  const found = await balances(as)
  expect(found.map(({ currency, pending }) => [currency, pending])).toEqual([
    ['CDF', 0n],
    ['USD', 0n],
  ])
  expect(found[0]!.available > 6_000_000n && found[1]!.available < 10_000n).toBe(true)
  await assertAgreed()
})

test('a charge of which the fee leaves nothing is a movement of zero', async () => {
  const as = await world.register({ name: 'Cent' })
  await rows(
    'update merchant set commission_rate_bp = 10000, version = version + 1 where merchant_code = $1',
    [as.merchant_code],
  )
  const payment = await pay(as, { amount: 1, currency: 'USD' })
  expect(await movements(as)).toEqual([
    { type: 'charge', amount: 100n, fee: 100n, net: 0n, days: 2, released: true },
  ])
  await voidPayment(payment)
  expect(await balances(as)).toEqual(usd(0n, 0n))
  expect((await movements(as)).map(({ amount }) => amount)).toEqual([100n, -100n])
})

test('charges, refunds and releases at the same time leave balances that agree', async () => {
  const as = await world.register({ name: 'Race' })
  const other = await world.register({ name: 'Race too' })
  for (let round = 0; round < raceRounds(15); round++) {
    const payments = await Promise.all([pay(as), pay(other), pay(as)])
    await Promise.all([
      refund(payments[0]!, 10),
      release(2),
      refund(payments[1]!),
      release(3),
      pay(as),
      refund(payments[2]!),
      release(2),
    ])
    assert.deepEqual(await differences(), [], `round ${round}`)
  }
  await release(4)
  const [left] = await balances(as)
  expect(left!.pending).toBe(0n)
  await assertAgreed()
})

/** Reads the gateway's report of today's payments, as on the next day (UTC), whatever the time is now. */
async function readReport(lines: readonly ReportLine[]): Promise<void> {
  const tomorrow = world.clock
    .now()
    .toZonedDateTimeISO('UTC')
    .startOfDay()
    .add({ days: 1, hours: 1 })
    .toInstant()
  const clock = { now: () => tomorrow }
  const cells = oneCell(world.system.db)
  await recordSettlements({ cells, clock })
  await rows('update expected_settlement set reported_minor = null')
  const gateway = { reportDay: async () => ({ kind: 'report', lines }) } as unknown as CardGateway
  const read = openSettlementReports({ cells, clock, gatewayFor: () => gateway, environments: ['sandbox'] })
  assert.equal(await read(), true)
}
const settled = (id: string, dollars = 100, status = 'SUCCEEDED'): ReportLine => ({
  ...{ id, code: '', type: 'charge', status, amount: money(BigInt(dollars * 100), 'USD') },
})

test('a report of a day makes just its payments available before their day, and once', async () => {
  const as = await world.register()
  const [reported, pending, other] = [await pay(as), await pay(as), await pay(as)]
  await pay(as)
  await refund(reported, 30)
  const lines = [
    settled(reported),
    settled(pending, 100, 'TRANSMITTED'),
    settled(other, 99),
    settled('7'.repeat(22)),
  ]
  for (let time = 0; time < 2; time++) {
    await readReport(lines)
    await release(1)
    const released = (await movements(as)).filter((each) => each.released)
    expect(released.map(({ type, amount, days }) => [type, amount, days])).toEqual([
      ['charge', 10_000n, 1],
      ['refund', -3_000n, 1],
    ])
  }
  // What is refunded later is taken from what is available.
  await refund(reported, 20)
  await assertAgreed()
  await release(2)
  expect((await balances(as))[0]?.pending).toBe(0n)
  await assertAgreed()
})

test('a refund at the same time as the report never leaves more available than was not refunded', async () => {
  for (let round = 0; round < raceRounds(3); round++) {
    const as = await world.register()
    const payment = await pay(as)
    await Promise.all([refund(payment, 40), readReport([settled(payment)]), refund(payment, 35), release(1)])
    await release(1)
    const found = await movements(as)
    const [charge, ...refunds] = found
    // With the charge, all its refunds are available; a charge that was left pending may have some before it.
    if (charge?.released) assert.ok(refunds.every((each) => each.released))
    await assertAgreed()
    await release(2)
    assert.ok((await movements(as)).every((each) => each.released))
  }
})

test('a movement is never changed, removed or released twice', async () => {
  for (const text of [
    'delete from balance_transaction',
    'update balance_transaction set net_minor = net_minor + 1, amount_minor = amount_minor + 1',
    'update balance_transaction set released_posting = id where released_posting is not null',
  ])
    await assert.rejects(rows(text), /append-only/)
})
