// The contract test suite of the collector port, run by every adapter against the sandbox operators over real HTTP.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../kernel/id.ts'
import { formatMoney, money } from '../kernel/money.ts'
import {
  type CollectorContract,
  type CollectorWorld,
  finalCollection,
  inquiredCollection,
  openCollectorWorld,
  payers,
} from './collector.contract.steps.ts'
import { type Collection, collectionDeclines, isDebitOf, isWithinTerms } from './collector.ts'
import type { CallbackRequest } from './operator.ts'

/** Defines the suite for one adapter. */
export function collectorContract(contract: CollectorContract): void {
  describe(contract.name, () => {
    let opened: CollectorWorld
    const world = () => opened
    beforeAll(async () => {
      opened = await openCollectorWorld(contract)
    }, 30_000)
    afterEach(async () => {
      await opened.collectorFault('off')
      await opened.control('/operators/callbacks', {})
    })
    afterAll(() => opened.close())

    describe('approvals', () => describeApprovals(world, contract))
    describe('declines', () => describeDeclines(world, contract))
    describe('unknown outcomes', () => describeTrouble(world))
    describe('callbacks', () => describeCallbacks(world))
    describe('refunds', () => describeRefunds(world, contract))
    describe('terms', () => describeTerms(world, contract))
  })
}

type World = () => CollectorWorld

async function collect(world: CollectorWorld, collection: Collection) {
  return finalCollection(world, collection, await world.collector.request(collection))
}

function describeApprovals(world: World, { silentAbout }: CollectorContract): void {
  test('a payer who approves is prompted once, debited once and reported as approved', async () => {
    const collection = world().collectionFrom(payers.approves)
    const outcome = await collect(world(), collection)
    const entry = await world().collected(collection)
    expect(outcome).toMatchObject({ kind: 'approved', upstreamId: entry?.upstream_id })
    expect(entry).toMatchObject({
      status: 'succeeded',
      prompts: 1,
      debits: 1,
      debited: '12.50',
      currency: 'USD',
    })
  })

  test('the prompt names the merchant', async () => {
    const collection = world().collectionFrom(payers.approves)
    await collect(world(), collection)
    const entry = await world().collected(collection)
    expect([collection.description, 'Likuta', '']).toContain(entry?.merchant)
  })

  test('a collection in francs debits francs', async () => {
    const collection = world().collectionFrom(payers.approves, { amount: money(2_500_00n, 'CDF') })
    expect(await collect(world(), collection)).toMatchObject({ kind: 'approved' })
    expect(await world().collected(collection)).toMatchObject({ debited: '2500.00', currency: 'CDF' })
  })

  test('a payer who takes time is pending, then approved', async () => {
    const collection = world().collectionFrom(payers.approvesSlowly)
    const reply = await world().collector.request(collection)
    expect(['pending', 'approved']).toContain(reply.kind)
    expect((await finalCollection(world(), collection, reply)).kind).toBe('approved')
  })

  test('a repeated or concurrent request prompts once and adopts the first outcome', async () => {
    const collection = world().collectionFrom(payers.approves)
    const { collector } = world()
    const first = await Promise.all([collector.request(collection), collector.request(collection)])
    await inquiredCollection(world(), collection)
    const responses = [...first, await collector.request(collection)]
    for (const { kind } of responses) expect(['pending', 'approved', 'unknown']).toContain(kind)
    expect(responses.at(-1)?.kind).toBe('approved')
    expect(await world().collected(collection)).toMatchObject({ prompts: 1, debits: 1 })
  })

  test.skipIf(silentAbout?.amounts)('a debit of another amount is reported with that amount', async () => {
    const collection = await world().collectionEnding('other_amount')
    const outcome = await collect(world(), collection)
    if (outcome.kind !== 'approved') throw new Error(outcome.kind)
    expect(outcome.amount).toEqual(money(1350n, 'USD'))
    expect(isDebitOf(collection.amount, outcome.amount)).toBe(false)
    const [report] = await world().reports(collection.reference)
    expect(report?.callback).toMatchObject({ outcome: { kind: 'approved', amount: money(1350n, 'USD') } })
  })

  test('a debit of the amount that we asked for is ours', async () => {
    const collection = world().collectionFrom(payers.approves)
    const outcome = await collect(world(), collection)
    expect(outcome.kind === 'approved' && isDebitOf(collection.amount, outcome.amount)).toBe(true)
  })

  test('an inquiry about another number never finds our approval', async () => {
    const collection = world().collectionFrom(payers.approves)
    await collect(world(), collection)
    const other = { ...collection, reference: newId() }
    expect(await world().collector.inquire(other)).toEqual({ kind: 'absent' })
  })

  test('a payment that the operator returns to the payer is reported as reversed', async () => {
    const collection = await world().collectionEnding('reversed')
    await world().collector.request(collection)
    const reply = await inquiredCollection(world(), collection, ({ kind }) => kind === 'reversed')
    expect(reply.kind).toBe('reversed')
  })
}

function describeDeclines(world: World, { reasons }: CollectorContract): void {
  async function declinedAs(collection: Collection, reason: string): Promise<void> {
    const outcome = await collect(world(), collection)
    expect(outcome).toMatchObject({ kind: 'declined', code: expect.stringMatching(/./) })
    if (outcome.kind === 'declined') expect(collectionDeclines).toContain(outcome.reason)
    // Some protocols name the reason only in the callback.
    const isVague = outcome.kind === 'declined' && outcome.reason === 'MM_DECLINED'
    const [report] = isVague ? await world().reports(collection.reference) : []
    const named = report?.callback.kind === 'report' ? report.callback.outcome : outcome
    expect(named).toMatchObject({ kind: 'declined', reason })
    const entry = await world().collected(collection)
    expect(entry?.debits ?? 0).toBe(0)
  }

  test('a wrong PIN is declined as far as the protocol can tell', () =>
    declinedAs(world().collectionFrom(payers.entersWrongPin), reasons.wrong_pin))

  test('a prompt that nobody answers is declined once it has lapsed', async () => {
    const collection = world().collectionFrom(payers.ignoresPrompt)
    await declinedAs(collection, reasons.lapsed)
    expect(await world().collected(collection)).toMatchObject({ prompts: 1, decline_reason: 'lapsed' })
  })

  test('a wallet without enough money is declined as MM_INSUFFICIENT_FUNDS', () =>
    declinedAs(world().collectionFrom(payers.lacksFunds), 'MM_INSUFFICIENT_FUNDS'))

  test('a number without a wallet is declined as MM_NO_WALLET', () =>
    declinedAs(world().collectionFrom(payers.noWallet), 'MM_NO_WALLET'))

  test.each(['cancelled', 'limit', 'blocked', 'busy'] as const)(
    'a collection that ends as %s is declined as far as the protocol can tell',
    async (ending) => declinedAs(await world().collectionEnding(ending), reasons[ending]),
  )

  test('a lapsed prompt that was approved late is declined, and approved at a later inquiry', async () => {
    const collection = world().collectionFrom(payers.approvesLate)
    await declinedAs(collection, reasons.lapsed)
    await inquiredCollection(world(), collection, ({ kind }) => kind === 'approved')
    expect(await world().collected(collection)).toMatchObject({ prompts: 1, debits: 1 })
  })
}

function describeTrouble(world: World): void {
  test('a request whose reply is lost is unknown, and found by an inquiry', async () => {
    const collection = world().collectionFrom(payers.replyLost)
    expect((await world().collector.request(collection)).kind).toBe('unknown')
    expect((await inquiredCollection(world(), collection)).kind).toBe('approved')
    expect(await world().collected(collection)).toMatchObject({ prompts: 1, debits: 1 })
  })

  test.each(['5xx', 'down'] as const)(
    'a request during the fault %s is unknown, and then absent',
    async (fault) => {
      await world().collectorFault(fault)
      const collection = world().collectionFrom(payers.approves)
      expect((await world().collector.request(collection)).kind).toBe('unknown')
      await world().collectorFault('off')
      expect(await world().collector.inquire(collection)).toEqual({ kind: 'absent' })
      expect(await world().collected(collection)).toBeUndefined()
    },
  )

  test('a collection that the operator itself does not know the outcome of is not final', async () => {
    const collection = await world().collectionEnding('ambiguous')
    const { collector } = world()
    expect(['pending', 'unknown']).toContain((await collector.request(collection)).kind)
    expect(['pending', 'unavailable']).toContain((await collector.inquire(collection)).kind)
    const entry = await world().collected(collection)
    await world().control(`/operators/collections/${entry?.id}/release`, { outcome: 'approved' })
    expect((await inquiredCollection(world(), collection)).kind).toBe('approved')
  })

  test.each(['stranger', 'unreachable'] as const)(
    'a request by the %s adapter is reported as unreached',
    async (who) => {
      const collection = world().collectionFrom(payers.approves)
      expect((await world()[who].collections?.request(collection))?.kind).toBe('unreached')
      expect((await world()[who].collections?.inquire(collection))?.kind).toBe('unavailable')
      expect(await world().collected(collection)).toBeUndefined()
    },
  )
}

function describeCallbacks(world: World): void {
  async function reportOf(): Promise<{ collection: Collection; request: CallbackRequest }> {
    const collection = world().collectionFrom(payers.approves)
    await world().collector.request(collection)
    const [report] = await world().reports(collection.reference)
    if (!report) throw new Error('no callback')
    return { collection, request: report.request }
  }

  test('an approval is reported by callback, with the same id as by inquiry', async () => {
    const collection = world().collectionFrom(payers.approves)
    await world().collector.request(collection)
    const [report] = await world().reports(collection.reference)
    const entry = await world().collected(collection)
    const outcome = { kind: 'approved', upstreamId: entry?.upstream_id }
    expect(report?.callback).toMatchObject({ kind: 'report', reference: collection.reference, outcome })
    expect(await inquiredCollection(world(), collection)).toMatchObject(outcome)
  })

  test('a decline is reported by callback', async () => {
    const collection = world().collectionFrom(payers.lacksFunds)
    await world().collector.request(collection)
    const [report] = await world().reports(collection.reference)
    expect(report?.callback).toMatchObject({ outcome: { kind: 'declined' } })
  })

  test('callbacks twice and out of order end with the approval', async () => {
    const collection = world().collectionFrom(payers.calledBackInDisorder)
    await world().collector.request(collection)
    const reports = await world().reports(collection.reference, 2)
    const kinds = reports.map(({ callback }) => callback.kind === 'report' && callback.outcome.kind)
    for (const kind of kinds) expect(['approved', 'pending']).toContain(kind)
    expect(kinds).toContain('approved')
  })

  test('a callback that contradicts the inquiry changes nothing in the inquiry', async () => {
    const collection = world().collectionFrom(payers.contradicted)
    await world().collector.request(collection)
    const reports = await world().reports(collection.reference, 2)
    expect(reports.at(-1)?.callback).toMatchObject({ outcome: { kind: 'approved' } })
    expect((await inquiredCollection(world(), collection)).kind).toBe('approved')
  })

  test('a callback body without an outcome reports none', async () => {
    const { request } = await reportOf()
    for (const text of ['', 'null', '[]', '{}', '<html>', '{"a":1,"a":2}', '\xff', '['.repeat(100_000)]) {
      const body = Buffer.from(text, 'latin1')
      expect((await world().collector.readCallback({ ...request, body })).kind).not.toMatch(/report/)
    }
  })

  test('callbacks about payouts are left to the operator port', async () => {
    const payout = world().payoutTo('0000001')
    await world().operator.pay(payout)
    const [report] = await world().callbackFor(payout.reference, ({ kind }) => kind === 'succeeded')
    if (!report) throw new Error('no callback')
    expect(await world().collector.readCallback(report.request)).toEqual({ kind: 'payout' })
  })
}

function describeRefunds(world: World, { silentAbout, collectPath }: CollectorContract): void {
  async function paid(collection = world().collectionFrom(payers.approves)) {
    const outcome = await collect(world(), collection)
    if (outcome.kind !== 'approved') throw new Error(`not approved but ${outcome.kind}`)
    const { reference, amount } = collection
    const original = { reference, amount, upstreamId: outcome.upstreamId }
    return { collection, refund: { reference: newId(), original, amount, callbackUrl: world().callbackUrl } }
  }

  test('a whole refund returns the money once and an inquiry finds it', async () => {
    const { collection, refund } = await paid()
    const reply = await world().collector.refund(refund)
    expect(['pending', 'reversed']).toContain(reply.kind)
    if (reply.kind === 'pending' && !silentAbout?.refundCallbacks) {
      const [report] = await world().reports(refund.reference)
      expect(report?.callback).toMatchObject({ kind: 'refund_report', outcome: { kind: 'reversed' } })
    }
    await expect.poll(async () => (await world().collector.inquireRefund(refund)).kind).toBe('reversed')
    expect(['reversed', 'pending', 'unknown']).toContain((await world().collector.refund(refund)).kind)
    expect(await world().collected(collection)).toMatchObject({ refunded_amount: '12.50' })
  })

  test('a part is refunded where the protocol can, and left to a payout elsewhere', async () => {
    const { collection, refund } = await paid()
    const part = { ...refund, amount: money(500n, 'USD') }
    const reply = await world().collector.refund(part)
    if (world().collector.refunds !== 'part') {
      expect(reply).toEqual({ kind: 'unsupported' })
      expect(await world().collected(collection)).toMatchObject({ refunded_amount: '0.00' })
      return
    }
    expect(['pending', 'reversed']).toContain(reply.kind)
    await expect.poll(async () => (await world().collector.inquireRefund(part)).kind).toBe('reversed')
    expect(await world().collected(collection)).toMatchObject({
      refunded_amount: '5.00',
      status: 'succeeded',
    })
    expect((await world().collector.inquire(collection)).kind).toBe('approved')
  })

  test('a refund that the operator refuses is refused, and no money moves', async () => {
    const { collection, refund } = await paid(await world().collectionEnding('refund_refused'))
    expect((await world().collector.refund(refund)).kind).toBe('refused')
    expect(await world().collected(collection)).toMatchObject({ refunded_amount: '0.00' })
  })

  test('a refund whose reply is lost is unknown, and found by an inquiry', async () => {
    const { collection, refund } = await paid()
    await world().misbehave('lost-reply', collectPath.split('/').slice(0, 2).join('/'))
    expect((await world().collector.refund(refund)).kind).toBe('unknown')
    await world().misbehave('off')
    await expect.poll(async () => (await world().collector.inquireRefund(refund)).kind).toBe('reversed')
    expect(await world().collected(collection)).toMatchObject({ refunded_amount: '12.50' })
  })

  test('a refund that was never sent is not found', async () => {
    const { refund } = await paid()
    expect((await world().collector.inquireRefund(refund)).kind).toBe('absent')
  })

  test('a refund by an unreachable operator is unreached', async () => {
    const { refund } = await paid()
    expect((await world().unreachable.collections?.refund(refund))?.kind).toBe('unreached')
  })
}

function describeTerms(world: World, { operator }: CollectorContract): void {
  test.each(['USD', 'CDF'] as const)(
    'the operator takes its smallest and its largest amount in %s',
    async (currency) => {
      const terms = await world().collector.terms(operator, currency)
      expect(terms.isOpen).toBe(true)
      const amounts = [terms.min, terms.max]
      for (const amount of amounts) expect(isWithinTerms(terms, amount)).toBe(true)
      expect(isWithinTerms(terms, money(terms.min.minor - 1n, currency))).toBe(false)
      expect(isWithinTerms(terms, money(terms.max.minor + 1n, currency))).toBe(false)
      expect(Number(formatMoney(terms.min))).toBeGreaterThan(0)
    },
  )
}
