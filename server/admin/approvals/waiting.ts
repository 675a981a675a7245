// Everything that waits for the decision of an admin: acts of other admins that need approval, and the queues of each
// capability, oldest first, as far as the admin may read them. It only reads; each kind is decided by its own endpoint.

import { formatMoney, money } from '../../kernel/money.ts'
import { type ControlSql, controlStatement, statement } from '../../platform/database/database.ts'
import { type Listed, placesListed, rowsOfCells, sumsOfCells } from '../../platform/database/over-cells.ts'
import { maxCounted, pagedUpTo, rangeOf, readQuery } from '../../platform/http/list-query.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { type Admin, isSamePerson } from '../access.ts'
import { isReadable, readableApprovals, readableKinds, type WaitingKind } from './kinds.ts'
import type { ApprovalAction } from './rules.ts'
import { waitingQuery } from './schemas.ts'

type WaitingRow = {
  kind: WaitingKind
  id: string
  action: ApprovalAction | null
  merchant_code: string | null
  merchant_name: string | null
  environment: 'sandbox' | 'production' | null
  /** Hundredths. */
  amount: bigint | null
  currency: string | null
  subject: string
  reason: string | null
  requested_by: string | null
  requested_owner: string | null
  requested_at: Temporal.Instant
  expires_at: Temporal.Instant | null
}

/** Of most tables. */
const own = {
  ...{ merchant: 'q.merchant_id', environment: 'q.environment' },
  ...{ amount: 'q.amount_minor', currency: 'q.currency' },
}

/** SQL: whether what a merchant asked for waits for no second user of the merchant any more. */
const isForAdmins = (column: 'payout_id' | 'refund_request_id') =>
  `not exists (select from merchant_approval s where s.${column} = q.id and s.state = 'WAITING')`

/** The columns of each kind, from a table `q` in the order of `id`. $2 and $3: which approvals the admin reads. */
const kindsOfControl = {
  approval: {
    from: `approval q where q.state = 'WAITING' and ${isReadable('$2', '$3')}`,
    id: 'q.public_id::text',
    action: 'q.action',
    ...own,
    subject: 'q.subject',
    reason: 'q.reason',
    by: 'q.requested_by',
    owner: 'q.requested_owner',
    at: 'q.requested_at',
    expires: 'q.expires_at',
  },
  write_off: {
    from: `bank_line q where q.write_off_by is not null
      and q.state in ('CANDIDATES', 'UNKNOWN', 'DUPLICATE', 'AMOUNT_DIFFERS', 'CONFLICT')`,
    id: 'q.id::text',
    environment: 'q.environment',
    amount: 'q.amount_minor',
    currency: 'q.currency',
    subject: 'coalesce(q.bank_reference, q.text)',
    reason: 'q.write_off_reason',
    by: 'q.write_off_by',
    owner: 'q.write_off_owner',
    at: '(select f.imported_at from bank_file f where f.id = q.file_id)',
  },
  rates: {
    from: `shared.rate_snapshot q where q.state = 'QUARANTINED'
      and q.as_of > coalesce((select max(as_of) from shared.rate_snapshot where state = 'PUBLISHED'), '-infinity')
      and not exists (
        select from approval a where a.action = 'rates' and a.subject = 'rates:' || q.id and a.state = 'WAITING')`,
    id: 'q.id::text',
    subject: 'q.source',
    at: 'q.fetched_at',
  },
  case: {
    from: `compliance_case q where q.state = 'PROPOSED'`,
    id: 'q.case_id::text',
    environment: 'q.environment',
    subject: 'q.outcome',
    by: 'q.proposed_by',
    owner: 'q.proposed_owner',
    at: `(select max(e.at) from compliance_case_event e where e.case_id = q.id and e.event = 'proposed')`,
  },
  go_live: {
    from: `go_live_request q where q.state = 'PENDING'`,
    id: 'q.id::text',
    merchant: 'q.merchant_id',
    environment: `'production'`,
    subject: `coalesce(q.company_name, '')`,
    at: 'q.requested_at',
  },
} satisfies Partial<Record<WaitingKind, Columns>>

/** $2: the held transfers whose release was requested, so that the list has no decision twice. */
const kindsOfCell = {
  refund_request: {
    from: `refund_request q join card_transaction t on t.id = q.transaction_id
      where q.state = 'WAITING' and ${isForAdmins('refund_request_id')}`,
    id: 'q.public_id::text',
    merchant: 't.merchant_id',
    environment: 't.environment',
    amount: 'q.amount_minor',
    currency: 'q.currency',
    subject: 't.transaction_uuid',
    reason: 'q.reason',
    at: 'q.created_at',
  },
  payout: {
    from: `merchant_payout q where q.state = 'REQUESTED' and ${isForAdmins('payout_id')}`,
    id: 'q.public_id::text',
    ...own,
    subject: 'q.reference',
    by: 'case when q.requested_owner is not null then q.requested_by end',
    owner: 'q.requested_owner',
    at: 'q.created_at',
  },
  payout_batch: {
    from: `payout_batch q where q.state = 'WAITING'`,
    id: 'q.public_id::text',
    environment: 'q.environment',
    amount: '(select sum(p.amount_minor)::bigint from merchant_payout p where p.batch_id = q.id)',
    currency: 'q.currency',
    subject: 'q.public_id::text',
    by: 'q.created_by',
    owner: 'q.created_owner',
    at: 'q.created_at',
  },
  adjustment: {
    from: `wallet_adjustment q where q.state = 'PENDING'`,
    id: 'q.id::text',
    merchant: 'q.merchant_id',
    environment: 'q.environment',
    amount: 'q.amount_minor',
    currency: `'USD'`,
    subject: 'q.kind',
    reason: 'q.reason',
    by: 'q.requested_by',
    owner: 'coalesce(q.requested_owner, q.requested_by)',
    at: 'q.requested_at',
  },
  hold: {
    // guard: listed-once
    from: `transfer q where q.status = 'Hold' and q.transaction_id <> all ($2::text[])`,
    id: 'q.transaction_id',
    merchant: 'q.merchant_id',
    environment: 'q.environment',
    amount: 'q.amount_hundredths',
    currency: 'q.currency',
    subject: 'q.reference',
    at: 'q.created_at',
  },
} satisfies Partial<Record<WaitingKind, Columns>>

const kinds: Record<WaitingKind, Columns> = { ...kindsOfControl, ...kindsOfCell }

/** What a kind has none of is null. Without `by` and `owner`, a merchant asked, or the service itself: no admin is refused for it. */
type Columns = { from: string; id: string; subject: string; at: string } & Partial<
  Record<
    'action' | 'merchant' | 'environment' | 'amount' | 'currency' | 'reason' | 'by' | 'owner' | 'expires',
    string
  >
>

/**
 * Each kind has its own index of what waits, so that its oldest are read without the rest. A kind that is not among those of the first
 * parameter is not read at all.
 */
function oldestOf(kind: WaitingKind, most: string): string {
  const { from, id, subject, at, ...columns } = kinds[kind]
  const { merchant, environment, amount, expires, ...others } = columns
  const { action = 'null', currency = 'null', reason = 'null', by = 'null', owner = 'null' } = others
  return `(select '${kind}' as kind, ${id} as id, ${action} as action, (${merchant ?? 'null'})::bigint as merchant_id,
      ${environment ?? 'null'} as environment, (${amount ?? 'null'})::bigint as amount, ${currency} as currency,
      ${subject} as subject, ${reason} as reason, ${by} as requested_by, ${owner} as requested_owner, ${at} as requested_at,
      (${expires ?? 'null'})::timestamptz as expires_at
    from ${from} and ${isOfReader(kind)} order by q.id limit ${most})`
}
// guard: readable-kinds
const isOfReader = (kind: WaitingKind) => `'${kind}' = any($1::text[])`

const counted = (kind: WaitingKind) =>
  `(select count(*) as counted
      from (select from ${kinds[kind].from} and ${isOfReader(kind)} limit ${maxCounted + 1}) found)`

const union = (of: object, part: (kind: WaitingKind) => string) =>
  (Object.keys(of) as WaitingKind[]).map(part).join(' union all ')

/** SQL: the oldest of these kinds, in the order of the list. */
const oldest = (of: object, most: string, merchants = 'merchant') =>
  `select w.kind, w.id, w.action, w.environment, w.amount, w.currency, w.subject, w.reason, w.requested_by,
          w.requested_owner, w.requested_at, w.expires_at, m.merchant_code, m.name as merchant_name
     from (select * from (${union(of, (kind) => oldestOf(kind, most))}) every
            order by requested_at, kind collate "C", id limit ${most}) w
     left join ${merchants} m on m.id = w.merchant_id
    order by w.requested_at, w.kind collate "C", w.id`

const listOfControl = controlStatement<WaitingRow>(
  'list_waiting_decisions',
  oldest(kindsOfControl, '$4::bigint', 'shared.merchant'),
)
const listOfCell = statement<WaitingRow>('list_waiting_decisions_of_cell', oldest(kindsOfCell, '$3::bigint'))
const countOfControl = controlStatement<{ counted: bigint; releases: string[] }>(
  'count_waiting_decisions',
  `select sum(counted)::bigint as counted,
          array(select subject from approval where action = 'hold_release' and state = 'WAITING') as releases
     from (${union(kindsOfControl, counted)}) every`,
)
const countOfCell = statement<{ counted: bigint }>(
  'count_waiting_decisions_of_cell',
  `select sum(counted)::bigint as counted from (${union(kindsOfCell, counted)}) every`,
)

/** What the statements of control take. */
function filterOf(admin: Admin) {
  const { actions, owners } = readableApprovals(admin)
  return [readableKinds(admin), actions, owners]
}

async function countsOfControl(sql: ControlSql, admin: Admin) {
  const [found] = await sql.rows(countOfControl, filterOf(admin))
  return { counted: Number(found?.counted ?? 0), releases: found?.releases ?? [] }
}

async function countsOfCells(listed: Listed, admin: Admin, releases: readonly string[]): Promise<number> {
  const [found] = await sumsOfCells(listed, countOfCell, [readableKinds(admin), releases])
  return Number(found?.counted ?? 0)
}

/**
 * What waits for an admin and is theirs to read, oldest first. Control is read before the cells: whatever is decided in between is still
 * listed, and a release that is requested in between may be missing, or stand beside its transfer, until the page is read again.
 * @throws InvalidBody
 */
export async function waitingDecisions(listed: Listed, query: unknown, admin: Admin) {
  const page = readQuery(waitingQuery, query)
  const { limit, offset } = rangeOf(page)
  // The page may lie in one of the lists alone.
  const most = offset + limit
  const { control: sql } = placesListed(listed)
  const [control, ofControl] = await Promise.all([
    countsOfControl(sql, admin),
    sql.rows(listOfControl, [...filterOf(admin), most]),
  ])
  const [ofCells, inCells] = await Promise.all([
    rowsOfCells(listed, listOfCell, [readableKinds(admin), control.releases, most]),
    countsOfCells(listed, admin, control.releases),
  ])
  const items = [...ofControl, ...ofCells]
    .toSorted(inOrder)
    .slice(offset, most)
    .map((row) => renderWaiting(row, admin))
  return pagedUpTo(page, { items, counted: control.counted + inCells })
}

/** As in SQL. Two of the same time and kind are of one list, whose order stays. */
function inOrder(a: WaitingRow, b: WaitingRow): number {
  const byTime = Temporal.Instant.compare(a.requested_at, b.requested_at)
  return byTime || Number(a.kind > b.kind) - Number(a.kind < b.kind)
}

/** How many decisions wait that the admin reads: as many as the list has. */
export async function countWaitingDecisions(listed: Listed, admin: Admin): Promise<number> {
  const { counted, releases } = await countsOfControl(placesListed(listed).control, admin)
  return counted + (await countsOfCells(listed, admin, releases))
}

function renderWaiting({ requested_owner: owner, ...row }: WaitingRow, admin: Admin) {
  return {
    ...row,
    amount: row.amount === null ? null : formatMoney(money(row.amount, 'USD')),
    requested_at: zonelessMicrosecond(row.requested_at),
    expires_at: row.expires_at && zonelessMicrosecond(row.expires_at),
    own: owner !== null && isSamePerson({ owner }, admin),
  }
}
