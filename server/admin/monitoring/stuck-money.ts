// Money that waits longer than it should, of every kind in one list: calls without an outcome, what nobody has decided yet, exceptions, and
// what the bank does not show. It only reads; each row is dealt with on the page of its own kind.
import type { AdminRight } from '../../kernel/admin-roles.ts'
import type { Environment } from '../../kernel/environment.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { controlStatement, statement } from '../../platform/database/database.ts'
import { cellsListed, type Listed, placesListed } from '../../platform/database/over-cells.ts'
import { maxCounted, type Page, pagedUpTo, rangeOf } from '../../platform/http/list-query.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import { type Admin, hasRight } from '../access.ts'

/** What each kind is read with, as the route that lists it. */
const readRights = {
  charge: 'read',
  collection: 'read',
  return: 'read',
  refund: 'read',
  void: 'read',
  transfer: 'read',
  reversal: 'read',
  payout: 'money',
  refund_request: 'read',
  payout_request: 'money',
  hold: 'read_compliance',
  exception: 'read_operations',
  bank_line: 'money',
  bank_movement: 'money',
} as const satisfies Record<string, AdminRight>

/** `return`: money that a payment could not keep, on its way back to the payer. */
export type StuckKind = keyof typeof readRights
export const stuckKinds = Object.keys(readRights) as [StuckKind, ...StuckKind[]]

/** Who can move it on. */
export const nextActors = [
  'service',
  'gateway',
  'operator',
  'operations',
  'compliance',
  'finance',
  'second_admin',
  'merchant',
] as const
export type NextActor = (typeof nextActors)[number]

/** How long it waits at least, in hours. */
export const ages = { day: 24, week: 168, month: 720 } as const
export type Age = keyof typeof ages

/** Inquiries find the outcome of almost all calls within this time; persons decide and the bank reports within a day. */
const usualHours = { calls: 1, decisions: 24, exceptions: 0 } as const

export type StuckRow = {
  kind: StuckKind
  id: string
  environment: Environment
  merchant_code: string | null
  merchant_name: string | null
  operator: OperatorCode | null
  /** Hundredths, never negative. */
  amount: bigint
  currency: string
  since: Temporal.Instant
  /** Its state, or the kind of exception. */
  state: string
  detail: string | null
  next: NextActor
}

export type StuckFilter = {
  kind?: StuckKind | undefined
  age?: Age | undefined
  environment?: Environment | undefined
  merchant_code?: string | undefined
  sort: 'oldest' | 'amount'
}

/** SQL of a cell: $1 are the kinds; $2, $3 and $4 the times before which calls, decisions and exceptions began to wait. */
const isSelected = (kind: StuckKind) => `'${kind}' = any($1::text[])`

/** SQL: an open exception `e` about what a call moves. */
const isAboutCall = `e.state = 'open' and (e.transfer_id = o.transfer_id or e.merchant_payout_id = o.merchant_payout_id
  or e.collection = o.id or e.collection = o.undoes)`

/** SQL: our names of the kinds of calls. */
const kindOfCall = `case o.kind when 'undo' then 'return' when 'payout' then 'transfer' when 'merchant_payout' then 'payout' else o.kind end`

/** SQL: what is waited for of a merchant's payout or refund request, and whose turn it is. */
const whoDecides = (column: 'payout_id' | 'refund_request_id') =>
  `case when exists (select from merchant_approval s where s.${column} = q.id and s.state = 'WAITING') then 'merchant' else 'finance' end`

const most = maxCounted + 1

/** Open calls have an index of their own. One with an open exception is listed as that, if the admin reads exceptions here. */
const calls = `(select ${kindOfCall} as kind, coalesce(t.transaction_uuid, r.transaction_id, p.public_id::text) as id,
      coalesce(t.environment, r.environment, p.environment) as environment, coalesce(t.merchant_id, r.merchant_id, p.merchant_id) as merchant_id,
      nullif(split_part(o.queue, ':', 3), '') as operator, o.amount_minor as amount, o.currency, o.created_at as since, o.state,
      o.upstream_reason as detail,
      case when o.state = 'intent' then 'service' when o.queue = 'cards' then 'gateway' else 'operator' end as next
    from operation o left join card_transaction t on t.id = o.card_transaction_id left join transfer r on r.id = o.transfer_id
      left join merchant_payout p on p.id = o.merchant_payout_id
   where o.state in ('intent', 'sent', 'unknown') and o.created_at < $2 and ${kindOfCall} = any($1::text[])
     and not (${isSelected('exception')} and exists (select from transfer_exception e where ${isAboutCall}))
   order by o.created_at limit ${most})`

const requests = `(select 'refund_request', t.transaction_uuid, t.environment, t.merchant_id, null, q.amount_minor, q.currency, q.created_at,
      q.state, q.reason, ${whoDecides('refund_request_id')}
    from refund_request q join card_transaction t on t.id = q.transaction_id
   where q.state = 'WAITING' and q.created_at < $3 and ${isSelected('refund_request')} order by q.id limit ${most})
  union all
  (select 'payout_request', q.public_id::text, q.environment, q.merchant_id, null, q.amount_minor, q.currency, q.created_at,
      q.state, null, ${whoDecides('payout_id')}
    from merchant_payout q
   where q.state in ('REQUESTED', 'APPROVED') and q.created_at < $3 and ${isSelected('payout_request')}
     and not exists (select from operation o where o.merchant_payout_id = q.id) order by q.id limit ${most})
  union all
  (select 'hold', q.transaction_id, q.environment, q.merchant_id, q.operator, q.amount_hundredths, q.currency, q.created_at, q.status,
      null, 'compliance'
    from transfer q where q.status = 'Hold' and q.created_at < $3 and ${isSelected('hold')} order by q.id limit ${most})`

/** Of several exceptions about the same money, the first. Those about wallets hold no money of a payment. */
// guard: stuck-once
const exceptions = `(select 'exception', coalesce(r.transaction_id, p.public_id::text, t.transaction_uuid),
      coalesce(r.environment, p.environment, k.environment), coalesce(r.merchant_id, p.merchant_id, k.merchant_id),
      coalesce(r.operator, k.operator), coalesce(r.amount_hundredths, p.amount_minor, k.amount_minor),
      coalesce(r.currency, p.currency, k.currency), x.opened_at, x.kind, x.detail, 'operations'
    from transfer_exception x left join transfer r on r.id = x.transfer_id left join merchant_payout p on p.id = x.merchant_payout_id
      left join collection k on k.operation = x.collection left join card_transaction t on t.id = k.card_transaction_id
   where x.state = 'open' and x.wallet_id is null and x.opened_at < $4 and ${isSelected('exception')}
     and not exists (select from transfer_exception e where e.state = 'open' and e.id < x.id
       and (e.transfer_id = x.transfer_id or e.merchant_payout_id = x.merchant_payout_id or e.collection = x.collection))
   order by x.id limit ${most})`

/** SQL: the rows of a cell, and $5 and $6 the environment and the merchant that are asked for. */
const ofCell = `(select s.kind, s.id, s.environment, s.operator, s.amount, s.currency, s.since, s.state, s.detail, s.next,
      m.merchant_code, m.name as merchant_name
    from (${calls} union all ${requests} union all ${exceptions}) s join merchant m on m.id = s.merchant_id
   where ($5::text is null or s.environment = $5) and ($6::text is null or m.merchant_code = $6)) every`

/** SQL: open lines of bank statements since they were booked. No line is a merchant's. */
const ofControl = `(select 'bank_line' as kind, q.id::text as id, q.environment, null as operator, abs(q.amount_minor) as amount, q.currency,
      q.booked_on::timestamp at time zone 'UTC' as since, q.state, coalesce(nullif(q.bank_reference, ''), q.text) as detail,
      case when q.write_off_by is null then 'finance' else 'second_admin' end as next, null as merchant_code, null as merchant_name
    from bank_line q
   where q.state in ('CANDIDATES', 'UNKNOWN', 'DUPLICATE', 'AMOUNT_DIFFERS', 'CONFLICT') and q.booked_on < ($2 at time zone 'UTC')::date
     and ${isSelected('bank_line')} and ($3::text is null or q.environment = $3) and $4::text is null
   order by q.id limit ${most}) every`

/** SQL: amounts are compared within a currency, US dollars come first. */
const first = (sort: string, limit: string) =>
  `order by case when ${sort} = 'amount' then currency <> 'USD' end, case when ${sort} = 'amount' then currency end collate "C",
     case when ${sort} = 'amount' then amount end desc, since, kind collate "C", id collate "C" limit ${limit}`

type SumRow = Pick<StuckRow, 'kind' | 'environment' | 'currency'> & { count: bigint; sum: bigint }
const sums = 'kind, environment, currency, count(*) as count, sum(amount)::bigint as sum'

const listOfCell = statement<StuckRow>(
  'list_stuck_money',
  `select * from ${ofCell} ${first('$7::text', '$8')}`,
)
const sumOfCell = statement<SumRow>('sum_stuck_money', `select ${sums} from ${ofCell} group by 1, 2, 3`)
const listOfControl = controlStatement<StuckRow>(
  'list_stuck_money_of_control',
  `select * from ${ofControl} ${first('$5::text', '$6')}`,
)
const sumOfControl = controlStatement<SumRow>(
  'sum_stuck_money_of_control',
  `select ${sums} from ${ofControl} group by 1, 2, 3`,
)

export type StuckNeeds = {
  cells: Listed
  now: Temporal.Instant
  /** Movements that no line of a bank statement shows in time. */
  bankMovements(): Promise<StuckRow[]>
}

/** What an admin reads of the money that waits: a page, the sums per currency, and how many of each kind there are. */
export async function stuckMoney(
  needs: StuckNeeds,
  { page, limit, ...filter }: Page & StuckFilter,
  admin: Pick<Admin, 'rights'>,
) {
  const range = rangeOf({ page, limit })
  const kinds = readableStuck(admin).filter((kind) => filter.kind === undefined || kind === filter.kind)
  const [rows, sums] = await readStuck(needs, { ...filter, kinds }, range.offset + range.limit)
  const counted = sums.reduce((total, { count }) => total + Number(count), 0)
  const list = pagedUpTo(
    { page, limit },
    { items: rows.slice(range.offset).map((row) => renderStuck(row, needs.now)), counted },
  )
  return { ...list, totals: totalsOf(sums), kinds: countsOf(sums) }
}

// guard: readable-stuck-money
const readableStuck = (admin: Pick<Admin, 'rights'>): StuckKind[] =>
  stuckKinds.filter((kind) => hasRight(admin, readRights[kind]))

async function readStuck(
  { cells: listed, now, bankMovements }: StuckNeeds,
  filter: StuckFilter & { kinds: readonly StuckKind[] },
  wanted: number,
): Promise<[StuckRow[], SumRow[]]> {
  const { kinds, environment = null, merchant_code: merchant = null, sort, age } = filter
  const before = (usual: number) => now.subtract({ hours: Math.max(usual, age ? ages[age] : 0) })
  const { control } = placesListed(listed)
  const inCells = await cellsListed(listed, merchant)
  const ofCells = [
    ...[kinds, before(usualHours.calls), before(usualHours.decisions), before(usualHours.exceptions)],
    ...[environment, merchant],
  ]
  const atControl = [kinds, before(usualHours.decisions), environment, merchant]
  const [rows, sums, lines, sumsOfLines, movements] = await Promise.all([
    Promise.all(inCells.map((sql) => sql.rows(listOfCell, [...ofCells, sort, wanted]))),
    Promise.all(inCells.map((sql) => sql.rows(sumOfCell, ofCells))),
    control.rows(listOfControl, [...atControl, sort, wanted]),
    control.rows(sumOfControl, atControl),
    kinds.includes('bank_movement') && merchant === null ? bankMovements() : [],
  ])
  const late = movements.filter(
    (row) =>
      (environment === null || row.environment === environment) &&
      Temporal.Instant.compare(row.since, before(usualHours.decisions)) < 0,
  )
  const found = [...rows.flat(), ...lines, ...late].toSorted(orders[sort]).slice(0, wanted)
  return [
    found,
    [...sums.flat(), ...sumsOfLines, ...late.map((row) => ({ ...row, count: 1n, sum: row.amount }))],
  ]
}

const compare = <Value extends string | bigint>(a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0)
const oldestFirst = (a: StuckRow, b: StuckRow): number =>
  Temporal.Instant.compare(a.since, b.since) || compare(a.kind, b.kind) || compare(a.id, b.id)

/** As in SQL. */
const orders = {
  oldest: oldestFirst,
  amount: (a, b) =>
    Number(a.currency !== 'USD') - Number(b.currency !== 'USD') ||
    compare(a.currency, b.currency) ||
    compare(b.amount, a.amount) ||
    oldestFirst(a, b),
} satisfies Record<StuckFilter['sort'], (a: StuckRow, b: StuckRow) => number>

function totalsOf(sums: readonly SumRow[]) {
  return (['production', 'sandbox'] as const).flatMap((environment) =>
    [...new Set(sums.map(({ currency }) => currency))].sort(dollarsFirst).flatMap((currency) => {
      const own = sums.filter((row) => row.environment === environment && row.currency === currency)
      if (own.length === 0) return []
      const amount = own.reduce((total, { sum }) => total + sum, 0n)
      return [{ environment, currency, count: countOf(own), amount: formatMoney(money(amount, 'USD')) }]
    }),
  )
}

const dollarsFirst = (a: string, b: string) => Number(a !== 'USD') - Number(b !== 'USD') || compare(a, b)

const countOf = (sums: readonly SumRow[]) => sums.reduce((total, { count }) => total + Number(count), 0)

function countsOf(sums: readonly SumRow[]) {
  return stuckKinds.flatMap((kind) => {
    const count = countOf(sums.filter((row) => row.kind === kind))
    return count === 0 ? [] : [{ kind, count }]
  })
}

function renderStuck({ since, amount, ...row }: StuckRow, now: Temporal.Instant) {
  return {
    ...row,
    amount: formatMoney(money(amount, 'USD')),
    since: utcSecond(since),
    age_seconds: Math.max(0, Math.floor(since.until(now).total('seconds'))),
  }
}
