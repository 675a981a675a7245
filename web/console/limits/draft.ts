// A draft of the limit rules: changes that are not in force until they have been tried on past transfers and confirmed.
import type * as schemas from '../../api/schemas.generated.ts'

export type Rule = schemas.LimitRule
/** What an admin chooses; the id follows from it. */
export type RuleFacts = Omit<Rule, 'id'>

/** Whether a limit is in dollars; the others are numbers of what is counted. */
export const isMoney = (measure: Rule['measure']): boolean => measure === 'sum' || measure === 'amount'

/** Whether the measure exists for the subject: only a number has confirmed names, and only numbers and documents have counterparties. */
export function canMeasure(measure: Rule['measure'], subject: Rule['subject']): boolean {
  if (measure === 'name_changes') return subject === 'number'
  return measure !== 'counterparties' || subject === 'number' || subject === 'document'
}

/** The draft with a rule added, or with the rule of this id replaced, which keeps its place and id. */
export function withRule(rules: readonly Rule[], facts: RuleFacts, replaced?: string): Rule[] {
  if (replaced !== undefined)
    return rules.map((rule) => (rule.id === replaced ? { ...facts, id: replaced } : rule))
  return [...rules, { ...facts, id: freeId(rules, facts) }]
}

export function withoutRule(rules: readonly Rule[], id: string): Rule[] {
  return rules.filter((rule) => rule.id !== id)
}

/** `number-day-sum`, or `number-day-sum-2` if that is taken. */
function freeId(rules: readonly Rule[], { subject, window, measure }: RuleFacts): string {
  const id = `${subject}-${window}-${measure.replace('_', '-')}`
  const isTaken = (wanted: string) => rules.some((rule) => rule.id === wanted)
  let wanted = id
  for (let number = 2; isTaken(wanted); number += 1) wanted = `${id}-${number}`
  return wanted
}

/** Whether both have the same rules in the same order. */
export function sameRules(one: readonly Rule[], other: readonly Rule[]): boolean {
  return keyOf(one) === keyOf(other)
}

/** Identifies the rules, so that a dry run is known to be of these. */
export function keyOf(rules: readonly Rule[]): string {
  return JSON.stringify(
    rules.map(({ id, subject, measure, window, limit, outcome }) => [
      id,
      subject,
      measure,
      window,
      limit,
      outcome,
    ]),
  )
}
