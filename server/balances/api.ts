// Balance routes: for merchants' servers with signed requests, and for admins.
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { z } from 'zod'
import { Problem } from '../kernel/problem.ts'
import { merchantByCode } from '../merchants/directory/directory.ts'
import type { SignedRequests } from '../merchants/identity/signed-request.ts'
import { merchantAdminProblems } from '../merchants/problems.ts'
import type { Sql } from '../platform/database/database.ts'
import type { ListOwner } from '../platform/database/day-list.ts'
import type { Endpoint } from '../platform/http/api.ts'
import { sendJson } from '../platform/http/http.ts'
import { movementsPage, readBalances, readNextReleases } from './movements.ts'
import { balancesResponse, movementsResponse, querySchema, releasesResponse } from './schemas.ts'

const signed = { tag: 'Balance', authentication: 'signature' } as const
const admin = {
  tag: 'Admin: merchants',
  authentication: 'admin',
  path: { merchant_code: z.string().meta({ examples: ['LKT-7K2M-9QXA'] }) },
  problems: [merchantAdminProblems.merchant_unknown],
} as const
const movements = { query: querySchema, responses: { 200: movementsResponse } }

const endpoints = {
  readBalance: {
    ...signed,
    id: 'readCardBalance',
    summary: 'Read the balance of card payments',
    description:
      'One balance per currency. A payment is pending until the gateway has settled it, then available.',
    responses: { 200: balancesResponse },
  },
  listMovements: {
    ...signed,
    id: 'listBalanceTransactions',
    summary: 'List balance transactions',
    description: 'Newest first. Their `net` amounts add up to the balance.',
    ...movements,
  },
  readBalanceAsAdmin: {
    ...admin,
    id: 'readMerchantBalance',
    summary: "Read a merchant's balance of card payments",
    description: 'In its current environment.',
    responses: { 200: balancesResponse },
  },
  listMovementsAsAdmin: {
    ...admin,
    id: 'listMerchantBalanceTransactions',
    summary: "List a merchant's balance transactions",
    description: 'In its current environment, newest first.',
    ...movements,
  },
  readReleasesAsAdmin: {
    ...admin,
    id: 'readMerchantNextReleases',
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
      `/api/v1/admin/merchants/:merchant_code/${name}`,
      { onRequest: guard, config: { api } },
      async (request: FastifyRequest, reply: FastifyReply) => {
        const { merchant_code } = request.params as { merchant_code: string }
        const owner = await ownerOf(db, merchant_code)
        return sendJson(reply, { status: 'success', data: await read(owner, request) })
      },
    )
  offer('balance', endpoints.readBalanceAsAdmin, (owner) => readBalances(db, owner))
  offer('balance/next', endpoints.readReleasesAsAdmin, (owner) => readNextReleases(db, owner))
  offer('balance/transactions', endpoints.listMovementsAsAdmin, (owner, { query }) =>
    movementsPage(db, owner, query),
  )
}

/** @throws Problem 404. */
async function ownerOf(db: Sql, code: string): Promise<ListOwner> {
  const merchant = await merchantByCode(db, code)
  if (!merchant) throw new Problem(merchantAdminProblems.merchant_unknown)
  return { merchantId: BigInt(merchant.id), environment: merchant.environment }
}
