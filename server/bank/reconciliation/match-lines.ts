// Matches bank lines with the movements that our books expect: by our reference first, then by amount and day. Money moves only with
// a line that carries our reference, or that an admin has assigned: a payout to a bank is never paid by its amount alone.
import { movePayout } from '../../merchant-payouts/payout/move-payout.ts'
import type { PayoutState } from '../../merchant-payouts/payout/moves.ts'
import { lockedPayout, type PayoutRow, payoutByPublicId } from '../../merchant-payouts/payout/queries.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { BankRules } from '../rules.ts'
import { type Judgement, judgeLine, type LineRow, lineOfMovement, lockedNewLine, sameLine } from './lines.ts'
import { movementsFor } from './movements.ts'

export type MatchNeeds = { db: Database; clock: Clock; rules: BankRules }

/** Matches the oldest new line. Returns false if there is none. */
export function matchNewLine({ db, clock, rules }: MatchNeeds): Promise<boolean> {
  return db.transaction(async (sql) => {
    const line = await lockedNewLine(sql)
    if (!line) return false
    const now = clock.now()
    await judgeLine(sql, line.id, await judgementOf(sql, rules, line, now), now)
    return true
  })
}

async function judgementOf(
  sql: Tx,
  rules: BankRules,
  line: LineRow,
  now: Temporal.Instant,
): Promise<Judgement> {
  // guard: bank-line-duplicate
  const same = await sameLine(sql, line.id)
  if (same !== undefined) return { state: 'DUPLICATE', of: same }
  const payout = await payoutNamedBy(sql, line)
  if (payout) return judgePayout(sql, rules, { line, payout, by: 'reference' }, now)
  return judgeByAmount(sql, rules, line)
}

const idForm = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** The payout to a bank whose id the line carries, locked. */
export async function payoutNamedBy(
  sql: Tx,
  { end_to_end_id, environment, currency }: LineRow,
): Promise<PayoutRow | undefined> {
  const publicId = idForm
    .exec(end_to_end_id ?? '')
    ?.slice(1)
    .join('-')
  const found = publicId && (await payoutByPublicId(sql, publicId))
  if (!found) return undefined
  if (found.type !== 'bank') return undefined
  return found.environment === environment && found.currency === currency
    ? lockedPayout(sql, found.id)
    : undefined
}

/** A line that takes money pays a payout; one that brings it returns a payout that was paid. */
const events = {
  out: { kind: 'payout', event: 'paid', from: 'SENT' },
  in: { kind: 'payout_return', event: 'returned', from: 'PAID' },
} as const satisfies Record<string, { kind: string; event: string; from: PayoutState }>

/**
 * What a line means for a payout, which is locked: paid or returned, if its state and the amount allow.
 * @param found.by `reference`, or the admin who assigned the line.
 */
export async function judgePayout(
  sql: Tx,
  rules: BankRules,
  { line, payout, by }: { line: LineRow; payout: PayoutRow; by: string },
  now: Temporal.Instant,
): Promise<Judgement> {
  const { kind, event, from } = line.amount_minor < 0n ? events.out : events.in
  const shown = await lineOfMovement(sql, kind, payout.public_id)
  if (shown !== undefined) return { state: 'DUPLICATE', of: shown }
  // guard: bank-line-state
  if (payout.state !== from) return { state: 'CONFLICT' }
  // guard: bank-line-amount
  if (!isWithin(rules, line, payout.amount_minor)) return { state: 'AMOUNT_DIFFERS' }
  const bank = line.bank_reference === null ? {} : { upstreamId: line.bank_reference }
  const detail = `by line ${line.entry} of statement ${line.statement_id}`
  await movePayout(sql, payout, event, { now, detail, ...(event === 'paid' && bank) })
  return { state: 'MATCHED', kind, key: payout.public_id, by }
}

function isWithin({ tolerance }: BankRules, { amount_minor, currency }: LineRow, expected: bigint): boolean {
  const amount = amount_minor < 0n ? -amount_minor : amount_minor
  const difference = amount > expected ? amount - expected : expected - amount
  return difference <= (tolerance[currency] ?? 0n)
}

/** One movement that fits is the match, unless money would move with it; of several, an admin chooses. */
async function judgeByAmount(sql: Tx, rules: BankRules, line: LineRow): Promise<Judgement> {
  const { settlementDays, tolerance } = rules
  const fitting = await movementsFor(sql, line, {
    settlementDays,
    tolerance: tolerance[line.currency] ?? 0n,
  })
  const [only, ...others] = fitting
  if (!only) return { state: 'UNKNOWN' }
  // guard: payout-by-amount
  if (others.length > 0 || only.kind === 'payout') return { state: 'CANDIDATES' }
  return { state: 'MATCHED', kind: only.kind, key: only.key, by: 'amount' }
}
