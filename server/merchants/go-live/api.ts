// Routes that let a merchant request to go live and follow the request.

import { users } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import { userEndpoint } from '../sign-in/user-endpoint.ts'
import { callOf, stepUpHeader, stepUpProblems } from '../step-up/api.ts'
import { fileGoLive, goLiveOf, requestSchema } from './go-live.ts'
import { goLiveResponse } from './schemas.ts'

const account = { tag: 'Account' } as const

export const goLiveRoutes = [
  userEndpoint({
    ...account,
    id: 'readGoLive',
    method: 'GET',
    path: '/api/v1/merchant/go-live',
    priority: 'list',
    access: users('settings'),
    summary: 'Retrieve the state of the go-live request',
    responses: { 200: goLiveResponse },
    work: async (needs: Parameters<typeof fileGoLive>[0], { session }) => goLiveOf(needs.db, session),
  }),
  userEndpoint({
    ...account,
    id: 'requestGoLive',
    method: 'POST',
    path: '/api/v1/merchant/go-live',
    priority: 'list',
    access: users('configure'),
    repeatable: true,
    summary: 'Request to go live',
    headers: stepUpHeader,
    body: named('GoLiveRequest', requestSchema, {
      company_name: 'Boutique Kivu SARL',
      registration_number: 'CD/GOM/RCCM/24-B-0042',
      country: 'CD',
      contact_name: 'Grâce Mukendi',
      contact_email: 'grace@example.com',
      contact_phone: '+243991234567',
    }),
    responses: { 200: goLiveResponse },
    problems: [...stepUpProblems, problems.live_already, problems.go_live_pending],
    work: async (needs: Parameters<typeof fileGoLive>[0], { session, request }) =>
      fileGoLive(needs, callOf(session, request), jsonBody(request)),
  }),
]
