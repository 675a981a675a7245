// Held transfers of persons, and the cases that they belong to.
import assert from 'node:assert/strict'
import { afterAll, beforeAll } from 'vitest'
import { statement } from '../../../server/platform/database/database.ts'
import { silentLog } from '../../../server/platform/process/log.ts'
import { manualClock } from '../../../server/platform/time/clock.ts'
import { type GatherNeeds, gatherCases } from '../../../server/remittance/cases/gather.ts'
import { rulesInForce, saveRules } from '../../../server/remittance/limits/rule-sets.ts'
import { type Admins, adminsOf, twoAdmins } from '../callers/admins.ts'
import { type Transfers, transfersOf } from '../callers/transfers.ts'
import { openWorld, type World } from '../world/world.ts'

export let world: World
export let transfers: Transfers
export let admins: Admins
export let needs: GatherNeeds

export const clock = manualClock()

export const base = 'compliance/cases'

export let others = 0

/** A listed sender, and a receiver and number that no other test has used. */
export function listed(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  others += 1
  return {
    sender_first_name: 'Watchlist',
    sender_middle_name: '',
    sender_last_name: 'Person',
    sender_document_number: `WL${100_000 + others}`,
    sender_birthdate: Temporal.PlainDate.from('1960-01-01').add({ days: others }).toString(),
    receiver_birthdate: Temporal.PlainDate.from('1970-01-01').add({ days: others }).toString(),
    receiver_document_number: `RC${100_000 + others}`,
    customer_number: `+24381${String(2_000_000 + others)}`,
    expected_receiver_name: 'Test Subscriber',
    ...overrides,
  }
}

export async function gather(): Promise<void> {
  while (await gatherCases(needs));
}

/** The cases of a transfer that are not closed, by the role of their person. */
export const casesOf = statement<{ case_id: string; role: string }>(
  'test_cases_of_transfer',
  `select c.case_id, i.role from compliance_case_item i join compliance_case c on c.id = i.case_id
     join transfer t on t.id = i.transfer_id where t.transaction_id = $1 order by i.id`,
)

export async function caseOf(transactionId: string, role = 'sender'): Promise<string> {
  const found = (await world.db.rows(casesOf, [transactionId])).filter((each) => each.role === role)
  assert.equal(found.length, 1)
  return found[0]!.case_id
}

export async function held(overrides: Record<string, unknown> = {}) {
  const facts = listed(overrides)
  const sent = await transfers.accepted(facts)
  assert.equal(sent.status, 'Hold')
  await gather()
  return { facts, sent, id: await caseOf(sent.transaction_id) }
}

export const rejectHold = (id: string) => admins.act(`remittance/holds/${id}/reject`)

export const propose = (id: string, outcome = 'CLEARED') =>
  admins.act(`${base}/${id}/propose`, { outcome, reason: 'Another person' })

/** The outcome is confirmed by somebody who has read the case. */
export async function confirmed(id: string, by: 'amina' | 'benoit' = 'benoit') {
  await admins.read(`${base}/${id}`, by)
  return admins.act(`${base}/${id}/confirm`, undefined, by)
}

export const rows = statement<{ action: string; actor: string }>(
  'test_audit_of_case',
  'select action, actor from audit_log where subject = $1 order by seq',
)

/** Opens the world before the tests of a file, and closes it afterwards. */
export function openCases(): void {
  beforeAll(async () => {
    world = await openWorld({ clock, role: 'api', settings: { ...twoAdmins, SANDBOX_LIMITS: 'on' } })
    transfers = transfersOf(world)
    admins = adminsOf(world)
    needs = { db: world.db, clock, secrets: world.system.secrets, log: silentLog, deadlineDays: 5 }
    await world.topUp('100.00')
    await world.db.transaction(async (sql) => {
      const { version } = (await rulesInForce(sql)).sandbox
      const rules = [
        { id: 'hold', subject: 'number', measure: 'count', window: 'hour', most: 1n, outcome: 'hold' },
        { id: 'refuse', subject: 'document', measure: 'count', window: 'day', most: 4n, outcome: 'refuse' },
      ] as const
      await saveRules(sql, 'sandbox', { version, rules }, { by: 'amina', reason: 'A test', now: clock.now() })
    })
  })
  afterAll(() => world.close())
}
