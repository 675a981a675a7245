// The portal's routes for the balance of card payments: balances, what becomes available next, movements.

import { namedMovementsPage, readBalances, readNextReleases } from '../../balances/movements.ts'
import {
  balancesResponse,
  namedMovementsResponse,
  querySchema,
  releasesResponse,
} from '../../balances/schemas.ts'
import type { Offer } from '../../merchants/sign-in/bearer-routes.ts'
import type { Sql } from '../../platform/database/database.ts'
import { users } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'

const portal = { tag: 'Portal: balance' } as const

const endpoints = {
  readBalance: {
    ...portal,
    id: 'readCardBalanceInPortal',
    method: 'GET',
    path: '/api/v1/merchant/balance',
    priority: 'list',
    access: users('money'),
    summary: 'Retrieve the balance of card payments',
    responses: { 200: balancesResponse },
  },
  readReleases: {
    ...portal,
    id: 'readNextReleases',
    method: 'GET',
    path: '/api/v1/merchant/balance/next',
    priority: 'list',
    access: users('money'),
    summary: 'Retrieve which sums become available next',
    description: 'One per currency with pending money.',
    responses: { 200: releasesResponse },
  },
  listMovements: {
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
  },
} satisfies Record<string, Endpoint>

export function offerBalance(offer: Offer, { db }: { db: Sql }): void {
  offer('GET', 'balance', endpoints.readBalance, (session) => readBalances(db, session))
  offer('GET', 'balance/next', endpoints.readReleases, (session) => readNextReleases(db, session))
  offer('GET', 'balance/transactions', endpoints.listMovements, (session, { query }) =>
    namedMovementsPage(db, session, query),
  )
}
