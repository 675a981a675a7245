// Payouts to banks: they wait for a batch, which one admin makes and another approves, and whose file never changes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, type Person, refusedWith, twoAdmins } from '../../../test/support/callers/admins.ts'
import { bankMerchant, batchesOf } from '../../../test/support/callers/bank.ts'
import { addAvailable, payoutSettings, usableDestination } from '../../../test/support/callers/payouts.ts'
import { paid } from '../../../test/support/callers/portal.ts'
import { assertPain001, textsAt } from '../../../test/support/iso20022/validate.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { releaseDueMovements } from '../../balances/release-movements.ts'
import { silentLog } from '../../platform/process/log.ts'

let world: World
beforeAll(async () => {
  const fees = { PAYOUT_FEES: 'bank:USD=1.50,bank:CDF=500' }
  world = await openWorld({ role: 'api', settings: { ...payoutSettings, ...twoAdmins, ...fees } })
})
afterAll(() => world.close())

const message = 'pain.001.001.09'

test('a payout to a bank waits for a batch, and is sent when a second admin approves it', async () => {
  const { payouts, pay } = await bankMerchant(world)
  const batches = batchesOf(world)
  const { payout_id } = await pay(100)
  expect((await payouts.read(payout_id)).state).toBe('APPROVED')
  expect(await payouts.balance()).toEqual({ available: '898.50', reserved: '101.50' })
  const { batch_id } = await batches.create()
  refusedWith(await batches.file(batch_id), 409, 'RMT-409')
  refusedWith(await batches.decide(batch_id, 'approve', 'amina'), 403, 'RMT-1021')
  expect((await payouts.read(payout_id)).state).toBe('APPROVED')
  const approved = await batches.decide(batch_id, 'approve', 'benoit')
  expect(approved.body.data).toMatchObject({ state: 'APPROVED', payouts: 1, total: '100.00' })
  expect((await payouts.read(payout_id)).state).toBe('SENT')
  // The merchant is not called Boutique Kivu, as the holder is.
  expect((await batches.read(batch_id)).items[0].name_match).toBe('NO_MATCH')
  const { text } = await batches.file(batch_id)
  assertPain001(text)
  expect(textsAt(text, '//s:EndToEndId', message)).toEqual([payout_id.replaceAll('-', '')])
  expect(textsAt(text, '//s:MsgId', message)).toEqual([batch_id.replaceAll('-', '')])
  expect(await payouts.balance()).toEqual({ available: '898.50', reserved: '101.50' })
})

test('the file of a batch is the same whenever it is downloaded, and approved once', async () => {
  const { pay } = await bankMerchant(world)
  const batches = batchesOf(world)
  await pay(10)
  const { batch_id } = await batches.create()
  await batches.decide(batch_id, 'approve', 'benoit')
  const first = (await batches.file(batch_id)).text
  refusedWith(await batches.decide(batch_id, 'approve', 'benoit'), 409, 'RMT-1008')
  await world.db.rows({ name: '', text: `update merchant set name = 'Another name'` })
  expect((await batches.file(batch_id)).text).toBe(first)
  const downloads = await adminsOf(world).read('audit?action=payout_batch.downloaded')
  expect(downloads.items.filter(({ subject }: { subject: string }) => subject === batch_id)).toHaveLength(2)
  refusedWith(await batches.decide(batch_id, 'reject', 'amina'), 409, 'RMT-1008')
})

test('a payout leaves a batch that waits, by removal, cancellation or rejection, and no other', async () => {
  const { payouts, pay } = await bankMerchant(world)
  const batches = batchesOf(world)
  const [removed, cancelled, kept] = [await pay(2), await pay(3), await pay(4)]
  const { batch_id, payouts: count } = await batches.create()
  expect(count).toBe(3)
  expect((await batches.remove(batch_id, removed.payout_id)).body.data.payouts).toBe(2)
  expect((await payouts.cancel(cancelled.payout_id)).status).toBe(200)
  const detail = await batches.read(batch_id)
  expect(detail.items.map((item: { payout_id: string }) => item.payout_id)).toEqual([kept.payout_id])
  await batches.decide(batch_id, 'reject', 'amina')
  const next = await batches.create()
  expect(next).toMatchObject({ payouts: 2, total: '6.00' })
  await batches.decide(next.batch_id, 'approve', 'benoit')
  refusedWith(await batches.remove(next.batch_id, kept.payout_id), 409, 'RMT-1008')
  expect((await payouts.cancel(kept.payout_id)).status).toBe(409)
})

test('a payout of a suspended merchant is in no batch that is sent, and in the next one once it is active', async () => {
  const { as, pay } = await bankMerchant(world)
  const other = await bankMerchant(world)
  const batches = batchesOf(world)
  const admins = adminsOf(world)
  const [held, sent] = [await pay(5), await other.pay(6)]
  const { batch_id, payouts: count } = await batches.create()
  expect(count).toBe(2)
  await admins.act(`merchants/${as.merchant_code}/suspend`)
  const approved = await batches.decide(batch_id, 'approve', 'benoit')
  expect(approved.body.data).toMatchObject({ payouts: 1, total: '6.00' })
  expect((await admins.read(`payouts/${held.payout_id}`)).state).toBe('APPROVED')
  expect((await other.payouts.read(sent.payout_id)).state).toBe('SENT')
  refusedWith(await batches.tryCreate(), 409, 'RMT-409')
  await admins.act(`merchants/${as.merchant_code}/resume`)
  expect((await batches.create()).payouts).toBe(1)
})

test('a payout of a merchant that owes us money is in no batch that is sent, and in the next one afterwards', async () => {
  const { as, pay, payouts } = await bankMerchant(world)
  const other = await bankMerchant(world)
  const batches = batchesOf(world)
  const [held, sent] = [await pay(900), await other.pay(6)]
  const { batch_id, payouts: count } = await batches.create()
  expect(count).toBe(2)
  await addAvailable(world, as, -20_000n)
  const approved = await batches.decide(batch_id, 'approve', 'benoit')
  expect(approved.body.data).toMatchObject({ payouts: 1, total: '6.00' })
  expect((await adminsOf(world).read(`payouts/${held.payout_id}`)).state).toBe('APPROVED')
  expect((await other.payouts.read(sent.payout_id)).state).toBe('SENT')
  refusedWith(await batches.tryCreate(), 409, 'RMT-409')
  await addAvailable(world, as, 20_000n)
  const next = await batches.create()
  expect(next.payouts).toBe(1)
  await batches.decide(next.batch_id, 'reject', 'amina')
  expect((await payouts.cancel(held.payout_id)).status).toBe(200)
})

test('a payout that the bank refused is failed by two admins, whoever approved its batch', async () => {
  const { payouts, pay } = await bankMerchant(world)
  const admins = adminsOf(world)
  const { payout_id } = await pay(40)
  const fail = (by: Person) => admins.post(`payouts/${payout_id}/fail`, { reason: 'account closed' }, by)
  refusedWith(await fail('amina'), 409, 'RMT-409')
  await batchesOf(world).sendAll()
  const requested = await fail('amina')
  expect([requested.status, (await payouts.read(payout_id)).state]).toEqual([202, 'SENT'])
  const { approval_id: id } = requested.body.data
  refusedWith(await admins.post(`approvals/${id}/approve`, { reason: 'checked' }, 'amina'), 403, 'RMT-1021')
  await admins.act(`approvals/${id}/approve`, { reason: 'checked' }, 'benoit')
  expect(await payouts.read(payout_id)).toMatchObject({ state: 'FAILED', failure_code: 'REFUSED_BY_BANK' })
  expect(await payouts.balance()).toEqual({ available: '1000.00', reserved: '0.00' })
  refusedWith(await fail('amina'), 409, 'RMT-409')
})

test('francs are paid to banks with centimes, to wallets without', async () => {
  const { as, pay, payouts } = await bankMerchant(world, { currency: 'CDF', minor: 10_000_000n })
  const destination_id = await usableDestination(world, as)
  const toWallet = { amount: 700.5, currency: 'CDF', destination_id, reference: 'WALLET' }
  expect((await payouts.request(toWallet)).body.detail).toContain('whole francs')
  const made = await pay(700.5)
  expect(made).toMatchObject({ amount: '700.50', fee: '500.00', destination: { account_last4: '7034' } })
  const { batch_id } = await batchesOf(world).create('CDF')
  await batchesOf(world).decide(batch_id, 'approve', 'benoit')
  expect((await batchesOf(world).file(batch_id)).text).toContain('<CtrlSum>700.50</CtrlSum>')
})

test('without payouts that wait there is no batch', async () => {
  refusedWith(await batchesOf(world).tryCreate(), 409, 'RMT-409')
  expect(await adminsOf(world).read('payout-batches/waiting')).toEqual({ items: [] })
})

test('a batch is sent without the payouts of a merchant that a refund under way takes below zero', async () => {
  const { as, pay } = await bankMerchant(world, { minor: 20_000n })
  const other = await bankMerchant(world)
  const uuid = await paid(world, as, { amount: 30 })
  const clock = { now: () => world.clock.now().add({ hours: 24 * 60 }) }
  await releaseDueMovements({ db: world.db, clock, log: silentLog })
  const [held, sent] = [await pay(190), await other.pay(7)]
  await addAvailable(world, as, -3_000n)
  const { batch_id } = await batchesOf(world).create()
  const rows = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)
  const [payment] = await rows(
    'select cs_payment_id as id from card_transaction where transaction_uuid = $1',
    [uuid],
  )
  await world.fault({ mode: 'lost-reply', operations: ['/pts/v2/payments'] })
  await adminsOf(world).post(`payment/refunds/${payment.id}`, { reason: 'Came back' })
  await world.fault({ mode: 'off' })
  expect((await batchesOf(world).decide(batch_id, 'approve', 'benoit')).status).toBe(200)
  expect((await adminsOf(world).read(`payouts/${held.payout_id}`)).state).toBe('APPROVED')
  expect((await other.payouts.read(sent.payout_id)).state).toBe('SENT')
})

test('the many payouts of one merchant leave places in a batch for the others', async () => {
  const many = await bankMerchant(world)
  const other = await bankMerchant(world)
  const [first, theirs] = [await many.pay(2), await other.pay(500)]
  const rows = (text: string, values: unknown[]) => world.db.rows<any>({ name: '', text }, values)
  await rows(
    `insert into merchant_payout overriding system value
     select (jsonb_populate_record(p, jsonb_build_object('id', -n, 'public_id', gen_random_uuid(), 'reference', 'C-' || n))).*
       from merchant_payout p cross join generate_series(1, 500) n where p.public_id = $1`,
    [first.payout_id],
  )
  const { batch_id, payouts } = await batchesOf(world).create()
  expect(payouts).toBe(500)
  expect(
    await rows('select batch_id is not null as joined from merchant_payout where public_id = $1', [
      theirs.payout_id,
    ]),
  ).toEqual([{ joined: true }])
  expect((await batchesOf(world).decide(batch_id, 'reject', 'benoit')).status).toBe(200)
})
