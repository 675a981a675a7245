// The contract test suite of the operator port, run by every adapter against the sandbox operators over real HTTP.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../kernel/id.ts'
import { money } from '../kernel/money.ts'
import {
  type ContractWorld,
  finalOutcome,
  inquired,
  isFinal,
  type OperatorContract,
  openContractWorld,
  wallets,
} from './operator.contract.steps.ts'
import { type CallbackRequest, declineReasons, type Payout } from './operator.ts'

/** Defines the suite for one adapter. */
export function operatorContract(contract: OperatorContract): void {
  describe(contract.name, () => {
    let opened: ContractWorld
    const world = () => opened
    beforeAll(async () => {
      opened = await openContractWorld(contract)
    }, 30_000)
    afterEach(() => opened.misbehave('off'))
    afterAll(() => opened.close())

    describe('payouts', () => describePayouts(world))
    describe('inquiries', () => describeInquiries(world))
    describe('failures', () => describeTrouble(world))
    describe('subscribers', () => describeSubscribers(world, contract))
    describe('reversals', () => describeReversals(world, contract))
    describe('callbacks', () => describeCallbacks(world, contract))
    describe('reachability', () => describeReachability(world, contract))
  })
}

type World = () => ContractWorld

function describePayouts(world: World): void {
  test('a payout is accepted and its final outcome is reported', async () => {
    const payout = world().payoutTo(wallets.paid)
    const outcome = await finalOutcome(world(), payout, await world().operator.pay(payout))
    expect(outcome).toEqual({ kind: 'succeeded', upstreamId: expect.stringMatching(/./) })
    expect(await world().booked(payout)).toMatchObject({ status: 'succeeded', executions: 1 })
  })

  test('a payout in francs pays francs, and is found by an inquiry about francs', async () => {
    const payout = { ...world().payoutTo(wallets.ordinary), amount: money(2_500_00n, 'CDF') }
    const outcome = await finalOutcome(world(), payout, await world().operator.pay(payout))
    expect(outcome).toMatchObject({ kind: 'succeeded' })
    expect(await inquired(world(), payout)).toMatchObject({ kind: 'succeeded' })
    expect(await world().booked(payout)).toMatchObject({ amount: '2500.00', currency: 'CDF', executions: 1 })
  })

  test('a declined payout has one of our reasons and a code of the operator', async () => {
    const payout = world().payoutTo(wallets.declined)
    const outcome = await finalOutcome(world(), payout, await world().operator.pay(payout))
    expect(outcome).toMatchObject({ kind: 'declined', code: expect.stringMatching(/./) })
    if (outcome.kind === 'declined') expect(declineReasons).toContain(outcome.reason)
    expect(await world().booked(payout)).toMatchObject({ status: 'declined', executions: 0 })
  })

  test('a payout to a number without a wallet is declined as RECIPIENT_NOT_FOUND', async () => {
    const payout = world().payoutTo(wallets.none)
    const outcome = await finalOutcome(world(), payout, await world().operator.pay(payout))
    expect(outcome).toMatchObject({ kind: 'declined', reason: 'RECIPIENT_NOT_FOUND' })
  })

  test('a repeated or concurrent payout pays once and is never reported as failed', async () => {
    const payout = world().payoutTo(wallets.ordinary)
    const first = await Promise.all([world().operator.pay(payout), world().operator.pay(payout)])
    await inquired(world(), payout)
    const responses = [...first, await world().operator.pay(payout)]
    for (const { kind } of responses) expect(['pending', 'succeeded', 'unknown']).toContain(kind)
    expect(await world().booked(payout)).toMatchObject({ status: 'succeeded', executions: 1 })
  })
}

function describeInquiries(world: World): void {
  test('an inquiry finds a payout whose callback never arrives', async () => {
    const payout = world().payoutTo(wallets.silent)
    const reply = await world().operator.pay(payout)
    const upstreamId = reply.kind === 'pending' ? reply.upstreamId : undefined
    expect((await inquired(world(), payout, isFinal, upstreamId)).kind).toBe('succeeded')
  })

  test('an inquiry reports a declined payout as declined', async () => {
    const payout = world().payoutTo(wallets.declined)
    await world().operator.pay(payout)
    expect((await inquired(world(), payout)).kind).toBe('declined')
  })

  test('an inquiry and the callback report the same outcome', async () => {
    const payout = world().payoutTo(wallets.paid)
    const outcome = await finalOutcome(world(), payout, await world().operator.pay(payout))
    expect(await inquired(world(), payout)).toEqual(outcome)
  })

  test('an inquiry reports a payout that was never sent as absent', async () => {
    const payout = world().payoutTo(wallets.paid)
    expect(await world().operator.inquire(payout)).toEqual({ kind: 'absent' })
  })

  test('an inquiry reports a payout that the operator reversed as reversed', async () => {
    const payout = world().payoutTo(wallets.reversed)
    await world().operator.pay(payout)
    const reply = await inquired(world(), payout, ({ kind }) => kind === 'reversed')
    expect(reply.kind).toBe('reversed')
  })
}

function describeTrouble(world: World): void {
  test('a payout whose reply is lost is unknown, found by inquiry and paid once', async () => {
    await world().misbehave('lost-reply')
    const payout = world().payoutTo(wallets.ordinary)
    expect((await world().operator.pay(payout)).kind).toBe('unknown')
    await world().misbehave('off')
    expect((await inquired(world(), payout)).kind).toBe('succeeded')
    expect(await world().booked(payout)).toMatchObject({ executions: 1 })
  })

  test('a payout whose reply times out is unknown and found by inquiry', async () => {
    const payout = world().payoutTo(wallets.slow)
    expect((await world().operator.pay(payout)).kind).toBe('unknown')
    expect((await inquired(world(), payout)).kind).toBe('succeeded')
    expect(await world().booked(payout)).toMatchObject({ executions: 1 })
  })

  test.each(['5xx', 'down'] as const)(
    'a payout during the fault %s is unknown, and then absent',
    async (fault) => {
      await world().misbehave(fault)
      const payout = world().payoutTo(wallets.ordinary)
      expect((await world().operator.pay(payout)).kind).toBe('unknown')
      await world().misbehave('off')
      expect(await world().operator.inquire(payout)).toEqual({ kind: 'absent' })
      expect(await world().booked(payout)).toBeUndefined()
    },
  )

  test('an unknown payout that never arrived is paid once when it is sent again', async () => {
    await world().misbehave('5xx')
    const payout = world().payoutTo(wallets.ordinary)
    await world().operator.pay(payout)
    await world().misbehave('off')
    await world().operator.pay(payout)
    expect((await inquired(world(), payout)).kind).toBe('succeeded')
    expect(await world().booked(payout)).toMatchObject({ executions: 1 })
  })
}

function describeSubscribers(world: World, { operator, lacks }: OperatorContract): void {
  const send = (wallet: string) => {
    const { msisdn } = world().payoutTo(wallet)
    return world().operator.lookUp({ operator, msisdn })
  }
  if (lacks?.names) {
    test('an adapter without name look-ups reports them as unsupported', async () => {
      expect(await send(wallets.paid)).toEqual({ kind: 'unsupported' })
    })
    return
  }

  test('a look-up returns the name of a wallet and that it is active', async () => {
    expect(await send(wallets.paid)).toEqual({ kind: 'found', name: 'Jean Mukendi', active: true })
  })

  test('a look-up reports a number without a wallet as no_wallet', async () => {
    expect(await send(wallets.none)).toEqual({ kind: 'no_wallet' })
  })
}

function describeReversals(world: World, { lacks }: OperatorContract): void {
  async function paid() {
    const payout = world().payoutTo(wallets.ordinary)
    const outcome = await finalOutcome(world(), payout, await world().operator.pay(payout))
    if (outcome.kind !== 'succeeded') throw new Error(`the payout was not paid: ${outcome.kind}`)
    return { payout, wanted: reversalOf(payout, outcome.upstreamId) }
  }
  function reversalOf({ reference, amount }: Payout, upstreamId: string) {
    const { callbackUrl } = world()
    return { reference: newId(), original: { reference, upstreamId }, amount, callbackUrl }
  }
  if (lacks?.reversals) {
    test('an adapter without reversals reports them as unsupported', async () => {
      const wanted = reversalOf(world().payoutTo(wallets.paid), 'SIM-1')
      expect(world().operator.reverses).toBe(false)
      expect(await world().operator.reverse(wanted)).toEqual({ kind: 'unsupported' })
    })
    return
  }

  test('a payout is reversed once and an inquiry reports it as reversed', async () => {
    const { payout, wanted } = await paid()
    expect(world().operator.reverses).toBe(true)
    const reply = await world().operator.reverse(wanted)
    expect(['pending', 'reversed']).toContain(reply.kind)
    if (reply.kind === 'pending') {
      const notifications = await world().callbackFor(wanted.reference, isFinal)
      expect(notifications.at(-1)?.callback.outcome.kind).toBe('reversed')
    }
    expect((await inquired(world(), payout, ({ kind }) => kind === 'reversed')).kind).toBe('reversed')
    const repeated = await world().operator.reverse(wanted)
    expect(['reversed', 'pending', 'unknown']).toContain(repeated.kind)
    expect(await world().booked(payout)).toMatchObject({ status: 'reversed', reversed_amount: '25.50' })
  })

  test('a reversal of a payout that the operator does not know is refused', async () => {
    const wanted = reversalOf(world().payoutTo(wallets.paid), 'SIM-NOBODY-00000000000000')
    expect((await world().operator.reverse(wanted)).kind).toBe('refused')
  })
}

function describeCallbacks(world: World, { lacks }: OperatorContract): void {
  async function reportOf(): Promise<{ payout: Payout; request: CallbackRequest; upstreamId: string }> {
    const payout = world().payoutTo(wallets.paid)
    await world().operator.pay(payout)
    const newest = (await world().callbackFor(payout.reference, isFinal)).at(-1)
    if (newest?.callback.outcome.kind !== 'succeeded') throw new Error('no callback')
    return { payout, request: newest.request, upstreamId: newest.callback.outcome.upstreamId }
  }

  test('the same callback read twice reports the same outcome', async () => {
    const { payout, request, upstreamId } = await reportOf()
    const read = await world().operator.readCallback(request)
    expect(read).toMatchObject({ kind: 'report', reference: payout.reference, outcome: { upstreamId } })
  })

  test('the amount in a callback is the amount of the payout', async () => {
    const { payout, request } = await reportOf()
    const read = await world().operator.readCallback(request)
    if (read.kind === 'report' && read.amount) expect(read.amount).toEqual(payout.amount)
  })

  test.skipIf(lacks?.signedCallbacks)('a callback that was tampered with is rejected as forged', async () => {
    const { request, upstreamId } = await reportOf()
    const text = Buffer.from(request.body).toString('utf8')
    const changed = Buffer.from(text.replaceAll(upstreamId, 'SIM-FORGED-00000000000000'))
    expect(changed).not.toEqual(Buffer.from(request.body))
    expect((await world().operator.readCallback({ ...request, body: changed })).kind).toBe('forged')
  })

  test('forged callbacks to the right address never report a false outcome', async () => {
    await world().control('/operators/callbacks', { forge_rate: 1 })
    for (const [wallet, kind] of [
      [wallets.paid, 'succeeded'],
      [wallets.declined, 'declined'],
    ] as const) {
      const payout = world().payoutTo(wallet)
      await world().operator.pay(payout)
      const report = await world().callbackFor(payout.reference, isFinal)
      expect(report.map(({ callback }) => callback.outcome.kind)).toEqual([kind])
    }
    await world().control('/operators/callbacks', {})
  })

  test('a callback body without an outcome reports none', async () => {
    const { request } = await reportOf()
    for (const text of ['', 'null', '[]', '{}', '<html>', '{"a":1,"a":2}', '\xff', '['.repeat(100_000)]) {
      const body = Buffer.from(text, 'latin1')
      expect((await world().operator.readCallback({ ...request, body })).kind).not.toBe('report')
    }
  })
}

function describeReachability(world: World, { lacks, operator }: OperatorContract): void {
  test('the health check shows whether address and credentials are right', async () => {
    expect(await world().operator.health()).toEqual({ kind: 'up' })
    expect((await world().stranger.health()).kind).toBe('down')
    expect((await world().unreachable.health()).kind).toBe('down')
  })

  test.each(['stranger', 'unreachable'] as const)(
    'a payout by the %s adapter is reported as unreached',
    async (who) => {
      const payout = world().payoutTo(wallets.ordinary)
      expect((await world()[who].pay(payout)).kind).toBe('unreached')
      expect(await world().booked(payout)).toBeUndefined()
    },
  )

  test('an unreachable operator never reports a payout as absent or a wallet as missing', async () => {
    const payout = world().payoutTo(wallets.paid)
    expect((await world().unreachable.inquire(payout)).kind).toBe('unavailable')
    expect((await world().stranger.inquire(payout)).kind).toBe('unavailable')
    const nameReply = await world().unreachable.lookUp({ operator, msisdn: payout.msisdn })
    expect(nameReply.kind).toBe(lacks?.names ? 'unsupported' : 'unavailable')
    const { reference, amount, callbackUrl } = payout
    const wanted = { reference: newId(), original: { reference, upstreamId: 'SIM-1' }, amount, callbackUrl }
    const reversed = await world().unreachable.reverse(wanted)
    expect(reversed.kind).toBe(lacks?.reversals ? 'unsupported' : 'unreached')
  })
}
