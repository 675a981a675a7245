// Routes for payout schedules, for signed-in merchants.

import { callOf, stepUpHeader, stepUpProblems } from '../../merchants/sign-in/step-up.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { users } from '../../platform/http/access.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { payoutProblems as problems } from '../problems.ts'
import { type ScheduleNeeds, schedulesOf, setSchedule } from './schedule.ts'
import { scheduleBody, schedulesResponse } from './schemas.ts'

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
