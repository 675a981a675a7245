// Statement routes: for merchants' servers with signed requests, and for admins.

import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { SignedRequests } from '../../merchants/identity/signed-request.ts'
import { admins, keys } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { openDownloads } from '../../platform/http/downloads/downloads.ts'
import { sendJson } from '../../platform/http/http.ts'
import { adminOwner, adminRead, merchantPath } from '../admin-owner.ts'
import { downloadStatement, type StatementNeeds } from './download-statement.ts'
import { statementMonths } from './months.ts'
import { monthsResponse, statementQuery, statementResponse } from './schemas.ts'

/** The response of a route that reads a statement. */
export const statementFile = {
  query: statementQuery,
  responses: {
    200: {
      description: 'The statement, in the format that `format` selects.',
      schema: statementResponse,
      files: ['application/pdf', 'text/csv', 'application/xml'],
    },
  },
} as const

const endpoints = {
  read: {
    tag: 'Balance',
    id: 'readStatement',
    method: 'GET',
    path: '/api/v1/payment/statements',
    priority: 'list',
    access: keys('read'),
    summary: 'Read a statement',
    description: `The opening balance, each balance transaction and the closing balance of a UTC month or day, in one currency: as JSON,
CSV, PDF or camt.053.001.08. Two can be downloaded at a time.`,
    ...statementFile,
  },
  readAsAdmin: {
    ...adminRead,
    id: 'readMerchantStatement',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/statements',
    priority: 'list',
    access: admins('money'),
    summary: 'Read a statement of a merchant',
    description: 'In its current environment.',
    ...statementFile,
  },
  listMonthsAsAdmin: {
    ...adminRead,
    id: 'listMerchantStatementMonths',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/statements/months',
    priority: 'list',
    access: admins('money'),
    summary: "List the months of a merchant's statements",
    description: 'In its current environment: opening, fees and closing of each month, newest first.',
    responses: { 200: monthsResponse },
  },
} satisfies Record<string, Endpoint>

export type StatementRoutes = StatementNeeds & { signedRequests: SignedRequests }

/** Registers the statement route of merchants' servers. */
export function registerStatementRoutes(app: FastifyInstance, needs: StatementRoutes): void {
  const { signedRequests } = needs
  const onRequest = async (request: FastifyRequest) => signedRequests.checkHeaders(request)
  const send = openDownloads()
  app.get(
    '/api/v1/payment/statements',
    { onRequest, exposeHeadRoute: false, config: { api: endpoints.read } },
    async (request, reply) => {
      const { id: merchantId, environment } = await signedRequests.authenticate(request)
      const owner = { merchantId, environment }
      return send(reply, merchantId, downloadStatement(needs, owner, request.query))
    },
  )
}

/**
 * Registers the statement routes of admins.
 * @param guard lets only admins pass.
 */
export function registerStatementAdminRoutes(
  app: FastifyInstance,
  needs: StatementNeeds,
  guard: onRequestAsyncHookHandler,
): void {
  const { db, clock } = needs
  const send = openDownloads()
  app.get(
    `${merchantPath}/statements`,
    { onRequest: guard, exposeHeadRoute: false, config: { api: endpoints.readAsAdmin } },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const owner = await adminOwner(db, request)
      return send(reply, owner.merchantId, downloadStatement(needs, owner, request.query))
    },
  )
  app.get(
    `${merchantPath}/statements/months`,
    { onRequest: guard, config: { api: endpoints.listMonthsAsAdmin } },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const data = await statementMonths(db, await adminOwner(db, request), clock.now())
      return sendJson(reply, { status: 'success', data })
    },
  )
}
