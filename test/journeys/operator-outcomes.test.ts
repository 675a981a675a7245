// Operators that report twice, late, out of order, contradictorily, or not at all: no payout is doubled, no money
// moves for an impossible report, and an admin decides what no inquiry can resolve.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newIdIn } from '../../server/kernel/id.ts'
import { statement } from '../../server/platform/database/database.ts'
import { type Clock, systemClock } from '../../server/platform/time/clock.ts'
import {
  airtelReports,
  allIsQuiet,
  operatorAddress,
  type Transfers,
  transfersOf,
  walletAddsUp,
} from '../support/callers/transfers.ts'
import { cellOfTests } from '../support/database/database.setup.ts'
import { eventually } from '../support/http/eventually.ts'
import { send } from '../support/http/send.ts'
import { openWorld, type World } from '../support/world/world.ts'

const queues = { mpesa: '81', airtel: '97', gsma: '90', pawapay: '84' } as const
type Protocol = keyof typeof queues
const protocols = Object.keys(queues) as Protocol[]

let world: World
let transfers: Transfers
const inquiryAfterSeconds = 600
let aheadSeconds = 0
const clock: Clock = { now: () => systemClock.now().add({ seconds: aheadSeconds }) }
/** Every callback arrives before the first inquiry, however busy the machine is: a test says when inquiries are due. */
const makeInquiriesDue = () => {
  aheadSeconds += inquiryAfterSeconds
}

beforeAll(async () => {
  world = await openWorld({
    clock,
    routes: { vodacom: 'mpesa', airtel: 'airtel', africell: 'gsma', orange: 'pawapay' },
    settings: { OPERATOR_INQUIRY_AFTER_SECONDS: String(inquiryAfterSeconds) },
    sandbox: { operatorSecret, operators: { outcomeAfterMs: { min: 20, max: 40 }, callbackGapMs: 50 } },
  })
  await world.topUp('100.00')
  transfers = transfersOf(world)
})
afterAll(() => world.close())

const operatorSecret = 'shared'
const headers = { 'content-type': 'application/json' }
const adminBase = '/api/v1/admin/remittance/exceptions'
const numberOf = (protocol: Protocol, wallet: string) => `243${queues[protocol]}00000${wallet}`
const linesOf = async (reference: string) =>
  (await transfers.lines()).filter((line) => line.reference === reference).map(({ kind }) => kind)
const paid = ['RESERVE', 'RELEASE', 'DEBIT']
const refunded = ['RESERVE', 'RELEASE']

async function misbehave(rates: Record<string, number>): Promise<void> {
  const url = `${world.sandboxUrl}/sandbox/operators/callbacks`
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(rates) })
  assert.equal(response.status, 200)
}
async function pay(protocol: Protocol, wallet: string, reference: string): Promise<void> {
  await transfers.accepted(
    {
      reference,
      amount: 0.5,
      customer_number: numberOf(protocol, wallet),
      callback_url: transfers.callbackUrl(reference),
    },
    { headers: { 'x-skip-name-check': 'true' } },
  )
}
/** The newest payout to this wallet, in the operator's own books. */
const bookedTo = async (protocol: Protocol, wallet: string) =>
  (await world.operatorBooks(`protocol=${protocol}&msisdn=${numberOf(protocol, wallet)}`)).payouts.at(-1)
const exceptionsOf = async (reference: string, query = '') => {
  const { transaction_id } = await transfers.status(reference)
  const { items } = (await world.admin('GET', `${adminBase}?limit=100${query}`)).body.data
  return items.filter((item: { transaction_id: string }) => item.transaction_id === transaction_id)
}
const webhooksOf = async (reference: string) =>
  (await transfers.callbacks(reference)).map(({ body }) => body.status)

/** Pays wallets 01 and 02 over every protocol while callbacks fail in the given ways. */
async function payAllWhile(rates: Record<string, number>, name: string): Promise<void> {
  await misbehave(rates)
  const wallets = protocols.flatMap((protocol) => [[protocol, '01'] as const, [protocol, '02'] as const])
  for (const [protocol, wallet] of wallets) await pay(protocol, wallet, `${name}-${protocol}-${wallet}`)
  for (const [protocol, wallet] of wallets) {
    await eventually(`${name} ${protocol} ${wallet} ends`, async () => {
      return (await transfers.status(`${name}-${protocol}-${wallet}`)).status !== 'Submitted'
    })
  }
  await allIsQuiet(world)
  await misbehave({})
}

/** A callback that arrives before the operator's reply to our call is recorded is confirmed by an inquiry, which then counts. */
const known = expect.stringMatching(/^telco\.(callback|inquiry)$/)

/** The transfer ended with the operator's outcome, once, and nothing else happened. */
async function assertEndedOnce(protocol: Protocol, wallet: '01' | '02', reference: string): Promise<any> {
  const isPaid = wallet === '01'
  assert.equal((await transfers.status(reference)).status, isPaid ? 'Successful' : 'Failed')
  expect((await transfers.kinds(reference)).filter((kind) => /^(telco|wallet)/.test(kind))).toEqual([
    'wallet.reserved',
    known,
    isPaid ? 'wallet.confirmed' : 'wallet.released',
  ])
  expect(await linesOf(reference)).toEqual(isPaid ? paid : refunded)
  expect(await webhooksOf(reference)).toEqual([isPaid ? 'Successful' : 'Failed'])
  expect(await exceptionsOf(reference)).toEqual([])
  const payout = await bookedTo(protocol, wallet)
  expect(payout).toMatchObject({ executions: isPaid ? 1 : 0, pay_requests: 1 })
  return payout
}

describe('callbacks that come twice and out of order [R6]', () => {
  beforeAll(() => payAllWhile({ duplicate_rate: 1, reorder_rate: 1 }, 'disorder'))
  test.each(protocols)('duplicate and reordered callbacks change nothing: over %s', async (protocol) => {
    for (const wallet of ['01', '02'] as const) {
      const payout = await assertEndedOnce(protocol, wallet, `disorder-${protocol}-${wallet}`)
      assert.equal(payout.callbacks.length, 4)
      for (const { result } of payout.callbacks) assert.ok(result === 200 || result === 204, String(result))
    }
  })
})

describe('forged callbacks [R6] [S-15]', () => {
  beforeAll(() => payAllWhile({ forge_rate: 1 }, 'forged'))
  test.each(protocols)('forged callbacks change nothing: over %s', async (protocol) => {
    for (const wallet of ['01', '02'] as const) {
      const payout = await assertEndedOnce(protocol, wallet, `forged-${protocol}-${wallet}`)
      const forged = payout.callbacks.filter((callback: { forged: boolean }) => callback.forged)
      assert.equal(forged.length, 1)
      // M-Pesa's callbacks carry nothing to verify: there the gateway is asked, and only its reply counts.
      if (protocol !== 'mpesa') assert.equal(forged[0].result, 404)
    }
  })
})

describe('callbacks that contradict each other [R3]', () => {
  beforeAll(() => payAllWhile({ contradict_rate: 1 }, 'contrary'))
  test.each(['airtel', 'pawapay'] as const)(
    'contradictory callbacks never pay twice: an inquiry decides who resolves them, over %s',
    async (protocol) => {
      for (const wallet of ['01', '02'] as const) {
        const reference = `contrary-${protocol}-${wallet}`
        const { status } = await transfers.status(reference)
        const isTrue = status === (wallet === '01' ? 'Successful' : 'Failed')
        expect(await linesOf(reference)).toEqual(status === 'Successful' ? paid : refunded)
        expect(await webhooksOf(reference)).toEqual([status])
        expect((await transfers.kinds(reference)).filter((kind) => kind.startsWith('telco.'))).toEqual([
          known,
          ...(isTrue ? [] : ['telco.conflict']),
        ])
        const conflict = { kind: 'telco_conflict', state: 'open', detail: expect.stringContaining(status) }
        expect(await exceptionsOf(reference)).toEqual(isTrue ? [] : [expect.objectContaining(conflict)])
        expect(await bookedTo(protocol, wallet)).toMatchObject({ pay_requests: 1 })
      }
    },
  )

  test.each(['mpesa', 'gsma'] as const)(
    'contradictory unsigned callbacks are resolved by an inquiry: over %s',
    async (protocol) => {
      for (const wallet of ['01', '02'] as const)
        await assertEndedOnce(protocol, wallet, `contrary-${protocol}-${wallet}`)
    },
  )
})

const notify = (payout: { reference: string; upstream_id: string }, statusCode: 'TS' | 'TF' | 'TR') =>
  airtelReports(world, operatorSecret, payout, statusCode)

describe('a report that comes after the end [R3]', () => {
  test.each([
    ['02', 'Failed', 'TS', refunded],
    ['01', 'Successful', 'TF', paid],
  ] as const)(
    'a late report on wallet %s, %s, moves nothing where an inquiry confirms the record: %s',
    async (wallet, status, label, lines) => {
      const reference = `after-${status}`
      await pay('airtel', wallet, reference)
      await transfers.reaches(reference, status)
      await allIsQuiet(world)
      const payout = await bookedTo('airtel', wallet)
      for (let i = 0; i < 3; i++) assert.equal((await notify(payout, label)).status, 200)
      await allIsQuiet(world)
      assert.equal((await transfers.status(reference)).status, status)
      expect(await linesOf(reference)).toEqual(lines)
      expect(await transfers.kinds(reference)).not.toContain('telco.conflict')
      expect(await exceptionsOf(reference)).toEqual([])
      expect(await webhooksOf(reference)).toEqual([status])
      assert.equal((await bookedTo('airtel', wallet)).pay_requests, 1)
    },
  )

  test('a reversal report for a failed transfer is ignored', async () => {
    await pay('airtel', '02', 'after-reversed')
    await transfers.reaches('after-reversed', 'Failed')
    await allIsQuiet(world)
    assert.equal((await notify(await bookedTo('airtel', '02'), 'TR')).status, 200)
    await allIsQuiet(world)
    expect(await linesOf('after-reversed')).toEqual(refunded)
    expect(await exceptionsOf('after-reversed')).toEqual([])
  })
})

const countCallbacks = statement<{ count: bigint }>(
  'test_count_operator_callbacks',
  'select count(*) as count from operator_callback',
)
const stored = async () => (await world.db.rows(countCallbacks))[0]!.count

const storeCallback = statement(
  'test_store_operator_callback',
  `insert into operator_callback (environment, operator, report_key, reference, report, received_at, next_attempt_at, needs_inquiry)
   values ($4, 'africell', sha256($2::text::bytea), $1, $2::jsonb, $3, $3, false)`,
)
const referenceOf = statement<{ reference: string }>(
  'test_reference_of_payout',
  `select o.upstream_ref as reference from operation o join transfer t on t.id = o.transfer_id where t.reference = $1`,
)
const stateOfCallback = statement<{ state: string }>(
  'test_state_of_news',
  `select state from operator_callback where reference = $1 and state <> 'new'`,
)

/** The payout of this transfer to a wallet whose operator never reports, once the operator has received it. */
async function taken(reference: string): Promise<{ reference: string; upstream_id: string }> {
  await pay('gsma', '03', reference)
  const [payout] = await world.db.rows(referenceOf, [reference])
  const books = () => world.operatorBooks(`reference=${payout!.reference}`)
  return eventually('the operator has the payout', async () => (await books()).payouts[0])
}
const applied = (payout: { reference: string }) =>
  eventually('the callback is applied', async () => {
    const found = await world.db.rows(stateOfCallback, [payout.reference])
    return found.length > 0 && found.map(({ state }) => state)
  })

describe('a callback about something else [R6]', () => {
  const success = (payout: { upstream_id: string }) => ({ kind: 'succeeded', upstreamId: payout.upstream_id })

  test.each([
    ['more dollars', '50000 USD'],
    ['as many francs', '50 CDF'],
  ])(
    'a callback of another amount or currency, %s, is left to an admin; the inquiry decides [S-15]',
    async (what, amount) => {
      const reference = what.replaceAll(' ', '-')
      const payout = await taken(reference)
      const report = JSON.stringify({ word: success(payout), amount })
      await world.db.rows(storeCallback, [payout.reference, report, world.clock.now(), 'sandbox'])
      expect(await applied(payout)).toEqual(['ignored'])
      assert.equal((await transfers.status(reference)).status, 'Submitted')
      expect(await exceptionsOf(reference)).toMatchObject([{ kind: 'amount_differs', state: 'open' }])
      makeInquiriesDue()
      await transfers.reaches(reference, 'Successful')
      expect(await linesOf(reference)).toEqual(paid)
    },
  )

  test('a callback for the payout of another operator, or an unknown one, changes nothing', async () => {
    const payout = await taken('foreign')
    const before = await stored()
    assert.equal((await notify(payout, 'TF')).status, 200)
    const nobodys = { reference: newIdIn(cellOfTests), upstream_id: 'SIM-1' }
    assert.equal((await notify(nobodys, 'TS')).status, 200)
    assert.equal(await stored(), before + 2n)
    expect(await applied(payout)).toEqual(['ignored'])
    makeInquiriesDue()
    await transfers.reaches('foreign', 'Successful')
    expect(await linesOf('foreign')).toEqual(paid)
    expect(await exceptionsOf('foreign')).toEqual([])
    expect(await transfers.kinds('foreign')).not.toContain('telco.callback')
  })

  test('a production callback changes nothing in the sandbox', async () => {
    const payout = await taken('of-the-sandbox')
    const report = JSON.stringify({ word: success(payout) })
    await world.db.rows(storeCallback, [payout.reference, report, world.clock.now(), 'production'])
    expect(await applied(payout)).toEqual(['ignored'])
    makeInquiriesDue()
    await transfers.reaches('of-the-sandbox', 'Successful')
    expect(await transfers.kinds('of-the-sandbox')).not.toContain('telco.callback')
  })

  test('a callback at an address that was not given to the operator is 404 and not stored [S-15]', async () => {
    const payout = await bookedTo('airtel', '01')
    const right = operatorAddress(world, 'airtel')
    const token = right.split('/').at(-1)!
    const before = await stored()
    for (const path of [
      right.replace(token, token.split('').reverse().join('')),
      right.replace(token, `${token.slice(0, -2)}AA`),
      right.replace(`/${token}`, '/'),
      right.replace(token, 'x'),
      right.replace('/airtel/', '/africell/'),
      right.replace('/airtel/', '/mtn/'),
      right.replace('/sandbox/', '/production/'),
    ])
      assert.equal((await airtelReports(world, operatorSecret, payout, 'TF', path)).status, 404, path)
    assert.equal(await stored(), before)
  })

  test.each(['', '{', 'null', '[]', '{}', '"x"', '{"a":1,"a":2}'])(
    'an unreadable callback changes nothing, whatever its sender: %j',
    async (text) => {
      const before = await stored()
      for (const operator of ['vodacom', 'airtel', 'africell', 'orange'] as const) {
        for (const method of ['POST', 'PUT']) {
          const path = operatorAddress(world, operator)
          const { status } = await send(world.url, method, path, Buffer.from(text), headers)
          assert.ok(status === 400 || status === 404, `${operator} ${status}`)
        }
      }
      assert.equal(await stored(), before)
    },
  )
})

const readLog = statement<{ actor: string; action: string; detail: string }>(
  'test_read_log_of_exception',
  `select actor, action, detail from audit_log where action = 'exception.closed' and subject = $1`,
)

describe('an exception [R3]', () => {
  test('an exception is closed once by an admin with a reason, and is in the audit log', async () => {
    const [open] = await exceptionsOf('more-dollars', '&state=open')
    const { transaction_id } = await transfers.status('more-dollars')
    expect(open).toMatchObject({
      kind: 'amount_differs',
      merchant_code: world.merchant.merchant_code,
      closed_by: null,
    })
    const close = (reason?: string) => world.admin('POST', `${adminBase}/${open.id}/close`, { reason })
    expect((await close()).body).toMatchObject({ status: 'error', code: 'RMT-1005' })
    expect((await close('The operator was asked')).body).toEqual({
      status: 'success',
      data: { id: open.id, state: 'closed' },
    })
    expect([(await close('again')).status, (await close('again')).body.code]).toEqual([404, 'RMT-404'])
    expect(await exceptionsOf('more-dollars', '&state=open')).toEqual([])
    expect(await exceptionsOf('more-dollars', '&state=closed')).toMatchObject([
      { id: open.id, closed_by: 'amina', close_reason: 'The operator was asked' },
    ])
    expect(await world.db.rows(readLog, [transaction_id])).toMatchObject([{ actor: 'amina' }])
    assert.equal(
      (await world.admin('POST', `${adminBase}/nonsense/close`, { reason: 'why not' })).status,
      404,
    )
  })
})

test('after all of these outcomes the wallet adds up [R4.12]', () => walletAddsUp(world, transfers))
