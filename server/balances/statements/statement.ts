// The statement of a period: opening balance, movements, closing balance. Opening and closing are those of the day counters, the
// lines are the movements, and a statement whose lines do not lead from one to the other is never completed.
import assert from 'node:assert/strict'
import type { Currency } from '../../kernel/money.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import type { MovementType } from '../schemas.ts'
import { cutOf, type Period, startOf } from './period.ts'
import { type LineRow, linesAtOnce, readHolder, readLines, readSums, type SumRow } from './queries.ts'

/** Sums in minor units. */
export type Total = { type: MovementType; count: bigint; amount: bigint; fee: bigint; net: bigint }

/** A movement, and the balance after it in minor units. */
export type Line = LineRow & { balance: bigint }

export type Statement = {
  owner: ListOwner
  holder: { merchant_code: string; name: string }
  currency: Currency
  period: Period
  /** It contains movements before this instant: the end of the period, or a few seconds ago. */
  through: Temporal.Instant
  /** Whether no movement can be added. */
  isFinal: boolean
  /** When it was read. */
  madeAt: Temporal.Instant
  /** In minor units: what the merchant is owed, pending, available and reserved. */
  opening: bigint
  closing: bigint
  /** By type, sorted by name. */
  totals: Total[]
  /** The number of lines. */
  count: bigint
}

/** Reads everything but the lines. */
export async function readStatement(
  sql: Sql,
  owner: ListOwner,
  { currency, period, now }: { currency: Currency; period: Period; now: Temporal.Instant },
): Promise<Statement> {
  const { through, isFinal } = cutOf(period, now)
  const bounds = [period.first.toString(), period.next.toString(), through]
  const key = [owner.merchantId, owner.environment, currency]
  const [sums, [holder]] = await Promise.all([
    sql.rows(readSums, [...key, ...bounds]),
    sql.rows(readHolder, [owner.merchantId]),
  ])
  assert(holder, 'a merchant is never deleted')
  const opening = sums.find(({ type }) => type === null)?.net_minor ?? 0n
  const totals = totalsOf(sums)
  return {
    owner,
    holder,
    currency,
    period,
    through,
    isFinal,
    madeAt: now,
    opening,
    closing: totals.reduce((balance, { net }) => balance + net, opening),
    totals,
    count: totals.reduce((lines, { count }) => lines + count, 0n),
  }
}

/** The sums of the types that have movements. */
export function totalsOf(sums: readonly SumRow[]): Total[] {
  return sums.flatMap(({ type, count, net_minor: net, fee_minor: fee }) =>
    type !== null && count > 0n ? [{ type, count, amount: net + fee, fee, net }] : [],
  )
}

/** Its lines in the order of time, in pieces. @throws Error at their end if they do not lead to the closing balance. */
export async function* linesOf(sql: Sql, statement: Statement): AsyncGenerator<Line[]> {
  const { owner, currency, period, through, opening, closing, count } = statement
  const key = [owner.merchantId, owner.environment, currency]
  let [balance, lines] = [opening, 0n]
  let last: { created_at: Temporal.Instant; id: bigint } = { created_at: startOf(period.first), id: 0n }
  for (;;) {
    const rows = await sql.rows(readLines, [...key, last.created_at, last.id, through])
    const piece = rows.map((row) => {
      balance += row.net_minor
      return { ...row, balance }
    })
    lines += BigInt(rows.length)
    if (piece.length > 0) yield piece
    if (rows.length < linesAtOnce) break
    last = rows.at(-1) as LineRow
  }
  // guard: statement-closes
  if (balance !== closing || lines !== count)
    throw new Error(`statement ${period.name} of merchant ${owner.merchantId} does not add up`)
}
