// Paused operators: no process sends them anything new, and nothing is lost.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Admins, adminsOf, refusedWith, twoAdmins } from '../../../test/support/callers/admins.ts'
import {
  allIsQuiet,
  type Transfers,
  transfersOf,
  walletAddsUp,
} from '../../../test/support/callers/transfers.ts'
import { cellOfTests } from '../../../test/support/database/database.setup.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { claimDueOperations } from '../../ledger/claim.ts'
import { operatorQueue } from '../../operator-calls/operator.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { openIsPaused } from './pause.ts'
import { operatorStandings } from './standing.ts'

let world: World
let admins: Admins
let transfers: Transfers
beforeAll(async () => {
  world = await openWorld({
    settings: { ...twoAdmins },
    sandbox: { operators: { outcomeAfterMs: { min: 20, max: 40 } } },
  })
  admins = adminsOf(world)
  transfers = transfersOf(world)
  await world.topUp('500.00')
})
afterAll(() => world.close())

const path = 'operators/sandbox/vodacom'
const paused = <Result>(work: () => Promise<Result>) =>
  admins.act(`${path}/pause`, { reason: 'The float is empty' }).then(work).finally(resume)
/** Resumes and waits: transfers may be refused for up to a second until every process has noticed. */
async function resume(): Promise<void> {
  await admins.act(`${path}/resume`, { reason: 'The float is filled' })
  await eventually('the operator is resumed', async () => (await transfers.inbound()).status === 200)
}

/** An operator as admins see it. */
async function shown(operator: string) {
  const { items } = await admins.read('operators')
  return items.find((item: { operator: string }) => item.operator === operator)
}

let staff = 0
/** A held transfer to a new wallet. */
async function held(): Promise<{ transaction_id: string; reference: string; customer_number: string }> {
  staff += 1
  const sent = await transfers.accepted({
    sender_first_name: 'Watchlist',
    sender_last_name: 'Person',
    sender_document_number: `WL${200_000 + staff}`,
    customer_number: `+24381000${1_000 + staff}`,
    expected_receiver_name: 'Test Subscriber',
  })
  assert.equal(sent.status, 'Hold')
  return sent
}
const release = (transactionId: string) => admins.post(`remittance/holds/${transactionId}/release`)
const paidTo = async ({ customer_number }: { customer_number: string }): Promise<number> =>
  (await world.operatorBooks(`msisdn=${customer_number}`)).payouts.reduce(
    (sum: number, payout: { executions: number }) => sum + payout.executions,
    0,
  )

describe('a paused operator', () => {
  test('new transfers to a paused operator are refused while other operators continue', async () => {
    const reference = 'refused while paused'
    await paused(async () => {
      const response = await eventually('the pause is seen', async () => {
        const received = await transfers.inbound({ reference })
        return received.status === 502 && received
      })
      refusedWith(response, 502, 'RMT-5001')
      await transfers.accepted({ customer_number: '+243970000001' })
    })
    assert.equal((await transfers.inbound({ reference })).status, 200)
    await transfers.reaches(reference, 'Successful')
  })

  test('a repeat of an accepted transfer gets its stored response while the operator is paused', async () => {
    const reference = 'repeated while paused'
    const first = await transfers.inbound({ reference })
    await paused(async () => {
      await eventually('the pause is seen', async () => (await transfers.inbound()).status === 502)
      expect((await transfers.inbound({ reference })).text).toBe(first.text)
    })
  })

  test('a transfer released during a pause waits, is shown as waiting, and is paid once afterwards', async () => {
    const sent = await held()
    await eventually('nothing else waits to be sent', async () => (await shown('vodacom')).pending === 0)
    await paused(async () => {
      assert.equal((await release(sent.transaction_id)).status, 200)
      const claimed = await claimDueOperations(world.db, {
        queue: operatorQueue('sandbox', 'vodacom'),
        now: world.clock.now().add({ hours: 1 }),
        most: 10,
        leaseSeconds: 1,
      })
      expect(claimed.filter(({ found_as }) => found_as === 'intent')).toEqual([])
      const detail = await admins.read(`transfers/${sent.transaction_id}`)
      expect(detail).toMatchObject({
        status: 'Submitted',
        payout: { state: 'intent', attempts: 0 },
        operator_pause: { reason: 'The float is empty', paused_by: 'amina' },
        allowed_actions: { inquire: { allowed: false, reason: 'The payout is waiting to be sent' } },
      })
      expect(await paidTo(sent)).toBe(0)
      expect(await shown('vodacom')).toMatchObject({ state: 'paused', pending: 1 })
    })
    await transfers.reaches(sent.reference, 'Successful')
    expect(await paidTo(sent)).toBe(1)
  })

  test('inquiries about payouts sent before a pause continue during it', async () => {
    await world.fault({
      target: 'operator',
      mode: 'lost-reply',
      operations: ['/mpesa/sandbox/ipg/v2/vodacomDRC/b2cPayment'],
    })
    const sent = await transfers.accepted({
      customer_number: '+243810000003',
      expected_receiver_name: 'Joseph Kabongo',
    })
    await eventually('the payout was sent', async () => (await paidTo(sent)) === 1)
    await paused(async () => {
      await world.fault({ target: 'operator', mode: 'off' })
      await transfers.reaches(sent.reference, 'Successful')
    })
    expect(await paidTo(sent)).toBe(1)
  })

  test('ten transfers released at the moment of a pause are each paid once', async () => {
    const waiting = await Promise.all(Array.from({ length: 10 }, held))
    const [pause, ...releases] = await Promise.all([
      admins.post(`${path}/pause`, { reason: 'Just now' }, 'benoit'),
      ...waiting.map(({ transaction_id }) => release(transaction_id)),
    ])
    expect([pause!.status, ...releases.map(({ status }) => status)]).toEqual(Array(11).fill(200))
    await resume()
    for (const { reference } of waiting) await transfers.reaches(reference, 'Successful')
    expect(await Promise.all(waiting.map(paidTo))).toEqual(Array(10).fill(1))
    await allIsQuiet(world)
    await walletAddsUp(world, transfers)
  })

  test('every process sees a pause within a second', async () => {
    const db = openDatabase(world.system.settings.DATABASE_URL, {
      connections: 1,
      name: 'another',
      cell: cellOfTests,
    })
    const isPaused = openIsPaused(db)
    assert.equal(await isPaused('sandbox', 'vodacom'), false)
    await paused(() => eventually('the pause is seen', () => isPaused('sandbox', 'vodacom'), 1_000))
    assert.equal(await isPaused('production', 'vodacom'), false)
    await eventually('the resume is seen', async () => !(await isPaused('sandbox', 'vodacom')), 1_000)
    await db.close()
  })
})

describe('pausing and resuming', () => {
  test('a pause without effect, of an unknown operator or without a reason is refused', async () => {
    await paused(async () => {
      expect(refusedWith(await admins.post(`${path}/pause`), 409, 'RMT-1024')).toContain('paused already')
    })
    expect(refusedWith(await admins.post(`${path}/resume`), 409, 'RMT-1024')).toContain('not paused')
    refusedWith(await admins.post('operators/production/vodacom/pause'), 404, 'RMT-404')
    refusedWith(await admins.post('operators/sandbox/nobody/pause'), 404, 'RMT-404')
    refusedWith(await admins.post(`${path}/pause`, {}), 400, 'RMT-1005')
  })

  test('of two concurrent pauses one succeeds and is audited under the name of its admin', async () => {
    const responses = await Promise.all([
      admins.post(`${path}/pause`, { reason: 'as amina' }),
      admins.post(`${path}/pause`, { reason: 'as benoit' }, 'benoit'),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const [{ actor, subject, detail }] = (await admins.read('audit?action=operator.paused')).items
    expect(subject).toBe('sandbox:vodacom')
    expect(detail).toEqual({ reason: `as ${actor}` })
    await admins.act(`${path}/resume`)
    expect((await admins.read('audit/verify')).intact).toBe(true)
  })
})

test('a paused operator stands as paused since then, and others as they reply', async () => {
  const operators = {
    accounts: (['vodacom', 'africell'] as const).map((operator) => ({
      environment: 'sandbox' as const,
      operator,
    })),
    find: (_: unknown, operator: string) => (operator === 'vodacom' ? ({} as never) : undefined),
  }
  const standings = () => operatorStandings(world.db, operators, 'sandbox')
  await paused(async () => {
    const since = expect.any(Temporal.Instant)
    expect(await standings()).toEqual([{ operator: 'vodacom', state: 'paused', since }])
  })
  expect(await standings()).toEqual([{ operator: 'vodacom', state: 'up', since: null }])
})

test('an operator is shown as up after a reply, down after a missing reply, and up again', async () => {
  const up = await eventually('the operator is up', async () => {
    const africell = await shown('africell')
    return africell.state === 'up' && africell
  })
  expect(up).toMatchObject({ protocol: 'gsma', last_failure_at: null, last_success_at: expect.any(String) })
  await world.fault({ target: 'operator', mode: 'down' })
  await transfers.inbound({ customer_number: '+243900000001' })
  const down = await eventually('the operator is down', async () => {
    const africell = await shown('africell')
    return africell.state === 'down' && africell
  })
  expect(down.last_failure).toMatch(/./)
  const published = (await (await fetch(`${world.url}/status.json`)).json()) as any
  expect(published.status).toBe('partly_disrupted')
  const since = expect.stringMatching(/^20.*Z$/)
  const named = published.operators.find((each: any) => each.operator === 'africell')
  expect(named).toEqual({ operator: 'africell', name: 'Afrimoney', state: 'down', since })
  await world.fault({ target: 'operator', mode: 'off' })
  await transfers.inbound({ customer_number: '+243900000001' })
  await eventually('the operator is up again', async () => (await shown('africell')).state === 'up')
})
