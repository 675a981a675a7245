// The contract that every card gateway adapter must fulfil against its simulator.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../kernel/id.ts'
import { type Money, money } from '../../kernel/money.ts'
import {
  accepted,
  amount,
  type CardGatewayWorld,
  challenged,
  charged,
  declines,
  enrolled,
  find,
  openContext,
  readToken,
  readyToCharge,
  reviewed,
  undo,
  validatedAfter,
} from './gateway.contract.steps.ts'

/** Runs the contract suite against the adapters that `open` creates. */
export function describeCardGateway(name: string, open: () => Promise<CardGatewayWorld>): void {
  describe(name, () => {
    let world: CardGatewayWorld
    beforeAll(async () => {
      world = await open()
    })
    afterAll(() => world.close())

    describe('sessions', () => describeSessions(() => world))
    describe('authentication', () => describeAuthentication(() => world))
    describe('charges', () => describeCharges(() => world))
    describe('lost replies', () => describeLostReplies(() => world))
    describe('undoing', () => describeUndoing(() => world))
    describe('refunds', () => describeRefunds(() => world))
    describe('reachability', () => describeReachability(() => world))
  })
}

type World = () => CardGatewayWorld

function describeSessions(world: World): void {
  test('a capture context names its library and expires within minutes', async () => {
    const context = await openContext(world())
    expect(context.libraryUrl).toMatch(/^https?:\/\//)
    expect(context.libraryIntegrity).toMatch(/^sha\d+-/)
    const minutes = context.expiresAt.since(world().now()).total('minutes')
    expect(minutes).toBeGreaterThan(5)
    expect(minutes).toBeLessThanOrEqual(20)
  })

  test('a token describes the card without its number', async () => {
    const token = await readToken(world(), '5555555555554444')
    expect(token.card).toMatchObject({ type: 'MASTERCARD', last4: '4444' })
    expect(token.card.expiry).toMatch(/^\d\d-20\d\d$/)
    expect(JSON.stringify(token)).not.toContain('5555555555554444')
  })

  test('a token is invalid when it is altered, malformed or expired', async () => {
    const { gateway, tokenise, forward } = world()
    const context = await openContext(world())
    const jwt = await tokenise(context.jwt, accepted)
    const [head, payload, signature] = jwt.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 9_999 })).toString('base64url')
    for (const wrong of [`${head}.${forged}.${signature}`, context.jwt, 'x', '']) {
      expect(await gateway.readTransientToken(wrong, [context.tokenKey])).toEqual({ kind: 'invalid' })
    }
    expect((await gateway.readTransientToken(jwt, [context.tokenKey])).kind).toBe('token')
    await forward({ minutes: 20 })
    expect(await gateway.readTransientToken(jwt, [context.tokenKey])).toEqual({ kind: 'invalid' })
  })

  test('a token is readable only with the key of its own capture context', async () => {
    const { gateway, tokenise } = world()
    const [own, ...others] = [
      await openContext(world()),
      await openContext(world()),
      await openContext(world()),
    ]
    const jwt = await tokenise(own.jwt, accepted)
    const foreign = others.map(({ tokenKey }) => tokenKey)
    expect(await gateway.readTransientToken(jwt, foreign)).toEqual({ kind: 'invalid' })
    const renamed = { ...foreign[0]!, id: own.tokenKey.id }
    expect(await gateway.readTransientToken(jwt, [renamed])).toEqual({ kind: 'invalid' })
    expect((await gateway.readTransientToken(jwt, [...foreign, own.tokenKey])).kind).toBe('token')
  })
}

function describeAuthentication(world: World): void {
  test('a frictionless card is authenticated, with evidence', async () => {
    const { reply } = await enrolled(world(), accepted)
    expect(reply.kind).toBe('authenticated')
    if (reply.kind !== 'authenticated') return
    expect(Object.keys(reply.evidence).length).toBeGreaterThan(0)
    const { directory_server_transaction_id: id, ...facts } = reply.disputeEvidence
    expect(facts).toMatchObject({ eci: '05', pares_status: 'Y', version: expect.stringMatching(/^2\./) })
    expect(id).not.toBe('')
  })

  test('a passed challenge is authenticated and can be charged', async () => {
    const attempt = await enrolled(world(), challenged)
    const validated = await validatedAfter(world(), attempt, ['1234'])
    if (validated.kind !== 'authenticated') throw new Error(`expected authenticated, got ${validated.kind}`)
    const reply = await world().gateway.charge({ ...attempt.request, evidence: validated.evidence })
    expect(reply).toMatchObject({ kind: 'approved', amount })
  })

  test('a failed challenge is failed, and one never started is not completed', async () => {
    const failed = await validatedAfter(world(), await enrolled(world(), challenged), ['1', '2', '3'])
    expect(failed.kind).toBe('failed')
    const ignored = await validatedAfter(world(), await enrolled(world(), challenged), [])
    expect(ignored.kind).toBe('not_completed')
  })

  test('enrolment evidence alone cannot charge when the challenge was not passed', async () => {
    const attempt = await enrolled(world(), challenged)
    if (attempt.reply.kind !== 'challenge') throw new Error('no challenge')
    const reply = await world().gateway.charge({ ...attempt.request, evidence: attempt.reply.evidence })
    expect(reply.kind).toBe('declined')
  })

  test('an authentication refused by the bank fails without a challenge', async () => {
    const { reply } = await enrolled(world(), '4000000000003063')
    expect(reply.kind).toBe('failed')
  })

  test('setting up a malformed token returns refused instead of throwing', async () => {
    const token = { jwt: 'x', id: 'X'.repeat(64) }
    const response = await world().gateway.setUpAuthentication({ code: newId(), token })
    expect(response.kind).toBe('refused')
  })
}

function describeCharges(world: World): void {
  test('a charge is approved for the requested amount, with the facts of the card', async () => {
    const request = await readyToCharge(world(), accepted)
    const reply = await world().gateway.charge(request)
    expect(reply).toMatchObject({ kind: 'approved', amount, card: { type: 'VISA', last4: '4242' } })
    if (reply.kind !== 'approved') return
    expect(reply.paymentId).not.toBe('')
    expect(reply.card.expiry).toMatch(/^\d\d-20\d\d$/)
    expect(reply.cavvResult).not.toBe('')
  })

  test.each([money(100n, 'CDF'), money(999_999_999_999n, 'USD')])(
    'a charge of %o is approved for that amount',
    async (other: Money) => {
      const request = await readyToCharge(world(), accepted, other)
      expect(await world().gateway.charge(request)).toMatchObject({ kind: 'approved', amount: other })
    },
  )

  test.each(declines)('the card %s is declined as %s', async (number, reason) => {
    const request = await readyToCharge(world(), number)
    const reply = await world().gateway.charge(request)
    expect(reply).toMatchObject({ kind: 'declined', decision: 'REJECT', reason })
    expect(reply.kind === 'declined' && reply.paymentId).toBeTruthy()
  })

  test('a review holds the funds and is not an approval', async () => {
    const request = await readyToCharge(world(), reviewed)
    expect(await world().gateway.charge(request)).toMatchObject({ kind: 'held', decision: 'REVIEW' })
  })

  test('a charge without authentication evidence is declined', async () => {
    const request = { ...(await readyToCharge(world(), accepted)), evidence: {} }
    expect(await world().gateway.charge(request)).toMatchObject({ kind: 'declined', reason: 'NON_3DS' })
  })

  test('a repeated charge reference charges once, and the second reply is unknown', async () => {
    const request = await readyToCharge(world(), accepted)
    expect((await world().gateway.charge(request)).kind).toBe('approved')
    expect((await world().gateway.charge(request)).kind).toBe('unknown')
    expect(await find(world(), request)).toMatchObject({ kind: 'found', reply: { kind: 'approved' } })
  })
}

function describeRefunds(world: World): void {
  test('partial refunds are accepted and found; a refund above the remainder is declined', async () => {
    const { paymentId } = await charged(world(), accepted)
    const part = { paymentId, code: newId(), reference: newId(), amount: money(1000n, 'USD') }
    const requestedAt = world().now()
    expect(await world().gateway.findRefund({ ...part, requestedAt })).toEqual({ kind: 'absent' })
    const reply = await world().gateway.refund(part)
    expect(reply).toMatchObject({ kind: 'accepted', amount: part.amount })
    if (reply.kind !== 'accepted') return
    expect(await world().gateway.findRefund({ ...part, requestedAt })).toMatchObject({
      kind: 'found',
      reply: { kind: 'accepted', refundId: reply.refundId, amount: part.amount },
    })
    const rest = { paymentId, code: newId(), reference: newId(), amount: money(1551n, 'USD') }
    expect((await world().gateway.refund(rest)).kind).toBe('declined')
  })

  test('a repeated refund reference refunds once, and the second reply is unknown', async () => {
    const { paymentId } = await charged(world(), accepted)
    const part = { paymentId, code: newId(), reference: newId(), amount: money(100n, 'USD') }
    expect((await world().gateway.refund(part)).kind).toBe('accepted')
    expect((await world().gateway.refund(part)).kind).toBe('unknown')
  })

  test('the daily report contains the sale and the refund', async () => {
    const { request, paymentId } = await charged(world(), accepted)
    const day = world().now().toZonedDateTimeISO('UTC').toPlainDate().toString()
    const part = { paymentId, code: newId(), reference: newId(), amount: money(550n, 'USD') }
    const refund = await world().gateway.refund(part)
    const report = await world().gateway.reportDay(day)
    if (report.kind !== 'report' || refund.kind !== 'accepted') throw new Error('no report')
    const line = (id: string) => report.lines.filter((entry) => entry.id === id)
    expect(line(paymentId)).toMatchObject([{ type: 'charge', code: request.code, amount }])
    expect(line(refund.refundId)).toMatchObject([{ type: 'refund', code: part.code, amount: part.amount }])
    expect(await world().gateway.reportDay('2001-01-01')).toEqual({ kind: 'report', lines: [] })
  })
}

function describeReachability(world: World): void {
  test('the probe detects a wrong address or wrong credentials', async () => {
    expect(await world().gateway.probe()).toEqual({ kind: 'ok' })
    expect((await world().stranger.probe()).kind).toBe('unavailable')
    expect((await world().unreachable.probe()).kind).toBe('unavailable')
  })

  test('a charge with wrong credentials is declined as a configuration error', async () => {
    const request = await readyToCharge(world(), accepted)
    const reply = await world().stranger.charge(request)
    expect(reply).toMatchObject({ kind: 'declined', reason: 'CONFIGURATION' })
    expect(await find(world(), request)).toEqual({ kind: 'absent' })
  })

  test('an unreachable gateway means a charge was not sent; other calls are unknown', async () => {
    const { unreachable } = world()
    const request = await readyToCharge(world(), accepted)
    expect((await unreachable.charge(request)).kind).toBe('not_sent')
    expect((await unreachable.findCharge(request)).kind).toBe('unavailable')
    const taking = { ...request, undoReference: newId(), captured: true }
    expect((await unreachable.undoCharge(taking)).kind).toBe('unknown')
    expect((await unreachable.refund({ ...request, paymentId: '1' })).kind).toBe('unknown')
    expect((await unreachable.reportDay('2026-01-01')).kind).toBe('unavailable')
  })
}

const broken = '4000000000000119'
const silent = '4000000000000259'

export function describeLostReplies(world: World): void {
  test('a charge whose reply is lost is unknown, is found, and can be undone by its reference', async () => {
    const request = await readyToCharge(world(), silent)
    const lost = await world().gateway.charge(request)
    expect(lost).toMatchObject({ kind: 'unknown' })
    expect(lost).not.toHaveProperty('acknowledged')
    const found = await find(world(), request)
    expect(found).toMatchObject({ kind: 'found', undone: false, reply: { kind: 'approved', amount } })
    expect(found.kind === 'found' && found.reply.card.last4).toBe('0259')
    expect((await undo(world(), request)).kind).toBe('undone')
    expect(await find(world(), request)).toMatchObject({ kind: 'found', undone: true })
  })

  test('a charge that the gateway reports as failed internally is unknown and leaves nothing to undo', async () => {
    const request = await readyToCharge(world(), broken)
    expect(await world().gateway.charge(request)).toMatchObject({ kind: 'unknown', acknowledged: true })
    expect(await find(world(), request)).toEqual({ kind: 'absent' })
    expect((await undo(world(), request)).kind).toBe('nothing_there')
  })

  test('an authorization that a lost call left in review is released by its reference', async () => {
    const { request } = await charged(world(), reviewed)
    expect((await undo(world(), request, { captured: true })).kind).toBe('refused')
    expect((await undo(world(), request, { captured: false })).kind).toBe('undone')
    expect(await find(world(), request)).toMatchObject({ kind: 'found', undone: true })
  })

  test('an inquiry finds a decline as declined and a review as held', async () => {
    const declined = await readyToCharge(world(), declines[1]![0])
    await world().gateway.charge(declined)
    const reply = { kind: 'declined', reason: declines[1]![1] }
    expect(await find(world(), declined)).toMatchObject({ kind: 'found', undone: false, reply })
    const held = await readyToCharge(world(), reviewed)
    await world().gateway.charge(held)
    expect(await find(world(), held)).toMatchObject({
      kind: 'found',
      reply: { kind: 'held', decision: 'REVIEW' },
    })
  })

  test('a charge is not mistaken for one of another amount or for its own authentication', async () => {
    const request = await readyToCharge(world(), accepted)
    expect(await find(world(), request)).toEqual({ kind: 'absent' })
    await world().gateway.charge(request)
    expect(await find(world(), { ...request, amount: money(2551n, 'USD') })).toEqual({ kind: 'absent' })
    expect(await find(world(), { ...request, code: newId() })).toEqual({ kind: 'absent' })
  })
}

export function describeUndoing(world: World): void {
  test('a sale is undone by its payment id, and undoing it again is no error', async () => {
    const { request, paymentId } = await charged(world(), accepted)
    const first = await undo(world(), request, { paymentId, captured: true })
    expect(first.kind === 'undone' && first.upstreamId).toBeTruthy()
    expect((await undo(world(), request, { paymentId, captured: true })).kind).toBe('undone')
    expect(await find(world(), request)).toMatchObject({ kind: 'found', undone: true })
  })

  test('an authorization held by a review is released, and releasing it again is no error', async () => {
    const { request, paymentId } = await charged(world(), reviewed)
    expect((await undo(world(), request, { paymentId, captured: false })).kind).toBe('undone')
    expect((await undo(world(), request, { paymentId, captured: false })).kind).toBe('undone')
    expect(await find(world(), request)).toMatchObject({ kind: 'found', undone: true })
  })

  test('undoing a settled sale is refused', async () => {
    const { request, paymentId } = await charged(world(), accepted)
    await world().forward({ hours: 72 })
    expect((await undo(world(), request, { paymentId, captured: true })).kind).toBe('refused')
    expect(await find(world(), request)).toMatchObject({ kind: 'found', undone: false })
  })
}
