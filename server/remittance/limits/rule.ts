// Limit rules: what a rule is, how a transfer is judged by the rules, and the rules of a new deployment. Pure.

export const limitSubjects = ['sender', 'beneficiary', 'number', 'document', 'pair'] as const
export type LimitSubject = (typeof limitSubjects)[number]
/**
 * `counterparties`: the different documents that sent to a number, or the different numbers that a document sent to. `name_changes`: how
 * often the name that the operator confirms for a number has changed.
 */
export const limitMeasures = ['sum', 'count', 'amount', 'counterparties', 'name_changes'] as const
export type LimitMeasure = (typeof limitMeasures)[number]
export type RollingMeasure = Exclude<LimitMeasure, 'amount'>
/** The subjects that each measure can have. */
export const subjectsOfMeasure: Record<LimitMeasure, readonly LimitSubject[]> = {
  sum: limitSubjects,
  count: limitSubjects,
  amount: limitSubjects,
  counterparties: ['number', 'document'],
  name_changes: ['number'],
}
/** Whether a measure is in US cents; the others count. */
export const isMoney = (measure: LimitMeasure): boolean => measure === 'sum' || measure === 'amount'
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
  /** US cents, or a number of transfers, counterparties or changes. */
  most: bigint
} & ({ measure: RollingMeasure; window: RollingWindow } | { measure: 'amount'; window: 'transfer' })

const strictness: Readonly<Record<LimitOutcome, number>> = { allow: 0, hold: 1, refuse: 2 }

/** Whether new rules let anything through that the old ones did not: a rule is missing, higher, or has a milder outcome. */
export function letsMoreThrough(before: readonly LimitRule[], after: readonly LimitRule[]): boolean {
  const isAsStrict = (old: LimitRule) => (rule: LimitRule) =>
    rule.subject === old.subject &&
    rule.measure === old.measure &&
    rule.window === old.window &&
    rule.most <= old.most &&
    strictness[rule.outcome] >= strictness[old.outcome]
  // guard: weaker-limits
  return before.some((old) => !after.some(isAsStrict(old)))
}

/** The rules in force and their version; version 0 is `defaultRules`. */
export type RuleSet = { version: number; rules: readonly LimitRule[] }

/** What a subject has used in a window, without the transfer that is judged. */
export type Usage = {
  amount: bigint
  count: bigint
  /** Of a number or a document. There may be more of them if it is above the limit of every rule. */
  counterparties: bigint
  /** Of a number. */
  nameChanges: bigint
}
export const noUsage: Usage = { amount: 0n, count: 0n, counterparties: 0n, nameChanges: 0n }

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
 * @param transfer.amount US cents.
 * @param transfer.changesName whether the operator confirms another name for the number than the last time.
 * @param usageOf what the subjects of this transfer have used already.
 */
export function judge(
  rules: readonly LimitRule[],
  transfer: { amount: bigint; changesName: boolean },
  usageOf: (subject: LimitSubject, window: RollingWindow) => Usage,
): Judgement {
  const hits = rules.flatMap((rule): LimitHit[] => {
    const { used, adds } = measured(rule, transfer, usageOf)
    const reached = used + adds
    // guard: transfer-limit
    return reached > rule.most ? [{ rule, used, reached }] : []
  })
  const outcome = strictest(hits)
  return { outcome, hits: outcome === 'refuse' ? hits.filter(({ rule }) => rule.outcome === 'refuse') : hits }
}

function measured(
  rule: LimitRule,
  { amount, changesName }: Parameters<typeof judge>[1],
  usageOf: Parameters<typeof judge>[2],
): { used: bigint; adds: bigint } {
  if (rule.measure === 'amount') return { used: 0n, adds: amount }
  const usage = usageOf(rule.subject, rule.window)
  switch (rule.measure) {
    case 'sum':
      return { used: usage.amount, adds: amount }
    case 'count':
      return { used: usage.count, adds: 1n }
    case 'counterparties': {
      // guard: limit-known-counterparty
      const isKnown = usageOf('pair', rule.window).count > 0n
      return { used: usage.counterparties, adds: isKnown ? 0n : 1n }
    }
    case 'name_changes':
      // guard: limit-name-change
      return { used: usage.nameChanges, adds: changesName ? 1n : 0n }
  }
}

function strictest(hits: readonly LimitHit[]): LimitOutcome {
  const found = (outcome: LimitOutcome) => hits.some(({ rule }) => rule.outcome === outcome)
  return found('refuse') ? 'refuse' : found('hold') ? 'hold' : 'allow'
}

type RollingRule = [
  id: string,
  subject: LimitSubject,
  measure: RollingMeasure,
  window: RollingWindow,
  most: bigint,
  outcome: LimitOutcome,
]

/** US cents in a week: a large sum that is split into transfers just below a threshold passes it. */
// guard: structuring-rule
const splitSum = 650_000n

/**
 * The rules until an admin changes them. docs/compliance.md says where the sums come from; the operator of the service checks
 * them.
 */
const table: readonly RollingRule[] = [
  ['document-day-sum', 'document', 'sum', 'day', 999_999n, 'refuse'],
  ['number-day-sum', 'number', 'sum', 'day', 250_000n, 'refuse'],
  ['sender-month-sum', 'sender', 'sum', 'month', 3_000_000n, 'hold'],
  ['document-hour-count', 'document', 'count', 'hour', 10n, 'hold'],
  ['pair-hour-count', 'pair', 'count', 'hour', 5n, 'hold'],
  ['number-day-count', 'number', 'count', 'day', 20n, 'hold'],
  ['number-week-senders', 'number', 'counterparties', 'week', 10n, 'hold'],
  ['document-week-sum', 'document', 'sum', 'week', splitSum, 'hold'],
  ['document-week-numbers', 'document', 'counterparties', 'week', 15n, 'hold'],
  ['number-month-name', 'number', 'name_changes', 'month', 0n, 'hold'],
]
export const defaultRules: readonly LimitRule[] = table.map(
  ([id, subject, measure, window, most, outcome]) => ({ id, subject, measure, window, most, outcome }),
)
