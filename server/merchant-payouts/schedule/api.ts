// Routes for payout schedules, for signed-in merchants.
import type { Offer } from '../../merchants/sign-in/bearer-routes.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { jsonBody } from '../../platform/http/http.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { payoutProblems as problems } from '../problems.ts'
import { schedulesOf, setSchedule } from './schedule.ts'
import { scheduleBody, schedulesResponse } from './schemas.ts'

const portal = { tag: 'Portal', authentication: 'bearer' } as const

const endpoints = {
  read: {
    ...portal,
    id: 'readPayoutSchedule',
    summary: 'Retrieve the payout schedule',
    description: 'One per currency.',
    responses: { 200: schedulesResponse },
  },
  set: {
    ...portal,
    id: 'setPayoutSchedule',
    summary: 'Update the payout schedule of a currency',
    description: `\`daily\` and \`weekly\` (on Mondays) pay out everything available at the start of the day in UTC, if it is at least the
minimum.`,
    body: scheduleBody,
    responses: { 200: schedulesResponse },
    problems: [problems.destination_unknown, problems.amount_too_precise],
  },
} satisfies Record<string, Endpoint>

export function offerSchedule(offer: Offer, needs: { db: Database; clock: Clock }): void {
  offer('GET', 'payout-schedule', endpoints.read, (session) => schedulesOf(needs.db, session))
  offer('PUT', 'payout-schedule', endpoints.set, (session, request) =>
    setSchedule(needs, session, jsonBody(request)),
  )
}
