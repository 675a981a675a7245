// Registers the portal's API: what a merchant's staff see and do when signed in. Everything is limited to the merchant of the
// token and its current environment.
import type { FastifyInstance } from 'fastify'
import { portalGroupRoutes } from '../cards/payment-links/groups/portal-api.ts'
import type { LinkNeeds } from '../cards/payment-links/manage-links.ts'
import { tillPartRoutes } from '../cards/payment-links/till/api.ts'
import { type DecisionNeeds, refundOfUserApproval } from '../cards/refund-requests/decide-request.ts'
import { destinationRoutes } from '../merchant-payouts/destinations/api.ts'
import type { DestinationNeeds } from '../merchant-payouts/destinations/change-destinations.ts'
import { portalPayoutRoutes } from '../merchant-payouts/payouts/api.ts'
import type { PayoutNeeds } from '../merchant-payouts/payouts/create-payout.ts'
import { payoutOfUserApproval } from '../merchant-payouts/payouts/decide-payout.ts'
import { scheduleRoutes } from '../merchant-payouts/schedule.ts'
import type { ProfileNeeds } from '../merchants/profile/profile.ts'
import type { Serve } from '../platform/http/endpoint.ts'
import type { Idempotency } from '../platform/http/idempotency.ts'
import type { Log } from '../platform/process/log.ts'
import { approvalRoutes } from './approvals.ts'
import { disputeRoutes } from './disputes.ts'
import { exportRoutes } from './exports.ts'
import { linkRoutes } from './links.ts'
import { customerRoutes } from './lists/customer.ts'
import { totalsRoutes } from './lists/totals.ts'
import { balanceRoutes, statementRoutes, walletRoutes } from './money.ts'
import { checklistRoutes, overviewRoutes } from './overview/overview.ts'
import { periodRoutes } from './overview/periods.ts'
import { type PaymentNeeds, paymentRoutes } from './payments.ts'
import { refundRequestRoutes } from './refund-requests.ts'
import { type CheckNeeds, signatureCheckRoutes } from './requests/check-signature.ts'
import { requestRoutes } from './requests/request-log.ts'
import { type SandboxNeeds, sandboxRoutes } from './sandbox.ts'
import { searchRoutes } from './search.ts'
import { handOverRoutes, tillRoutes } from './till.ts'
import { type TransferNeeds, transferRoutes } from './transfers.ts'
import { openUpdates, type Updates, updatesRoute } from './updates.ts'

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
    /** For routes that exist on sandbox deployments only. */
    sandbox: SandboxNeeds
  }

type Served = { portal: PortalRoutes }

/** Registers the routes of the portal; those of the sandbox where it has any. */
export function servePortal(
  app: FastifyInstance,
  serve: Serve<Served>,
  { production }: { production: boolean },
): void {
  const own = ({ portal }: Served) => portal
  serve(own, [
    ...overviewRoutes,
    ...periodRoutes,
    ...paymentRoutes,
    ...refundRequestRoutes,
    ...disputeRoutes,
    ...transferRoutes,
    ...totalsRoutes,
    ...customerRoutes,
    ...searchRoutes,
    ...linkRoutes,
    ...portalGroupRoutes,
    ...tillRoutes,
    ...tillPartRoutes,
    ...handOverRoutes,
    ...walletRoutes,
    ...balanceRoutes,
  ])
  serve(
    ({ portal }: Served) => ({ ...portal, ...portal.payouts }),
    [...portalPayoutRoutes, ...destinationRoutes, ...scheduleRoutes],
  )
  serve(
    ({ portal }: Served) => ({
      ...portal,
      acts: { payout: payoutOfUserApproval(portal.payouts), refund: refundOfUserApproval(portal.refunds) },
    }),
    approvalRoutes,
  )
  serve(own, [...statementRoutes, ...requestRoutes, ...checklistRoutes, ...signatureCheckRoutes])
  if (!production) serve(({ portal }: Served) => ({ ...portal, ...portal.sandbox }), sandboxRoutes)
  const opened: Updates[] = []
  // Without this, a process that stops would wait for its open streams.
  app.addHook('preClose', async () => {
    for (const updates of opened) updates.close()
  })
  const withUpdates = ({ portal }: Served) => {
    const updates = openUpdates(portal)
    opened.push(updates)
    return { ...portal, updates }
  }
  serve(withUpdates, [...exportRoutes, updatesRoute])
}
