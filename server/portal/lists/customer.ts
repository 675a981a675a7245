// The portal's route for what the customer of a payment has done.
import { z } from 'zod'
import { disputeStates } from '../../cards/disputes/queries.ts'
import { customerOfPayment, maxOfCustomer } from '../../cards/payments/customer.ts'
import { renderPaymentSummary } from '../../cards/payments/list.ts'
import { renderPaymentSums, sumPayments } from '../../cards/payments/payment-sums.ts'
import { examplePaymentSummary, paymentSummary } from '../../cards/payments/schemas.ts'
import { cardProblems } from '../../cards/transaction/problems.ts'
import { currencyName, exampleUuid, followUpStatus } from '../../cards/transaction/schemas.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import type { Sql } from '../../platform/database/database.ts'
import { users } from '../../platform/http/access.ts'
import { dataResponse, examplePagination, twoPlaces, utcStamp } from '../../platform/http/api.ts'
import { pageFields, rangeOf, readPage } from '../../platform/http/list-query.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { foundPage, foundPageOf } from '../search.ts'
import { examplePaymentTotals, paymentTotalsSchema } from './totals.ts'

/** @throws Problem 404 @throws InvalidBody */
async function customerPage(
  { db, clock }: { db: Sql; clock: Clock },
  session: Session,
  { transactionUuid, query }: { transactionUuid: string; query: unknown },
) {
  const page = readPage(query)
  const { offset, limit } = rangeOf(page)
  const { payments, ...found } = await customerOfPayment(db, session, transactionUuid)
  const isCut = payments.length >= maxOfCustomer
  const now = clock.now()
  return {
    ...found,
    totals: { ...renderPaymentSums(sumPayments(payments)), newest_only: isCut ? maxOfCustomer : null },
    payments: foundPage(
      page,
      { rows: payments.slice(offset, offset + limit), total: payments.length, isCut },
      (payment) => renderPaymentSummary(payment, now),
    ),
  }
}

const customerResponse = dataResponse(
  'CustomerOfPayment',
  z.object({
    customer: z.object({
      name: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
    }),
    totals: paymentTotalsSchema,
    payments: foundPageOf(paymentSummary),
    refunds: z.array(
      z.object({
        transaction_uuid: z.string(),
        merchant_reference: z.string(),
        amount: twoPlaces,
        currency: currencyName,
        status: followUpStatus,
        reason: z.string(),
        created_at: utcStamp,
      }),
    ),
    disputes: z.array(
      z.object({
        dispute_id: z.string(),
        merchant_reference: z.string(),
        amount: twoPlaces,
        currency: currencyName,
        state: z.enum(disputeStates),
        created_at: utcStamp,
      }),
    ),
    links: z.array(
      z.object({
        code: z.string(),
        merchant_reference: z.string(),
        description: z.string(),
        payments: z.int(),
      }),
    ),
  }),
  {
    customer: { name: 'Grâce Mukendi', email: 'grace@example.com', phone: '+243815550101' },
    totals: examplePaymentTotals,
    payments: { items: [{ ...examplePaymentSummary, allowed_actions: [] }], pagination: examplePagination },
    refunds: [],
    disputes: [],
    links: [],
  },
)

export const customerRoutes = [
  userEndpoint({
    tag: 'Portal: payments',
    method: 'GET',
    priority: 'list',
    access: users('payments'),
    id: 'readCustomerOfPayment',
    path: '/api/v1/merchant/payments/:id/customer',
    summary: 'Retrieve what the customer of a payment has done',
    description:
      'The payments of the same email address, telephone or paying number, the newest thousand, and up to a hundred each of their refunds, disputes and links.',
    params: {
      id: z.string().meta({ description: 'The `transaction_uuid`.', examples: [exampleUuid] }),
    },
    query: z.object(pageFields),
    responses: { 200: customerResponse },
    problems: [cardProblems.transaction_not_found],
    work: async (needs: { db: Sql; clock: Clock }, { session, request, params }) =>
      customerPage(needs, session, { transactionUuid: params.id, query: request.query }),
  }),
]
