// Handlers with planted faults: each is found, and named by the check that is there for it.
import assert from 'node:assert/strict'
import { afterEach, expect, test } from 'vitest'
import { type Fault, faults, openFaultyHandler } from '../../../test/support/webhooks/faulty-handler.ts'
import { openOutbound } from '../../platform/network/outbound.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { certifyHandler } from './certify.ts'
import { type CheckId, checkIds } from './checks.ts'

const secret = 'whsec_of_the_shop'
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function certify(
  fault?: Fault,
  options: { reports?: boolean; maxReplyMs?: number; budgetMs?: number } = {},
) {
  const { reports, ...limits } = options
  const handler = await openFaultyHandler(secret, fault, reports === undefined ? {} : { reports })
  const outbound = openOutbound({ reach: 'private' })
  closing.push(handler.close, () => outbound.close())
  const certification = await certifyHandler(
    { outbound, wallClock: systemClock, ...limits },
    { url: handler.url, secrets: [secret], headers: {} },
  )
  return { ...certification, sent: handler.paths.length }
}

const withResult = ({ checks }: Awaited<ReturnType<typeof certify>>, result: string) =>
  checks.filter((check) => check.result === result).map(({ id }) => id)

test('there are 24 checks of a webhook handler, each with its own id', () => {
  assert.equal(checkIds.length, 24)
  assert.equal(new Set(checkIds).size, 24)
})

test('a webhook handler without a fault passes all 24 checks', async () => {
  const certification = await certify()
  expect(certification.checks.filter(({ result }) => result !== 'passed')).toEqual([])
  assert.equal(certification.result, 'passed')
})

test('what a handler does not say of its orders is not observed, and it passes without', async () => {
  const certification = await certify(undefined, { reports: false })
  assert.equal(certification.result, 'incomplete')
  expect(withResult(certification, 'not_observed')).toEqual([
    ...['failed_payment', 'doubled', 'doubled_at_once', 'late_retry', 'reordered'],
    ...['cancelled_then_paid', 'refund_before_payment'],
  ])
})

const foundBy: Record<Exclude<Fault, 'other_secret'>, CheckId[]> = {
  slow: ['in_time'],
  length_of_signature_only: ['altered_body', 'wrong_secret', 'not_json'],
  unsigned_accepted: ['missing_signature'],
  crash_on_malformed_signature: ['malformed_signature'],
  old_accepted: ['old_timestamp', 'moved_timestamp'],
  future_accepted: ['future_timestamp'],
  age_by_header: ['moved_timestamp'],
  first_signature_only: ['two_signatures'],
  signature_over_parsed_body: ['exact_bytes'],
  parsed_before_verified: ['not_json'],
  unknown_event_refused: ['unknown_event'],
  unknown_field_refused: ['unknown_fields'],
  latin1_body: ['utf_8'],
  amounts_up_to_a_million: ['large_numbers'],
  body_up_to_8_kib: ['large_body'],
  failed_is_paid: ['failed_payment'],
  duplicate_refused: ['doubled', 'doubled_at_once'],
  check_then_act: ['doubled_at_once'],
  never_idempotent: ['doubled', 'doubled_at_once'],
  first_attempts_only: ['late_retry'],
  last_transfer_event_wins: ['reordered'],
  cancellation_is_final: ['cancelled_then_paid'],
  refund_needs_payment: ['refund_before_payment'],
}

test.each(Object.entries(foundBy))(
  'the fault %s of a webhook handler is found by %j alone',
  async (fault, by) => {
    const certification = await certify(fault as Fault, fault === 'slow' ? { maxReplyMs: 300 } : {})
    expect(withResult(certification, 'failed')).toEqual(by)
    assert.equal(certification.result, 'failed')
  },
)

test('every planted fault has a check, and every check a fault that only it or few others find', () => {
  const found = new Set(['genuine', ...Object.values(foundBy).flat()])
  expect([...found].toSorted()).toEqual(checkIds.toSorted())
  expect(['other_secret', ...Object.keys(foundBy)].toSorted()).toEqual(faults.toSorted())
})

test('a handler with another secret fails the first check and is sent nothing else', async () => {
  const certification = await certify('other_secret')
  expect(withResult(certification, 'failed')).toEqual(['genuine'])
  assert.equal(withResult(certification, 'not_run').length, 22)
  assert.equal(certification.sent, 1)
})

test('checks that the time did not suffice for are not run, and the handler does not pass', async () => {
  const certification = await certify('slow', { budgetMs: 1_000 })
  assert.ok(withResult(certification, 'not_run').length > 0)
  assert.equal(certification.result, 'incomplete')
})

test('where nothing listens, the failure is named and nothing counts as slow', async () => {
  const outbound = openOutbound({ reach: 'private' })
  closing.push(() => outbound.close())
  const handler = { url: 'http://localhost:9/webhooks', secrets: [secret], headers: {} }
  const { checks } = await certifyHandler({ outbound, wallClock: systemClock }, handler)
  expect(checks.slice(0, 3).map(({ result, received }) => [result, received])).toEqual([
    ['failed', 'connect'],
    ['not_run', null],
    ['not_run', null],
  ])
})
