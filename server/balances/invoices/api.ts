// Fee invoice routes: for merchants' servers with signed requests, and for admins.

import type { FastifyReply } from 'fastify'
import { signedEndpoint } from '../../merchants/identity/signed-endpoint.ts'
import { merchantAdminProblems } from '../../merchants/problems.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import { admins, keys } from '../../platform/http/access.ts'
import type { SendDownload } from '../../platform/http/downloads.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { adminOwner, adminRead } from '../admin-owner.ts'
import { balanceProblems } from '../problems.ts'
import { invoicesPage, readInvoice } from './queries.ts'
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

type Needs = { db: Sql }
type DownloadNeeds = Needs & { send: SendDownload }

export const invoiceRoutes = [
  signedEndpoint({
    ...signed,
    id: 'listFeeInvoices',
    method: 'GET',
    path: '/api/v1/payment/invoices',
    priority: 'list',
    access: keys('read'),
    summary: 'List fee invoices',
    description: listing,
    ...invoiceList,
    work: async ({ db }: Needs, { owner, request }) =>
      succeeded(await invoicesPage(db, owner, request.query)),
  }),
  signedEndpoint({
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
    exposeHeadRoute: false,
    work: async (needs: DownloadNeeds, { owner, request: { query }, reply, params: { number } }) =>
      sendInvoice(needs, owner, { number, query, reply }),
  }),
]

export const adminInvoiceRoutes = [
  endpoint({
    ...adminRead,
    id: 'listMerchantFeeInvoices',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/invoices',
    priority: 'list',
    access: admins('money'),
    summary: "List a merchant's fee invoices",
    description: 'In its current environment, newest first.',
    ...invoiceList,
    handle: async ({ db }: Needs, { request, params }) =>
      succeeded(await invoicesPage(db, await adminOwner(db, params.merchant_code), request.query)),
  }),
  endpoint({
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
    exposeHeadRoute: false,
    handle: async (needs: DownloadNeeds, { request: { query }, reply, params }) => {
      const owner = await adminOwner(needs.db, params.merchant_code)
      return sendInvoice(needs, owner, { number: params.number, query, reply })
    },
  }),
]

/** Sends an invoice of this merchant as a file, or returns it as JSON. @throws Problem 404. */
export async function sendInvoice(
  { db, send }: DownloadNeeds,
  owner: ListOwner,
  { reply, ...wanted }: { number: string; query: unknown; reply: FastifyReply },
) {
  const read = await readInvoice(db, owner, wanted)
  return 'file' in read ? send(reply, owner.merchantId, read.file) : succeeded(read.data)
}
