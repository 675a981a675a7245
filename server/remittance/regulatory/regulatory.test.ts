// The monthly reports: which transfers are in the register, what the figures count, and that exports leave a trace.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Admins, adminsOf, refusedWith, twoAdmins } from '../../../test/support/callers/admins.ts'
import { type Transfers, transfersOf } from '../../../test/support/callers/transfers.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { statement } from '../../platform/database/database.ts'
import { manualClock } from '../../platform/time/clock.ts'

let world: World
let transfers: Transfers
let admins: Admins
beforeAll(async () => {
  // A sandbox transfer has at most one dollar.
  world = await openWorld({
    clock: manualClock(),
    role: 'api',
    settings: { ...twoAdmins, REGISTER_THRESHOLD_USD: '1' },
  })
  transfers = transfersOf(world)
  admins = adminsOf(world)
  await world.topUp('20.00')
  for (const [reference, amount] of [
    ['at the threshold', 1],
    ['below it', 0.99],
    ['last month', 1],
    ['first of the month', 1],
  ] as const)
    await transfers.accepted({ reference, amount })
  await accepted('last month', '2026-10-31T23:59:59.999999Z')
  await accepted('first of the month', '2026-11-01T00:00:00Z')
})
afterAll(() => world.close())

const moveAcceptance = statement(
  'test_move_acceptance',
  'update transfer set created_at = $2 where reference = $1',
)
async function accepted(reference: string, at: string): Promise<void> {
  await world.db.rows(moveAcceptance, [reference, at])
}

test('the register has the transfers of the month from the threshold on, with both parties', async () => {
  const register = await admins.read('compliance/register?month=2026-11')
  const references = register.transfers.map(({ reference }: { reference: string }) => reference)
  assert.deepEqual(references.toSorted(), ['at the threshold', 'first of the month'])
  expect(register).toMatchObject({ environment: 'sandbox', month: '2026-11', threshold: 1 })
  expect(register.transfers[0]).toMatchObject({
    amount: 1,
    amount_usd: 1,
    parties: { sender: { document: { number: expect.any(String) } }, receiver: { name: 'Jean Mukendi' } },
  })
  expect((await admins.read('compliance/register?month=2026-10')).transfers).toHaveLength(1)
})

test('the register as CSV has French headings and a line per transfer, and each export is in the audit log', async () => {
  const headers = { 'x-admin-token': 'token-of-benoit-0123456789' }
  const url = `${world.url}/api/v1/admin/compliance/register?month=2026-11&format=csv`
  const response = await fetch(url, { headers })
  const lines = (await response.text()).trim().split('\r\n')
  assert.match(lines[0]!, /^\uFEFF?"Transaction","Date \(UTC\)","État"/)
  assert.equal(lines.length, 3)
  assert.equal(
    response.headers.get('content-disposition'),
    'attachment; filename="registre-sandbox-2026-11.csv"',
  )
  const { items } = await admins.read('audit?action=register.exported&limit=1')
  expect(items).toMatchObject([{ actor: 'benoit', subject: 'register:2026-11' }])
})

test('the figures of a month count transfers by state and operator, and what compliance officers did', async () => {
  const held = await transfers.accepted({ sender_first_name: 'Watchlist', sender_last_name: 'Person' })
  await admins.act(`remittance/holds/${held.transaction_id}/reject`)
  await admins.act('compliance/cases', {
    transaction_id: held.transaction_id,
    role: 'sender',
    reason: 'For a test',
  })
  const figures = await admins.read('compliance/statistics?month=2026-11')
  expect(figures).toMatchObject({
    registered: 3,
    released: 0,
    rejected: 1,
    cases_opened: 1,
    cases_declared: 0,
    refused_by_limits: 0,
  })
  expect(figures.transfers).toContainEqual({
    status: 'Submitted',
    operator: 'vodacom',
    count: 3,
    amount: 2.99,
  })
  expect((await admins.read('compliance/statistics?month=2026-09')).transfers).toEqual([])
})

test.each(['2026-13', '2026-1', '2026-00'])('a report of the month %s is refused', async (month) => {
  refusedWith(await admins.get(`compliance/statistics?month=${month}`), 400, 'RMT-1006')
})
