// A process that started before a cell was added, and is asked for a merchant of that cell.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminsOf, noApprovals, twoAdmins } from '../../../test/support/callers/admins.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { orderBody } from '../../../test/support/world/bodies.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { hashPassword } from '../../accounts/password.ts'
import { requestApproval } from '../../admin/approvals/request-approval.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { type Credentials, registerMerchant } from './register.ts'

const cheap = { memory: 8, passes: 1, parallelism: 1 }

describe.each([1, 2])('a process with CELLS=%i, after another cell was added', (cells) => {
  let world: World
  let added: Database
  let as: Credentials
  let before: Awaited<ReturnType<typeof countAll>>
  beforeAll(async () => {
    const database = await openTestDatabase({ cells })
    world = await openWorld({ database, role: 'api', settings: { ...twoAdmins, CELLS: String(cells) } })
    await migrate(database.url, { cells: cells + 1 })
    added = openDatabase(database.url, { connections: 1, name: 'test', cell: cells + 1 })
    as = await registerMerchant(
      {
        ...{ db: added, secrets: world.system.secrets, clock: world.clock, merchantPrefix: 'LKT' },
        hash: (password) => hashPassword(password, cheap),
      },
      {
        name: 'Boutique',
        email: 'boutique@example.com',
        environment: 'sandbox',
        password: 'correct horse battery',
      },
    )
  })
  afterAll(async () => {
    await added.close()
    await world.close()
  })

  const countRows = async (db: Database) =>
    Promise.all(
      ['card_transaction', 'transfer', 'wallet', 'audit_log', `approval where state <> 'WAITING'`].map(
        async (table) => {
          const rows = await db.rows({ name: '', text: `select from ${table}` })
          return rows.length
        },
      ),
    )

  const countAll = () => Promise.all([world.db, added].map(countRows))

  /** A decision about an act of the merchant that a process which opens its cell has stored. */
  const deciding = (event: 'approve' | 'reject') => async () => {
    const [merchant] = await world.db.rows<{ id: bigint }>(
      { name: '', text: 'select id from merchant where merchant_code = $1' },
      [as.merchant_code],
    )
    const wanted = {
      action: 'refund',
      subject: `LKT-${event}`,
      owner: { merchantId: merchant!.id, environment: 'sandbox' },
      request: {},
      reason: 'The order was cancelled',
      admin: { name: 'amina', owner: 'amina', address: '127.0.0.1', requestId: 'test' },
      now: world.clock.now(),
    } as const
    const requested = await added.transaction((sql) =>
      requestApproval(sql, noApprovals(world.system.secrets), wanted),
    )
    if (requested instanceof Error) throw requested
    before = await countAll()
    return adminsOf(world).post(
      `approvals/${requested.approval_id}/${event}`,
      { reason: 'Checked' },
      'benoit',
    )
  }

  const requests: Record<string, () => Promise<ApiResponse>> = {
    'an order by its API key': () =>
      world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), { as }),
    'a top-up by its secret': () =>
      world.basic('POST', '/api/v1/remittance/sandbox/topup', { amount: 5 }, { as }),
    'a top-up by an admin': () =>
      adminsOf(world).post(`wallets/${as.merchant_code}/top-ups`, { amount: 5, reason: 'Transfer' }),
    'an approval of its refund': deciding('approve'),
    'a rejection of its refund': deciding('reject'),
  }
  test.each(Object.keys(requests))('refuses %s with 503, and writes nothing anywhere', async (name) => {
    before = await countAll()
    const { status, headers, text } = await requests[name]!()
    assert.equal(status, 503, text)
    expect(headers['retry-after']).toMatch(/^\d+$/)
    expect(await countAll()).toEqual(before)
  })
})
