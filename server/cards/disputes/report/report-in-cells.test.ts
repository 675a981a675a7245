// Reading the gateway's dispute report over several cells, while the first is out of reach.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recount } from '../../../../test/support/database/day-counts.ts'
import { fillPayments } from '../../../../test/support/database/many-rows.ts'
import { openTestCells, withoutCell } from '../../../../test/support/world/cells.ts'
import { registerMerchant } from '../../../merchants/identity/register.ts'
import type { Cells } from '../../../platform/database/cells.ts'
import type { Database } from '../../../platform/database/database.ts'
import { silentLog } from '../../../platform/process/log.ts'
import { openSecrets } from '../../../platform/secrets.ts'
import { systemClock as clock } from '../../../platform/time/clock.ts'
import type { CardGateway, DisputeLine, UnreadableDispute } from '../../gateway/gateway.ts'
import { applyLines, readDueReports } from './read-report.ts'

let cells: Awaited<ReturnType<typeof openTestCells>>
type Payment = { uuid: string; amount_minor: bigint; currency: 'USD' | 'CDF' }
/** One in each cell. */
let payments: Payment[]
beforeAll(async () => {
  cells = await openTestCells(2)
  payments = await Promise.all(cells.all.map(paymentIn))
})
afterAll(() => cells.close())

async function paymentIn(db: Database): Promise<Payment> {
  const wanted = { name: 'Shop', email: `shop-${db.cell}@example.com`, password: 'correct horse battery' }
  const needs = { db, secrets: openSecrets(Buffer.alloc(32)), clock, merchantPrefix: 'LKT' }
  const { merchant_code } = await registerMerchant(needs, { ...wanted, environment: 'sandbox' })
  const until = clock.now().subtract({ hours: 24 }).toString()
  await fillPayments(db, { merchantCode: merchant_code, from: 1, to: 200, of: 200, days: 5, until })
  await recount(db)
  const text = `select transaction_uuid as uuid, amount_minor, currency from card_transaction where status = 'SUCCESS' order by id limit 1`
  const [payment] = await db.rows<Payment>({ name: '', text })
  return payment!
}

const lineOf = (caseNumber: string, { uuid: code, amount_minor, currency }: Payment): DisputeLine => ({
  ...{ kind: 'inquiry', caseNumber, code, paymentId: '', at: clock.now().subtract({ hours: 1 }) },
  amount: { minor: amount_minor, currency },
  ...{ reasonCode: '13.1', reason: 'Not received', respondBy: clock.now().add({ hours: 240 }) },
})

const unknown = { uuid: 'LKT-UNKNOWN', amount_minor: 1_000n, currency: 'USD' } as const

function readReport(among: Cells, unreadable: UnreadableDispute[] = []) {
  const report = {
    kind: 'report',
    lines: [lineOf('CB-1', payments[1]!), lineOf('CB-2', unknown)],
    unreadable,
  }
  const gateway = { reportDisputes: async () => report } as unknown as CardGateway
  return readDueReports({
    ...{ cells: among, clock, log: silentLog, fees: {}, intervalSeconds: 0, wake: () => {} },
    gatewayFor: () => gateway,
    environments: ['sandbox'],
  })
}

const inCells = async (column: string, table: string) =>
  Promise.all(
    cells.all.map(async (db) =>
      (
        await db.rows<{ of: string }>({ name: '', text: `select ${column} as of from ${table} order by 1` })
      ).map((row) => row.of),
    ),
  )
const cases = () => inCells('case_number', 'card_dispute')
const exceptions = () => inCells('case_number', 'card_dispute_exception')
const readThrough = async () => {
  const [row] = await cells.control.rows<{ at: Temporal.Instant | null }>({
    ...{ name: '', text: 'select read_through as at from control.card_dispute_report' },
  } as never)
  return row?.at ?? null
}

test('without a cell, its dispute is not taken for one of an unknown payment', async () => {
  const needs = { clock, log: silentLog, fees: {} }
  const lines = [lineOf('CB-1', payments[1]!)]
  expect(await applyLines({ ...needs, cells: withoutCell(cells, 2) }, 'sandbox', lines)).toEqual(['waiting'])
  expect(await exceptions()).toEqual([[], []])
})

test('without the first cell, disputes of the others are recorded, and the report is read again', async () => {
  // The first reading is made after the interval.
  await readReport(cells)
  for (const how of ['refused', 'frozen'] as const) {
    await readReport(withoutCell(cells, 1, how))
    expect(await cases()).toEqual([[], ['CB-1']])
    expect(await exceptions()).toEqual([[], []])
    assert.equal(await readThrough(), null)
  }
  const unreadable = [{ caseNumber: 'CB-3', detail: 'Fee Collection' }]
  await assert.rejects(readReport(withoutCell(cells, 1), unreadable))
  assert.equal(await readThrough(), null)
  await readReport(cells, unreadable)
  expect(await cases()).toEqual([[], ['CB-1']])
  expect(await exceptions()).toEqual([['CB-2', 'CB-3'], []])
  assert.notEqual(await readThrough(), null)
})

test('a case that is known of one payment is never applied to one of another cell', async () => {
  const needs = { cells, clock, log: silentLog, fees: {} }
  expect(await applyLines(needs, 'sandbox', [lineOf('CB-1', payments[0]!)])).toEqual(['exception'])
  expect(await cases()).toEqual([[], ['CB-1']])
})
