import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/world/database.ts'
import { type Database, openDatabase, type Sql } from '../platform/database/database.ts'
import { silentLog } from '../platform/process/log.ts'
import { openSecrets } from '../platform/secrets.ts'
import { audit, logAuditHeads, verifyAudit } from './audit.ts'
import { auditPage } from './audit-api.ts'

const secrets = openSecrets(randomBytes(32))
const now = Temporal.Instant.from('2026-11-21T10:00:00.123456789Z')
const admin = { name: 'amina', address: '127.0.0.1', requestId: 'r-1' }
let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
beforeEach(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 8, name: 'test' })
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      db.transaction(async (sql) =>
        audit(sql, secrets, { admin, action: 'test', subject: `s-${i}`, detail: { i }, now }),
      ),
    ),
  )
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

/** Changes the table as a superuser who disables the triggers first. */
const tamper = (text: string) =>
  db.transaction(async (sql) => {
    await sql.rows({ name: 'off', text: "set local session_replication_role = 'replica'" })
    await sql.rows({ name: text.slice(0, 60), text })
  })

test('an audit chain with many concurrent writers is unbroken [S-20]', async () => {
  expect(await verifyAudit(db, secrets)).toEqual({ rows: 20 })
})

test('an admin action in progress does not hold up the audit entries of others [S-20]', async () => {
  const write = (subject: string, rest: () => Promise<unknown> = async () => {}) =>
    db.transaction(async (sql) => {
      audit(sql, secrets, { admin, action: 'test', subject, detail: {}, now })
      await rest()
    })
  await write('slow', () => write('quick'))
  const { items } = await auditPage(db, { limit: '2' })
  expect(items.map(({ seq, subject }) => [seq, subject])).toEqual([
    [22, 'slow'],
    [21, 'quick'],
  ])
  expect(await verifyAudit(db, secrets)).toEqual({ rows: 22 })
})

test('the audit entries of one transaction are chained in order, by two statements [S-20]', async () => {
  const before = db.counted.statements
  await db.transaction(async (sql) => {
    for (const subject of ['a', 'b', 'c'])
      audit(sql, secrets, { admin, action: 'test', subject, detail: { '"': '{,\\"}' }, now })
  })
  expect(db.counted.statements - before).toBe(2)
  const { items } = await auditPage(db, { limit: '3' })
  expect(items.map(({ seq, subject }) => [seq, subject])).toEqual([
    [23, 'c'],
    [22, 'b'],
    [21, 'a'],
  ])
  expect(await verifyAudit(db, secrets)).toEqual({ rows: 23 })
  await tamper("update audit_log set subject = 'x' where seq = 22")
  expect((await verifyAudit(db, secrets)).broken?.seq).toBe('22')
})

test('acts that are recorded while the books are counted are no fault of the log [S-20]', async () => {
  const createBatch = () =>
    db.transaction(async (sql) => {
      await sql.rows({
        name: 'insert_batch',
        text: `insert into payout_batch (public_id, environment, currency, state, own_name, own_account, own_bic, created_by,
                                         created_owner, created_at)
               values (gen_random_uuid(), 'sandbox', 'USD', 'WAITING', '', '', '', 'amina', 'amina', now())`,
      })
      audit(sql, secrets, { admin, action: 'payout_batch.created', subject: 'b', detail: {}, now })
    })
  const busy: Sql = {
    cell: 1,
    async rows(statement, values) {
      if (statement.name.startsWith('count_audited_')) await createBatch()
      return db.rows(statement, values)
    },
  }
  expect(await verifyAudit(busy, secrets)).toEqual({ rows: 20 })
  expect(await verifyAudit(db, secrets)).toEqual({ rows: 22 })
  await tamper('delete from payout_batch')
  const { broken } = await verifyAudit(db, secrets)
  expect(broken?.reason).toBe('payout batches in the audit log are missing from the books')
})

test('a transaction that is rolled back leaves no audit entry [S-20]', async () => {
  const failing = db.transaction(async (sql) => {
    audit(sql, secrets, { admin, action: 'test', subject: 'never', detail: {}, now })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await verifyAudit(db, secrets)).toEqual({ rows: 20 })
})

test.each([
  ["update audit_log set actor = 'someone else' where seq = 7", '7', 'was changed after it was written'],
  [`update audit_log set detail = '{"i":99}' where seq = 20`, '20', 'was changed after it was written'],
  [
    "update audit_log set at = at + interval '1 second' where seq = 3",
    '3',
    'was changed after it was written',
  ],
  ['delete from audit_log where seq = 5', '6', 'row 5 is missing'],
  [
    'update audit_log set seq = case seq when 8 then 9 else 8 end + 100 where seq in (8, 9)',
    '10',
    'row 8 is missing',
  ],
  ['delete from audit_log where seq > 17', '18', 'row 18 and what followed it are missing'],
  ['delete from audit_log', '1', 'row 1 and what followed it are missing'],
  ["update audit_log set hash = '\\x00' where seq = 12", '12', 'was changed after it was written'],
])('tampering with the audit log by `%s` is found at row %s [S-20]', async (change, seq, reason) => {
  await tamper(change)
  const { broken } = await verifyAudit(db, secrets)
  expect(broken).toEqual({ seq, reason })
})

test('rows that were replaced under an older end of the chain are found by the head that was logged [S-20]', async () => {
  const heads: string[] = []
  const stop = logAuditHeads({ ...silentLog, info: (_, fields) => void heads.push(fields?.audit_head ?? '') })
  const write = (subject: string) =>
    db.transaction(async (sql) => audit(sql, secrets, { admin, action: 'test', subject, detail: {}, now }))
  try {
    await tamper('create table older_head as select * from audit_head')
    await write('a blacklist removal')
    await assert.rejects(
      db.transaction(async (sql) => {
        audit(sql, secrets, { admin, action: 'test', subject: 'undone', detail: {}, now })
        sql.beforeCommit(() => Promise.reject(new Error('undone')))
      }),
      /undone/,
    )
    assert.equal(heads.length, 1)
    const [seq = '', hash = ''] = (heads[0] ?? '').split(':')
    const known = { seq, hash }
    expect(await verifyAudit(db, secrets, known)).toEqual({ rows: 21 })
    await tamper('delete from audit_log where seq = 21')
    await tamper('update audit_head h set seq = o.seq, hash = o.hash from older_head o')
    expect(await verifyAudit(db, secrets)).toEqual({ rows: 20 })
    const cut = { seq: '21', reason: 'ends before row 21, which was logged' }
    expect((await verifyAudit(db, secrets, known)).broken).toEqual(cut)
    await write('something else')
    const replaced = { seq: '21', reason: 'is not the row that was logged' }
    expect((await verifyAudit(db, secrets, known)).broken).toEqual(replaced)
  } finally {
    stop()
  }
})

test('a row of an older chain, written with our own key, is found out of place [S-20]', async () => {
  const entry = { admin, action: 'test', detail: {}, now }
  const write = (subject: string) => db.transaction(async (sql) => audit(sql, secrets, { ...entry, subject }))
  await tamper('create table other_past as select * from audit_log where seq = 20')
  await tamper('delete from audit_log where seq >= 19')
  await write('another row 19')
  await tamper('insert into audit_log select * from other_past')
  expect((await verifyAudit(db, secrets)).broken).toEqual({
    seq: '20',
    reason: 'does not follow the row before it',
  })
})

test('audit rows cannot be updated, deleted or truncated by ordinary statements [S-20]', async () => {
  for (const text of ["update audit_log set actor = 'x'", 'delete from audit_log', 'truncate audit_log']) {
    await assert.rejects(db.rows({ name: text.slice(0, 20), text }), /append-only/)
  }
})

test('an audit detail stays valid JSON when card numbers are removed from it [S-20] [S-55]', async () => {
  const detail = {
    reason: '\u0001000000123454',
    after: ['\u00014242424242424242', { note: 'card 4242 4242 4242 4242' }],
    at: 4242424242424242,
  }
  await db.transaction(async (sql) =>
    audit(sql, secrets, { admin, action: 'test', subject: 's', detail, now }),
  )
  const { items } = await auditPage(db, { subject: 's' })
  const after = ['\u0001***', { note: 'card ***' }]
  expect(items.map((item) => item.detail)).toEqual([{ ...detail, after }])
})

test('an id of ours is recorded whole, although its digits pass for a card number [S-20]', async () => {
  const id = '42424242-4242-4242-8a24-0123456789ab'
  const detail = { id, payout_id: id, key: id, cases: [id], reason: id, request_id: '4242424242424242' }
  await db.transaction(async (sql) =>
    audit(sql, secrets, { admin, action: 'test', subject: 'ids', detail, now }),
  )
  const { items } = await auditPage(db, { subject: 'ids' })
  expect(items.map((item) => item.detail)).toEqual([
    { id, payout_id: id, key: id, cases: [id], reason: '***-8a24-0123456789ab', request_id: '***' },
  ])
})
