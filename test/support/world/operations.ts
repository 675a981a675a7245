// The product's operations in batches of a given size, for a test that counts their cost.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { registerMerchant } from '../../../server/merchants/identity/register.ts'
import type { Database } from '../../../server/platform/database/database.ts'
import { openOutbound } from '../../../server/platform/network/outbound.ts'
import { silentLog } from '../../../server/platform/process/log.ts'
import { applyCallbacks } from '../../../server/remittance/payouts/apply-callbacks.ts'
import { openOutcomeApplier } from '../../../server/remittance/payouts/apply-outcome.ts'
import { startDeliveries } from '../../../server/webhooks/delivery/deliver.ts'
import { enqueueWebhook } from '../../../server/webhooks/enqueue-webhook.ts'
import { call, tokenOf } from '../callers/self-service.ts'
import { airtelReports, transfersOf } from '../callers/transfers.ts'
import { paymentByPhone } from '../collections/payment-by-phone.ts'
import { allAtOnce, type CountedDatabases } from '../database/counted-databases.ts'
import type { ApiResponse } from '../http/response.ts'
import { orderBody } from './bodies.ts'
import { noMerchantPayouts } from './no-merchant-payouts.ts'
import type { World } from './world.ts'

/** Prepares `count` operations and returns a function that runs all of them at once. */
export type Operation = (count: number) => Promise<() => Promise<unknown>>

export type Stage = {
  /** A world without workers, whose merchant has money. */
  world: World
  databases: CountedDatabases
  /** The database that workers use. */
  workDb: Database
  /** The secret with which the simulated operators sign. */
  operatorSecret: string
}

type Requests = (() => Promise<ApiResponse>)[]

const times = <Made>(count: number, make: (n: number) => Made) =>
  Array.from({ length: count }, (_, n) => make(n))
const run = <Row>({ db }: World, text: string, values: unknown[] = []) =>
  db.rows<Row>({ name: '', text }, values)

async function allResponses(responses: Promise<ApiResponse[]>): Promise<void> {
  for (const { status, text } of await responses) assert.equal(status, 200, text)
}

export async function operationsOn(stage: Stage): Promise<Record<string, Operation>> {
  const { world, databases } = stage
  const token = await tokenOf(world, world.merchant)
  const together = (requests: Requests) => () =>
    allResponses(allAtOnce(databases, world.system.app.server, requests))
  /** Calls with more than one step, or without a body that identifies them. */
  const begunTogether = (requests: Requests) => () =>
    allResponses(Promise.all(requests.map((request) => request())))
  const reading =
    (name: string): Operation =>
    async (count) =>
      begunTogether(times(count, () => () => call(world, 'GET', name, { token })))

  return {
    order: async (count) => together(times(count, () => () => order(world))),
    async 'status of a payment'(count) {
      const orders = await Promise.all(times(count, () => world.createOrder()))
      return together(
        orders.map(
          ({ transactionUuid: transaction_uuid }) =>
            () =>
              world.signed('POST', '/api/v1/payment/status', { transaction_uuid }),
        ),
      )
    },
    async 'card payment on our page'(count) {
      const orders = await Promise.all(times(count, () => world.createOrder()))
      return begunTogether(
        orders.map(
          ({ link }) =>
            () =>
              world.payByCalls(link),
        ),
      )
    },
    'payment by phone': await paymentByPhone(stage, together),
    refund: async (count) => begunTogether(await undone(world, 'refunds', count)),
    void: async (count) => begunTogether(await undone(world, 'voids', count)),
    transfer: async (count) => together(times(count, () => () => transfer(world, withoutNameCheck))),
    'report of an operator, kept': async (count) => together(await reports(stage, count)),
    async 'report of an operator, applied'(count) {
      while (await applyReports(stage)) {
        // Rows stored earlier are not counted here.
      }
      await together(await reports(stage, count))()
      return () => applyReports(stage)
    },
    'webhook delivered': (count) => deliveries(stage, count),
    'list of payments, first page': reading('payments'),
    'overview of the portal': reading('overview'),
  }
}

/** @param headers an idempotency key gives the order its own database transaction. */
export const order = (world: World, headers: Record<string, string> = {}) =>
  world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), { headers })

async function undone(world: World, what: 'refunds' | 'voids', count: number): Promise<Requests> {
  const pages = await Promise.all(times(count, () => world.createOrder()))
  await Promise.all(pages.map(({ link }) => world.payByCalls(link)))
  const paid = await run<{ id: string }>(
    world,
    'select cs_payment_id as id from card_transaction where transaction_uuid = any($1) and cs_payment_id is not null',
    [pages.map(({ transactionUuid }) => transactionUuid)],
  )
  assert.equal(paid.length, count)
  const body = { reason: 'returned', ...(what === 'refunds' && { amount: 1 }) }
  return paid.map(
    ({ id }) =>
      () =>
        world.admin('POST', `/api/v1/admin/payment/${what}/${id}`, body),
  )
}

/**
 * This operator returns no names: replies to look-ups would spread the requests over time, and only our own cost is
 * counted.
 */
const withoutNameCheck = '+243840000001'

const transfer = (world: World, customer_number = '+243990000001') =>
  transfersOf(world).inbound({ customer_number }, { headers: { 'x-skip-name-check': 'true' } })

/** An operator's callbacks for payouts that were called and have no report yet. */
async function reports({ world, operatorSecret }: Stage, count: number): Promise<Requests> {
  const accepted = await Promise.all(times(count, () => transfer(world)))
  const called = await run<{ reference: string }>(
    world,
    `update operation o
        set state = 'unknown', upstream_ref = o.id::text, attempts = 1, dispatched_at = o.created_at, sent_by = 'test',
            acknowledged = true, next_check_at = o.created_at + interval '1 day'
       from transfer t where t.id = o.transfer_id and t.transaction_id = any($1) returning o.upstream_ref as reference`,
    [accepted.map(({ body }) => body.data.transaction_id)],
  )
  assert.equal(called.length, count)
  return called.map(
    ({ reference }) =>
      () =>
        airtelReports(
          world,
          operatorSecret,
          { reference, upstream_id: `MP${randomUUID().slice(0, 8)}` },
          'TS',
        ),
  )
}

function applyReports({ world: { system }, workDb: db }: Stage): Promise<boolean> {
  const { clock, remittance } = system
  const needs = { db, clock, log: silentLog }
  return applyCallbacks({
    ...needs,
    applyOutcome: openOutcomeApplier(needs),
    operatorFor: remittance.operatorFor,
    merchantPayouts: noMerchantPayouts,
    wake() {},
  })
}

/** The most events of one merchant that a claim takes. */
const callsOfMerchant = 16

/** Each goes to its own endpoint that is known to be healthy, which responds once it has received all of them. */
async function deliveries({ world, workDb: db }: Stage, count: number) {
  const { clock, secrets } = world.system
  await run(
    world,
    'truncate webhook_attempt, webhook_breaker, webhook_event, webhook_forward, day_count_change',
  )
  const waiting: ServerResponse[] = []
  const receiver = createServer((request, response) => {
    waiting.push(response)
    request.resume()
    if (waiting.length === count) for (const each of waiting) each.end('ok')
  }).listen(0, '0.0.0.0')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const owners = await Promise.all(times(Math.ceil(count / callsOfMerchant), () => newMerchant(world)))
  await announceTo(world, { count, owners, port })

  return async () => {
    const outbound = openOutbound({ reach: 'private' })
    const wanted = {
      clock,
      wallClock: clock,
      log: silentLog,
      secrets,
      outbound,
    }
    const loop = startDeliveries({ db, ...wanted, speed: 1, notify: async () => {} })
    while (waiting.length < count) await once(receiver, 'request')
    await loop.stop()
    await outbound.close()
    receiver.closeAllConnections()
    receiver.close()
    const [open] = await run<{ n: bigint }>(
      world,
      "select count(*) as n from webhook_event where state <> 'DELIVERED'",
    )
    assert.equal(open?.n, 0n)
  }
}

type Announced = { count: number; owners: readonly bigint[]; port: number }

/** One event for each endpoint, whose addresses differ. */
async function announceTo(world: World, { count, owners, port }: Announced): Promise<void> {
  for (const n of Array(count).keys()) {
    const [merchantId, url] = [owners[n % owners.length]!, `http://127.0.0.${n + 1}:${port}/`]
    const key = randomUUID()
    await world.db.transaction((sql) =>
      enqueueWebhook(
        sql,
        {
          merchantId,
          environment: 'sandbox',
          subject: key,
          eventType: 'PAYMENT',
          dedupeKey: key,
          url,
          signed: true,
          body: {},
        },
        world.system.clock.now(),
      ),
    )
  }
  await run(
    world,
    `insert into webhook_breaker (endpoint, in_flight_limit, updated_at)
     select distinct endpoint, 4, created_at from webhook_event`,
  )
}

async function newMerchant({ db, clock, system: { secrets } }: World): Promise<bigint> {
  const needs = { db, secrets, clock, merchantPrefix: 'LKT', hash: async () => '' }
  const email = `${randomUUID()}@example.com`
  const { merchant_code } = await registerMerchant(needs, { name: 'M', email, environment: 'sandbox' })
  const [row] = await db.rows<{ id: bigint }>(
    { name: '', text: 'select id from merchant where merchant_code = $1' },
    [merchant_code],
  )
  return row!.id
}
