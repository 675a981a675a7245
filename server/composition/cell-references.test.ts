// References from control to rows of cells: each has its row, and one without it is named.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transfersOf } from '../../test/support/callers/transfers.ts'
import { fillTransfers } from '../../test/support/database/many-rows.ts'
import { oneCell, openTestCells } from '../../test/support/world/cells.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { registerMerchant } from '../merchants/identity/register.ts'
import { inEachCell } from '../platform/database/cells.ts'
import type { ControlSql } from '../platform/database/database.ts'
import { openSecrets } from '../platform/secrets.ts'
import { systemClock } from '../platform/time/clock.ts'
import { checkReferences } from './cell-references.ts'

let world: World
let cells: Awaited<ReturnType<typeof openTestCells>>
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  cells = await openTestCells(3)
})
afterAll(async () => {
  await world.close()
  await cells.close()
})

const run = <Row = { id: string }>(sql: ControlSql, text: string, values: unknown[] = []) =>
  sql.rows<Row>({ name: '', text }, values)

/** A refund that two admins approved and that this operation carried out. */
const insertApproval = `insert into approval (public_id, action, subject, merchant_id, request, fingerprint, reason, requested_by,
    requested_owner, requested_at, expires_at, state, decided_by, decided_owner, decided_at, operation)
  select gen_random_uuid(), 'refund', $2::text, m.id, '{}', '', 'a reason', 'amina', 'amina', now(), now(), 'APPROVED', 'benoit', 'benoit',
         now(), $2::text::uuid from merchant m where m.merchant_code = $1 returning id::text as id`
const insertItem = `insert into compliance_case_item (kind, environment, merchant_id, transfer_id, role, added_at)
  select 'request', 'sandbox', m.id, $2::bigint, 'sender', now() from merchant m where m.merchant_code = $1 returning id::text as id`

test('what payments and transfers write refers to rows that exist', async () => {
  await world.topUp('500.00')
  await transfersOf(world).accepted()
  await world.payByCalls((await world.createOrder()).link)
  const [operation] = await run(world.db, `select id from operation where kind = 'charge'`)
  const [transfer] = await run(world.db, 'select id::text as id from transfer')
  const { merchant_code } = world.merchant
  await run(world.db, insertApproval, [merchant_code, operation!.id])
  await run(world.db, insertItem, [merchant_code, transfer!.id])
  const { checked, missing } = await checkReferences(oneCell(world.db))
  expect(missing).toEqual([])
  // An approval, an item, two screened parties, and at least one share of a limit.
  expect(checked).toBeGreaterThanOrEqual(5)
})

test('references are looked for in the cell of their merchant or id, and those without a row are named', async () => {
  const secrets = openSecrets(Buffer.alloc(32, 1))
  const codes: string[] = []
  for (const [index, db] of cells.all.entries()) {
    const needs = { db, secrets, clock: systemClock, merchantPrefix: 'LKT' }
    const wanted = { name: 'Shop', email: `shop-${index}@example.com`, environment: 'sandbox' } as const
    const { merchant_code: merchantCode } = await registerMerchant(needs, wanted)
    codes.push(merchantCode)
    await fillTransfers(db, { merchantCode, from: 1, to: 2, of: 2, days: 1, until: '2026-11-21T10:00:00Z' })
  }
  const transfers = await inEachCell(cells, (db) => run(db, 'select min(id)::text as id from transfer'))
  const [first, second, third] = transfers.map(([row]) => row!.id)
  const insertParty = `insert into screened_party (environment, subject, role, name, aliases, countries, decision, reason, matches, screened_at)
    values ('sandbox', $1, 'sender', 'A', '{}', '{}', 'clear', '', '[]', now()) returning id::text as id`
  const insertShare = `insert into limit_share (key, at, transfer_id, amount_minor) values (-7, '2026-11-21T10:00:00Z', $1::bigint, 1)`
  for (const [index, id] of [first, second, third].entries()) {
    await run(cells.control, insertItem, [codes[index], id])
    await run(cells.control, insertParty, [`transfer:${id}`])
    await run(cells.control, insertShare, [id])
  }
  expect(await checkReferences(cells)).toEqual({ checked: 9, missing: [] })

  const absent = String(BigInt(third!) + 1_000n)
  const operation = '00000000-0000-4000-8000-000000000002'
  const [item] = await run(cells.control, insertItem, [codes[0], third])
  const [party] = await run(cells.control, insertParty, [`transfer:${absent}`])
  await run(cells.control, insertShare, [absent])
  const [approval] = await run(cells.control, insertApproval, [codes[1], operation])
  const { missing } = await checkReferences(cells)
  expect(missing).toEqual([
    { what: 'approval', id: approval!.id, reference: operation, cell: 2 },
    { what: 'case item', id: item!.id, reference: third, cell: 1 },
    { what: 'screened party', id: party!.id, reference: absent, cell: 3 },
    { what: 'share of a limit', id: expect.stringMatching(/^-7 at 2026-11-21/), reference: absent, cell: 3 },
  ])
})

test('bank lines refer to payouts and top-ups of any cell', async () => {
  const insertLine = `with file as (
      insert into bank_file (sha256, name, format, lines, imported_by, imported_at)
      values (sha256($2::text::bytea), $2, 'MT940', 1, 'amina', now()) returning id)
    insert into bank_line (file_id, environment, account, currency, statement_id, entry, booked_on, amount_minor, is_return, text, state,
                           expected_kind, expected_key, matched_by)
    select id, 'sandbox', 'A', 'USD', $2, '1', '2026-11-21', 1, false, '', 'MATCHED', $1, $2, 'amount' from file`
  const payout = '00000000-0000-4000-8000-000000000001'
  await run(cells.control, insertLine, ['payout', payout])
  await run(cells.control, insertLine, ['top_up', 'topup:admin:nobody'])
  const { missing } = await checkReferences(cells)
  expect(missing.slice(-2)).toEqual([
    { what: 'bank line of a payout', id: '1', reference: payout, cell: 2 },
    { what: 'bank line of a top-up', id: '2', reference: 'topup:admin:nobody', cell: null },
  ])
})
