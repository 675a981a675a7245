// Refreshes the rate table at 00:00, 06:00, 12:00 and 18:00 UTC in exactly one process: it claims the slot in a short
// transaction, calls the provider without one, and records the result in another. If the provider fails, the slot is
// retried with growing pauses until the next slot begins, and the rate table stays unchanged.
import { jitter, newId } from '../../kernel/id.ts'
import { formatRate } from '../../kernel/money.ts'
import type { ControlDatabase, ControlSql, ControlTx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { RateProvider, RatesReply } from './provider.ts'
import {
  claimSlot,
  completeSlot,
  findSameQuarantined,
  insertSnapshot,
  lockRateTable,
  nameSnapshotOfSlot,
  postponeSlot,
  type RatesJson,
} from './queries.ts'
import { currentRates, isFresh, type RateTable, slotOf, snapshotCurrencies } from './rate-table.ts'

export type RefreshNeeds = { db: ControlDatabase; clock: Clock; log: Log; provider: RateProvider }

/** Longer than a provider call may take; afterwards another process may take over the slot. */
const leaseSeconds = 60
const waitSeconds = [10, 30, 60, 120, 300, 600, 1_200, 1_800]
/** The allowed clock difference: rates further in the future would count as fresh for too long. */
const maxAheadSeconds = 300

type LatestRates = Extract<RatesReply, { kind: 'rates' }>
type Claim = { slot: Temporal.Instant; token: string; attempts: number }

/** Refreshes the rates if that is due and no other process is doing it. Returns false if there was nothing to do. */
export async function refreshRates(needs: RefreshNeeds): Promise<boolean> {
  const { db, clock, log, provider } = needs
  const claim = await claimDueSlot(needs)
  if (!claim) return false
  const reply = await provider.latest(snapshotCurrencies)
  const cause = causeOfRefusal(reply, clock.now())
  if (reply.kind === 'rates' && cause === undefined) {
    await db.transaction((sql) => recordRates(sql, needs, claim, reply))
  } else {
    log.warn('exchange rate refresh failed', { reason: cause ?? '', attempt: claim.attempts })
    await postpone(db, needs, claim, cause ?? '')
  }
  return true
}

async function claimDueSlot({ db, clock }: RefreshNeeds): Promise<Claim | undefined> {
  const now = clock.now()
  const [slot, token] = [slotOf(now), newId()]
  const [claimed] = await db.rows(claimSlot, [slot, now, token, now.add({ seconds: leaseSeconds })])
  return claimed && { slot, token, attempts: claimed.attempts }
}

/** Why a reply cannot become a snapshot; undefined if it can. */
function causeOfRefusal(reply: RatesReply, now: Temporal.Instant): string | undefined {
  if (reply.kind === 'unavailable') return reply.cause
  const missing = missingFrom(reply.rates)
  if (missing.length > 0) return `no rate for ${missing.join(', ')}`
  const latest = now.add({ seconds: maxAheadSeconds })
  return Temporal.Instant.compare(reply.asOf, latest) > 0 ? 'the rates have a time in the future' : undefined
}

/** Schedules a retry. Returns false if another process has taken over the slot. */
async function postpone(
  sql: ControlSql,
  { clock }: RefreshNeeds,
  { slot, token, attempts }: Claim,
  cause: string,
): Promise<boolean> {
  const seconds = waitSeconds[Math.min(attempts, waitSeconds.length) - 1] as number
  const next = clock.now().add({ milliseconds: Math.round(seconds * 1_000 * jitter(0.1)) })
  return (await sql.rows(postponeSlot, [slot, token, next, cause])).length === 1
}

/** Completes the slot and records its rates. Writes nothing if another process has taken over the slot. */
async function recordRates(
  sql: ControlTx,
  needs: RefreshNeeds,
  claim: Claim,
  latest: LatestRates,
): Promise<void> {
  const { clock, log, provider } = needs
  const now = clock.now()
  await lockRateTable(sql)
  const rateTable = await currentRates(sql)
  const judgement = judge(rateTable, latest)
  const newest = judgement.kind === 'unchanged' && rateTable ? rateTable : latest
  // Stale rates are retried soon, since a late provider has newer ones shortly. Fresh ones can wait for the next slot.
  const isLate = judgement.kind !== 'quarantined' && !isFresh(newest, now)
  const mine = isLate
    ? await postpone(sql, needs, claim, 'the provider has no fresh rates')
    : (await sql.rows(completeSlot, [claim.slot, claim.token, now])).length === 1
  if (!mine || judgement.kind === 'unchanged') return
  const rates = asJson(latest.rates)
  const movedFrom = judgement.kind === 'quarantined' ? judgement.movedFrom : new Map<string, bigint>()
  if (judgement.kind === 'quarantined') {
    log.error('exchange rates quarantined', {
      reason: [...movedFrom.keys()].join(', '),
    })
    if ((await sql.rows(findSameQuarantined, [provider.source, latest.asOf, rates])).length > 0) return
  }
  const state = judgement.kind === 'quarantined' ? 'QUARANTINED' : 'PUBLISHED'
  const values = [provider.source, latest.asOf, now, rates, state, asJson(movedFrom)]
  const [snapshot] = await sql.rows(insertSnapshot, values)
  await sql.rows(nameSnapshotOfSlot, [claim.slot, snapshot?.id])
}

function asJson(rates: ReadonlyMap<string, bigint>): string {
  const json: RatesJson = Object.fromEntries(
    [...rates].map(([currency, rate]) => [currency, formatRate(rate)]),
  )
  return JSON.stringify(json)
}

type Rates = ReadonlyMap<string, bigint>

/** The most a rate may differ from the last published one, in millionths: 10%. */
const maxMoved = 100_000n
/** Approximate rates when this was written. The very first rates may differ from them by a factor of two. */
export const usualRates: Record<(typeof snapshotCurrencies)[number], bigint> = {
  UGX: 3_600_000_000n,
  NGN: 1_450_000_000n,
  KES: 129_200_000n,
  TZS: 2_490_000_000n,
  RWF: 1_455_000_000n,
  ZAR: 16_800_000n,
  GHS: 11_200_000n,
  CDF: 2_250_000_000n,
  EUR: 860_000n,
  CAD: 1_380_000n,
}

type Judgement =
  | { kind: 'published' }
  /** Not newer than the current table: the provider has nothing new. */
  | { kind: 'unchanged' }
  /** `movedFrom`: the last rates of the currencies that moved too far. */
  | { kind: 'quarantined'; movedFrom: Rates }

/**
 * Judges new rates against the last published ones. A jump is more often an error of the provider than of the market, and a conversion
 * at a wrong rate cannot be undone.
 * @param rateTable the last published rates; undefined before there are any.
 * @param latest the new rates, which must hold every currency of a snapshot.
 */
export function judge(
  rateTable: RateTable | undefined,
  latest: { asOf: Temporal.Instant; rates: Rates },
): Judgement {
  if (rateTable && Temporal.Instant.compare(latest.asOf, rateTable.asOf) <= 0) return { kind: 'unchanged' }
  const movedFrom = new Map<string, bigint>()
  for (const currency of snapshotCurrencies) {
    const [last, now] = [rateTable?.rates.get(currency), latest.rates.get(currency) as bigint]
    const expected = last ?? usualRates[currency]
    if (last === undefined ? isFarFromUsual(expected, now) : movedTooFar(expected, now))
      movedFrom.set(currency, expected)
  }
  return movedFrom.size === 0 ? { kind: 'published' } : { kind: 'quarantined', movedFrom }
}

function movedTooFar(from: bigint, to: bigint): boolean {
  const distance = to > from ? to - from : from - to
  return distance * 1_000_000n > from * maxMoved
}

function isFarFromUsual(from: bigint, to: bigint): boolean {
  return to * 2n < from || to > from * 2n
}

/** The required currencies that are missing. Rates with a missing currency cannot become a snapshot. */
export function missingFrom(rates: Rates): string[] {
  return snapshotCurrencies.filter((currency) => !rates.has(currency))
}
