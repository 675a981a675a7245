// Matches bank lines with the movements that our books expect: by our reference first, then by amount and day. Money moves only with
// a line that carries our reference, or that an admin has assigned: a payout to a bank is never paid by its amount alone.

import { type Admin, ownerOf } from '../../admin/access.ts'
import { cellOfUuid } from '../../kernel/cell.ts'
import { money } from '../../kernel/money.ts'
import { type OperatorCode, operatorCodes } from '../../kernel/operators.ts'
import { post } from '../../ledger/post.ts'
import { movePayout } from '../../merchant-payouts/record/move-payout.ts'
import {
  hasApproved,
  lockedPayout,
  type PayoutRow,
  type PayoutState,
  payoutByPublicId,
} from '../../merchant-payouts/record/queries.ts'
import { type Cells, cellOf } from '../../platform/database/cells.ts'
import { controlStatement, type Database, type Tx } from '../../platform/database/database.ts'
import type { Listed } from '../../platform/database/over-cells.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { BankRules } from '../rules.ts'
import {
  type Judgement,
  judgeLine,
  type LineRow,
  lineOfMovement,
  lockedNewLine,
  lockMatching,
  type Matched,
  nextNewLine,
  payoutIdOf,
  sameLine,
} from './lines.ts'
import { movementsFor } from './movements.ts'

export type MatchNeeds = { cells: Cells; clock: Clock; rules: BankRules }

/** Matches the oldest new line, in the cell of the payout that it names. Returns false if there is none. */
export async function matchNewLine(needs: MatchNeeds): Promise<boolean> {
  const { cells, clock } = needs
  const next = cells.all.length === 1 ? undefined : await nextNewLine(cells.control)
  return cellOfLine(cells, next).transaction(async (sql) => {
    await lockMatching(sql)
    const line = await lockedNewLine(sql)
    if (!line) return false
    // Somebody else has matched the line that was looked at.
    if (cellOfLine(cells, line).cell !== sql.cell) return true
    const now = clock.now()
    const judgement = await judgementOf(sql, needs, line, now)
    await judgeLine(sql, line.id, judgement, now)
    if (judgement.state === 'MATCHED') await postSweep(sql, line, judgement, now)
    return true
  })
}

/** A line that names no payout changes no cell, so it may be judged in any. */
function cellOfLine(cells: Cells, line: LineRow | undefined): Database {
  const payout = line && payoutIdOf(line)
  return cellOf(cells, payout === undefined ? 1 : cellOfUuid(payout))
}

async function judgementOf(
  sql: Tx,
  { cells, rules }: MatchNeeds,
  line: LineRow,
  now: Temporal.Instant,
): Promise<Judgement> {
  const payout = await payoutNamedBy(sql, line)
  // guard: bank-line-duplicate
  const same = await sameLine(sql, line.id, payout !== undefined)
  if (same !== undefined) return { state: 'DUPLICATE', of: same }
  if (payout) return judgePayout(sql, rules, { line, payout, by: await importerOf(sql, line) }, now)
  return judgeByAmount(movementsIn(cells, sql), rules, line)
}

const findImporter = controlStatement<{ name: string; owner: string | null }>(
  'find_importer_of_bank_file',
  'select imported_by as name, imported_owner as owner from bank_file where id = $1',
)

/** How a match is recorded that no admin has made. */
const byReference = 'reference'

/** Whoever imported the line, for whom the line's own reference speaks. */
export async function importerOf(sql: Tx, { file_id }: LineRow): Promise<Finder> {
  const [importer] = await sql.rows(findImporter, [file_id])
  return { name: importer!.name, owner: importer!.owner ?? undefined, matchedBy: byReference }
}

/** The payout to a bank whose id the line carries, locked. */
export async function payoutNamedBy(sql: Tx, line: LineRow): Promise<PayoutRow | undefined> {
  const { environment, currency } = line
  const publicId = payoutIdOf(line)
  const found = publicId && (await payoutByPublicId(sql, publicId))
  if (!found) return undefined
  if (found.type !== 'bank') return undefined
  return found.environment === environment && found.currency === currency
    ? lockedPayout(sql, found.id)
    : undefined
}

/** A line that takes money pays a payout; one that brings it returns a payout that was paid. */
export const events = {
  out: { kind: 'payout', event: 'paid', from: 'SENT' },
  in: { kind: 'payout_return', event: 'returned', from: 'PAID' },
} as const satisfies Record<string, { kind: string; event: string; from: PayoutState }>

/** Where the movements of a line are looked for: in all cells, or in the transaction if its cell is the only one. */
export const movementsIn = (cells: Cells, sql: Tx): Listed => (cells.all.length === 1 ? sql : cells)

/** Who says that a line shows a payout, and how that is recorded. */
export type Finder = Pick<Admin, 'name' | 'owner' | 'aliases'> & { matchedBy: string }

/**
 * What a line means for a payout, which is locked: paid or returned, if its state and the amount allow.
 * A line waits for another person if it comes from whoever approved the payout that it pays, or imported the return that it shows.
 * @param found.by the admin who imported or assigned the line.
 * @param found.acceptsCharge two admins agree that the bank kept the difference.
 */
export async function judgePayout(
  sql: Tx,
  rules: BankRules,
  { line, payout, by, acceptsCharge }: { line: LineRow; payout: PayoutRow; by: Finder; acceptsCharge?: true },
  now: Temporal.Instant,
): Promise<Judgement> {
  const { kind, event, from } = line.amount_minor < 0n ? events.out : events.in
  const shown = await lineOfMovement(sql, kind, payout.public_id)
  if (shown !== undefined) return { state: 'DUPLICATE', of: shown }
  // guard: bank-line-state
  if (payout.state !== from) return { state: 'CONFLICT' }
  // guard: bank-line-amount
  const charge = acceptsCharge && bankCharge(rules, line, payout)
  if (charge === undefined && !isWithin(rules, line, payout.amount_minor)) return { state: 'AMOUNT_DIFFERS' }
  if (!acceptsCharge && (await needsAnother(sql, { line, payout, by }, event))) return { state: 'CANDIDATES' }
  const bank = line.bank_reference === null ? {} : { upstreamId: line.bank_reference }
  const detail = `by line ${line.entry} of statement ${line.statement_name}`
  await movePayout(sql, payout, event, { now, detail, ...(event === 'paid' && bank) })
  await postDifference(sql, line, keptByBank(line, payout), now)
  return {
    state: 'MATCHED',
    kind,
    key: payout.public_id,
    by: by.matchedBy,
    ...(charge !== undefined && { charge }),
  }
}

/**
 * Whether the movement is left to another admin: a payment to whoever did not approve the payout; a return, which gives money to the
 * merchant, to whoever did not import the file, since whoever imports it may have written it.
 */
async function needsAnother(
  sql: Tx,
  { line, payout, by }: { line: LineRow; payout: PayoutRow; by: Finder },
  event: 'paid' | 'returned',
): Promise<boolean> {
  // guard: payout-shown-by-another
  if (event === 'paid') return hasApproved(sql, by, payout)
  const importers = personsOf(await importerOf(sql, line))
  // guard: return-by-another
  return personsOf(by).some((person) => importers.includes(person))
}

/** Under the owner and the name of the token: files come from the command line, too. */
const personsOf = ({ name, owner, aliases = [] }: Pick<Admin, 'name' | 'owner' | 'aliases'>) => [
  ownerOf({ name, owner }),
  ownerOf({ name }),
  ...aliases,
]

/** By how much the line took more than the payout, or brought back less, in minor units; negative for the contrary. */
const keptByBank = (
  { amount_minor: booked }: LineRow,
  { amount_minor: amount }: Pick<PayoutRow, 'amount_minor'>,
) => (booked < 0n ? -booked - amount : amount - booked)

/**
 * What the bank kept, in minor units, if the line can be the payout and a charge. Undefined within the tolerance, and where no charge
 * explains the difference.
 */
export function bankCharge(
  rules: BankRules,
  line: LineRow,
  payout: Pick<PayoutRow, 'amount_minor'>,
): bigint | undefined {
  const charge = keptByBank(line, payout)
  // guard: bank-charge-range
  return charge > 0n && charge < payout.amount_minor && !isWithin(rules, line, payout.amount_minor)
    ? charge
    : undefined
}

/**
 * Posts what the bank kept, or left, so that our account in the ledger stays what the bank says. The merchant neither pays it nor
 * loses by it: it is our cost.
 */
async function postDifference(sql: Tx, line: LineRow, kept: bigint, now: Temporal.Instant): Promise<void> {
  if (kept === 0n) return
  const amount = money(kept > 0n ? kept : -kept, line.currency)
  const [from, to] = kept > 0n ? (['debit', 'credit'] as const) : (['credit', 'debit'] as const)
  // guard: bank-cost
  await post(sql, {
    key: `bank_cost:${line.id}`,
    environment: line.environment,
    entries: [
      { account: 'bank_cost', side: from, amount },
      { account: 'bank_account', side: to, amount },
    ],
    now,
  })
}

/** Posts what an operator has paid us of what it had collected; other settlements are not booked here. */
export async function postSweep(
  sql: Tx,
  line: LineRow,
  { kind, key }: Matched,
  now: Temporal.Instant,
): Promise<void> {
  const operator = kind === 'settlement' ? operatorOfKey(key) : undefined
  if (!operator) return
  const isIn = line.amount_minor > 0n
  const amount = money(isIn ? line.amount_minor : -line.amount_minor, line.currency)
  const [to, from] = isIn ? (['debit', 'credit'] as const) : (['credit', 'debit'] as const)
  // guard: sweep-of-line
  await post(sql, {
    key: `sweep:${line.id}`,
    environment: line.environment,
    entries: [
      { account: 'bank_account', side: to, amount },
      { account: 'operator_receivable', operator, side: from, amount },
    ],
    now,
  })
}

/** The operator in the key of a settlement, such as "production 2026-11-21 USD airtel"; undefined for the card gateway. */
function operatorOfKey(key: string): OperatorCode | undefined {
  const code = key.split(' ')[3]
  return operatorCodes.find((known) => known === code)
}

function isWithin({ tolerance }: BankRules, { amount_minor, currency }: LineRow, expected: bigint): boolean {
  const amount = amount_minor < 0n ? -amount_minor : amount_minor
  const difference = amount > expected ? amount - expected : expected - amount
  return difference <= (tolerance[currency] ?? 0n)
}

/** One movement that fits is the match, unless money would move with it; of several, an admin chooses. */
async function judgeByAmount(listed: Listed, rules: BankRules, line: LineRow): Promise<Judgement> {
  const { settlementDays, tolerance } = rules
  const fitting = await movementsFor(listed, line, {
    settlementDays,
    tolerance: tolerance[line.currency] ?? 0n,
  })
  const [only, ...others] = fitting
  if (!only) return { state: 'UNKNOWN' }
  // guard: payout-by-amount
  if (others.length > 0 || only.kind === 'payout') return { state: 'CANDIDATES' }
  return { state: 'MATCHED', kind: only.kind, key: only.key, by: 'amount' }
}
