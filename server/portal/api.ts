// Registers the portal's API: what a merchant's staff see and do when signed in. Everything is limited to the merchant of the
// token and its current environment.
import type { FastifyInstance } from 'fastify'
import type { LinkNeeds } from '../cards/payment-links/manage-links.ts'
import { type DecisionNeeds, refundOfUserApproval } from '../cards/refund-requests/decide-request.ts'
import { offerDestinations } from '../merchant-payouts/destinations/api.ts'
import type { DestinationNeeds } from '../merchant-payouts/destinations/change-destinations.ts'
import { offerPayouts } from '../merchant-payouts/payouts/api.ts'
import type { PayoutNeeds } from '../merchant-payouts/payouts/create-payout.ts'
import { payoutOfUserApproval } from '../merchant-payouts/payouts/user-approval.ts'
import { offerSchedule } from '../merchant-payouts/schedule/api.ts'
import type { ProfileNeeds } from '../merchants/profile/profile.ts'
import { type BearerNeeds, bearerRoutes } from '../merchants/sign-in/bearer-routes.ts'
import type { Log } from '../platform/observability/log.ts'
import { offerApprovals } from './approvals/api.ts'
import { offerBalance } from './balance/api.ts'
import { offerDisputes } from './disputes/api.ts'
import { registerExports } from './exports/api.ts'
import { offerLinks } from './links/api.ts'
import { offerChecklist, offerOverview } from './overview/api.ts'
import { offerPayments } from './payments/api.ts'
import type { PaymentNeeds } from './payments/payments.ts'
import { offerHandOvers } from './receipts/api.ts'
import { offerRefundRequests } from './refund-requests/api.ts'
import { offerRequests } from './requests/api.ts'
import { offerSandbox } from './sandbox/api.ts'
import type { SandboxNeeds } from './sandbox/sandbox.ts'
import { offerSearch } from './search/api.ts'
import { offerSignatureCheck } from './signatures/api.ts'
import type { CheckNeeds } from './signatures/check.ts'
import { registerStatements } from './statements/api.ts'
import { offerTill } from './till/api.ts'
import { offerTransfers } from './transfers/api.ts'
import type { TransferNeeds } from './transfers/transfers.ts'
import { registerUpdates } from './updates/api.ts'
import { offerWallet } from './wallet/api.ts'

export type PortalRoutes = BearerNeeds &
  PaymentNeeds &
  TransferNeeds &
  LinkNeeds &
  ProfileNeeds &
  CheckNeeds & {
    log: Log
    /** For refunds, which call the gateway. */
    refunds: DecisionNeeds
    /** For payouts, whose destinations are looked up at the operators. */
    payouts: PayoutNeeds & DestinationNeeds
    /** Routes that exist on sandbox deployments only. */
    sandbox: SandboxNeeds | undefined
  }

export function registerPortalRoutes(app: FastifyInstance, needs: PortalRoutes): void {
  const offer = bearerRoutes(app, needs)
  offerOverview(offer, needs)
  offerPayments(offer, needs)
  offerRefundRequests(offer, needs)
  offerDisputes(offer, needs)
  offerTransfers(offer, needs)
  offerSearch(offer, needs)
  offerLinks(offer, needs)
  offerTill(offer, needs)
  offerHandOvers(offer, needs)
  offerWallet(offer, needs)
  offerBalance(offer, needs)
  offerPayouts(offer, needs.payouts)
  offerDestinations(offer, needs.payouts)
  offerSchedule(offer, needs.payouts)
  const acts = { payout: payoutOfUserApproval(needs.payouts), refund: refundOfUserApproval(needs.refunds) }
  const { db, secrets } = needs.payouts
  offerApprovals(offer, { db, secrets, clock: needs.clock, acts })
  registerStatements(app, offer, needs)
  offerRequests(offer, needs)
  offerChecklist(offer, needs)
  offerSignatureCheck(offer, needs)
  if (needs.sandbox) offerSandbox(offer, needs.sandbox)
  registerExports(app, needs)
  registerUpdates(app, needs)
}
