// The portal's routes for its home page and for the go-live checklist.

import type { Offer } from '../../merchants/sign-in/bearer-routes.ts'
import { users } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { type ChecklistNeeds, checklist } from './checklist.ts'
import { type OverviewNeeds, overview } from './overview.ts'
import { checklistResponse, overviewResponse } from './schemas.ts'

const portal = { tag: 'Portal' } as const

const endpoints = {
  readOverview: {
    ...portal,
    id: 'readPortalOverview',
    method: 'GET',
    path: '/api/v1/merchant/overview',
    priority: 'list',
    access: users('payments'),
    summary: 'Retrieve the figures of today and the week',
    description: 'Days are those of the time zone in the preferences of the merchant.',
    responses: { 200: overviewResponse },
  },
  readChecklist: {
    ...portal,
    id: 'readChecklist',
    method: 'GET',
    path: '/api/v1/merchant/checklist',
    priority: 'list',
    access: users('payments'),
    summary: 'Retrieve the go-live checklist',
    responses: { 200: checklistResponse },
  },
} satisfies Record<string, Endpoint>

export function offerOverview(offer: Offer, needs: OverviewNeeds): void {
  offer('GET', 'overview', endpoints.readOverview, (session) => overview(needs, session))
}

export function offerChecklist(offer: Offer, needs: ChecklistNeeds): void {
  offer('GET', 'checklist', endpoints.readChecklist, (session) => checklist(needs, session))
}
