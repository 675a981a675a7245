// Every refund, refund request and void of a payment ends once: every decision is tried in every state, through the product’s own
// functions on real rows. An invalid decision must change no money, posting, event or status.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  approveRequest,
  type DecisionNeeds,
  rejectRequest,
  withdrawRequest,
} from '../../server/cards/refund-requests/decide-request.ts'
import { expireRefundRequests } from '../../server/cards/refund-requests/queries.ts'
import { recordRefundOutcome } from '../../server/cards/refunds/send-refund.ts'
import { recordVoidOutcome } from '../../server/cards/voids/void.ts'
import { newId } from '../../server/kernel/id.ts'
import { money } from '../../server/kernel/money.ts'
import { Problem } from '../../server/kernel/problem.ts'
import { type Database, statement } from '../../server/platform/database/database.ts'
import { silentLog } from '../../server/platform/process/log.ts'
import { openSecrets } from '../../server/platform/secrets.ts'
import { noApprovals } from '../../test/support/callers/admins.ts'
import { type ModelRows, now, openModelRows } from './model-rows.ts'

const clock = { now: () => now }
const log = silentLog
const secrets = openSecrets(randomBytes(32))
const approvals = noApprovals(secrets)
const amina = { name: 'amina', address: '127.0.0.1', requestId: 'ends' }
let made = 0

let rows: ModelRows
let db: Database
beforeAll(async () => {
  rows = await openModelRows()
  db = rows.db
})
afterAll(() => rows.close())

const send = <Row>(sql: string, values: unknown[] = []) =>
  db.rows(statement<Row & Record<string, unknown>>(`ends_${++made}`, sql), values)
const id = async (sql: string, values: unknown[] = []): Promise<bigint> =>
  (await send<{ id: bigint }>(sql, values))[0]!.id

/** The outcome of a decision: its value, or the status of its refusal. */
const outcome = (decision: Promise<unknown>): Promise<string> =>
  decision.then(
    () => 'done',
    (error) => {
      if (error instanceof Problem) return String(error.spec.status)
      throw error
    },
  )

/** The merchant's money as stored in its rows: postings, events and the payment's own columns. */
const sums = async (payment: bigint) => {
  const [row] = await send<Record<string, unknown>>(
    `select status, refunded_minor as refunded, refund_reserved_minor as reserved, running_operation is not null as held,
            (select count(*) from ledger_posting) as postings, (select count(*) from webhook_event) as events
       from card_transaction where id = $1`,
    [payment],
  )
  return row as {
    status: string
    refunded: bigint
    reserved: bigint
    held: boolean
    postings: bigint
    events: bigint
  }
}

const operation = async (kind: string, state: string, subject: bigint, amount: number) => {
  const name = newId()
  await send(
    `insert into operation (id, kind, state, card_transaction_id, upstream_ref, fingerprint, amount_minor, currency,
       created_at, next_check_at)
     values ($1::uuid, $2, $3, $4, $1::uuid::text, '', $5, 'USD', $6, $6)`,
    [name, kind, state, subject, amount, now],
  )
  return name
}
/** The states of a gateway call, and the resulting status of its refund or void. */
const calls = [
  ['sent', 'PENDING'],
  ['unknown', 'PENDING'],
  ['confirmed', 'SUCCESS'],
  ['declined', 'FAILED'],
  ['undone', 'FAILED'],
] as const

describe('a refund', () => {
  const needs = () => ({ db, clock, log, inquiryAfterSeconds: 10 })
  const events = {
    accepted: { kind: 'accepted', refundId: 'R', amount: money(400n, 'USD') },
    accepted_otherwise: { kind: 'accepted', refundId: 'R', amount: money(401n, 'USD') },
    declined: { kind: 'declined', reason: 'NO' },
  } as const

  test.for(
    calls.flatMap(([call, status]) =>
      (Object.keys(events) as (keyof typeof events)[]).map((event) => ({ call, status, event })),
    ),
  )('a refund whose call is $call is ended by "$event" at most once', async ({ call, status, event }) => {
    const isPaid = status === 'SUCCESS'
    const of = await rows.payment(
      isPaid ? 'PARTIALLY_REFUNDED' : 'SUCCESS',
      isPaid ? 400n : 0n,
      status === 'PENDING' ? 400n : 0n,
    )
    const name = await operation('refund', call, of, 400)
    await send(
      `insert into card_refund (transaction_id, operation, amount_minor, currency, status, reason, refunded_by,
         notify_merchant, forced, created_at) values ($1, $2, 400, 'USD', $3, 'Ends', 'amina', true, false, $4)`,
      [of, name, status, now],
    )
    const before = await sums(of)
    const reply = { ...events[event], ...('refundId' in events[event] && { refundId: `R${++made}` }) }
    for (let time = 0; time < 2; time += 1)
      await recordRefundOutcome(needs(), { id: name, subject_id: of }, reply as never)
    const [row] = await send<{ status: string }>('select status from card_refund where operation = $1', [
      name,
    ])
    const to =
      status === 'PENDING'
        ? { accepted: 'SUCCESS', accepted_otherwise: status, declined: 'FAILED' }[event]
        : status
    expect(row!.status).toBe(to)
    const moved = to !== status
    expect(await sums(of)).toEqual({
      ...before,
      ...(moved && { reserved: 0n }),
      ...(moved &&
        to === 'SUCCESS' && {
          status: 'PARTIALLY_REFUNDED',
          refunded: 400n,
          postings: before.postings + 1n,
          events: before.events + 1n,
        }),
    })
  })
})

describe('a refund request', () => {
  const needs = () =>
    ({
      ...{ db, clock, log, secrets, gatewayTimeoutSeconds: 12, inquiryAfterSeconds: 10, wake: () => {} },
      approvals,
      gatewayFor: () => ({ refund: async () => ({ kind: 'unknown', cause: 'ENDS' }) }),
    }) as unknown as DecisionNeeds
  const merchantItself = { name: 'merchant:LKT-TEST-0001', address: '127.0.0.1', requestId: 'ends' }
  const acts = {
    approve: {
      to: 'APPROVED',
      act: (of: bigint) => approveRequest(needs(), of, { admin: amina, reason: 'Seen' }),
    },
    reject: {
      to: 'REJECTED',
      act: (of: bigint) => rejectRequest(needs(), of, { admin: amina, reason: 'Ends' }),
    },
    withdraw: {
      to: 'WITHDRAWN',
      act: (of: bigint, transactionId: bigint) =>
        withdrawRequest(needs(), of, { actor: merchantItself, transactionId }),
    },
    expire: { to: 'EXPIRED', act: () => expireRefundRequests({ db, clock }) },
  }
  const states = [
    ['WAITING', 'none'],
    ['APPROVED', 'PENDING'],
    ['APPROVED', 'SUCCESS'],
    ['APPROVED', 'FAILED'],
    ['REJECTED', 'none'],
    ['WITHDRAWN', 'none'],
    ['EXPIRED', 'none'],
  ] as const

  /** The refund of an approved request. Returns its operation. */
  async function refundOf(of: bigint, status: 'PENDING' | 'SUCCESS' | 'FAILED'): Promise<string> {
    const call = { PENDING: 'unknown', SUCCESS: 'confirmed', FAILED: 'declined' }[status]
    const name = await operation('refund', call, of, 400)
    await send(
      `insert into card_refund (transaction_id, operation, amount_minor, currency, status, reason, refunded_by,
         notify_merchant, forced, created_at) values ($1, $2, 400, 'USD', $3, 'Ends', 'benoit', true, false, $4)`,
      [of, name, status, now],
    )
    return name
  }

  test.for(
    states.flatMap(([state, refund]) =>
      (Object.keys(acts) as (keyof typeof acts)[]).map((act) => ({ state, refund, act })),
    ),
  )(
    'a refund request that is $state, with refund $refund, ends by "$act" only if it waits',
    async ({ state, refund, act }) => {
      const isRefunded = refund === 'SUCCESS'
      const status = isRefunded ? 'PARTIALLY_REFUNDED' : 'SUCCESS'
      const of = await rows.payment(status, isRefunded ? 400n : 0n, refund === 'PENDING' ? 400n : 0n)
      // Requests expire once their payment is too old to be refunded.
      const paidAt = now.subtract({ hours: act === 'expire' ? 61 * 24 : 0 })
      await send('update card_transaction set finalised_at = $2 where id = $1', [of, paidAt])
      const waits = state === 'WAITING'
      const request = await id(
        `insert into refund_request (transaction_id, amount_minor, currency, reason, state, created_at, decided_by,
           decided_at, decision_reason, operation) values ($1, 400, 'USD', 'Ends', $2, $3, $4, $5, $4, $6) returning id`,
        [
          of,
          state,
          now,
          waits ? null : 'benoit',
          waits ? null : now,
          refund === 'none' ? null : await refundOf(of, refund),
        ],
      )
      const before = await sums(of)
      expect(await outcome(acts[act].act(request, of))).toBe(waits || act === 'expire' ? 'done' : '409')
      const [row] = await send<{ state: string }>('select state from refund_request where id = $1', [request])
      expect(row!.state).toBe(waits ? acts[act].to : state)
      const isReserved = waits && act === 'approve'
      expect(await sums(of)).toEqual({ ...before, ...(isReserved && { reserved: 400n }) })
    },
  )
})

describe('a void', () => {
  const events = {
    undone: { kind: 'undone', upstreamId: '' },
    refused: { kind: 'refused', cause: 'NO' },
    nothing_there: { kind: 'nothing_there' },
  } as const

  test.for(
    calls.flatMap(([call, status]) =>
      (Object.keys(events) as (keyof typeof events)[]).map((event) => ({ call, status, event })),
    ),
  )('a void whose call is $call is ended by "$event" at most once', async ({ call, status, event }) => {
    const of = await rows.payment(status === 'SUCCESS' ? 'VOIDED' : 'SUCCESS')
    const name = await operation('void', call, of, 1000)
    if (status === 'PENDING')
      await send('update card_transaction set running_operation = $2 where id = $1', [of, name])
    await send(
      `insert into card_void (transaction_id, operation, status, reason, voided_by, notify_merchant, created_at)
       values ($1, $2, $3, 'Ends', 'amina', true, $4)`,
      [of, name, status, now],
    )
    const before = await sums(of)
    for (let time = 0; time < 2; time += 1)
      await recordVoidOutcome({ db, clock }, { id: name, subject_id: of }, events[event])
    const [row] = await send<{ status: string }>('select status from card_void where operation = $1', [name])
    const to = status !== 'PENDING' ? status : event === 'undone' ? 'SUCCESS' : 'FAILED'
    expect(row!.status).toBe(to)
    expect(await sums(of)).toEqual({
      ...before,
      ...(to !== status && { held: false }),
      ...(to !== status &&
        to === 'SUCCESS' && {
          status: 'VOIDED',
          postings: before.postings + 1n,
          events: before.events + 1n,
        }),
    })
  })
})
