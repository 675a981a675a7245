// The sample month: made once, whole, in balance, and removed without a trace.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../../rigs/simulation/checks/invariants/invariants.ts'
import { portalOf } from '../../test/support/callers/portal.ts'
import { call } from '../../test/support/callers/self-service.ts'
import { eventually } from '../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { systemClock } from '../platform/time/clock.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    role: 'api',
    log: {
      debug() {},
      info() {},
      warn() {},
      error(m: string, f: any) {
        console.log(m, f?.error)
      },
    },
  } as never)
})
afterAll(() => world.close())

const path = 'sandbox/sample'
const rows = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)

async function countRows(): Promise<Record<string, number>> {
  const tables = await rows(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('shared', 'control') or schemaname like 'cell\\_%' order by 1`,
  )
  const counts = await Promise.all(
    tables.map(
      async ({ name }) => [name, Number((await rows(`select count(*) as n from ${name}`))[0].n)] as const,
    ),
  )
  return Object.fromEntries(counts)
}

test('scratch', async () => {
  const { token, data } = await portalOf(world)
  const before = await countRows()
  const started = performance.now()
  const made = await call(world, 'POST', path, { token })
  console.log(made.status, made.text)
  await eventually(
    'made',
    async () => {
      const s = await data(path)
      if (s.state === 'INTERRUPTED') throw new Error('interrupted')
      return s.state === 'MADE'
    },
    60_000 as never,
  )
  console.log('ms', performance.now() - started)
  console.log(
    await rows(
      'select status, currency, payment_method, count(*) from card_transaction group by 1,2,3 order by 1,2,3',
    ),
  )
  console.log(await rows('select status, count(*) from transfer group by 1'))
  console.log(await rows('select state, currency, amount_minor, created_at from merchant_payout order by id'))
  console.log(
    await rows('select state, row_count from batch'),
    await rows('select state, count(*) from card_dispute group by 1'),
    await rows('select state,kind,count(*) from operation group by 1,2'),
  )
  console.log(
    JSON.stringify(
      await checkInvariants(
        (sql, values) => world.db.rows({ name: '', text: sql }, values),
        systemClock.now(),
      ),
      (_, v) => (typeof v === 'bigint' ? String(v) : v),
      1,
    ).slice(0, 3000),
  )
  const removed = await call(world, 'DELETE', path, { token })
  console.log(removed.status, removed.text)
  const after = await countRows()
  console.log(
    Object.entries(after)
      .filter(([t, n]) => n !== before[t])
      .map(([t, n]) => [t, before[t], n]),
  )
}, 120_000)
