// The portal's routes for statements and fee invoices: their lists, and each as a file.

import { invoiceFile, invoiceList, sendInvoice } from '../../balances/invoices/api.ts'
import { invoicesPage } from '../../balances/invoices/read-invoices.ts'
import { invoicePath } from '../../balances/invoices/schemas.ts'
import { balanceProblems } from '../../balances/problems.ts'
import { statementFile } from '../../balances/statements/api.ts'
import { downloadStatement, type StatementNeeds } from '../../balances/statements/download-statement.ts'
import { statementMonths } from '../../balances/statements/months.ts'
import { monthsResponse } from '../../balances/statements/schemas.ts'
import { sessionOf } from '../../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { users } from '../../platform/http/access.ts'
import { openDownloads } from '../../platform/http/downloads/downloads.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

const portal = { tag: 'Portal: balance' } as const

const send = openDownloads()

export const statementRoutes = [
  userEndpoint({
    ...portal,
    id: 'listStatementMonths',
    method: 'GET',
    path: '/api/v1/merchant/statements/months',
    priority: 'list',
    access: users('money'),
    summary: 'List the months of statements',
    description: 'Opening, sums by type, fees and closing of each month in each currency, newest first.',
    responses: { 200: monthsResponse },
    work: async ({ db, clock }: StatementNeeds, { session }) => statementMonths(db, session, clock.now()),
  }),
  userEndpoint({
    ...portal,
    id: 'listFeeInvoicesInPortal',
    method: 'GET',
    path: '/api/v1/merchant/invoices',
    priority: 'list',
    access: users('money'),
    summary: 'List fee invoices',
    description: 'One for each currency and month with fees, newest first.',
    ...invoiceList,
    work: async ({ db }: StatementNeeds, { session, request }) => invoicesPage(db, session, request.query),
  }),
  endpoint({
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
    exposeHeadRoute: false,
    handle: async ({ db }: StatementNeeds, { request, reply, params }) =>
      sendInvoice({ db, send }, sessionOf(request), { number: params.number, query: request.query, reply }),
  }),
  endpoint({
    ...portal,
    id: 'readStatementInPortal',
    method: 'GET',
    path: '/api/v1/merchant/statements',
    priority: 'list',
    access: users('money'),
    summary: 'Retrieve a statement',
    description: 'The same as for signed requests.',
    ...statementFile,
    exposeHeadRoute: false,
    handle: async (needs: StatementNeeds, { request, reply }) => {
      const session = sessionOf(request)
      return send(reply, session.merchantId, downloadStatement(needs, session, request.query))
    },
  }),
]
