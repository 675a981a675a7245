// The response to a transfer that limits refuse: each rule, and when it allows this transfer.
import { type FieldFault, Problem } from '../../kernel/problem.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { formatHundredths, stamp } from '../transfer/formats.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { namesFreeAt } from './confirmed-names.ts'
import { counterpartiesFreeAt } from './counterparties.ts'
import type { Measured } from './judge-batch.ts'
import { isMoney, type LimitHit, type LimitRule, type LimitSubject, type RollingMeasure } from './rule.ts'
import { freesAt } from './usage.ts'

/** The request field that identifies a subject. */
const fieldOf: Record<LimitSubject, string> = {
  sender: 'sender_last_name',
  beneficiary: 'expected_receiver_name',
  number: 'customer_number',
  document: 'sender_document_number',
  pair: 'customer_number',
}

/** @param refused the rules that the transfer exceeds, and the keys of its subjects. */
export async function overLimit(
  { db, clock }: { db: Database; clock: Clock },
  { hits, measured }: { hits: readonly LimitHit[]; measured: Measured },
): Promise<Problem> {
  const now = clock.now()
  const errors = await Promise.all(hits.map((hit) => errorOf(db, hit, measured, now)))
  return new Problem(remittanceProblems.over_limit, {}, {}, errors)
}

async function errorOf(
  db: Sql,
  hit: LimitHit,
  measured: Measured,
  now: Temporal.Instant,
): Promise<FieldFault> {
  const { rule, used, reached } = hit
  const { id, subject, measure, window } = rule
  const field = measure === 'amount' ? 'amount' : fieldOf[subject]
  const most = valueText(rule, rule.most)
  if (measure === 'amount')
    return { field, message: `Limit ${id}: at most ${most} per transfer`, rule: id, frees_at: null }
  // A transfer that is above the limit by itself never fits, however much is freed.
  const fits = measure === 'name_changes' || reached - used <= rule.most
  const time = fits ? await timeOf(db, hit, measured, now) : undefined
  const free = time ? `allowed from ${stamp(time)} UTC` : 'above the limit by itself'
  const message = `Limit ${id}: ${valueText(rule, used)} of ${most} used in a ${window}; ${fits && !time ? 'allowed now' : free}`
  return { field, message, rule: id, frees_at: time ? stamp(time) : null }
}

/** When the transfer fits; undefined if it does by now. */
async function timeOf(
  db: Sql,
  { rule, reached }: LimitHit,
  { keys }: Measured,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  if (rule.measure === 'amount') return undefined
  const { subject, measure, window, most } = rule
  const key = keys[subject]
  if (measure === 'sum' || measure === 'count')
    return freesAt(db, { key, window, measure }, reached - most, now)
  if (measure === 'name_changes') return namesFreeAt(db, { key, window }, reached - most, now)
  if (subject !== 'number' && subject !== 'document') return undefined
  return counterpartiesFreeAt(db, { subject, key, pair: keys.pair, window }, reached - most, now)
}

const units: Record<RollingMeasure, (value: string) => string> = {
  sum: (value) => `${value} USD`,
  count: (value) => `${value} transfers`,
  counterparties: (value) => `${value} counterparties`,
  name_changes: (value) => `${value} changes of the confirmed name`,
}

/** An amount in dollars, or a number of what is counted. */
function valueText({ measure }: LimitRule, value: bigint): string {
  const unit = units[measure === 'amount' ? 'sum' : measure]
  return unit(isMoney(measure) ? formatHundredths(value) : String(value))
}
