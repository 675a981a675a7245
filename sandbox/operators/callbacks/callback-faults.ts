// Faulty callbacks, at rates that a test sets.
import { seededRandom } from '../../faults.ts'
import type { Payout, ReportedStatus } from '../books/book.ts'

export type MischiefRates = {
  /** Shares of payouts whose callbacks are affected, each from 0 to 1. */
  duplicate_rate: number
  /** An older status is reported after the newest one, and then the newest again. */
  reorder_rate: number
  late_rate: number
  late_seconds: number
  /** A correctly signed callback reports the opposite, before or after the true one. */
  contradict_rate: number
  /** A callback with a wrong signature reports the opposite, before the true one. */
  forge_rate: number
  seed: number
}

/** One callback to send, `afterGaps` gaps after the event, plus `lateMs`. */
export type PlannedCallback = { said: ReportedStatus; isForged: boolean; afterGaps: number; lateMs: number }

export type Mischief = {
  rates(): MischiefRates
  set(wanted: Partial<MischiefRates>): MischiefRates
  /** The callbacks to send for a new status of the payout. */
  plan(status: ReportedStatus, isDisordered: boolean): PlannedCallback[]
}

const quiet: MischiefRates = {
  duplicate_rate: 0,
  reorder_rate: 0,
  late_rate: 0,
  late_seconds: 5,
  contradict_rate: 0,
  forge_rate: 0,
  seed: 1,
}

export function createMischief(): Mischief {
  let rates = quiet
  let roll = seededRandom(quiet.seed)
  return {
    rates: () => rates,
    set(wanted) {
      rates = { ...quiet, ...wanted }
      roll = seededRandom(rates.seed)
      return rates
    },
    plan(status, isDisordered) {
      // All random values are drawn for every event, so that one rate does not change which payouts another affects.
      const dice = { duplicate: roll(), reorder: roll(), late: roll(), contradict: roll(), order: roll() }
      const isForged = roll() < rates.forge_rate
      const lateMs = dice.late < rates.late_rate ? rates.late_seconds * 1000 : 0
      const truth = { said: status, isForged: false, afterGaps: 1, lateMs }
      const planned: PlannedCallback[] = [truth]
      if (dice.duplicate < rates.duplicate_rate) planned.push({ ...truth, afterGaps: 2 })
      if (isDisordered || dice.reorder < rates.reorder_rate) {
        planned.push({ ...truth, said: olderStatus(status), afterGaps: 3 }, { ...truth, afterGaps: 4 })
      }
      if (dice.contradict < rates.contradict_rate) {
        planned.push({ ...truth, said: opposite(status), afterGaps: dice.order < 0.5 ? 0 : 5 })
      }
      if (isForged) planned.push({ said: opposite(status), isForged: true, afterGaps: 0, lateMs: 0 })
      const first = Math.min(...planned.map((callback) => callback.afterGaps))
      return planned.map((callback) => ({ ...callback, afterGaps: callback.afterGaps - first }))
    },
  }
}

function olderStatus(status: ReportedStatus): ReportedStatus {
  return status === 'reversed' ? 'succeeded' : 'pending'
}

function opposite(status: ReportedStatus): ReportedStatus {
  return status === 'declined' ? 'succeeded' : 'declined'
}

/** A payout as the callback reports it. */
export function withStatus(payout: Payout, status: ReportedStatus): Payout {
  return {
    ...payout,
    status: status,
    declineReason: status === 'declined' ? (payout.declineReason ?? 'refused') : null,
    completedAt: status === 'pending' ? null : payout.completedAt,
    reversedAt: status === 'reversed' ? payout.reversedAt : null,
  }
}
