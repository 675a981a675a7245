// The portal's API: what a merchant's own people see and do, signed in. Everything is of the merchant of the token, in the
// environment it works in.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type BearerNeeds, bearerRoutes } from '../merchants/bearer-routes.ts'
import { overview } from './overview.ts'
import { type PaymentNeeds, paymentDetail, paymentsPage } from './payments.ts'
import { search } from './search.ts'
import { type TransferNeeds, transferDetail, transfersPage } from './transfers.ts'

export type PortalRoutes = BearerNeeds & PaymentNeeds & TransferNeeds

export function registerPortalRoutes(app: FastifyInstance, needs: PortalRoutes): void {
  const offer = bearerRoutes(app, needs)
  const named = (request: FastifyRequest) => (request.params as { id: string }).id

  offer('GET', 'overview', (session) => overview(needs, session))
  offer('GET', 'payments', (session, { query }) => paymentsPage(needs, session, query))
  offer('GET', 'payments/:id', (session, request) => paymentDetail(needs, session, named(request)))
  offer('GET', 'transfers', (session, { query }) => transfersPage(needs, session, query))
  offer('GET', 'transfers/:id', (session, request) => transferDetail(needs, session, named(request)))
  offer('GET', 'search', (session, { query }) => search(needs, session, query))
}
