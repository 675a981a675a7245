// The response to a transfer that limits refuse: each rule, and when it allows this transfer.
import { type FieldFault, Problem } from '../../kernel/problem.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { formatHundredths } from '../transfer/amounts.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { stamp } from '../transfer/time.ts'
import type { Measured } from './judge-batch.ts'
import type { LimitHit, LimitRule, LimitSubject } from './rule.ts'
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
  { rule, used, reached }: LimitHit,
  { keys }: Measured,
  now: Temporal.Instant,
): Promise<FieldFault> {
  const { id, subject, measure, window } = rule
  const field = measure === 'amount' ? 'amount' : fieldOf[subject]
  const most = amountText(rule, rule.most)
  if (measure === 'amount')
    return { field, message: `Limit ${id}: at most ${most} per transfer`, rule: id, frees_at: null }
  // A transfer that is above the limit by itself never fits, however much is freed.
  const fits = reached - used <= rule.most
  const time = fits
    ? await freesAt(db, { key: keys[subject], window, measure }, reached - rule.most, now)
    : undefined
  const free = time ? `allowed from ${stamp(time)} UTC` : 'above the limit by itself'
  const message = `Limit ${id}: ${amountText(rule, used)} of ${most} used in a ${window}; ${fits && !time ? 'allowed now' : free}`
  return { field, message, rule: id, frees_at: time ? stamp(time) : null }
}

/** An amount in dollars, or a number of transfers. */
function amountText({ measure }: LimitRule, value: bigint): string {
  return measure === 'count' ? `${value} transfers` : `${formatHundredths(value)} USD`
}
