// Several admin tokens of one person: they share idempotency keys and limits, and never count as two persons.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { refusedWith } from '../support/callers/admins.ts'
import { eventually } from '../support/http/eventually.ts'
import type { ApiResponse } from '../support/http/response.ts'
import { openWorld, type World } from '../support/world/world.ts'

/** Grace has two tokens, and her name was typed in two ways. */
const tokens = {
  laptop: 'token-of-the-laptop-012345',
  phone: 'token-of-the-phone-0123456',
  benoit: 'token-of-benoit-0123456789',
} as const
type Token = keyof typeof tokens

let world: World
beforeAll(async () => {
  world = await openWorld({
    settings: {
      ADMIN_TOKENS: `laptop@Grace:${tokens.laptop},phone@grace :${tokens.phone},benoit:${tokens.benoit}`,
    },
  })
})
afterAll(() => world.close())
afterEach(() => world.fault({ mode: 'off' }))

const rows = <Row>(text: string, values: unknown[] = []) =>
  world.db.rows<Row>({ name: createHash('md5').update(text).digest('hex'), text }, values)
const post = (as: Token, path: string, body: object, key?: string): Promise<ApiResponse> =>
  world.admin('POST', `/api/v1/admin/${path}`, body, {
    'x-admin-token': tokens[as],
    ...(key && { 'idempotency-key': key }),
  })
const isReplay = ({ headers }: ApiResponse) => headers['idempotency-replayed'] === 'true'

describe('a refund under an Idempotency-Key', () => {
  const part = { amount: 5, reason: 'one item' }
  async function paid() {
    const { transactionUuid, link } = await world.createOrder({ amount: 20 })
    assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
    const [row] = await rows<{ id: string }>(
      'select cs_payment_id as id from card_transaction where transaction_uuid = $1',
      [transactionUuid],
    )
    const path = `payment/refunds/${row!.id}`
    return {
      refund: (as: Token, key: string) => post(as, path, part, key),
      history: async () =>
        (
          await world.admin('GET', `/api/v1/admin/payment/refunds/${transactionUuid}`, undefined, {
            'x-admin-token': tokens.benoit,
          })
        ).body.refunds as { status: string }[],
      moneyBack: async () =>
        (await world.books()).payments.find(({ code }: { code: string }) => code === transactionUuid)
          .refunded_amount,
    }
  }

  test('a refund under one key by two tokens of one person happens once', async () => {
    const { refund, moneyBack } = await paid()
    const [first, second] = [await refund('laptop', 'slip-1'), await refund('phone', 'slip-1')]
    assert.deepEqual([first.status, second.status, second.body], [200, 200, first.body])
    assert.deepEqual([first, second].map(isReplay), [false, true])
    assert.equal(await moneyBack(), '5.00')
  })

  test('concurrent refunds under one key by two tokens of one person happen once', async () => {
    const { refund, moneyBack } = await paid()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) => refund(i % 2 ? 'laptop' : 'phone', 'slip-1')),
    )
    for (const { status } of responses) assert.ok(status === 200 || status === 409)
    assert.equal(await moneyBack(), '5.00')
  })

  test('one key used by two persons makes two refunds', async () => {
    const { refund, moneyBack } = await paid()
    for (const as of ['laptop', 'benoit'] as const) {
      const response = await refund(as, 'slip-1')
      assert.deepEqual([response.status, isReplay(response)], [200, false], response.text)
    }
    assert.equal(await moneyBack(), '10.00')
  })

  test("an unknown refund outcome is replayed to the person's other token, not to another person", async () => {
    const { refund, history, moneyBack } = await paid()
    await world.fault({ mode: 'lost-reply', operations: ['/pts/v2/payments'] })
    assert.equal((await refund('laptop', 'slip-1')).status, 502)
    assert.equal((await refund('phone', 'slip-1')).status, 502)
    await world.fault({ mode: 'off' })
    assert.equal((await history()).length, 1)
    const other = await refund('benoit', 'slip-1')
    assert.deepEqual([other.status, isReplay(other)], [200, false], other.text)
    await eventually('both outcomes are known', async () =>
      (await history()).every(({ status }) => status === 'SUCCESS'),
    )
    const late = await refund('phone', 'slip-1')
    assert.equal(late.status, 200, late.text)
    assert.notEqual(late.body.refund_id, other.body.refund_id)
    assert.deepEqual([(await history()).length, await moneyBack()], [2, '10.00'])
  })
})

describe('a wallet adjustment by an admin with two tokens', () => {
  const send = (as: Token, key?: string) =>
    post(
      as,
      `wallets/${world.merchant.merchant_code}/adjustments`,
      { amount: 5, reason: 'Paid in twice' },
      key,
    )
  const decide = (as: Token, act: string, id: string) =>
    post(as, `wallets/adjustments/${id}/${act}`, { reason: 'Seen the slip' })

  test('an adjustment under one key is one for both tokens of a person, another for other admins', async () => {
    const requests = []
    for (const as of ['laptop', 'phone', 'benoit'] as const) requests.push(await send(as, 'slip-1'))
    expect(requests.map(isReplay)).toEqual([false, true, false])
    const [laptop, phone, benoit] = requests.map(({ body }) => body.data.id)
    assert.equal(phone, laptop)
    assert.notEqual(benoit, laptop)
  })

  test('an adjustment cannot be decided by its requester, however their name was typed [S-19]', async () => {
    const { id } = (await send('laptop')).body.data
    for (const [by, owner] of [
      ['laptop', 'grace'],
      ['laptop', 'Grace'],
      ['GRACE', null],
    ]) {
      await rows('update wallet_adjustment set requested_by = $2, requested_owner = $3 where id = $1', [
        id,
        by,
        owner,
      ])
      for (const act of ['approve', 'reject'])
        for (const as of ['laptop', 'phone'] as const) refusedWith(await decide(as, act, id), 403, 'RMT-1021')
    }
    assert.equal((await decide('benoit', 'approve', id)).body.data.state, 'APPROVED')
  })
})

test('the top-ups of one person count as one sum, however the name was typed [S-19]', async () => {
  const path = `wallets/${world.merchant.merchant_code}/top-ups`
  const add = (as: Token, amount: number) => post(as, path, { amount, reason: 'Transfer 4711' })
  const responses = [await add('laptop', 9_000), await add('phone', 1_000.01), await add('benoit', 1_000.01)]
  expect(responses.map(({ status }) => status)).toEqual([200, 202, 200])
})
