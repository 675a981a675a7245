// The routes of batches of refunds: merchants' servers upload and read them, and their users also confirm them.
import { portalRoutesOf } from '../../batches/routes/portal-routes.ts'
import { batchesPage, fileOf, ownBatch, rendered, rowsPage } from '../../batches/routes/requests.ts'
import { resultFile } from '../../batches/routes/result-file.ts'
import { listPart, readPart, resultPart, rowsPart, uploadPart } from '../../batches/routes/route-parts.ts'
import { type BatchNeeds, uploadBatch } from '../../batches/upload.ts'
import { type SignedNeeds, signedEndpoint } from '../../merchants/identity/signed-endpoint.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { fileSchema } from '../../platform/documents/separated-file.ts'
import { keys, users } from '../../platform/http/access.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
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

const reading = keys('read', 'refund')

/** None of them confirms: what uploaded a batch never does, and a key is no person. */
export const refundBatchRoutes = [
  signedEndpoint({
    ...uploadPart,
    ...uploadTexts,
    id: 'uploadRefundBatch',
    path: '/api/v1/payment/refund-batches',
    access: keys('refund'),
    work: async (needs: BatchNeeds, { owner, request }) =>
      succeeded(await rendered(needs, kind, await uploadBatch(needs, kind, owner, fileOf(request, needs)))),
  }),
  signedEndpoint({
    ...listPart,
    id: 'listRefundBatches',
    path: '/api/v1/payment/refund-batches',
    access: reading,
    work: async (needs: BatchNeeds, { owner, request }) =>
      succeeded(await batchesPage(needs, kind, owner, request.query)),
  }),
  signedEndpoint({
    ...readPart,
    id: 'readRefundBatch',
    path: '/api/v1/payment/refund-batches/:batch_id',
    access: reading,
    work: async (needs: BatchNeeds, { owner, params }) =>
      succeeded(
        await rendered(needs, kind, await ownBatch(needs, { kind, owner, batchId: params.batch_id })),
      ),
  }),
  signedEndpoint({
    ...rowsPart,
    responses: { 200: refundRowsResponse },
    id: 'listRefundBatchRows',
    path: '/api/v1/payment/refund-batches/:batch_id/rows',
    access: reading,
    work: async (needs: BatchNeeds, { owner, request, params }) =>
      succeeded(
        await rowsPage(needs, { kind, owner, batchId: params.batch_id }, request.query, renderRefundRow),
      ),
  }),
  endpoint({
    ...resultPart,
    id: 'downloadRefundBatchResult',
    path: '/api/v1/payment/refund-batches/:batch_id/result.csv',
    access: reading,
    handle: async (needs: BatchNeeds & SignedNeeds, { request, reply, params }) => {
      const { id: merchantId, environment } = await needs.signedRequests.authenticate(request)
      const of = { kind, owner: { merchantId, environment }, batchId: params.batch_id }
      const file = check(fileSchema, request.query, 'query')
      return resultFile(needs, reply, { kind, batch: await ownBatch(needs, of), file })
    },
  }),
]

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
