// Lists with many rows: no filter or page causes a sequential scan of a growing table.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { auditPage } from '../../server/admin/audit-api.ts'
import '../../server/cards/disputes/list.ts'
import { searchAllPayments } from '../../server/cards/payments/api.ts'
import { paymentList } from '../../server/cards/payments/list.ts'
import '../../server/cards/refund-requests/admin-api.ts'
import '../../server/merchant-payouts/payouts/lists.ts'
import { registerMerchant } from '../../server/merchants/identity/register.ts'
import { type Database, openDatabase, type Sql, statements } from '../../server/platform/database/database.ts'
import { openSecrets } from '../../server/platform/secrets.ts'
import { systemClock } from '../../server/platform/time/clock.ts'
import { searchAllTransfers } from '../../server/remittance/transfer-views/admin-api.ts'
import { transferList } from '../../server/remittance/transfer-views/search.ts'
import { searchAllDeliveries } from '../../server/webhooks/delivery/admin-search.ts'
import { recount } from '../support/database/day-counts.ts'
import { fillPayments, fillTransfers } from '../support/database/many-rows.ts'
import { openTestDatabase } from '../support/world/database.ts'

const rows = 20_000
let db: Database
let code: string
let drop: () => Promise<void>
const run = (text: string) => db.rows<any>({ name: '', text })
beforeAll(async () => {
  const database = await openTestDatabase()
  drop = database.drop
  db = openDatabase(database.url, { connections: 1, name: 'test' })
  const needs = { db, secrets: openSecrets(Buffer.alloc(32)), clock: systemClock, merchantPrefix: 'LKT' }
  const wanted = { environment: 'sandbox', password: 'correct horse battery' } as const
  for (const name of ['many', 'none']) {
    const email = `${name}@example.com`
    code = (await registerMerchant(needs, { name, email, ...wanted })).merchant_code
  }
  const [many] = await run(`select merchant_code from merchant where name = 'many'`)
  const span = {
    merchantCode: many.merchant_code,
    from: 1,
    to: rows,
    of: rows,
    days: 365,
    until: '2026-06-01T00:00:00Z',
  }
  await fillPayments(db, span)
  await fillTransfers(db, span)
  await run(`insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed,
                                        body, state, next_attempt_at, created_at)
             select gen_random_uuid(), merchant_id, environment, 'card:' || id, 'PAYMENT', 'payment:' || id, 'http://shop.example',
                    'x', true, '{}', s.state, case when s.state = 'PENDING' then now() end, created_at
               from card_transaction cross join lateral (select case when id % 1000 = 5 then 'PENDING' else 'DELIVERED' end as state) s`)
  await run(`insert into audit_log (seq, at, actor, address, action, subject, detail, request_id, previous_hash, hash)
             select n, now(), 'amina', '', 'refund.requested', 'LKT-' || n, '{}', '', '', '' from generate_series(1, ${rows}) n`)
  // Disputes, payouts and refund requests as they would be, without what led to them.
  await run('set session_replication_role = replica')
  for (const text of manyOf) await run(text)
  await run('reset session_replication_role')
  await recount(db)
  await run('vacuum analyze')
})
afterAll(async () => {
  await db.close()
  await drop()
})

const manyOf = [
  `insert into refund_request (transaction_id, merchant_id, amount_minor, currency, reason, state, created_at, decided_at)
   select id, merchant_id, 100, 'USD', '', 'WITHDRAWN', created_at, created_at from card_transaction order by id`,
  `insert into card_dispute (dispute_id, transaction_id, merchant_id, environment, case_number, state, amount_minor, currency,
                             reason_code, reason, reported_at, created_at)
   select gen_random_uuid(), id, merchant_id, environment, id, 'WON', 100, 'USD', '', '', created_at, created_at
     from card_transaction order by id`,
  `insert into merchant_payout (public_id, merchant_id, environment, currency, reference, fingerprint, first_response,
                                destination_id, amount_minor, fee_minor, state, requested_by, created_at, sent_at, completed_at)
   select gen_random_uuid(), merchant_id, environment, 'USD', id, '', '', 1, 100, 0, 'PAID', '', created_at, created_at, created_at
     from card_transaction order by id`,
]

const growing = ['card_transaction', 'transfer', 'webhook_event', 'audit_log']

/** A database that checks the plan of every statement for sequential scans. */
function watched(): { sql: Sql; readThrough: string[] } {
  const readThrough: string[] = []
  const sql: Sql = {
    cell: 1,
    async rows(statement, values) {
      const text = `explain ${statement.text}`
      for (const line of await db.rows<Record<string, string>>({ name: '', text }, values)) {
        const [, table = ''] = /Seq Scan on (\w+)/.exec(line['QUERY PLAN'] ?? '') ?? []
        if (growing.includes(table)) readThrough.push(`${statement.name} reads all of ${table}`)
      }
      return db.rows(statement, values)
    },
  }
  return { sql, readThrough }
}

const payments = [
  '',
  'status=FAILED',
  'status=PENDING',
  'status=VOIDED&currency=CDF',
  'environment=production',
  'from=2026-01-01&to=2026-01-01',
  'merchant_code=none',
  'q=INV-77',
  'q=nothing',
  'q=customer77@example.com',
  'q=0990104729',
  'q=0031',
  'q=12.34',
  'q=1-77',
]
const transfers = [
  '',
  'status=Failed',
  'status=Hold',
  'operator=orange',
  'operator=orange&status=Reversed',
  'environment=production',
  'merchant_code=none',
  'q=PAYOUT-77',
  'q=nothing',
  'q=0810104729',
  'q=12.34',
  'q=SIM-77',
]
const queryOf = (text: string) => Object.fromEntries(new URLSearchParams(text.replace('=none', `=${code}`)))

describe('no sequential scan of a growing table', () => {
  test.each(payments)('no growing table is scanned for payments?%s', async (query) => {
    const { sql, readThrough } = watched()
    await searchAllPayments(sql, queryOf(query), systemClock.now())
    assert.deepEqual(readThrough, [])
  })

  test.each(transfers)('no growing table is scanned for transfers?%s', async (query) => {
    const { sql, readThrough } = watched()
    await searchAllTransfers(sql, queryOf(query))
    assert.deepEqual(readThrough, [])
  })

  test.each([
    {},
    { state: 'PENDING' },
    { state: 'DEAD' },
    { event_type: 'REFUND' },
    { event_type: 'PAYMENT', state: 'DEAD' },
    { merchant_code: 'none' },
  ] as const)('deliveries: %j', async (filter) => {
    const { sql, readThrough } = watched()
    await searchAllDeliveries(sql, filter, { limit: 20, offset: 0 })
    assert.deepEqual(readThrough, [])
  })

  test.each([{ actor: 'nobody' }, { action: 'none' }, { subject: 'LKT-77' }])(
    'no growing table is scanned for audit: %j',
    async (query) => {
      const { sql, readThrough } = watched()
      await auditPage(sql, query)
      assert.deepEqual(readThrough, [])
    },
  )
})

test('open payments and transfers are found as efficiently as ended ones', async () => {
  const found = async (q: string) =>
    (await searchAllPayments(db, { q }, systemClock.now())).items.map((item) => item.merchant_reference)
  const open = `INV-${rows - 5}`
  assert.deepEqual(await found(open), [open])
  const [{ phone, number }] = await run(
    `select (select bill_to_phone from card_transaction where merchant_reference = '${open}') as phone,
            (select customer_number from transfer where reference = 'PAYOUT-${rows - 5}') as number`,
  )
  assert.ok((await found(phone)).includes(open))
  const sent = await searchAllTransfers(db, { q: `+${number}` })
  assert.deepEqual(
    sent.items.map((item) => item.reference),
    [`PAYOUT-${rows - 5}`],
  )
})

test('a page over all statuses is in time order', async () => {
  const truth = await run(
    'select transaction_uuid from card_transaction order by created_at desc, id desc limit 20 offset 90',
  )
  const page = await searchAllPayments(db, { page: '10', limit: '10' }, systemClock.now())
  assert.deepEqual(
    page.items.map((item) => item.transaction_uuid),
    truth.slice(0, 10).map((row) => row.transaction_uuid),
  )
  const sent = await run(
    'select transaction_id from transfer order by created_at desc, id desc limit 20 offset 90',
  )
  const transfersPage = await searchAllTransfers(db, { page: '10', limit: '10' })
  assert.deepEqual(
    transfersPage.items.map((item) => item.transaction_id),
    sent.slice(0, 10).map((row) => row.transaction_id),
  )
})

test('names are looked for in the newest payments once, not once for each merchant', async () => {
  let looked = 0
  const sql: Sql = {
    cell: 1,
    async rows(statement, values) {
      const [row] = await db.rows<any>(
        { name: '', text: `explain (analyze, format json) ${statement.text}` },
        values,
      )
      const steps = within(row['QUERY PLAN'][0].Plan).filter(
        (step) => step['Relation Name'] === 'card_transaction',
      )
      looked += steps.reduce((sum, step) => sum + step['Actual Rows'] * step['Actual Loops'], 0)
      return db.rows(statement, values)
    },
  }
  await searchAllPayments(sql, { q: 'nothing at all' }, systemClock.now())
  assert.ok(looked <= 2_000, String(looked))
})

test('deliveries of one type are listed and counted by their own counters', async () => {
  await run(`update webhook_event set event_type = 'REFUND' where id % 7 = 0`)
  await run('select recount_deliveries()')
  const truth = await run(
    `select event_id as id, count(*) over () as total from webhook_event where event_type = 'REFUND' order by created_at desc, id desc limit 20 offset 40`,
  )
  const { items, counted } = await searchAllDeliveries(
    db,
    { event_type: 'REFUND' },
    { limit: 20, offset: 40 },
  )
  assert.deepEqual(
    items.map(({ id }) => id),
    truth.map(({ id }) => id),
  )
  assert.equal(counted, Number(truth[0].total))
})

test.each(
  statements
    .filter(({ name }) => /^list_(refund_requests|disputes|all_payouts)(_|$)/.test(name))
    .filter(({ name }) => !name.endsWith('_of_payment'))
    .map(({ name, text }) => [name, text]),
)('%s finds its page, of unknown length, without reading a table', async (_name, text) => {
  // PostgreSQL takes a limit that it does not know for a tenth of the rows.
  const lines = await run(`explain (generic_plan) ${text}`)
  const plan = lines.map((line: Record<string, string>) => line['QUERY PLAN']).join('\n')
  assert.doesNotMatch(plan, /Seq Scan on (card_transaction|refund_request|card_dispute|merchant_payout)/)
})

type Plan = {
  'Relation Name'?: string
  Plans?: Plan[]
  'Subplan Name'?: string
  'Actual Rows': number
  'Actual Loops': number
}

const within = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(within)]

/** The most rows that any step handled to find out which rows are listed. */
function maxRows(plan: Plan): number {
  const found = within(plan).filter((part) => part['Subplan Name'] === 'CTE page')
  const steps = (found.length > 0 ? found : [plan]).flatMap(within)
  return Math.max(...steps.map((step) => step['Actual Rows'] * step['Actual Loops']))
}

test('one page or export chunk reads no more rows than it holds', async () => {
  const handled: number[] = []
  const sql: Sql = {
    cell: 1,
    async rows(statement, values) {
      const text = `explain (analyze, format json) ${statement.text}`
      const [row] = await db.rows<any>({ name: '', text }, values)
      handled.push(maxRows(row['QUERY PLAN'][0].Plan))
      return db.rows(statement, values)
    },
  }
  const [{ id: merchantId }] = await run(`select id from merchant where name = 'many'`)
  const owner = { merchantId, environment: 'sandbox' }
  let taken = 0
  for (const list of [paymentList, transferList])
    for await (const piece of list.pieces(sql, owner, {})) taken += piece.length
  assert.equal(taken, 2 * rows)
  assert.equal(handled.length, (2 * rows) / 1_000 + 2)
  await paymentList.page(sql, owner, {}, { offset: 0, limit: 20 })
  assert.ok(Math.max(...handled) <= 3_000, String(Math.max(...handled)))
})
