// What rules would have done to the transfers of a past period, in the order in which they were accepted. Transfers that the
// rules would have refused do not count for later ones, and those that failed count until they failed.
import type { Environment } from '../../kernel/environment.ts'
import { Problem } from '../../kernel/problem.ts'
import { type ControlSql, type Sql, statement } from '../../platform/database/database.ts'
import { type Listed, placesListed } from '../../platform/database/over-cells.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { measuredWindows } from './batch-usage.ts'
import { nameChangesBetween } from './confirmed-names.ts'
import {
  type Judgement,
  judge,
  type LimitRule,
  type LimitSubject,
  limitSubjects,
  type RollingWindow,
  type Usage,
  windowHours,
} from './rule.ts'
import { windowStart } from './usage.ts'

type PastTransfer = {
  id: bigint
  transaction_id: string
  merchant_code: string
  reference: string
  created_at: Temporal.Instant
  /** When it failed or was reversed. */
  ended_at: Temporal.Instant | null
  limit_subjects: bigint[] | null
  limit_minor: bigint | null
}

const readPage = statement<PastTransfer>(
  'read_transfers_for_dry_run',
  `select t.id, t.transaction_id, m.merchant_code, t.reference, t.created_at, t.limit_subjects::text[] as limit_subjects,
          t.limit_minor, case t.status when 'Failed' then t.completed_at when 'Reversed' then t.reversed_at end as ended_at
     from transfer t join merchant m on m.id = t.merchant_id
    where t.id > $1 and t.environment = $2 order by t.id limit 2000`,
)
const readBounds = statement<{ first: bigint | null; last: bigint | null }>(
  'read_transfer_id_bounds',
  'select min(id) as first, max(id) as last from transfer',
)
const readNext = statement<{ id: bigint; created_at: Temporal.Instant }>(
  'read_next_transfer_time',
  'select id, created_at from transfer where id >= $1 order by id limit 1',
)

const maxTransfers = 200_000
/** Ids follow the times of acceptance, but for transactions that ran beside each other. */
const skew = { minutes: 1 }

type JudgedTransfer = PastTransfer & { limit_minor: bigint }

export type DryRun = {
  transfers: number
  allowed: number
  held: number
  refused: number
  notCounted: number
  /** Transfers that exceed a rule, oldest first. */
  hits: (JudgedTransfer & { judgement: Judgement })[]
}

/**
 * @param period from its first to before its last time.
 * @throws Problem when the period has too many transfers.
 */
export async function dryRun(
  listed: Listed,
  environment: Environment,
  rules: readonly LimitRule[],
  period: { from: Temporal.Instant; to: Temporal.Instant },
): Promise<DryRun> {
  const hours = Math.max(0, ...rules.map(({ window }) => (window === 'transfer' ? 0 : windowHours[window])))
  const before = { from: period.from.subtract({ hours }), to: period.to }
  const { control, cells } = placesListed(listed)
  const past = (await Promise.all(cells.map((sql) => transfersBetween(sql, environment, before)))).flat()
  if (past.length > maxTransfers) throw new Problem(remittanceProblems.period_too_long)
  const counts = openWindowCounts(rules)
  const names = await readNameChanges(control, rules, before)
  const refused = new Set<bigint>()
  const run: DryRun = { transfers: 0, allowed: 0, held: 0, refused: 0, notCounted: 0, hits: [] }
  for (const { transfer, ends } of inOrder(past)) {
    const { limit_subjects: stored, limit_minor: amount, created_at: at } = transfer
    const isJudged = Temporal.Instant.compare(at, period.from) >= 0
    if (!ends && isJudged) run.transfers += 1
    if (stored === null || amount === null) {
      if (!ends && isJudged) run.notCounted += 1
      continue
    }
    const keys = Object.fromEntries(limitSubjects.map((subject, i) => [subject, stored[i]]))
    if (ends) {
      if (!refused.has(transfer.id)) counts.giveBack(keys, transfer.id)
      continue
    }
    if (isJudged) {
      const { changesName, nameChanges } = names.of(keys.number, at)
      const judgement = judge(rules, { amount, changesName }, (subject, window) => ({
        ...counts.usage(keys[subject], window, at),
        nameChanges: nameChanges(window),
      }))
      record(run, { ...transfer, limit_minor: amount }, judgement)
      if (judgement.outcome === 'refuse') {
        refused.add(transfer.id)
        continue
      }
    }
    counts.add(keys, { id: transfer.id, at, amount })
  }
  return run
}

function record(run: DryRun, transfer: JudgedTransfer, judgement: Judgement): void {
  run[({ allow: 'allowed', hold: 'held', refuse: 'refused' } as const)[judgement.outcome]] += 1
  if (judgement.hits.length > 0) run.hits.push({ ...transfer, judgement })
}

/** Acceptances and ends of transfers by time; a transfer never ends before it is accepted, even in the same instant. */
function inOrder(past: readonly PastTransfer[]): { transfer: PastTransfer; ends: boolean }[] {
  const events = past.flatMap((transfer) => [
    { transfer, ends: false, at: transfer.created_at },
    ...(transfer.ended_at ? [{ transfer, ends: true, at: transfer.ended_at }] : []),
  ])
  return events.sort(
    (one, other) =>
      Temporal.Instant.compare(one.at, other.at) ||
      Number(one.transfer.id - other.transfer.id) ||
      Number(one.ends) - Number(other.ends),
  )
}

async function transfersBetween(
  sql: Sql,
  environment: Environment,
  { from, to }: { from: Temporal.Instant; to: Temporal.Instant },
): Promise<PastTransfer[]> {
  const found: PastTransfer[] = []
  let after = (await firstIdAt(sql, from.subtract(skew))) - 1n
  while (true) {
    const page = await sql.rows(readPage, [after, environment])
    for (const row of page) {
      const isWithin =
        Temporal.Instant.compare(row.created_at, from) >= 0 &&
        Temporal.Instant.compare(row.created_at, to) < 0
      if (isWithin) found.push({ ...row, limit_subjects: row.limit_subjects?.map(BigInt) ?? null })
    }
    if (found.length > maxTransfers) throw new Problem(remittanceProblems.period_too_long)
    const last = page.at(-1)
    if (!last || Temporal.Instant.compare(last.created_at, to.add(skew)) > 0) return found
    after = last.id
  }
}

/** The first id from a time on, by halving: an index on the time alone would cost every acceptance. */
async function firstIdAt(sql: Sql, time: Temporal.Instant): Promise<bigint> {
  const [bounds] = await sql.rows(readBounds)
  let [low, high] = [bounds?.first ?? 0n, (bounds?.last ?? 0n) + 1n]
  while (low < high) {
    const middle = (low + high) / 2n
    const [next] = await sql.rows(readNext, [middle])
    if (next && Temporal.Instant.compare(next.created_at, time) < 0) low = next.id + 1n
    else high = middle
  }
  return low
}

type PastNames = {
  /**
   * What a transfer found when it was judged. A change that the transfer itself made is in `changesName`, and not in `nameChanges`.
   * @param at when the transfer was accepted.
   */
  of(
    number: bigint | undefined,
    at: Temporal.Instant,
  ): { changesName: boolean; nameChanges: (window: RollingWindow) => bigint }
}

const nothing = { changesName: false, nameChanges: () => 0n }

/** Changes do not depend on rules, so those that were recorded are those that other rules would have met. */
async function readNameChanges(
  sql: ControlSql,
  rules: readonly LimitRule[],
  period: { from: Temporal.Instant; to: Temporal.Instant },
): Promise<PastNames> {
  if (!rules.some(({ measure }) => measure === 'name_changes')) return { of: () => nothing }
  const changes = Map.groupBy(await nameChangesBetween(sql, period), ({ number }) => number)
  return {
    of(number, at) {
      const known = number === undefined ? undefined : changes.get(number)
      if (!known) return nothing
      const isOwn = (change: { at: Temporal.Instant }) => Temporal.Instant.compare(change.at, at) === 0
      return {
        changesName: known.some(isOwn),
        nameChanges(window) {
          const start = windowStart(at, window)
          const isWithin = (change: { at: Temporal.Instant }) =>
            Temporal.Instant.compare(change.at, start) > 0 && Temporal.Instant.compare(change.at, at) < 0
          return BigInt(known.filter(isWithin).length)
        },
      }
    },
  }
}

/** `other`: the counterparty, where the subject has one. */
type Share = {
  id: bigint
  at: Temporal.Instant
  amount: bigint
  other: bigint | undefined
  isReturned: boolean
}
/** The shares of a subject; those before `first` have left the window. */
type Count = {
  shares: Share[]
  first: number
  amount: bigint
  count: bigint
  /** How many of the shares each counterparty has. */
  others: Map<bigint | undefined, number>
}
type Keys = Readonly<Partial<Record<LimitSubject, bigint | undefined>>>

/** @param rules which say for which subjects and windows counts are kept. */
function openWindowCounts(rules: readonly LimitRule[]) {
  const measured = [...measuredWindows({ version: 0, rules })].flatMap(([subject, windows]) =>
    [...windows].map((window) => ({ subject, window })),
  )
  const counts = new Map<string, Count>()
  const countOf = (key: bigint | undefined, window: RollingWindow): Count => {
    const name = `${key} ${window}`
    const count = counts.get(name) ?? { shares: [], first: 0, amount: 0n, count: 0n, others: new Map() }
    counts.set(name, count)
    return count
  }
  return {
    usage(key: bigint | undefined, window: RollingWindow, now: Temporal.Instant): Omit<Usage, 'nameChanges'> {
      const count = countOf(key, window)
      const start = windowStart(now, window)
      for (let share = count.shares[count.first]; share; share = count.shares[count.first]) {
        if (Temporal.Instant.compare(share.at, start) > 0) break
        if (!share.isReturned) take(count, share)
        count.first += 1
      }
      const { amount, count: transfers, others } = count
      return { amount, count: transfers, counterparties: BigInt(others.size) }
    },
    add(keys: Keys, share: Omit<Share, 'isReturned' | 'other'>): void {
      for (const { subject, window } of measured) {
        const count = countOf(keys[subject], window)
        const other = subject === 'number' ? keys.document : subject === 'document' ? keys.number : undefined
        count.shares.push({ ...share, other, isReturned: false })
        count.others.set(other, (count.others.get(other) ?? 0) + 1)
        count.amount += share.amount
        count.count += 1n
      }
    },
    giveBack(keys: Keys, id: bigint): void {
      for (const { subject, window } of measured) {
        const count = countOf(keys[subject], window)
        const share = count.shares.findLast((each, n) => n >= count.first && each.id === id)
        if (!share || share.isReturned) continue
        share.isReturned = true
        take(count, share)
      }
    },
  }
}

function take(count: Count, share: Share): void {
  count.amount -= share.amount
  count.count -= 1n
  const left = (count.others.get(share.other) ?? 0) - 1
  if (left > 0) count.others.set(share.other, left)
  else count.others.delete(share.other)
}
