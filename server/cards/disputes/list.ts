// Reads disputes. There are few of them, because card schemes close the account of a merchant with many, so lists use the
// index of one merchant or state and are counted up to a limit, without counters of their own.
import { isUuid } from '../../kernel/id.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import { type Listed, newestFirst } from '../../platform/database/over-cells.ts'
import {
  type ListingOfCells,
  newestOfStates,
  readListing,
  readListingOfCells,
} from '../../platform/http/admin-search.ts'
import { cappedCount, maxCounted, readQuery } from '../../platform/http/list-query.ts'
import { cardProblems } from '../transaction/problems.ts'
import { disputeColumns, disputeStates, historiesOf, historyOf } from './queries.ts'
import {
  type ListedDispute,
  type ReadDispute,
  renderDetail,
  renderHistory,
  renderSummary,
} from './responses.ts'
import { adminSearchSchema, searchSchema } from './schemas.ts'

const listedColumns = `${disputeColumns}, t.transaction_uuid, t.merchant_reference`
const adminColumns = 'm.merchant_code, m.name as merchant_name, m.time_zone'
const detailColumns = `${listedColumns}, t.status as payment_status, t.amount_minor as paid_minor, t.refunded_minor,
  t.card_type, t.card_last4, trim(t.bill_to_forename || ' ' || t.bill_to_surname) as customer_name,
  t.finalised_at as paid_at`

const states = disputeStates
/** SQL for the disputes, as `q`, among which are the newest so many. */
type Selection = (max: string) => string
const where =
  (condition: string): Selection =>
  () =>
    `card_dispute q where ${condition}`

/** An order of disputes as SQL, and of two rows of different cells. */
type Order = { by: (table: string) => string; rows: (a: ListedDispute, b: ListedDispute) => number }
const byTime: Order = { by: (table) => `${table}.id desc`, rows: newestFirst }
const deadlineOf = ({ respond_by }: ListedDispute) =>
  respond_by?.epochMilliseconds ?? Number.POSITIVE_INFINITY
const byDeadline: Order = {
  by: (table) => `${table}.respond_by, ${table}.id`,
  rows: (a, b) => (deadlineOf(a) === deadlineOf(b) ? newestFirst(b, a) : deadlineOf(a) - deadlineOf(b)),
}

/**
 * Each filter has its own statement, so that the planner can tell which index covers it. The page is an array, because the planner
 * would take a page of unknown length for a tenth of the table.
 */
function listing<Row extends ListedDispute>(
  name: string,
  selection: Selection,
  admin = false,
  order: Order = byTime,
): ListingOfCells<Row> {
  const columns = admin ? `${listedColumns}, ${adminColumns}` : listedColumns
  const joined = `card_dispute d join card_transaction t on t.id = d.transaction_id
    ${admin ? 'join merchant m on m.id = d.merchant_id' : ''}`
  const [limit, offset] = ['$3', '$4']
  return {
    rows: statement<Row>(
      `list_disputes_${name}`,
      `select ${columns} from ${joined}
        where d.id = any (array(
          select q.id from ${selection(`${limit}::bigint + ${offset}::bigint`)} order by ${order.by('q')} limit ${limit} offset ${offset}))
        order by ${order.by('d')}`,
    ),
    order: order.rows,
    count: cappedCount(`count_disputes_${name}`, `from ${selection(String(maxCounted + 1))}`, statement),
  }
}

// guard: dispute-list-owner
const ofOwner = `q.merchant_id = $1 and q.environment = $2`
const ownLists = { any: listing<ListedDispute>('of_merchant', where(ofOwner)) }
const ownByState = Object.fromEntries(
  states.map((state) => [
    state,
    listing<ListedDispute>(
      `of_merchant_${state.toLowerCase()}`,
      where(`${ofOwner} and q.state = '${state}'`),
    ),
  ]),
)

/** Evidence that a merchant has sent, and that we have not filed at the gateway yet. */
const isToFile = `state = 'EVIDENCE_SENT' and submitted_at is null`
const urgentHours = 48

const readToFile = statement<{ waiting: bigint; urgent: bigint; earliest: Temporal.Instant | null }>(
  'read_disputes_to_file',
  `select count(*) as waiting, count(*) filter (where respond_by <= $1::timestamptz + interval '${urgentHours} hours') as urgent,
          min(respond_by) as earliest
     from card_dispute where ${isToFile}`,
)

/**
 * How many disputes have evidence that we have not filed at the gateway, how many of them are at most two days from their
 * deadline or past it, and the earliest deadline.
 */
export async function disputesToFile(sql: Sql, now: Temporal.Instant) {
  const [row] = await sql.rows(readToFile, [now])
  return {
    waiting: Number(row?.waiting ?? 0),
    urgent: Number(row?.urgent ?? 0),
    earliest: row?.earliest ?? null,
  }
}

type AdminRow = { merchant_code: string; merchant_name: string; time_zone: string }
type AdminDispute = ListedDispute & AdminRow
const ofCode = 'q.merchant_id = (select id from merchant where merchant_code = $1)'
const anyOfCode: Selection = (max) =>
  `${newestOfStates('card_dispute', states, ofCode, max)} where $2::text is null`
const ofAdmin = {
  any: listing<AdminDispute>('any', where('$1::text is null and $2::text is null'), true),
  state: listing<AdminDispute>('in_state', where('$1::text is null and q.state = $2'), true),
  merchant: listing<AdminDispute>('of_code', anyOfCode, true),
  merchantAndState: listing<AdminDispute>('of_code_in_state', where(`${ofCode} and q.state = $2`), true),
  toFile: listing<AdminDispute>(
    'to_file',
    where(`${isToFile} and ($1::text is null or ${ofCode}) and $2::text = 'TO_FILE'`),
    true,
    byDeadline,
  ),
}
const chosenOfAdmin = (merchant: string | undefined, state: string | undefined) =>
  state === 'TO_FILE'
    ? 'toFile'
    : merchant
      ? state
        ? 'merchantAndState'
        : 'merchant'
      : state
        ? 'state'
        : 'any'

/** A page of a merchant's disputes, newest first. @throws InvalidBody */
export async function listDisputes(sql: Sql, { merchantId, environment }: ListOwner, query: unknown) {
  const { state, ...page } = readQuery(searchSchema, query)
  const chosen = (state && ownByState[state]) || ownLists.any
  return readListing(sql, chosen, { page, filter: [merchantId, environment] }, renderSummary)
}

/** A page of all merchants' disputes, newest first; those to file by their deadline. @throws InvalidBody */
export async function searchDisputes(listed: Listed, query: unknown) {
  const { state, merchant_code, ...page } = readQuery(adminSearchSchema, query)
  const chosen = ofAdmin[chosenOfAdmin(merchant_code, state)]
  const list = { page, filter: [merchant_code ?? null, state ?? null], merchantCode: merchant_code }
  return readListingOfCells(listed, chosen, list, (row) => ({ ...renderSummary(row), ...adminFacts(row) }))
}

const adminFacts = (row: ListedDispute & AdminRow) => ({
  case_number: row.case_number,
  merchant_code: row.merchant_code,
  merchant_name: row.merchant_name,
  time_zone: row.time_zone,
  environment: row.environment,
})

const listOfPayment = statement<ListedDispute>(
  'list_disputes_of_payment',
  `select ${listedColumns} from card_dispute d join card_transaction t on t.id = d.transaction_id
    where d.transaction_id = $1 order by d.id`,
)

/** The disputes of a payment with their history, oldest first. */
export async function disputesOfPayment(sql: Sql, transactionId: bigint) {
  const rows = await sql.rows(listOfPayment, [transactionId])
  const histories = await historiesOf(
    sql,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...renderSummary(row),
    history: renderHistory(row, histories.get(row.id) ?? []),
  }))
}

// guard: dispute-owner
const findOwn = statement<ReadDispute>(
  'find_own_dispute',
  `select ${detailColumns} from card_dispute d join card_transaction t on t.id = d.transaction_id
    where d.dispute_id = $1 and d.merchant_id = $2 and d.environment = $3`,
)
const findAny = statement<ReadDispute & AdminRow>(
  'find_dispute_for_admin',
  `select ${detailColumns}, ${adminColumns}
     from card_dispute d join card_transaction t on t.id = d.transaction_id join merchant m on m.id = d.merchant_id
    where d.dispute_id = $1`,
)

/** A merchant's own dispute. @throws Problem 404 */
export async function ownDispute(
  sql: Sql,
  { merchantId, environment }: ListOwner,
  id: string,
): Promise<ReadDispute> {
  const [dispute] = isUuid(id) ? await sql.rows(findOwn, [id, merchantId, environment]) : []
  if (!dispute) throw new Problem(cardProblems.dispute_unknown)
  return dispute
}

/** Any merchant's dispute, for admins. @throws Problem 404 */
export async function anyDispute(sql: Sql, id: string): Promise<ReadDispute & AdminRow> {
  const [dispute] = isUuid(id) ? await sql.rows(findAny, [id]) : []
  if (!dispute) throw new Problem(cardProblems.dispute_unknown)
  return dispute
}

type ReadNeeds = { db: Sql; clock: { now(): Temporal.Instant } }

/** @throws Problem 404 */
export async function readDispute({ db, clock }: ReadNeeds, owner: ListOwner, id: string) {
  return renderDetail(db, await ownDispute(db, owner, id), clock.now())
}

/** The same for an admin, with who did what. @throws Problem 404 */
export async function readDisputeAsAdmin({ db, clock }: ReadNeeds, id: string) {
  const row = await anyDispute(db, id)
  const detail = await renderDetail(db, row, clock.now())
  const actors = await historyOf(db, row.id)
  const nameOf = (actor: string) => (actor.startsWith('merchant:') ? row.merchant_name : actor)
  const history = detail.history.map((line, i) => {
    const actor = actors[i]?.actor ?? ''
    return { ...line, actor, actor_name: nameOf(actor) }
  })
  return { ...detail, ...adminFacts(row), history }
}
