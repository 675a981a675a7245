// Goods handed over against a receipt: once, by users of the shop, also when two cashiers mark at the same moment.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paid } from '../../test/support/callers/portal.ts'
import { call, joined, type Member, signedIn } from '../../test/support/callers/self-service.ts'
import { raceRounds } from '../../test/support/race-rounds.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import type { Credentials } from '../merchants/identity/register.ts'

let world: World
let merchant: Credentials
let owner: Member
let cashier: Member
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  merchant = await world.register({ name: 'Chez Ntemba' })
  owner = await signedIn(world, merchant)
  cashier = await joined(world, owner, 'cashier')
})
afterAll(() => world?.close())

const rows = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)

async function newReceipt(): Promise<{ code: string; uuid: string }> {
  const uuid = await paid(world, merchant)
  const { body } = await world.signed('GET', `/api/v1/payment/${uuid}/receipt`, undefined, { as: merchant })
  return { code: body.data.code, uuid }
}
const read = (code: string, who: Member = owner) =>
  call(world, 'GET', `receipts/${encodeURIComponent(code)}/hand-over`, { token: who.token })
const mark = (code: string, who: Member = owner, mark_id: string = randomUUID()) =>
  call(world, 'POST', `receipts/${code}/hand-over`, { token: who.token, body: { mark_id } })

test('a cashier marks a receipt as handed over, and whoever comes later learns when and by whom', async () => {
  const { code } = await newReceipt()
  expect((await read(code)).body.data).toEqual({
    code,
    state: 'waiting',
    handed_over_at: null,
    handed_over_by: null,
  })
  const markId = randomUUID()
  const first = await mark(code, cashier, markId)
  assert.equal(first.status, 200, first.text)
  const [user] = await rows('select name from merchant_user where email = $1', [cashier.email])
  const done = { code, state: 'handed_over', handed_over_at: expect.any(String), handed_over_by: user.name }
  expect(first.body.data).toEqual({ ...done, outcome: 'marked' })
  // The response may have been lost.
  expect((await mark(code, cashier, markId)).body.data).toEqual(first.body.data)
  expect((await mark(code)).body.data).toEqual({ ...first.body.data, outcome: 'marked_before' })
  expect((await read(`${code.slice(0, 5)} ${code.slice(5).toLowerCase()}.`)).body.data).toEqual(done)
})

test('of cashiers who mark one receipt at the same moment, exactly one hands over', async () => {
  for (let round = 0; round < raceRounds(4); round += 1) {
    const { code } = await newReceipt()
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) => mark(code, index % 2 ? owner : cashier)),
    )
    const outcomes = all.map(({ body }) => body.data.outcome)
    assert.equal(outcomes.filter((outcome) => outcome === 'marked').length, 1, String(outcomes))
    assert.equal(new Set(all.map(({ body }) => body.data.handed_over_by)).size, 1)
  }
})

test('users of another shop, viewers and strangers mark nothing', async () => {
  const { code } = await newReceipt()
  const stranger = await signedIn(world, await world.register())
  const viewer = await joined(world, owner, 'viewer')
  for (const who of [stranger, viewer]) {
    const expected = who === viewer ? 403 : 404
    assert.deepEqual([(await read(code, who)).status, (await mark(code, who)).status], [expected, expected])
  }
  assert.equal((await call(world, 'POST', `receipts/${code}/hand-over`, { body: {} })).status, 401)
  assert.equal((await mark('ZZZZZZZZZZ')).status, 404)
  assert.equal((await mark(code, owner, 'once')).status, 400)
  expect((await read(code)).body.data.state).toBe('waiting')
})

test('a receipt whose money went back is refused, and one that was partly refunded is not', async () => {
  const refund = async (uuid: string, amount?: number) => {
    const [payment] = await rows('select cs_payment_id from card_transaction where transaction_uuid = $1', [
      uuid,
    ])
    const path = `/api/v1/admin/payment/refunds/${payment.cs_payment_id}`
    const { status, text } = await world.admin('POST', path, {
      reason: 'wrong size',
      ...(amount && { amount }),
    })
    assert.equal(status, 200, text)
  }
  const [part, whole] = [await newReceipt(), await newReceipt()]
  await refund(part.uuid, 1)
  await refund(whole.uuid)
  const refused = await mark(whole.code)
  assert.deepEqual(
    [refused.status, refused.body.detail ?? refused.body.message],
    [409, 'Nothing to hand over: receipt is refunded'],
  )
  expect((await mark(part.code)).body.data.outcome).toBe('marked')
})
