// Reconciles one day of our books with the gateway's report: entries that only one side has, and entries that differ.
import { type Currency, formatMoney, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { statement } from '../../platform/database/database.ts'
import { type Listed, rowsOfCells } from '../../platform/database/over-cells.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { GatewayFor, ReportLine } from '../gateway/gateway.ts'
import { cardProblems } from '../transaction/problems.ts'

export type ReconcileNeeds = { cells: Listed; clock: Clock; log: Log; gatewayFor: GatewayFor }

/**
 * `IN_FLIGHT` means that the call is being made at this moment, and `PENDING` that we do not know its outcome. Of the
 * others, only `CHARGED` and `REFUNDED` have moved money.
 */
type OurStatus = 'CHARGED' | 'REFUNDED' | 'DECLINED' | 'UNDONE' | 'VOIDED' | 'PENDING' | 'IN_FLIGHT'

/** One of our operations that moves money. The id is the gateway's, and empty when it is unknown to us. */
export type OurLine = Omit<ReportLine, 'status'> & { status: OurStatus; at: Temporal.Instant }

type Pair = { ours: OurLine; theirs: ReportLine }

type Comparison = {
  matched: number
  missingHere: ReportLine[]
  missingThere: OurLine[]
  amountDiffers: Pair[]
  statusDiffers: Pair[]
}

/** Pairs each line once: by the gateway's id, then, for our lines without an id, by the code of the payment. */
export function compareLines(ours: readonly OurLine[], theirs: readonly ReportLine[]): Comparison {
  const named = queues(ours.filter(({ id }) => id !== '').map((line) => [`${line.type} ${line.id}`, line]))
  const nameless = queues(
    ours.filter(({ id }) => id === '').map((line) => [`${line.type} ${line.code}`, line]),
  )
  const comparison: Comparison = {
    matched: 0,
    missingHere: [],
    missingThere: [],
    amountDiffers: [],
    statusDiffers: [],
  }
  const unnamed: ReportLine[] = []
  for (const line of theirs) {
    const known = named.get(`${line.type} ${line.id}`)?.shift()
    if (known) judge(comparison, known, line)
    else unnamed.push(line)
  }
  for (const line of unnamed) {
    const known = nameless.get(`${line.type} ${line.code}`)?.shift()
    if (known) judge(comparison, known, line)
    else comparison.missingHere.push(line)
  }
  comparison.missingThere = [...named.values(), ...nameless.values()].flat().filter(standsHere)
  return comparison
}

function queues(entries: [key: string, line: OurLine][]): Map<string, OurLine[]> {
  const byKey = new Map<string, OurLine[]>()
  for (const [key, line] of entries) {
    const queue = byKey.get(key)
    if (queue) queue.push(line)
    else byKey.set(key, [line])
  }
  return byKey
}

/** A call in flight is compared once its reply is here: the report may have it already, or not yet. */
function judge(comparison: Comparison, ours: OurLine, theirs: ReportLine): void {
  if (ours.status === 'IN_FLIGHT') return
  if (ours.status === 'PENDING' || standsHere(ours) !== standsThere(theirs))
    comparison.statusDiffers.push({ ours, theirs })
  else if (standsHere(ours) && !sameAmount(ours, theirs)) comparison.amountDiffers.push({ ours, theirs })
  else comparison.matched += 1
}

function standsHere({ status }: OurLine): boolean {
  return status === 'CHARGED' || status === 'REFUNDED'
}

/** Lines in the report represent money sent to the processor, unless their status says otherwise. */
function standsThere({ status }: ReportLine): boolean {
  return !/void|fail|reject|declin|cancel|revers/i.test(status)
}

function sameAmount(ours: OurLine, theirs: ReportLine): boolean {
  return ours.amount.minor === theirs.amount.minor && ours.amount.currency === theirs.amount.currency
}

type LineRow = {
  id: string
  code: string
  type: 'charge' | 'refund'
  amount_minor: bigint
  currency: Currency
  status: OurStatus
  at: Temporal.Instant
}

/**
 * No gateway knows the payments of samples. A confirmed charge that is being undone is PENDING until the undo has completed. A call is in flight until the first
 * inquiry about it is due.
 */
const readLines = statement<LineRow>(
  'read_lines_to_reconcile',
  `select coalesce(o.upstream_id, '') as id, t.transaction_uuid as code, 'charge' as type, o.amount_minor, o.currency,
          case when o.state = 'declined' then 'DECLINED'
               when o.state = 'undone' or u.state = 'confirmed' then 'UNDONE'
               when o.state in ('intent', 'sent') and not o.uncertain and o.next_check_at > $4 then 'IN_FLIGHT'
               when o.state <> 'confirmed' or u.id is not null then 'PENDING'
               when t.status = 'VOIDED' then 'VOIDED'
               else 'CHARGED' end as status,
          o.created_at as at
     from operation o
     join card_transaction t on t.id = o.card_transaction_id
     join merchant m on m.id = t.merchant_id and m.sample_of is null
     left join operation u on u.undoes = o.id and u.kind = 'undo'
    where o.kind = 'charge' and t.environment = $1 and o.created_at >= $2 and o.created_at < $3
   union all
   select coalesce(r.cs_refund_id, ''), t.transaction_uuid || '-R' || r.id, 'refund', r.amount_minor, r.currency,
          case r.status when 'SUCCESS' then 'REFUNDED' when 'FAILED' then 'DECLINED'
          else case when o.state in ('intent', 'sent') and not o.uncertain and o.next_check_at > $4 then 'IN_FLIGHT'
                    else 'PENDING' end end, r.created_at
     from card_refund r
     join card_transaction t on t.id = r.transaction_id
     join merchant m on m.id = t.merchant_id and m.sample_of is null
     left join operation o on o.upstream_ref = t.transaction_uuid || '-R' || r.id and r.status = 'PENDING'
    where t.environment = $1 and r.created_at >= $2 and r.created_at < $3
      -- What operators give back is not in the gateway's report.
      and t.payment_method is distinct from 'mobile_money'`,
)

/** We record a call before the gateway dates it, so a call this close to midnight may fall on another day there. */
const nearMidnight = Temporal.Duration.from({ minutes: 10 })

/**
 * Reconciles one day.
 * @throws Problem 502 when the gateway's report is unavailable.
 */
export async function reconcileDay(
  needs: ReconcileNeeds,
  { date, environment }: { date: Temporal.PlainDate; environment: 'sandbox' | 'production' },
): Promise<Comparison> {
  const [from, to] = boundsOf(date)
  const theirs = await reportOf(needs, environment, date)
  const rows = await rowsOfCells(needs.cells, readLines, [
    environment,
    from.subtract(nearMidnight),
    to.add(nearMidnight),
    needs.clock.now(),
  ])
  const comparison = compareLines(rows.map(lineOf), theirs)
  const missingThere = comparison.missingThere.filter(({ at }) => isBetween(at, from, to))
  for (const [isNear, neighbour] of [
    [(line: OurLine) => isBetween(line.at, from, from.add(nearMidnight)), date.subtract({ days: 1 })],
    [(line: OurLine) => isBetween(line.at, to.subtract(nearMidnight), to), date.add({ days: 1 })],
  ] as const) {
    if (!missingThere.some(isNear)) continue
    const there = new Set((await reportOf(needs, environment, neighbour)).map(({ id }) => id))
    const reported = missingThere.filter((line) => isNear(line) && there.has(line.id))
    for (const line of reported) missingThere.splice(missingThere.indexOf(line), 1)
  }
  return { ...comparison, missingThere }
}

function boundsOf(date: Temporal.PlainDate): [from: Temporal.Instant, to: Temporal.Instant] {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime('UTC').toInstant()
  return [startOf(date), startOf(date.add({ days: 1 }))]
}

function isBetween(at: Temporal.Instant, from: Temporal.Instant, to: Temporal.Instant): boolean {
  return Temporal.Instant.compare(at, from) >= 0 && Temporal.Instant.compare(at, to) < 0
}

function lineOf({ amount_minor, currency, ...row }: LineRow): OurLine {
  return { ...row, amount: money(amount_minor, currency) }
}

async function reportOf(
  { gatewayFor, log }: ReconcileNeeds,
  environment: 'sandbox' | 'production',
  date: Temporal.PlainDate,
): Promise<ReportLine[]> {
  const report = await gatewayFor(environment).reportDay(date.toString())
  if (report.kind === 'report') return report.lines
  log.warn('gateway daily report unavailable', { reason: report.cause })
  throw new Problem(cardProblems.report_failed)
}

/** Renders the result for the API and the command line. */
export function reportJson(date: Temporal.PlainDate, comparison: Comparison) {
  return {
    date: date.toString(),
    matched: comparison.matched,
    missing_here: comparison.missingHere.map(lineJson),
    missing_there: comparison.missingThere.map(lineJson),
    amount_differs: comparison.amountDiffers.map(({ ours, theirs }) => ({
      id: theirs.id,
      code: theirs.code,
      type: theirs.type,
      amount_here: formatMoney(ours.amount),
      currency_here: ours.amount.currency,
      amount_there: formatMoney(theirs.amount),
      currency_there: theirs.amount.currency,
    })),
    status_differs: comparison.statusDiffers.map(({ ours, theirs }) => {
      const { status, ...line } = lineJson(theirs)
      return { ...line, status_here: ours.status, status_there: status }
    }),
  }
}

function lineJson({ id, code, type, amount, status }: ReportLine | OurLine) {
  return { id, code, type, amount: formatMoney(amount), currency: amount.currency, status }
}
