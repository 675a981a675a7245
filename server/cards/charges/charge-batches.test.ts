// Charges that arrive together share statements and commits, and none of them suffers from another.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { money } from '../../kernel/money.ts'
import { newOperationId } from '../../ledger/operation.ts'
import { readCardToken } from '../authentication/authentication.ts'
import { enrol } from '../authentication/enrolment.ts'
import type { AuthenticationRow } from '../authentication/queries.ts'
import type { BrowserFacts, CardGateway, ChargeReply } from '../gateway/gateway.ts'
import { type PricedTransaction, pricedTransactionByUuid } from '../transaction/queries.ts'
import { noCard } from '../transaction/transaction.ts'
import { charge } from './charge.ts'
import { claimCharges, openChargeStore } from './charge-store.ts'
import { recordChargeOutcome } from './record-charge.ts'

const browser: BrowserFacts = {
  ipAddress: '127.0.0.1',
  userAgent: 'test',
  acceptHeader: 'text/html',
  language: 'fr',
  colorDepth: '24',
  screenHeight: '800',
  screenWidth: '360',
  timeDifference: '-60',
  javaEnabled: false,
}

let world: World
beforeAll(async () => {
  // No worker runs, so that only the charges of a test write.
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())

const rows = <Row>(text: string, values: unknown[] = []) =>
  world.db.rows<Row>({ name: text.slice(0, 60), text }, values)
const sent = (name: string) => world.system.db.counted.named.get(name) ?? 0
const times = <Made>(count: number, make: (n: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

/** A payment whose charge has been claimed and has no outcome yet. */
async function claimed(): Promise<{ operation: string; transaction: PricedTransaction }> {
  const { transactionUuid, link } = await world.createOrder()
  const transaction = await pricedTransactionByUuid(world.db, transactionUuid)
  const token = await readCardToken(
    world.system.cards,
    transaction,
    await world.cardToken(link, '4242424242424242'),
  )
  let operation = ''
  const gatewayFor = (): CardGateway => ({
    ...world.system.cards.gatewayFor('sandbox'),
    charge: async ({ reference }) => {
      operation = reference
      return { kind: 'unknown', cause: 'test' }
    },
  })
  await charge({ ...world.system.cards, gatewayFor }, transaction, { token })
  return { operation, transaction }
}
const approval = (paymentId: string) =>
  ({
    kind: 'approved',
    paymentId,
    amount: money(2550n, 'USD'),
    card: noCard,
    cavvResult: '',
  }) satisfies ChargeReply
const record = ({ operation, transaction }: Awaited<ReturnType<typeof claimed>>, paymentId: string) =>
  recordChargeOutcome(world.system.cards, { operation, transaction, card: noCard }, approval(paymentId))

/** What is stored about a payment: its status, and how often each consequence of its outcome was written. */
const stored = async ({ id, transaction_uuid }: PricedTransaction) => {
  const [found] = await rows<object>(
    `select t.status, (select string_agg(o.kind || ' ' || o.state, ', ' order by o.created_at) from operation o
                        where o.card_transaction_id = t.id) as operations,
            (select count(*)::integer from card_transaction_move where transaction_id = t.id) as moves,
            (select count(*)::integer from webhook_event where dedupe_key = 'payment:' || $2) as webhooks,
            (select count(*)::integer from ledger_entry e join ledger_posting p on p.id = e.posting_id
               join operation o on p.key = 'charge:' || o.id where o.card_transaction_id = t.id) as entries
       from card_transaction t where t.id = $1`,
    [id, transaction_uuid],
  )
  return found
}
const paid = { status: 'SUCCESS', operations: 'charge confirmed', moves: 1, webhooks: 1, entries: 4 }
const open = { status: 'PENDING', operations: 'charge unknown', moves: 0, webhooks: 0, entries: 0 }

describe('outcomes that arrive together', () => {
  test('outcomes of charges that arrive together are recorded by two statements', async () => {
    await record(await claimed(), 'first')
    const charges = await times(12, claimed)
    const before = sent('record_charge_outcomes')
    const payments = await times(12, (n) => record(charges[n]!, `together-${n}`))
    expect(payments.map((payment) => payment?.status)).toEqual(charges.map(() => 'SUCCESS'))
    // The first may find no batch running; all others share the next one.
    expect(sent('record_charge_outcomes') - before).toBeLessThanOrEqual(2)
    for (const { transaction } of charges) expect(await stored(transaction)).toEqual(paid)
  })

  test('an outcome that cannot be recorded fails alone, and its payment stays open', async () => {
    const charges = await times(4, claimed)
    const taken = 'payment id of another payment'
    await record(await claimed(), taken)
    const results = await Promise.allSettled(
      charges.map((each, n) => record(each, n === 2 ? taken : `beside-${n}`)),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    for (const [n, { transaction }] of charges.entries())
      expect(await stored(transaction)).toEqual(n === 2 ? open : paid)
    const again = await record(charges[2]!, 'its own payment id')
    assert.equal(again?.status, 'SUCCESS')
  })

  test('an outcome that several callers record at the same time is recorded once', async () => {
    const each = await claimed()
    const results = await times(5, () => record(each, 'of five callers'))
    expect(results.map((payment) => payment?.status).filter(Boolean)).toEqual(['SUCCESS'])
    // One that comes later, after a lost reply, changes nothing either.
    expect(await record(each, 'of a late caller')).toBeUndefined()
    expect(await stored(each.transaction)).toEqual(paid)
  })

  test('an outcome is recorded although its webhook is stored already', async () => {
    const each = await claimed()
    await rows(
      `insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed,
                                  body, next_attempt_at, created_at)
       select gen_random_uuid(), merchant_id, environment, 'card:' || id, 'PAYMENT', 'payment:' || transaction_uuid,
              callback_url, 'test', true, '{}', now(), now() from card_transaction where id = $1`,
      [each.transaction.id],
    )
    await record(each, 'stored before')
    expect(await stored(each.transaction)).toEqual(paid)
  })

  test('two outcomes of one payment in one batch end it once, and the other approval is undone', async () => {
    const first = await claimed()
    const { transaction } = first
    const second = crypto.randomUUID()
    await rows(
      `insert into operation (id, kind, state, card_transaction_id, queue, upstream_ref, fingerprint, amount_minor, currency, created_at)
       select $1, kind, state, card_transaction_id, queue, $1::uuid::text, fingerprint, amount_minor, currency, now() from operation where id = $2`,
      [second, first.operation],
    )
    await Promise.all([
      record({ operation: second, transaction }, 'of no claim'),
      record(first, 'of the claim'),
    ])
    const operations = 'charge confirmed, charge confirmed, undo intent'
    expect(await stored(transaction)).toEqual({ ...paid, operations })
    const [undo] = await rows<{ undoes: string }>(
      "select undoes from operation where card_transaction_id = $1 and kind = 'undo'",
      [transaction.id],
    )
    assert.equal(undo?.undoes, second)
  })
})

/** A payment whose payer is authenticated: only the charge is missing. */
async function authenticated() {
  const { transactionUuid, link } = await world.createOrder()
  const transaction = await pricedTransactionByUuid(world.db, transactionUuid)
  const transient_token = await world.cardToken(link, '4242424242424242')
  const { reference_id } = (await world.checkout(link, 'setup', { transient_token })).body
  const result = await enrol(world.system.cards, transaction, reference_id, { browser, device: {} })
  assert(result.kind === 'authenticated')
  return { transaction, authentication: result.authentication }
}

const stateOf = async ({ id }: AuthenticationRow) =>
  (await rows<{ state: string }>('select state from card_authentication where id = $1', [id]))[0]?.state

describe('charges that begin together', () => {
  test('charges that begin together are claimed by two statements', async () => {
    const all = await times(12, authenticated)
    const before = sent('claim_charges')
    const results = await times(12, (n) => charge(world.system.cards, all[n]!.transaction, all[n]!))
    expect(results.map(({ state }) => state)).toEqual(all.map(() => 'finished'))
    expect(sent('claim_charges') - before).toBeLessThanOrEqual(2)
    for (const { transaction } of all) expect(await stored(transaction)).toEqual(paid)
  })

  test('a claim that cannot be written fails alone, and its gateway call is not made', async () => {
    const all = await times(4, authenticated)
    const taken = all[2]!.authentication
    await rows(
      `alter table card_authentication add constraint poisoned check (state <> 'used' or id <> '${taken.id}') not valid`,
    )
    const results = await Promise.allSettled(
      all.map((each) => charge(world.system.cards, each.transaction, each)),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    await rows('alter table card_authentication drop constraint poisoned')
    for (const [n, { transaction }] of all.entries())
      expect(await stored(transaction)).toEqual(n === 2 ? { ...open, operations: null } : paid)
    assert.equal((await charge(world.system.cards, all[2]!.transaction, all[2]!)).state, 'finished')
  })

  test('a transaction that two processes charge at the same time is claimed once', async () => {
    const { transaction, authentication } = await authenticated()
    const { db } = world.system
    const stores = [openChargeStore(db), openChargeStore(db)]
    const claims = stores.map((store) =>
      store.claim({
        now: world.clock.now(),
        operation: newOperationId(1),
        transaction,
        authentication: { id: authentication.id },
        fingerprint: Buffer.alloc(32),
        nextCheckAt: world.clock.now().add({ hours: 1 }),
      }),
    )
    const claimed = (await Promise.all(claims)).filter(({ is_claimed }) => is_claimed)
    assert.equal(claimed.length, 1)
    assert.equal(await stateOf(authentication), 'used')
    const operations = await rows('select id from operation where card_transaction_id = $1', [transaction.id])
    assert.equal(operations.length, 1)
  })

  test('of several charges of one payment in one batch, the first claims it', async () => {
    const [first, second] = await times(2, authenticated)
    const payments = [first!, second!, first!, second!, first!]
    const claimed = await claimCharges(
      world.system.db,
      payments.map(({ transaction, authentication }) => ({
        now: world.clock.now(),
        operation: newOperationId(1),
        transaction,
        authentication: { id: authentication.id },
        fingerprint: Buffer.alloc(32),
        nextCheckAt: world.clock.now().add({ hours: 1 }),
      })),
    )
    assert.deepEqual(
      claimed.map(({ is_claimed }) => is_claimed),
      [true, true, false, false, false],
    )
  })

  test('batches of two processes over the same payments claim each once, in whatever order', async () => {
    const all = await times(6, authenticated)
    const { db } = world.system
    const claimAll = (payments: typeof all) =>
      claimCharges(
        db,
        payments.map(({ transaction, authentication }) => ({
          now: world.clock.now(),
          operation: newOperationId(1),
          transaction,
          authentication: { id: authentication.id },
          fingerprint: Buffer.alloc(32),
          nextCheckAt: world.clock.now().add({ hours: 1 }),
        })),
      )
    const batches = [claimAll(all), claimAll(all.toReversed()), claimAll(all)]
    const claimed = (await Promise.all(batches)).flat().filter(({ is_claimed }) => is_claimed)
    assert.equal(claimed.length, 6)
  })
})
