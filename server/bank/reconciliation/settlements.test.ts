// The gateway's reports of settled days, with a gateway that the test plays.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneCell } from '../../../test/support/world/cells.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import type { CardGateway } from '../../cards/gateway/gateway.ts'
import { money } from '../../kernel/money.ts'
import { type Posting, post } from '../../ledger/post.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { manualClock } from '../../platform/time/clock.ts'
import { openSettlementReports, recordSettlements } from './settlements.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 2, name: 'test' })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

test('days whose report never becomes available keep no other day waiting, and are asked for again', async () => {
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => `2026-03-0${day}`)
  await db.rows(
    {
      name: '',
      text: `insert into expected_settlement (environment, day, currency, gross_minor, net_minor)
        select 'sandbox', day::date, 'USD', 100, 97 from unnest($1::text[]) day`,
    },
    [days],
  )
  const missing = new Set(days.slice(0, 5))
  const amount = money(100n, 'USD')
  const gateway = {
    reportDay: async (day: string) =>
      missing.has(day)
        ? { kind: 'unavailable', cause: '404' }
        : { kind: 'report', lines: [{ type: 'charge', amount }] },
  } as unknown as CardGateway
  const read = openSettlementReports({
    cells: oneCell(db),
    clock: manualClock('2026-03-10T12:00:00Z'),
    gatewayFor: () => gateway,
    environments: ['sandbox'],
  })
  expect([await read(), await reported()]).toEqual([false, []])
  expect([await read(), await reported()]).toEqual([true, days.slice(5)])
  missing.clear()
  expect([await read(), await reported()]).toEqual([true, days])
})

test('what the gateway should pay for a day is less its disputes and their fees, and more what was won', async () => {
  const now = Temporal.Instant.from('2026-05-02T10:00:00Z')
  const usd = (minor: bigint) => money(minor, 'USD')
  const entry = (account: 'gateway_receivable' | 'bank_commission' | 'operator_float', minor: bigint) => ({
    account,
    side: minor < 0n ? ('credit' as const) : ('debit' as const),
    amount: usd(minor < 0n ? -minor : minor),
  })
  // Each posting: what the gateway owes us more, and what it keeps. The rest is on an account that does not matter here.
  const posted = {
    charge: [100_00n, -3_00n],
    dispute: [-40_00n, -15_00n],
    dispute_reversal: [25_00n, 15_00n],
  }
  for (const [kind, [owed = 0n, kept = 0n]] of Object.entries(posted)) {
    const entries = [
      entry('gateway_receivable', owed),
      entry('bank_commission', kept),
      entry('operator_float', -owed - kept),
    ]
    const posting: Posting = { key: `${kind}:settled`, environment: 'sandbox', entries, now }
    await db.transaction((sql) => post(sql, posting))
  }
  await recordSettlements({ cells: oneCell(db), clock: manualClock('2026-05-03T02:00:00Z') })
  const text = `select gross_minor, net_minor from expected_settlement where day = '2026-05-02'`
  expect(await db.rows({ name: '', text })).toEqual([{ gross_minor: 100_00n, net_minor: 82_00n }])
})

async function reported(): Promise<string[]> {
  const text = 'select day::text as day from expected_settlement where reported_minor = 100 order by 1'
  return (await db.rows<{ day: string }>({ name: '', text })).map(({ day }) => day)
}
