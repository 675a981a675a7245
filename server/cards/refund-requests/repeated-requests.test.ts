// Calls about refund requests that are repeated with their idempotency key while the outcome of the refund is not known. No
// worker runs: each test runs the rounds itself.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokens, twoAdmins } from '../../../test/support/callers/admins.ts'
import { call, tokenOf } from '../../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { resolveDueOperations } from '../charges/resolve-unknown.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: twoAdmins })
  token = await tokenOf(world, world.merchant)
})
afterAll(() => world.close())

const rows = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)
const setRight = (may: boolean) => rows('update merchant set may_refund_sandbox = $1', [may])

async function paid(): Promise<string> {
  const { transactionUuid, link } = await world.createOrder()
  assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
  return transactionUuid
}
const ask = (uuid: string, body: object, key: string) =>
  call(world, 'POST', `payments/${uuid}/refund-requests`, {
    token,
    body,
    headers: { 'idempotency-key': key },
  })
const approve = (id: unknown, key: string) =>
  world.admin(
    'POST',
    `/api/v1/admin/refund-requests/${id}/approve`,
    { reason: 'Seen' },
    {
      'x-admin-token': tokens.amina,
      'idempotency-key': key,
    },
  )
const seen = ({ status, body, headers, text }: Awaited<ReturnType<typeof ask>>) => {
  assert.equal(status, 200, text)
  return [status, body.data.state, headers['idempotency-replayed'] ?? 'false']
}

const isDown = { mode: 'down', operations: ['/pts/v2/payments'] }
const losesReplies = { mode: 'lost-reply', operations: ['/pts/v2/payments'] }

/** Resolves unknown outcomes as a worker does after the horizon. */
async function resolveUnknown(): Promise<void> {
  await world.fault({ mode: 'off' })
  for (const hours of [1, 2, 3]) {
    const clock = { now: () => systemClock.now().add({ hours }) }
    await resolveDueOperations({ ...world.system.cards, clock, inquiryHorizonSeconds: 900 })
  }
}
/** The refunds of a payment, here and at the gateway. */
async function refundsOf(uuid: string) {
  const found = await rows<{ status: string }>(
    `select r.status from card_refund r join card_transaction t on t.id = r.transaction_id where transaction_uuid = $1`,
    [uuid],
  )
  const { payments } = await world.books()
  const made = payments.find(({ code }: { code: string }) => code === uuid).refunds ?? []
  return { here: found.map(({ status }) => status), atGateway: made.length }
}

test('a repeated refund request shows that the refund failed after its first response', async () => {
  await setRight(true)
  const uuid = await paid()
  const body = { amount: 5, reason: 'One shirt' }
  await world.fault(isDown)
  expect(seen(await ask(uuid, body, 'key-1'))).toEqual([200, 'APPROVED', 'false'])
  expect(seen(await ask(uuid, body, 'key-1'))).toEqual([200, 'APPROVED', 'false'])
  await resolveUnknown()
  expect(seen(await ask(uuid, body, 'key-1'))).toEqual([200, 'FAILED', 'false'])
  // A final response is stored, and another request under the key is refused as before.
  expect(seen(await ask(uuid, body, 'key-1'))).toEqual([200, 'FAILED', 'true'])
  expect((await ask(uuid, { ...body, amount: 6 }, 'key-1')).status).toBe(422)
  expect(await refundsOf(uuid)).toEqual({ here: ['FAILED'], atGateway: 0 })
})

test('a key whose refund is not known yet is refused for another amount', async () => {
  await setRight(true)
  const uuid = await paid()
  await world.fault(losesReplies)
  const first = await ask(uuid, { amount: 5, reason: 'One shirt' }, 'key-2')
  expect(seen(first)).toEqual([200, 'APPROVED', 'false'])
  expect((await ask(uuid, { amount: 6, reason: 'One shirt' }, 'key-2')).status).toBe(422)
  await resolveUnknown()
  const last = await ask(uuid, { amount: 5, reason: 'One shirt' }, 'key-2')
  expect(seen(last)).toEqual([200, 'REFUNDED', 'false'])
  expect(last.body.data.id).toBe(first.body.data.id)
  expect(await refundsOf(uuid)).toEqual({ here: ['SUCCESS'], atGateway: 1 })
})

test('a repeated approval shows what became of the refund, which is made once', async () => {
  await setRight(false)
  for (const [fault, state, refunds] of [
    [isDown, 'FAILED', { here: ['FAILED'], atGateway: 0 }],
    [losesReplies, 'REFUNDED', { here: ['SUCCESS'], atGateway: 1 }],
  ] as const) {
    const uuid = await paid()
    const body = { amount: 5, reason: 'One shirt' }
    const asked = await ask(uuid, body, 'key-3')
    expect(seen(asked)).toEqual([200, 'WAITING', 'false'])
    const { id } = asked.body.data
    await world.fault(fault)
    expect(seen(await approve(id, 'key-4'))).toEqual([200, 'APPROVED', 'false'])
    expect(seen(await ask(uuid, body, 'key-3'))).toEqual([200, 'APPROVED', 'false'])
    await resolveUnknown()
    expect(seen(await approve(id, 'key-4'))).toEqual([200, state, 'false'])
    expect(seen(await approve(id, 'key-4'))).toEqual([200, state, 'true'])
    expect(seen(await ask(uuid, body, 'key-3'))).toEqual([200, state, 'false'])
    expect(await refundsOf(uuid)).toEqual(refunds)
  }
})
