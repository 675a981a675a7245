import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { valueAt } from '../message.ts'
import { challengeResults, enrolmentResults, validationResults } from '../payer-authentication/outcomes.ts'
import { basket, bought, challenge, enrolled, proofFrom, saleOf, validated } from '../testing/journey.ts'
import { openWorld, type World } from '../testing/testing.ts'
import type { CardBehaviour } from './behaviour.ts'
import { brandOf, passesLuhn } from './brands.ts'
import { cards } from './cards.ts'
import { cardsPage } from './cards-page.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.sandbox.close())

const everyNumber = cards.flatMap((card) => card.numbers.map((number) => ({ number, card })))

test('every card number passes Luhn, has a brand and belongs to one behaviour only', () => {
  for (const { number } of everyNumber) expect([number, passesLuhn(number)]).toEqual([number, true])
  for (const { number } of everyNumber) expect(brandOf(number)).not.toBeNull()
  expect(new Set(everyNumber.map(({ number }) => number)).size).toBe(everyNumber.length)
})

test('CARDS.md is up to date with the table of cards', () => {
  const printed = readFileSync(new URL('CARDS.md', import.meta.url), 'utf8')
  expect(printed).toBe(cardsPage())
})

describe('enrolment of sandbox cards', () => {
  test.each(everyNumber)(
    'card $number is enrolled as documented: $card.description',
    async ({ number, card }) => {
      const expected = enrolmentResults[card.authentication]
      const reply = await enrolled(world, await world.token(number), basket())
      expect(reply.body.status).toBe(expected.status)
      const facts = reply.body.consumerAuthenticationInformation
      expect(valueAt(facts, 'veresEnrolled')).toBe(expected.veresEnrolled)
      expect(valueAt(facts, 'paresStatus')).toBe(expected.paresStatus)
      const cryptogram = valueAt(facts, 'cavv') ?? valueAt(facts, 'ucafAuthenticationData')
      expect(cryptogram !== undefined).toBe(expected.level !== 'none')
    },
  )
})

const challenged = cards.filter((card) => enrolmentResults[card.authentication].paresStatus === 'C')

describe('challenges of sandbox cards', () => {
  test.each(challenged)('$key', async ({ numbers, authentication }) => {
    const order = basket()
    const enrolment = await enrolled(world, await world.token(numbers[0]!), order)
    await challenge(world, enrolment, '1234')
    const validation = await validated(world, enrolment, order)
    const expected = validationResults[challengeResults[authentication]!]
    expect(validation.body.status).toBe(expected.status)
    expect(valueAt(validation.body, 'consumerAuthenticationInformation.paresStatus')).toBe(
      expected.paresStatus,
    )
  })
})

type Outcome = { status: string; reason?: string; http?: number; authorised?: string; captured?: string }

/** The expected payment reply of a card that reaches the issuer and gets a reply. */
function outcomeOf({ authentication, payment }: CardBehaviour): Outcome | null {
  const failed = enrolmentResults[authentication].status === 'AUTHENTICATION_FAILED'
  const lost = authentication === 'challenge_failed' || authentication === 'challenge_error'
  if (failed || lost) return { status: 'DECLINED', reason: 'CONSUMER_AUTHENTICATION_FAILED' }
  switch (payment.kind) {
    case 'approved':
    case 'slow':
      return { status: 'AUTHORIZED', authorised: '25.00', captured: '25.00' }
    case 'declined':
      return { status: 'DECLINED', reason: payment.reason }
    case 'review':
      return {
        status: 'AUTHORIZED_PENDING_REVIEW',
        reason: payment.reason,
        authorised: '25.00',
        captured: '0.00',
      }
    case 'risk_declined':
      return {
        status: 'AUTHORIZED_RISK_DECLINED',
        reason: payment.reason,
        authorised: '25.00',
        captured: '0.00',
      }
    case 'partial':
      return { status: 'PARTIAL_AUTHORIZED', authorised: '12.50', captured: '0.00' }
    default:
      return null
  }
}

const replied = cards.flatMap((card) => {
  const outcome = outcomeOf(card)
  return outcome ? [{ card, outcome, number: card.numbers[0]! }] : []
})

describe('payments with sandbox cards', () => {
  test.each(replied)(
    'card $number is charged as documented: $card.description',
    async ({ number, card, outcome }) => {
      const order = basket()
      const reply = await buyAnyway(number, card, order)
      expect(reply.status).toBe(201)
      expect(reply.body.status).toBe(outcome.status)
      expect(valueAt(reply.body, 'errorInformation.reason')).toBe(outcome.reason)
      const [entry] = await world.books(order.code)
      expect(entry).toMatchObject({
        authorized_amount: outcome.authorised ?? '0.00',
        captured_amount: outcome.captured ?? '0.00',
      })
    },
  )
})

/** Pays even after a failed authentication, as a careless merchant would do. */
async function buyAnyway(number: string, card: CardBehaviour, order: ReturnType<typeof basket>) {
  if (card.authentication !== 'challenge_error') return await bought(world, number, order)
  const token = await world.token(number)
  const enrolment = await enrolled(world, token, order)
  await challenge(world, enrolment, '1234')
  const validation = await validated(world, enrolment, order)
  return await world.post('/pts/v2/payments', saleOf(token, order, proofFrom(validation)))
}

test('the card for a broken gateway gets a 502 and is not charged', async () => {
  const order = basket()
  const reply = await bought(world, '4000000000000119', order)
  expect([reply.status, reply.body.status, reply.body.reason]).toEqual([502, 'SERVER_ERROR', 'SYSTEM_ERROR'])
  expect(await world.books(order.code)).toEqual([])
})

test('the card for broken infrastructure gets a 500 in HTML and is not charged', async () => {
  const order = basket()
  const [number] = cards.find((card) => card.key === 'infrastructure_error')!.numbers
  const reply = await bought(world, number!, order)
  expect(reply.status).toBe(500)
  expect(reply.text).toMatch(/^<html>/)
  expect(await world.books(order.code)).toEqual([])
})

test.each([
  ['charged_without_reply', '25.00'],
  ['timeout', null],
])('the silent card %s never gets a reply; captured: %s', async (key, captured) => {
  const order = basket()
  const [number] = cards.find((card) => card.key === key)!.numbers
  const token = await world.token(number!)
  const enrolment = await enrolled(world, token, order)
  const lost = world.post('/pts/v2/payments', saleOf(token, order, proofFrom(enrolment)))
  const silence = Symbol('silence')
  const first = await Promise.race([lost, new Promise((resolve) => setTimeout(resolve, 300, silence))])
  expect(first).toBe(silence)
  const amounts = async () => (await world.books(order.code)).map((entry) => entry.captured_amount)
  if (captured) await eventually('the charge is in the books', async () => (await amounts()).length > 0)
  expect(await amounts()).toEqual(captured ? [captured] : [])
  lost.catch(() => {})
})

test('the soft decline is avoided by a mandated challenge', async () => {
  const [number] = cards.find((card) => card.key === 'soft_decline')!.numbers
  const order = basket()
  const token = await world.token(number!)
  const first = await enrolled(world, token, order)
  const declined = await world.post('/pts/v2/payments', saleOf(token, order, proofFrom(first)))
  expect(valueAt(declined.body, 'errorInformation.reason')).toBe('CUSTOMER_AUTHENTICATION_REQUIRED')
  const second = await enrolled(world, token, order, { challengeCode: '04' })
  await challenge(world, second, '1234')
  const validation = await validated(world, second, order)
  const repeated = { ...order, reference: basket().reference }
  const paid = await world.post('/pts/v2/payments', saleOf(token, repeated, proofFrom(validation)))
  expect(paid.body.status).toBe('AUTHORIZED')
})

test('a payment with any other number that passes Luhn is accepted', async () => {
  expect((await bought(world, '4012888888881881')).body.status).toBe('AUTHORIZED')
})
