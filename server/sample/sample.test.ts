// The sample month: made once and whole, read and never changed, and removed without a trace.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../../rigs/simulation/checks/invariants/invariants.ts'
import { type Portal, paid, portalOf } from '../../test/support/callers/portal.ts'
import { call, joined, signedIn } from '../../test/support/callers/self-service.ts'
import { eventually } from '../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { releaseDueMovements } from '../balances/release-movements.ts'
import { type RecheckNeeds, recheckCollections } from '../cards/collections/recheck-collections.ts'
import { addUpCounts } from '../platform/database/day-count.ts'
import { silentLog } from '../platform/process/log.ts'
import { systemClock } from '../platform/time/clock.ts'
import { closeSettlements } from '../remittance/wallets/settlement.ts'
import { sampleDays } from './make-sample.ts'

let world: World
let portal: Portal
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  // Business of its own, which a sample must leave alone.
  await paid(world, world.merchant)
  portal = await portalOf(world)
  await eventually('the log of requests', async () => (await rows('select from merchant_request')).length > 0)
})
afterAll(() => world.close())

const path = 'sandbox/sample'
const rows = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)
const remove = ({ token }: { token: string }) => call(world, 'DELETE', path, { token })
const view = (sample: boolean) => portal.post(`${path}/view`, { sample })

/** Resolves once the sample is made, with what its progress was. */
async function made(of: Portal = portal): Promise<number[]> {
  const seen: number[] = []
  expect((await of.post(path)).status).toBe(200)
  await eventually('a sample', async () => {
    const { state, done } = await of.data(path)
    seen.push(done)
    if (state === 'INTERRUPTED') throw new Error('the sample was interrupted')
    return state === 'MADE'
  })
  return seen
}

async function countRows(): Promise<Record<string, number>> {
  // What the counters of days have not added up yet comes and goes by itself.
  while (await addUpCounts(world.db)) {}
  const tables = await rows(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('shared', 'control') or schemaname like 'cell\\_%' order by 1`,
  )
  const counts: [string, number][] = []
  for (const { name } of tables) {
    const [{ n }] = await rows(`select count(*)::int as n from ${name}`)
    counts.push([name.replace(/^cell_\d+\./, ''), n])
  }
  return Object.fromEntries(counts)
}

/** What stays: who made and removed a sample, and the accounts of the platform, which other merchants use from then on. */
const stays = ['audit_log', 'audit_head', 'ledger_account']
const withoutThem = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([table]) => !stays.includes(table)))

/** After what workers do about an interrupted sample, too: money becomes available on its day, and ended days are settled. */
async function violations() {
  const worker = { db: world.db, clock: systemClock, log: silentLog }
  while (await releaseDueMovements(worker)) {}
  while (await closeSettlements(worker)) {}
  return checkInvariants((text, values) => world.db.rows({ name: '', text }, values), systemClock.now())
}

test('a sample has a month of every kind of business, in balance, and all of it can be removed', async () => {
  const before = await countRows()
  const progress = await made()
  expect(progress.at(-1)).toBe(31)
  // No operator is asked about what was declined: none has heard of it.
  await recheckCollections({ db: world.db, clock: systemClock } as RecheckNeeds)
  expect(await rows('select from collection where recheck_at is not null')).toEqual([])
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(await violations()).toEqual([])
  const [counts] = await rows(
    `with m as (select id from merchant where sample_of is not null)
     select (select count(*)::int from card_transaction t join m on m.id = t.merchant_id) as payments,
            (select array_agg(distinct status || ' ' || currency) from card_transaction t join m on m.id = t.merchant_id) as statuses,
            (select array_agg(distinct payment_method) from card_transaction t join m on m.id = t.merchant_id) as methods,
            (select count(distinct created_at::date)::int from card_transaction t join m on m.id = t.merchant_id) as days,
            (select array_agg(state order by state) from card_dispute d join m on m.id = d.merchant_id) as disputes,
            (select count(*)::int from merchant_payout p join m on m.id = p.merchant_id where state = 'PAID') as payouts,
            (select array_agg(distinct status) from transfer t join m on m.id = t.merchant_id) as transfers,
            (select count(*)::int from transfer t join m on m.id = t.merchant_id) as transfer_count,
            (select array_agg(state || row_count) from batch b join m on m.id = b.merchant_id) as batches,
            (select count(*)::int from payment_link l join m on m.id = l.merchant_id) as links,
            (select count(*)::int from webhook_event e join m on m.id = e.merchant_id where e.state <> 'STORED') as sent,
            (select count(*)::int from operation where state in ('intent', 'sent', 'unknown')) as under_way`,
  )
  const { payments, statuses, methods, days, payouts, transfer_count, transfers, ...others } = counts
  expect(payments).toBeGreaterThan(140)
  expect(days).toBeGreaterThan(28)
  expect(payouts).toBeGreaterThanOrEqual(4)
  expect(transfer_count).toBeGreaterThan(75)
  expect(statuses).toEqual(
    expect.arrayContaining([
      'SUCCESS USD',
      'SUCCESS CDF',
      'FAILED USD',
      'PARTIALLY_REFUNDED CDF',
      'VOIDED CDF',
    ]),
  )
  expect(methods).toEqual(expect.arrayContaining(['card', 'mobile_money']))
  expect(transfers.toSorted()).toEqual(['Failed', 'Hold', 'Reversed', 'Successful'])
  expect(others).toEqual({ disputes: ['OPEN', 'WON'], batches: ['DONE20'], links: 3, sent: 0, under_way: 0 })

  expect((await remove(portal)).body.data).toMatchObject({ state: 'NONE', total: 0 })
  expect(withoutThem(await countRows())).toEqual(withoutThem(before))
  expect(await violations()).toEqual([])
  const accounts = await rows('select count(*)::int as n from ledger_account where merchant_id is not null')
  const own = await rows(
    'select count(distinct merchant_id)::int as n from ledger_account where merchant_id is not null',
  )
  expect(own[0].n).toBe(1)
  expect(accounts[0].n).toBeGreaterThan(0)
  expect((await rows(`select action from audit_log order by seq`)).map(({ action }) => action)).toEqual([
    'sample.made',
    'sample.removed',
  ])
})

test('the same day always has the same plan', () => {
  const now = Temporal.Instant.from('2026-12-03T10:00:00Z')
  const text = () =>
    JSON.stringify(sampleDays(now), (_, value) => (typeof value === 'bigint' ? String(value) : value))
  expect(text()).toBe(text())
})

test('two calls at once make one sample, and a third makes nothing more', async () => {
  await Promise.all([portal.post(path), portal.post(path)])
  await made()
  const [{ n }] = await rows('select count(*)::int as n from merchant where sample_of is not null')
  const count = async () => (await rows('select count(*)::int as n from card_transaction'))[0].n
  const before = await count()
  expect((await portal.post(path)).body.data.state).toBe('MADE')
  expect([n, await count()]).toEqual([1, before])
})

test('a session that looks at the sample reads it, changes nothing, and comes back', async () => {
  const own = (await portal.data('me')).merchant_code
  expect((await view(true)).body.data).toMatchObject({ is_viewed: true })
  const sample = await portal.data('me')
  expect(sample).toMatchObject({ name: 'Maison Virunga (exemple)', environment: 'sandbox' })
  expect(sample.merchant_code).not.toBe(own)
  expect((await portal.data('payments')).pagination.total).toBeGreaterThan(140)
  const { days } = await portal.data('overview')
  expect(days.filter((day: any) => day.payments > 0).length).toBeGreaterThan(10)
  for (const [name, body] of [
    ['sandbox/order', {}],
    ['sandbox/topup', { amount: 1 }],
    ['links', { amount: 5, currency: 'USD', merchant_reference: 'X' }],
    ['step-up', { password: 'x' }],
  ] as const) {
    const { status, body: refusal } = await portal.post(name, body)
    expect([name, status, refusal.message]).toEqual([name, 403, 'A sample can only be read'])
  }
  const exported = await call(world, 'GET', 'payments.csv', { token: portal.token })
  expect(exported.headers['content-disposition']).toContain('filename="sample-')
  expect((await view(false)).body.data).toMatchObject({ is_viewed: false })
  expect((await portal.data('me')).merchant_code).toBe(own)
})

test('only an owner makes and removes the sample, and no other merchant sees it', async () => {
  const owner = await signedIn(world, world.merchant)
  for (const role of ['developer', 'accountant', 'viewer'] as const) {
    const member = await joined(world, owner, role)
    expect((await call(world, 'POST', path, { token: member.token })).status).toBe(403)
    expect((await remove(member)).status).toBe(403)
    expect((await call(world, 'GET', path, { token: member.token })).body.data.state).toBe('MADE')
  }
  const other = await portalOf(world, await world.register())
  expect((await other.data(path)).state).toBe('NONE')
  expect((await other.post(`${path}/view`, { sample: true })).status).toBe(409)
  expect((await remove(other)).status).toBe(200)
  expect((await portal.data(path)).state).toBe('MADE')
})

test('removing the sample takes whoever looks at it back to their own account', async () => {
  await view(true)
  expect((await remove(portal)).status).toBe(200)
  expect((await portal.data('me')).merchant_code).toBe(world.merchant.merchant_code)
  expect((await remove(portal)).status).toBe(200)
  await made()
  expect((await portal.data(path)).is_viewed).toBe(false)
  await remove(portal)
})

test('a sample that is being made is not removed, and one whose maker died is, with all it has', async () => {
  const before = await countRows()
  await portal.post(path)
  await eventually('a day', async () => (await portal.data(path)).done > 3)
  const refused = await remove(portal)
  expect([refused.status, refused.body.message]).toEqual([409, 'The sample is being made'])
  const ofWorkers = () =>
    rows(
      `select (select count(*)::int from balance_transaction b join merchant m on m.id = b.merchant_id
                where m.sample_of is not null and b.released_posting is not null) as released,
              (select count(*)::int from settlement s join merchant m on m.id = s.merchant_id
                where m.sample_of is not null and s.closed_at is not null) as settled`,
    )
  // As after a death: nobody renews the lease. Until it passes, workers leave the sample alone.
  const setLease = (ends: string) =>
    rows(
      `update shared.sample_month set lease_token = gen_random_uuid(), lease_until = now() + $1::interval`,
      [ends],
    )
  await setLease('10 minutes')
  const byMaker = await ofWorkers()
  await violations()
  expect(await ofWorkers()).toEqual(byMaker)
  await setLease('-1 minute')
  await eventually('an interruption', async () => (await portal.data(path)).state === 'INTERRUPTED')
  const count = async () => (await rows('select count(*)::int as n from card_transaction'))[0].n
  const left = await count()
  expect(left).toBeGreaterThan(1)
  expect(await violations()).toEqual([])
  expect((await remove(portal)).body.data.state).toBe('NONE')
  expect(withoutThem(await countRows())).toEqual(withoutThem(before))
})

test('an interrupted sample can be made again, and is then whole', async () => {
  await portal.post(path)
  await eventually('a day', async () => (await portal.data(path)).done > 1)
  await rows(
    `update shared.sample_month set lease_token = gen_random_uuid(), lease_until = now() - interval '1 minute'`,
  )
  expect((await made()).at(-1)).toBe(31)
  expect(await violations()).toEqual([])
  await remove(portal)
})

test('no admin decides about a sample, so the audit log agrees with the books after its removal', async () => {
  await made()
  const ofSample = 'join merchant m on m.id = t.merchant_id where m.sample_of is not null'
  const [held] = await rows(`select transaction_id from transfer t ${ofSample} and t.status = 'Hold'`)
  const [paid] = await rows(
    `select cs_payment_id from card_transaction t ${ofSample} and t.status = 'SUCCESS' limit 1`,
  )
  const reason = 'Not a customer of ours'
  for (const path of [
    `remittance/holds/${held.transaction_id}/reject`,
    `remittance/holds/${held.transaction_id}/release`,
    `payment/refunds/${paid.cs_payment_id}`,
    `payment/voids/${paid.cs_payment_id}`,
  ]) {
    const { status, body } = await world.admin('POST', `/api/v1/admin/${path}`, { reason })
    expect([path, status, body.message ?? body.detail]).toEqual([
      path,
      403,
      'Nobody decides about a sample month',
    ])
  }
  await remove(portal)
  const verified = await world.admin('GET', '/api/v1/admin/audit/verify')
  expect(verified.body.data).toMatchObject({ intact: true })
})

test('rows of the ledger that belong to no sample cannot be deleted, whatever the setting says', async () => {
  const [{ id }] = await rows('select id from merchant where merchant_code = $1', [
    world.merchant.merchant_code,
  ])
  await expect(rows('select remove_sample_rows($1)', [id])).rejects.toThrow('is no sample')
  const deletion = world.db.transaction(async (sql) => {
    const send = (text: string, values: unknown[] = []) => sql.rows({ name: '', text }, values)
    await send(`select set_config('likuta.removed_sample', $1, true)`, [String(id)])
    await send('delete from ledger_entry')
  })
  await expect(deletion).rejects.toThrow('ledger_entry is append-only')
})
