// Payers who pay parts of one link at the same moment, by card and by phone: together they never pay more than the total.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../test/support/collections/collections.ts'
import { type CollectionControls, collectionControlsOf } from '../../../test/support/collections/controls.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { orderBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { expireLinks } from '../charges/expiry.ts'
import { releaseCollection } from '../collections/claim-collection.ts'

let world: World
let collections: Collections
let controls: CollectionControls
beforeAll(async () => {
  world = await openWorld({ settings: collectionSettings, sandbox: collectionSandbox })
  collections = collectionsOf(world)
  controls = collectionControlsOf(world)
  await collections.offer()
})
afterAll(() => world.close())

const path = '/api/v1/payment-links'
async function newLink(total = 100, minimum_part = 10): Promise<string> {
  const link = { kind: 'parts', total, minimum_part, currency: 'USD', merchant_reference: 'RACE' }
  return (await world.signed('POST', path, link)).body.data.code
}
const read = async (code: string) => (await world.signed('GET', `${path}/${code}`)).body.data
const order = async (code: string, amount: number) => {
  const { body } = await world.signed('POST', `${path}/${code}/orders`, orderBody(world.url, { amount }))
  return body.data as { transaction_uuid: string; links: string }
}
/** Everything up to the charge, which the returned function makes. */
async function readyToPay(link: string) {
  const token = await world.cardToken(link, '4242424242424242')
  const setup = await world.checkout(link, 'setup', { transient_token: token })
  return () => world.checkout(link, 'pay', { reference_id: setup.body.reference_id, browser: {} })
}
const runningOf = async (code: string) => {
  const [link] = await collections.rows<{ running: bigint }>(
    'select running_minor as running from payment_link where code = $1',
    [code],
  )
  return Number(link!.running)
}

test('of 100 payers of the last part at once, by card and phone, one pays and nobody else is charged', async () => {
  const code = await newLink()
  const orders = await Promise.all(Array.from({ length: 100 }, () => order(code, 60)))
  const cards = await Promise.all(orders.slice(0, 50).map(({ links }) => readyToPay(links)))
  const asks = orders.slice(50).map(
    ({ transaction_uuid: uuid }) =>
      () =>
        collections.ask(uuid, freshNumber('21')),
  )
  const responses = await Promise.all([...cards, ...asks].map((pay) => pay()))
  const refused = responses.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(99)
  for (const { body } of refused) expect(body).toEqual({ detail: 'Amount exceeds remaining' })
  await eventually('the part is paid', async () => (await runningOf(code)) === 0)
  expect(await read(code)).toMatchObject({ status: 'ACTIVE', paid: '60.00', remaining: '40.00', uses: 1 })
  const uuids = orders.map(({ transaction_uuid }) => transaction_uuid)
  const { payments } = await world.books()
  expect(payments.filter(({ code: uuid }: { code: string }) => uuids.includes(uuid)).length).toBeLessThan(2)
})

test('an order that would now leave too little is refused with its reason: its page, its card and its prompt', async () => {
  const code = await newLink()
  const [late, first, ready] = [await order(code, 49.5), await order(code, 50), await order(code, 49.5)]
  const charge = await readyToPay(ready.links)
  expect((await (await readyToPay(first.links))()).body).toEqual({ state: 'DONE' })
  const refusal = { status: 422, body: { detail: 'Rest would be below the minimum amount' } }
  expect(await charge()).toMatchObject(refusal)
  const prompt = { transaction_uuid: late.transaction_uuid, customer_number: freshNumber('21') }
  expect(await world.signed('POST', '/api/v1/payment/collections', prompt)).toMatchObject(refusal)
  const page = await fetch(`${late.links}&lang=en`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(422)
  expect(await page.text()).toContain('This amount would leave too little to pay')
  expect(await read(code)).toMatchObject({ paid: '50.00', remaining: '50.00', uses: 1 })
  const rest = await order(code, 50)
  expect((await (await readyToPay(rest.links))()).body).toEqual({ state: 'DONE' })
})

test('a part that runs while the link expires completes, and fully paid it stays expired', async () => {
  const code = await newLink()
  const { transaction_uuid: uuid } = await order(code, 100)
  const number = freshNumber('21')
  await controls.setEnding(number, 'ambiguous')
  await collections.asked(uuid, number)
  expect(await runningOf(code)).toBe(10_000)
  await collections.rows(`update payment_link set expires_at = now() where code = $1`, [code])
  await expireLinks({ db: world.db, clock: world.clock })
  expect(await read(code)).toMatchObject({ status: 'EXPIRED', paid: '0.00' })
  await controls.release(await controls.promptOf(number), 'approved')
  await eventually('the part is paid', async () => (await read(code)).paid === '100.00')
  expect(await read(code)).toMatchObject({ status: 'EXPIRED', remaining: '0.00' })
  expect(await runningOf(code)).toBe(0)
})

test('a declined prompt leaves nothing reserved for its part', async () => {
  const code = await newLink()
  const { transaction_uuid: uuid } = await order(code, 100)
  const { collection_id: id } = await collections.asked(uuid, freshNumber('25'))
  await collections.reaches(id, 'DECLINED')
  expect(await runningOf(code)).toBe(0)
  const other = await order(code, 100)
  expect((await (await readyToPay(other.links))()).body).toEqual({ state: 'DONE' })
  expect(await read(code)).toMatchObject({ status: 'EXHAUSTED' })
})

/** As when the operator does not know the request once it could no longer arrive. */
async function givenUp(id: string) {
  const [row] = await collections.rows<{ operation: string; card_transaction_id: bigint }>(
    'select operation, card_transaction_id from collection where collection_id = $1',
    [id],
  )
  const end = { now: Temporal.Now.instant(), reason: 'MM_DECLINED', cause: 'never received' } as const
  const of = { operation: row!.operation, transactionId: row!.card_transaction_id }
  await world.db.transaction((sql) => releaseCollection(sql, of, { ...end, isCertain: false }))
}

test.each([
  ['still fits pays the part', 40, 'APPROVED', '100.00'],
  ['no longer fits goes back', 60, 'REFUNDED', '60.00'],
])('late money that %s', async (_, meanwhile, state, paid) => {
  const code = await newLink()
  const { transaction_uuid: uuid } = await order(code, 60)
  const number = freshNumber('21')
  await controls.setEnding(number, 'ambiguous')
  const { collection_id: id } = await collections.asked(uuid, number)
  const prompt = await controls.promptOf(number)
  await givenUp(id)
  expect(await runningOf(code)).toBe(0)
  const { links } = await order(code, meanwhile)
  expect((await (await readyToPay(links))()).body).toEqual({ state: 'DONE' })
  await controls.release(prompt, 'approved')
  const ended = await eventually('the late money has ended', async () => {
    const collection = await collections.read(id)
    return ['APPROVED', 'REFUNDED'].includes(collection.state) && collection
  })
  expect(ended.state).toBe(state)
  expect(await read(code)).toMatchObject({ paid })
})
