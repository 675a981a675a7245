// The work on batches: what a process left behind, suspensions, pauses, the event, and what a person leaves in the audit log.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusedWith } from '../../../test/support/callers/admins.ts'
import { call } from '../../../test/support/callers/self-service.ts'
import { batchesOf, rowOf, transfersOf } from '../../../test/support/callers/transfers.ts'
import { provenBy, withApp } from '../../../test/support/factors/factors.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { batchRowRetention } from '../../batches/retention.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    sandbox: { operators: { outcomeAfterMs: { min: 20, max: 40 } } },
    settings: { BATCH_ROWS_PER_SECOND: '2' },
  })
})
afterAll(() => world?.close())

const sql = async (text: string) => (await world.db.rows({ name: '', text })) as any[]
const many = (count: number) => Array.from({ length: count }, (_, n) => rowOf(`E-${n}`))
const eventsOf = (id: string) =>
  sql(
    `select body from webhook_event where event_type = 'BATCH' and url is not null and body like '%${id}%' order by id`,
  )

/** As if a worker were due since long ago; @returns once a round has ended that began after this. */
async function rounds(id: string, count = 1): Promise<void> {
  for (let round = 0; round < count; round++) {
    await sql(`update batch set next_at = '2020-01-01' where batch_id = '${id}'`)
    await eventually('a worker has claimed it', async () => {
      const due = await sql(`select from batch where batch_id = '${id}' and next_at = '2020-01-01'`)
      return due.length === 0
    })
  }
}

test('rows that a process left while it sent them are one transfer each, sent before or not', async () => {
  const of = await batchesOf(world)
  const id = await of.confirmed(many(3))
  await of.reaches(id, 'DONE')
  // As if the process had died: after the first two were accepted and before that was recorded, and before the third was sent.
  const later = await of.confirmed(many(1).map((row) => ({ ...row, reference: 'L-1' })))
  await of.reaches(later, 'DONE')
  await sql(
    `update batch_row set state = 'SENDING' where batch = (select id from batch where batch_id = '${id}')`,
  )
  await sql(`update batch_row set state = 'SENDING', attempt = 2, sent_as = '${later}/L-1/2'
              where batch = (select id from batch where batch_id = '${later}')`)
  await sql(
    `update batch set state = 'RUNNING', done_at = null, next_at = now() where batch_id in ('${id}', '${later}')`,
  )
  // A process does one round after another, so the first has ended when the second begins.
  await rounds(later, 2)
  expect(await sql(`select state from batch_row where sent_as = '${later}/L-1/2'`)).toEqual([
    { state: 'SENT' },
  ])
  await of.reaches(id, 'DONE')
  await of.reaches(later, 'DONE')
  expect(await of.rows(later)).toMatchObject([{ transfer_reference: `${later}/L-1/2`, state: 'SUCCESSFUL' }])
  const counted = await sql(`select count(*) as count from transfer where reference like '${id}/%'`)
  expect(counted).toEqual([{ count: 3n }])
  expect(await transfersOf(world, of.as).balance()).toMatchObject({ available: 95, reserved: 0 })
})

test('a paused batch sends nothing until it is resumed', async () => {
  const of = await batchesOf(world)
  const id = await of.confirmed(many(6))
  await eventually('a row was sent', async () => (await of.read(id)).counts.waiting < 6)
  assert.equal((await of.act(id, 'pause')).status, 200)
  const sent = async () =>
    (await sql(`select count(*) as count from transfer where reference like '${id}/%'`))[0].count
  await eventually('nothing is being sent', async () => {
    const open = await sql(`select from batch where batch_id = '${id}' and next_at is not null`)
    return open.length === 0
  })
  const before = await sent()
  assert(before < 6n, `${before} were sent`)
  const paused = await of.read(id)
  expect(paused).toMatchObject({ state: 'PAUSED', pause_reason: 'requested' })
  refusedWith(await of.act(id, 'pause'), 409, 'RMT-1008')
  assert.equal((await of.act(id, 'resume')).status, 200)
  expect(await of.reaches(id, 'DONE')).toMatchObject({ counts: { successful: 6 } })
})

test('a batch that waits for money sends nothing until the wallet has enough for all that is left', async () => {
  const of = await batchesOf(world, '2.00')
  const id = await of.confirmed(many(5))
  await of.reaches(id, 'PAUSED')
  await world.topUp('1.00', of.as)
  await rounds(id, 2)
  expect(await of.read(id)).toMatchObject({ state: 'PAUSED', available: 1, counts: { waiting: 3 } })
  await world.topUp('2.00', of.as)
  expect(await of.reaches(id, 'DONE')).toMatchObject({ counts: { successful: 5 }, available: 0 })
})

test('the batch of a suspended merchant waits until the merchant is active again', async () => {
  const of = await batchesOf(world)
  const id = await of.confirmed(many(6))
  await eventually('a row was sent', async () => (await of.read(id)).counts.waiting < 6)
  const path = `/api/v1/admin/merchants/${of.as.merchant_code}`
  const suspended = await world.admin('POST', `${path}/suspend`, { reason: 'To be looked at' })
  assert.equal(suspended.status, 200, suspended.text)
  const waits = `select from batch where batch_id = '${id}' and next_at > now() + interval '30 seconds'
                    and not exists (select from batch_row r where r.batch = batch.id and r.state = 'SENDING')`
  await rounds(id, 2)
  await eventually('the batch waits', async () => (await sql(waits)).length === 1)
  const tried = await sql(
    `select from batch_row r join batch b on b.id = r.batch where b.batch_id = '${id}' and tries > 0`,
  )
  expect(tried).toEqual([])
  const shown = await sql(`select state, pause_reason from batch where batch_id = '${id}'`)
  expect(shown).toEqual([{ state: 'PAUSED', pause_reason: 'merchant_suspended' }])
  assert.equal((await world.admin('POST', `${path}/resume`, { reason: 'All is well' })).status, 200)
  await sql(`update batch set next_at = now() where batch_id = '${id}'`)
  expect(await of.reaches(id, 'DONE')).toMatchObject({ counts: { successful: 6 } })
})

test('the event BATCH is sent once for each run, to merchants that asked for it', async () => {
  const quiet = await batchesOf(world)
  const of = await batchesOf(world)
  const body = { callback_url: `${world.url}/api/v1/test/test-callback/batches`, events: ['BATCH'] }
  const set = await call(world, 'PUT', 'callback', { token: of.owner.token, body })
  assert.equal(set.status, 200, set.text)
  const rows = [
    rowOf('E-1'),
    rowOf('E-2', { customer_number: '+243810000002', expected_receiver_name: 'Marie Ilunga' }),
  ]
  const [first, second] = [await quiet.confirmed(rows), await of.confirmed(rows)]
  await quiet.reaches(first, 'DONE')
  await of.reaches(second, 'DONE')
  assert.equal((await of.act(second, 'retry-failed')).status, 200)
  await eventually('both runs are reported', async () => (await eventsOf(second)).length === 2)
  expect(await eventsOf(first)).toEqual([])
  expect(JSON.parse((await eventsOf(second))[0].body)).toMatchObject({
    ...{ event_type: 'BATCH', batch_id: second, name: 'Salaries', state: 'DONE', rows: 2 },
    ...{ successful: 1, failed: 1, held: 0, total: 1, currency: 'USD' },
  })
})

test('a row that has become more expensive than was confirmed is not sent', async () => {
  const of = await batchesOf(world)
  const id = await of.uploaded(many(2))
  const { total_debit: total } = await of.reaches(id, 'CHECKED')
  const rates = { commission_rate: '3.50', bank_commission_rate: '1.50', remittance_fee_rate: '0' }
  const changed = { ...rates, remittance_fee_fixed: '3.00', reason: 'A new agreement' }
  assert.equal(
    (await world.admin('PUT', `/api/v1/admin/merchants/${of.as.merchant_code}/rates`, changed)).status,
    200,
  )
  assert.equal((await of.confirm(of.owner, id, { count: 2, total })).status, 200)
  expect(await of.reaches(id, 'DONE')).toMatchObject({ counts: { failed: 2 }, paid: 0, available: 100 })
  expect((await of.rows(id))[0].errors).toMatchObject([{ code: 'RMT-1008' }])
})

test('a row that a compliance officer rejected is not sent again', async () => {
  const of = await batchesOf(world)
  const listed = { sender_first_name: 'Watchlist', sender_middle_name: '', sender_last_name: 'Person' }
  const id = await of.confirmed([rowOf('E-1', listed)])
  await of.reaches(id, 'DONE')
  const [{ transaction_id }] = await sql(`select transaction_id from transfer where reference = '${id}/E-1'`)
  const path = `/api/v1/admin/remittance/holds/${transaction_id}/reject`
  assert.equal((await world.admin('POST', path, { reason: 'It is the listed person' })).status, 200)
  refusedWith(await of.act(id, 'retry-failed'), 409, 'RMT-1008')
})

test('a failed row whose outcome is contradictory is not sent again', async () => {
  const of = await batchesOf(world)
  const row = rowOf('E-1', { customer_number: '+243810000002', expected_receiver_name: 'Marie Ilunga' })
  const id = await of.confirmed([row])
  await of.reaches(id, 'DONE')
  await sql(`insert into transfer_exception (transfer_id, kind, detail, opened_at)
             select id, 'outcome_conflict', 'paid after all', now() from transfer where reference = '${id}/E-1'`)
  refusedWith(await of.act(id, 'retry-failed'), 409, 'RMT-1008')
})

test('a user with a second factor confirms a batch by a step-up for this act, and it is in the audit log', async () => {
  const of = await batchesOf(world)
  const id = await of.uploaded(many(1))
  await of.reaches(id, 'CHECKED')
  const { token, codes } = await withApp(world, of.owner)
  const owner = { ...of.owner, token }
  const figures = { count: 1, total: 1 }
  const refused = await of.confirm(owner, id, figures)
  refusedWith(refused, 403, 'RMT-1025')
  const { confirms } = refused.body.errors[0]
  expect(confirms).toEqual({
    ...{ act: 'batch_confirmation', subject: id, payee: 'Salaries', amount: '1.00', currency: 'USD' },
  })
  const wrong = await provenBy(world, token, {
    recovery_code: codes.pop(),
    confirms: { ...confirms, amount: '2.00' },
  })
  refusedWith(await of.confirm(owner, id, figures, wrong), 403, 'RMT-1025')
  const proof = await provenBy(world, token, { recovery_code: codes.pop(), confirms })
  const response = await of.confirm(owner, id, figures, proof)
  assert.equal(response.status, 200, response.text)
  const logged = await sql(`select action from audit_log where detail like '%${id}%'`)
  expect(logged).toEqual([{ action: 'batch.confirm' }])
  await of.reaches(id, 'DONE')
})

test('the fields of rows are erased after their retention, and the rows stay', async () => {
  const of = await batchesOf(world)
  const id = await of.confirmed(many(2))
  await of.reaches(id, 'DONE')
  const rows = await sql(
    `select r.id from batch_row r join batch b on b.id = r.batch where b.batch_id = '${id}' order by r.id`,
  )
  const ids = rows.map((row) => row.id)
  const now = world.clock.now()
  const erase = (before: Temporal.Instant) =>
    world.db.transaction((tx) => batchRowRetention.erase(tx, { ids, before, now, secrets: {} as never }))
  expect(await erase(now.subtract({ hours: 1 }))).toEqual([])
  expect(await erase(now.add({ hours: 1 }))).toEqual(ids)
  expect((await of.rows(id))[0]).toMatchObject({
    reference: 'E-0',
    customer_number: null,
    state: 'SUCCESSFUL',
  })
})

test('a row whose reference the merchant used for another transfer fails, and does not show that transfer', async () => {
  const of = await batchesOf(world)
  const id = await of.uploaded([rowOf('E-1'), rowOf('E-2', { amount: 0.5 })])
  const { total_debit: total } = await of.reaches(id, 'CHECKED')
  const other = await world.basic(
    'POST',
    '/api/v1/remittance/inbound',
    rowOf(`${id}/E-2`, { amount: 0.25 }),
    {
      as: of.as,
    },
  )
  assert.equal(other.status, 200, other.text)
  assert.equal((await of.confirm(of.owner, id, { count: 2, total })).status, 200)
  expect(await of.reaches(id, 'DONE')).toMatchObject({ counts: { successful: 1, failed: 1 }, paid: 1 })
  expect((await of.rows(id))[1]).toMatchObject({
    ...{ state: 'FAILED', transaction_id: null, transfer_reference: null, receiver_amount: 0.5 },
    errors: [{ code: 'RMT-1007', field: 'amount' }],
  })
  // The next attempt has a reference of its own.
  assert.equal((await of.act(id, 'retry-failed')).status, 200)
  expect(await of.reaches(id, 'DONE')).toMatchObject({ counts: { successful: 2 }, paid: 1.5 })
  expect((await of.rows(id))[1]).toMatchObject({ transfer_reference: `${id}/E-2/2`, receiver_amount: 0.5 })
})

test('a batch that waits for money goes on only by hand once a person has paused it', async () => {
  const of = await batchesOf(world, '2.00')
  const id = await of.confirmed(many(3))
  await of.reaches(id, 'PAUSED')
  const paused = await of.act(id, 'pause')
  assert.equal(paused.status, 200, paused.text)
  refusedWith(await of.act(id, 'pause'), 409, 'RMT-1008')
  await world.topUp('5.00', of.as)
  await rounds(id, 2)
  expect(await of.read(id)).toMatchObject({
    state: 'PAUSED',
    pause_reason: 'requested',
    counts: { waiting: 1 },
  })
  assert.equal((await of.act(id, 'resume')).status, 200)
  expect(await of.reaches(id, 'DONE')).toMatchObject({ counts: { successful: 3 } })
})

test('the check says which rows would be held, and which are in a confirmed batch already', async () => {
  const of = await batchesOf(world)
  const listed = { sender_first_name: 'Watchlist', sender_middle_name: '', sender_last_name: 'Person' }
  const rows = [rowOf('E-1'), rowOf('E-2', listed)]
  const unconfirmed = await of.uploaded([rowOf('E-1'), rowOf('E-0')])
  await of.reaches(unconfirmed, 'CHECKED')
  const first = await of.uploaded(rows)
  expect(await of.reaches(first, 'CHECKED')).toMatchObject({ would_hold: 1, repeated: 0 })
  expect((await of.rows(first)).map(({ would_hold }: any) => would_hold)).toEqual([false, true])
  const { total_debit: total } = await of.read(first)
  assert.equal((await of.confirm(of.owner, first, { count: 2, total })).status, 200)
  await of.reaches(first, 'DONE')
  const second = await of.uploaded([rowOf('E-1'), rowOf('E-3')])
  expect(await of.reaches(second, 'CHECKED')).toMatchObject({
    would_hold: 0,
    repeated: 1,
    counts: { ready: 2 },
  })
  expect((await of.rows(second)).map(({ repeats }: any) => repeats)).toEqual([first, null])
})
