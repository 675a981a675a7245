// The portal's routes for its home page and for the go-live checklist.

import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { users } from '../../platform/http/access.ts'
import { type ChecklistNeeds, checklist } from './checklist.ts'
import { type OverviewNeeds, overview } from './overview.ts'
import { checklistResponse, overviewResponse } from './schemas.ts'

const portal = { tag: 'Portal' } as const

export const overviewRoutes = [
  userEndpoint({
    ...portal,
    id: 'readPortalOverview',
    method: 'GET',
    path: '/api/v1/merchant/overview',
    priority: 'list',
    access: users('payments'),
    summary: 'Retrieve the figures of today and the week',
    description: 'Days are those of the time zone in the preferences of the merchant.',
    responses: { 200: overviewResponse },
    work: async (needs: OverviewNeeds, { session }) => overview(needs, session),
  }),
]

export const checklistRoutes = [
  userEndpoint({
    ...portal,
    id: 'readChecklist',
    method: 'GET',
    path: '/api/v1/merchant/checklist',
    priority: 'list',
    access: users('payments'),
    summary: 'Retrieve the go-live checklist',
    responses: { 200: checklistResponse },
    work: async (needs: ChecklistNeeds, { session }) => checklist(needs, session),
  }),
]
