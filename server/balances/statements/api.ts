// Statement routes: for merchants' servers with signed requests, and for admins.

import { signedEndpoint } from '../../merchants/identity/signed-endpoint.ts'
import { admins, keys } from '../../platform/http/access.ts'
import type { SendDownload } from '../../platform/http/downloads/downloads.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { adminOwner, adminRead } from '../admin-owner.ts'
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

type DownloadNeeds = StatementNeeds & { send: SendDownload }

export const statementRoute = signedEndpoint({
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
  exposeHeadRoute: false,
  work: async (needs: DownloadNeeds, { owner, request, reply }) =>
    needs.send(reply, owner.merchantId, downloadStatement(needs, owner, request.query)),
})

export const adminStatementRoutes = [
  endpoint({
    ...adminRead,
    id: 'readMerchantStatement',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/statements',
    priority: 'list',
    access: admins('money'),
    summary: 'Read a statement of a merchant',
    description: 'In its current environment.',
    ...statementFile,
    exposeHeadRoute: false,
    handle: async (needs: DownloadNeeds, { request, reply, params }) => {
      const owner = await adminOwner(needs.db, params.merchant_code)
      return needs.send(reply, owner.merchantId, downloadStatement(needs, owner, request.query))
    },
  }),
  endpoint({
    ...adminRead,
    id: 'listMerchantStatementMonths',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/statements/months',
    priority: 'list',
    access: admins('money'),
    summary: "List the months of a merchant's statements",
    description: 'In its current environment: opening, fees and closing of each month, newest first.',
    responses: { 200: monthsResponse },
    handle: async ({ db, clock }: StatementNeeds, { params }) =>
      succeeded(await statementMonths(db, await adminOwner(db, params.merchant_code), clock.now())),
  }),
]
