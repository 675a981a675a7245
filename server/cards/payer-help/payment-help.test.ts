// "I paid, what happened?": whoever knows a payment learns what became of it, and nobody finds one by guessing.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../test/support/collections/collections.ts'
import { collectionControlsOf } from '../../../test/support/collections/controls.ts'
import { send } from '../../../test/support/http/send.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { findHelp } from './payment-help.ts'

let world: World
let collections: Collections
beforeAll(async () => {
  world = await openWorld({
    settings: { ...collectionSettings, TRUSTED_PROXIES: '127.0.0.1' },
    sandbox: collectionSandbox,
  })
  collections = collectionsOf(world)
  await collections.offer()
  await collections.rows(
    `insert into merchant_brand (merchant_id, support, updated_at)
     select id, '+243991234567', now() from merchant where merchant_code = $1`,
    [world.merchant.merchant_code],
  )
})
afterAll(() => world.close())

let used = 0
/** An address that nobody has searched from. */
const newAddress = () => `198.51.100.${++used}`
/** An amount that no other payment of these tests has. */
const newAmount = () => `${100 + ++used}.${String(randomInt(10, 99))}`
const today = (zone = 'Africa/Kinshasa') => Temporal.Now.zonedDateTimeISO(zone).toPlainDate()

type Known = { date?: string; amount: string; currency?: string; last: string }
const path = '/api/v1/payment/help'
const ask = (known: Record<string, string>, headers: Record<string, string> = {}) =>
  send(world.url, 'GET', `${path}?${new URLSearchParams(known)}`, Buffer.from(''), {
    'x-forwarded-for': newAddress(),
    ...headers,
  })
const complete = ({ date = String(today()), currency = 'USD', ...others }: Known) => ({
  date,
  currency,
  ...others,
})
async function found(known: Known, headers: Record<string, string> = {}) {
  const response = await ask(complete(known), headers)
  assert.equal(response.status, 200, response.text)
  return response.body.items as {
    state: string
    paid_at: string | null
    next_step: string
    contact: string
  }[]
}
const states = async (known: Known) => (await found(known)).map(({ state }) => state)

async function paidByPhone(number: string, amount: string) {
  const { transaction_uuid: uuid, links } = await collections.order({ amount: Number(amount) })
  const { collection_id: id } = await collections.asked(uuid, number)
  return { uuid, links, id, last: number.slice(-3) }
}
async function paidByCard(amount: string, number?: string) {
  const { transactionUuid: uuid, link } = await world.createOrder({ amount: Number(amount) })
  await world.payByCalls(link, number)
  return { uuid, last: (number ?? '4242424242424242').slice(-4) }
}

test('a payment by phone is found by its day, amount, currency and the last three digits', async () => {
  const amount = newAmount()
  const { id, last } = await paidByPhone(freshNumber('21'), amount)
  await collections.reaches(id, 'APPROVED')
  const [item, ...others] = await found({ amount, last }, { 'accept-language': 'en' })
  expect(others).toEqual([])
  expect(item).toEqual({
    state: 'PAID',
    paid_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    next_step: expect.stringContaining('Do not pay again'),
    contact: '+243991234567',
  })
  expect((await found({ amount, last }))[0]?.next_step).toContain('Ne payez pas une seconde fois')
})

test('each fact must fit: another day, amount, currency or ending finds nothing', async () => {
  const amount = newAmount()
  const { id, last } = await paidByPhone(freshNumber('21'), amount)
  await collections.reaches(id, 'APPROVED')
  await paidByCard(amount)
  const others: Known[] = [
    { amount, last, date: String(today().subtract({ days: 1 })) },
    { amount, last, date: String(today().add({ days: 1 })) },
    { amount: (Number(amount) + 0.01).toFixed(2), last },
    { amount, last, currency: 'CDF' },
    { amount, last: last === '999' ? '998' : '999' },
    { amount, last: '4241' },
    { amount, last: '4242', currency: 'CDF' },
    { amount, last: '4242', date: String(today().subtract({ days: 1 })) },
  ]
  for (const known of others) expect([known, await states(known)]).toEqual([known, []])
  expect([await states({ amount, last }), await states({ amount, last: '4242' })]).toEqual([
    ['PAID'],
    ['PAID'],
  ])
})

test('the day is that of the merchant, not that of UTC', async () => {
  const amount = newAmount()
  const { id, uuid, last } = await paidByPhone(freshNumber('21'), amount)
  await collections.reaches(id, 'APPROVED')
  const card = await paidByCard(amount)
  await collections.rows(`update collection set created_at = '2026-03-09 23:30Z' where collection_id = $1`, [
    id,
  ])
  await collections.rows(
    `update card_transaction set created_at = '2026-03-09 23:30Z', finalised_at = '2026-03-09 23:31Z' where transaction_uuid = any($1)`,
    [[uuid, card.uuid]],
  )
  for (const each of [last, card.last]) {
    expect(await states({ amount, last: each, date: '2026-03-10' })).toEqual(['PAID'])
    expect(await states({ amount, last: each, date: '2026-03-09' })).toEqual([])
  }
})

test.each([
  ['23', 'DECLINED', 'DECLINED'],
  ['24', 'EXPIRED', 'EXPIRED'],
])('a payment by phone with the ending %s is %s, and nothing was debited', async (end, reached, state) => {
  const amount = newAmount()
  const { id, last } = await paidByPhone(freshNumber(end), amount)
  await collections.reaches(id, reached)
  const [item] = await found({ amount, last })
  expect(item).toMatchObject({ state, paid_at: null })
})

test('while the payer is asked, and while the outcome is unknown, the payment is being checked', async () => {
  const amount = newAmount()
  const { id, last } = await paidByPhone(freshNumber('24'), amount)
  const [item] = await found({ amount, last }, { 'accept-language': 'en' })
  expect(item).toMatchObject({ state: 'CHECKING', paid_at: null })
  expect(item?.next_step).toContain('Do not pay again')
  await collections.reaches(id, 'EXPIRED')
})

test('money that came too late is shown as going back, then as returned', async () => {
  const amount = newAmount()
  const { id, links, last } = await paidByPhone(freshNumber('26'), amount)
  await collections.reaches(id, 'EXPIRED')
  const { pathname, search } = new URL(links)
  await send(world.url, 'POST', `${pathname}/cancel${search}`, Buffer.from(''), {
    'content-type': 'application/x-www-form-urlencoded',
    origin: world.url,
  })
  await collections.reaches(id, 'REFUNDED', 40)
  const [item] = await found({ amount, last })
  expect(item).toMatchObject({ state: 'RETURNED', paid_at: expect.any(String) })
  await collections.rows(`update collection set state = 'EXPIRED' where collection_id = $1`, [id])
  expect(await states({ amount, last })).toEqual(['RETURNING'])
})

test('a debit of another amount than asked for is found by the amount that was debited', async () => {
  const amount = newAmount()
  const { transaction_uuid: uuid } = await collections.order({ amount: Number(amount) })
  const number = freshNumber('21', '84')
  await collectionControlsOf(world).setEnding(number, 'other_amount')
  const { collection_id: id } = await collections.asked(uuid, number)
  await collections.reaches(id, 'REFUNDED', 40)
  const [undo] = await collections.rows<{ minor: bigint }>(
    `select o.amount_minor as minor from operation o join collection k on k.operation = o.undoes where k.collection_id = $1`,
    [id],
  )
  const debited = formatMoney(money(undo!.minor, 'USD'))
  const last = number.slice(-3)
  expect(debited).not.toBe(amount)
  expect(await states({ amount: debited, last })).toEqual(['RETURNED'])
  expect(await states({ amount, last })).toEqual(['RETURNED'])
  expect(await states({ amount: debited, last: last === '999' ? '998' : '999' })).toEqual([])
  expect(await states({ amount: debited, last, date: String(today().add({ days: 1 })) })).toEqual([])
})

test('of several attempts at one order, the one that paid is shown, and not the declined one', async () => {
  const amount = newAmount()
  const { id, uuid, last } = await paidByPhone(freshNumber('25'), amount)
  await collections.reaches(id, 'DECLINED')
  const again = await collections.asked(uuid, freshNumber('21'))
  await collections.reaches(again.collection_id, 'APPROVED')
  await collections.rows('update collection set number_end = $2 where collection_id = $1', [
    again.collection_id,
    last,
  ])
  expect(await states({ amount, last })).toEqual(['PAID'])
})

test('a refund is shown to the payer', async () => {
  const amount = newAmount()
  const { uuid, last } = await paidByCard(amount)
  const { cs_payment_id: id } = (await collections.webhooks(uuid))[0] as { cs_payment_id: string }
  const refund = (more: object) =>
    world.admin('POST', `/api/v1/admin/payment/refunds/${id}`, { reason: 'came back', ...more })
  assert.equal((await refund({ amount: 10 })).status, 200)
  expect(await states({ amount, last })).toEqual(['PARTIALLY_REFUNDED'])
  assert.equal((await refund({})).status, 200)
  expect(await states({ amount, last })).toEqual(['REFUNDED'])
})

test('a declined card is shown as declined, also when another card or a phone has paid since', async () => {
  const amount = newAmount()
  const { transactionUuid: uuid, link } = await world.createOrder({ amount: Number(amount) })
  await world.payByCalls(link, '4000000000009995')
  expect(await states({ amount, last: '9995' })).toEqual(['DECLINED'])
  const { collection_id: id } = await collections.asked(uuid, freshNumber('21'))
  await collections.reaches(id, 'APPROVED')
  expect(await states({ amount, last: '9995' })).toEqual(['DECLINED'])
})

test('a card whose charge has no outcome yet is being checked', async () => {
  const amount = newAmount()
  const { uuid, last } = await paidByCard(amount)
  await collections.rows(
    `update operation set state = 'unknown' from card_transaction t
      where t.id = card_transaction_id and t.transaction_uuid = $1`,
    [uuid],
  )
  expect(await states({ amount, last })).toEqual(['CHECKING'])
})

test('the eleventh search of an address within an hour is refused, and counted for all its network', async () => {
  const known = complete({ amount: newAmount(), last: '4242' })
  const from = { 'x-forwarded-for': '2001:db8:7:1::5' }
  for (let count = 0; count < 10; count++) assert.equal((await ask(known, from)).status, 200)
  const refused = await ask(known, { 'x-forwarded-for': '2001:db8:7:1:ffff::9' })
  expect([refused.status, refused.body]).toEqual([429, { detail: 'Rate limit exceeded' }])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3_600)
  assert.equal((await ask(known, { 'x-forwarded-for': '2001:db8:7:2::5' })).status, 200)
  await collections.rows(
    `update help_try set tries = array(select at - interval '1 hour' from unnest(tries) at)`,
  )
  assert.equal((await ask(known, from)).status, 200)
})

test('searches at once are counted one by one, before anything is looked for', async () => {
  const known = complete({ amount: newAmount(), last: '4242' })
  const from = { 'x-forwarded-for': newAddress() }
  const all = await Promise.all(Array.from({ length: 15 }, () => ask(known, from)))
  expect(all.filter(({ status }) => status === 200).length).toBe(10)
  expect(all.filter(({ status }) => status === 429).length).toBe(5)
})

test('wrong parameters are refused together, and are no search', async () => {
  const from = { 'x-forwarded-for': newAddress() }
  const wrong = { date: '2026-02-30', amount: '1,250', currency: 'EUR', last: '42' }
  for (let count = 0; count < 12; count++) {
    const refused = await ask(wrong, from)
    assert.equal(refused.status, 422, refused.text)
    expect(refused.body.detail.map(({ loc }: { loc: string[] }) => loc)).toEqual(
      ['date', 'amount', 'currency', 'last'].map((name) => ['query', name]),
    )
  }
  const missing = await ask({}, from)
  expect([missing.status, missing.body.detail.length]).toEqual([422, 4])
  expect(await states({ amount: '99999999999999', last: '42' }).catch(() => 'refused')).toBe('refused')
})

test('where real money is paid, test payments are not shown', async () => {
  const amountMinor = BigInt(newAmount().replace('.', ''))
  await paidByCard(`${amountMinor / 100n}.${amountMinor % 100n}`)
  const known = { date: String(today()), amountMinor, currency: 'USD', last: '4242' } as const
  const { cards } = world.system
  expect(await findHelp(cards, known, newAddress())).toHaveLength(1)
  const environments = ['sandbox', 'production'] as const
  expect(await findHelp({ ...cards, environments }, known, newAddress())).toEqual([])
})

test('nothing in the response names anybody', async () => {
  const amount = newAmount()
  const { uuid, last } = await paidByCard(amount)
  const { text } = await ask(complete({ amount, last }))
  for (const secret of [uuid, 'Boutique', 'Grace', 'example.com', world.merchant.merchant_code])
    assert.ok(!text.includes(secret), secret)
})
