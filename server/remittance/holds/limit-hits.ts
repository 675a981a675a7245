// The limit rules that a transfer exceeded, as reviewers read them.
import { isMoney, type LimitRule, type LimitSubject } from '../limits/rule.ts'
import { amountNumber } from '../transfer/amounts.ts'

export type LimitHitRow = {
  rule_id: string
  subject: LimitSubject
  measure: LimitRule['measure']
  time_window: LimitRule['window']
  used: bigint
  reached: bigint
  most: bigint
}

/** Amounts in dollars; a number for what is counted. */
export function renderLimitHit({
  rule_id: rule,
  subject,
  measure,
  time_window: window,
  ...values
}: LimitHitRow) {
  const shown = (value: bigint) => (isMoney(measure) ? amountNumber(value) : Number(value))
  const { used, reached, most } = values
  return { rule, subject, measure, window, used: shown(used), reached: shown(reached), limit: shown(most) }
}
