// The limit rules that a transfer exceeded, as reviewers read them.
import type { LimitRule, LimitSubject } from '../limits/rule.ts'
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

/** Amounts in dollars; transfers for a count. */
export function renderLimitHit({
  rule_id: rule,
  subject,
  measure,
  time_window: window,
  ...values
}: LimitHitRow) {
  const shown = (value: bigint) => (measure === 'count' ? Number(value) : amountNumber(value))
  const { used, reached, most } = values
  return { rule, subject, measure, window, used: shown(used), reached: shown(reached), limit: shown(most) }
}
