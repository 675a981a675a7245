// Tests that the counters always agree with the rows, whichever statement wrote them.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countedRows, counters, recount, wrongCounts } from '../../../test/support/database/day-counts.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { movePayment } from '../../../test/support/world/move-payment.ts'
import { expireTransactions } from '../../cards/charges/expiry.ts'
import { fillMicroform, insertMicroform } from '../../cards/custom-checkout/microform.ts'
import { type Orders, openOrders } from '../../cards/orders/create-order.ts'
import { insertLinks } from '../../cards/payment-links/queries.ts'
import {
  endPayment,
  type Outcome,
  type TransactionStatus,
  transactionMoves,
} from '../../cards/transaction/transaction.ts'
import { type Merchant, merchantById } from '../../merchants/identity/merchant.ts'
import { registerMerchant } from '../../merchants/identity/register.ts'
import { drawTransferIds, insertTransfers } from '../../remittance/acceptance/queries.ts'
import { moveTransfer, newTransactionId, type TransferStatus } from '../../remittance/transfer/transfer.ts'
import { resend } from '../../webhooks/delivery/deliveries.ts'
import { recordAttempts } from '../../webhooks/delivery/queries.ts'
import { enqueueWebhook } from '../../webhooks/enqueue-webhook.ts'
import { openSecrets } from '../secrets.ts'
import { manualClock } from '../time/clock.ts'
import { type Database, openDatabase } from './database.ts'
import { addUpCounts, addUpCountsIn } from './day-count.ts'

const clock = manualClock('2026-11-21T23:59:58Z')
const secrets = openSecrets(randomBytes(32))
let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
let merchants: Merchant[]
let orders: Orders
beforeAll(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 8, name: 'test' })
  const register = async (environment: 'sandbox' | 'production') => {
    const email = `${environment}@example.com`
    const wanted = { name: 'Counted', email, environment, password: 'correct horse battery' }
    const { merchant_code } = await registerMerchant({ db, secrets, clock, merchantPrefix: 'LKT' }, wanted)
    const [row] = await run<{ id: bigint }>('select id from merchant where merchant_code = $1', [
      merchant_code,
    ])
    return (await merchantById(db, row!.id)) as Merchant
  }
  orders = openOrders({
    ...{
      db,
      secrets,
      clock,
      baseUrl: 'https://pay.example',
      transactionPrefix: 'LKT',
      checkoutTtlSeconds: 20,
    },
    rules: { acceptsUrl: () => true },
  })
  merchants = [await register('sandbox'), await register('production')]
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(() => recount(db))

const run = <Row>(text: string, values: unknown[] = []) => db.rows<Row>({ name: '', text }, values)
/** A seeded random generator: every run makes the same choices. */
function chooser(seed: number) {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return { next, of: <Item>(items: readonly Item[]) => items[next(items.length)] as Item }
}
type Choose = ReturnType<typeof chooser>

let made = 0
const order = (amount: number) => ({
  amount: JSON.rawJSON(String(amount)),
  currency: amount % 2 === 0 ? 'USD' : 'CDF',
  merchant_reference: `C-${++made}`,
  callback_url: 'https://shop.example/hook',
  bill_to_forename: 'Grâce',
  bill_to_surname: 'Mukendi',
  bill_to_email: 'grace@example.com',
  bill_to_phone: '+243991234567',
  bill_to_address_line1: '12 avenue du Lac',
  bill_to_address_city: 'Goma',
  bill_to_address_country: 'CD',
})
const outcome = (reason_code: string): Outcome => ({
  decision: 'ACCEPT',
  reason_code,
  message: '',
  payment_method: 'card' as const,
  cs_payment_id: `pay-${++made}`,
  card_type: 'VISA',
  card_last4: '4242',
  card_expiry_date: '12/2030',
  card_bin_country: '',
  card_issuer: '',
  card_scheme: '',
  auth_cavv_result: '',
  cavv_message: '',
})

const steps: Record<string, (choose: Choose, merchant: Merchant) => Promise<unknown>> = {
  order: (choose, merchant) => orders.create(merchant, order(500 + choose.next(500))),
  async 'completed payment'(choose) {
    const [payment] = await run<{ id: bigint; status: TransactionStatus }>(
      `select id, status from card_transaction where (status = 'PENDING' and amount_minor is not null) or (status = 'SUCCESS' and id % 2 = 0)
        order by md5(id::text || $1) limit 1`,
      [choose.next(1_000)],
    )
    if (!payment) return
    const event = payment.status === 'SUCCESS' ? 'voided' : choose.of(['charged', 'refused', 'cancelled'] as const)
    const at = clock.now()
    const received = outcome(event === 'refused' ? choose.of(['NON_3DS', 'REVIEW']) : '')
    await db.transaction((sql) =>
      event === 'voided'
        ? movePayment(sql, payment, event, { at })
        : endPayment(sql, { id: payment.id, status: transactionMoves.PENDING[event]!, ...received }, { event, at }),
    )
  },
  async refund() {
    await run(
      `update card_transaction set refund_reserved_minor = 1
        where id = (select id from card_transaction where status = 'SUCCESS' and id % 2 = 1 and refund_reserved_minor = 0 limit 1)`,
    )
    const [payment] = await run<{ id: bigint; status: TransactionStatus }>(
      `select id, status from card_transaction where refund_reserved_minor = 1 and status in ('SUCCESS', 'PARTIALLY_REFUNDED') limit 1`,
    )
    if (payment) await db.transaction((sql) => movePayment(sql, payment, 'refunded_in_part', { at: clock.now(), refundedMinor: 1n }))
  },
  async expiry() {
    clock.forward({ milliseconds: 700 })
    await expireTransactions({ db, clock })
  },
  async 'custom checkout'(choose, { id, environment }) {
    const uuid = `M-${++made}`
    const times = [clock.now(), clock.now().add({ seconds: 600 })]
    const tokenKey = [uuid, JSON.stringify({ n: 'x', e: 'AQAB' })]
    await db.rows(insertMicroform, [uuid, id, environment, 350, 150, uuid, 'https://shop.example', 'fr_FR', ...times, ...tokenKey, null])
    const [row] = await run<{ id: bigint }>('select id from card_transaction where transaction_uuid = $1', [uuid])
    const amount = choose.of([700n, 900n])
    const price = { amount_minor: String(amount), currency: 'USD', commission_minor: 0, bank_commission_minor: 0 }
    const shares = { service_commission_minor: 0, merchant_minor: String(amount) }
    const payer = { bill_to_forename: 'Grâce', bill_to_surname: 'Mukendi', bill_to_email: 'g@example.com', bill_to_phone: '+243991234567' }
    const address = { bill_to_address_line1: 'x', bill_to_address_city: 'Goma', bill_to_address_country: 'CD' }
    const columns = JSON.stringify({ ...price, ...shares, ...payer, ...address })
    const fill = () => db.rows(fillMicroform, [row!.id, clock.now(), columns])
    // Run concurrently: only one of the two sets the amount for the first time.
    if (choose.next(2) === 0) await Promise.all([fill(), fill()])
  },
  async transfer(choose, { id, environment }) {
    const status = choose.of(['Submitted', 'Hold'])
    const ids = await db.rows(drawTransferIds, [1 + choose.next(4)])
    const rows = ids.map((drawn, position) => ({
      ...{ position, id: String(drawn.id), transaction_id: newTransactionId(clock.now(), 1), merchant_id: String(id), environment, status },
      ...{ reference: `R-${++made}`, fingerprint: '00', first_response: '{}', operator: choose.of(['vodacom', 'orange']) },
      ...{ customer_number: '243810000001', amount_hundredths: '100', currency: 'USD', parties_sealed: 'AAAA' },
      ...(status === 'Submitted' && { receiver_minor: '100', fee_minor: '0', rate_micros: '1000000' }),
    }))
    await db.rows(insertTransfers, [JSON.stringify(rows), clock.now()])
  },
  async 'move of a transfer'(choose) {
    const [transfer] = await run<{ id: bigint; status: TransferStatus; created_at: Temporal.Instant }>(
      `select id, status, created_at from transfer where status in ('Submitted', 'Hold', 'Successful') order by md5(id::text || $1) limit 1`,
      [choose.next(1_000)],
    )
    if (!transfer) return
    if (transfer.status === 'Hold') await run('update transfer set receiver_minor = 55, fee_minor = 0 where id = $1 and status = $2', [transfer.id, 'Hold'])
    const event = { Hold: choose.of(['released', 'rejected'] as const), Submitted: choose.of(['paid', 'declined'] as const), Successful: 'reversed' } as const
    const outcomes = { failureCode: choose.of(['RECIPIENT_NOT_FOUND', 'REFUSED_BY_OPERATOR']) }
    await db.transaction((sql) => moveTransfer(sql, { ...transfer, limit_subjects: null }, event[transfer.status as 'Hold'], outcomes, clock.now()))
  },
  webhook: (_, { id: merchantId, environment }) => {
    const key = `W-${++made}`
    const report = { merchantId, environment, subject: key, eventType: 'PAYMENT', dedupeKey: key }
    const twice = { ...report, url: 'https://shop.example/hook', signed: true, body: {} }
    return Promise.all([db.transaction((sql) => enqueueWebhook(sql, twice, clock.now())), db.transaction((sql) => enqueueWebhook(sql, twice, clock.now()))])
  },
  async delivery(choose) {
    const [event] = await run<{ id: bigint; lease_token: string; attempts: number }>(
      `update webhook_event set lease_token = gen_random_uuid(), attempts = attempts + 1
        where id = (select id from webhook_event where state = 'PENDING' and lease_token is null limit 1 for update skip locked)
       returning id, lease_token, attempts`,
    )
    if (!event) return
    const state = choose.of(['PENDING', 'DELIVERED', 'FAILED', 'DEAD'])
    const at = clock.now().toString()
    const result = { id: String(event.id), lease_token: event.lease_token, number: event.attempts, at, duration_ms: 1, response_head: '' }
    await db.rows(recordAttempts, [JSON.stringify([{ ...result, state, next_attempt_at: state === 'PENDING' ? at : null }])])
  },
  async 'webhook resent'(choose) {
    const [event] = await run<{ id: string; merchant_id: bigint; environment: string }>(
      `select event_id as id, merchant_id, environment from webhook_event order by md5(id::text || $1) limit 1`,
      [choose.next(1_000)],
    )
    if (event) await resend({ db, clock }, { ...event, merchantId: event.merchant_id })
  },
  link: (_, { id, environment }) =>
    db.rows(insertLinks, [JSON.stringify([{
      code: `LINK${String(++made).padStart(8, '0')}`, merchant_id: String(id), environment, kind: 'single', amount_minor: 100,
      schedule: [], currency: 'USD', merchant_reference: 'x', description: '', max_uses: 1,
      expires_at: clock.now().add({ hours: 24 }).toString(), created_at: clock.now().toString(),
    }])]),
} // biome-ignore format: a table with one row per line

test('counters equal the rows at every moment, with many writers and two aggregators', async () => {
  const writers = 6
  const stepsEach = 70
  let writing = writers
  const write = async (seed: number) => {
    const choose = chooser(seed)
    try {
      for (let i = 0; i < stepsEach; i++) {
        const step = choose.of(Object.values(steps))
        await step(choose, choose.of(merchants))
      }
    } finally {
      writing -= 1
    }
  }
  const addUp = async () => {
    while (writing > 0) {
      await addUpCounts(db)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  // Recounts everything from scratch while others write.
  const recountAll = async () => {
    while (writing > 0) {
      await recount(db)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  let reads = 0
  const read = async () => {
    while (writing > 0) {
      expect(await wrongCounts(db)).toEqual([])
      reads += 1
    }
  }
  await Promise.all([
    ...Array.from({ length: writers }, (_, i) => write(i + 1)),
    addUp(),
    addUp(),
    recountAll(),
    read(),
  ])
  expect(reads).toBeGreaterThan(10)

  const truth = await countedRows(db)
  for (const list of ['payment', 'payment_failure', 'transfer', 'transfer_failure', 'delivery', 'link'])
    expect(truth.some((row) => row.list === list)).toBe(true)
  expect(await counters(db)).toEqual(truth)
  while (await addUpCounts(db));
  expect(await run('select from day_count_change')).toEqual([])
  expect(await counters(db)).toEqual(truth)
})

test('a change that is rolled back is not counted', async () => {
  const before = await counters(db)
  const failing = db.transaction(async (sql) => {
    await orders.create(merchants[0]!, order(600), { sql })
    throw new Error('something else failed')
  })
  await expect(failing).rejects.toThrow('something else')
  expect(await counters(db)).toEqual(before)
})

test('an aggregation that fails half-way keeps every pending change', async () => {
  await orders.create(merchants[0]!, order(600))
  const before = await counters(db)
  const changes = await run('select * from day_count_change')
  const dying = db.transaction(async (sql) => {
    await addUpCountsIn(sql)
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
  expect(await run('select * from day_count_change')).toEqual(changes)
  await addUpCounts(db)
  expect(await counters(db)).toEqual(before)
})
