// What the replies of an operator say about its health.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import type { CollectionInquiry, Collector } from '../../operator-calls/collector.ts'
import type { Inquiry, InquiryReply, Operator } from '../../operator-calls/operator.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { silentLog } from '../../platform/process/log.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { type OperatorHealth, openOperatorHealth } from './health.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
let health: OperatorHealth
beforeAll(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 2, name: 'test' })
  health = openOperatorHealth({ db, clock: systemClock, log: silentLog })
})
afterAll(async () => {
  await health.stop()
  await db.close()
  await database.drop()
})

/** The health of an operator that gives this reply to an inquiry about a payout, and about a collection. */
async function healthAfter(operator: 'vodacom' | 'airtel', reply: InquiryReply & { kind: 'unavailable' }) {
  const inquire = async () => reply
  const collections = { inquire } as unknown as Collector
  const played = { inquire, collections } as unknown as Operator
  const watched = health.watched({ environment: 'sandbox', operator }, played)
  await watched.inquire({} as Inquiry)
  await watched.collections?.inquire({} as CollectionInquiry)
  return eventually('the health is recorded', async () => {
    const [row] = await db.rows<{ is_up: boolean; last_failure: string | null }>(
      {
        name: '',
        text: 'select last_success_at is not null as is_up, last_failure from operator_health where operator = $1',
      },
      [operator],
    )
    return row
  })
}

test('an operator that replies without knowing the outcome yet has replied', async () => {
  const reply = { kind: 'unavailable', cause: 'status IN_RECONCILIATION', hasReplied: true } as const
  expect(await healthAfter('vodacom', reply)).toEqual({ is_up: true, last_failure: null })
})

test('an operator that does not reply to an inquiry has failed', async () => {
  const reply = { kind: 'unavailable', cause: 'DEADLINE' } as const
  expect(await healthAfter('airtel', reply)).toEqual({ is_up: false, last_failure: 'DEADLINE' })
})
