// The portal's search route over payments and transfers.

import { z } from 'zod'
import { examplePaymentSummary, paymentSummary } from '../../cards/payments/schemas.ts'
import type { Offer } from '../../merchants/sign-in/bearer-routes.ts'
import { users } from '../../platform/http/access.ts'
import { type Endpoint, named, success } from '../../platform/http/api.ts'
import { examplePricedTransfer, transferWithFee } from '../../remittance/transfers/schemas.ts'
import { querySchema, type SearchNeeds, search } from './search.ts'

const portal = { tag: 'Portal' } as const

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

const endpoints = {
  search: {
    ...portal,
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
  },
} satisfies Record<string, Endpoint>

export function offerSearch(offer: Offer, needs: SearchNeeds): void {
  offer('GET', 'search', endpoints.search, (session, { query }) => search(needs, session, query))
}
