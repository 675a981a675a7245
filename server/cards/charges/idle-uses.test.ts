// A use of a payment link that a declined payer holds: others may have it once the payer has been idle for five minutes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutOfLink, createLink, uuidOf } from '../../../test/support/callers/payment-links.ts'
import { raceRounds } from '../../../test/support/race-rounds.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { releaseIdleUses } from './idle-uses.ts'

let world: World
beforeAll(async () => {
  // No worker runs, so that each test releases uses itself.
  world = await openWorld({ role: 'api' })
  await rows('update merchant set checkout_attempts = 3, version = version + 1')
})
afterAll(() => world.close())

const declined = '4000000000000002'
const rows = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)
const usesOf = async (code: string) =>
  (
    await rows<{ reserved: number; held: number; confirmed: number }>(
      'select uses_reserved as reserved, uses_held as held, uses_confirmed as confirmed from payment_link where code = $1',
      [code],
    )
  )[0]
/** The worker, so many seconds from now. */
const release = (seconds: number) =>
  releaseIdleUses({ db: world.db, clock: { now: () => Temporal.Now.instant().add({ seconds }) } })

/** A link with one use, which the first of two payers holds after a declined card. */
async function heldLink() {
  const code = await createLink(world)
  const [holder, other] = [await checkoutOfLink(world, code), await checkoutOfLink(world, code)]
  expect((await world.payByCalls(holder, declined)).body).toMatchObject({ state: 'CARD' })
  expect(await usesOf(code)).toEqual({ reserved: 1, held: 1, confirmed: 0 })
  return { code, holder, other }
}

test('somebody else pays by the last use of a link once its declined payer has been idle', async () => {
  const { code, holder, other } = await heldLink()
  await release(299)
  expect((await world.checkout(other, 'session')).status).toBe(409)
  await release(301)
  expect(await usesOf(code)).toEqual({ reserved: 0, held: 0, confirmed: 0 })
  expect((await world.payByCalls(other)).body).toEqual({ state: 'DONE' })
  expect(await usesOf(code)).toEqual({ reserved: 0, held: 0, confirmed: 1 })
  const late = await world.checkout(holder, 'session')
  expect([late.status, late.body.detail]).toEqual([409, 'Payment link exhausted'])
})

test('a payer who comes back after the release still pays by the link while a use is free', async () => {
  const { code, holder } = await heldLink()
  await release(301)
  expect((await world.payByCalls(holder, declined)).body).toMatchObject({ state: 'CARD' })
  expect(await usesOf(code)).toEqual({ reserved: 1, held: 1, confirmed: 0 })
  expect((await world.payByCalls(holder)).body).toEqual({ state: 'DONE' })
  expect(await usesOf(code)).toEqual({ reserved: 0, held: 0, confirmed: 1 })
})

test('a use is released once, however often and at once it is looked for', async () => {
  const { code } = await heldLink()
  await Promise.all([release(301), release(301), release(302)])
  await release(900)
  expect(await usesOf(code)).toEqual({ reserved: 0, held: 0, confirmed: 0 })
})

test.each(Array.from({ length: raceRounds(3) }, (_, round) => round))(
  'of a returning payer, another one and the release at the same time, one pays: round %i',
  async () => {
    const { code, holder, other } = await heldLink()
    await Promise.all([
      world.payByCalls(holder).catch(() => undefined),
      release(301).then(() => world.payByCalls(other).catch(() => undefined)),
      release(301),
    ])
    const statuses = await rows<{ status: string }>(
      'select status from card_transaction where transaction_uuid = any ($1)',
      [[uuidOf(holder), uuidOf(other)]],
    )
    expect(statuses.filter(({ status }) => status === 'SUCCESS').length).toBe(1)
    expect(await usesOf(code)).toEqual({ reserved: 0, held: 0, confirmed: 1 })
  },
)
