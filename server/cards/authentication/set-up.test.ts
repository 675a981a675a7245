// Set-ups of authentications that share one statement.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { newId } from '../../kernel/id.ts'
import { transactionByUuid } from '../transaction/queries.ts'
import { noCard } from '../transaction/transaction.ts'
import { insertSetUps, openAuthenticationStore, type SetUp } from './authentication-store.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())

const order = async () => transactionByUuid(world.db, (await world.createOrder()).transactionUuid)

function setUpOf(transaction: SetUp['transaction'], tokenId: string): SetUp {
  const now = Temporal.Now.instant()
  return {
    id: newId(),
    transaction,
    referenceId: newId(),
    token: { id: tokenId, card: noCard },
    tokenSealed: Buffer.from('sealed'),
    now,
    expiresAt: now.add({ minutes: 15 }),
  }
}

async function stored({ id }: SetUp): Promise<boolean> {
  const text = `select encode(k.token_sealed, 'escape') as token from card_authentication a join authentication_token k using (id)
    where a.id = $1`
  const [row] = await world.db.rows<{ token: string }>({ name: '', text }, [id])
  if (row) assert.equal(row.token, 'sealed')
  return row !== undefined
}

test('a card token that two payments present in one batch belongs to the first of them', async () => {
  const [first, second] = [await order(), await order()]
  const token = newId()
  const setUps = [
    setUpOf(first, token),
    setUpOf(second, token),
    setUpOf(second, newId()),
    setUpOf(first, token),
  ]
  expect(await insertSetUps(world.db, setUps)).toEqual([true, false, true, true])
  expect(await Promise.all(setUps.map(stored))).toEqual([true, false, true, true])
  const later = setUpOf(second, token)
  expect(await insertSetUps(world.db, [later])).toEqual([false])
  assert.equal(await stored(later), false)
})

test('a set-up that cannot be stored fails alone, and the others of its batch are stored', async () => {
  const store = openAuthenticationStore(world.db)
  const good = [setUpOf(await order(), newId()), setUpOf(await order(), newId())] as const
  const poisoned = setUpOf({ id: -1n, amount_minor: 1n, currency: 'USD' }, newId())
  const settled = await Promise.allSettled([
    store.setUp(good[0]),
    store.setUp(poisoned),
    store.setUp(good[1]),
  ])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await Promise.all(good.map(stored))).toEqual([true, true])
})

test('the keys of capture contexts that are stored together are all stored, once each', async () => {
  const store = openAuthenticationStore(world.db)
  const [first, second] = [await order(), await order()]
  const now = Temporal.Now.instant()
  const keyOf = (transactionId: bigint, id: string) => ({
    transactionId,
    key: { id, publicKey: { n: id, e: 'AQAB' } },
    now,
  })
  const keys = [keyOf(first.id, 'a'), keyOf(second.id, 'a'), keyOf(first.id, 'a'), keyOf(first.id, 'b')]
  await Promise.all(keys.map((key) => store.addTokenKey(key)))
  const text = 'select key_id from card_token_key where transaction_id = $1 order by key_id'
  const keysOf = async (id: bigint) =>
    (await world.db.rows<{ key_id: string }>({ name: '', text }, [id])).map(({ key_id }) => key_id)
  expect(await keysOf(first.id)).toEqual(['a', 'b'])
  expect(await keysOf(second.id)).toEqual(['a'])
})
