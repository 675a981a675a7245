// Fee invoice routes: for merchants' servers with signed requests, and for admins.

import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { SignedRequests } from '../../merchants/identity/signed-request.ts'
import { merchantAdminProblems } from '../../merchants/problems.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import { admins, keys } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { openDownloads } from '../../platform/http/downloads/downloads.ts'
import { sendJson } from '../../platform/http/http.ts'
import { adminOwner, adminRead, merchantPath } from '../admin-owner.ts'
import { balanceProblems } from '../problems.ts'
import { invoicesPage, readInvoice } from './read-invoices.ts'
import { invoicePath, invoiceQuery, invoiceResponse, invoicesQuery, invoicesResponse } from './schemas.ts'

/** Query and response of the routes that read an invoice, and of those that list them. */
export const invoiceFile = {
  query: invoiceQuery,
  responses: {
    200: {
      description: 'The invoice, in the format that `format` selects.',
      schema: invoiceResponse,
      files: ['application/pdf'],
    },
  },
} as const
export const invoiceList = { query: invoicesQuery, responses: { 200: invoicesResponse } } as const

const listing =
  'One for each currency and month with fees, newest first. An invoice is issued an hour after the end of the month (UTC).'
const signed = { tag: 'Balance' } as const

const endpoints = {
  list: {
    ...signed,
    id: 'listFeeInvoices',
    method: 'GET',
    path: '/api/v1/payment/invoices',
    priority: 'list',
    access: keys('read'),
    summary: 'List fee invoices',
    description: listing,
    ...invoiceList,
  },
  read: {
    ...signed,
    id: 'readFeeInvoice',
    method: 'GET',
    path: '/api/v1/payment/invoices/:number',
    priority: 'list',
    access: keys('read'),
    summary: 'Read a fee invoice',
    description: 'As JSON or PDF. An invoice never changes.',
    params: invoicePath,
    ...invoiceFile,
    problems: [balanceProblems.invoice_unknown],
  },
  listAsAdmin: {
    ...adminRead,
    id: 'listMerchantFeeInvoices',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/invoices',
    priority: 'list',
    access: admins('money'),
    summary: "List a merchant's fee invoices",
    description: 'In its current environment, newest first.',
    ...invoiceList,
  },
  readAsAdmin: {
    ...adminRead,
    id: 'readMerchantFeeInvoice',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/invoices/:number',
    priority: 'list',
    access: admins('money'),
    summary: 'Read a fee invoice of a merchant',
    description: 'In its current environment.',
    params: { ...adminRead.params, ...invoicePath },
    ...invoiceFile,
    problems: [merchantAdminProblems.merchant_unknown, balanceProblems.invoice_unknown],
  },
} satisfies Record<string, Endpoint>

export type InvoiceRoutes = { db: Sql; signedRequests: SignedRequests }

/** Sends an invoice of this merchant, as JSON or as a file. @throws Problem 404. */
export async function sendInvoice(
  db: Sql,
  owner: ListOwner,
  { request, reply, send }: Sending,
): Promise<FastifyReply> {
  const { number } = request.params as { number: string }
  const read = await readInvoice(db, owner, { number, query: request.query })
  return 'file' in read
    ? send(reply, owner.merchantId, read.file)
    : sendJson(reply, { status: 'success', data: read.data })
}
type Sending = { request: FastifyRequest; reply: FastifyReply; send: ReturnType<typeof openDownloads> }

/** Registers the invoice routes of merchants' servers. */
export function registerInvoiceRoutes(app: FastifyInstance, { db, signedRequests }: InvoiceRoutes): void {
  const onRequest = async (request: FastifyRequest) => signedRequests.checkHeaders(request)
  const send = openDownloads()
  const ownerOf = async (request: FastifyRequest): Promise<ListOwner> => {
    const { id: merchantId, environment } = await signedRequests.authenticate(request)
    return { merchantId, environment }
  }
  app.get(
    '/api/v1/payment/invoices',
    { onRequest, config: { api: endpoints.list } },
    async (request, reply) => {
      const data = await invoicesPage(db, await ownerOf(request), request.query)
      return sendJson(reply, { status: 'success', data })
    },
  )
  app.get(
    '/api/v1/payment/invoices/:number',
    { onRequest, exposeHeadRoute: false, config: { api: endpoints.read } },
    async (request, reply) => sendInvoice(db, await ownerOf(request), { request, reply, send }),
  )
}

/**
 * Registers the invoice routes of admins.
 * @param guard lets only admins pass.
 */
export function registerInvoiceAdminRoutes(
  app: FastifyInstance,
  { db }: Pick<InvoiceRoutes, 'db'>,
  guard: onRequestAsyncHookHandler,
): void {
  const send = openDownloads()
  app.get(
    `${merchantPath}/invoices`,
    { onRequest: guard, config: { api: endpoints.listAsAdmin } },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const data = await invoicesPage(db, await adminOwner(db, request), request.query)
      return sendJson(reply, { status: 'success', data })
    },
  )
  app.get(
    `${merchantPath}/invoices/:number`,
    { onRequest: guard, exposeHeadRoute: false, config: { api: endpoints.readAsAdmin } },
    async (request: FastifyRequest, reply: FastifyReply) =>
      sendInvoice(db, await adminOwner(db, request), { request, reply, send }),
  )
}
