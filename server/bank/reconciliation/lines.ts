// Rows of bank lines.
import type { Environment } from '../../kernel/environment.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import { type ControlSql, controlStatement, type Sql, type Tx } from '../../platform/database/database.ts'
import { lockForAll } from '../../platform/database/locks.ts'

export const lineStates = [
  'NEW',
  'MATCHED',
  'CANDIDATES',
  'UNKNOWN',
  'DUPLICATE',
  'AMOUNT_DIFFERS',
  'CONFLICT',
  'WRITTEN_OFF',
] as const
export type LineState = (typeof lineStates)[number]

/** An admin must look at lines in these states. */
export const openStates = ['CANDIDATES', 'UNKNOWN', 'DUPLICATE', 'AMOUNT_DIFFERS', 'CONFLICT'] as const
export const isOpenState = (state: LineState): boolean => (openStates as readonly string[]).includes(state)

export const movementKinds = ['payout', 'payout_return', 'settlement', 'top_up'] as const
export type MovementKind = (typeof movementKinds)[number]

export type LineRow = {
  id: bigint
  file_id: bigint
  environment: Environment
  account: string
  currency: LocalCurrency
  /** As the bank numbers it. */
  statement_name: string
  entry: string
  booked_on: string
  amount_minor: bigint
  is_return: boolean
  end_to_end_id: string | null
  bank_reference: string | null
  text: string
  state: LineState
  expected_kind: MovementKind | null
  expected_key: string | null
  matched_by: string | null
  duplicate_of: bigint | null
  decided_at: Temporal.Instant | null
  write_off_by: string | null
  write_off_owner: string | null
  write_off_reason: string | null
  write_off_approved_by: string | null
}

export const lineColumns = `l.id, l.file_id, l.environment, l.account, l.currency,
  coalesce(l.statement_name, l.statement_id) as statement_name, l.entry, l.booked_on::text as booked_on,
  l.amount_minor, l.is_return, l.end_to_end_id, l.bank_reference, l.text, l.state, l.expected_kind, l.expected_key, l.matched_by,
  l.duplicate_of, l.decided_at, l.write_off_by, l.write_off_owner, l.write_off_reason, l.write_off_approved_by`

const findLine = controlStatement<LineRow>(
  'find_bank_line',
  `select ${lineColumns} from bank_line l where l.id = $1`,
)
const lockLine = controlStatement<LineRow>(
  'lock_bank_line',
  `select ${lineColumns} from bank_line l where l.id = $1 for update`,
)
const nextNew = `select ${lineColumns} from bank_line l where l.state = 'NEW' order by l.id limit 1`
const findNext = controlStatement<LineRow>('find_new_bank_line', nextNew)
const lockNext = controlStatement<LineRow>('lock_new_bank_line', `${nextNew} for update skip locked`)
const countOpen = controlStatement<{ counted: bigint }>(
  'count_open_bank_lines',
  `select count(*) as counted from bank_line where state in (${openStates.map((state) => `'${state}'`).join(', ')})`,
)
const judge = controlStatement(
  'judge_bank_line',
  `update bank_line set state = $2, expected_kind = $3, expected_key = $4, matched_by = $5, duplicate_of = $6, decided_at = $7
    where id = $1`,
)
const findMatch = controlStatement<{ id: bigint }>(
  'find_line_of_movement',
  `select id from bank_line where expected_kind = $1 and expected_key = $2 and state = 'MATCHED'`,
)
/**
 * Another statement shows the same booking: same day, amount and id, of the bank or else of ours or of the text. Different ids of ours
 * are different bookings, whatever the bank's references say. For a line that names a payout ($2), one without an id counts only if it
 * has shown a movement.
 */
const findSame = controlStatement<{ id: bigint }>(
  'find_same_bank_line',
  `select o.id from bank_line o join bank_line l on l.id = $1
    where (o.account, o.currency, o.booked_on, o.amount_minor) = (l.account, l.currency, l.booked_on, l.amount_minor)
      and o.id < l.id and o.statement_id <> l.statement_id
      and (o.end_to_end_id = l.end_to_end_id or l.end_to_end_id is null
           or (o.end_to_end_id is null and (not $2 or o.state = 'MATCHED')))
      and case when l.bank_reference is not null and o.bank_reference is not null then o.bank_reference = l.bank_reference
               when l.end_to_end_id is not null then o.end_to_end_id = l.end_to_end_id
               else o.text = l.text and l.text <> '' end
    order by o.id limit 1`,
)

export async function lineById(sql: Sql, id: bigint): Promise<LineRow | undefined> {
  return (await sql.rows(findLine, [id]))[0]
}

export async function lockedLine(sql: Tx, id: bigint): Promise<LineRow | undefined> {
  return (await sql.rows(lockLine, [id]))[0]
}

/** The oldest line that was not matched yet. */
export async function nextNewLine(sql: ControlSql): Promise<LineRow | undefined> {
  return (await sql.rows(findNext))[0]
}

/** Locks the oldest line that was not matched yet, unless another transaction has it. */
export async function lockedNewLine(sql: Tx): Promise<LineRow | undefined> {
  return (await sql.rows(lockNext))[0]
}

const idForm = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** The id of the payout that the line's reference names, if it has the form of one. */
export function payoutIdOf({ end_to_end_id }: LineRow): string | undefined {
  return idForm
    .exec(end_to_end_id ?? '')
    ?.slice(1)
    .join('-')
}

/** What was found out about a line. */
/** Lines are matched and assigned one after the other, so that no two show the same movement. Locked before any line. */
// guard: bank-matching
export async function lockMatching(sql: Tx): Promise<void> {
  await lockForAll(sql, 'bank matching')
}

/** `charge`: what the bank has kept of it, in minor units, where two admins have agreed on it. */
export type Matched = { state: 'MATCHED'; kind: MovementKind; key: string; by: string; charge?: bigint }
export type Judgement =
  | Matched
  | { state: 'DUPLICATE'; of: bigint }
  | { state: 'CANDIDATES' | 'UNKNOWN' | 'AMOUNT_DIFFERS' | 'CONFLICT' }

/** Writes down what was found out about a locked line. */
export async function judgeLine(
  sql: Tx,
  line: bigint,
  judgement: Judgement,
  now: Temporal.Instant,
): Promise<void> {
  const match =
    judgement.state === 'MATCHED' ? [judgement.kind, judgement.key, judgement.by] : [null, null, null]
  const of = judgement.state === 'DUPLICATE' ? judgement.of : null
  const isDecided = judgement.state === 'MATCHED'
  await sql.rows(judge, [line, judgement.state, ...match, of, isDecided ? now : null])
}

/** The line that shows a movement. */
export async function lineOfMovement(sql: Sql, kind: MovementKind, key: string): Promise<bigint | undefined> {
  return (await sql.rows(findMatch, [kind, key]))[0]?.id
}

/**
 * An earlier line, of another statement, that shows the same booking.
 * @param namesPayout whether the line carries the id of a payout.
 */
export async function sameLine(sql: Sql, line: bigint, namesPayout: boolean): Promise<bigint | undefined> {
  return (await sql.rows(findSame, [line, namesPayout]))[0]?.id
}

/** Counts the lines that an admin must look at. */
export async function countOpenLines(sql: Sql): Promise<number> {
  return Number((await sql.rows(countOpen))[0]?.counted ?? 0)
}
