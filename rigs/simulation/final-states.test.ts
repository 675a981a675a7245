// Every item ends once: every decision is tried in every state of approvals, adjustments, webhooks, operator callbacks,
// exceptions, quarantined rates and settlements, through the product's own functions on real rows. An invalid decision
// must change no money, posting, event or status. Refunds and voids are in refund-states.test.ts.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideApproval } from '../../server/admin/approvals/decide-approval.ts'
import { expireApprovals } from '../../server/admin/approvals/queries.ts'
import { newId } from '../../server/kernel/id.ts'
import { Problem } from '../../server/kernel/problem.ts'
import { type Database, statement } from '../../server/platform/database/database.ts'
import { silentLog } from '../../server/platform/process/log.ts'
import { openSecrets } from '../../server/platform/secrets.ts'
import { approveRates } from '../../server/remittance/exchange-rates/approval.ts'
import { applyCallbacks } from '../../server/remittance/payouts/apply-callbacks.ts'
import { closeException } from '../../server/remittance/payouts/exceptions.ts'
import { approveAdjustment, rejectAdjustment } from '../../server/remittance/wallets/adjustment.ts'
import { closeSettlements } from '../../server/remittance/wallets/settlement.ts'
import { resend } from '../../server/webhooks/delivery/deliveries.ts'
import { recordAttempts } from '../../server/webhooks/delivery/queries.ts'
import { noApprovals } from '../../test/support/callers/admins.ts'
import { type ModelRows, now, openModelRows } from './model-rows.ts'

const clock = { now: () => now }
const log = silentLog
const secrets = openSecrets(randomBytes(32))
const approvals = noApprovals(secrets)
const [amina, benoit] = ['amina', 'benoit'].map((name) => ({ name, address: '127.0.0.1', requestId: 'ends' }))
let made = 0

let rows: ModelRows
let db: Database
let merchant: bigint
beforeAll(async () => {
  rows = await openModelRows()
  ;({ db, merchant } = rows)
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

describe('an approval', () => {
  const acts = ['approve', 'reject', 'expire'] as const
  const to = { approve: 'APPROVED', reject: 'REJECTED', expire: 'EXPIRED' } as const

  test.for(
    (['WAITING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const).flatMap((state) =>
      acts.flatMap((act) => (['who asked', 'another'] as const).map((who) => ({ state, act, who }))),
    ),
  )(
    'an approval that is $state, asked to $act by $who, is decided once by another person',
    async ({ state, act, who }) => {
      const waits = state === 'WAITING'
      const by = waits || state === 'EXPIRED' ? null : 'caroline'
      const expiresAt = now.add({ hours: act === 'expire' ? -1 : 1 })
      const publicId = newId()
      await send(
        `insert into approval (public_id, action, subject, request, fingerprint, reason, requested_by, requested_owner,
           requested_at, expires_at, state, decided_by, decided_owner, decided_at)
         values ($1, 'refund', 'ends', '{}', sha256($1::uuid::text::bytea), 'Ends', 'amina', 'amina', $2, $3, $4, $5, $5, $6)`,
        [publicId, now, expiresAt, state, by, waits ? null : now],
      )
      let performed = 0
      const perform = async () => {
        performed += 1
        return {}
      }
      const refund = { problems: [], lock: async () => {}, perform }
      const needs = {
        db,
        clock,
        secrets,
        acts: {
          refund,
          void: refund,
          hold_release: refund,
          limit_rules: refund,
          negative_balance_limit: refund,
          rates: refund,
          balance_adjustment: refund,
          bank_line: refund,
          payout_end: refund,
          other_number: refund,
          staff_role: refund,
        },
      }
      const admin = who === 'another' ? benoit! : amina!
      const event = act === 'approve' ? 'approved' : 'rejected'
      const decided =
        act === 'expire'
          ? expireApprovals({ db, clock })
          : decideApproval(needs, publicId, admin, { event, reason: 'Ends' })
      const response = await outcome(decided)
      const allowed = waits && (act === 'expire' || who === 'another')
      expect(response).toBe(act === 'expire' || allowed ? 'done' : waits ? '403' : '409')
      const [row] = await send<{ state: string }>('select state from approval where public_id = $1', [
        publicId,
      ])
      expect(row!.state).toBe(allowed ? to[act] : state)
      expect(performed).toBe(allowed && act === 'approve' ? 1 : 0)
    },
  )
})

describe('an adjustment', () => {
  const acts = { approve: approveAdjustment, reject: rejectAdjustment }
  test.for(
    (['PENDING', 'APPROVED', 'REJECTED'] as const).flatMap((state) =>
      (['approve', 'reject'] as const).flatMap((act) =>
        (['who asked', 'another'] as const).map((who) => ({ state, act, who })),
      ),
    ),
  )(
    'an adjustment that is $state, asked to $act by $who, is decided once by another person',
    async ({ state, act, who }) => {
      const is = state !== 'PENDING'
      const of = newId()
      await send(
        `insert into wallet_adjustment (id, merchant_id, environment, amount_minor, reason, state, requested_by, requested_at,
         decided_by, decided_at, decision_reason, balance_after_minor)
       values ($7, $1, 'sandbox', 500, 'Ends', $2, 'amina', $3, $4, $5, $4, $6)`,
        [merchant, state, now, is ? 'benoit' : null, is ? now : null, state === 'APPROVED' ? 1 : null, of],
      )
      const booked = async () =>
        (
          await send<{ n: bigint }>(`select count(*) as n from ledger_posting where key like 'adjustment:%'`)
        )[0]!.n
      const before = await booked()
      const admin = who === 'another' ? benoit! : amina!
      const decision = { reason: 'Ends', admin, store: async () => undefined }
      const needs = { db, clock, secrets, secondAdmin: async () => true }
      const response = await outcome(acts[act](needs, of, decision))
      expect(response).toBe(is ? '409' : who === 'another' ? 'done' : '403')
      const [row] = await send<{ state: string }>('select state from wallet_adjustment where id = $1', [of])
      const isDecided = response === 'done'
      expect(row!.state).toBe(isDecided ? { approve: 'APPROVED', reject: 'REJECTED' }[act] : state)
      expect(await booked()).toBe(before + (isDecided && act === 'approve' ? 1n : 0n))
    },
  )
})

describe('a webhook', () => {
  const states = ['PENDING', 'DELIVERED', 'FAILED', 'DEAD'] as const
  const leases = ['ours', 'of another', 'none'] as const
  const event = (state: string, lease: string | null) =>
    id(
      `insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed,
         body, state, next_attempt_at, lease_token, lease_until, created_at, finished_at)
       values (gen_random_uuid(), $1, 'sandbox', $2, 'PAYMENT', $2, 'https://shop.test', 'shop', true, '{}', $3,
               case when $3 = 'PENDING' then $4::timestamptz end, $5::uuid,
               case when $5::uuid is not null then $4::timestamptz end, $4,
               case when $3 <> 'PENDING' then $4::timestamptz end) returning id`,
      [merchant, `ends:${++made}`, state, now, lease],
    )
  const stateOf = async (of: bigint) =>
    (
      await send<{ state: string; attempts: bigint }>(
        'select state, (select count(*) from webhook_attempt a where a.event_id = e.id) as attempts from webhook_event e where id = $1',
        [of],
      )
    )[0]!

  test.for(states.flatMap((state) => states.flatMap((to) => leases.map((lease) => ({ state, to, lease })))))(
    'a webhook that is $state is recorded as $to only while pending with our lease: $lease',
    async ({ state, to, lease }) => {
      const token = newId()
      const of = await event(state, { ours: token, 'of another': newId(), none: null }[lease])
      const result = {
        id: String(of),
        lease_token: token,
        number: 1,
        at: now.toString(),
        duration_ms: 1,
        response_head: '',
        state: to,
        next_attempt_at: to === 'PENDING' ? now.toString() : null,
      }
      const recorded = await db.rows(recordAttempts, [JSON.stringify([result])])
      const repeated = await db.rows(recordAttempts, [JSON.stringify([{ ...result, number: 2 }])])
      const counts = state === 'PENDING' && lease === 'ours'
      expect([recorded.length, repeated.length]).toEqual([counts ? 1 : 0, 0])
      expect(await stateOf(of)).toEqual({ state: counts ? to : state, attempts: counts ? 1n : 0n })
    },
  )

  test.for(states.flatMap((state) => [true, false].map((leased) => ({ state, leased }))))(
    'a webhook that is $state, leased $leased, is resent by an admin only if no worker has it',
    async ({ state, leased }) => {
      const of = await event(state, leased ? newId() : null)
      const [found] = await send<{ id: string }>('select event_id as id from webhook_event where id = $1', [
        of,
      ])
      const owner = { merchantId: merchant, environment: 'sandbox', id: found!.id } as const
      expect(await resend({ db, clock }, owner)).toBe(leased ? 'under_way' : 'resent')
      expect((await stateOf(of)).state).toBe(leased ? state : 'PENDING')
      expect(await resend({ db, clock }, { ...owner, environment: 'production' })).toBe('unknown')
    },
  )
})

describe('an operator callback for an unknown payout', () => {
  test.for(
    (['new', 'applied', 'ignored', 'orphaned'] as const).flatMap((state) =>
      [1, 23, 25].map((hours) => ({ state, hours })),
    ),
  )(
    'an orphaned callback is $state after $hours hours: kept for a day, then ignored for good',
    async ({ state, hours }) => {
      const of = await id(
        `insert into operator_callback (environment, operator, report_key, reference, report, received_at, state, next_attempt_at, needs_inquiry)
       values ('sandbox', 'orange', decode(md5($1), 'hex'), $1, '{"word":{"kind":"succeeded"}}', $2, $3,
               case when $3 = 'new' then $4::timestamptz end, false) returning id`,
        [`ENDS-${++made}`, now.subtract({ hours }), state, now],
      )
      const applyOutcome = () => Promise.reject(new Error('there is nothing to apply'))
      const needs = { db, clock, log, applyOutcome, operatorFor: () => undefined, wake: () => undefined }
      expect(await applyCallbacks(needs as never)).toBe(state === 'new')
      const [row] = await send<{ state: string; waits: boolean }>(
        'select state, next_attempt_at is not null as waits from operator_callback where id = $1',
        [of],
      )
      const to = state === 'new' && hours > 24 ? 'orphaned' : state
      expect(row).toEqual({ state: to, waits: to === 'new' })
      expect(await applyCallbacks(needs as never)).toBe(false)
    },
  )
})

test('an exception is closed once, by one admin', async () => {
  const of = await id(
    `insert into transfer_exception (kind, detail, opened_at) values ('paid_twice', 'Ends', $1) returning id`,
    [now],
  )
  const needs = { db, clock, secrets }
  expect(await outcome(closeException(needs, of, 'Looked at', amina!))).toBe('done')
  expect(await outcome(closeException(needs, of, 'Looked at', benoit!))).toBe('404')
  const [row] = await send('select state, closed_by from transfer_exception where id = $1', [of])
  expect(row).toEqual({ state: 'closed', closed_by: 'amina' })
})

describe('rates', () => {
  const snapshot = (state: string, asOf: Temporal.Instant) =>
    id(
      `insert into rate_snapshot (source, as_of, fetched_at, rates, state, moved_from)
       values ('ends', $1, $1, '{"CDF": "2800"}', $2, case when $2 = 'PUBLISHED' then '{}'::jsonb else '{"CDF": "2000"}' end)
       returning id`,
      [asOf, state],
    )
  test('quarantined rates are published once, by name, and only if newer than the rate table', async () => {
    const card = await snapshot('PUBLISHED', now)
    const [older, same, newer] = [
      await snapshot('QUARANTINED', now.subtract({ seconds: 1 })),
      await snapshot('QUARANTINED', now),
      await snapshot('QUARANTINED', now.add({ seconds: 1 })),
    ]
    const approve = (of: bigint) =>
      outcome(approveRates({ db, clock, secrets, log, approvals }, String(of), { reason: 'Ends' }, amina!))
    const tried: string[] = []
    for (const of of [card, older!, same!, newer!, newer!, 0n]) tried.push(await approve(of))
    expect(tried).toEqual(['409', '409', '409', 'done', '409', '404'])
    const published = await send(`select id from rate_snapshot where state = 'PUBLISHED' order by id`)
    expect(published).toEqual([{ id: card }, { id: newer }])
  })
})

describe('a settlement', () => {
  const transfer = (completed: Temporal.Instant) =>
    id(
      `insert into transfer (transaction_id, merchant_id, environment, reference, status, fingerprint, first_response,
         operator, customer_number, amount_hundredths, currency, receiver_minor, receiver_currency, fee_minor,
         parties_sealed, created_at, completed_at)
       values ('IMT-IN-' || upper(substr(md5($1), 1, 16)), $2, 'sandbox', $1, 'Successful', '', '', 'orange',
               '243840000001', 100, 'USD', 100, 'USD', 3, '', $3, $3) returning id`,
      [`ENDS-${++made}`, merchant, completed],
    )
  const all = () =>
    send<{ day: string; count: bigint; net: bigint; closed: boolean }>(
      `select day::text, count::bigint, net_minor as net, closed_at is not null as closed from settlement order by day`,
    )
  const closeAt = async (at: Temporal.Instant) => {
    while (await closeSettlements({ db, clock: { now: () => at }, log }));
  }

  test('a settlement is closed once its day is over, and late payouts go to the next one once', async () => {
    await transfer(now)
    await closeAt(Temporal.Instant.from('2026-11-22T00:01:59Z'))
    expect(await all()).toEqual([])
    await closeAt(Temporal.Instant.from('2026-11-22T00:02:00Z'))
    const first = { day: '2026-11-21', count: 1n, net: 100n, closed: true }
    expect(await all()).toEqual([first])
    await transfer(now.add({ hours: 1 }))
    await closeAt(Temporal.Instant.from('2026-11-22T23:59:59Z'))
    expect(await all()).toEqual([first])
    const later = Temporal.Instant.from('2026-11-23T00:02:00Z')
    await closeAt(later)
    await closeAt(later)
    expect(await all()).toEqual([first, { ...first, day: '2026-11-22' }])
  })
})
