// Registers the portal's API: what a merchant's staff see and do when signed in. Everything is limited to the merchant of the
// token and its current environment.
import type { FastifyInstance } from 'fastify'
import type { LinkNeeds } from '../cards/payment-links/manage-links.ts'
import { type DecisionNeeds, refundOfUserApproval } from '../cards/refund-requests/decide-request.ts'
import { destinationRoutes } from '../merchant-payouts/destinations/api.ts'
import type { DestinationNeeds } from '../merchant-payouts/destinations/change-destinations.ts'
import { portalPayoutRoutes } from '../merchant-payouts/payouts/api.ts'
import type { PayoutNeeds } from '../merchant-payouts/payouts/create-payout.ts'
import { payoutOfUserApproval } from '../merchant-payouts/payouts/user-approval.ts'
import { scheduleRoutes } from '../merchant-payouts/schedule/api.ts'
import type { ProfileNeeds } from '../merchants/profile/profile.ts'
import type { Serve } from '../platform/http/endpoint.ts'
import type { Idempotency } from '../platform/http/idempotency.ts'
import type { Log } from '../platform/observability/log.ts'
import { approvalRoutes } from './approvals/api.ts'
import { balanceRoutes } from './balance/api.ts'
import { disputeRoutes } from './disputes/api.ts'
import { exportRoutes } from './exports/api.ts'
import { linkRoutes } from './links/api.ts'
import { checklistRoutes, overviewRoutes } from './overview/api.ts'
import { paymentRoutes } from './payments/api.ts'
import type { PaymentNeeds } from './payments/payments.ts'
import { handOverRoutes } from './receipts/api.ts'
import { refundRequestRoutes } from './refund-requests/api.ts'
import { requestRoutes } from './requests/api.ts'
import { sandboxRoutes } from './sandbox/api.ts'
import type { SandboxNeeds } from './sandbox/sandbox.ts'
import { searchRoutes } from './search/api.ts'
import { signatureCheckRoutes } from './signatures/api.ts'
import type { CheckNeeds } from './signatures/check.ts'
import { statementRoutes } from './statements/api.ts'
import { tillRoutes } from './till/api.ts'
import { transferRoutes } from './transfers/api.ts'
import type { TransferNeeds } from './transfers/transfers.ts'
import { updatesRoute } from './updates/api.ts'
import { openUpdates } from './updates/updates.ts'
import { walletRoutes } from './wallet/api.ts'

export type PortalRoutes = PaymentNeeds &
  TransferNeeds &
  LinkNeeds &
  ProfileNeeds &
  CheckNeeds & {
    idempotency: Idempotency
    log: Log
    /** For refunds, which call the gateway. */
    refunds: DecisionNeeds
    /** For payouts, whose destinations are looked up at the operators. */
    payouts: PayoutNeeds & DestinationNeeds
    /** Routes that exist on sandbox deployments only. */
    sandbox: SandboxNeeds | undefined
  }

export function registerPortalRoutes(app: FastifyInstance, needs: PortalRoutes, serve: Serve): void {
  serve(needs, [
    ...overviewRoutes,
    ...paymentRoutes,
    ...refundRequestRoutes,
    ...disputeRoutes,
    ...transferRoutes,
    ...searchRoutes,
    ...linkRoutes,
    ...tillRoutes,
    ...handOverRoutes,
    ...walletRoutes,
    ...balanceRoutes,
  ])
  serve({ ...needs, ...needs.payouts }, [...portalPayoutRoutes, ...destinationRoutes, ...scheduleRoutes])
  const acts = { payout: payoutOfUserApproval(needs.payouts), refund: refundOfUserApproval(needs.refunds) }
  serve({ ...needs, acts }, approvalRoutes)
  serve(needs, [...statementRoutes, ...requestRoutes, ...checklistRoutes, ...signatureCheckRoutes])
  if (needs.sandbox) serve({ ...needs, ...needs.sandbox }, sandboxRoutes)
  const updates = openUpdates(needs)
  // Without this, a process that stops would wait for its open streams.
  app.addHook('preClose', async () => updates.close())
  serve({ ...needs, updates }, [...exportRoutes, updatesRoute])
}
