// The admin overview and the admin's own record: queues, processes, workers and the audit log API.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Admins, adminsOf, twoAdmins } from '../../../test/support/callers/admins.ts'
import { call, fileGoLive, tokenOf } from '../../../test/support/callers/self-service.ts'
import { transfersOf } from '../../../test/support/callers/transfers.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { openSystem } from '../../composition/system.ts'
import { adminRights } from '../../kernel/admin-roles.ts'
import { silentLog } from '../../platform/process/log.ts'

let world: World
let admins: Admins
beforeAll(async () => {
  world = await openWorld({ settings: twoAdmins })
  admins = adminsOf(world)
  await world.topUp('100.00')
})
afterAll(() => world.close())

const overview = () => admins.read('overview')
const mpesaPay = '/mpesa/sandbox/ipg/v2/vodacomDRC/b2cPayment'

test('the overview of an idle system has empty queues, running workers and fresh rates', async () => {
  const received = await eventually('all workers and rates are reported', async () => {
    const found = await overview()
    return found.operators.every(({ state }: { state: string }) => state === 'up') && found
  })
  expect(received.queues).toEqual({
    holds: 0,
    exceptions_open: 0,
    rescreening_remaining: 0,
    adjustments_pending: 0,
    alerts_open: 0,
    cases_open: 0,
    cases_overdue: 0,
    go_live_pending: 0,
    decisions_waiting: 0,
    approvals_waiting: 0,
    refund_requests_waiting: 0,
    payouts_waiting: 0,
    balances_below_zero: 0,
    disputes_to_file: 0,
    disputes_to_file_by: null,
    dispute_exceptions_open: 0,
    collections_stuck: 0,
    bank_lines_open: 0,
    bank_movements_missing: 0,
    dead_webhooks: 0,
    failing_webhooks: 0,
    unknown_operations: 0,
    oldest_unknown_seconds: null,
  })
  expect(received.database).toEqual({ database: 'ok', migrations: 'ok', clock: 'ok' })
  expect(received.rates).toEqual({ as_of: expect.any(String), fresh: true, quarantined: 0 })
  expect(received.version).toBe('0.1.0')
  expect(received.processes).toMatchObject([{ role: 'all', version: '0.1.0' }])
  const names = received.workers.map(({ name }: { name: string }) => name)
  for (const name of ['delivery of webhooks', 'settling of operations', 'payouts of vodacom, sandbox'])
    expect(names).toContain(name)
  for (const { name, last_run_ms, stuck_after_ms } of received.workers)
    assert.ok(last_run_ms < stuck_after_ms, `${name}: ${last_run_ms}`)
  const limitOf = (wanted: string) =>
    received.workers.find(({ name }: { name: string }) => name === wanted).stuck_after_ms
  expect([limitOf('delivery of webhooks'), limitOf('removal of unfinished uploads')]).toEqual([
    60_000, 180_000,
  ])
  expect(received.operators).toHaveLength(4)
})

test('items that wait for an admin are counted in their queues', async () => {
  const transfers = transfersOf(world)
  await transfers.accepted({ sender_first_name: 'Watchlist', sender_last_name: 'Person' })
  await admins.act(`wallets/${world.merchant.merchant_code}/adjustments`, { amount: 1, reason: 'for a test' })
  const company = {
    company_name: 'Boutique SARL',
    registration_number: 'CD/KIN/1',
    country: 'CD',
    contact_name: 'A',
    contact_email: 'a@example.com',
    contact_phone: '+243991234567',
  }
  await fileGoLive(world, world.merchant, await tokenOf(world, world.merchant), { body: company })
  await world.fault({ target: 'operator', mode: 'lost-reply', operations: [mpesaPay] })
  await transfers.accepted({ customer_number: '+243810000003', expected_receiver_name: 'Joseph Kabongo' })
  const { queues } = await eventually('the payout has an unknown outcome', async () => {
    const found = await overview()
    return found.queues.unknown_operations === 1 && found
  })
  expect(queues).toMatchObject({ holds: 1, adjustments_pending: 1, go_live_pending: 1 })
  expect(queues.oldest_unknown_seconds).toBeLessThan(20)
  await world.fault({ target: 'operator', mode: 'off' })
  await eventually(
    'an inquiry resolves the payout',
    async () => (await overview()).queues.unknown_operations === 0,
  )
})

test('a webhook that was tried for ten minutes and not delivered is counted as failing, then as dead', async () => {
  const server = createServer((_request, response) => response.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const callback_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await transfersOf(world).accepted({ callback_url })
  const tried = {
    name: 'tried',
    text: `update webhook_event set created_at = created_at - interval '11 minutes' where state = 'PENDING' and attempts > 0
           returning created_at`,
  }
  assert.equal((await overview()).queues.failing_webhooks, 0)
  const rows = await eventually('the event was tried', async () => {
    const found = await world.db.rows<{ created_at: Temporal.Instant }>(tried)
    return found.length === 1 && found
  })
  assert.equal((await overview()).queues.failing_webhooks, 1)
  const read = async (as = world.merchant) =>
    (await call(world, 'GET', 'overview', { token: await tokenOf(world, as) })).body.data.waiting
  const since = rows[0]!.created_at.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString()
  expect(await read()).toMatchObject({ pending_webhooks: 1, failing_webhooks: 1, failing_since: since })
  expect(await read(await world.register())).toMatchObject({ failing_webhooks: 0, failing_since: null })
  // Leaves one attempt of the schedule, which the resend below makes due at once.
  const age = {
    name: 'age',
    text: `update webhook_event set attempts = 12, next_attempt_at = next_attempt_at + interval '1 hour' where state = 'PENDING' and lease_token is null and attempts < 12
           returning id`,
  }
  await eventually('the event has one attempt left', async () => (await world.db.rows(age)).length === 1)
  await admins.act(`deliveries/${(await admins.read('deliveries?state=PENDING')).items[0].id}/resend`)
  await eventually('the event is counted as dead', async () => (await overview()).queues.dead_webhooks === 1)
  server.close()
})

test('the overview lists every process and removes one that stopped', async () => {
  const worker = openSystem(world.system.settings, { role: 'worker', log: silentLog })
  await eventually('the second process is listed', async () => (await overview()).processes.length === 2)
  expect((await overview()).processes[1]).toMatchObject({ role: 'worker' })
  await worker.close()
  expect((await overview()).processes).toHaveLength(1)
})

test('a process that crashed disappears from the overview within fifteen seconds', async () => {
  await world.db.rows({
    name: 'ghost',
    text: `insert into process_beat values (gen_random_uuid(), 'worker', '0.0.1', now(), now() - interval '16 seconds', '{"x": 1}')`,
  })
  const { processes, workers } = await overview()
  expect(processes).toHaveLength(1)
  expect(workers.map(({ name }: { name: string }) => name)).not.toContain('x')
})

test("an admin reads its name with the deployment's environment", async () => {
  expect(await admins.read('me', 'benoit')).toEqual({
    name: 'benoit',
    environment: 'sandbox',
    second_admin: true,
    user: null,
    rights: [...adminRights],
  })
})

test('the audit log is read by page, actor, action and subject, and verifies', async () => {
  const all = await admins.read('audit?limit=2')
  expect(all.pagination).toMatchObject({ page: 1, limit: 2, capped: false })
  expect(all.items).toHaveLength(2)
  assert.ok(all.items[0].seq > all.items[1].seq)
  await admins.act('operators/sandbox/orange/pause', { reason: 'for a test' }, 'benoit')
  await admins.act('operators/sandbox/orange/resume', { reason: 'for a test' }, 'benoit')
  const { items } = await admins.read('audit?actor=benoit&action=operator.paused&subject=sandbox:orange')
  expect(items).toMatchObject([{ actor: 'benoit', address: '127.0.0.1', detail: { reason: 'for a test' } }])
  expect((await admins.read('audit?actor=nobody')).items).toEqual([])
  const proven = await Promise.all(Array.from({ length: 5 }, () => admins.read('audit/verify')))
  for (const verdict of proven)
    expect(verdict).toMatchObject({ intact: true, rows: expect.any(Number), broken: null })
})

test('the audit log verifies while it grows [S-20]', async () => {
  const reason = 'for a test'
  const acts = (async () => {
    for (let i = 0; i < 15; i++) {
      await admins.post('operators/sandbox/orange/pause', { reason })
      await admins.post('operators/sandbox/orange/resume', { reason }, 'benoit')
    }
  })()
  for (let i = 0; i < 15; i++) expect(await admins.read('audit/verify')).toMatchObject({ intact: true })
  await acts
})
