// Renews the rate card at 00:00, 06:00, 12:00 and 18:00 UTC, in one of many processes: the slot is claimed in a short
// transaction, the provider is asked with none open, and what it told is recorded in another. A slot whose provider
// fails is tried again, later and later, until the next slot begins; meanwhile the card stays as it is.
import { jitter, newId } from '../../kernel/id.ts'
import { formatRate } from '../../kernel/rate.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { judge, missingFrom } from './judgement.ts'
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
import { currentRates, isFresh, slotOf, snapshotCurrencies } from './rate-table.ts'

export type RefreshNeeds = { db: Database; clock: Clock; log: Log; provider: RateProvider }

/** Longer than a call to the provider may take; then the slot is taken by someone else. */
const leaseSeconds = 60
const waitSeconds = [10, 30, 60, 120, 300, 600, 1_200, 1_800]
/** Clocks differ; rates of more than this ahead of ours would look fresh for longer than they are. */
const mostAheadSeconds = 300

type LatestRates = Extract<RatesReply, { kind: 'rates' }>
type Claim = { slot: Temporal.Instant; token: string; attempts: number }

/** Renews the card if that is due and nobody else does; false when there was nothing to do. */
export async function refreshRates(needs: RefreshNeeds): Promise<boolean> {
  const { db, clock, log, provider } = needs
  const claim = await claimDueSlot(needs)
  if (!claim) return false
  const reply = await provider.latest(snapshotCurrencies)
  const cause = causeOfRefusal(reply, clock.now())
  if (reply.kind === 'rates' && cause === undefined) {
    await db.transaction((sql) => recordRates(sql, needs, claim, reply))
  } else {
    log.warn('exchange rates could not be fetched', { reason: cause ?? '', attempt: claim.attempts })
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

/** Why an answer cannot become a snapshot; undefined when it can. */
function causeOfRefusal(reply: RatesReply, now: Temporal.Instant): string | undefined {
  if (reply.kind === 'unavailable') return reply.cause
  const missing = missingFrom(reply.rates)
  if (missing.length > 0) return `no rate of ${missing.join(', ')}`
  const latest = now.add({ seconds: mostAheadSeconds })
  return Temporal.Instant.compare(reply.asOf, latest) > 0 ? 'the rates are of a time to come' : undefined
}

/** False when another process has the slot by now. */
async function postpone(
  sql: Sql,
  { clock }: RefreshNeeds,
  { slot, token, attempts }: Claim,
  cause: string,
): Promise<boolean> {
  const seconds = waitSeconds[Math.min(attempts, waitSeconds.length) - 1] as number
  const next = clock.now().add({ milliseconds: Math.round(seconds * 1_000 * jitter(0.1)) })
  return (await sql.rows(postponeSlot, [slot, token, next, cause])).length === 1
}

/** Ends the slot with what was told; nothing is written when another process took the slot meanwhile. */
async function recordRates(sql: Sql, needs: RefreshNeeds, claim: Claim, latest: LatestRates): Promise<void> {
  const { clock, log, provider } = needs
  const now = clock.now()
  await sql.rows(lockRateTable)
  const rateTable = await currentRates(sql)
  const judgement = judge(rateTable, latest)
  const newest = judgement.kind === 'unchanged' && rateTable ? rateTable : latest
  // A provider that is late has something newer soon; while the card is fresh that can wait for the next slot.
  const isLate = judgement.kind !== 'quarantined' && !isFresh(newest, now)
  const mine = isLate
    ? await postpone(sql, needs, claim, 'the provider has nothing fresh')
    : (await sql.rows(completeSlot, [claim.slot, claim.token, now])).length === 1
  if (!mine || judgement.kind === 'unchanged') return
  const rates = asJson(latest.rates)
  const movedFrom = judgement.kind === 'quarantined' ? judgement.movedFrom : new Map<string, bigint>()
  if (judgement.kind === 'quarantined') {
    log.error('exchange rates moved too far and wait for an admin', {
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
