// Fee invoices of a deployment with three cells: each cell numbers its own, and no number exists twice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestCells } from '../../../test/support/world/cells.ts'
import { newId, newIdIn } from '../../kernel/id.ts'
import { money } from '../../kernel/money.ts'
import { postAll } from '../../ledger/post.ts'
import { registerMerchant } from '../../merchants/identity/register.ts'
import { inEachCell } from '../../platform/database/cells.ts'
import type { Database } from '../../platform/database/database.ts'
import { silentLog } from '../../platform/process/log.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { issueDueInvoices } from './issue-invoices.ts'
import { invoicesPage, readInvoice } from './queries.ts'

let cells: Awaited<ReturnType<typeof openTestCells>>
beforeAll(async () => {
  cells = await openTestCells(3)
})
afterAll(() => cells.close())

const secrets = openSecrets(Buffer.alloc(32))
const issuer = { name: 'Exemple SARL', address: 'Kinshasa', rccm: 'CD/1', nif: 'A1' }

/** A merchant of a cell, with a fee in January. */
async function merchantWithFee(db: Database) {
  const needs = { db, secrets, clock: systemClock, merchantPrefix: 'LKT' }
  const wanted = { name: `Shop ${db.cell}`, email: `${newId()}@example.com`, environment: 'sandbox' } as const
  const { merchant_code } = await registerMerchant(needs, wanted)
  const [merchant] = await db.rows<{ id: bigint }>(
    { name: '', text: 'select id from merchant where merchant_code = $1' },
    [merchant_code],
  )
  const { id: merchantId } = merchant!
  const environment = 'sandbox' as const
  const posting = {
    key: `adjustment:${newIdIn(db.cell)}`,
    environment,
    now: Temporal.Instant.from('2026-01-07T10:00:00Z'),
    entries: [
      { account: 'gateway_receivable', side: 'debit', amount: money(1_000n, 'USD') },
      { account: 'merchant_payable', merchantId, side: 'credit', amount: money(900n, 'USD') },
      { account: 'service_commission', side: 'credit', amount: money(100n, 'USD') },
    ],
  } as const
  await db.transaction((sql) => postAll(sql, [posting]))
  return { merchantId, environment }
}

test('each cell numbers its fee invoices without a gap, and a number finds its invoice by its merchant', async () => {
  const numbers = await inEachCell(cells, async (db) => {
    const owners = [await merchantWithFee(db), await merchantWithFee(db)]
    const clock = { now: () => Temporal.Instant.from('2026-02-03T00:00:00Z') }
    while (await issueDueInvoices({ db, clock, log: silentLog, issuer, vatBasisPoints: 1_600 })) {
      // One month, or a hundred invoices, at a time.
    }
    return Promise.all(
      owners.map(async (owner) => {
        const [invoice] = (await invoicesPage(db, owner, {})).items
        const { number } = invoice!
        expect(await readInvoice(db, owner, { number, query: {} })).toMatchObject({ data: { number } })
        return number
      }),
    )
  })
  expect(numbers.map((ofCell) => ofCell.toSorted())).toEqual([
    ['TEST-2026-000001', 'TEST-2026-000002'],
    ['TEST-2-2026-000001', 'TEST-2-2026-000002'],
    ['TEST-3-2026-000001', 'TEST-3-2026-000002'],
  ])
})
