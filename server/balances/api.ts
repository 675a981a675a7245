// Balance routes: for merchants' servers with signed requests, and for admins.

import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { SignedRequests } from '../merchants/identity/signed-request.ts'
import type { Sql } from '../platform/database/database.ts'
import type { ListOwner } from '../platform/database/day-list.ts'
import { admins, keys } from '../platform/http/access.ts'
import type { Endpoint } from '../platform/http/api.ts'
import { sendJson } from '../platform/http/http.ts'
import { adminOwner, adminRead, merchantPath } from './admin-owner.ts'
import { movementsPage, namedMovementsPage, readBalances, readNextReleases } from './movements.ts'
import {
  balancesResponse,
  movementsResponse,
  namedMovementsResponse,
  querySchema,
  releasesResponse,
} from './schemas.ts'

const signed = { tag: 'Balance' } as const

const endpoints = {
  readBalance: {
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
  },
  listMovements: {
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
  },
  readBalanceAsAdmin: {
    ...adminRead,
    id: 'readMerchantBalance',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/balance',
    priority: 'list',
    access: admins('money'),
    summary: "Read a merchant's balance of card payments",
    description: 'In its current environment.',
    responses: { 200: balancesResponse },
  },
  listMovementsAsAdmin: {
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
  },
  readReleasesAsAdmin: {
    ...adminRead,
    id: 'readMerchantNextReleases',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/balance/next',
    priority: 'list',
    access: admins('money'),
    summary: 'Read which sums of a merchant become available next',
    description: 'One per currency with pending money.',
    responses: { 200: releasesResponse },
  },
} satisfies Record<string, Endpoint>

type Read = (owner: ListOwner, request: FastifyRequest) => Promise<object>

export type BalanceRoutes = { db: Sql; signedRequests: SignedRequests }

/** Registers the balance routes of merchants' servers. */
export function registerBalanceRoutes(app: FastifyInstance, { db, signedRequests }: BalanceRoutes): void {
  const onRequest = async (request: FastifyRequest) => signedRequests.checkHeaders(request)
  const offer = (name: string, api: Endpoint, read: Read) =>
    app.get(`/api/v1/payment/${name}`, { onRequest, config: { api } }, async (request, reply) => {
      const { id: merchantId, environment } = await signedRequests.authenticate(request)
      return sendJson(reply, { status: 'success', data: await read({ merchantId, environment }, request) })
    })
  offer('balance', endpoints.readBalance, (owner) => readBalances(db, owner))
  offer('balance/transactions', endpoints.listMovements, (owner, { query }) =>
    movementsPage(db, owner, query),
  )
}

/**
 * Registers the balance routes of admins.
 * @param guard lets only admins pass.
 */
export function registerBalanceAdminRoutes(
  app: FastifyInstance,
  { db }: Pick<BalanceRoutes, 'db'>,
  guard: onRequestAsyncHookHandler,
): void {
  const offer = (name: string, api: Endpoint, read: Read) =>
    app.get(
      `${merchantPath}/${name}`,
      { onRequest: guard, config: { api } },
      async (request: FastifyRequest, reply: FastifyReply) => {
        const data = await read(await adminOwner(db, request), request)
        return sendJson(reply, { status: 'success', data })
      },
    )
  offer('balance', endpoints.readBalanceAsAdmin, (owner) => readBalances(db, owner))
  offer('balance/next', endpoints.readReleasesAsAdmin, (owner) => readNextReleases(db, owner))
  offer('balance/transactions', endpoints.listMovementsAsAdmin, (owner, { query }) =>
    namedMovementsPage(db, owner, query),
  )
}
