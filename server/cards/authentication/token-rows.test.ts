// Card tokens beside the previous release, which keeps them in the authentication itself.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { expireTransactions } from '../charges/expiry.ts'
import { authenticationContext } from './queries.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())

const rows = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)

async function setUp() {
  const { transactionUuid, link } = await world.createOrder()
  const jwt = await world.cardToken(link, '4242424242424242')
  const { reference_id } = (await world.checkout(link, 'setup', { transient_token: jwt })).body
  const pay = () => world.checkout(link, 'pay', { reference_id, browser: {} })
  return { transactionUuid, jwt, reference_id, pay }
}
const opened = (id: string, sealed: Buffer) =>
  world.system.checkout.secrets.open(sealed, authenticationContext(id, 'token'))
/** Changes the state as the previous release does. */
const moveAsBefore = (reference: string, state: string) =>
  rows<{ id: string; token_sealed: Buffer }>(
    `update card_authentication set state = $2, lease_until = now() where reference_id = $1 returning id, token_sealed`,
    [reference, state],
  )
const storedWithRow = async (reference: string) =>
  (
    await rows<{ token_sealed: Buffer | null }>(
      'select token_sealed from card_authentication where reference_id = $1',
      [reference],
    )
  )[0]!.token_sealed

test('the previous release gets the token of an authentication that this release set up', async () => {
  const { reference_id, jwt } = await setUp()
  expect(await storedWithRow(reference_id)).toBeNull()
  const [moved] = await moveAsBefore(reference_id, 'enrolling')
  assert(moved)
  assert.equal(opened(moved.id, moved.token_sealed), jwt)
})

test('an authentication set up by the previous release is charged by this one', async () => {
  const { reference_id, pay } = await setUp()
  await rows(
    `with k as (delete from authentication_token where id =
                  (select id from card_authentication where reference_id = $1) returning id, token_sealed)
     update card_authentication a set token_sealed = k.token_sealed from k where a.id = k.id`,
    [reference_id],
  )
  assert.deepEqual((await pay()).body, { state: 'DONE' })
})

test('no change that this release makes to a hosted payment copies its token', async () => {
  const { reference_id, pay } = await setUp()
  assert.deepEqual((await pay()).body, { state: 'DONE' })
  expect(await storedWithRow(reference_id)).toBeNull()
})

test('a token that was copied for the previous release is deleted with the original', async () => {
  const { reference_id } = await setUp()
  await moveAsBefore(reference_id, 'enrolling')
  const clock = { now: () => systemClock.now().add({ minutes: 16 }) }
  await expireTransactions({ db: world.db, clock })
  expect(await storedWithRow(reference_id)).toBeNull()
  const left = await rows(
    'select from authentication_token k join card_authentication a using (id) where a.reference_id = $1',
    [reference_id],
  )
  expect(left).toEqual([])
  const [moved] = await moveAsBefore(reference_id, 'abandoned')
  expect(moved?.token_sealed).toBeNull()
})
