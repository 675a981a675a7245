// Batches of refunds of admins over HTTP: one uploads a file for a merchant, another confirms it, and each row is one refund.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminsOf, refusedWith, tokens } from '../../../test/support/callers/admins.ts'
import { paid } from '../../../test/support/callers/portal.ts'
import { call, signedIn } from '../../../test/support/callers/self-service.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { as, asProven, joinedStaff } from '../../../test/support/staff/members.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

/** The token by which the tests invite admin users. */
const ownToken = 'test:test-admin-token-0123456789'
/** A second token of the same person, and one of a role that may only request refunds. */
const more = {
  laptop: 'token-of-aminas-laptop-01234',
  desk: 'token-of-the-desk-0123456789',
  phone: 'token-of-claires-phone-01234',
}
/** Her tokens name her by her name and by her email. */
const claire = { name: 'Claire Ilunga', email: 'claire@likuta.example' }

let world: World
beforeAll(async () => {
  world = await openWorld({
    settings: {
      ADMIN_TOKENS: `${ownToken},amina:${tokens.amina},benoit:${tokens.benoit},laptop@amina:${more.laptop},desk:${more.desk},phone@${claire.email}:${more.phone},tablet@${claire.name}:token-of-claires-tablet-0123`,
      ADMIN_TOKEN_ROLES: 'desk=support',
      APPROVALS: 'refund:USD=25',
    },
  })
})
afterAll(() => world?.close())

const reason = 'The concert was cancelled'
const sql = async (text: string) => (await world.db.rows({ name: '', text })) as any[]
const refundsOf = (uuid: string) =>
  sql(`select r.amount_minor as amount, r.status, r.refunded_by as by from card_refund r join card_transaction t on t.id = r.transaction_id
        where t.transaction_uuid = '${uuid}' order by r.amount_minor desc`)
const withToken = (token: string) => (method: string, path: string, body?: unknown) =>
  world.admin(method, `/api/v1/admin/${path}`, body, { 'x-admin-token': token })

async function merchantWithPayments(...amounts: number[]) {
  const merchant = await world.register({ name: 'Salle Mwinda' })
  const uuids: string[] = []
  for (const amount of amounts) uuids.push(await paid(world, merchant, { amount }))
  const path = `merchants/${merchant.merchant_code}/refund-batches?name=Concert`
  const admins = adminsOf(world)
  return {
    ...{ merchant, uuids, path },
    uploaded: async (rows: unknown): Promise<string> => (await admins.act(path, { rows })).batch_id,
  }
}
const reaches = (id: string, state: string) =>
  eventually(`the batch is ${state}`, async () => {
    const batch = await adminsOf(world).read(`refund-batches/${id}`)
    return batch.state === state && batch
  })
const confirm = (id: string, body: object, token: string = tokens.benoit) =>
  withToken(token)('POST', `refund-batches/${id}/confirm`, body)

describe('a batch of refunds of admins', () => {
  test('is confirmed by another person with its figures, which approves its refunds whatever the rules ask for', async () => {
    const { merchant, uuids, uploaded } = await merchantWithPayments(30, 20)
    const [large = '', small = ''] = uuids
    const id = await uploaded([
      { transaction_uuid: large, reason },
      { transaction_uuid: small, amount: 12.5, reason },
    ])
    expect(await reaches(id, 'CHECKED')).toMatchObject({
      ...{ kind: 'refund', name: 'Concert', rows: 2, total_debit: 42.5, currency: 'USD', is_own: true },
      ...{ merchant_code: merchant.merchant_code, merchant_name: 'Salle Mwinda', uploaded_by: 'amina' },
      counts: { ready: 2 },
    })
    expect(await adminsOf(world).read(`refund-batches/${id}`, 'benoit')).toMatchObject({ is_own: false })
    const figures = { count: 2, total: 42.5 }
    for (const token of [tokens.amina, more.laptop])
      refusedWith(await confirm(id, figures, token), 403, 'RMT-1021')
    refusedWith(await confirm(id, figures, more.desk), 403, 'RMT-403')
    refusedWith(await confirm(id, { ...figures, total: 42.4 }), 409, 'RMT-1008')
    for (const uuid of uuids) expect(await refundsOf(uuid)).toEqual([])
    const confirmed = await confirm(id, figures)
    assert.equal(confirmed.status, 200, confirmed.text)
    expect(await reaches(id, 'DONE')).toMatchObject({
      ...{ paid: 42.5, counts: { successful: 2, held: 0 }, confirmed_by: 'benoit', confirmed_total: 42.5 },
    })
    expect(await refundsOf(large)).toEqual([{ amount: 3000n, status: 'SUCCESS', by: 'amina' }])
    expect(await refundsOf(small)).toEqual([{ amount: 1250n, status: 'SUCCESS', by: 'amina' }])
    refusedWith(await confirm(id, figures), 409, 'RMT-1008')
    const logged = await sql(`select action, actor from audit_log where subject = '${merchant.merchant_code}'
       and action like 'batch.%' union all select action, actor from audit_log where subject = '${large}'
       and action = 'refund.requested' order by action`)
    expect(logged).toEqual([
      { action: 'batch.confirm', actor: 'benoit' },
      { action: 'batch.upload', actor: 'amina' },
      { action: 'refund.requested', actor: 'benoit' },
    ])
  })

  test('the merchant sees its refunds by their webhooks, and nothing of the batch', async () => {
    const { merchant, uuids, uploaded } = await merchantWithPayments(30)
    const owner = await signedIn(world, merchant)
    const callback_url = `${world.url}/api/v1/test/test-callback/admin-batches`
    const set = await call(world, 'PUT', 'callback', {
      token: owner.token,
      body: { callback_url, events: ['BATCH'] },
    })
    assert.equal(set.status, 200, set.text)
    const id = await uploaded([{ transaction_uuid: uuids[0], reason }])
    await reaches(id, 'CHECKED')
    assert.equal((await confirm(id, { count: 1, total: 30 })).status, 200)
    await reaches(id, 'DONE')
    const events =
      await sql(`select event_type as type from webhook_event e join card_transaction t on e.subject = 'card:' || t.id
       where t.transaction_uuid = '${uuids[0]}' order by e.id`)
    expect(events.map(({ type }) => type)).toEqual(['PAYMENT', 'REFUND'])
    expect(await sql(`select from webhook_event where subject = 'batch:${id}'`)).toEqual([])
    const get = (path: string) => call(world, 'GET', path, { token: owner.token })
    expect((await get('refund-batches')).body.data.items).toEqual([])
    refusedWith(await get(`refund-batches/${id}`), 404, 'RMT-404')
  })

  test('a role without the right to decide about refunds uploads and corrects, and whoever corrects cannot confirm', async () => {
    const { uuids, path } = await merchantWithPayments(30)
    const made = await withToken(more.desk)('POST', path, { rows: [{ transaction_uuid: 'x', reason }] })
    assert.equal(made.status, 200, made.text)
    const { batch_id: id } = made.body.data
    expect(await reaches(id, 'CHECKED')).toMatchObject({ counts: { faulty: 1 }, uploaded_by: 'desk' })
    const fields = { transaction_uuid: uuids[0], amount: 7, reason }
    const corrected = await withToken(more.laptop)('PUT', `refund-batches/${id}/rows/1`, { fields })
    assert.equal(corrected.status, 200, corrected.text)
    expect(await reaches(id, 'CHECKED')).toMatchObject({ counts: { ready: 1 }, corrected_by: ['laptop'] })
    refusedWith(await confirm(id, { count: 1, total: 7 }, tokens.amina), 403, 'RMT-1021')
    assert.equal((await confirm(id, { count: 1, total: 7 })).status, 200)
    await reaches(id, 'DONE')
    expect(await refundsOf(uuids[0]!)).toEqual([{ amount: 700n, status: 'SUCCESS', by: 'desk' }])
  })

  test('an admin user confirms it with a step-up for this batch and its sum', async () => {
    const { uuids, uploaded } = await merchantWithPayments(30)
    const id = await uploaded([{ transaction_uuid: uuids[0], amount: 7, reason }])
    await reaches(id, 'CHECKED')
    const { token } = await joinedStaff(world, 'finance')
    const path = `refund-batches/${id}/confirm`
    const refused = await as(world, token, 'POST', path, { count: 1, total: 7 })
    refusedWith(refused, 403, 'RMT-1025')
    const facts = { subject: id.toLowerCase(), payee: 'Concert', amount: '7.00', currency: 'USD' }
    expect(refused.body.errors[0].confirms).toEqual({ act: 'refund_batch.confirm', ...facts })
    expect(await refundsOf(uuids[0]!)).toEqual([])
    const confirmed = await asProven(world, token, 'POST', path, { count: 1, total: 7 })
    assert.equal(confirmed.status, 200, confirmed.text)
    await reaches(id, 'DONE')
    expect(await refundsOf(uuids[0]!)).toHaveLength(1)
  })

  test('an admin cannot confirm with their account what they uploaded with a token of their email', async () => {
    const { uuids, path } = await merchantWithPayments(30)
    const rows = [{ transaction_uuid: uuids[0], amount: 7, reason }]
    const made = await withToken(more.phone)('POST', path, { rows })
    assert.equal(made.status, 200, made.text)
    const { batch_id: id } = made.body.data
    await reaches(id, 'CHECKED')
    const { token } = await joinedStaff(world, 'finance', claire)
    const read = await as(world, token, 'GET', `refund-batches/${id}`)
    expect(read.body.data).toMatchObject({ is_own: true })
    const confirmed = await asProven(world, token, 'POST', `refund-batches/${id}/confirm`, {
      ...{ count: 1, total: 7 },
    })
    refusedWith(confirmed, 403, 'RMT-1021')
    expect(await refundsOf(uuids[0]!)).toEqual([])
  })

  test('rows that a process left while it sent them are one refund each, sent before or not', async () => {
    const { uuids, uploaded } = await merchantWithPayments(30, 20)
    const id = await uploaded(uuids.map((transaction_uuid) => ({ transaction_uuid, amount: 5, reason })))
    await reaches(id, 'CHECKED')
    assert.equal((await confirm(id, { count: 2, total: 10 })).status, 200)
    await reaches(id, 'DONE')
    // As if the process had died after the first was claimed, long ago, and before the second was.
    await sql(
      `update card_refund set created_at = created_at - interval '2 days' where idempotency_key = '${id}/1'`,
    )
    await sql(`update card_refund set idempotency_key = null where idempotency_key = '${id}/2'`)
    await sql(
      `update batch_row set state = 'SENDING' where batch = (select id from batch where batch_id = '${id}')`,
    )
    await sql(`update batch set state = 'RUNNING', done_at = null, next_at = now() where batch_id = '${id}'`)
    await reaches(id, 'DONE')
    expect(await refundsOf(uuids[0]!)).toHaveLength(1)
    expect(await refundsOf(uuids[1]!)).toHaveLength(2)
  })

  test('refunds payments of a suspended merchant, also beyond its balance, and the amounts that were confirmed', async () => {
    const { merchant, uuids, uploaded } = await merchantWithPayments(30, 20)
    const [first = '', second = ''] = uuids
    const id = await uploaded([
      { transaction_uuid: first, reason },
      { transaction_uuid: second, reason },
    ])
    await reaches(id, 'CHECKED')
    // A part of the second goes back meanwhile, so less is left than was confirmed.
    const [{ payment }] = await sql(
      `select cs_payment_id as payment from card_transaction where transaction_uuid = '${second}'`,
    )
    await adminsOf(world).act(`payment/refunds/${payment}`, { amount: 1, reason: 'Came back' })
    const suspended = `merchants/${merchant.merchant_code}/suspend`
    await adminsOf(world).act(suspended, { reason: 'For a test' })
    assert.equal((await confirm(id, { count: 2, total: 50 })).status, 200)
    expect(await reaches(id, 'DONE')).toMatchObject({ paid: 30, counts: { successful: 1, failed: 1 } })
    expect(await refundsOf(first)).toHaveLength(1)
    expect(await refundsOf(second)).toMatchObject([{ amount: 100n }])
    const { items } = await adminsOf(world).read(`refund-batches/${id}/rows?state=FAILED`)
    expect(items).toMatchObject([
      { row: 2, refund_id: null, errors: [{ code: 'RMT-422', message: 'Refund amount exceeds remaining' }] },
    ])
    const { items: listed } = await adminsOf(world).read(
      `refund-batches?merchant_code=${merchant.merchant_code}&state=DONE`,
    )
    expect(listed).toMatchObject([{ batch_id: id, merchant_name: 'Salle Mwinda' }])
    const file = await adminsOf(world).get(`refund-batches/${id}/result.csv`)
    expect(file.text).toContain('refund_id')
  })
})

test('a deployment with one admin uploads no batch that nobody could confirm', async () => {
  const alone = await openWorld({ settings: { ADMIN_TOKENS: `amina:${tokens.amina}` } })
  try {
    const path = `/api/v1/admin/merchants/${alone.merchant.merchant_code}/refund-batches`
    const rows = [{ transaction_uuid: 'x', reason }]
    const refused = await alone.admin('POST', path, { rows }, { 'x-admin-token': tokens.amina })
    refusedWith(refused, 403, 'RMT-1022')
  } finally {
    await alone.close()
  }
})
