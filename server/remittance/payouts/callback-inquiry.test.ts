// Callbacks that arrive before the reply to our own call, or contradict the record. The test plays the operator.

import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { submittedTransfer } from '../../../test/support/world/played-operator.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import type { InquiryReply, PayoutReply, ReversalReply } from '../../operator-calls/operator.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'

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

const succeeded = { kind: 'succeeded', upstreamId: 'P1' } as const
const declined = { kind: 'declined', reason: 'REFUSED_BY_OPERATOR', code: 'TF', message: 'failed' } as const
const refused = { status: 'Failed', available_minor: 1_000n, kinds: [] }
const paid = { status: 'Successful', available_minor: 900n, kinds: [] }
const underWay = { status: 'Submitted', available_minor: 900n, kinds: [] }

/** A payout whose call hangs until `reply` is called with its outcome. */
async function hanging(operator: OperatorCode, inquire: () => Promise<InquiryReply>) {
  const transfer = await submittedTransfer(db, operator)
  const { promise: reply, resolve } = Promise.withResolvers<PayoutReply>()
  let isCalled = false
  const worker = transfer.worker(() => ({
    inquire,
    pay: () => {
      isCalled = true
      return reply
    },
  }))
  await eventually('the payout call is made', async () => isCalled)
  const stop = async () => {
    resolve({ kind: 'unknown', cause: 'the test ends' })
    await worker.stop()
  }
  return { ...transfer, reply: resolve, stop }
}

/** Runs callback inquiries with this reply until the callback is completed. */
async function inquired(
  transfer: Pick<Awaited<ReturnType<typeof submittedTransfer>>, 'inquirer' | 'callbacks'>,
  found: InquiryReply,
): Promise<void> {
  const inquirer = transfer.inquirer(async () => found)
  await eventually('the callback is completed', async () => !(await transfer.callbacks()).includes('new'))
  await inquirer.stop()
}

describe('a callback that arrives before the reply to our own call', () => {
  test.each([{ kind: 'absent' }, { kind: 'pending' }, { kind: 'unavailable', cause: '503' }] as const)(
    'an early declined callback does not release the money while the inquiry says $kind',
    async (found) => {
      const transfer = await hanging('airtel', async () => found)
      await transfer.callback(declined)
      assert.equal(await transfer.apply(), false)
      await inquired(transfer, found)
      expect(await transfer.state()).toMatchObject({ ...underWay, state: 'sent' })
      transfer.reply(succeeded)
      await transfer.until('the outcome is recorded', ({ status }) => status !== 'Submitted')
      await transfer.stop()
      expect(await transfer.state()).toMatchObject(paid)
    },
  )

  test('an early callback triggers an inquiry and is applied when the inquiry confirms it', async () => {
    const transfer = await hanging('vodacom', async () => succeeded)
    await transfer.callback(succeeded)
    await inquired(transfer, succeeded)
    expect(await transfer.state()).toMatchObject(paid)
    expect((await transfer.timeline()).map(({ kind }) => kind)).toContain('telco.callback')
    await transfer.stop()
  })

  test('an early callback is ignored when the inquiry contradicts it', async () => {
    const transfer = await hanging('orange', async () => succeeded)
    await transfer.callback(declined)
    await inquired(transfer, succeeded)
    expect(await transfer.state()).toMatchObject(paid)
    const kinds = (await transfer.timeline()).map(({ kind }) => kind)
    expect(kinds).toContain('telco.inquiry')
    expect(kinds).not.toContain('telco.callback')
    await transfer.stop()
  })

  test('an early callback still needs its inquiry after the reply has arrived', async () => {
    const transfer = await hanging('africell', async () => ({ kind: 'pending' }))
    await transfer.callback(declined)
    transfer.reply({ kind: 'pending' })
    await transfer.until('the reply is recorded', ({ acknowledged }) => acknowledged)
    assert.equal(await transfer.apply(), false)
    await inquired(transfer, { kind: 'pending' })
    expect(await transfer.state()).toMatchObject(underWay)
    await transfer.stop()
  })

  test('callbacks that contradict each other need an inquiry, whichever came first', async () => {
    const transfer = await hanging('orange', async () => ({ kind: 'pending' }))
    transfer.reply({ kind: 'pending' })
    await transfer.until('the reply is recorded', ({ acknowledged }) => acknowledged)
    await transfer.callback(declined)
    await transfer.callback(succeeded)
    assert.equal(await transfer.apply(), true)
    expect(await transfer.state()).toMatchObject(underWay)
    await inquired(transfer, succeeded)
    expect(await transfer.state()).toMatchObject(paid)
    await transfer.stop()
  })

  test('a callback needs an inquiry when the reply was lost or came only to a retry', async () => {
    const transfer = await hanging('airtel', async () => ({ kind: 'absent' }))
    transfer.reply({ kind: 'unknown', cause: 'DEADLINE' })
    await transfer.until('the reply is lost', ({ state }) => state === 'unknown')
    await transfer.callback(declined)
    assert.equal(await transfer.apply(), false)
    await inquired(transfer, { kind: 'pending' })
    expect(await transfer.state()).toMatchObject({ ...underWay, acknowledged: true })
    await transfer.callback({ ...declined, code: 'again' })
    assert.equal(await transfer.apply(), false)
    await inquired(transfer, declined)
    expect(await transfer.state()).toMatchObject(refused)
    await transfer.stop()
  })
})

describe('a callback after an acknowledged call', () => {
  async function acknowledged(inquire: () => Promise<InquiryReply>) {
    const transfer = await hanging('vodacom', inquire)
    transfer.reply({ kind: 'pending' })
    await transfer.until('the reply is recorded', (state) => state.acknowledged)
    return transfer
  }

  test('a success after an acknowledged call is applied without an inquiry', async () => {
    const transfer = await acknowledged(async () => Promise.reject(new Error('no inquiry is expected')))
    await transfer.callback(succeeded)
    assert.equal(await transfer.apply(), true)
    expect(await transfer.state()).toMatchObject(paid)
    await transfer.stop()
  })

  test.each([
    ['confirms it', declined, refused],
    ['says that the payout succeeded', succeeded, paid],
    ['says that the payout is still pending', { kind: 'pending' }, underWay],
    ['gets no reply', { kind: 'unavailable', cause: '503' }, underWay],
  ] as const)(
    'a decline after an acknowledged call releases the money only by an inquiry, which %s',
    async (_, found, then) => {
      const transfer = await acknowledged(async () => ({ kind: 'pending' }))
      await transfer.callback(declined)
      assert.equal(await transfer.apply(), true)
      expect(await transfer.state()).toMatchObject(underWay)
      await inquired(transfer, found)
      expect(await transfer.state()).toMatchObject(then)
      await transfer.stop()
    },
  )

  test('a repeated decline of a failed transfer needs no inquiry', async () => {
    const transfer = await acknowledged(async () => ({ kind: 'pending' }))
    await transfer.callback(declined)
    await transfer.apply()
    await inquired(transfer, declined)
    await transfer.callback({ ...declined, code: 'again' })
    await transfer.apply()
    expect(await transfer.callbacks()).toEqual(['applied', 'ignored'])
    await transfer.stop()
  })
})

describe('a callback that contradicts the record', () => {
  async function recorded(first: PayoutReply) {
    const transfer = await hanging('airtel', async () =>
      Promise.reject(new Error('no inquiry by the worker is expected')),
    )
    transfer.reply(first)
    await transfer.until('the outcome is recorded', ({ status }) => status !== 'Submitted')
    await transfer.stop()
    return transfer
  }

  test.each([
    ['Successful', succeeded, declined, paid],
    ['Failed', declined, succeeded, refused],
  ] as const)(
    'a contradicting callback opens no exception when an inquiry confirms %s',
    async (_, first, second, stands) => {
      const transfer = await recorded(first)
      await transfer.callback(second)
      assert.equal(await transfer.apply(), true)
      expect(await transfer.state()).toMatchObject(stands)
      await inquired(transfer, first)
      expect(await transfer.state()).toMatchObject(stands)
    },
  )

  test.each([
    ['confirms the callback', succeeded],
    ['knows of no such payout', { kind: 'absent' }],
  ] as const)(
    'a contradicting callback opens an exception and moves nothing when the inquiry %s',
    async (_, found) => {
      const transfer = await recorded(declined)
      await transfer.callback(succeeded)
      await transfer.apply()
      await inquired(transfer, found)
      expect(await transfer.state()).toMatchObject({ ...refused, kinds: ['telco_conflict'] })
    },
  )

  test('a contradicting callback opens an exception after five inquiries without a reply', async () => {
    const transfer = await recorded(declined)
    await transfer.callback(succeeded)
    await transfer.apply()
    let inquiries = 0
    const inquirer = transfer.inquirer(async () => {
      inquiries += 1
      return { kind: 'unavailable', cause: '503' }
    })
    for (const round of [1, 2, 3, 4, 5]) {
      await eventually('the inquiry is made', async () => inquiries === round)
      if (round < 5) expect(await transfer.callbacks()).toEqual(['new'])
      transfer.clock.forward({ seconds: 100 })
      inquirer.wake()
    }
    await eventually('the outcome is recorded', async () => !(await transfer.callbacks()).includes('new'))
    await inquirer.stop()
    expect(await transfer.state()).toMatchObject({ ...refused, kinds: ['telco_conflict'] })
  })
})

test.each([
  ['confirms the record', succeeded, []],
  ['confirms the reply', declined, ['telco_conflict']],
  ['has no reply', { kind: 'unavailable', cause: '503' }, ['telco_conflict']],
] as const)(
  'a late reply that contradicts the record triggers an inquiry, which %s',
  async (_, found, kinds) => {
    const transfer = await hanging('orange', async () => found)
    await transfer.callback(succeeded)
    await inquired(transfer, succeeded)
    transfer.reply(declined)
    await transfer.stop()
    expect(await transfer.state()).toMatchObject({ ...paid, kinds })
  },
)

describe('a reversal callback that arrives before the reply to our reversal call', () => {
  async function reversing(inquire: () => Promise<InquiryReply>) {
    const transfer = await submittedTransfer(db, 'africell')
    const { promise: reply, resolve } = Promise.withResolvers<ReversalReply>()
    const worker = transfer.worker(() => ({ pay: async () => succeeded, inquire, reverse: () => reply }))
    await transfer.until('it is paid', ({ status }) => status === 'Successful')
    const reversal = await transfer.requestReversal()
    worker.wake()
    await eventually('the reversal call is made', async () => (await reversal()).attempts === 1)
    return { transfer, worker, reversal, reply: resolve }
  }

  test.each(['reversal', 'payout'] as const)(
    'a reversal callback about the %s credits nothing when the operator then refuses',
    async (of) => {
      const { transfer, worker, reversal, reply } = await reversing(async () => succeeded)
      await transfer.callback({ kind: 'reversed' }, of)
      assert.equal(await transfer.apply(), false)
      const inquirer = transfer.inquirer(async () => succeeded)
      await eventually('the inbox is empty', async () => !(await openCallbacks()))
      await inquirer.stop()
      expect(await transfer.state()).toMatchObject(paid)
      reply({ kind: 'refused', code: '8', message: 'spent' })
      await eventually('the refusal is recorded', async () => (await reversal()).state === 'REFUSED')
      await worker.stop()
      expect(await transfer.state()).toMatchObject(paid)
    },
  )

  test('an early reversal callback is applied when the inquiry confirms it', async () => {
    const { transfer, worker, reversal, reply } = await reversing(async () => ({ kind: 'reversed' }))
    await transfer.callback({ kind: 'reversed', upstreamId: 'R1' }, 'reversal')
    const inquirer = transfer.inquirer(async () => ({ kind: 'reversed' }))
    await eventually('the reversal is recorded', async () => (await reversal()).state === 'REVERSED')
    reply({ kind: 'reversed', upstreamId: 'R1' })
    await Promise.all([inquirer.stop(), worker.stop()])
    expect(await transfer.state()).toMatchObject({ status: 'Reversed', available_minor: 1_000n, kinds: [] })
    expect(await reversal()).toMatchObject({ telco_reference: 'R1' })
  })

  const openCallbacks = async () => {
    const text = `select count(*)::int as open from operator_callback where state = 'new'`
    const [row] = await db.rows<{ open: number }>({ name: 'test_open_callbacks', text })
    return row!.open > 0
  }
})
