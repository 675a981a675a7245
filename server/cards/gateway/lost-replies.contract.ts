// The contract of every card gateway adapter for lost replies and for undoing charges.
import { expect, test } from 'vitest'
import { newId } from '../../kernel/id.ts'
import { money } from '../../kernel/money.ts'
import {
  accepted,
  amount,
  type CardGatewayWorld,
  charged,
  declines,
  find,
  readyToCharge,
  reviewed,
  undo,
} from './gateway.contract.steps.ts'

const broken = '4000000000000119'
const silent = '4000000000000259'

type World = () => CardGatewayWorld

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
