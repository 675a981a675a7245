// What waits for a decision.
export { ApprovalsPage } from '../approvals/approvals-page.tsx'
export { HoldsPage } from '../holds/holds-page.tsx'
export { PayoutApprovalsPage } from '../payouts/approvals-page.tsx'
export { RefundRequestsPage } from '../refund-requests/refund-requests-page.tsx'
export { AlertsPage } from '../screening/alerts-page.tsx'
