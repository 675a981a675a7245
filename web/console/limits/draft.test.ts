import { expect, test } from 'vitest'
import { canMeasure, type RuleFacts, sameRules, withoutRule, withRule } from './draft.ts'

const facts: RuleFacts = { subject: 'number', measure: 'sum', window: 'day', limit: 2_500, outcome: 'refuse' }

test('each new rule of a draft has an id of its own', () => {
  const rules = withRule(withRule(withRule([], facts), { ...facts, limit: 900, outcome: 'hold' }), facts)
  expect(rules.map(({ id }) => id)).toEqual(['number-day-sum', 'number-day-sum-2', 'number-day-sum-3'])
})

test('the id of a rule about changed names has only letters and hyphens, as the service wants it', () => {
  const [rule] = withRule([], { ...facts, measure: 'name_changes', limit: 0 })
  expect(rule?.id).toBe('number-day-name-changes')
})

test('only a number has confirmed names, and only numbers and documents have counterparties', () => {
  expect(canMeasure('name_changes', 'document')).toBe(false)
  expect(canMeasure('counterparties', 'document')).toBe(true)
  expect(canMeasure('counterparties', 'sender')).toBe(false)
  expect(canMeasure('sum', 'sender')).toBe(true)
})

test('a changed rule keeps its place and id, so that what it did before is still known by it', () => {
  const rules = withRule(withRule([], facts), { ...facts, subject: 'sender' })
  const changed = withRule(rules, { ...facts, window: 'week' }, 'number-day-sum')
  expect(changed.map(({ id, window }) => [id, window])).toEqual([
    ['number-day-sum', 'week'],
    ['sender-day-sum', 'day'],
  ])
  expect(sameRules(rules, changed)).toBe(false)
})

test('a rule that is removed and added again changes nothing, but for its place', () => {
  const rules = withRule([], facts)
  expect(sameRules(rules, withRule(withoutRule(rules, 'number-day-sum'), facts))).toBe(true)
})
