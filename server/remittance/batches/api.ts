// The routes of batches of transfers: for merchants' servers, which send the merchant secret, and for their users.

import { batchProblems as problems } from '../../batches/problems.ts'
import { portalRoutesOf } from '../../batches/routes/portal-routes.ts'
import { batchesPage, fileOf, ownBatch, rendered, rowsPage } from '../../batches/routes/requests.ts'
import { resultFile } from '../../batches/routes/result-file.ts'
import {
  type ActName,
  actPart,
  acts,
  listPart,
  readPart,
  resultPart,
  rowsPart,
  uploadPart,
} from '../../batches/routes/route-parts.ts'
import { batchPath } from '../../batches/routes/schemas.ts'
import { type BatchNeeds, uploadBatch } from '../../batches/upload.ts'
import { Problem } from '../../kernel/problem.ts'
import type { BasicAuthentication } from '../../merchants/identity/basic-auth.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { fileSchema } from '../../platform/documents/separated-file.ts'
import { merchantSecret, users } from '../../platform/http/access.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { merchantEndpoint } from '../http/merchant-endpoint.ts'
import { transferBatches as kind } from './kind.ts'
import { renderRow, rowsResponse } from './rows.ts'

const ownerOf = ({ id, environment }: Merchant) => ({ merchantId: id, environment })
const one = (merchant: Merchant, batchId: string) => ({ kind, owner: ownerOf(merchant), batchId })

type ActCall = { merchant: Merchant; params: { batch_id: string } }

const actRoute = (id: string, name: ActName) =>
  merchantEndpoint({
    ...actPart(name),
    id,
    path: `/api/v1/remittance/batches/:batch_id/${name}`,
    work: async (needs: BatchNeeds, { merchant, params }: ActCall) =>
      rendered(needs, kind, await acts[name].work(needs, one(merchant, params.batch_id))),
  })

const uploadTexts = {
  summary: 'Upload a batch of transfers',
  description: `CSV with the names of a transfer's fields as its first line, or JSON \`{"rows": [...]}\`; at most 10,000 rows and 8 MiB. The rows are
checked in the background, and nothing is sent before a person has confirmed the batch. Decimals have a comma where columns are separated by
semicolons. The same rows again within 30 days are refused with the id of the earlier batch.`,
} as const

export const batchRoutes = [
  merchantEndpoint({
    ...uploadPart,
    ...uploadTexts,
    id: 'uploadBatch',
    path: '/api/v1/remittance/batches',
    work: async (needs: BatchNeeds, { merchant, request }) =>
      rendered(needs, kind, await uploadBatch(needs, kind, ownerOf(merchant), fileOf(request, needs))),
  }),
  merchantEndpoint({
    ...listPart,
    id: 'listBatches',
    path: '/api/v1/remittance/batches',
    work: async (needs: BatchNeeds, { merchant, query }) =>
      batchesPage(needs, kind, ownerOf(merchant), query),
  }),
  merchantEndpoint({
    ...readPart,
    id: 'readBatch',
    path: '/api/v1/remittance/batches/:batch_id',
    work: async (needs: BatchNeeds, { merchant, params }) =>
      rendered(needs, kind, await ownBatch(needs, one(merchant, params.batch_id))),
  }),
  merchantEndpoint({
    ...rowsPart,
    responses: { 200: rowsResponse },
    id: 'listBatchRows',
    path: '/api/v1/remittance/batches/:batch_id/rows',
    work: async (needs: BatchNeeds, { merchant, params, query }) =>
      rowsPage(needs, one(merchant, params.batch_id), query, renderRow),
  }),
  merchantEndpoint({
    tag: 'Batches',
    id: 'confirmBatch',
    method: 'POST',
    path: '/api/v1/remittance/batches/:batch_id/confirm',
    priority: 'order',
    summary: 'Confirm a batch (users only)',
    description: 'Always refused: a user confirms a batch in the portal, and never what uploaded it.',
    params: batchPath,
    responses: {},
    problems: [problems.batch_person],
    work: async () => {
      // guard: batch-confirmed-by-person
      throw new Problem(problems.batch_person)
    },
  }),
  endpoint({
    ...resultPart,
    id: 'downloadBatchResult',
    path: '/api/v1/remittance/batches/:batch_id/result.csv',
    access: merchantSecret,
    handle: async (needs: BatchNeeds & { basic: BasicAuthentication }, { request, reply, params }) => {
      const merchant = await needs.basic.authenticate(request)
      const batch = await ownBatch(needs, one(merchant, params.batch_id))
      return resultFile(needs, reply, { kind, batch, file: check(fileSchema, request.query, 'query') })
    },
  }),
  actRoute('pauseBatch', 'pause'),
  actRoute('resumeBatch', 'resume'),
  actRoute('cancelBatch', 'cancel'),
  actRoute('retryFailedRows', 'retry-failed'),
]

const tag = 'Portal: batches'

export const portalBatchRoutes = [
  ...portalRoutesOf({
    tag,
    path: '/api/v1/merchant/batches',
    kind,
    noun: 'Batch',
    access: users('payout'),
    upload: uploadTexts,
  }),
  userEndpoint({
    ...rowsPart,
    tag,
    responses: { 200: rowsResponse },
    id: 'listBatchRowsInPortal',
    path: '/api/v1/merchant/batches/:batch_id/rows',
    access: users('payments'),
    work: async (needs: BatchNeeds, { session, request, params }) =>
      rowsPage(needs, { kind, owner: session, batchId: params.batch_id }, request.query, renderRow),
  }),
]
