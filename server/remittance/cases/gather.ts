// Brings holds, alerts and what admins add together in one case per person.
import type { Environment } from '../../kernel/environment.ts'
import { newId } from '../../kernel/id.ts'
import { controlStatement, type Database, type Sql, type Tx } from '../../platform/database/database.ts'
import { lockForAll } from '../../platform/database/locks.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { openParties } from '../transfer/parties.ts'
import { transfersById } from '../transfer/queries.ts'
import { type CaseActor, type CaseRow, caseColumns, moveCase, recordInCase } from './case-row.ts'
import { type CasePerson, keysOf, type PartyRole, personOf, sealPerson } from './person.ts'
import { recordAlerts, recordHolds } from './record-items.ts'

export type GatherNeeds = { db: Database; clock: Clock; secrets: Secrets; log: Log; deadlineDays: number }

/** Each cell assigns the items of its own transfers. */
// guard: case-items-of-cell
const findWaiting = controlStatement<{ id: bigint }>(
  'find_waiting_case_items',
  `select i.id from compliance_case_item i join shared.merchant m on m.id = i.merchant_id and m.cell = $3
    where i.case_id is null and i.id > $2 order by i.id limit $1`,
)

const atOnce = 50

/** Opens or extends the cases of new holds and alerts. Returns whether there may be more. */
export async function gatherCases(needs: GatherNeeds): Promise<boolean> {
  const { db, clock } = needs
  await recordHolds(db, clock.now())
  await recordAlerts(db, clock.now())
  let waiting = await db.rows(findWaiting, [atOnce, 0n, db.cell])
  let assigned = await assignEach(needs, waiting)
  // Items that always fail must not hide those after them.
  // guard: case-items-after-failures
  while (assigned === 0 && waiting.length === atOnce) {
    waiting = await db.rows(findWaiting, [atOnce, waiting.at(-1)!.id, db.cell])
    assigned = await assignEach(needs, waiting)
  }
  return waiting.length === atOnce
}

/** Assigns each item by itself, so that the others do not wait for one that fails. Returns how many did not fail. */
async function assignEach(needs: GatherNeeds, items: readonly { id: bigint }[]): Promise<number> {
  const { db, clock, log } = needs
  let assigned = 0
  for (const { id } of items) {
    try {
      await db.transaction((sql) => assignItem(sql, needs, id, { actor: 'likuta', at: clock.now() }))
      assigned += 1
    } catch (error) {
      log.error('case item could not be assigned', { subject: `case item:${id}`, error })
    }
  }
  return assigned
}

type ItemRow = { id: bigint; environment: Environment; transfer_id: bigint; role: PartyRole }

const lockItem = controlStatement<ItemRow>(
  'lock_waiting_case_item',
  `select id, environment, transfer_id, role from compliance_case_item where id = $1 and case_id is null for update`,
)
const findOpen = controlStatement<CaseRow>(
  'find_open_cases_by_keys',
  `select ${caseColumns} from compliance_case c
    where c.environment = $1 and c.state <> 'CLOSED' and c.keys && $2::bigint[]
    order by c.id for update`,
)
const insertCase = controlStatement<CaseRow>(
  'insert_case',
  `insert into compliance_case as c (case_id, environment, state, person_sealed, opened_at, due_at)
   values ($1, $2, 'OPEN', $3, $4, $5) returning ${caseColumns}`,
)
const addKeys = controlStatement(
  'add_keys_of_case',
  `update compliance_case set keys = array(select distinct unnest(keys || $2::bigint[]) order by 1)
    where id = $1 and not keys @> $2::bigint[]`,
)
const setCase = controlStatement(
  'set_case_of_item',
  'update compliance_case_item set case_id = $2 where id = $1',
)

/**
 * Assigns a waiting item to the oldest open case of its person, or to a new one. Undefined if it was assigned meanwhile. A person may
 * have several open cases: one known by a document, another by names, until an item has both. Each is notified.
 */
export async function assignItem(
  sql: Tx,
  needs: Pick<GatherNeeds, 'secrets' | 'deadlineDays'>,
  itemId: bigint,
  by: CaseActor,
): Promise<CaseRow | undefined> {
  const { secrets } = needs
  // Cases are found and opened one after the other, so that two items of one person cannot open two.
  // guard: one-case-per-person
  await lockForAll(sql, 'case gathering')
  const [item] = await sql.rows(lockItem, [itemId])
  const [transfer] = item ? await transfersById(sql, [item.transfer_id]) : []
  if (!item || !transfer) return undefined
  const { environment, role } = item
  const person = personOf(openParties(secrets, transfer), role, transfer.customer_number)
  const keys = keysOf(secrets, environment, person)
  const [oldest, ...others] = await sql.rows(findOpen, [environment, keys.map(String)])
  const row = oldest ?? (await openCase(sql, needs, { environment, person }, by))
  await sql.rows(addKeys, [row.id, keys.map(String)])
  await sql.rows(setCase, [item.id, row.id])
  // guard: other-cases-of-person
  for (const other of others)
    await recordItem(sql, secrets, other, { ...by, text: `${transfer.transaction_id}\n${row.case_id}` })
  const text = [transfer.transaction_id, by.text].filter(Boolean).join('\n')
  return recordItem(sql, secrets, row, { ...by, text })
}

/** Writes in a case that an item arrived. A proposal was made without it, so it returns the case. */
async function recordItem(sql: Tx, secrets: Secrets, row: CaseRow, by: CaseActor): Promise<CaseRow> {
  await recordInCase(sql, secrets, row, 'item_added', by)
  // guard: case-returned-by-news
  if (row.state === 'PROPOSED') return moveCase(sql, secrets, row, 'returned', { actor: 'likuta', at: by.at })
  return row
}

async function openCase(
  sql: Tx,
  { secrets, deadlineDays }: Pick<GatherNeeds, 'secrets' | 'deadlineDays'>,
  { environment, person }: { environment: Environment; person: CasePerson },
  { actor, at }: CaseActor,
): Promise<CaseRow> {
  const caseId = newId()
  const due = at.add({ hours: 24 * deadlineDays })
  const sealed = sealPerson(secrets, caseId, person)
  const [row] = await sql.rows(insertCase, [caseId, environment, sealed, at, due])
  await recordInCase(sql, secrets, row!, 'opened', { actor, at })
  return row!
}

const maxEscalated = 100

const findOverdue = controlStatement<{ id: bigint }>(
  'find_overdue_cases',
  `select c.id from compliance_case c
    where c.state <> 'CLOSED' and c.due_at <= $1 and c.escalated_at is null
    order by c.due_at limit ${maxEscalated}`,
)
// guard: case-escalated-once
const markEscalated = controlStatement<CaseRow>(
  'mark_case_escalated',
  `update compliance_case c set escalated_at = $2
    where c.id = $1 and c.state <> 'CLOSED' and c.escalated_at is null returning ${caseColumns}`,
)

/**
 * Escalates cases whose deadline has passed: once each, in the history and in the log, which monitoring reads.
 * @returns whether more may be overdue.
 */
export async function escalateCases({ db, clock, secrets, log }: GatherNeeds): Promise<boolean> {
  const now = clock.now()
  const overdue = await db.rows(findOverdue, [now])
  for (const { id } of overdue) {
    const escalated = await db.transaction(async (sql) => {
      const [row] = await sql.rows(markEscalated, [id, now])
      if (row) await recordInCase(sql, secrets, row, 'escalated', { actor: 'likuta', at: now })
      return row
    })
    if (escalated) log.warn('case overdue', { subject: `case:${escalated.case_id}` })
  }
  return overdue.length === maxEscalated
}

const countQueue = controlStatement<{ open: bigint; overdue: bigint }>(
  'count_case_queue',
  `select count(*) as open, count(*) filter (where escalated_at is not null) as overdue
     from compliance_case where state <> 'CLOSED'`,
)

/** The number of cases that are not closed, and how many of them are overdue. */
export async function countCases(sql: Sql): Promise<{ open: number; overdue: number }> {
  const [counts] = await sql.rows(countQueue)
  return { open: Number(counts?.open ?? 0), overdue: Number(counts?.overdue ?? 0) }
}
