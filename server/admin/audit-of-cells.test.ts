// The audit log of a deployment with several cells: a chain in control and in each cell, read and verified together.
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestCells } from '../../test/support/world/cells.ts'
import type { ControlDatabase, Database } from '../platform/database/database.ts'
import { silentLog } from '../platform/process/log.ts'
import { openSecrets } from '../platform/secrets.ts'
import { audit, logAuditHeads, verifyAudit } from './audit.ts'
import { auditPage } from './audit-api.ts'

const secrets = openSecrets(randomBytes(32))
const admin = { name: 'amina', address: '127.0.0.1', requestId: 'r-1' }
let cells: Awaited<ReturnType<typeof openTestCells>>
const at = (minute: number) => Temporal.Instant.from('2026-11-21T10:00:00Z').add({ minutes: minute })

const act = (db: ControlDatabase, minute: number, action = 'test') =>
  db.transaction(async (sql) =>
    audit(sql, secrets, { admin, action, subject: `s-${minute}`, detail: {}, now: at(minute) }),
  )

/** An act in control and in each cell in turn, a minute apart. */
beforeEach(async () => {
  cells = await openTestCells(3)
  for (let minute = 0; minute < 12; minute += 1) await act(placeOf(minute), minute)
})
afterEach(() => cells.close())

const placeOf = (minute: number): ControlDatabase => [cells.control, ...cells.all][minute % 4]!

/** Changes a table as a superuser who disables the triggers first. */
const tamper = (db: Database, text: string) =>
  db.transaction(async (sql) => {
    await sql.rows({ name: 'off', text: "set local session_replication_role = 'replica'" })
    await sql.rows({ name: text.slice(0, 60), text })
  })

test('the audit log lists the entries of control and of all cells together, newest first [S-20]', async () => {
  const first = await auditPage(cells, { limit: '5' })
  expect(first.items.map(({ subject, cell, seq }) => [subject, cell, seq])).toEqual([
    ['s-11', 3, 3],
    ['s-10', 2, 3],
    ['s-9', 1, 3],
    ['s-8', 0, 3],
    ['s-7', 3, 2],
  ])
  expect(first.pagination).toMatchObject({ total: 12, capped: false })
  const last = await auditPage(cells, { limit: '5', page: '3' })
  expect(last.items.map(({ subject }) => subject)).toEqual(['s-1', 's-0'])
  const one = await auditPage(cells, { subject: 's-6', actor: 'amina' })
  expect(one.items.map(({ cell }) => cell)).toEqual([2])
  expect(one.pagination.total).toBe(1)
})

test('the chain of control and that of each cell is verified, and a changed row names its cell [S-20]', async () => {
  expect(await verifyAudit(cells, secrets)).toEqual({ rows: 12 })
  await tamper(cells.all[1]!, "update audit_log set subject = 'x' where seq = 2")
  expect((await verifyAudit(cells, secrets)).broken).toEqual({
    cell: 2,
    seq: '2',
    reason: 'was changed after it was written',
  })
})

test('the books of all cells are compared with the logs of all cells [S-20]', async () => {
  const [first, second] = cells.all
  const createBatch = (db: Database) =>
    db.rows({
      name: 'insert_batch',
      text: `insert into payout_batch (public_id, environment, currency, state, own_name, own_account, own_bic, created_by,
                                       created_owner, created_at)
             values (gen_random_uuid(), 'sandbox', 'USD', 'WAITING', '', '', '', 'amina', 'amina', now())`,
    })
  await act(first!, 20, 'payout_batch.created')
  await createBatch(first!)
  await act(second!, 21, 'payout_batch.created')
  await createBatch(second!)
  expect(await verifyAudit(cells, secrets)).toEqual({ rows: 14 })
  await tamper(second!, 'delete from payout_batch')
  expect((await verifyAudit(cells, secrets)).broken?.reason).toBe(
    'payout batches in the audit log are missing from the books',
  )
})

test('a logged head names its cell, whose chain must contain it [S-20]', async () => {
  const heads: string[] = []
  const stop = logAuditHeads({
    ...silentLog,
    info: (_, fields) => void heads.push(String(fields?.audit_head)),
  })
  for (const db of [cells.control, ...cells.all]) await act(db, 30)
  stop()
  expect(heads.map((head) => head.split(':')[0])).toEqual(['0/4', '4', '2/4', '3/4'])
  const hash = heads[2]!.split(':')[1]!
  expect(await verifyAudit(cells, secrets, { cell: 2, seq: '4', hash })).toEqual({ rows: 16 })
  expect((await verifyAudit(cells, secrets, { cell: 3, seq: '4', hash })).broken).toEqual({
    cell: 3,
    seq: '4',
    reason: 'is not the row that was logged',
  })
  expect((await verifyAudit(cells, secrets, { cell: 9, seq: '4', hash })).broken?.reason).toBe(
    'is of a cell that does not exist',
  )
})
