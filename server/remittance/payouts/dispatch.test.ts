// What must not lead to a second payment or to money given back for one that was made: operators that forget, refuse a
// repeat, or are exchanged, and workers that wake up late. The operator is played by the test.

import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { submittedTransfer } from '../../../test/support/world/played-operator.ts'

import { beginSending } from '../../operations/claim.ts'
import { loseContact, rescheduleOperation, resolveOperation } from '../../operations/operation.ts'
import { type Database, openDatabase, statement } from '../../platform/database/database.ts'
import type { OperatorCode, ReversalReply } from '../operators/operator.ts'

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

describe('nobody is paid twice', () => {
  const refusal = { kind: 'declined', reason: 'OPERATOR_FLOAT_EXHAUSTED', code: 'x', message: '' } as const

  test('a payout the operator has acknowledged is not sent again when it has forgotten it', async () => {
    const transfer = await submitted('vodacom')
    let pays = 0
    const worker = transfer.worker(() => ({
      pay: async () => ({ kind: 'pending', upstreamId: `A${++pays}` }),
    }))
    await transfer.until('it is acknowledged', ({ acknowledged }) => acknowledged)
    for (let round = 0; round < 3; round++) {
      transfer.clock.forward({ seconds: 1_000 })
      worker.wake()
      await transfer.until('people are told', ({ kinds, state }) => kinds.length > 0 && state === 'unknown')
    }
    await worker.stop()
    assert.equal(pays, 1)
    expect(await transfer.state()).toMatchObject({ status: 'Submitted', kinds: ['payout_forgotten'] })
  })

  test('nor one of which it has only reported that it is on its way, where its answer was lost', async () => {
    const transfer = await submitted('airtel')
    let pays = 0
    const worker = transfer.worker(() => ({
      pay: async () => {
        pays += 1
        return { kind: 'unknown', cause: 'DEADLINE' }
      },
    }))
    await transfer.until('the answer is lost', ({ state, leased }) => state === 'unknown' && !leased)
    await transfer.callback({ kind: 'pending' })
    const inquirer = transfer.inquirer(async () => ({ kind: 'absent' }))
    await transfer.until('the report is applied', ({ acknowledged }) => acknowledged)
    await inquirer.stop()
    transfer.clock.forward({ seconds: 1_000 })
    worker.wake()
    await transfer.until('it was asked after', ({ kinds, attempts }) => kinds.length > 0 || attempts > 2)
    await worker.stop()
    assert.equal(pays, 1)
    expect(await transfer.state()).toMatchObject({ status: 'Submitted', kinds: ['payout_forgotten'] })
  })

  test('a refusal of the repeat does not give the money back when the first was paid after all', async () => {
    const transfer = await submitted('airtel')
    let pays = 0
    const worker = transfer.worker(() => ({
      pay: async () => (++pays === 1 ? { kind: 'unknown', cause: 'DEADLINE' } : refusal),
      inquire: async () => (pays === 1 ? { kind: 'absent' } : { kind: 'succeeded', upstreamId: 'FIRST' }),
    }))
    await transfer.until('the answer is lost', ({ state }) => state === 'unknown')
    transfer.clock.forward({ seconds: 1_000 })
    worker.wake()
    const hasEnded = await transfer.until('it has ended', ({ status }) => status !== 'Submitted')
    await worker.stop()
    assert.equal(pays, 2)
    expect(hasEnded).toMatchObject({ status: 'Successful', available_minor: 900n, kinds: [] })
  })

  test('nor where nobody was there for the answer to the first, because its worker died', async () => {
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
    const hasEnded = await transfer.until('it has ended', ({ status }) => status !== 'Submitted')
    await worker.stop()
    assert.equal(pays, 2)
    expect(hasEnded).toMatchObject({ status: 'Successful', available_minor: 900n, kinds: [] })
  })

  test('a refusal of the repeat gives nothing back while what was sent first is on its way', async () => {
    const transfer = await submitted('airtel')
    let pays = 0
    const worker = transfer.worker(() => ({
      pay: async () => (++pays === 1 ? { kind: 'unknown', cause: 'DEADLINE' } : refusal),
      inquire: async () => (pays === 1 ? { kind: 'absent' } : { kind: 'pending' }),
    }))
    await transfer.until('the answer is lost', ({ state }) => state === 'unknown')
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

  test('nor while the operator cannot be asked what became of the first', async () => {
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
    await transfer.until('the answer is lost', ({ state }) => state === 'unknown')
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
    const hasEnded = await transfer.until('it has ended', ({ status }) => status !== 'Submitted')
    await worker.stop()
    assert.equal(pays, 2)
    expect(hasEnded).toMatchObject({ status: 'Successful', available_minor: 900n, kinds: [] })
  })

  test('what the operator does not know of yet is asked after, and sent again only once the horizon is over', async () => {
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
      await transfer.until('it waits', ({ leased, attempts }) => !leased && attempts > requestCount)
      assert.deepEqual([pays, inquiries], [1, requestCount])
      transfer.clock.forward({ seconds: 300 })
      worker.wake()
    }
    await transfer.until('it is sent again', ({ acknowledged }) => acknowledged)
    await worker.stop()
    assert.deepEqual([pays, inquiries], [2, 3])
  })

  test('a worker that wakes after its lease writes nothing over what another has done', async () => {
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
    await eventually('the first is on its way', async () => pays === 1)
    transfer.clock.forward({ seconds: 1_000 })
    worker.wake()
    await transfer.until('another has sent it', ({ acknowledged }) => acknowledged)
    open()
    await worker.stop()
    expect(await transfer.state()).toMatchObject({ state: 'unknown', status: 'Submitted' })
    assert.equal(pays, 2)
  })

  test('a payout that one operator may have is never sent to another, whatever the settings say now', async () => {
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
    await transfer.until('the answer is lost', ({ state }) => state === 'unknown')
    party = 'pawapay'
    transfer.clock.forward({ seconds: 1_000 })
    worker.wake()
    await transfer.until('people are told', ({ kinds }) => kinds.includes('connection_changed'))
    await worker.stop()
    expect(paidBy).toEqual(['gsma'])
    assert.equal((await transfer.state())?.status, 'Submitted')
  })

  test('a second success under another reference of the operator is for people', async () => {
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

describe('of workers that claimed one payout after the other, only the last', () => {
  const facts = (at: Temporal.Instant, leaseToken: string) => ({
    nextCheckAt: at,
    cause: 'DEADLINE',
    leaseToken,
  })

  test('may send it, and not when its lease is over either', async () => {
    const { clock, claim } = await submitted('vodacom')
    const first = await claim()
    clock.forward({ seconds: 31 })
    assert.equal(await beginSending(db, first, 'a', clock.now()), false)
    const second = await claim()
    assert.equal(await beginSending(db, first, 'a', clock.now()), false)
    assert.equal(await beginSending(db, second, 'a', clock.now()), true)
  })

  test('may tell that contact was lost, or have it sent again', async () => {
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

  test('sends it, to the party it was sent to before', async () => {
    const { clock, claim } = await submitted('orange')
    const first = await claim()
    assert.equal(await beginSending(db, first, 'a', clock.now()), true)
    assert.equal(await rescheduleOperation(db, first.id, facts(clock.now(), first.lease_token)), true)
    const second = await claim()
    assert.equal(await beginSending(db, second, 'b', clock.now()), false)
    assert.equal(await beginSending(db, second, 'a', clock.now()), true)
  })

  test('is ended once, whoever hears of it', async () => {
    const { clock, claim } = await submitted('africell')
    const { id } = await claim()
    const now = clock.now()
    assert.equal(await db.transaction((sql) => resolveOperation(sql, id, 'approved', { now })), true)
    assert.equal(await db.transaction((sql) => resolveOperation(sql, id, 'refused', { now })), false)
  })
})

describe('a reversal whose first call nobody has answered for good', () => {
  const refusal = { kind: 'refused', code: '8', message: 'in progress already' } as const

  /** Paid, and asked to be taken back; each round the operator is asked what became of the payout. */
  async function requestedBack(reverse: (calls: number) => ReversalReply, isTakenBack: () => boolean) {
    const transfer = await submitted('airtel')
    let calls = 0
    const worker = transfer.worker(() => ({
      pay: async () => ({ kind: 'succeeded', upstreamId: 'P1' }),
      inquire: async () => ({ kind: isTakenBack() ? 'reversed' : 'succeeded', upstreamId: 'P1' }),
      reverse: async () => reverse(++calls),
    }))
    await transfer.until('it is paid', ({ status }) => status === 'Successful')
    const reversal = await transfer.requestReversal()
    worker.wake()
    const looked = (attempts: number) =>
      eventually('it was looked at', async () => {
        const now = await reversal()
        const [lease] = await db.rows(readLease, [now.reference])
        return lease?.token === null && now.attempts > attempts && now
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

  test('is not asked for again once the operator has it, and people are told until it ends', async () => {
    let isTakenBack = false
    const requested = await requestedBack(
      (calls) => (calls === 1 ? { kind: 'pending' } : refusal),
      () => isTakenBack,
    )
    for (let round = 0; round < 8; round++) expect((await requested.round()).state).toBe('PENDING')
    expect(await requested.transfer.state()).toMatchObject({ kinds: ['reversal_unresolved'] })
    isTakenBack = true
    expect((await requested.round()).state).toBe('REVERSED')
    await requested.worker.stop()
    assert.equal(requested.calls(), 1)
    expect(await requested.transfer.state()).toMatchObject({ status: 'Reversed', available_minor: 1_000n })
  })

  test('is not refused by the no to its repeat while what was sent first may be done', async () => {
    let isTakenBack = false
    const requested = await requestedBack(
      (calls) => (calls === 1 ? { kind: 'unknown', cause: 'DEADLINE' } : refusal),
      () => isTakenBack,
    )
    while (requested.calls() === 1) expect((await requested.round()).state).toBe('PENDING')
    isTakenBack = true
    expect((await requested.round()).state).toBe('REVERSED')
    await requested.worker.stop()
    expect(await requested.transfer.state()).toMatchObject({ status: 'Reversed', available_minor: 1_000n })
  })

  test('is refused by a second no, as late again, where the payout stands', async () => {
    const requested = await requestedBack(
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
