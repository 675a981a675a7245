// Runs the checks against a handler and judges them.
import type { Delivery, Outbound } from '../../platform/network/outbound.ts'
import type { Clock } from '../../platform/time/clock.ts'
import {
  type Attempts,
  type Handler,
  isAccepted,
  isRefused,
  nameOf,
  openAttempts,
  reportedOrder,
} from './attempts.ts'
import { type Check, type CheckId, type CheckResult, checks, maxReplyMs, type Order } from './checks.ts'
import { newRun, subjectOf } from './events.ts'
import { type Exchange, exchanges } from './exchanges.ts'

export type Certification = {
  result: 'passed' | 'failed' | 'incomplete'
  checks: CheckResult[]
}

type Needs = {
  outbound: Outbound
  wallClock: Clock
  /** How long a reply may take, in milliseconds; other than usual in tests. */
  maxReplyMs?: number
  /** For all checks together, in milliseconds; without it they take as long as they take. */
  budgetMs?: number
}

/** Exchanges of different orders at once: fewer than the four that deliveries make. */
const atOnce = 3

type Known = (typeof checks)[number]

/**
 * Sends about 35 requests to a handler. A handler that does not accept a genuine event is asked nothing else. Never throws for what
 * a handler does.
 */
export async function certifyHandler(needs: Needs, handler: Handler): Promise<Certification> {
  const attempts = openAttempts(needs, handler)
  const run = newRun()
  const deadline = performance.now() + (needs.budgetMs ?? Number.POSITIVE_INFINITY)
  const results = new Map<CheckId, CheckResult>()
  const judgeOne = async (check: Known) => {
    if (check.id === 'in_time') return
    const now = needs.wallClock.now()
    const subject = subjectOf(run, check.id)
    const replies = await exchanges[check.id]({
      attempts,
      subject,
      secrets: handler.secrets,
      now,
    } as Exchange)
    results.set(check.id, judge(check, replies))
  }
  const [first, ...others] = checks
  await judgeOne(first)
  results.set('in_time', judgeTime(attempts, results.get('genuine'), needs.maxReplyMs ?? maxReplyMs))
  if (results.get('genuine')?.result === 'passed') {
    const waiting: Known[] = [...others]
    const work = async () => {
      for (let check = waiting.shift(); check; check = waiting.shift()) {
        // guard: certification-budget
        if (performance.now() <= deadline) await judgeOne(check)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    results.set('in_time', judgeTime(attempts, results.get('genuine'), needs.maxReplyMs ?? maxReplyMs))
  }
  return certificationOf(results)
}

function certificationOf(results: ReadonlyMap<CheckId, CheckResult>): Certification {
  const all = checks.map((check): CheckResult => results.get(check.id) ?? resultOf(check, 'not_run', null))
  const has = (result: CheckResult['result']) => all.some((check) => check.result === result)
  // guard: certification-incomplete
  const isWhole = !has('not_run') && !has('not_observed')
  return { result: has('failed') ? 'failed' : isWhole ? 'passed' : 'incomplete', checks: all }
}

/** Whether the replies are what the check expects, and then whether the order is. */
function judge(check: Known, replies: readonly Delivery[]): CheckResult {
  // guard: certification-refusal
  const isRight = check.expects === '4xx' ? isRefused : isAccepted
  const wrong = replies.find((reply) => !isRight(reply))
  const last = wrong ?? replies.at(-1)
  if (last === undefined) return resultOf(check, 'not_run', null)
  if (wrong) return resultOf(check, 'failed', nameOf(wrong))
  const { order } = check as Check
  if (!order) return resultOf(check, 'passed', nameOf(last))
  return judgeOrder(check, order, last)
}

function judgeOrder(check: Known, order: Order, reply: Delivery): CheckResult {
  const reported = reportedOrder(reply)
  // guard: certification-not-observed
  if (!reported) return resultOf(check, 'not_observed', nameOf(reply))
  if (reported.state !== order.state) return resultOf(check, 'failed', `state=${reported.state}`)
  if (order.fulfilled === undefined) return resultOf(check, 'passed', `state=${reported.state}`)
  if (reported.fulfilled === undefined) return resultOf(check, 'not_observed', `state=${reported.state}`)
  const isRight = reported.fulfilled === order.fulfilled
  return resultOf(check, isRight ? 'passed' : 'failed', `fulfilled=${reported.fulfilled}`)
}

/** A handler that never replied is slow only if time ran out: a refused connection is not a matter of time. */
function judgeTime(attempts: Attempts, genuine: CheckResult | undefined, maxMs: number): CheckResult {
  const check = checks[1]
  const slowest = attempts.slowestMs()
  const expected = `${maxMs} ms`
  const { received = null } = genuine ?? {}
  if (slowest > maxMs) return { id: check.id, result: 'failed', expected, received: `${slowest} ms` }
  if (!received?.startsWith('HTTP ')) return { id: check.id, result: 'not_run', expected, received: null }
  return { id: check.id, result: 'passed', expected, received: `${slowest} ms` }
}

function resultOf(check: Known, result: CheckResult['result'], received: string | null): CheckResult {
  const { id, expects, order } = check as Check & { id: CheckId }
  const state = order && [
    `state=${order.state}`,
    order.fulfilled !== undefined && `fulfilled=${order.fulfilled}`,
  ]
  return { id, result, expected: [expects, ...(state ?? [])].filter(Boolean).join(' '), received }
}
