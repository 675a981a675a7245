// The portal's routes for CSV exports of payments, transfers and balance transactions.

import { filterSchema } from '../../balances/schemas.ts'
import { paymentChoices } from '../../cards/payments/list.ts'
import type { Sql } from '../../platform/database/database.ts'
import { users } from '../../platform/http/access.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { filterQuery } from '../../platform/http/lists/list-query.ts'
import type { PaymentNeeds } from '../payments/payments.ts'
import { type TransferNeeds, transferChoices } from '../transfers/transfers.ts'
import { balanceFile } from './balance-file.ts'
import { exportQuery, sendExport } from './export.ts'
import { paymentsFile } from './payments-file.ts'
import { transfersFile } from './transfers-file.ts'

const exported = {
  tag: 'Portal',
  method: 'GET',
  priority: 'list',
  access: users('export'),
  responses: { 200: { description: 'A CSV file that ends with lines of totals.', type: 'text/csv' } },
  // A HEAD request would produce the whole file only to discard it.
  exposeHeadRoute: false,
} as const

export const exportRoutes = [
  endpoint({
    ...exported,
    id: 'exportPayments',
    path: '/api/v1/merchant/payments.csv',
    summary: 'Export payments as CSV',
    query: exportQuery(filterQuery(paymentChoices)),
    handle: async (needs: PaymentNeeds, call) => sendExport(needs, call, 'payments.csv', paymentsFile),
  }),
  endpoint({
    ...exported,
    id: 'exportTransfers',
    path: '/api/v1/merchant/transfers.csv',
    summary: 'Export transfers as CSV',
    query: exportQuery(filterQuery(transferChoices)),
    handle: async (needs: TransferNeeds, call) => sendExport(needs, call, 'transfers.csv', transfersFile),
  }),
  endpoint({
    ...exported,
    id: 'exportBalanceTransactions',
    path: '/api/v1/merchant/balance-transactions.csv',
    summary: 'Export balance transactions as CSV',
    query: exportQuery(filterSchema),
    handle: async (needs: { db: Sql }, call) =>
      sendExport(needs, call, 'balance-transactions.csv', balanceFile),
  }),
]
