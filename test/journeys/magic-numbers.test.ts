// The sandbox's test numbers over every protocol: what the merchant sees, what its wallet and callbacks show, and
// what the operator's own books record.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usualRoutes } from '../../server/adapters/mobile-money/simulated-operators.ts'
import { type OperatorCode, operators } from '../../server/kernel/operators.ts'
import {
  allIsQuiet,
  type Transfers,
  transfersOf,
  type WalletLine,
  walletAddsUp,
} from '../support/callers/transfers.ts'
import { eventually } from '../support/http/eventually.ts'
import type { ApiResponse } from '../support/http/response.ts'
import { openWorld, type World } from '../support/world/world.ts'

const names = [
  'Jean Mukendi',
  'Marie Ilunga',
  'Joseph Kabongo',
  'Chantal Mwamba',
  'Nobody',
  'Patrick Tshibanda',
  'Grace Lukusa',
  'Dieudonné Kasongo',
]

// Far enough apart that a busy machine does not change the order of events.
const times = {
  reverseAfterMs: 10_000,
  slowMs: 10_000,
  outcomeAfterMs: { min: 50, max: 100 },
  callbackGapMs: 60,
}
const pawapayRoutes = { vodacom: 'pawapay', airtel: 'pawapay', orange: 'pawapay' } as const
const queues: [protocol: string, operator: OperatorCode][] = [usualRoutes, pawapayRoutes].flatMap((routes) =>
  Object.entries(routes).map(([operator, protocol]) => [protocol, operator as OperatorCode]),
)

/** The outcome for one number. */
type Case = {
  response: ApiResponse
  reference: string
  events: { kind: string; detail: string }[]
  lines: WalletLine[]
  callbacks: any[]
}
type Queue = { world: World; transfers: Transfers; cases: Case[] }

let worlds: World[]
const opened = new Map<string, Queue>()

beforeAll(async () => {
  worlds = await Promise.all(
    [usualRoutes, pawapayRoutes].map((routes) =>
      openWorld({
        routes,
        sandbox: { operators: times },
        settings: { OPERATOR_INQUIRY_AFTER_SECONDS: '15' },
      }),
    ),
  )
  await Promise.all(
    queues.map(async ([protocol, operator]) => {
      const world = protocol === 'pawapay' ? worlds[1]! : worlds[0]!
      const transfers = transfersOf(world, await world.register())
      await world.topUp('100.00', transfers.as)
      const cases = await tryAll(world, transfers, { protocol, operator })
      opened.set(`${protocol} ${operator}`, { world, transfers, cases })
    }),
  )
})
afterAll(async () => {
  for (const world of worlds) await world.close()
})

/** Sends to all eight numbers and waits until each has its final outcome. */
async function tryAll(
  world: World,
  transfers: Transfers,
  { protocol, operator }: { protocol: string; operator: OperatorCode },
): Promise<Case[]> {
  const channel = `${protocol}.${operator}`
  const sent: { response: ApiResponse; reference: string }[] = []
  for (const [i, name] of names.entries()) {
    const reference = `${operator}-0${i + 1}`
    const response = await transfers.inbound({
      reference,
      customer_number: `+243${operators[operator].prefixes[0]}000000${i + 1}`,
      expected_receiver_name: name,
      callback_url: transfers.callbackUrl(channel),
    })
    sent.push({ response, reference })
  }
  await eventually(`all of ${channel} have ended`, async () => {
    const { items } = (await transfers.get('/transactions?limit=100')).body.data
    const isOpen = (item: { reference: string; status: string }) =>
      item.status === 'Submitted' || (item.reference.endsWith('4') && item.status !== 'Reversed')
    return !items.some(isOpen)
  })
  await allIsQuiet(world)
  const [lines, callbacks] = [await transfers.lines(), await transfers.callbacks(channel)]
  const detailOf = async ({ response, reference }: (typeof sent)[number]) => ({
    response,
    reference,
    events: response.status === 200 ? await transfers.timeline(reference) : [],
    lines: lines.filter((line) => line.reference === reference),
    callbacks: callbacks.map(({ body }) => body).filter((body) => body.reference === reference),
  })
  return Promise.all(sent.map(detailOf))
}

const callbackSent = 'merchant.callback.sent'
const begun = ['inbound.accepted', 'screening.ok', 'wallet.reserved', 'switch.dispatched']
/** The wallet movement for each final status; the merchant's webhook follows it. */
const finalStatus = { Successful: 'wallet.confirmed', Failed: 'wallet.released', Reversed: 'wallet.reversed' }

describe.each(queues)('over %s, numbers of %s', (protocol, operator) => {
  const queue = () => opened.get(`${protocol} ${operator}`)!
  const testCase = (number: number) => queue().cases[number - 1]!
  const msisdn = (number: number) => `243${operators[operator].prefixes[0]}000000${number}`
  const booked = (number: number) =>
    queue().world.operatorBooks(`protocol=${protocol}&msisdn=${msisdn(number)}`)
  /** Event kinds in order, without the inquiries that found the payout still pending or not known yet. */
  const kindsOf = ({ events }: Case) =>
    events.filter(({ detail }) => !/^(still on its way|not known)/.test(detail)).map(({ kind }) => kind)

  async function check(
    number: number,
    expected: {
      status: keyof typeof finalStatus
      kinds: string[]
      lines: [string, number][]
      notified: (keyof typeof finalStatus)[]
    },
  ): Promise<any> {
    const found = testCase(number)
    const status = await queue().transfers.status(found.reference)
    assert.equal(status.status, expected.status)
    const kinds = kindsOf(found)
    expect(kinds.filter((kind) => kind !== callbackSent)).toEqual([...begun, ...expected.kinds])
    // When the merchant's server is called is not fixed, but it is never before there is an outcome.
    const sent = kinds.flatMap((kind, i) => (kind === callbackSent ? [i] : []))
    assert.equal(sent.length, expected.notified.length)
    expected.notified.forEach((status, i) => {
      assert.ok(sent[i]! > kinds.indexOf(finalStatus[status]), kinds.join(' '))
    })
    expect(found.lines.map(({ kind, amount }) => [kind, amount])).toEqual(expected.lines)
    expect(found.callbacks.map((callback) => callback.status)).toEqual(expected.notified)
    return status
  }
  /** The operator received the payout, credited the wallet `executions` times, and recorded `status`. */
  async function inTheBooks(number: number, status: string, executions: number): Promise<any> {
    const { payouts } = await booked(number)
    expect(payouts).toEqual([
      expect.objectContaining({
        status,
        executions,
        amount: '1.00',
        currency: 'USD',
        msisdn: msisdn(number),
      }),
    ])
    return payouts[0]
  }

  const paid: [string, number][] = [
    ['RESERVE', -1],
    ['RELEASE', 1],
    ['DEBIT', -1],
  ]

  test('number 01 succeeds and is paid once [R3]', async () => {
    const status = await check(1, {
      status: 'Successful',
      kinds: ['telco.callback', finalStatus.Successful],
      lines: paid,
      notified: ['Successful'],
    })
    const payout = await inTheBooks(1, 'succeeded', 1)
    assert.equal(payout.pay_requests, 1)
    assert.equal(status.telco_reference, payout.upstream_id)
    expect(status.subscriber_name).toBe(protocol === 'pawapay' ? null : 'Jean Mukendi')
  })

  test('number 02 is declined: Failed, and the wallet has its money again [R3]', async () => {
    await check(2, {
      status: 'Failed',
      kinds: ['telco.callback', finalStatus.Failed],
      lines: [
        ['RESERVE', -1],
        ['RELEASE', 1],
      ],
      notified: ['Failed'],
    })
    await inTheBooks(2, 'declined', 0)
    expect(testCase(2).callbacks[0]).toMatchObject({
      failure_code: expect.stringMatching(/^[A-Z_]+$/),
      failure_message: expect.stringMatching(/./),
      // This is the operator's own id: only Airtel and M-Pesa have one for a payout they declined.
      telco_reference: ['airtel', 'mpesa'].includes(protocol) ? expect.stringMatching(/^SIM/) : null,
    })
  })

  test('number 03 never calls back: an inquiry finds its success [R3]', async () => {
    await check(3, {
      status: 'Successful',
      kinds: ['telco.inquiry', finalStatus.Successful],
      lines: paid,
      notified: ['Successful'],
    })
    const payout = await inTheBooks(3, 'succeeded', 1)
    expect(payout.callbacks).toEqual([])
    assert.ok(payout.inquiries >= 1)
  })

  test('number 04 succeeds and is reversed: two callbacks, and the wallet is credited [R3]', async () => {
    const status = await check(4, {
      status: 'Reversed',
      kinds: ['telco.callback', finalStatus.Successful, 'telco.callback', finalStatus.Reversed],
      lines: [...paid, ['REVERSAL', 1]],
      notified: ['Successful', 'Reversed'],
    })
    const payout = await inTheBooks(4, 'reversed', 1)
    assert.equal(payout.reversed_amount, '1.00')
    expect(testCase(4).callbacks.map(({ completed_at }) => completed_at)).toEqual([
      status.completed_at,
      status.completed_at,
    ])
  })

  async function failsWithoutWallet(): Promise<void> {
    await check(5, {
      status: 'Failed',
      kinds: testCase(5).events.some(({ kind }) => kind === 'telco.callback')
        ? ['telco.callback', finalStatus.Failed]
        : [finalStatus.Failed],
      lines: [
        ['RESERVE', -1],
        ['RELEASE', 1],
      ],
      notified: ['Failed'],
    })
    expect(testCase(5).callbacks[0].failure_code).toBe('RECIPIENT_NOT_FOUND')
    for (const { executions } of (await booked(5)).payouts) assert.equal(executions, 0)
  }

  async function isRefusedWithoutWallet(): Promise<void> {
    const { response, reference, lines } = testCase(5)
    expect([response.status, response.body.code]).toEqual([404, 'RMT-4001'])
    expect((await queue().transfers.get(`/transaction/status?reference=${reference}`)).status).toBe(404)
    expect(lines).toEqual([])
    const { payouts, pay_requests, name_lookups } = await booked(5)
    expect([payouts, pay_requests]).toEqual([[], []])
    const outcomes = new Set(name_lookups.map(({ outcome }: { outcome: string }) => outcome))
    expect([...outcomes]).toEqual(['no_wallet'])
  }

  if (protocol === 'pawapay')
    test(
      'number 05 has no wallet, which pawaPay reports too late: Failed RECIPIENT_NOT_FOUND [R3]',
      failsWithoutWallet,
    )
  else test('number 05 has no wallet: RMT-4001, and no transfer is created [R7]', isRefusedWithoutWallet)

  test('number 06 replies too late, succeeds all the same, and is paid once [R3]', async () => {
    const found = kindsOf(testCase(6))
    await check(6, {
      status: 'Successful',
      kinds: [found.includes('telco.inquiry') ? 'telco.inquiry' : 'telco.callback', finalStatus.Successful],
      lines: paid,
      notified: ['Successful'],
    })
    await inTheBooks(6, 'succeeded', 1)
  })

  test('number 07 is blacklisted: RMT-3001, and the operator is never called [R7]', async () => {
    const { response, reference, lines } = testCase(7)
    expect([response.status, response.body.code]).toEqual([403, 'RMT-3001'])
    expect((await queue().transfers.get(`/transaction/status?reference=${reference}`)).status).toBe(404)
    expect(lines).toEqual([])
    expect(await booked(7)).toMatchObject({ payouts: [], pay_requests: [], name_lookups: [] })
  })

  test('number 08 calls back twice and out of order: it succeeds once, with one webhook [R6]', async () => {
    await check(8, {
      status: 'Successful',
      kinds: ['telco.callback', finalStatus.Successful],
      lines: paid,
      notified: ['Successful'],
    })
    const payout = await inTheBooks(8, 'succeeded', 1)
    const output = payout.callbacks.map((callback: { said: string }) => callback.said)
    expect(output.sort()).toEqual(['pending', 'succeeded', 'succeeded'])
    for (const { result } of payout.callbacks) assert.ok(result === 200 || result === 204, String(result))
  })

  test('mock references begin with SIM- or SIMULATED- [R6]', async () => {
    const notifications = queue().cases.flatMap(({ callbacks }) =>
      callbacks.map((one) => one.telco_reference),
    )
    const known = notifications.filter((reference) => reference !== null)
    assert.ok(known.length >= 6)
    for (const reference of known) assert.match(reference, /^(SIM|SIMULATED)-/)
  })

  test('every wallet line follows from the one before, and the ledger agrees [R4.12]', async () => {
    const { world, transfers } = queue()
    await walletAddsUp(world, transfers)
    // 01, 03, 06 and 08 were paid; 02 failed and 04 was reversed.
    expect(await transfers.balance()).toMatchObject({ available: 96, reserved: 0, total: 96 })
  })
})
