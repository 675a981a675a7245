// Batches of refunds over HTTP: what the check finds, who confirms, and that each row is one refund.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusedWith, twoAdmins } from '../../../test/support/callers/admins.ts'
import { clientOf } from '../../../test/support/callers/merchant-client.ts'
import { paid, refundBatchesOf } from '../../../test/support/callers/portal.ts'
import { call, joined, stepUpOf } from '../../../test/support/callers/self-service.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ settings: twoAdmins })
})
afterAll(() => world?.close())

const reason = 'The concert was cancelled'
const sql = async (text: string) => (await world.db.rows({ name: '', text })) as any[]
const refundsOf = (uuid: string) =>
  sql(`select r.amount_minor as amount, r.status from card_refund r join card_transaction t on t.id = r.transaction_id
        where t.transaction_uuid = '${uuid}' order by r.amount_minor desc`)
const faultsOf = (rows: any[]) =>
  rows.map(({ row, errors }) => [
    row,
    ...errors.map(({ code, field, message }: any) => `${code} ${field}: ${message}`),
  ])

describe('a batch of refunds', () => {
  test('is confirmed by another person with its figures, and each row is one refund', async () => {
    const of = await refundBatchesOf(world)
    const uuids = [await paid(world, of.as, { amount: 30 }), await paid(world, of.as, { amount: 20 })]
    const [{ id: byId }] = await sql(
      `update card_transaction set merchant_reference = 'SEAT-12' where transaction_uuid = '${uuids[1]}' returning cs_payment_id as id`,
    )
    const third = await paid(world, of.as, { amount: 10 })
    const [{ id }] = await sql(
      `select cs_payment_id as id from card_transaction where transaction_uuid = '${third}'`,
    )
    assert.notEqual(byId, id)
    const rows = [
      { transaction_uuid: uuids[0], amount: 12.5, reason },
      { merchant_reference: 'SEAT-12', reason },
      { cs_payment_id: id, amount: '', reason },
    ]
    const batchId = await of.uploaded(rows)
    expect(await of.reaches(batchId, 'CHECKED')).toMatchObject({
      ...{ kind: 'refund', rows: 3, total_debit: 42.5, fee: 0, currency: 'USD', would_hold: 0 },
      counts: { ready: 3, faulty: 0 },
    })
    for (const uuid of uuids) expect(await refundsOf(uuid)).toEqual([])
    refusedWith(await of.confirm(batchId, { count: 3, total: 42.5 }, of.owner), 403, 'RMT-1021')
    refusedWith(await of.confirm(batchId, { count: 3, total: 42.4 }), 409, 'RMT-1008')
    assert.equal((await of.confirm(batchId, { count: 3, total: 42.5 })).status, 200)
    expect(await of.reaches(batchId, 'DONE')).toMatchObject({ paid: 42.5, counts: { successful: 3 } })
    expect(await refundsOf(uuids[0]!)).toEqual([{ amount: 1250n, status: 'SUCCESS' }])
    expect(await refundsOf(uuids[1]!)).toEqual([{ amount: 2000n, status: 'SUCCESS' }])
    expect(await refundsOf(third)).toEqual([{ amount: 1000n, status: 'SUCCESS' }])
    const [request] = await sql(
      `select requested_by, idempotency_key as key from refund_request where idempotency_key = '${batchId}/2'`,
    )
    assert.equal(request.requested_by, of.accountant.email)
    const file = await call(world, 'GET', `refund-batches/${batchId}/result.csv`, { token: of.owner.token })
    expect(file.text.split('\r\n')[2]).toContain(`"2","${uuids[1]}",,"SEAT-12","SUCCESSFUL","20","USD"`)
    const query = 'separator=semicolon&language=fr'
    const french = await call(world, 'GET', `refund-batches/${batchId}/result.csv?${query}`, {
      token: of.owner.token,
    })
    const [titles, first] = french.text.split('\r\n')
    expect(titles).toContain(
      '"Ligne";"Paiement";"Identifiant du paiement par carte";"Votre référence";"État"',
    )
    expect(first).toContain(`"Remboursée";"12,5";"USD"`)
    const again = await of.upload([rows[2], rows[0], { transaction_uuid: uuids[1], reason }])
    refusedWith(again, 409, 'RMT-1034')
    expect(again.body.errors).toEqual([{ field: 'batch_id', message: batchId }])
  })

  test('shows what would refuse each row without refunding anything', async () => {
    const of = await refundBatchesOf(world)
    const other = await refundBatchesOf(world)
    const pay = (amount: number, more = {}) => paid(world, of.as, { amount, ...more })
    const [good, old, disputed, refunded] = [await pay(30), await pay(5), await pay(6), await pay(7)]
    const inFrancs = await pay(5_000, { currency: 'CDF' })
    const open = await paid(world, of.as, { amount: 9 }, null)
    await sql(
      `update card_transaction set finalised_at = now() - interval '61 days' where transaction_uuid = '${old}'`,
    )
    await sql(`update card_transaction set open_disputes = 1 where transaction_uuid = '${disputed}'`)
    await of.reaches(await of.confirmed([{ transaction_uuid: refunded, reason }]), 'DONE')
    const twice = { merchant_reference: 'TWICE', reason }
    for (const uuid of [await pay(1), await pay(1)])
      await sql(`update card_transaction set merchant_reference = 'TWICE' where transaction_uuid = '${uuid}'`)
    const id = await of.uploaded([
      { transaction_uuid: good, amount: 20, reason },
      { transaction_uuid: good, amount: 10.01, reason },
      { transaction_uuid: good, amount: 10, reason: 'It rained' },
      { transaction_uuid: '00000000-0000-0000-0000-000000000000', reason },
      { transaction_uuid: await paid(world, other.as, { amount: 30 }), reason },
      { transaction_uuid: old, reason },
      { transaction_uuid: disputed, reason },
      { transaction_uuid: refunded, reason },
      { transaction_uuid: inFrancs, reason },
      { transaction_uuid: open, reason },
      { transaction_uuid: good, amount: 31, reason },
      twice,
      { transaction_uuid: good, merchant_reference: 'of-another', reason },
      { reason },
      { transaction_uuid: good, amount: '1,5', reason: 'x' },
      { transaction_uuid: good, amount: 1, reason: '=HYPERLINK("x")' },
      { transaction_uuid: good, amount: -1, reason },
    ])
    const checked = await of.reaches(id, 'CHECKED')
    expect(checked).toMatchObject({ counts: { ready: 1, faulty: 16 }, total_debit: 20 })
    const unknown = 'RMT-404 transaction_uuid: Transaction not found'
    expect(faultsOf(await of.rows(id))).toEqual([
      [1],
      [2, 'RMT-422 amount: Exceeds what the rows before it leave of the payment'],
      [3, 'RMT-422 amount: Exceeds what the rows before it leave of the payment'],
      [4, unknown],
      [5, unknown],
      [6, 'RMT-409 null: Transaction older than 60 days'],
      [7, 'RMT-409 null: Payment is disputed'],
      [8, 'RMT-409 null: Transaction already fully refunded'],
      [9, 'RMT-422 transaction_uuid: Is in CDF, and the batch is in USD'],
      [10, 'RMT-409 null: Cannot refund a tx in status PENDING'],
      [11, 'RMT-422 null: Refund amount exceeds remaining'],
      [12, 'RMT-404 merchant_reference: Several payments have this reference'],
      [13, unknown],
      [14, 'RMT-1005 transaction_uuid: Field required'],
      [15, 'RMT-1002 amount: Invalid amount', 'RMT-1005 reason: Needs 3 to 500 characters'],
      [16, 'RMT-1005 reason: Begins like a formula of a spreadsheet'],
      [17, 'RMT-1002 amount: Invalid amount'],
    ])
    expect(await refundsOf(good)).toEqual([])
    const corrected = await call(world, 'PUT', `refund-batches/${id}/rows/11`, {
      token: of.owner.token,
      body: { fields: { transaction_uuid: good, amount: 1.5, reason } },
    })
    assert.equal(corrected.status, 200, corrected.text)
    expect(await of.reaches(id, 'CHECKED')).toMatchObject({ counts: { ready: 2 }, total_debit: 21.5 })
    assert.equal((await of.confirm(id, { count: 2, total: 21.5, skip_faulty: true })).status, 200)
    await of.reaches(id, 'DONE')
    expect(await refundsOf(good)).toEqual([
      { amount: 2000n, status: 'SUCCESS' },
      { amount: 150n, status: 'SUCCESS' },
    ])
  })

  test('that a server uploaded with its key is checked, and paid only once a person has confirmed it', async () => {
    const of = await refundBatchesOf(world)
    const { refundBatches } = clientOf(world.url, of.as).payments
    const uuid = await paid(world, of.as, { amount: 30 })
    const rows = [{ transaction_uuid: uuid, amount: 12.5, reason }]
    const { batch_id: id } = await refundBatches.upload('Concert', rows)
    await of.reaches(id, 'CHECKED')
    expect(await refundBatches.read(id)).toMatchObject({
      kind: 'refund',
      uploaded_by: null,
      total_debit: 12.5,
    })
    const again = refundBatches.upload('Again', rows)
    await expect(again).rejects.toMatchObject({ status: 409, message: expect.stringContaining(id) })
    const other = clientOf(world.url, (await refundBatchesOf(world)).as).payments.refundBatches
    await expect(other.read(id)).rejects.toMatchObject({ status: 404 })
    expect(await refundsOf(uuid)).toEqual([])
    assert.equal((await of.confirm(id, { count: 1, total: 12.5 })).status, 200)
    await of.reaches(id, 'DONE')
    expect(await refundsOf(uuid)).toEqual([{ amount: 1250n, status: 'SUCCESS' }])
    const { items } = await refundBatches.rows(id, { state: 'SUCCESSFUL' }).page(1)
    expect(items).toMatchObject([{ row: 1, transaction_uuid: uuid, amount: 12.5 }])
    expect((await refundBatches.list().page(1)).items).toMatchObject([{ batch_id: id }])
    expect(Buffer.from(await refundBatches.result(id)).toString()).toContain(uuid)
  })

  test('without the right to refund, rows wait for an admin, and one that was rejected is not sent again', async () => {
    const of = await refundBatchesOf(world, { right: false })
    const uuids = [await paid(world, of.as, { amount: 30 }), await paid(world, of.as, { amount: 20 })]
    const id = await of.uploaded(uuids.map((transaction_uuid) => ({ transaction_uuid, reason })))
    expect(await of.reaches(id, 'CHECKED')).toMatchObject({ would_hold: 2, counts: { ready: 2 } })
    assert.equal((await of.confirm(id, { count: 2, total: 50 })).status, 200)
    expect(await of.reaches(id, 'DONE')).toMatchObject({ paid: 0, counts: { held: 2 } })
    const [first, second] = (await of.rows(id)).map((row) => row.refund_request_id)
    const decide = (request: string, act: string) =>
      world.admin(
        'POST',
        `/api/v1/admin/refund-requests/${request}/${act}`,
        { reason: 'looked at it' },
        { 'x-admin-token': 'token-of-amina-0123456789' },
      )
    assert.equal((await decide(first, 'approve')).status, 200)
    assert.equal((await decide(second, 'reject')).status, 200)
    expect(await of.read(id)).toMatchObject({ paid: 30, counts: { successful: 1, failed: 1, held: 0 } })
    expect((await of.rows(id))[1].errors).toEqual([
      { code: 'REJECTED', field: null, message: 'looked at it' },
    ])
    refusedWith(await of.act(id, 'retry-failed'), 409, 'RMT-1008')
  })

  test('rows from the amount of the approval rule on wait for a second user', async () => {
    const of = await refundBatchesOf(world)
    const headers = await stepUpOf(world, of.owner, of.owner.token)
    const body = { payout: null, refund: { USD: 25 } }
    const set = await call(world, 'PUT', 'approval-rules', { token: of.owner.token, body, headers })
    assert.equal(set.status, 200, set.text)
    const uuids = [await paid(world, of.as, { amount: 30 }), await paid(world, of.as, { amount: 20 })]
    // Covers the commissions, so that no admin is needed.
    await paid(world, of.as, { amount: 10 })
    const id = await of.uploaded(uuids.map((transaction_uuid) => ({ transaction_uuid, reason })))
    expect(await of.reaches(id, 'CHECKED')).toMatchObject({ would_hold: 1 })
    assert.equal((await of.confirm(id, { count: 2, total: 50 })).status, 200)
    expect(await of.reaches(id, 'DONE')).toMatchObject({ paid: 20, counts: { held: 1, successful: 1 } })
    const { items } = (await call(world, 'GET', 'approvals?state=WAITING', { token: of.owner.token })).body
      .data
    const approve = (token: string) =>
      call(world, 'POST', `approvals/${items[0].approval_id}/approve`, {
        token,
        body: { reason: 'It is so' },
      })
    refusedWith(await approve(of.accountant.token), 403, 'RMT-1021')
    assert.equal((await approve(of.owner.token)).status, 200)
    expect(await of.read(id)).toMatchObject({ paid: 50, counts: { held: 0, successful: 2 } })
  })

  test('rows that a process left while it sent them are one refund each, sent before or not', async () => {
    const of = await refundBatchesOf(world)
    const uuids = [await paid(world, of.as, { amount: 30 }), await paid(world, of.as, { amount: 20 })]
    const rows = uuids.map((transaction_uuid) => ({ transaction_uuid, amount: 5, reason }))
    const id = await of.confirmed(rows)
    await of.reaches(id, 'DONE')
    // As if the process had died after the first was requested, long ago, and before the second was.
    await sql(
      `update refund_request set created_at = created_at - interval '2 days' where idempotency_key = '${id}/1'`,
    )
    await sql(`update refund_request set idempotency_key = null where idempotency_key = '${id}/2'`)
    await sql(
      `update batch_row set state = 'SENDING' where batch = (select id from batch where batch_id = '${id}')`,
    )
    await sql(`update batch set state = 'RUNNING', done_at = null, next_at = now() where batch_id = '${id}'`)
    await of.reaches(id, 'DONE')
    expect(await refundsOf(uuids[0]!)).toHaveLength(1)
    expect(await refundsOf(uuids[1]!)).toHaveLength(2)
  })

  test('several rows of one payment are refunded one after the other, and rows of another attempt have its key', async () => {
    const of = await refundBatchesOf(world)
    const uuid = await paid(world, of.as, { amount: 30 })
    const parts = [5, 6, 7].map((amount) => ({ transaction_uuid: uuid, amount, reason }))
    const id = await of.confirmed(parts)
    // A refund that holds the payment makes the next row wait for some seconds.
    await eventually('all are refunded', async () => {
      await sql(`update batch_row set next_at = null where state = 'WAITING'`)
      return (await of.read(id)).counts.successful === 3
    })
    expect(await refundsOf(uuid)).toHaveLength(3)
    await sql(
      `update card_refund set status = 'FAILED' where operation = (select operation from refund_request where idempotency_key = '${id}/3')`,
    )
    await of.reaches(id, 'DONE')
    assert.equal((await of.act(id, 'retry-failed')).status, 200)
    await eventually('it was tried again', async () => (await refundsOf(uuid)).length === 4)
    await of.reaches(id, 'DONE')
    expect(await sql(`select sent_as from batch_row where sent_as like '${id}/3%'`)).toEqual([
      { sent_as: `${id}/3/2` },
    ])
  })

  test('is not found among batches of transfers, nor by another merchant or a role without the right', async () => {
    const of = await refundBatchesOf(world)
    const other = await refundBatchesOf(world)
    const id = await of.uploaded([{ transaction_uuid: await paid(world, of.as), reason }])
    const get = (path: string, token: string) => call(world, 'GET', path, { token })
    refusedWith(await get(`batches/${id}`, of.owner.token), 404, 'RMT-404')
    refusedWith(await get(`refund-batches/${id}`, other.owner.token), 404, 'RMT-404')
    const cashier = await joined(world, of.owner, 'cashier')
    refusedWith(await of.upload([{ transaction_uuid: 'x', reason }], cashier), 403, 'RMT-403')
    const viewer = await joined(world, of.owner, 'viewer')
    assert.equal((await get(`refund-batches/${id}`, viewer.token)).status, 200)
    refusedWith(await of.confirm(id, { count: 1, total: 1 }, viewer), 403, 'RMT-403')
  })

  test('a payment of another merchant is as unknown as one that never was, from the upload on', async () => {
    const of = await refundBatchesOf(world)
    const other = await refundBatchesOf(world)
    const id = await of.uploaded([
      { transaction_uuid: await paid(world, other.as), reason },
      { transaction_uuid: '00000000-0000-0000-0000-000000000000', reason },
    ])
    const [theirs, none] = faultsOf(await of.rows(id))
    expect(theirs!.slice(1)).toEqual(['RMT-404 transaction_uuid: Transaction not found'])
    expect(none!.slice(1)).toEqual(theirs!.slice(1))
  })

  test('a row whose payment was refunded in part after the check fails, and nothing is refunded', async () => {
    const of = await refundBatchesOf(world)
    const uuid = await paid(world, of.as, { amount: 30 })
    const id = await of.uploaded([{ transaction_uuid: uuid, reason }])
    await of.reaches(id, 'CHECKED')
    const asked = await call(world, 'POST', `payments/${uuid}/refund-requests`, {
      token: of.owner.token,
      body: { amount: 10, reason: 'Came back' },
    })
    assert.equal(asked.status, 200, asked.text)
    assert.equal((await of.confirm(id, { count: 1, total: 30 })).status, 200)
    await of.reaches(id, 'DONE')
    expect(faultsOf(await of.rows(id))).toEqual([[1, 'RMT-422 null: Refund amount exceeds remaining']])
    expect(await refundsOf(uuid)).toHaveLength(1)
  })

  test('that is done is reported by an event of its kind, as a webhook and in the feed', async () => {
    const of = await refundBatchesOf(world)
    const callback_url = `${world.url}/api/v1/test/test-callback/refund-batches`
    const body = { callback_url, events: ['BATCH'] }
    const set = await call(world, 'PUT', 'callback', { token: of.owner.token, body })
    assert.equal(set.status, 200, set.text)
    const uuid = await paid(world, of.as, { amount: 30 })
    const id = await of.uploaded([
      { transaction_uuid: uuid, amount: 12.5, reason },
      { merchant_reference: 'UNKNOWN', reason },
    ])
    await of.reaches(id, 'CHECKED')
    assert.equal((await of.confirm(id, { count: 1, total: 12.5, skip_faulty: true })).status, 200)
    await of.reaches(id, 'DONE')
    const done = {
      ...{ event_type: 'BATCH', batch_id: id, kind: 'refund', name: 'Concert', state: 'DONE' },
      ...{ rows: 2, successful: 1, failed: 0, held: 0, total: 12.5, currency: 'USD' },
    }
    const sent = await sql(
      `select url, body from webhook_event where event_type = 'BATCH' and body like '%${id}%'`,
    )
    expect(sent).toHaveLength(1)
    expect(sent[0].url).toBe(callback_url)
    expect(JSON.parse(sent[0].body)).toMatchObject(done)
    const feed = await world.signed('GET', '/api/v1/events?types=BATCH,REFUND', undefined, { as: of.as })
    const { items } = feed.body
    expect(items.map(({ type }: any) => type)).toEqual(['REFUND', 'BATCH'])
    expect(items[1].body).toMatchObject(done)
    expect(items[0].body).toMatchObject({ transaction_uuid: uuid })
  })
})
