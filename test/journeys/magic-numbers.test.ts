// The sandbox's numbers, each over every protocol: what the merchant sees, what its wallet and its callbacks say, and
// what the operator's own books say of it.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  allIsQuiet,
  type Transfers,
  transfersOf,
  type WalletLine,
  walletAddsUp,
} from '../support/callers/transfers.ts'
import { eventually } from '../support/http/eventually.ts'
import type { Answer } from '../support/http/response.ts'
import { openWorld, type World } from '../support/world/world.ts'

const names = ['Jean Mukendi', 'Marie Ilunga', 'Joseph Kabongo', 'Chantal Mwamba', 'Nobody', 'Patrick Tshibanda', 'Grace Lukusa', 'Dieudonné Kasongo'] // biome-ignore format: 01 to 08
const prefixes = { vodacom: '81', airtel: '97', orange: '84', africell: '90' } as const
type Operator = keyof typeof prefixes

const times = {
  reverseAfterMs: 2_000,
  slowMs: 2_600,
  settleAfterMs: { least: 50, most: 100 },
  callbackGapMs: 60,
}
const usualRoutes = { vodacom: 'mpesa', airtel: 'airtel', orange: 'gsma', africell: 'gsma' } as const
const pawapayRoutes = { vodacom: 'pawapay', airtel: 'pawapay', orange: 'pawapay' } as const
const lanes: [protocol: string, operator: Operator][] = [
  ['mpesa', 'vodacom'],
  ['airtel', 'airtel'],
  ['gsma', 'orange'],
  ['gsma', 'africell'],
  ['pawapay', 'vodacom'],
  ['pawapay', 'airtel'],
  ['pawapay', 'orange'],
]

/** What became of one number. */
type Story = {
  answer: Answer
  reference: string
  events: { kind: string; detail: string }[]
  lines: WalletLine[]
  callbacks: any[]
}
type Lane = { world: World; transfers: Transfers; stories: Story[] }

let worlds: World[]
const opened = new Map<string, Lane>()

beforeAll(async () => {
  worlds = await Promise.all(
    [usualRoutes, pawapayRoutes].map((routes) =>
      openWorld({ routes, sandbox: { operators: times }, settings: { OPERATOR_INQUIRY_AFTER_SECONDS: '4' } }),
    ),
  )
  await Promise.all(
    lanes.map(async ([protocol, operator]) => {
      const world = protocol === 'pawapay' ? worlds[1]! : worlds[0]!
      const transfers = transfersOf(world, await world.register())
      await world.topUp('100.00', transfers.as)
      const stories = await tryAll(world, transfers, { protocol, operator })
      opened.set(`${protocol} ${operator}`, { world, transfers, stories })
    }),
  )
})
afterAll(async () => {
  for (const world of worlds) await world.close()
})

/** Sends to all eight numbers and waits until nothing more can become of any. */
async function tryAll(
  world: World,
  transfers: Transfers,
  { protocol, operator }: { protocol: string; operator: Operator },
): Promise<Story[]> {
  const channel = `${protocol}.${operator}`
  const sent: { answer: Answer; reference: string }[] = []
  for (const [i, name] of names.entries()) {
    const reference = `${operator}-0${i + 1}`
    const answer = await transfers.inbound({
      reference,
      customer_number: `+243${prefixes[operator]}000000${i + 1}`,
      expected_receiver_name: name,
      callback_url: transfers.callbackUrl(channel),
    })
    sent.push({ answer, reference })
  }
  await eventually(`all of ${channel} have ended`, async () => {
    const { items } = (await transfers.get('/transactions?limit=100')).body.data
    const isOpen = (item: { reference: string; status: string }) =>
      item.status === 'Submitted' || (item.reference.endsWith('4') && item.status !== 'Reversed')
    return !items.some(isOpen)
  })
  await allIsQuiet(world)
  const [lines, callbacks] = [await transfers.lines(), await transfers.callbacks(channel)]
  const storyOf = async ({ answer, reference }: (typeof sent)[number]) => ({
    answer,
    reference,
    events: answer.status === 200 ? await transfers.timeline(reference) : [],
    lines: lines.filter((line) => line.reference === reference),
    callbacks: callbacks.map(({ body }) => body).filter((body) => body.reference === reference),
  })
  return Promise.all(sent.map(storyOf))
}

const callbackSent = 'merchant.callback.sent'
const begun = ['inbound.accepted', 'screening.ok', 'wallet.reserved', 'switch.dispatched']
/** What the wallet does at each end; then the merchant is told. */
const ended = { Successful: 'wallet.confirmed', Failed: 'wallet.released', Reversed: 'wallet.reversed' }

describe.each(lanes)('over %s, numbers of %s', (protocol, operator) => {
  const lane = () => opened.get(`${protocol} ${operator}`)!
  const story = (number: number) => lane().stories[number - 1]!
  const msisdn = (number: number) => `243${prefixes[operator]}000000${number}`
  const booked = (number: number) =>
    lane().world.operatorBooks(`protocol=${protocol}&msisdn=${msisdn(number)}`)
  /** Kinds in order; that the operator did not know yet may have been told in between. */
  const kindsOf = ({ events }: Story) =>
    events.filter(({ detail }) => !/^(still on its way|not known)/.test(detail)).map(({ kind }) => kind)

  async function check(
    number: number,
    expected: {
      status: keyof typeof ended
      kinds: string[]
      lines: [string, number][]
      told: (keyof typeof ended)[]
    },
  ): Promise<any> {
    const found = story(number)
    const status = await lane().transfers.status(found.reference)
    assert.equal(status.status, expected.status)
    const kinds = kindsOf(found)
    expect(kinds.filter((kind) => kind !== callbackSent)).toEqual([...begun, ...expected.kinds])
    // How soon the merchant's server is called is its own affair, but never before there is news.
    const sent = kinds.flatMap((kind, i) => (kind === callbackSent ? [i] : []))
    assert.equal(sent.length, expected.told.length)
    expected.told.forEach((status, i) => {
      assert.ok(sent[i]! > kinds.indexOf(ended[status]), kinds.join(' '))
    })
    expect(found.lines.map(({ kind, amount }) => [kind, amount])).toEqual(expected.lines)
    expect(found.callbacks.map((callback) => callback.status)).toEqual(expected.told)
    return status
  }
  /** The operator took it, credited the wallet so often, and ended as it says. */
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

  test('[R3] 01 succeeds, and is paid once', async () => {
    const status = await check(1, {
      status: 'Successful',
      kinds: ['telco.callback', ended.Successful],
      lines: paid,
      told: ['Successful'],
    })
    const payout = await inTheBooks(1, 'succeeded', 1)
    assert.equal(payout.pay_requests, 1)
    assert.equal(status.telco_reference, payout.upstream_id)
    expect(status.subscriber_name).toBe(protocol === 'pawapay' ? null : 'Jean Mukendi')
  })

  test('[R3] 02 is declined: Failed, and the wallet has its money again', async () => {
    await check(2, {
      status: 'Failed',
      kinds: ['telco.callback', ended.Failed],
      lines: [
        ['RESERVE', -1],
        ['RELEASE', 1],
      ],
      told: ['Failed'],
    })
    await inTheBooks(2, 'declined', 0)
    expect(story(2).callbacks[0]).toMatchObject({
      failure_code: expect.stringMatching(/^[A-Z_]+$/),
      failure_message: expect.stringMatching(/./),
      // The operator's own id: only Airtel books what it declines.
      telco_reference: protocol === 'airtel' ? expect.stringMatching(/^SIM/) : null,
    })
  })

  test('[R3] 03 never calls back: an inquiry finds its success', async () => {
    await check(3, {
      status: 'Successful',
      kinds: ['telco.inquiry', ended.Successful],
      lines: paid,
      told: ['Successful'],
    })
    const payout = await inTheBooks(3, 'succeeded', 1)
    expect(payout.callbacks).toEqual([])
    assert.ok(payout.inquiries >= 1)
  })

  test('[R3] 04 succeeds and is reversed: two callbacks, and the wallet has its money again', async () => {
    const status = await check(4, {
      status: 'Reversed',
      kinds: ['telco.callback', ended.Successful, 'telco.callback', ended.Reversed],
      lines: [...paid, ['REVERSAL', 1]],
      told: ['Successful', 'Reversed'],
    })
    const payout = await inTheBooks(4, 'reversed', 1)
    assert.equal(payout.reversed_amount, '1.00')
    expect(story(4).callbacks.map(({ completed_at }) => completed_at)).toEqual([
      status.completed_at,
      status.completed_at,
    ])
  })

  async function failsWithoutWallet(): Promise<void> {
    await check(5, {
      status: 'Failed',
      kinds: story(5).events.some(({ kind }) => kind === 'telco.callback')
        ? ['telco.callback', ended.Failed]
        : [ended.Failed],
      lines: [
        ['RESERVE', -1],
        ['RELEASE', 1],
      ],
      told: ['Failed'],
    })
    expect(story(5).callbacks[0].failure_code).toBe('RECIPIENT_NOT_FOUND')
    for (const { executions } of (await booked(5)).payouts) assert.equal(executions, 0)
  }

  async function isRefusedWithoutWallet(): Promise<void> {
    const { answer, reference, lines } = story(5)
    expect([answer.status, answer.body.code]).toEqual([404, 'RMT-4001'])
    expect((await lane().transfers.get(`/transaction/status?reference=${reference}`)).status).toBe(404)
    expect(lines).toEqual([])
    const { payouts, pay_requests, name_lookups } = await booked(5)
    expect([payouts, pay_requests]).toEqual([[], []])
    const outcomes = new Set(name_lookups.map(({ outcome }: { outcome: string }) => outcome))
    expect([...outcomes]).toEqual(['no_wallet'])
  }

  if (protocol === 'pawapay')
    test(
      '[R3] 05 has no wallet, which pawaPay tells too late: Failed RECIPIENT_NOT_FOUND',
      failsWithoutWallet,
    )
  else test('[R7] 05 has no wallet: RMT-4001, and is no transfer', isRefusedWithoutWallet)

  test('[R3] 06 answers too late, succeeds all the same, and is paid once', async () => {
    const found = kindsOf(story(6))
    await check(6, {
      status: 'Successful',
      kinds: [found.includes('telco.inquiry') ? 'telco.inquiry' : 'telco.callback', ended.Successful],
      lines: paid,
      told: ['Successful'],
    })
    await inTheBooks(6, 'succeeded', 1)
  })

  test('[R7] 07 is blacklisted: RMT-3001, and the operator never hears of it', async () => {
    const { answer, reference, lines } = story(7)
    expect([answer.status, answer.body.code]).toEqual([403, 'RMT-3001'])
    expect((await lane().transfers.get(`/transaction/status?reference=${reference}`)).status).toBe(404)
    expect(lines).toEqual([])
    expect(await booked(7)).toMatchObject({ payouts: [], pay_requests: [], name_lookups: [] })
  })

  test('[R6] 08 calls back twice and out of order: it succeeds once, and is told once', async () => {
    await check(8, {
      status: 'Successful',
      kinds: ['telco.callback', ended.Successful],
      lines: paid,
      told: ['Successful'],
    })
    const payout = await inTheBooks(8, 'succeeded', 1)
    const said = payout.callbacks.map((callback: { said: string }) => callback.said)
    expect(said.sort()).toEqual(['pending', 'succeeded', 'succeeded'])
    for (const { result } of payout.callbacks) assert.ok(result === 200 || result === 204, String(result))
  })

  test('[R6] mock references begin with SIM- or SIMULATED-', async () => {
    const told = lane().stories.flatMap(({ callbacks }) => callbacks.map((one) => one.telco_reference))
    const known = told.filter((reference) => reference !== null)
    assert.ok(known.length >= 6)
    for (const reference of known) assert.match(reference, /^(SIM|SIMULATED)-/)
  })

  test('[R4.12] every line of the wallet follows from the one before, and the ledger agrees', async () => {
    const { world, transfers } = lane()
    await walletAddsUp(world, transfers)
    // 01, 03, 06 and 08 were paid; 02 failed and 04 came back.
    expect(await transfers.balance()).toMatchObject({ available: 96, reserved: 0, total: 96 })
  })
})
