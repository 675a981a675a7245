// Events stored together: one statement, each key once, in order.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wrongCounts } from '../../test/support/database/day-counts.ts'
import { openTestDatabase } from '../../test/support/world/database.ts'
import { registerMerchant } from '../merchants/identity/register.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { openSecrets } from '../platform/secrets.ts'
import { manualClock } from '../platform/time/clock.ts'
import { enqueueWebhook, enqueueWebhooks, eventRow } from './enqueue-webhook.ts'

const clock = manualClock()
let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
let merchantId: bigint
const run = <Row>(text: string, values: unknown[] = []) => db.rows<Row>({ name: '', text }, values)

beforeAll(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 2, name: 'test' })
  const { merchant_code } = await registerMerchant(
    { db, secrets: openSecrets(randomBytes(32)), clock, merchantPrefix: 'LKT' },
    { name: 'Shop', email: 'shop@example.com', environment: 'sandbox', password: 'correct horse battery' },
  )
  const [row] = await run<{ id: bigint }>('select id from merchant where merchant_code = $1', [merchant_code])
  merchantId = row!.id
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const eventOf = (dedupeKey: string, subject = dedupeKey) => ({
  merchantId,
  environment: 'sandbox',
  subject,
  eventType: 'REMITTANCE',
  dedupeKey,
  url: 'https://shop.example/hook',
  signed: true,
  body: { key: dedupeKey, name: 'Grâce "the \\ first"' },
})
type Stored = { dedupe_key: string; body: string; endpoint: string; state: string }
const stored = () => run<Stored>('select dedupe_key, body, endpoint, state from webhook_event order by id')

test('events stored together are stored in order, once for each key, and counted', async () => {
  const now = clock.now()
  await db.transaction((sql) => enqueueWebhook(sql, eventOf('known'), now))
  const keys = ['b', 'a', 'known', 'b', 'c']
  await db.transaction((sql) =>
    enqueueWebhooks(
      sql,
      keys.map((key) => eventRow(eventOf(key, 'one subject'), { cell: sql.cell, now })),
    ),
  )
  const rows = await stored()
  expect(rows.map(({ dedupe_key }) => dedupe_key)).toEqual(['known', 'b', 'a', 'c'])
  expect(await wrongCounts(db)).toEqual([])
})

test('an event stored with others has the same content as one stored alone', async () => {
  const now = clock.now()
  await db.transaction(async (sql) => {
    await enqueueWebhook(sql, eventOf('alone'), now)
    await enqueueWebhooks(sql, [eventRow(eventOf('together'), { cell: sql.cell, now })])
  })
  const columns = `merchant_id, environment, event_type, url, endpoint, signed, state, attempts, next_attempt_at, created_at,
    trace, replace(body, dedupe_key, '') as body`
  const [alone, together] = await run(
    `select ${columns} from webhook_event where dedupe_key in ('alone', 'together') order by dedupe_key`,
  )
  expect(together).toEqual(alone)
})
