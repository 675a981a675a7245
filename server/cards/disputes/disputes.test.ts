// Disputes of a payment, from the gateway's report to the merchant's balance.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DisputeBench, openDisputeBench } from '../../../test/support/callers/disputes.ts'
import { call, tokenOf } from '../../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { disputesToFile } from './list.ts'

let world: World
let bench: DisputeBench
beforeAll(async () => {
  world = await openWorld({ settings: { DISPUTE_REPORT_SECONDS: '1', CARD_DISPUTE_FEE: 'USD=15' } })
  bench = openDisputeBench(world)
})
afterAll(() => world.close())

test('a chargeback takes amount and fee from the available balance, and a lost one leaves them out', async () => {
  const before = await bench.available()
  const { uuid } = await bench.paid(100)
  await bench.gatewayDispute(uuid, { reason: 'product_not_received' })
  const dispute = await bench.disputeIn(uuid, 'OPEN')
  expect(dispute).toMatchObject({
    amount: '100.00',
    fee: '15.00',
    deducted: '115.00',
    currency: 'USD',
    reason_code: '13.1',
    reason: 'Goods or services not received',
    payment: { status: 'SUCCESS', amount: '100.00', refunded: '0.00', card_last4: '4242' },
    allowed_actions: { send_evidence: { allowed: true }, accept: { allowed: true } },
  })
  assert.equal(await bench.available(), before - 11_500n)
  expect(await bench.movements(uuid)).toEqual([['dispute', '-100.00', '15.00', '-115.00']])
  await bench.gatewayDispute(uuid, { outcome: 'lost' })
  expect((await bench.disputeIn(uuid, 'LOST')).history.map(({ event }: any) => event)).toEqual([
    'reported',
    'opened',
    'lost',
  ])
  assert.equal(await bench.available(), before - 11_500n)
})

test('a dispute that is won gives amount and fee back, once', async () => {
  const before = await bench.available()
  const { uuid } = await bench.paid(40)
  await bench.gatewayDispute(uuid, { outcome: 'won' })
  const dispute = await bench.disputeIn(uuid, 'WON')
  expect(dispute).toMatchObject({ deducted: '0.00', returned: '55.00' })
  assert.equal(await bench.available(), before)
  const movements = await bench.movements(uuid)
  assert.deepEqual(movements, [
    ['dispute', '-40.00', '15.00', '-55.00'],
    ['dispute_reversal', '40.00', '-15.00', '55.00'],
  ])
  assert.equal((await bench.refund(uuid)).status, 200)
})

test('an inquiry moves no money and blocks no refund until it becomes a chargeback', async () => {
  const before = await bench.available()
  const { uuid } = await bench.paid(50)
  await bench.gatewayDispute(uuid, { stage: 'inquiry' })
  assert.equal((await bench.disputeIn(uuid, 'INQUIRY')).deducted, '0.00')
  assert.equal(await bench.available(), before)
  assert.equal((await bench.refund(uuid, { amount: 20 })).status, 200)
  await bench.gatewayDispute(uuid, { stage: 'chargeback', amount: '30.00' })
  expect(await bench.disputeIn(uuid, 'OPEN')).toMatchObject({ amount: '30.00', deducted: '45.00' })
})

test('a refund and a void are refused with 409 while a dispute is open', async () => {
  const { uuid, paymentId } = await bench.paid(60)
  await bench.gatewayDispute(uuid)
  await bench.disputeIn(uuid, 'OPEN')
  for (const response of [
    await bench.refund(uuid, { amount: 10 }),
    await bench.refund(uuid, { force: true }),
    await world.admin('POST', `/api/v1/admin/payment/voids/${paymentId}`, { reason: 'wrong order' }),
  ]) {
    assert.equal(response.status, 409)
    assert.equal(response.body.detail, 'Payment is disputed')
  }
  await bench.gatewayDispute(uuid, { outcome: 'lost' })
  await bench.disputeIn(uuid, 'LOST')
  assert.equal((await bench.refund(uuid)).body.detail, 'Payment is disputed')
})

test('a dispute takes what is left after a refund, and a person is asked about the rest', async () => {
  const { uuid } = await bench.paid(80)
  assert.equal((await bench.refund(uuid, { amount: 50 })).status, 200)
  await bench.gatewayDispute(uuid)
  expect(await bench.disputeIn(uuid, 'OPEN')).toMatchObject({ amount: '80.00', deducted: '45.00' })
  const { items } = (await world.admin('GET', '/api/v1/admin/disputes/exceptions')).body.data
  const detail = 'disputed 80.00 USD, left of the payment 30.00 USD'
  const [exception] = items.filter((item: any) => item.detail === detail)
  assert.equal(exception.kind, 'exceeds_payment')
  const path = `/api/v1/admin/disputes/exceptions/${exception.id}/close`
  assert.equal((await world.admin('POST', path, { reason: 'We carry the difference' })).status, 200)
  assert.equal((await world.admin('POST', path, { reason: 'Once more' })).status, 404)
})

test('the card 4000000000002685 is paid, then disputed a second later', async () => {
  const { uuid } = await bench.paid(12, '4000000000002685')
  expect(await bench.disputeIn(uuid, 'OPEN')).toMatchObject({ amount: '12.00', reason_code: '10.4' })
})

test('a dispute can be accepted once, and then costs what it has cost', async () => {
  const { uuid } = await bench.paid(35)
  await bench.gatewayDispute(uuid)
  const { dispute_id: id } = await bench.disputeIn(uuid, 'OPEN')
  const accepted = await world.signed('POST', `/api/v1/payment/disputes/${id}/accept`, {})
  expect(accepted.body.data).toMatchObject({ state: 'ACCEPTED', deducted: '50.00' })
  const again = await world.signed('POST', `/api/v1/payment/disputes/${id}/accept`, {})
  assert.deepEqual([again.status, again.body.detail], [409, 'Dispute is ACCEPTED'])
  // The gateway's own decision follows later, and says nothing new.
  await bench.gatewayDispute(uuid, { outcome: 'lost' })
  await bench.readReport()
  assert.equal((await bench.disputeIn(uuid, 'ACCEPTED')).history.length, 3)
})

test('merchants that asked for the event get webhooks of a dispute, others do not', async () => {
  const { uuid } = await bench.paid(20)
  await bench.gatewayDispute(uuid)
  await bench.disputeIn(uuid, 'OPEN')
  assert.deepEqual(await bench.events(uuid), [])
  await bench.wantDisputeEvents()
  const { uuid: other } = await bench.paid(20)
  await bench.gatewayDispute(other)
  const dispute = await bench.disputeIn(other, 'OPEN')
  expect(await bench.events(other)).toEqual([
    {
      event_type: 'DISPUTE',
      event: 'opened',
      dispute_id: dispute.dispute_id,
      state: 'OPEN',
      transaction_uuid: other,
      reference: 'INV-1',
      amount: '20.00',
      fee: '15.00',
      deducted: '35.00',
      returned: '0.00',
      currency: 'USD',
      reason_code: '10.4',
      reason: 'Other fraud, card absent',
      respond_by: dispute.respond_by,
      timestamp: dispute.created_at,
    },
  ])
})

test('a fully refunded payment that is disputed moves no money and has no fee, lost or won', async () => {
  await bench.wantDisputeEvents()
  const before = await bench.available()
  const { uuid } = await bench.paid(25)
  assert.equal((await bench.refund(uuid)).status, 200)
  await bench.gatewayDispute(uuid)
  expect(await bench.disputeIn(uuid, 'OPEN')).toMatchObject({
    amount: '25.00',
    fee: '0.00',
    deducted: '0.00',
  })
  await bench.gatewayDispute(uuid, { outcome: 'won' })
  expect(await bench.disputeIn(uuid, 'WON')).toMatchObject({ deducted: '0.00', returned: '0.00' })
  expect((await bench.events(uuid)).at(-1)).toMatchObject({
    event: 'won',
    amount: '25.00',
    deducted: '0.00',
    returned: '0.00',
  })
  assert.equal(await bench.available(), before)
})

test('a list shows one merchant its own disputes, by state', async () => {
  const path = '/api/v1/payment/disputes'
  const all = (await world.signed('GET', `${path}?limit=100`)).body.data
  assert.equal(all.items.length, all.pagination.total)
  const lost = (await world.signed('GET', `${path}?state=LOST`)).body.data.items
  assert.ok(lost.length > 0 && lost.every(({ state }: any) => state === 'LOST'))
  const other = await world.register()
  assert.deepEqual((await world.signed('GET', path, undefined, { as: other })).body.data.items, [])
  const foreign = await world.signed('GET', `${path}/${all.items[0].dispute_id}`, undefined, { as: other })
  assert.deepEqual([foreign.status, foreign.body.detail], [404, 'Dispute not found'])
})

describe('a dispute is visible on its payment', () => {
  const read = async (path: string) => {
    const token = await tokenOf(world, world.merchant)
    return (await call(world, 'GET', path, { token })).body.data
  }
  const listed = async (uuid: string) =>
    (await read('payments?limit=100')).items.find((item: any) => item.transaction_uuid === uuid)

  test('lists, detail and home of the portal show the open dispute, its deadline and its amount', async () => {
    const before = (await read('overview')).waiting.disputes
    const { uuid } = await bench.paid(75)
    expect(await listed(uuid)).toMatchObject({ disputed: false, dispute: null })
    await bench.gatewayDispute(uuid)
    const { dispute_id, respond_by } = await bench.disputeIn(uuid, 'OPEN')
    const dispute = {
      ...{ dispute_id, state: 'OPEN', amount: '75.00', deducted: '90.00', returned: '0.00' },
      ...{ respond_by, submitted_at: null },
    }
    expect(await listed(uuid)).toMatchObject({ disputed: true, dispute })
    const detail = await read(`payments/${uuid}`)
    expect(detail).toMatchObject({
      disputed: true,
      dispute,
      financial: { refunded_amount: '0.00', disputed_amount: '90.00', net_amount: '-17.63' },
    })
    const history = detail.disputes[0].history.map((line: any) => [line.event, line.balance_change, line.by])
    expect(history).toEqual([
      ['reported', '0.00', 'bank'],
      ['opened', '-90.00', 'bank'],
    ])
    const after = (await read('overview')).waiting.disputes
    expect([after.to_respond - before.to_respond, after.open - before.open]).toEqual([1, 1])
    const usd = (sums: any[]) => Number(sums.find(({ currency }) => currency === 'USD')?.amount ?? 0)
    expect(usd(after.deducted_to_respond) - usd(before.deducted_to_respond)).toBe(90)
    assert.ok(after.respond_by <= respond_by)
    const all = (await world.admin('GET', '/api/v1/admin/payments?limit=100')).body.data.items
    expect(all.find((item: any) => item.transaction_uuid === uuid)).toMatchObject({ disputed: true, dispute })
    await bench.gatewayDispute(uuid, { outcome: 'won' })
    await bench.disputeIn(uuid, 'WON')
    expect(await listed(uuid)).toMatchObject({
      disputed: false,
      dispute: { state: 'WON', returned: '90.00' },
    })
    expect((await read(`payments/${uuid}`)).financial).toMatchObject({
      disputed_amount: '0.00',
      net_amount: '72.37',
    })
  })

  test('what a lost dispute took went back, in the figures of the merchant and of the service', async () => {
    const returned = async () => {
      const service = (await world.admin('GET', '/api/v1/admin/figures')).body.data
      return [await read('overview'), service].flatMap(({ today, week, days }) =>
        [today.payments, week.payments, days.at(-1)].map(({ returned: [sum] }) => Number(sum?.amount ?? 0)),
      )
    }
    const before = await returned()
    const { uuid } = await bench.paid(80)
    assert.equal((await bench.refund(uuid, { amount: 50 })).status, 200)
    await bench.gatewayDispute(uuid)
    await bench.disputeIn(uuid, 'OPEN')
    expect(await returned()).toEqual(before.map((sum) => sum + 50))
    await bench.gatewayDispute(uuid, { outcome: 'lost' })
    await bench.disputeIn(uuid, 'LOST')
    expect(await returned()).toEqual(before.map((sum) => sum + 80))
  })

  test("another merchant's disputes are not on its home page", async () => {
    const other = await world.register()
    const token = await tokenOf(world, other)
    const { waiting, today } = (await call(world, 'GET', 'overview', { token })).body.data
    expect(today.payments.returned).toEqual([])
    expect(waiting.disputes).toEqual({
      ...{ to_respond: 0, respond_by: null, open: 0 },
      ...{ deducted: [], deducted_to_respond: [] },
    })
  })

  test('a receipt says that its payment is disputed, and that it was returned once the dispute is lost', async () => {
    const { uuid } = await bench.paid(30)
    const { code } = (await world.signed('GET', `/api/v1/payment/${uuid}/receipt`)).body.data
    const today = async () =>
      ((await (await fetch(`${world.url}/api/v1/receipts/${code}`)).json()) as any).data
    expect(await today()).toMatchObject({ state: 'paid' })
    await bench.gatewayDispute(uuid)
    await bench.disputeIn(uuid, 'OPEN')
    expect(await today()).toMatchObject({ state: 'disputed', returned_amount: null })
    await bench.gatewayDispute(uuid, { outcome: 'lost' })
    const { closed_at } = await bench.disputeIn(uuid, 'LOST')
    expect(await today()).toMatchObject({
      state: 'returned',
      returned_amount: '30.00',
      returned_at: closed_at,
    })
    const { receipt } = (await world.signed('GET', `/api/v1/payment/${uuid}/receipt`)).body.data
    const content = JSON.parse(Buffer.from(receipt.split('.')[0], 'base64url').toString('utf8'))
    assert.equal(content.s, 'returned')
    expect((await read(`payments/${uuid}`)).financial.net_amount).toBe('-16.05')
  })
})

test('evidence that was sent waits to be filed, nearest deadline first, and the merchant hears when it was', async () => {
  await bench.wantDisputeEvents()
  const queue = async () => (await world.admin('GET', '/api/v1/admin/disputes?state=TO_FILE')).body.data.items
  const counted = async () => (await world.admin('GET', '/api/v1/admin/overview')).body.data.queues
  const sent: { uuid: string; id: string }[] = []
  for (const hours of [60, 30]) {
    const { uuid } = await bench.paid(20)
    await bench.gatewayDispute(uuid)
    const { dispute_id: id } = await bench.disputeIn(uuid, 'OPEN')
    const deadline = world.clock.now().add({ hours })
    await bench.rows('update card_dispute set respond_by = $2 where dispute_id = $1', [id, deadline])
    const body = { explanation: 'Signed for', submit: true }
    assert.equal((await world.signed('POST', `/api/v1/payment/disputes/${id}/evidence`, body)).status, 200)
    sent.push({ uuid, id })
  }
  const [first, second] = sent as [{ uuid: string; id: string }, { uuid: string; id: string }]
  expect((await queue()).map(({ dispute_id }: any) => dispute_id)).toEqual([second.id, first.id])
  const before = await counted()
  assert.equal(before.disputes_to_file, 2)
  assert.ok(before.disputes_to_file_by)
  const now = world.clock.now()
  expect(await disputesToFile(world.db, now)).toMatchObject({ waiting: 2, urgent: 1 })
  const file = () => world.admin('POST', `/api/v1/admin/disputes/${second.id}/evidence/submitted`, {})
  const { history, submitted_at } = (await file()).body.data
  assert.ok(submitted_at)
  expect(history.at(-2)).toMatchObject({
    event: 'evidence_sent',
    by: 'merchant',
    actor: `merchant:${world.merchant.merchant_code}`,
    actor_name: 'Boutique Test',
  })
  assert.equal((await file()).status, 200)
  expect((await queue()).map(({ dispute_id }: any) => dispute_id)).toEqual([first.id])
  assert.equal((await counted()).disputes_to_file, 1)
  const events = (await bench.events(second.uuid)) as { event: string }[]
  assert.equal(events.filter(({ event }) => event === 'submitted').length, 1)
  const alerts = await bench.rows(`select from message where kind = 'dispute_filed'`)
  assert.equal(alerts.length, 1)
})
