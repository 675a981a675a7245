// Payments that an operator takes back on its own initiative, over HTTP against the simulated operators.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../../test/support/collections/collections.ts'
import {
  type CollectionControls,
  collectionControlsOf,
} from '../../../../test/support/collections/controls.ts'
import { eventually } from '../../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'

let world: World
let collections: Collections
let controls: CollectionControls
beforeAll(async () => {
  world = await openWorld({ settings: collectionSettings, sandbox: collectionSandbox })
  collections = collectionsOf(world)
  controls = collectionControlsOf(world)
  await collections.offer()
  await collections.rows('update merchant set callback_url = $1 where merchant_code = $2', [
    `${world.url}/api/v1/payment/callback/test`,
    world.merchant.merchant_code,
  ])
})
afterAll(() => world.close())

/** An order of 25.50 USD that was paid by phone, and the operator's id of the payment. */
async function paid(prefix: string) {
  const { transaction_uuid: uuid } = await collections.order()
  const number = freshNumber('21', prefix)
  await controls.setEnding(number, 'ambiguous')
  const { collection_id: id } = await collections.asked(uuid, number)
  const atOperator = await controls.promptOf(number)
  await controls.release(atOperator, 'approved')
  await collections.reaches(id, 'APPROVED')
  return { uuid, id, number, atOperator }
}

const refund = async (id: string, body: object = {}) => {
  const response = await world.admin('POST', `/api/v1/admin/payment/refunds/${id}`, {
    reason: 'came back',
    ...body,
  })
  assert.equal(response.status, 200, response.text)
}
const refundsOf = async (uuid: string) =>
  (await world.admin('GET', `/api/v1/admin/payment/refunds/${uuid}`)).body.refunds as {
    status: string
    refunded_by: string
  }[]
const reachesStatus = (uuid: string, status: string) =>
  eventually(
    `the payment is ${status}`,
    async () => (await collections.status(uuid)) === status || undefined,
    30_000,
  )
/** As a callback about an ended collection does. */
const recheck = (id: string) =>
  collections.rows('update collection set recheck_at = now() where collection_id = $1', [id])
const refundPostings = async (uuid: string) =>
  (await collections.postings(uuid)).filter((entry) => entry.startsWith('refund'))
const rechecked = (id: string) =>
  eventually('the check has ended', async () => {
    const [row] = await collections.rows<{ is_done: boolean }>(
      'select recheck_at is null or recheck_at > now() as is_done from collection where collection_id = $1',
      [id],
    )
    return row?.is_done
  })

test.each([
  ['vodacom', '81'],
  ['airtel', '97'],
  ['orange', '84'],
  ['africell', '90'],
])(
  'a payment that %s takes back is refunded once, and the merchant is notified',
  async (operator, prefix) => {
    const { uuid, id, atOperator } = await paid(prefix)
    await controls.release(atOperator, 'reversed')
    await reachesStatus(uuid, 'REFUNDED')
    await recheck(id)
    await rechecked(id)
    expect(await collections.read(id)).toMatchObject({ state: 'REFUNDED', reason_code: null })
    expect(await refundPostings(uuid)).toEqual([
      'refund merchant_payable 2550',
      `refund operator_receivable ${operator} -2550`,
    ])
    expect(await refundsOf(uuid)).toMatchObject([{ status: 'SUCCESS', refunded_by: `operator:${operator}` }])
    const notices = (await collections.webhooks(uuid)).filter(({ event_type }) => event_type === 'REFUND')
    expect(notices).toMatchObject([{ status: 'SUCCESS', amount: '25.5000', remaining: '0.0000' }])
  },
)

test('a payment that was refunded is not refunded again when the operator calls it reversed', async () => {
  const { uuid, id } = await paid('97')
  await refund(id)
  await reachesStatus(uuid, 'REFUNDED')
  await recheck(id)
  await rechecked(id)
  expect((await refundsOf(uuid)).length).toBe(1)
  expect((await refundPostings(uuid)).length).toBe(2)
})

/** Requests a refund that is sent only after the operator has taken the payment back. */
async function refundAfterReversal({ id, atOperator }: { id: string; atOperator: string }, body: object) {
  const path = '/api/v1/admin/operators/sandbox/airtel'
  assert.equal((await world.admin('POST', `${path}/pause`, { reason: 'maintenance' })).status, 200)
  await refund(id, body)
  await controls.release(atOperator, 'reversed')
  await recheck(id)
  assert.equal((await world.admin('POST', `${path}/resume`, { reason: 'it is over' })).status, 200)
  await eventually('the operator takes payments again', async () => {
    const { transaction_uuid: uuid } = await collections.order()
    return (await collections.ask(uuid, freshNumber('21', '97'))).status === 200
  })
}

test('a refund of a payment that the operator has taken back meanwhile is not paid on top of it', async () => {
  const payment = await paid('97')
  await refundAfterReversal(payment, {})
  await reachesStatus(payment.uuid, 'REFUNDED')
  expect(await refundPostings(payment.uuid)).toEqual([
    'refund merchant_payable 2550',
    'refund operator_receivable airtel -2550',
  ])
  expect(await refundsOf(payment.uuid)).toMatchObject([{ status: 'SUCCESS', refunded_by: 'amina' }])
})

// Airtel returns nothing but whole payments, so a part is paid from our float.
test('a part refund of a payment that the operator has taken back ends without being paid', async () => {
  const payment = await paid('97')
  await refundAfterReversal(payment, { amount: 10 })
  await reachesStatus(payment.uuid, 'REFUNDED')
  expect(await refundPostings(payment.uuid)).toEqual([
    'refund merchant_payable 2550',
    'refund operator_receivable airtel -2550',
  ])
  expect(await refundsOf(payment.uuid)).toMatchObject([
    { status: 'FAILED' },
    { status: 'SUCCESS', refunded_by: 'operator:airtel' },
  ])
})

const exceptionsOf = (id: string) =>
  collections.rows<{ kind: string }>(
    `select e.kind from transfer_exception e join collection k on k.operation = e.collection
      where k.collection_id = $1 and e.state = 'open'`,
    [id],
  )

// Airtel returns nothing but whole payments, so parts are paid from our float.
test.each([
  ['a part was', [10]],
  ['all of it was', [10, 15.5]],
])(
  'staff decide about a payment that is reversed after %s paid back from our float',
  async (_what, amounts) => {
    const { uuid, id, atOperator } = await paid('97')
    for (const [n, amount] of amounts.entries()) {
      await refund(id, { amount, reason: `part ${n}` })
      await eventually(
        'the refund has ended',
        async () => (await refundsOf(uuid))[n]?.status === 'SUCCESS',
        30_000,
      )
    }
    await controls.release(atOperator, 'reversed')
    await eventually('an exception is open', async () => (await exceptionsOf(id)).length > 0, 30_000)
    expect(await exceptionsOf(id)).toEqual([{ kind: 'collection_contradicted' }])
    expect((await refundsOf(uuid)).length).toBe(amounts.length)
  },
)

test('a refund whose payout the operator returns becomes an exception', async () => {
  const { transaction_uuid: uuid } = await collections.order()
  // Payouts to this number succeed, and are reversed by the operator.
  const { collection_id: id } = await collections.asked(uuid, '+243970000004')
  await collections.reaches(id, 'APPROVED')
  await refund(id, { amount: 10 })
  await eventually('an exception is open', async () => (await exceptionsOf(id)).length > 0, 40_000)
  expect(await exceptionsOf(id)).toEqual([{ kind: 'refund_returned' }])
})
