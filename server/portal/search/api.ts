// The portal's search route over payments and transfers.

import { z } from 'zod'
import { examplePaymentSummary, paymentSummary } from '../../cards/payments/schemas.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { users } from '../../platform/http/access.ts'
import { named, success } from '../../platform/http/api.ts'
import { examplePricedTransfer, transferWithFee } from '../../remittance/transfers/schemas.ts'
import { querySchema, type SearchNeeds, search } from './search.ts'

const searchResponse = named(
  'SearchResults',
  success(z.object({ payments: z.array(paymentSummary), transfers: z.array(transferWithFee) })),
  {
    status: 'success',
    data: {
      payments: [{ ...examplePaymentSummary, allowed_actions: [] }],
      transfers: [examplePricedTransfer],
    },
  },
)

export const searchRoutes = [
  userEndpoint({
    tag: 'Portal',
    id: 'search',
    method: 'GET',
    path: '/api/v1/merchant/search',
    priority: 'list',
    access: users('payments'),
    summary: 'Search payments and transfers',
    description:
      'The newest ten of each, by reference, identifier, phone, email, amount or last card digits.',
    query: querySchema,
    responses: { 200: searchResponse },
    work: async (needs: SearchNeeds, { session, request }) => search(needs, session, request.query),
  }),
]
