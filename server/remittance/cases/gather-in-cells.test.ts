// The gathering of cases in a deployment with two cells: each reads the transfers of its own merchants.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestCells } from '../../../test/support/world/cells.ts'
import { registerMerchant } from '../../merchants/identity/register.ts'
import type { Database } from '../../platform/database/database.ts'
import { silentLog } from '../../platform/process/log.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { systemClock as clock } from '../../platform/time/clock.ts'
import { gatherCases } from './gather.ts'

const secrets = openSecrets(Buffer.alloc(32))
let cells: Awaited<ReturnType<typeof openTestCells>>
beforeAll(async () => {
  cells = await openTestCells(2)
})
afterAll(() => cells.close())

/** Items that wait, of one merchant in a cell. */
async function itemsIn(db: Database, count: number): Promise<void> {
  const wanted = { name: 'Boutique', email: `in-${db.cell}@example.com`, environment: 'sandbox' } as const
  const needs = { db, secrets, clock, merchantPrefix: 'LKT' }
  const { merchant_code } = await registerMerchant(needs, { ...wanted, password: 'correct horse battery' })
  const insert = `insert into compliance_case_item (kind, environment, merchant_id, transfer_id, role, added_at)
    select 'request', 'sandbox', m.id, n, 'sender', now() from merchant m, generate_series(1, $2::integer) n
     where m.merchant_code = $1`
  await db.rows({ name: '', text: insert }, [merchant_code, count])
}

test('a cell assigns only the items of its own merchants, however many of another cell wait before them', async () => {
  const [first, second] = cells.all as [Database, Database]
  await itemsIn(first, 60)
  await itemsIn(second, 2)
  const hasMore = await gatherCases({ db: second, clock, secrets, log: silentLog, deadlineDays: 7 })
  expect(hasMore).toBe(false)
  expect(second.counted.named.get('lock_waiting_case_item')).toBe(2)
})
