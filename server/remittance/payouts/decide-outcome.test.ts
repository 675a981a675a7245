// The decision for every transfer status and every payout outcome, without a database.
import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import type { FinalOutcome } from '../../operator-calls/operator.ts'
import type { TransferRow } from '../transfer/queries.ts'
import { type TransferStatus, transferStatuses } from '../transfer/transfer.ts'
import { decideOutcome, type OutcomeReport } from './decide-outcome.ts'

const now = Temporal.Instant.from('2026-11-21T09:30:00Z')
const earlier = now.subtract({ minutes: 5 })

function transferIn(status: TransferStatus, facts: Partial<TransferRow> = {}): TransferRow {
  return {
    id: 7n,
    transaction_id: 'IMT-IN-7K2M9QXA4T3BW8ZC',
    merchant_id: 1n,
    environment: 'sandbox',
    reference: 'T-1',
    status,
    operator: 'vodacom',
    customer_number: '243810000001',
    subscriber_name: null,
    amount_hundredths: 100n,
    currency: 'USD',
    receiver_minor: 100n,
    fee_minor: 25n,
    rate_micros: 1_000_000n,
    callback_url: null,
    parties_sealed: Buffer.alloc(0),
    telco_reference: null,
    failure_code: null,
    failure_message: null,
    created_at: earlier,
    completed_at: null,
    reversed_at: null,
    erased_at: null,
    ...facts,
  }
}

const succeeded: FinalOutcome = { kind: 'succeeded', upstreamId: 'OP-1' }
const declined: FinalOutcome = {
  kind: 'declined',
  reason: 'RECIPIENT_NOT_FOUND',
  code: '17',
  message: 'no wallet',
}
const reversed: FinalOutcome = { kind: 'reversed' }
const outcomes = { succeeded, declined, reversed }

const reportOf = (outcome: FinalOutcome, facts: Partial<OutcomeReport> = {}) =>
  ({ operation: 'op', transfer: 7n, outcome, source: 'inquiry', ...facts }) as OutcomeReport

const decide = (report: OutcomeReport, transfer: TransferRow) => decideOutcome(report, transfer, now)

describe('every outcome in every status', () => {
  const expected: Record<TransferStatus, Record<keyof typeof outcomes, string>> = {
    Submitted: { succeeded: 'paid', declined: 'declined', reversed: 'paid reversed' },
    Successful: { succeeded: 'known', declined: 'conflict', reversed: 'reversed' },
    Failed: { succeeded: 'conflict', declined: 'known', reversed: 'known' },
    Reversed: { succeeded: 'known', declined: 'conflict', reversed: 'known' },
    Hold: { succeeded: 'conflict', declined: 'conflict', reversed: 'conflict' },
  }
  const cases = transferStatuses.flatMap((status) =>
    (['succeeded', 'declined', 'reversed'] as const).map(
      (kind) => [kind, status, expected[status][kind]] as const,
    ),
  )
  test.each(cases)('the outcome %s for a transfer in %s leads to: %s', (kind, status, then) => {
    const { result, changes } = decide(reportOf(outcomes[kind]), transferIn(status))
    const events = changes.map(({ move }) => move.event).join(' ')
    assert.equal(result === 'settled' ? events : result, then)
  })
})

describe('a payout that succeeded', () => {
  const transfer = transferIn('Submitted')
  const [change] = decide(reportOf(succeeded, { source: 'callback' }), transfer).changes

  test('a successful payout debits the reserved amount and fee under a unique key', () => {
    assert.equal(change?.walletMovement.key, 'confirm:IMT-IN-7K2M9QXA4T3BW8ZC')
    assert.equal(change?.walletMovement.movement.reserved, -125n)
  })
  test('a successful payout resolves its operation with the operator reference', () => {
    assert.deepEqual(change?.call, { kind: 'payout', id: 'op', resolution: 'approved', upstreamId: 'OP-1' })
  })
  test('a successful payout notifies the merchant of the new state and leaves the input unchanged', () => {
    expect(change?.notify).toMatchObject({ status: 'Successful', telco_reference: 'OP-1', completed_at: now })
    assert.equal(transfer.status, 'Submitted')
  })
  test('a payout confirmed by callback has the callback and the wallet on its timeline', () => {
    assert.deepEqual(change?.timeline, [
      { transfer: 7n, kind: 'telco.callback', detail: 'succeeded OP-1' },
      { transfer: 7n, kind: 'wallet.confirmed', detail: '1.25 USD' },
    ])
  })
  test('a payout confirmed by its reply has only the wallet on its timeline', () => {
    const replied = decide(reportOf(succeeded, { source: 'reply' }), transfer)
    assert.deepEqual(
      replied.changes[0]?.timeline.map(({ kind }) => kind),
      ['wallet.confirmed'],
    )
  })
})

test('a declined payout releases the money with one of our failure codes', () => {
  const [change] = decide(reportOf(declined), transferIn('Submitted')).changes
  assert.equal(change?.walletMovement.key, 'release:IMT-IN-7K2M9QXA4T3BW8ZC')
  assert.deepEqual(change?.call, { kind: 'payout', id: 'op', resolution: 'refused', reason: '17 no wallet' })
  expect(change?.notify).toMatchObject({
    status: 'Failed',
    failure_code: 'RECIPIENT_NOT_FOUND',
    failure_message: 'The operator has no wallet with this number',
  })
})

describe('a payout that was reversed', () => {
  test('a reversal of a Submitted transfer is recorded as a success and a reversal', () => {
    const { changes } = decide(reportOf(reversed), transferIn('Submitted'))
    assert.deepEqual(
      changes.map(({ notify }) => notify.status),
      ['Successful', 'Reversed'],
    )
    assert.deepEqual(
      changes.map(({ walletMovement }) => walletMovement.key.split(':')[0]),
      ['confirm', 'reverse'],
    )
  })
  test('a reversal with its own reference keeps the reference of the payout', () => {
    const outcome = { kind: 'reversed', upstreamId: 'REV-1' } as const
    const report = reportOf(outcome, { call: 'reversal', operation: 'reversal-op' })
    const transfer = transferIn('Successful', { telco_reference: 'OP-1', completed_at: earlier })
    const [change] = decide(report, transfer).changes
    assert.deepEqual(change?.call, { kind: 'reversal', reversal: { id: 'reversal-op', upstreamId: 'REV-1' } })
    expect(change?.notify).toMatchObject({ telco_reference: 'OP-1', completed_at: earlier })
  })
})

describe('a contradiction', () => {
  const failed = transferIn('Failed')

  test.each(['reply', 'callback'] as const)('a contradiction by %s waits for an inquiry', (source) => {
    assert.deepEqual(decide(reportOf(succeeded, { source }), failed), { result: 'unconfirmed', changes: [] })
  })
  test.each([{ source: 'inquiry' }, { source: 'callback', inquired: true }] as const)(
    'a contradiction confirmed by inquiry opens an exception and moves nothing: %j',
    (facts) => {
      const { changes, exception } = decide(reportOf(succeeded, facts), failed)
      const detail = 'Failed, but the operator now says succeeded OP-1'
      assert.deepEqual(changes, [])
      assert.deepEqual(exception, {
        kind: 'telco_conflict',
        detail,
        timeline: [{ transfer: 7n, kind: 'telco.conflict', detail }],
      })
    },
  )
})

describe('a success under another reference', () => {
  const paid = transferIn('Successful', { telco_reference: 'OP-1' })

  test('a success under a second operator reference opens a paid_twice exception', () => {
    const { result, exception } = decide(reportOf({ kind: 'succeeded', upstreamId: 'OP-2' }), paid)
    assert.equal(result, 'conflict')
    expect(exception).toMatchObject({
      kind: 'paid_twice',
      detail: 'paid as OP-1, and now reported as succeeded OP-2',
    })
  })
  test.each(['OP-1', ''])('a success with the operator reference "%s" is no second payment', (upstreamId) => {
    assert.equal(decide(reportOf({ kind: 'succeeded', upstreamId }), paid).result, 'known')
  })
})
