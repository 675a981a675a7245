// Limit rules: what a rule is, how a transfer is judged by the rules, and the rules of a new deployment. Pure.

export const limitSubjects = ['sender', 'beneficiary', 'number', 'document', 'pair'] as const
export type LimitSubject = (typeof limitSubjects)[number]
export const limitMeasures = ['sum', 'count', 'amount'] as const
export const limitOutcomes = ['allow', 'hold', 'refuse'] as const
export type LimitOutcome = (typeof limitOutcomes)[number]

/** Lengths of the rolling windows in hours. A month is 30 days. */
export const windowHours = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 } as const
export type RollingWindow = keyof typeof windowHours
export const rollingWindows = Object.keys(windowHours) as RollingWindow[]
export const limitWindows = [...rollingWindows, 'transfer'] as const

export type LimitRule = {
  /** Lower-case letters, digits and hyphens. */
  id: string
  subject: LimitSubject
  outcome: LimitOutcome
  /** US cents; for a count, the number of transfers. */
  most: bigint
} & ({ measure: 'sum' | 'count'; window: RollingWindow } | { measure: 'amount'; window: 'transfer' })

/** The rules in force and their version; version 0 is `defaultRules`. */
export type RuleSet = { version: number; rules: readonly LimitRule[] }

/** What a subject has used in a window, without the transfer that is judged. */
export type Usage = { amount: bigint; count: bigint }

/** A rule that a transfer exceeds: what its subject had used before, and what it would have used with the transfer. */
export type LimitHit = { rule: LimitRule; used: bigint; reached: bigint }

export type Judgement = {
  /** The strictest outcome of the rules that the transfer exceeds; 'allow' if it exceeds none. */
  outcome: LimitOutcome
  /** For a refused transfer only the rules that refuse it. */
  hits: LimitHit[]
}

/**
 * Judges one transfer. Reaching a limit exactly is allowed.
 * @param amount US cents.
 * @param usageOf what the subjects of this transfer have used already.
 */
export function judge(
  rules: readonly LimitRule[],
  amount: bigint,
  usageOf: (subject: LimitSubject, window: RollingWindow) => Usage,
): Judgement {
  const hits = rules.flatMap((rule): LimitHit[] => {
    const { used, reached } = measured(rule, amount, usageOf)
    // guard: transfer-limit
    return reached > rule.most ? [{ rule, used, reached }] : []
  })
  const outcome = strictest(hits)
  return { outcome, hits: outcome === 'refuse' ? hits.filter(({ rule }) => rule.outcome === 'refuse') : hits }
}

function measured(rule: LimitRule, amount: bigint, usageOf: Parameters<typeof judge>[2]) {
  if (rule.measure === 'amount') return { used: 0n, reached: amount }
  const usage = usageOf(rule.subject, rule.window)
  return rule.measure === 'sum'
    ? { used: usage.amount, reached: usage.amount + amount }
    : { used: usage.count, reached: usage.count + 1n }
}

function strictest(hits: readonly LimitHit[]): LimitOutcome {
  const found = (outcome: LimitOutcome) => hits.some(({ rule }) => rule.outcome === outcome)
  return found('refuse') ? 'refuse' : found('hold') ? 'hold' : 'allow'
}

type RollingRule = [
  id: string,
  subject: LimitSubject,
  measure: 'sum' | 'count',
  window: RollingWindow,
  most: bigint,
  outcome: LimitOutcome,
]
const rolling = ([id, subject, measure, window, most, outcome]: RollingRule): LimitRule => ({
  id,
  subject,
  measure,
  window,
  most,
  outcome,
})

/**
 * The rules until an admin changes them. docs/compliance.md says where the sums come from; the operator of the service checks
 * them.
 */
export const defaultRules: readonly LimitRule[] = [
  rolling(['document-day-sum', 'document', 'sum', 'day', 999_999n, 'refuse']),
  rolling(['number-day-sum', 'number', 'sum', 'day', 250_000n, 'refuse']),
  rolling(['sender-month-sum', 'sender', 'sum', 'month', 3_000_000n, 'hold']),
  rolling(['document-hour-count', 'document', 'count', 'hour', 10n, 'hold']),
  rolling(['pair-hour-count', 'pair', 'count', 'hour', 5n, 'hold']),
  rolling(['number-day-count', 'number', 'count', 'day', 20n, 'hold']),
]
