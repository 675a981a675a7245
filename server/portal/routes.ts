// The portal's API: what a merchant's own people see and do, signed in. Everything is of the merchant of the token, in the
// environment it works in.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LinkNeeds } from '../cards/link-merchant.ts'
import { type BearerNeeds, bearerRoutes, type Offer } from '../merchants/bearer-routes.ts'
import type { ProfileNeeds } from '../merchants/profile.ts'
import { jsonBody } from '../platform/http.ts'
import { checklist } from './checklist.ts'
import { exportRoutes } from './export.ts'
import { cancelLink, createLink, linkDetail, linksPage } from './links.ts'
import { settlementsPage, walletBalance, walletLines } from './money.ts'
import { overview } from './overview.ts'
import { type PaymentNeeds, paymentDetail, paymentsPage } from './payments.ts'
import { paymentsFile } from './payments-file.ts'
import { requestsPage } from './requests.ts'
import { demoOrderOf, demoTransferOf, receivedEvents, type SandboxNeeds, topUp } from './sandbox.ts'
import { search } from './search.ts'
import { type CheckNeeds, checkSignature } from './signature-check.ts'
import { type TransferNeeds, transferDetail, transfersPage } from './transfers.ts'
import { transfersFile } from './transfers-file.ts'

export type PortalRoutes = BearerNeeds &
  PaymentNeeds &
  TransferNeeds &
  LinkNeeds &
  ProfileNeeds &
  CheckNeeds & {
    /** What a deployment for trying has beside. */
    sandbox: SandboxNeeds | undefined
  }

const named = (request: FastifyRequest) => (request.params as { id: string }).id

export function registerPortalRoutes(app: FastifyInstance, needs: PortalRoutes): void {
  const offer = bearerRoutes(app, needs)
  offer('GET', 'overview', (session) => overview(needs, session))
  offer('GET', 'payments', (session, { query }) => paymentsPage(needs, session, query))
  offer('GET', 'payments/:id', (session, request) => paymentDetail(needs, session, named(request)))
  offer('GET', 'transfers', (session, { query }) => transfersPage(needs, session, query))
  offer('GET', 'transfers/:id', (session, request) => transferDetail(needs, session, named(request)))
  offer('GET', 'search', (session, { query }) => search(needs, session, query))
  offer('GET', 'links', (session, { query }) => linksPage(needs, session, query))
  offer('POST', 'links', (session, request) => createLink(needs, session, jsonBody(request)))
  offer('GET', 'links/:id', (session, request) => linkDetail(needs, session, named(request)))
  offer('POST', 'links/:id/cancel', (session, request) => cancelLink(needs, session, named(request)))
  offer('GET', 'settlements', (session, { query }) => settlementsPage(needs, session, query))
  offer('GET', 'wallet', (session) => walletBalance(needs, session))
  offer('GET', 'wallet/history', (session, { query }) => walletLines(needs, session, query))
  offer('GET', 'requests', (session, { query }) => requestsPage(needs, session, query))
  offer('GET', 'checklist', (session) => checklist(needs, session))
  offer('POST', 'signature-check', (session, request) => checkSignature(needs, session, jsonBody(request)))
  if (needs.sandbox) registerSandbox(offer, needs.sandbox)

  const file = exportRoutes(app, needs)
  file('payments.csv', (session, query) => paymentsFile(needs, session, query))
  file('transfers.csv', (session, query) => transfersFile(needs, session, query))
}

function registerSandbox(offer: Offer, needs: SandboxNeeds): void {
  offer('POST', 'sandbox/topup', (session, request) => topUp(needs, session, jsonBody(request)))
  offer('POST', 'sandbox/order', (session, request) => demoOrderOf(needs, session, jsonBody(request)))
  offer('POST', 'sandbox/transfer', (session, request) => demoTransferOf(needs, session, jsonBody(request)))
  offer('GET', 'events', (session) => receivedEvents(needs, session))
}
