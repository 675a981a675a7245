// Everything that is known about the person of a case, for the officer who decides: transfers with both parties and what was found,
// alerts, limits that were exceeded, papers and the history.
import { renderMatches } from '../../compliance/screening/match-view.ts'
import type { ListMatch } from '../../compliance/screening/screener.ts'
import type { Environment } from '../../kernel/environment.ts'
import { controlStatement, type Database, type Sql, statement } from '../../platform/database/database.ts'
import { cellsListed, type Listed, mergedRows, newestFirst } from '../../platform/database/over-cells.ts'
import { pagedUpTo, rangeOf } from '../../platform/http/list-query.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type HoldQueue, type LimitHitRow, renderLimitHit } from '../holds/queue.ts'
import { amountNumber, stamp } from '../transfer/formats.ts'
import { openParties, renderParties } from '../transfer/parties.ts'
import { type TransferRow, transferColumns, transfersById } from '../transfer/queries.ts'
import { transferSummary } from '../transfer-views/search.ts'
import { type CaseEvent, type CaseOutcome, type CaseRow, type CaseState, caseColumns } from './case-row.ts'
import { papersOf } from './papers/paper.ts'
import { caseTextContext, openPerson, type PartyRole } from './person.ts'

type ListedRow = CaseRow & { items: bigint }

/** Two lists, each with an index: what is open waits for its deadline, what is closed is looked up. */
function listOf(name: string, condition: string, order: string) {
  const found = `from compliance_case c where c.environment = $1 and ${condition}`
  return {
    page: controlStatement<ListedRow>(
      `list_${name}_cases`,
      `select ${caseColumns}, (select count(*) from compliance_case_item i where i.case_id = c.id) as items
         ${found} and ($4::text is null or c.state = $4) order by ${order} limit $2 offset $3`,
    ),
    count: controlStatement<{ counted: bigint }>(
      `count_${name}_cases`,
      `select count(*) as counted ${found} and ($2::text is null or c.state = $2)`,
    ),
  }
}
const lists = {
  open: listOf('open', `c.state <> 'CLOSED'`, 'c.due_at, c.id'),
  closed: listOf('closed', `c.state = 'CLOSED'`, 'c.id desc'),
}

/** @param wanted.state all that are not closed if undefined. */
export async function listCases(
  { db, secrets }: { db: Database; secrets: Secrets },
  wanted: { environment: Environment; state?: CaseState | undefined; page: number; limit: number },
) {
  const { environment, state = null } = wanted
  const { page, count } = state === 'CLOSED' ? lists.closed : lists.open
  const { limit, offset } = rangeOf(wanted)
  const rows = await db.rows(page, [environment, limit, offset, state])
  const [counted] = await db.rows(count, [environment, state])
  const items = rows.map((row) => ({
    ...renderCase(row),
    person_name: openPerson(secrets, row).name,
    items: Number(row.items),
  }))
  return pagedUpTo(wanted, { items, counted: Number(counted?.counted ?? 0) })
}

/** The fields of a case that lists and details share. */
function renderCase(row: CaseRow) {
  return {
    case_id: row.case_id,
    environment: row.environment,
    state: row.state,
    outcome: row.outcome,
    opened_at: stamp(row.opened_at),
    due_at: stamp(row.due_at),
    escalated_at: row.escalated_at && stamp(row.escalated_at),
    proposed_by: row.proposed_by,
    closed_by: row.closed_by,
    closed_at: row.closed_at && stamp(row.closed_at),
  }
}

/** More than an officer reads; the newest are shown. */
const maxShown = 100

type CaseTransferRow = TransferRow & {
  merchant_code: string
  merchant_name: string
  decision: 'released' | 'rejected' | null
  decision_reason: string | null
  decided_by: string | null
  decided_at: Temporal.Instant | null
}
const listTransfers = statement<CaseTransferRow>(
  'list_transfers_of_case',
  `select ${transferColumns}, m.merchant_code, m.name as merchant_name, r.decision, r.reason as decision_reason, r.decided_by,
          r.decided_at
     from transfer t join merchant m on m.id = t.merchant_id
     left join transfer_review r on r.transfer_id = t.id
    where t.id = any($1::bigint[]) order by t.id desc`,
)
/** Why a transfer is in the case. */
type ItemsOfTransfer = {
  transfer_id: bigint
  roles: PartyRole[]
  kinds: ('hold' | 'alert' | 'request')[]
}
const listItems = controlStatement<ItemsOfTransfer>(
  'list_items_of_case',
  `select transfer_id, array_agg(distinct role) as roles, array_agg(distinct kind) as kinds
     from compliance_case_item where case_id = $1 group by transfer_id order by transfer_id desc limit ${maxShown}`,
)
const listAlerts = controlStatement<{
  id: bigint
  match: ListMatch
  transfer_id: bigint
  opened_at: Temporal.Instant
  closed_at: Temporal.Instant | null
  closed_by: string | null
  close_reason: string | null
}>(
  'list_alerts_of_case',
  `select a.id, a.match, i.transfer_id, a.opened_at, a.closed_at, a.closed_by, a.close_reason
     from compliance_case_item i join screening_alert a on a.id = i.alert_id
    where i.case_id = $1 order by a.id desc limit ${maxShown}`,
)
type HitRow = LimitHitRow & {
  at: Temporal.Instant
  outcome: 'allow' | 'hold' | 'refuse'
  reference: string
  merchant_code: string
  transaction_id: string | null
}
/** Of the person, also those of refused requests and of transfers that no item of the case names. */
const listHits = statement<HitRow>(
  'list_limit_hits_of_case',
  `select h.rule_id, h.subject, h.measure, h.time_window, h.used, h.reached, h.most, h.at, h.outcome, h.reference,
          m.merchant_code, t.transaction_id
     from limit_hit h join merchant m on m.id = h.merchant_id left join transfer t on t.id = h.transfer_id
    where h.subjects && $1::bigint[]
    order by h.id desc limit ${maxShown}`,
)
const findKeys = controlStatement<{ keys: string[] }>(
  'find_keys_of_case',
  'select keys::text[] as keys from compliance_case where id = $1',
)
const sumTransfers = controlStatement<{
  transfers: bigint
  amount_minor: bigint
  first_at: Temporal.Instant | null
  last_at: Temporal.Instant | null
}>(
  'sum_transfers_of_case',
  `select count(*) as transfers, coalesce(sum(amount_minor), 0)::bigint as amount_minor, min(at) as first_at, max(at) as last_at
     from (select distinct s.transfer_id, s.at, s.amount_minor from limit_share s
             join compliance_case c on s.key = any(c.keys) where c.id = $1) share`,
)
const listEvents = controlStatement<{
  event: CaseEvent
  actor: string
  at: Temporal.Instant
  text_sealed: Buffer | null
}>(
  'list_case_events',
  'select event, actor, at, text_sealed from compliance_case_event where case_id = $1 order by id',
)
const listOthers = controlStatement<{ case_id: string; outcome: CaseOutcome; closed_at: Temporal.Instant }>(
  'list_closed_cases_of_person',
  `select c.case_id, c.outcome, c.closed_at from compliance_case c
    where c.environment = $2 and c.state = 'CLOSED' and c.id <> $1
      and c.keys && (select keys from compliance_case where id = $1)
    order by c.id desc limit ${maxShown}`,
)

export type FactsNeeds = { db: Sql; cells: Listed; secrets: Secrets; screeningsOf: HoldQueue['screeningsOf'] }

/** The facts of a case. Whoever shows them records the view in the audit log. */
export async function caseFacts(needs: FactsNeeds, row: CaseRow) {
  const { db, cells, secrets } = needs
  const { name, birthDate, document, number } = openPerson(secrets, row)
  const [transfers, alerts, hits, activity, history, papers, earlier] = await Promise.all([
    transfersOf(needs, row.id),
    alertsOf(needs, row.id),
    hitsOf({ db, cells }, row.id),
    db.rows(sumTransfers, [row.id]),
    historyOf(needs, row.id),
    papersOf(db, row.id),
    db.rows(listOthers, [row.id, row.environment]),
  ])
  const { first_at, last_at, ...sums } = activity[0]!
  return {
    ...renderCase(row),
    person: { name, birth_date: birthDate || null, document, number },
    transfers,
    alerts,
    limits: hits,
    activity: {
      transfers: Number(sums.transfers),
      amount: amountNumber(sums.amount_minor),
      first_at: first_at && stamp(first_at),
      last_at: last_at && stamp(last_at),
    },
    papers,
    history,
    earlier_cases: earlier.map(({ closed_at, ...other }) => ({ ...other, closed_at: stamp(closed_at) })),
  }
}

async function transfersOf({ db, cells, secrets, screeningsOf }: FactsNeeds, caseId: bigint) {
  const items = await db.rows(listItems, [caseId])
  const ids = items.map(({ transfer_id }) => transfer_id)
  const itemsOf = new Map(items.map((item) => [item.transfer_id, item]))
  const rows = await mergedRows(cells, { statement: listTransfers, values: [ids] }, newestFirst)
  const opened = rows.map((row) => ({ ...row, parties: openParties(secrets, row) }))
  const screenings = await screeningsOf(opened)
  return opened.map((row) => ({
    ...transferSummary(row),
    merchant_code: row.merchant_code,
    merchant_name: row.merchant_name,
    roles: itemsOf.get(row.id)!.roles,
    reasons: itemsOf.get(row.id)!.kinds,
    parties: renderParties(row.parties),
    screening: screenings.get(row.id) ?? null,
    decision:
      row.decision === null
        ? null
        : {
            decision: row.decision,
            reason: row.decision_reason!,
            decided_by: row.decided_by!,
            decided_at: stamp(row.decided_at!),
          },
  }))
}

async function alertsOf({ db: sql, cells }: Pick<FactsNeeds, 'db' | 'cells'>, caseId: bigint) {
  const rows = await sql.rows(listAlerts, [caseId])
  const ids = [...new Set(rows.map(({ transfer_id }) => transfer_id))]
  const transfers = (
    await Promise.all((await cellsListed(cells)).map((each) => transfersById(each, ids)))
  ).flat()
  const transactionOf = new Map(transfers.map(({ id, transaction_id }) => [id, transaction_id]))
  const view = await renderMatches(
    sql,
    rows.map(({ match }) => match),
  )
  return rows.map(({ id, match, transfer_id, opened_at, closed_at, ...alert }) => ({
    id: String(id),
    match: view(match),
    transaction_id: transactionOf.get(transfer_id)!,
    ...alert,
    opened_at: stamp(opened_at),
    closed_at: closed_at && stamp(closed_at),
  }))
}

async function hitsOf({ db, cells }: Pick<FactsNeeds, 'db' | 'cells'>, caseId: bigint) {
  const [found] = await db.rows(findKeys, [caseId])
  const read = { statement: listHits, values: [found!.keys] }
  const rows = await mergedRows(cells, read, (a, b) => Temporal.Instant.compare(b.at, a.at))
  return rows.slice(0, maxShown).map(({ at, outcome, reference, merchant_code, transaction_id, ...hit }) => ({
    ...renderLimitHit(hit),
    at: stamp(at),
    outcome,
    reference,
    merchant_code,
    transaction_id,
  }))
}

async function historyOf({ db, secrets }: FactsNeeds, caseId: bigint) {
  const rows = await db.rows(listEvents, [caseId])
  return rows.map(({ at, text_sealed, ...line }) => ({
    ...line,
    at: stamp(at),
    text: text_sealed && secrets.open(text_sealed, caseTextContext(caseId)),
  }))
}
