// A merchant's payout schedule: per currency, how often everything available is paid out, from which sum, and where to.

import { z } from 'zod'
import { audit } from '../admin/audit.ts'
import { amountOf, formatMoney, type LocalCurrency, parseMoney, sortedCurrencies } from '../kernel/money.ts'
import { Problem } from '../kernel/problem.ts'
import { merchantActor } from '../merchants/identity/merchant.ts'
import {
  callOf,
  type ProvenCall,
  requireStepUp,
  stepUpHeader,
  stepUpProblems,
} from '../merchants/sign-in/step-up.ts'
import { userEndpoint } from '../merchants/sign-in/user-endpoint.ts'
import { type Database, type Sql, statement } from '../platform/database/database.ts'
import { users } from '../platform/http/access.ts'
import { dataResponse, dayText, named, twoPlaces } from '../platform/http/api.ts'
import { check, decimalNumber, optional, refused, text } from '../platform/http/body/body.ts'
import { jsonBody } from '../platform/http/http.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { destinationForPayout } from './destinations/queries.ts'
import { payoutProblems, payoutProblems as problems } from './problems.ts'
import type { PayoutOwner } from './record/queries.ts'

export const intervals = ['manual', 'daily', 'weekly'] as const
export type Interval = (typeof intervals)[number]

const minimum = decimalNumber
  .refine(
    (digits) => !digits.startsWith('-') && digits.length <= 13,
    refused('greater_than_equal', 'Input should be greater than or equal to 0'),
  )
  .meta({ description: 'Less than this waits for the next run.', minimum: 0 })

const scheduleSchema = z.object({
  interval: z.enum(intervals),
  minimum,
  currency: z.enum(sortedCurrencies),
  destination_id: optional(text({ min: 1, max: 64 })).meta({ description: 'Required unless `manual`.' }),
})

const scheduleBody = named('PayoutScheduleRequest', scheduleSchema, {
  interval: 'daily',
  minimum: 50,
  currency: 'USD',
  destination_id: '0b9a7c52-6c1f-4a3e-9a57-52c3a1f0d0aa',
})

const schedule = z
  .object({
    currency: z.enum(sortedCurrencies),
    interval: z.enum(intervals),
    minimum: twoPlaces,
    destination_id: z.string().nullable(),
    next_run_on: dayText.nullable(),
  })
  .meta({ id: 'PayoutSchedule' })

const schedulesResponse = dataResponse('PayoutSchedules', z.object({ schedules: z.array(schedule) }), {
  schedules: [
    { currency: 'CDF', interval: 'manual', minimum: '0.00', destination_id: null, next_run_on: null },
    {
      currency: 'USD',
      interval: 'daily',
      minimum: '50.00',
      destination_id: '0b9a7c52-6c1f-4a3e-9a57-52c3a1f0d0aa',
      next_run_on: '2026-11-24',
    },
  ],
})

export type ScheduleNeeds = { db: Database; clock: Clock; secrets: Secrets }

type ScheduleRow = {
  currency: LocalCurrency
  interval: Interval
  minimum_minor: bigint
  destination: string | null
  next_run_on: string | null
}

const find = statement<ScheduleRow>(
  'find_payout_schedules',
  `select s.currency, s.interval, s.minimum_minor, d.public_id as destination, s.next_run_on::text as next_run_on
     from payout_schedule s left join payout_destination d on d.id = s.destination_id
    where s.merchant_id = $1 and s.environment = $2 order by s.currency`,
)
const save = statement(
  'save_payout_schedule',
  `insert into payout_schedule (merchant_id, environment, currency, interval, minimum_minor, destination_id, next_run_on)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (merchant_id, environment, currency) do update
     set interval = excluded.interval, minimum_minor = excluded.minimum_minor, destination_id = excluded.destination_id,
         next_run_on = excluded.next_run_on, retry_at = null`,
)

/** The schedules of a merchant, one per currency; those that were never set are manual. */
export async function schedulesOf(sql: Sql, { merchantId, environment }: PayoutOwner) {
  const rows = await sql.rows(find, [merchantId, environment])
  const schedules = sortedCurrencies.map((currency) => {
    const row = rows.find((known) => known.currency === currency)
    return {
      currency,
      interval: row?.interval ?? ('manual' as const),
      minimum: amountOf(row?.minimum_minor ?? 0n, currency),
      destination_id: row?.destination ?? null,
      next_run_on: row?.next_run_on ?? null,
    }
  })
  return { schedules }
}

/** Sets the schedule of one currency, from the next UTC day on. @throws InvalidBody, Problem 403 without a step-up, 404, 422 */
export async function setSchedule(
  { db, clock, secrets }: ScheduleNeeds,
  { session: owner, stepUpToken, from }: ProvenCall,
  body: unknown,
) {
  // guard: schedule-step-up
  await requireStepUp({ db, clock }, owner, stepUpToken)
  const { interval, minimum, currency, destination_id } = check(scheduleSchema, body, 'body')
  const least = parseMoney(minimum, currency)
  if (!least) throw new Problem(payoutProblems.amount_decimals)
  await db.transaction(async (sql) => {
    const named =
      destination_id === undefined ? undefined : await destinationForPayout(sql, owner, destination_id)
    const needsOne = interval !== 'manual' || destination_id !== undefined
    if (needsOne && !named) throw new Problem(payoutProblems.destination_unknown)
    const { merchantId, environment } = owner
    const now = clock.now()
    const next = nextRun(interval, today(now))
    const destination = named ? named.id : null
    const values = [
      merchantId,
      environment,
      currency,
      interval,
      least.minor,
      destination,
      next?.toString() ?? null,
    ]
    await sql.rows(save, values)
    const detail = {
      currency,
      interval,
      minimum: formatMoney(least),
      destination_id: named?.public_id ?? null,
    }
    const { merchantCode: subject } = owner
    const admin = merchantActor(owner, from)
    // guard: schedule-audit
    audit(sql, secrets, { admin, action: 'payout_schedule.set', subject, detail, now })
  })
  return schedulesOf(db, owner)
}

export const today = (now: Temporal.Instant) => now.toZonedDateTimeISO('UTC').toPlainDate()

/** The first day after this one on which the schedule runs: every day, or every Monday. */
export function nextRun(interval: Interval, after: Temporal.PlainDate): Temporal.PlainDate | undefined {
  if (interval === 'manual') return undefined
  return after.add({ days: interval === 'daily' ? 1 : 8 - after.dayOfWeek })
}

const portal = { tag: 'Portal: balance' } as const

export const scheduleRoutes = [
  userEndpoint({
    ...portal,
    id: 'readPayoutSchedule',
    method: 'GET',
    path: '/api/v1/merchant/payout-schedule',
    priority: 'list',
    access: users('money'),
    summary: 'Retrieve the payout schedule',
    description: 'One per currency.',
    responses: { 200: schedulesResponse },
    work: async ({ db }: ScheduleNeeds, { session }) => schedulesOf(db, session),
  }),
  userEndpoint({
    ...portal,
    id: 'setPayoutSchedule',
    method: 'PUT',
    path: '/api/v1/merchant/payout-schedule',
    priority: 'order',
    access: users('destinations'),
    summary: 'Update the payout schedule of a currency',
    description: `\`daily\` and \`weekly\` (on Mondays) pay out everything available at the start of the day in UTC, if it is at least the
minimum.`,
    headers: stepUpHeader,
    body: scheduleBody,
    responses: { 200: schedulesResponse },
    problems: [...stepUpProblems, problems.destination_unknown, problems.amount_decimals],
    work: async (needs: ScheduleNeeds, { session, request }) =>
      setSchedule(needs, callOf(session, request), jsonBody(request)),
  }),
]
