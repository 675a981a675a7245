// The portal's routes for money: the balance of card payments, statements and fee invoices, the remittance wallet and its settlements.

import { z } from 'zod'
import { invoiceFile, invoiceList, sendInvoice } from '../balances/invoices/api.ts'
import { invoicesPage } from '../balances/invoices/queries.ts'
import { invoicePath } from '../balances/invoices/schemas.ts'
import { namedMovementsPage, readBalances, readNextReleases } from '../balances/movements.ts'
import { balanceProblems } from '../balances/problems.ts'
import {
  balancesResponse,
  namedMovementsResponse,
  querySchema,
  releasesResponse,
} from '../balances/schemas.ts'
import {
  downloadStatement,
  type StatementNeeds,
  statementFile,
  statementMonths,
} from '../balances/statements/api.ts'
import { monthsResponse } from '../balances/statements/schemas.ts'
import { type Session, sessionOf } from '../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../merchants/sign-in/user-endpoint.ts'
import type { Sql } from '../platform/database/database.ts'
import { users } from '../platform/http/access.ts'
import { openDownloads } from '../platform/http/downloads.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import { listQuery, paged, pageFields, rangeOf, readPage, readPageOf } from '../platform/http/list-query.ts'
import type { Clock } from '../platform/time/clock.ts'
import { balanceResponse, walletLinesResponse } from '../remittance/wallets/api.ts'
import { balanceOf, walletHistory } from '../remittance/wallets/merchant-reads.ts'
import { listSettlements } from '../remittance/wallets/settlement.ts'
import { settlementsResponse } from '../remittance/wallets/settlement-api.ts'

const portal = { tag: 'Portal: balance', method: 'GET', priority: 'list', access: users('money') } as const

export const balanceRoutes = [
  userEndpoint({
    ...portal,
    id: 'readCardBalanceInPortal',
    path: '/api/v1/merchant/balance',
    summary: 'Retrieve the balance of card payments',
    responses: { 200: balancesResponse },
    work: async ({ db }: { db: Sql }, { session }) => readBalances(db, session),
  }),
  userEndpoint({
    ...portal,
    id: 'readNextReleases',
    path: '/api/v1/merchant/balance/next',
    summary: 'Retrieve which sums become available next',
    description: 'One per currency with pending money.',
    responses: { 200: releasesResponse },
    work: async ({ db }: { db: Sql }, { session }) => readNextReleases(db, session),
  }),
  userEndpoint({
    ...portal,
    id: 'listBalanceTransactionsInPortal',
    path: '/api/v1/merchant/balance/transactions',
    summary: 'List balance transactions',
    description: 'Newest first. Their `net` amounts add up to the balance.',
    query: querySchema,
    responses: { 200: namedMovementsResponse },
    work: async ({ db }: { db: Sql }, { session, request }) => namedMovementsPage(db, session, request.query),
  }),
]

const send = openDownloads()

export const statementRoutes = [
  userEndpoint({
    ...portal,
    id: 'listStatementMonths',
    path: '/api/v1/merchant/statements/months',
    summary: 'List the months of statements',
    description: 'Opening, sums by type, fees and closing of each month in each currency, newest first.',
    responses: { 200: monthsResponse },
    work: async ({ db, clock }: StatementNeeds, { session }) => statementMonths(db, session, clock.now()),
  }),
  userEndpoint({
    ...portal,
    id: 'listFeeInvoicesInPortal',
    path: '/api/v1/merchant/invoices',
    summary: 'List fee invoices',
    description: 'One for each currency and month with fees, newest first.',
    ...invoiceList,
    work: async ({ db }: StatementNeeds, { session, request }) => invoicesPage(db, session, request.query),
  }),
  endpoint({
    ...portal,
    id: 'readFeeInvoiceInPortal',
    path: '/api/v1/merchant/invoices/:number',
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
    path: '/api/v1/merchant/statements',
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

type WalletNeeds = { db: Sql; clock: Clock }

const ownerOf = ({ merchantId: id, environment }: Session) => ({ id, environment })

const wallet = { tag: 'Portal', method: 'GET', priority: 'list', access: users('money') } as const

export const walletRoutes = [
  userEndpoint({
    ...wallet,
    id: 'listSettlementsInPortal',
    path: '/api/v1/merchant/settlements',
    summary: 'List settlements',
    query: listQuery({}),
    responses: { 200: settlementsResponse },
    work: async ({ db }: WalletNeeds, { session, request }) => {
      const { from, to, ...page } = readPageOf({}, request.query)
      return paged(page, await listSettlements(db, ownerOf(session), { from, to, ...rangeOf(page) }))
    },
  }),
  userEndpoint({
    ...wallet,
    id: 'readWallet',
    path: '/api/v1/merchant/wallet',
    summary: 'Retrieve the wallet balance',
    responses: { 200: balanceResponse },
    work: async ({ db, clock }: WalletNeeds, { session }) => balanceOf(db, ownerOf(session), clock.now()),
  }),
  userEndpoint({
    ...wallet,
    id: 'listWalletLinesInPortal',
    path: '/api/v1/merchant/wallet/history',
    summary: 'List the wallet history',
    query: z.object(pageFields),
    responses: { 200: walletLinesResponse },
    work: async ({ db }: WalletNeeds, { session, request }) => {
      const page = readPage(request.query)
      return paged(page, await walletHistory(db, ownerOf(session), rangeOf(page)))
    },
  }),
]
