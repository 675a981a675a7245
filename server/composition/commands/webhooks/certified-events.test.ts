// The events that certify a handler have the fields of real ones, so that a handler is judged by what it will receive.
import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import {
  cancellationBody,
  failedBody,
  paidBody,
  refundBody,
  rewritten,
  subjectOf,
  transferBody,
} from '../../../webhooks/certification/events.ts'
import { samples } from './samples.ts'

const now = Temporal.Instant.from('2026-11-21T09:30:00.118204Z')
const subject = subjectOf('7K2M9Q', 'genuine')

test.each([
  ['payment', paidBody(subject)],
  ['payment-failed', failedBody(subject)],
  ['payment-cancellation', cancellationBody(subject, now)],
  ['refund', refundBody(subject, now)],
  ['transfer', transferBody(subject, 'Successful', now)],
  ['transfer-reversed', transferBody(subject, 'Reversed', now)],
])('the %s of a certification has the fields and types of a real one', (kind, body) => {
  const typesOf = (event: object) => Object.entries(event).map(([name, value]) => `${name}: ${typeof value}`)
  const sample = samples[kind]!(now).body
  assert.deepEqual(typesOf(body), typesOf(sample))
  assert.equal(body.status, sample.status)
})

test('the payment of unusual JSON is the same object, written differently', () => {
  const body = paidBody(subject)
  const text = rewritten(body)
  expect(JSON.parse(text)).toEqual({ ...body, certification: 1.5 })
  assert.notEqual(text, JSON.stringify(JSON.parse(text)))
  assert.ok(text.startsWith('{'))
})
