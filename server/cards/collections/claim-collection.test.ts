// What is refused before a payer is asked, and how often a number may be asked.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../test/support/collections/collections.ts'
import { collectionControlsOf } from '../../../test/support/collections/controls.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { countPromptsOf, uncountPromptsOf } from './prompt-limits.ts'

let world: World
let collections: Collections
beforeAll(async () => {
  world = await openWorld({ settings: collectionSettings, sandbox: collectionSandbox })
  collections = collectionsOf(world)
})
afterAll(() => world.close())
beforeEach(() => collections.offer())

const refusal = (response: { status: number; body: unknown }) => [response.status, response.body]
const prompts = async () => {
  const [row] = await collections.rows<{ count: bigint }>('select count(*) as count from collection')
  return row!.count
}
const set = (uuid: string, change: string) =>
  collections.rows(`update card_transaction t set ${change} where transaction_uuid = $1`, [uuid])

test.each([
  ['no number', 'customer_number', 'nobody', undefined],
  ['a foreign number', 'customer_number', '+254712345678', undefined],
  ['an unknown operator', 'operator', '+243970000021', 'tigo'],
  ['the operator of other numbers', 'operator', '+243970000021', 'vodacom'],
  ['a number without a known operator', 'customer_number', '+243120000021', undefined],
])('%s cannot be asked: 422 that names only %s', async (_, field, number, operator) => {
  const { transaction_uuid } = await collections.order()
  const response = await collections.ask(transaction_uuid, number, operator ? { operator } : {})
  expect(response.status).toBe(422)
  expect(response.body.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual([field])
})

test('an amount that the operator does not take is 422, and nobody is asked', async () => {
  const { transaction_uuid } = await collections.order({ amount: 9_000 })
  const before = await prompts()
  const response = await collections.ask(transaction_uuid, freshNumber('21'))
  expect(response.status).toBe(422)
  expect(response.body.detail[0]).toMatchObject({ loc: ['body', 'operator'] })
  expect(await prompts()).toBe(before)
})

test('an order of another merchant is not found', async () => {
  const as = await world.register()
  const own = collectionsOf(world, as)
  await own.offer()
  const { transaction_uuid } = await collections.order()
  expect(refusal(await own.ask(transaction_uuid, freshNumber('21')))).toEqual([
    404,
    { detail: 'Transaction not found' },
  ])
  const { collection_id } = await collections.asked(transaction_uuid, freshNumber('21'))
  const read = await world.signed('GET', `/api/v1/payment/collections/${collection_id}`, undefined, { as })
  expect(refusal(read)).toEqual([404, { detail: 'Collection not found' }])
})

test('a repeat of a request whose response was lost gets its collection, and prompts nobody again', async () => {
  const { transaction_uuid } = await collections.order()
  const body = { transaction_uuid, customer_number: freshNumber('23') }
  const headers = { 'idempotency-key': `repeat ${transaction_uuid}` }
  const ask = () => world.signed('POST', '/api/v1/payment/collections', body, { headers })
  const { collection_id } = (await ask()).body.data
  await collections.reaches(collection_id, 'DECLINED')
  const before = await prompts()
  // As after the death of a process that had not stored the response yet.
  await collections.rows(
    'update idempotent_request set status = null, body = null, locked_until = created_at',
  )
  const repeated = await ask()
  expect([repeated.status, repeated.body.data]).toMatchObject([200, { collection_id, state: 'DECLINED' }])
  expect(await prompts()).toBe(before)
})

test('a merchant or an order without mobile money asks nobody', async () => {
  const narrow = await collections.order({ payment_methods: ['card'] })
  const wide = await collections.order()
  const before = await prompts()
  const ask = ({ transaction_uuid }: { transaction_uuid: string }) =>
    collections.ask(transaction_uuid, freshNumber('21')).then(refusal)
  const notEnabled = [403, { detail: 'Payment method not enabled' }]
  expect(await ask(narrow)).toEqual(notEnabled)
  await collections.offer(['card'])
  expect(await ask(wide)).toEqual(notEnabled)
  expect(await prompts()).toBe(before)
})

test('a blocked number is not asked, in the sandbox any number that ends in 07', async () => {
  const { transaction_uuid } = await collections.order()
  const notAllowed = [403, { detail: 'Number not allowed' }]
  expect(refusal(await collections.ask(transaction_uuid, freshNumber('07')))).toEqual(notAllowed)
  const number = freshNumber('21')
  await collections.rows(
    `insert into blacklisted_number (environment, msisdn, reason, added_by, added_at) values ('sandbox', $1, 'fraud', 'amina', now())`,
    [number.slice(1)],
  )
  expect(refusal(await collections.ask(transaction_uuid, number))).toEqual(notAllowed)
})

test('an order that is paid, expired, cancelled or failed asks nobody', async () => {
  const outcome = async (change: string) => {
    const { transaction_uuid } = await collections.order()
    await set(transaction_uuid, change)
    return refusal(await collections.ask(transaction_uuid, freshNumber('21')))
  }
  const ended = 'finalised_at = now()'
  expect(await outcome(`status = 'SUCCESS', ${ended}`)).toEqual([409, { detail: 'Transaction already paid' }])
  expect(await outcome(`status = 'FAILED', ${ended}`)).toEqual([
    409,
    { detail: 'Transaction already finished' },
  ])
  expect(await outcome(`status = 'CANCELLED', ${ended}`)).toEqual([410, { detail: 'Transaction cancelled' }])
  expect(await outcome(`status = 'EXPIRED', ${ended}`)).toEqual([410, { detail: 'Transaction expired' }])
  expect(await outcome(`expires_at = now() - interval '1 second'`)).toEqual([
    410,
    { detail: 'Transaction expired' },
  ])
})

test('while a payer is being asked, neither another number nor a card is tried, and the order is not cancelled', async () => {
  const { transaction_uuid: uuid, links } = await collections.order()
  const controls = collectionControlsOf(world)
  const number = freshNumber('21')
  await controls.setEnding(number, 'ambiguous')
  const { collection_id, state } = await collections.asked(uuid, number)
  expect(state).toBe('PROMPTED')
  const prompt = await controls.promptOf(number)
  const running = [409, { detail: 'Payment already in progress' }]
  expect(refusal(await collections.ask(uuid, freshNumber('21')))).toEqual(running)
  const card = await world.payByCalls(links)
  expect(card.status).toBe(409)
  await controls.release(prompt, 'approved')
  await collections.reaches(collection_id, 'APPROVED')
  expect(refusal(await collections.ask(uuid, freshNumber('21')))).toEqual([
    409,
    { detail: 'Transaction already paid' },
  ])
})

test('the fourth prompt to a number within ten minutes is refused, whichever merchant asks', async () => {
  const others = collectionsOf(world, await world.register())
  await others.offer()
  const number = freshNumber('21')
  for (const merchant of [collections, others, collections]) {
    const { transaction_uuid } = await merchant.order()
    const { collection_id } = await merchant.asked(transaction_uuid, number)
    await merchant.reaches(collection_id, 'APPROVED')
  }
  const { transaction_uuid } = await others.order()
  const refused = await others.ask(transaction_uuid, number)
  expect(refusal(refused)).toEqual([429, { detail: 'Too many payment requests to this number' }])
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(500)
  expect(seconds).toBeLessThanOrEqual(600)
  const { collection_id } = await others.asked(transaction_uuid, freshNumber('21'))
  await others.reaches(collection_id, 'APPROVED')
})

test('the eleventh prompt to a number in a day is refused', async () => {
  const number = freshNumber('21')
  const { transaction_uuid } = await collections.order()
  const first = await collections.asked(transaction_uuid, number)
  await collections.reaches(first.collection_id, 'APPROVED')
  await collections.rows(
    `update number_prompt set prompts = array(select now() - interval '20 hours' + n * interval '1 hour' from generate_series(1, 10) n)
      where number_hash = (select number_hash from collection where collection_id = $1)`,
    [first.collection_id],
  )
  const { transaction_uuid: next } = await collections.order()
  const refused = await collections.ask(next, number)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(4 * 3_600)
})

test('a refused order counts no prompt of its number', async () => {
  const number = freshNumber('21')
  const { transaction_uuid: paid } = await collections.order()
  const { collection_id } = await collections.asked(paid, number)
  await collections.reaches(collection_id, 'APPROVED')
  const { transaction_uuid: free } = await collections.order()
  const { transaction_uuid: busy } = await collections.order()
  const asked = await collections.asked(busy, freshNumber('22'))
  for (let tries = 0; tries < 5; tries++) expect((await collections.ask(busy, number)).status).toBe(409)
  await collections.reaches((await collections.asked(free, number)).collection_id, 'APPROVED')
  await collections.reaches(asked.collection_id, 'APPROVED')
})

test('an operator that is paused, or that nobody can reach, is unavailable, and the attempt does not count', async () => {
  const { transaction_uuid: uuid } = await collections.order()
  const unavailable = [503, { detail: 'Operator unavailable' }]
  await collections.rows(
    `insert into queue_pause (queue, reason, paused_by, paused_at) values ('operator:sandbox:airtel', 'maintenance', 'amina', now())`,
  )
  await eventually('the pause is seen', async () => {
    const { transaction_uuid: other } = await collections.order()
    return (await collections.ask(other, freshNumber('21'))).status === 503
  })
  expect(refusal(await collections.ask(uuid, freshNumber('21')))).toEqual(unavailable)
  await collections.rows('delete from queue_pause')
  const asked = await eventually('the pause has ended', async () => {
    const response = await collections.ask(uuid, freshNumber('21'))
    return response.status === 200 && response
  })
  await collections.reaches(asked.body.data.collection_id, 'APPROVED')
})

test('a suspended merchant asks nobody', async () => {
  const as = await world.register()
  const own = collectionsOf(world, as)
  await own.offer()
  const { transaction_uuid } = await own.order()
  await collections.rows(
    `update merchant set status = 'suspended', version = version + 1 where merchant_code = $1`,
    [as.merchant_code],
  )
  expect(refusal(await own.ask(transaction_uuid, freshNumber('21')))).toEqual([
    403,
    { detail: 'Merchant suspended' },
  ])
})

test('a key without the scope for payments asks nobody', async () => {
  const { transaction_uuid } = await collections.order()
  await collections.rows(`update api_key set scopes = '{read}' where api_key = $1`, [world.merchant.api_key])
  await collections.rows('update merchant set version = version + 1')
  const refused = await collections.ask(transaction_uuid, freshNumber('21'))
  expect([refused.status, refused.body.detail]).toEqual([403, 'API key lacks scope charge'])
  await collections.rows(
    `update api_key set scopes = '{charge,refund,read,payouts,disputes}' where api_key = $1`,
    [world.merchant.api_key],
  )
})

test('a prompt that is taken back leaves another one of the same moment counted', async () => {
  const [numberHash, number] = [randomBytes(32), randomBytes(32)]
  const prompt = { numberHash, now: Temporal.Now.instant(), misses: { number } }
  const counted = () => world.db.transaction((sql) => countPromptsOf(sql, [prompt]))
  await counted()
  await counted()
  await world.db.transaction((sql) => uncountPromptsOf(sql, [prompt]))
  expect([await counted(), await counted()]).toEqual([[undefined], [undefined]])
  expect(await counted()).toEqual([expect.any(Number)])
})

test('a number without a wallet is tried five times in ten minutes, and others as before', async () => {
  const { transaction_uuid } = await collections.order()
  const number = freshNumber('05')
  const replies: [number, boolean][] = []
  for (let count = 0; count < 7; count++) {
    const { status, headers } = await collections.ask(transaction_uuid, number)
    replies.push([status, Number(headers['retry-after']) > 0])
  }
  expect(replies).toEqual([...Array(5).fill([400, false]), ...Array(2).fill([429, true])])
  expect((await collections.ask(transaction_uuid, freshNumber('05'))).status).toBe(400)
  expect((await collections.ask(transaction_uuid, freshNumber('21'))).status).toBe(200)
})

test('a merchant cannot find out which of many numbers have a wallet', async () => {
  const own = collectionsOf(world, await world.register())
  await own.offer()
  const { transaction_uuid } = await own.order()
  for (let count = 0; count < 60; count++)
    expect((await own.ask(transaction_uuid, freshNumber('05'))).status).toBe(400)
  const number = freshNumber('21')
  const refused = await own.ask(transaction_uuid, number)
  expect(refusal(refused)).toEqual([429, { detail: 'Too many payment requests to this number' }])
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds > 0 && seconds <= 600).toBe(true)
  await collections.asked((await collections.order()).transaction_uuid, number)
})
