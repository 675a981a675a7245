// Balance routes: for merchants' servers with signed requests, and for admins.

import { signedEndpoint } from '../merchants/identity/signed-endpoint.ts'
import type { Sql } from '../platform/database/database.ts'
import { admins, keys } from '../platform/http/access.ts'
import { endpoint, succeeded } from '../platform/http/endpoint.ts'
import { adminOwner, adminRead } from './admin-owner.ts'
import { movementsPage, namedMovementsPage, readBalances, readNextReleases } from './movements.ts'
import {
  balancesResponse,
  movementsResponse,
  namedMovementsResponse,
  querySchema,
  releasesResponse,
} from './schemas.ts'

const signed = { tag: 'Balance' } as const

type Needs = { db: Sql }

export const balanceRoutes = [
  signedEndpoint({
    ...signed,
    id: 'readCardBalance',
    method: 'GET',
    path: '/api/v1/payment/balance',
    priority: 'status',
    access: keys('read'),
    summary: 'Read the balance of card payments',
    description:
      'One balance per currency. A payment is pending until the gateway has settled it, then available.',
    responses: { 200: balancesResponse },
    work: async ({ db }: Needs, { owner }) => succeeded(await readBalances(db, owner)),
  }),
  signedEndpoint({
    ...signed,
    id: 'listBalanceTransactions',
    method: 'GET',
    path: '/api/v1/payment/balance/transactions',
    priority: 'list',
    access: keys('read'),
    summary: 'List balance transactions',
    description: 'Newest first. Their `net` amounts add up to the balance.',
    query: querySchema,
    responses: { 200: movementsResponse },
    work: async ({ db }: Needs, { owner, request }) =>
      succeeded(await movementsPage(db, owner, request.query)),
  }),
  endpoint({
    ...adminRead,
    id: 'readMerchantBalance',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/balance',
    priority: 'list',
    access: admins('money'),
    summary: "Read a merchant's balance of card payments",
    description: 'In its current environment.',
    responses: { 200: balancesResponse },
    handle: async ({ db }: Needs, { params }) =>
      succeeded(await readBalances(db, await adminOwner(db, params.merchant_code))),
  }),
  endpoint({
    ...adminRead,
    id: 'readMerchantNextReleases',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/balance/next',
    priority: 'list',
    access: admins('money'),
    summary: 'Read which sums of a merchant become available next',
    description: 'One per currency with pending money.',
    responses: { 200: releasesResponse },
    handle: async ({ db }: Needs, { params }) =>
      succeeded(await readNextReleases(db, await adminOwner(db, params.merchant_code))),
  }),
  endpoint({
    ...adminRead,
    id: 'listMerchantBalanceTransactions',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/balance/transactions',
    priority: 'list',
    access: admins('money'),
    summary: "List a merchant's balance transactions",
    description: 'In its current environment, newest first.',
    query: querySchema,
    responses: { 200: namedMovementsResponse },
    handle: async ({ db }: Needs, { request, params }) =>
      succeeded(await namedMovementsPage(db, await adminOwner(db, params.merchant_code), request.query)),
  }),
]
