// The portal's routes for statements and fee invoices: their lists, and each as a file.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invoiceFile, invoiceList, sendInvoice } from '../../balances/invoices/api.ts'
import { invoicesPage } from '../../balances/invoices/read-invoices.ts'
import { invoicePath } from '../../balances/invoices/schemas.ts'
import { balanceProblems } from '../../balances/problems.ts'
import { statementFile } from '../../balances/statements/api.ts'
import { downloadStatement, type StatementNeeds } from '../../balances/statements/download-statement.ts'
import { statementMonths } from '../../balances/statements/months.ts'
import { monthsResponse } from '../../balances/statements/schemas.ts'
import { bearerGuard, sessionOf } from '../../merchants/sign-in/bearer.ts'
import { type BearerNeeds, type Offer, selfServicePath } from '../../merchants/sign-in/bearer-routes.ts'
import { users } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { openDownloads } from '../../platform/http/downloads/downloads.ts'

const portal = { tag: 'Portal: balance' } as const

const endpoints = {
  read: {
    ...portal,
    id: 'readStatementInPortal',
    method: 'GET',
    path: '/api/v1/merchant/statements',
    priority: 'list',
    access: users('money'),
    summary: 'Retrieve a statement',
    description: 'The same as for signed requests.',
    ...statementFile,
  },
  listMonths: {
    ...portal,
    id: 'listStatementMonths',
    method: 'GET',
    path: '/api/v1/merchant/statements/months',
    priority: 'list',
    access: users('money'),
    summary: 'List the months of statements',
    description: 'Opening, sums by type, fees and closing of each month in each currency, newest first.',
    responses: { 200: monthsResponse },
  },
  listInvoices: {
    ...portal,
    id: 'listFeeInvoicesInPortal',
    method: 'GET',
    path: '/api/v1/merchant/invoices',
    priority: 'list',
    access: users('money'),
    summary: 'List fee invoices',
    description: 'One for each currency and month with fees, newest first.',
    ...invoiceList,
  },
  readInvoice: {
    ...portal,
    id: 'readFeeInvoiceInPortal',
    method: 'GET',
    path: '/api/v1/merchant/invoices/:number',
    priority: 'list',
    access: users('money'),
    summary: 'Retrieve a fee invoice',
    description: 'As JSON or PDF.',
    params: invoicePath,
    ...invoiceFile,
    problems: [balanceProblems.invoice_unknown],
  },
} satisfies Record<string, Endpoint>

export function registerStatements(
  app: FastifyInstance,
  offer: Offer,
  needs: BearerNeeds & StatementNeeds,
): void {
  const send = openDownloads()
  offer('GET', 'statements/months', endpoints.listMonths, (session) =>
    statementMonths(needs.db, session, needs.clock.now()),
  )
  offer('GET', 'invoices', endpoints.listInvoices, (session, { query }) =>
    invoicesPage(needs.db, session, query),
  )
  app.get(
    `${selfServicePath}/invoices/:number`,
    { onRequest: bearerGuard(needs), exposeHeadRoute: false, config: { api: endpoints.readInvoice } },
    async (request: FastifyRequest, reply: FastifyReply) =>
      sendInvoice(needs.db, sessionOf(request), { request, reply, send }),
  )
  app.get(
    `${selfServicePath}/statements`,
    { onRequest: bearerGuard(needs), exposeHeadRoute: false, config: { api: endpoints.read } },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const session = sessionOf(request)
      return send(reply, session.merchantId, downloadStatement(needs, session, request.query))
    },
  )
}
