// The routes of batches of refunds, for merchants' users.
import { portalRoutesOf } from '../../batches/routes/portal-routes.ts'
import { rowsPage } from '../../batches/routes/requests.ts'
import { rowsPart } from '../../batches/routes/route-parts.ts'
import type { BatchNeeds } from '../../batches/upload.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { users } from '../../platform/http/access.ts'
import { refundBatches as kind } from './kind.ts'
import { refundRowsResponse, renderRefundRow } from './rows.ts'

const tag = 'Portal: refund batches'

const uploadTexts = {
  summary: 'Upload a batch of refunds',
  description: `CSV, or JSON \`{"rows": [...]}\`; at most 10,000 rows and 8 MiB. A row names a payment by \`transaction_uuid\`, \`cs_payment_id\` or
\`merchant_reference\`, with a \`reason\` and an \`amount\`, which is what remains of the payment if it is empty. The rows are checked in the
background, and nothing is refunded before a person has confirmed the batch. All payments of a file are in one currency. The same rows again
within 30 days are refused with the id of the earlier batch.`,
} as const

export const portalRefundBatchRoutes = [
  ...portalRoutesOf({
    tag,
    path: '/api/v1/merchant/refund-batches',
    kind,
    noun: 'RefundBatch',
    access: users('refund'),
    upload: uploadTexts,
  }),
  userEndpoint({
    ...rowsPart,
    tag,
    responses: { 200: refundRowsResponse },
    id: 'listRefundBatchRowsInPortal',
    path: '/api/v1/merchant/refund-batches/:batch_id/rows',
    access: users('payments'),
    work: async (needs: BatchNeeds, { session, request, params }) =>
      rowsPage(needs, { kind, owner: session, batchId: params.batch_id }, request.query, renderRefundRow),
  }),
]
