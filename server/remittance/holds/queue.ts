// The review queue: held transfers with both parties and the screening findings.
import type { Admin } from '../../admin/access.ts'
import { pendingApprovals } from '../../admin/approvals/pending.ts'
import { type ApprovalRules, applies, needsApproval } from '../../admin/approvals/rules.ts'
import { isExactMatch } from '../../compliance/screening/screener.ts'
import { cellOfTransfer } from '../../kernel/cell.ts'
import { type Money, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { TravelRule } from '../../operator-calls/operator.ts'
import { type Cells, cellOf } from '../../platform/database/cells.ts'
import { sentKeys, toSentKeys } from '../../platform/database/coalescing-batch.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import {
  cellsListed,
  mergedPage,
  newestFirst,
  rowsOfCells,
  sumsOfCells,
} from '../../platform/database/over-cells.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { freshQuote } from '../acceptance/pricing.ts'
import type { RateTable } from '../exchange-rates/rate-table.ts'
import { may } from '../http/endpoint-parts.ts'
import type { Page } from '../http/list-parameters.ts'
import { isMoney, type LimitRule, type LimitSubject } from '../limits/rule.ts'
import { amountNumber } from '../transfer/formats.ts'
import { openParties, renderParties } from '../transfer/parties.ts'
import { type TransferRow, transferColumns } from '../transfer/queries.ts'
import { transferSummary } from '../transfer-views/search.ts'
import { precedentsOf } from './precedents.ts'
import type { ScreeningFinding } from './schemas.ts'

export type HoldQueue = {
  db: Database
  cells: Cells
  clock: Clock
  approvals: { rules: ApprovalRules }
  currentRates: () => Promise<RateTable | undefined>
  secrets: Secrets
  /** The screening findings of these transfers, by transfer id. */
  screeningsOf: (
    transfers: readonly { id: bigint; parties: TravelRule }[],
  ) => Promise<ReadonlyMap<bigint, ScreeningFinding[]>>
}

/** `promised_minor`: US cents that its quote promises. */
type HeldRow = TransferRow & {
  merchant_code: string
  merchant_name: string
  time_zone: string
  promised_minor: bigint | null
}

const heldColumns = `${transferColumns}, m.merchant_code, m.name as merchant_name, m.time_zone,
  (select q.receiver_minor from quote q where q.transfer_id = t.id and q.state = 'HELD') as promised_minor`
const heldTables = 'transfer t join merchant m on m.id = t.merchant_id'
const listHeld = statement<HeldRow>(
  'list_held_transfers',
  `select ${heldColumns} from ${heldTables} where t.status = 'Hold' order by t.id limit $1 offset $2`,
)
const findHeld = statement<HeldRow>(
  'find_held_transfer',
  `select ${heldColumns} from ${heldTables} where t.transaction_id = $1 and t.erased_at is null`,
)
type HitRow = LimitHitRow & { transfer_id: bigint }
const listHits = statement<HitRow>(
  'list_limit_hits_of_holds',
  `with ${sentKeys('bigint')}
   select transfer_id, rule_id, subject, measure, time_window, used, reached, most
     from sent join limit_hit on transfer_id = sent.key where outcome = 'hold' order by id`,
)
const countHeld = statement<{ total: bigint }>(
  'count_held_transfers',
  `select count(*) as total from transfer where status = 'Hold'`,
)

/** One page of held transfers, oldest first, so that the longest waiting are reviewed first. */
export async function listHolds(needs: HoldQueue, { limit, offset }: Page, admin: Admin) {
  const rows = await mergedPage(
    await cellsListed(needs.cells),
    { limit, offset },
    {
      read: (sql, range) => sql.rows(listHeld, [range.limit, range.offset]),
      order: (a, b) => newestFirst(b, a),
    },
  )
  const [count] = await sumsOfCells(needs.cells, countHeld)
  return { total: Number(count?.total ?? 0), items: await renderHolds(needs, rows, admin) }
}

/** One held transfer as the queue shows it, also after it was decided; undefined once it was erased. */
export async function readHold(needs: HoldQueue, transactionId: string, admin: Admin) {
  const rows = await cellOf(needs.cells, cellOfTransfer(transactionId)).rows(findHeld, [transactionId])
  return (await renderHolds(needs, rows, admin))[0]
}

async function renderHolds(
  { db, cells, clock, secrets, screeningsOf, approvals, currentRates }: HoldQueue,
  rows: readonly HeldRow[],
  admin: Admin,
) {
  const held = rows.map((row) => ({ ...row, parties: openParties(secrets, row) }))
  const screenings = await screeningsOf(held)
  const hits = await rowsOfCells(cells, listHits, [toSentKeys(rows.map(({ id }) => id))])
  const rateTable = await currentRates()
  const released = ({ amount_hundredths, currency, promised_minor }: HeldRow) =>
    promised_minor === null
      ? usdOf({ clock }, { amount: amount_hundredths, currency }, rateTable)
      : money(promised_minor, 'USD')
  const waits = (row: HeldRow, findings: readonly ScreeningFinding[]) =>
    releaseWaits(approvals.rules, released(row), findings)
  const subjects = rows.map(({ transaction_id }) => transaction_id)
  const pending = await pendingApprovals(db, { actions: ['hold_release'], subjects, admin, now: clock.now() })
  const matchesOf = ({ id }: HeldRow) => (screenings.get(id) ?? []).flatMap(({ matches }) => matches)
  const precedents = await precedentsOf(cells, rows.flatMap(matchesOf))
  return held.map((row) => ({
    ...withoutStatus(transferSummary(row)),
    merchant_code: row.merchant_code,
    merchant_name: row.merchant_name,
    time_zone: row.time_zone,
    environment: row.environment,
    parties: renderParties(row.parties),
    screening: screenings.get(row.id) ?? null,
    limits: hits.filter(({ transfer_id }) => transfer_id === row.id).map(renderLimitHit),
    pending_approvals: pending(row.transaction_id),
    precedents: distinctEntries(matchesOf(row)).flatMap(precedents),
    // Every transfer in the queue is held.
    allowed_actions: {
      release: { ...may, needs_approval: waits(row, screenings.get(row.id) ?? []) },
      reject: may,
    },
  }))
}

const withoutStatus = <Summary extends { status: unknown }>({ status: _, ...summary }: Summary) => summary

/** What a release would pay in dollars now; undefined without a fresh rate, when it is refused anyway. */
function usdOf(
  needs: Pick<HoldQueue, 'clock'>,
  sent: Parameters<typeof freshQuote>[1],
  rateTable: RateTable | undefined,
): Money | undefined {
  try {
    return money(freshQuote(needs, sent, rateTable, withoutFee).amount, 'USD')
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

const withoutFee = { remittanceFeeBp: 0, remittanceFeeFixedMinor: 0n }

/** Whether the rules let a second admin approve a release, so that its button says so before it is pressed. */
function releaseWaits(
  rules: ApprovalRules,
  amount: Money | undefined,
  findings: readonly ScreeningFinding[],
): boolean {
  const exact = findings.some(
    ({ decision, matches }) =>
      decision === 'hold' &&
      matches.some(({ score, parts }) =>
        isExactMatch({
          score: Number(score),
          parts: parts.map((part) => ({ ...part, points: Number(part.points) })),
        }),
      ),
  )
  return (exact && applies(rules, 'matches')) || needsApproval(rules, 'hold_release', amount)
}

/** One match of each entry: the sender and the beneficiary may resemble the same one. */
function distinctEntries<Match extends { list: string; entry_id: string }>(
  matches: readonly Match[],
): Match[] {
  return [...new Map(matches.map((match) => [`${match.list} ${match.entry_id}`, match])).values()]
}

export type LimitHitRow = {
  rule_id: string
  subject: LimitSubject
  measure: LimitRule['measure']
  time_window: LimitRule['window']
  used: bigint
  reached: bigint
  most: bigint
}

/** Amounts in dollars; a number for what is counted. */
export function renderLimitHit({
  rule_id: rule,
  subject,
  measure,
  time_window: window,
  ...values
}: LimitHitRow) {
  const shown = (value: bigint) => (isMoney(measure) ? amountNumber(value) : Number(value))
  const { used, reached, most } = values
  return { rule, subject, measure, window, used: shown(used), reached: shown(reached), limit: shown(most) }
}
