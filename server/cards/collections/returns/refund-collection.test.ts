// Refunds of mobile-money payments, over HTTP against the simulated operators.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allIsQuiet } from '../../../../test/support/callers/transfers.ts'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../../test/support/collections/collections.ts'
import { collectionControlsOf } from '../../../../test/support/collections/controls.ts'
import { eventually } from '../../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'
import { callbackUrl } from '../../../remittance/payouts/payout.ts'
import { payerRetention } from '../../payments/retention.ts'

let world: World
let collections: Collections
beforeAll(async () => {
  world = await openWorld({ settings: collectionSettings, sandbox: collectionSandbox })
  collections = collectionsOf(world)
  await collections.offer()
})
afterAll(() => world.close())

/** An order of 25.50 USD that was paid by phone. */
async function paid(number: string) {
  const { transaction_uuid: uuid } = await collections.order()
  const { collection_id: id } = await collections.asked(uuid, number)
  await collections.reaches(id, 'APPROVED')
  return { uuid, id }
}

const refund = (id: string, body: object = {}) =>
  world.admin('POST', `/api/v1/admin/payment/refunds/${id}`, { reason: 'came back', ...body })

const history = async (uuid: string) =>
  (await world.admin('GET', `/api/v1/admin/payment/refunds/${uuid}`)).body.refunds as {
    status: string
    cs_refund_id: string
    gateway_reason: string | null
  }[]

const ends = (uuid: string, status: string, position = 0) =>
  eventually(
    `the refund is ${status}`,
    async () => {
      const found = (await history(uuid))[position]
      return found?.status === status && found
    },
    20_000,
  )

const refundPostings = async (uuid: string) =>
  (await collections.postings(uuid)).filter((entry) => entry.startsWith('refund'))

test.each([
  ['vodacom', '81'],
  ['airtel', '97'],
  ['orange', '84'],
  ['africell', '90'],
])('a refund at %s is pending until the operator confirms it', async (operator, prefix) => {
  const { uuid, id } = await paid(freshNumber('21', prefix))
  const response = await refund(id)
  assert.equal(response.status, 200, response.text)
  expect(response.body).toMatchObject({
    status: 'PENDING',
    cs_refund_id: '',
    amount: '25.5000',
    refunded_total: '0.0000',
    remaining: '0.0000',
    transaction_status: 'SUCCESS',
  })
  const ended = await ends(uuid, 'SUCCESS')
  expect(ended.cs_refund_id).toMatch(new RegExp(`^${operator}:.+`))
  expect(await collections.status(uuid)).toBe('REFUNDED')
  expect(await refundPostings(uuid)).toEqual([
    'refund merchant_payable 2550',
    `refund operator_receivable ${operator} -2550`,
  ])
  const [, notice, ...others] = await collections.webhooks(uuid)
  expect(others).toEqual([])
  expect(notice).toMatchObject({
    event_type: 'REFUND',
    status: 'SUCCESS',
    cs_payment_id: id,
    cs_refund_id: ended.cs_refund_id,
    amount: '25.5000',
    remaining: '0.0000',
  })
})

test('a part that the operator cannot refund is paid to the number from our float', async () => {
  const { uuid, id } = await paid(freshNumber('21', '97'))
  expect((await refund(id, { amount: 10 })).body).toMatchObject({ status: 'PENDING', remaining: '15.5000' })
  await ends(uuid, 'SUCCESS')
  expect(await collections.status(uuid)).toBe('PARTIALLY_REFUNDED')
  expect(await refundPostings(uuid)).toEqual(['refund merchant_payable 1000', 'refund operator_float -1000'])
  await refund(id, { amount: 15.5 })
  await ends(uuid, 'SUCCESS', 1)
  expect(await collections.status(uuid)).toBe('REFUNDED')
  expect((await refundPostings(uuid)).slice(2)).toEqual([
    'refund merchant_payable 1550',
    'refund operator_float -1550',
  ])
})

test('the callback of a payout that refunds a payment is not kept for a transfer that does not exist', async () => {
  const { uuid, id } = await paid(freshNumber('21', '97'))
  await refund(id, { amount: 10 })
  await ends(uuid, 'SUCCESS')
  await allIsQuiet(world)
  expect(await collections.rows('select reference from operator_callback')).toEqual([])
})

test('a refund that the operator refuses is paid to the number, once', async () => {
  const number = freshNumber('21', '81')
  await collectionControlsOf(world).setEnding(number, 'refund_refused')
  const { uuid, id } = await paid(number)
  await refund(id)
  await ends(uuid, 'SUCCESS')
  expect(await refundPostings(uuid)).toEqual(['refund merchant_payable 2550', 'refund operator_float -2550'])
  const calls = await collections.rows<{ state: string }>(
    `select o.state from operation o join card_transaction t on t.id = o.card_transaction_id
      where t.transaction_uuid = $1 and o.kind = 'refund' order by o.created_at`,
    [uuid],
  )
  expect(calls.map(({ state }) => state)).toEqual(['declined', 'confirmed'])
})

test('refunds under way never exceed the payment together', async () => {
  const { uuid, id } = await paid(freshNumber('21', '84'))
  const responses = await Promise.all([
    refund(id, { amount: 20 }),
    refund(id, { amount: 20, reason: 'twice' }),
  ])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 422])
  await ends(uuid, 'SUCCESS')
  expect(await collections.status(uuid)).toBe('PARTIALLY_REFUNDED')
})

test('retention erases the number, and a refund that comes after it fails instead of waiting for ever', async () => {
  const { uuid, id } = await paid(freshNumber('21', '81'))
  const [payment] = await collections.rows<{ id: bigint }>(
    'select id from card_transaction where transaction_uuid = $1',
    [uuid],
  )
  const now = Temporal.Now.instant()
  const erasing = { ids: [payment!.id], before: now, now, secrets: world.system.secrets }
  expect(await world.db.transaction((sql) => payerRetention.erase(sql, erasing))).toEqual([payment!.id])
  await refund(id)
  expect(await ends(uuid, 'FAILED')).toMatchObject({ gateway_reason: 'NUMBER_ERASED' })
  expect([await collections.status(uuid), await refundPostings(uuid)]).toEqual(['SUCCESS', []])
})

test('the same refund requested again while it is pending gives the money back once', async () => {
  const { uuid, id } = await paid(freshNumber('22', '84'))
  const responses = [await refund(id, { amount: 5 }), await refund(id, { amount: 5 })]
  expect(responses.map(({ status, body }) => [status, body.refund_id])).toEqual(
    Array(2).fill([200, responses[0]?.body.refund_id]),
  )
  await ends(uuid, 'SUCCESS')
  expect((await history(uuid)).length).toBe(1)
})

test("the gateway's report is not expected to have refunds of mobile money", async () => {
  const { uuid, id } = await paid(freshNumber('21', '81'))
  await refund(id)
  await ends(uuid, 'SUCCESS')
  const day = Temporal.Now.zonedDateTimeISO('UTC').toPlainDate()
  // The second day is asked for in case midnight has just passed.
  for (const date of [day.subtract({ days: 1 }), day]) {
    const report = await world.admin('GET', `/api/v1/admin/payment/reports?date=${date}&environment=sandbox`)
    assert.equal(report.status, 200, report.text)
    expect(report.body.missing_there).toEqual([])
  }
})

test('a mobile-money payment cannot be voided', async () => {
  const { id } = await paid(freshNumber('21', '90'))
  const response = await world.admin('POST', `/api/v1/admin/payment/voids/${id}`, { reason: 'ordered twice' })
  expect([response.status, response.body]).toEqual([409, { detail: 'Cannot void a mobile-money payment' }])
})

test('a refund that the operator reports once more raises no exception', async () => {
  const { uuid, id } = await paid(freshNumber('21', '84'))
  await refund(id)
  await ends(uuid, 'SUCCESS')
  const [made] = await collections.rows<{ reference: string }>(
    `select o.upstream_ref as reference from operation o join card_transaction t on t.id = o.card_transaction_id
      where t.transaction_uuid = $1 and o.kind = 'refund'`,
    [uuid],
  )
  const address = callbackUrl({ secrets: world.system.secrets, baseUrl: world.url }, 'sandbox', 'orange')
  const reported = await fetch(`${address}?about=refund`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-correlationid': made!.reference },
    body: JSON.stringify({
      ...{ type: 'reversal', amount: '25.50', currency: 'USD' },
      ...{ transactionStatus: 'completed', transactionReference: 'TX-1' },
    }),
  })
  assert.equal(reported.status, 204, await reported.text())
  expect(await collections.rows('select kind from transfer_exception where collection is not null')).toEqual(
    [],
  )
})
