// The rule sets that the rig tries: those of a new deployment, and those that an officer would set after looking at the dry run.
import { defaultRules, type LimitRule, type RollingWindow } from '../../server/remittance/limits/rule.ts'
import type { Pattern } from './generated-year.ts'

type Tuned = [
  id: string,
  subject: LimitRule['subject'],
  measure: 'sum' | 'count',
  window: RollingWindow,
  most: bigint,
]

const hold = ([id, subject, measure, window, most]: Tuned): LimitRule => ({
  ...{ id, subject, measure, window, most },
  outcome: 'hold',
})

export const tunedRules: readonly LimitRule[] = [
  ...defaultRules,
  hold(['number-day-eight', 'number', 'count', 'day', 8n]),
  hold(['number-week-sum', 'number', 'sum', 'week', 200_000n]),
]

/** The rules that are meant for a pattern: what they flag counts for its precision. */
export const rulesFor: Record<Pattern, readonly string[]> = {
  structuring: ['document-day-sum', 'document-week-sum', 'sender-month-sum'],
  'mule number': ['number-day-sum', 'number-day-count', 'number-day-eight', 'number-week-senders'],
  burst: ['pair-hour-count', 'document-hour-count'],
  'recycled number': ['number-week-sum', 'number-month-name'],
}
