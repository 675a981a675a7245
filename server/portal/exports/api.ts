// The portal's routes for CSV exports of payments, transfers and balance transactions.

import type { FastifyInstance } from 'fastify'
import { filterSchema } from '../../balances/schemas.ts'
import { paymentChoices } from '../../cards/payments/list.ts'
import type { BearerNeeds } from '../../merchants/sign-in/bearer-routes.ts'
import { users } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { filterQuery } from '../../platform/http/lists/list-query.ts'
import type { PaymentNeeds } from '../payments/payments.ts'
import { type TransferNeeds, transferChoices } from '../transfers/transfers.ts'
import { balanceFile } from './balance-file.ts'
import { exportQuery, exportRoutes } from './export.ts'
import { paymentsFile } from './payments-file.ts'
import { transfersFile } from './transfers-file.ts'

const portal = { tag: 'Portal' } as const
const file = { description: 'A CSV file that ends with lines of totals.', type: 'text/csv' }

const endpoints = {
  exportPayments: {
    ...portal,
    id: 'exportPayments',
    method: 'GET',
    path: '/api/v1/merchant/payments.csv',
    priority: 'list',
    access: users('export'),
    summary: 'Export payments as CSV',
    query: exportQuery(filterQuery(paymentChoices)),
    responses: { 200: file },
  },
  exportTransfers: {
    ...portal,
    id: 'exportTransfers',
    method: 'GET',
    path: '/api/v1/merchant/transfers.csv',
    priority: 'list',
    access: users('export'),
    summary: 'Export transfers as CSV',
    query: exportQuery(filterQuery(transferChoices)),
    responses: { 200: file },
  },
  exportMovements: {
    ...portal,
    id: 'exportBalanceTransactions',
    method: 'GET',
    path: '/api/v1/merchant/balance-transactions.csv',
    priority: 'list',
    access: users('export'),
    summary: 'Export balance transactions as CSV',
    query: exportQuery(filterSchema),
    responses: { 200: file },
  },
} satisfies Record<string, Endpoint>

export function registerExports(
  app: FastifyInstance,
  needs: BearerNeeds & PaymentNeeds & TransferNeeds,
): void {
  const file = exportRoutes(app, needs)
  file('payments.csv', endpoints.exportPayments, (session, query, zone) =>
    paymentsFile(needs, session, query, zone),
  )
  file('transfers.csv', endpoints.exportTransfers, (session, query, zone) =>
    transfersFile(needs, session, query, zone),
  )
  file('balance-transactions.csv', endpoints.exportMovements, (session, query, zone) =>
    balanceFile(needs, session, query, zone),
  )
}
