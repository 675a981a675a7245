// Resending the deliveries of several cells at once, while one of them is out of reach.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestCells, withoutCell } from '../../../test/support/world/cells.ts'
import { registerMerchant } from '../../merchants/identity/register.ts'
import type { Cells } from '../../platform/database/cells.ts'
import type { Database } from '../../platform/database/database.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { systemClock as clock } from '../../platform/time/clock.ts'
import { enqueueWebhook } from '../enqueue-webhook.ts'
import { resendMany, runOncePerKey } from './admin-search.ts'

const secrets = openSecrets(Buffer.alloc(32))
const admin = { name: 'amina', address: '127.0.0.1', requestId: 'r-1' }
let cells: Awaited<ReturnType<typeof openTestCells>>
/** A delivery in each cell. */
let ids: string[]
beforeAll(async () => {
  cells = await openTestCells(2)
})
afterAll(() => cells.close())
beforeEach(async () => {
  ids = []
  for (const db of cells.all) ids.push(await deliveryIn(db))
})

async function deliveryIn(db: Database): Promise<string> {
  const name = randomBytes(6).toString('hex')
  const wanted = { name, email: `${name}@example.com`, password: 'correct horse battery' }
  const needs = { db, secrets, clock, merchantPrefix: 'LKT' }
  const { merchant_code } = await registerMerchant(needs, { ...wanted, environment: 'sandbox' })
  const [merchant] = await db.rows<{ id: bigint }>(
    { name: '', text: 'select id from merchant where merchant_code = $1' },
    [merchant_code],
  )
  const event = {
    ...{ merchantId: merchant!.id, environment: 'sandbox', subject: `s:${name}`, eventType: 'PAYMENT' },
    ...{ dedupeKey: name, url: 'https://example.com/hook', signed: true, body: { name } },
  } as const
  await db.transaction((sql) => enqueueWebhook(sql, event, clock.now()))
  const [row] = await db.rows<{ event_id: string }>(
    { name: '', text: 'select event_id from webhook_event where dedupe_key = $1' },
    [name],
  )
  return row!.event_id
}

/** Resends the deliveries of both cells under an `Idempotency-Key`. */
function resent(key: string, among: Cells = cells) {
  const needs = { cells: among, clock, secrets, wake: () => {} }
  const request = {
    method: 'POST',
    url: '/api/v1/admin/deliveries/resend',
    rawBody: Buffer.from(JSON.stringify(ids)),
    raw: { headersDistinct: { 'idempotency-key': [key] } },
    admin,
  }
  return resendMany(needs, ids, { reason: 'x', admin }, runOncePerKey(needs, request as never))
}

/** How often the audit log of each cell says that its delivery was resent. */
const audited = () =>
  Promise.all(
    cells.all.map(async (db, n) => {
      const [row] = await db.rows<{ count: bigint }>(
        { name: '', text: 'select count(*) as count from audit_log where subject = $1' },
        [`delivery:${ids[n]}`],
      )
      return Number(row!.count)
    }),
  )

test('a repeat with the same key resends only in the cell that was out of reach', async () => {
  await expect(resent('a', withoutCell(cells, 2))).rejects.toThrow('connect')
  expect(await audited()).toEqual([1, 0])
  const both = ids.map((id) => ({ id, result: 'resent' }))
  expect(await resent('a')).toEqual(both)
  expect(await audited()).toEqual([1, 1])
  expect(await resent('a')).toEqual(both)
  expect(await audited()).toEqual([1, 1])
})

test('a cell that does not reply holds up neither the response nor the deliveries of another cell', async () => {
  const began = performance.now()
  await expect(resent('d', withoutCell(cells, 1, 'frozen'))).rejects.toThrow('did not reply in time')
  expect(performance.now() - began).toBeLessThan(2_500)
  expect(await audited()).toEqual([0, 1])
})

test('a repeat with another key resends in every cell again', async () => {
  await resent('b')
  await resent('c')
  expect(await audited()).toEqual([2, 2])
})
