// The portal's routes for the balance of card payments: balances, what becomes available next, movements.

import { namedMovementsPage, readBalances, readNextReleases } from '../../balances/movements.ts'
import {
  balancesResponse,
  namedMovementsResponse,
  querySchema,
  releasesResponse,
} from '../../balances/schemas.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import type { Sql } from '../../platform/database/database.ts'
import { users } from '../../platform/http/access.ts'

const portal = { tag: 'Portal: balance' } as const

export const balanceRoutes = [
  userEndpoint({
    ...portal,
    id: 'readCardBalanceInPortal',
    method: 'GET',
    path: '/api/v1/merchant/balance',
    priority: 'list',
    access: users('money'),
    summary: 'Retrieve the balance of card payments',
    responses: { 200: balancesResponse },
    work: async ({ db }: { db: Sql }, { session }) => readBalances(db, session),
  }),
  userEndpoint({
    ...portal,
    id: 'readNextReleases',
    method: 'GET',
    path: '/api/v1/merchant/balance/next',
    priority: 'list',
    access: users('money'),
    summary: 'Retrieve which sums become available next',
    description: 'One per currency with pending money.',
    responses: { 200: releasesResponse },
    work: async ({ db }: { db: Sql }, { session }) => readNextReleases(db, session),
  }),
  userEndpoint({
    ...portal,
    id: 'listBalanceTransactionsInPortal',
    method: 'GET',
    path: '/api/v1/merchant/balance/transactions',
    priority: 'list',
    access: users('money'),
    summary: 'List balance transactions',
    description: 'Newest first. Their `net` amounts add up to the balance.',
    query: querySchema,
    responses: { 200: namedMovementsResponse },
    work: async ({ db }: { db: Sql }, { session, request }) => namedMovementsPage(db, session, request.query),
  }),
]
