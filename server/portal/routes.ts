// The portal's API: what a merchant's own people see and do, signed in. Everything is of the merchant of the token, in the
// environment it works in.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LinkNeeds } from '../cards/payment-links/manage-links.ts'
import type { ProfileNeeds } from '../merchants/profile/profile.ts'
import { type BearerNeeds, bearerRoutes, type Offer } from '../merchants/sign-in/bearer-routes.ts'
import { jsonBody } from '../platform/http/http.ts'
import * as endpoints from './endpoints.ts'
import { exportRoutes } from './exports/export.ts'
import { paymentsFile } from './exports/payments-file.ts'
import { transfersFile } from './exports/transfers-file.ts'
import { cancelLink, createLink, linkDetail, linksPage } from './links.ts'
import { settlementsPage, walletBalance, walletLines } from './money.ts'
import { checklist } from './overview/checklist.ts'
import { overview } from './overview/overview.ts'
import { type PaymentNeeds, paymentDetail, paymentsPage } from './payments.ts'
import { requestsPage } from './requests.ts'
import { demoOrderOf, demoTransferOf, receivedEvents, type SandboxNeeds, topUp } from './sandbox.ts'
import { search } from './search.ts'
import { type CheckNeeds, checkSignature } from './signatures/check.ts'
import { type TransferNeeds, transferDetail, transfersPage } from './transfers.ts'

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
  offer('GET', 'overview', endpoints.readOverview, (session) => overview(needs, session))
  offer('GET', 'payments', endpoints.listPayments, (session, { query }) =>
    paymentsPage(needs, session, query),
  )
  offer('GET', 'payments/:id', endpoints.readPayment, (session, request) =>
    paymentDetail(needs, session, named(request)),
  )
  offer('GET', 'transfers', endpoints.listTransfers, (session, { query }) =>
    transfersPage(needs, session, query),
  )
  offer('GET', 'transfers/:id', endpoints.readTransfer, (session, request) =>
    transferDetail(needs, session, named(request)),
  )
  offer('GET', 'search', endpoints.search, (session, { query }) => search(needs, session, query))
  offer('GET', 'links', endpoints.listLinks, (session, { query }) => linksPage(needs, session, query))
  offer(
    'POST',
    'links',
    endpoints.createLink,
    (session, request, db = needs.db) => createLink({ ...needs, db }, session, jsonBody(request)),
    { isAtomic: true },
  )
  offer('GET', 'links/:id', endpoints.readLink, (session, request) =>
    linkDetail(needs, session, named(request)),
  )
  offer(
    'POST',
    'links/:id/cancel',
    endpoints.cancelLink,
    (session, request, db = needs.db) => cancelLink({ ...needs, db }, session, named(request)),
    { isAtomic: true },
  )
  offer('GET', 'settlements', endpoints.listSettlements, (session, { query }) =>
    settlementsPage(needs, session, query),
  )
  offer('GET', 'wallet', endpoints.readWallet, (session) => walletBalance(needs, session))
  offer('GET', 'wallet/history', endpoints.listWalletLines, (session, { query }) =>
    walletLines(needs, session, query),
  )
  offer('GET', 'requests', endpoints.listRequests, (session, { query }) =>
    requestsPage(needs, session, query),
  )
  offer('GET', 'checklist', endpoints.readChecklist, (session) => checklist(needs, session))
  offer('POST', 'signature-check', endpoints.checkSignature, (session, request) =>
    checkSignature(needs, session, jsonBody(request)),
  )
  if (needs.sandbox) registerSandbox(offer, needs.sandbox)

  const file = exportRoutes(app, needs)
  file('payments.csv', endpoints.exportPayments, (session, query) => paymentsFile(needs, session, query))
  file('transfers.csv', endpoints.exportTransfers, (session, query) => transfersFile(needs, session, query))
}

function registerSandbox(offer: Offer, needs: SandboxNeeds): void {
  offer(
    'POST',
    'sandbox/topup',
    endpoints.topUp,
    (session, request, sql) => topUp(needs, session, jsonBody(request), sql),
    { isAtomic: true },
  )
  offer('POST', 'sandbox/order', endpoints.tryOrder, (session, request) =>
    demoOrderOf(needs, session, jsonBody(request)),
  )
  offer('POST', 'sandbox/transfer', endpoints.tryTransfer, (session, request) =>
    demoTransferOf(needs, session, jsonBody(request)),
  )
  offer('GET', 'events', endpoints.listEvents, (session) => receivedEvents(needs, session))
}
