// Situations that must not cause a double payout or a refund of a paid transfer: operators that lose payouts, refuse a
// retry or are replaced, and workers that resume late. The test plays the operator.

import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { submittedTransfer } from '../../../test/support/world/played-operator.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { beginSending } from '../../ledger/claim.ts'
import { loseContact, rescheduleOperation, resolveOperation } from '../../ledger/operation.ts'
import type { ReversalReply } from '../../operator-calls/operator.ts'
import { type Database, openDatabase, statement } from '../../platform/database/database.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 6, name: 'test' })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const readLease = statement<{ token: string | null }>(
  'test_read_lease',
  'select lease_token as token from operation where upstream_ref = $1',
)

const submitted = (operator: OperatorCode) => submittedTransfer(db, operator)

describe('a payout is never made twice', () => {
  const refusal = { kind: 'declined', reason: 'OPERATOR_FLOAT_EXHAUSTED', code: 'x', message: '' } as const

  test('an acknowledged payout is not sent again when the operator no longer knows it', async () => {
    const transfer = await submitted('vodacom')
    let pays = 0
    const worker = transfer.worker(() => ({
      pay: async () => ({ kind: 'pending', upstreamId: `A${++pays}` }),
    }))
    await transfer.until('it is acknowledged', ({ acknowledged }) => acknowledged)
    for (let round = 0; round < 3; round++) {
      transfer.clock.forward({ seconds: 1_000 })
      worker.wake()
      await transfer.until(
        'an exception is opened',
        ({ kinds, state }) => kinds.length > 0 && state === 'unknown',
      )
    }
    await worker.stop()
    assert.equal(pays, 1)
    expect(await transfer.state()).toMatchObject({ status: 'Submitted', kinds: ['payout_forgotten'] })
  })

  test('a payout with a lost reply is not sent again after a callback reported it as pending', async () => {
    const transfer = await submitted('airtel')
    let pays = 0
    const worker = transfer.worker(() => ({
      pay: async () => {
        pays += 1
        return { kind: 'unknown', cause: 'DEADLINE' }
      },
    }))
    await transfer.until('the reply is lost', ({ state, leased }) => state === 'unknown' && !leased)
    await transfer.callback({ kind: 'pending' })
    const inquirer = transfer.inquirer(async () => ({ kind: 'absent' }))
    await transfer.until('the report is applied', ({ acknowledged }) => acknowledged)
    await inquirer.stop()
    transfer.clock.forward({ seconds: 1_000 })
    worker.wake()
    await transfer.until('an inquiry was made', ({ kinds, attempts }) => kinds.length > 0 || attempts > 2)
    await worker.stop()
    assert.equal(pays, 1)
    expect(await transfer.state()).toMatchObject({ status: 'Submitted', kinds: ['payout_forgotten'] })
  })

  test('a refused retry does not release the money when the first call was paid after all', async () => {
    const transfer = await submitted('airtel')
    let pays = 0
    const worker = transfer.worker(() => ({
      pay: async () => (++pays === 1 ? { kind: 'unknown', cause: 'DEADLINE' } : refusal),
      inquire: async () => (pays === 1 ? { kind: 'absent' } : { kind: 'succeeded', upstreamId: 'FIRST' }),
    }))
    await transfer.until('the reply is lost', ({ state }) => state === 'unknown')
    transfer.clock.forward({ seconds: 1_000 })
    worker.wake()
    const hasEnded = await transfer.until('the outcome is recorded', ({ status }) => status !== 'Submitted')
    await worker.stop()
    assert.equal(pays, 2)
    expect(hasEnded).toMatchObject({ status: 'Successful', available_minor: 900n, kinds: [] })
  })

  test('a refused retry does not release the money when the first worker died before its reply', async () => {
    const transfer = await submitted('airtel')
    assert.ok(await beginSending(db, await transfer.claim(), 'the first', transfer.clock.now()))
    let pays = 1
    transfer.clock.forward({ seconds: 1_000 })
    const worker = transfer.worker(() => ({
      pay: async () => {
        pays += 1
        return refusal
      },
      inquire: async () => (pays === 1 ? { kind: 'absent' } : { kind: 'succeeded', upstreamId: 'FIRST' }),
    }))
    const hasEnded = await transfer.until('the outcome is recorded', ({ status }) => status !== 'Submitted')
    await worker.stop()
    assert.equal(pays, 2)
    expect(hasEnded).toMatchObject({ status: 'Successful', available_minor: 900n, kinds: [] })
  })

  test('a refused retry releases nothing while the first call is pending', async () => {
    const transfer = await submitted('airtel')
    let pays = 0
    const worker = transfer.worker(() => ({
      pay: async () => (++pays === 1 ? { kind: 'unknown', cause: 'DEADLINE' } : refusal),
      inquire: async () => (pays === 1 ? { kind: 'absent' } : { kind: 'pending' }),
    }))
    await transfer.until('the reply is lost', ({ state }) => state === 'unknown')
    transfer.clock.forward({ seconds: 1_000 })
    worker.wake()
    const now = await transfer.until(
      'the refusal is judged',
      ({ status, acknowledged }) => status !== 'Submitted' || acknowledged,
    )
    await worker.stop()
    assert.equal(pays, 2)
    expect(now).toMatchObject({ status: 'Submitted', state: 'unknown', available_minor: 900n, kinds: [] })
  })

  test('a refused retry releases nothing while inquiries get no reply', async () => {
    const transfer = await submitted('airtel')
    let [pays, isReachable] = [0, false]
    const worker = transfer.worker(() => ({
      pay: async () => (++pays === 1 ? { kind: 'unknown', cause: 'DEADLINE' } : refusal),
      inquire: async () => {
        if (pays === 1) return { kind: 'absent' }
        return isReachable
          ? { kind: 'succeeded', upstreamId: 'FIRST' }
          : { kind: 'unavailable', cause: '503' }
      },
    }))
    await transfer.until('the reply is lost', ({ state }) => state === 'unknown')
    transfer.clock.forward({ seconds: 1_000 })
    worker.wake()
    const now = await transfer.until(
      'the refusal is judged',
      ({ status, state, leased }) => status !== 'Submitted' || (pays === 2 && state === 'unknown' && !leased),
    )
    expect(now).toMatchObject({ status: 'Submitted', available_minor: 900n, kinds: [] })
    isReachable = true
    transfer.clock.forward({ seconds: 1_000 })
    worker.wake()
    const hasEnded = await transfer.until('the outcome is recorded', ({ status }) => status !== 'Submitted')
    await worker.stop()
    assert.equal(pays, 2)
    expect(hasEnded).toMatchObject({ status: 'Successful', available_minor: 900n, kinds: [] })
  })

  test('a payout unknown to the operator is resent only after the horizon', async () => {
    const transfer = await submitted('orange')
    let [pays, inquiries] = [0, 0]
    const worker = transfer.worker(() => ({
      pay: async () => (++pays === 1 ? { kind: 'unknown', cause: 'DEADLINE' } : { kind: 'pending' }),
      inquire: async () => {
        inquiries += 1
        return { kind: 'absent' }
      },
    }))
    for (const requestCount of [0, 1, 2]) {
      await transfer.until(
        'it waits for its next inquiry',
        ({ leased, attempts }) => !leased && attempts > requestCount,
      )
      assert.deepEqual([pays, inquiries], [1, requestCount])
      transfer.clock.forward({ seconds: 300 })
      worker.wake()
    }
    await transfer.until('it is sent again', ({ acknowledged }) => acknowledged)
    await worker.stop()
    assert.deepEqual([pays, inquiries], [2, 3])
  })

  test('a worker that resumes after its lease overwrites nothing that another has written', async () => {
    const transfer = await submitted('africell')
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    let pays = 0
    const worker = transfer.worker(() => ({
      pay: async () => {
        if (++pays > 1) return { kind: 'pending' }
        await gate
        return { kind: 'unreached', cause: '429' }
      },
      inquire: async () => (pays < 2 ? { kind: 'absent' } : { kind: 'pending' }),
    }))
    await eventually('the first call is in progress', async () => pays === 1)
    transfer.clock.forward({ seconds: 1_000 })
    worker.wake()
    await transfer.until('another has sent it', ({ acknowledged }) => acknowledged)
    open()
    await worker.stop()
    expect(await transfer.state()).toMatchObject({ state: 'unknown', status: 'Submitted' })
    assert.equal(pays, 2)
  })

  test('a payout that one operator may have is never sent to another connection', async () => {
    const transfer = await submitted('orange')
    const paidBy: string[] = []
    let party = 'gsma'
    const worker = transfer.worker(() => ({
      connectionId: party,
      pay: async () => {
        paidBy.push(party)
        return party === 'gsma'
          ? { kind: 'unknown', cause: 'DEADLINE' }
          : { kind: 'succeeded', upstreamId: 'P1' }
      },
    }))
    await transfer.until('the reply is lost', ({ state }) => state === 'unknown')
    party = 'pawapay'
    transfer.clock.forward({ seconds: 1_000 })
    worker.wake()
    await transfer.until('an exception is opened', ({ kinds }) => kinds.includes('connection_changed'))
    await worker.stop()
    expect(paidBy).toEqual(['gsma'])
    assert.equal((await transfer.state())?.status, 'Submitted')
  })

  test('a second success under another operator reference opens an exception', async () => {
    const transfer = await submitted('vodacom')
    assert.equal(await transfer.receive('ONE'), 'settled')
    assert.equal(await transfer.receive('ONE'), 'known')
    assert.equal(await transfer.receive('TWO'), 'conflict')
    expect(await transfer.state()).toMatchObject({
      status: 'Successful',
      available_minor: 900n,
      kinds: ['paid_twice'],
    })
  })
})

describe('workers that claimed the same payout one after the other', () => {
  const facts = (at: Temporal.Instant, leaseToken: string) => ({
    nextCheckAt: at,
    cause: 'DEADLINE',
    leaseToken,
  })

  test('only the worker with the current lease may send a payout', async () => {
    const { clock, claim } = await submitted('vodacom')
    const first = await claim()
    clock.forward({ seconds: 31 })
    assert.equal(await beginSending(db, first, 'a', clock.now()), false)
    const second = await claim()
    assert.equal(await beginSending(db, first, 'a', clock.now()), false)
    assert.equal(await beginSending(db, second, 'a', clock.now()), true)
  })

  test('only the worker with the current lease may record a lost reply or reschedule a payout', async () => {
    const { clock, claim, state } = await submitted('airtel')
    const first = await claim()
    clock.forward({ seconds: 31 })
    const second = await claim()
    assert.equal(await loseContact(db, first.id, facts(clock.now(), first.lease_token)), false)
    assert.equal(await rescheduleOperation(db, first.id, facts(clock.now(), first.lease_token)), false)
    assert.equal((await state())?.state, 'sent')
    assert.equal(await loseContact(db, first.id, facts(clock.now(), second.lease_token)), true)
    const third = await claim()
    assert.equal(await rescheduleOperation(db, first.id, facts(clock.now(), second.lease_token)), false)
    assert.equal(await rescheduleOperation(db, first.id, facts(clock.now(), third.lease_token)), true)
    assert.equal((await state())?.state, 'intent')
  })

  test('a payout is resent only over the connection it was sent to before', async () => {
    const { clock, claim } = await submitted('orange')
    const first = await claim()
    assert.equal(await beginSending(db, first, 'a', clock.now()), true)
    assert.equal(await rescheduleOperation(db, first.id, facts(clock.now(), first.lease_token)), true)
    const second = await claim()
    assert.equal(await beginSending(db, second, 'b', clock.now()), false)
    assert.equal(await beginSending(db, second, 'a', clock.now()), true)
  })

  test('a payout operation is resolved only once', async () => {
    const { clock, claim } = await submitted('africell')
    const { id } = await claim()
    const now = clock.now()
    assert.equal(await db.transaction((sql) => resolveOperation(sql, id, 'approved', { now })), true)
    assert.equal(await db.transaction((sql) => resolveOperation(sql, id, 'refused', { now })), false)
  })
})

describe('a reversal whose first call has no final reply', () => {
  const refusal = { kind: 'refused', code: '8', message: 'in progress already' } as const

  /** A paid transfer with a requested reversal; each round makes an inquiry about the payout. */
  async function reversalRequested(reverse: (calls: number) => ReversalReply, isReversed: () => boolean) {
    const transfer = await submitted('airtel')
    let calls = 0
    const worker = transfer.worker(() => ({
      pay: async () => ({ kind: 'succeeded', upstreamId: 'P1' }),
      inquire: async () => ({ kind: isReversed() ? 'reversed' : 'succeeded', upstreamId: 'P1' }),
      reverse: async () => reverse(++calls),
    }))
    await transfer.until('it is paid', ({ status }) => status === 'Successful')
    const reversal = await transfer.requestReversal()
    worker.wake()
    const looked = (attempts: number) =>
      eventually('the reversal was processed', async () => {
        const claimed = await reversal()
        const [lease] = await db.rows(readLease, [claimed.reference])
        // Read again: the lease may have ended, with an outcome, since the first reading.
        return lease?.token === null && claimed.attempts > attempts && reversal()
      })
    const round = async () => {
      const { attempts } = await reversal()
      transfer.clock.forward({ seconds: 1_000 })
      worker.wake()
      return looked(attempts)
    }
    await looked(0)
    return { transfer, worker, reversal, round, calls: () => calls }
  }

  test('an acknowledged reversal is not sent again and opens an exception while it is unresolved', async () => {
    let isReversed = false
    const requested = await reversalRequested(
      (calls) => (calls === 1 ? { kind: 'pending' } : refusal),
      () => isReversed,
    )
    for (let round = 0; round < 8; round++) expect((await requested.round()).state).toBe('PENDING')
    expect(await requested.transfer.state()).toMatchObject({ kinds: ['reversal_unresolved'] })
    isReversed = true
    expect((await requested.round()).state).toBe('REVERSED')
    await requested.worker.stop()
    assert.equal(requested.calls(), 1)
    expect(await requested.transfer.state()).toMatchObject({ status: 'Reversed', available_minor: 1_000n })
  })

  test('a refused retry does not end a reversal whose first call may still succeed', async () => {
    let isReversed = false
    const requested = await reversalRequested(
      (calls) => (calls === 1 ? { kind: 'unknown', cause: 'DEADLINE' } : refusal),
      () => isReversed,
    )
    while (requested.calls() === 1) expect((await requested.round()).state).toBe('PENDING')
    isReversed = true
    expect((await requested.round()).state).toBe('REVERSED')
    await requested.worker.stop()
    expect(await requested.transfer.state()).toMatchObject({ status: 'Reversed', available_minor: 1_000n })
  })

  test('a reversal ends as refused after a second refusal while the payout stands', async () => {
    const requested = await reversalRequested(
      (calls) => (calls === 1 ? { kind: 'unknown', cause: 'DEADLINE' } : refusal),
      () => false,
    )
    let last = await requested.reversal()
    while (last.state === 'PENDING') last = await requested.round()
    await requested.worker.stop()
    expect([last.state, requested.calls()]).toEqual(['REFUSED', 3])
    expect(await requested.transfer.state()).toMatchObject({ status: 'Successful', available_minor: 900n })
  })
})
