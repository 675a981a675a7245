// The portal's routes for payments: list, search and detail.

import { z } from 'zod'
import { paymentChoices } from '../../cards/payments/list.ts'
import { cardProblems } from '../../cards/transaction/problems.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { users } from '../../platform/http/access.ts'
import { listQuery } from '../../platform/http/lists/list-query.ts'
import { moneyPath } from './money-path.ts'
import { type PaymentNeeds, paymentDetail, paymentsPage } from './payments.ts'
import { moneyPathResponse, paymentResponse, paymentsResponse } from './schemas.ts'

const portal = { tag: 'Portal: payments' } as const
const path = {
  id: z
    .string()
    .meta({ description: 'The `transaction_uuid`.', examples: ['LKT-20261121-093000-7K2M9QXA-CD'] }),
}

export const paymentRoutes = [
  userEndpoint({
    ...portal,
    id: 'listPayments',
    method: 'GET',
    path: '/api/v1/merchant/payments',
    priority: 'list',
    access: users('payments'),
    summary: 'List payments',
    description: 'Newest first. `q` searches; at most the newest thousand matches are examined.',
    query: listQuery(paymentChoices),
    responses: { 200: paymentsResponse },
    work: async (needs: PaymentNeeds, { session, request }) => paymentsPage(needs, session, request.query),
  }),
  userEndpoint({
    ...portal,
    id: 'readPayment',
    method: 'GET',
    path: '/api/v1/merchant/payments/:id',
    priority: 'list',
    access: users('payments'),
    summary: 'Retrieve a payment with its history',
    params: path,
    responses: { 200: paymentResponse },
    problems: [cardProblems.transaction_not_found],
    work: async (needs: PaymentNeeds, { session, params }) => paymentDetail(needs, session, params.id),
  }),
  userEndpoint({
    ...portal,
    id: 'readMoneyPath',
    method: 'GET',
    path: '/api/v1/merchant/payments/:id/money',
    priority: 'list',
    access: users('money'),
    summary: 'Retrieve where the money of a payment is',
    description: 'Pending, available, or paid out to a wallet or bank account.',
    params: path,
    responses: { 200: moneyPathResponse },
    problems: [cardProblems.transaction_not_found],
    work: async (needs: PaymentNeeds, { session, params }) => moneyPath(needs, session, params.id),
  }),
]
