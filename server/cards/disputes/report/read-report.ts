// Reads the gateway's dispute report from where it stopped. Each reading begins some days earlier, because the gateway dates a
// case by the day on which the bank opened it, which may be before the gateway knew it.
import type { Environment } from '../../../kernel/environment.ts'
import {
  type AnsweringCells,
  answeringCells,
  type Cells,
  cellOf,
  inEachCell,
} from '../../../platform/database/cells.ts'
import { controlStatement, type Database, statement, type Tx } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/process/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { DisputeLine, GatewayFor, UnreadableDispute } from '../../gateway/gateway.ts'
import { disputedPayment } from '../queries.ts'
import { applyCase, type CaseResult, type DisputeFees } from './apply-case.ts'
import { openDisputeException } from './exceptions.ts'

export type ReportNeeds = {
  cells: Cells
  clock: Clock
  log: Log
  gatewayFor: GatewayFor
  environments: readonly Environment[]
  fees: DisputeFees
  /** Seconds between two readings. */
  intervalSeconds: number
  wake: () => void
}

/** How far before the last reading the next one begins, and the first one before now. */
const overlap = { hours: 7 * 24 }
const firstReading = { hours: 30 * 24 }
/** A report of a longer time may be too large for one reply. */
const maxPeriod = { hours: 10 * 24 }

/** One process reads at a time: whoever moves the time of the next reading. */
const claimReading = controlStatement<{ read_through: Temporal.Instant | null }>(
  'claim_dispute_report',
  `with claimed as (
     update card_dispute_report set next_read_at = $3 where environment = $1 and next_read_at <= $2
     returning read_through
   ), made as (
     insert into card_dispute_report (environment, next_read_at) values ($1, $3) on conflict (environment) do nothing
   )
   select read_through from claimed`,
)
const keepProgress = controlStatement(
  'keep_dispute_report_progress',
  `update card_dispute_report set read_through = greatest(read_through, $2) where environment = $1`,
)

/** Reads what is due of each environment. Always returns false: the next reading is due after the interval. */
export async function readDueReports(needs: ReportNeeds): Promise<boolean> {
  for (const environment of needs.environments) {
    const now = needs.clock.now()
    const next = now.add({ seconds: needs.intervalSeconds })
    const [claimed] = await needs.cells.control.rows(claimReading, [environment, now, next])
    if (claimed) await readReport(needs, environment, claimed.read_through)
  }
  return false
}

/** Reads one environment's report up to now, in pieces. Stops at a piece that cannot be read or applied whole. */
export async function readReport(
  needs: ReportNeeds,
  environment: Environment,
  readThrough: Temporal.Instant | null,
): Promise<void> {
  const end = needs.clock.now()
  let from = readThrough?.subtract(overlap) ?? end.subtract(firstReading)
  while (Temporal.Instant.compare(from, end) < 0) {
    const to = [from.add(maxPeriod), end].toSorted(Temporal.Instant.compare)[0] ?? end
    if (!(await readPiece(needs, environment, from, to))) return
    await needs.cells.control.rows(keepProgress, [environment, to])
    from = to
  }
}

async function readPiece(
  needs: ReportNeeds,
  environment: Environment,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<boolean> {
  const report = await needs.gatewayFor(environment).reportDisputes(from, to)
  if (report.kind === 'unavailable') {
    needs.log.warn('gateway dispute report unavailable', { reason: report.cause })
    return false
  }
  const results = await applyLines(needs, environment, report.lines)
  // They lie in one cell, which must not hold up the lines of the others.
  await openUnreadable(needs, environment, report.unreadable)
  if (results.includes('applied') || results.includes('exception')) needs.wake()
  return !results.includes('waiting')
}

/** Where what concerns no payment that we know is kept, so that it is found again when the report is read again. */
const firstOf = ({ cells }: Pick<ReportNeeds, 'cells'>): Database => cellOf(cells, 1)

/** A line that nobody understands may be a chargeback, whose deadline runs. */
// guard: unreadable-dispute
async function openUnreadable(
  { cells, clock }: Pick<ReportNeeds, 'cells' | 'clock'>,
  environment: Environment,
  lines: readonly UnreadableDispute[],
): Promise<void> {
  if (lines.length === 0) return
  const now = clock.now()
  await firstOf({ cells }).transaction(async (sql) => {
    for (const line of lines)
      await openDisputeException(sql, { environment, ...line, kind: 'line_unreadable' }, now)
  })
}

/** Applies lines, oldest first, each in a transaction of its own: one that cannot be applied holds up no other. */
export async function applyLines(
  needs: Pick<ReportNeeds, 'cells' | 'clock' | 'log' | 'fees'>,
  environment: Environment,
  lines: readonly DisputeLine[],
): Promise<CaseResult[]> {
  const results: CaseResult[] = []
  // A cell that does not respond is waited for once, not for each line.
  const cells = answeringCells(needs.cells)
  for (const line of lines.toSorted(byTime))
    results.push(await applyLine({ ...needs, cells }, environment, line))
  return results
}

/** Lines of the same time in the order in which a case passes through them. */
function byTime(a: DisputeLine, b: DisputeLine): number {
  return Temporal.Instant.compare(a.at, b.at) || order.indexOf(a.kind) - order.indexOf(b.kind)
}
const order: readonly DisputeLine['kind'][] = ['inquiry', 'opened', 'won', 'lost']

async function applyLine(
  { cells, clock, log, fees }: Pick<ReportNeeds, 'clock' | 'log' | 'fees'> & { cells: AnsweringCells },
  environment: Environment,
  line: DisputeLine,
): Promise<CaseResult> {
  try {
    const context = { environment, fees, now: clock.now() }
    const { db, paymentId } = await placeOfLine(cells, environment, line)
    const work = (sql: Tx) => applyCase(sql, line, context)
    // A payment's lines are applied one at a time, beside its refunds.
    const result = await db.transaction(work, { mutexKey: `dispute ${paymentId ?? line.caseNumber}` })
    if (result === 'exception') log.warn('dispute needs a decision', { reason: line.caseNumber })
    if (result === 'waiting') log.info('dispute waits for a void', { reason: line.caseNumber })
    if (result === 'applied') log.info('dispute reported', { reason: line.caseNumber, state: line.kind })
    return result
  } catch (error) {
    log.error('dispute could not be recorded', { error, reason: line.caseNumber })
    return 'waiting'
  }
}

const findPlace = statement<{ payment_id: bigint | null; knows_case: boolean }>(
  'find_place_of_dispute_line',
  `select (${disputedPayment('id')}) as payment_id,
          exists (select from card_dispute d where d.environment = $1 and d.case_number = $4) as knows_case`,
)

type PlaceOfLine = { db: Database; paymentId: bigint | null }

/**
 * The cell that has the case, otherwise that of the payment: a case that is known of one payment is never applied to one of another cell.
 * @throws Error if neither is found while a cell does not respond.
 */
async function placeOfLine(
  cells: AnsweringCells,
  environment: Environment,
  line: DisputeLine,
): Promise<PlaceOfLine> {
  const { paymentId, code, caseNumber } = line
  const found = await inEachCell(cells, async (db) => {
    const [row] = await db.rows(findPlace, [environment, paymentId, code, caseNumber])
    return { db, paymentId: row?.payment_id ?? null, knowsCase: row?.knows_case ?? false }
  })
  // guard: dispute-case-cell
  const place = found.find(({ knowsCase }) => knowsCase) ?? found.find((each) => each.paymentId !== null)
  if (place) return place
  // guard: dispute-in-absent-cell
  for (const error of cells.missing.values()) throw error
  return { db: firstOf({ cells }), paymentId: null }
}
