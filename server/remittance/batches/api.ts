// The routes of batches for merchants' servers, which send the merchant secret.
import { Problem } from '../../kernel/problem.ts'
import type { BasicAuthentication } from '../../merchants/identity/basic-auth.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { merchantSecret } from '../../platform/http/access.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { merchantEndpoint } from '../http/merchant-endpoint.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { batchesPage, fileOf, ownBatch, rendered, rowsPage } from './requests.ts'
import { resultFile } from './result-file.ts'
import {
  type ActName,
  actPart,
  acts,
  listPart,
  readPart,
  resultPart,
  rowsPart,
  uploadPart,
} from './route-parts.ts'
import { batchPath } from './schemas.ts'
import { type BatchNeeds, uploadBatch } from './upload.ts'

const ownerOf = ({ id, environment }: Merchant) => ({ merchantId: id, environment })

type ActCall = { merchant: Merchant; params: { batch_id: string } }

const actRoute = (id: string, name: ActName) =>
  merchantEndpoint({
    ...actPart(name),
    id,
    path: `/api/v1/remittance/batches/:batch_id/${name}`,
    work: async (needs: BatchNeeds, { merchant, params }: ActCall) =>
      rendered(needs, await acts[name].work(needs, ownerOf(merchant), params.batch_id)),
  })

export const batchRoutes = [
  merchantEndpoint({
    ...uploadPart,
    id: 'uploadBatch',
    path: '/api/v1/remittance/batches',
    work: async (needs: BatchNeeds, { merchant, request }) =>
      rendered(needs, await uploadBatch(needs, ownerOf(merchant), fileOf(request, needs))),
  }),
  merchantEndpoint({
    ...listPart,
    id: 'listBatches',
    path: '/api/v1/remittance/batches',
    work: async (needs: BatchNeeds, { merchant, query }) => batchesPage(needs, ownerOf(merchant), query),
  }),
  merchantEndpoint({
    ...readPart,
    id: 'readBatch',
    path: '/api/v1/remittance/batches/:batch_id',
    work: async (needs: BatchNeeds, { merchant, params }) =>
      rendered(needs, await ownBatch(needs, ownerOf(merchant), params.batch_id)),
  }),
  merchantEndpoint({
    ...rowsPart,
    id: 'listBatchRows',
    path: '/api/v1/remittance/batches/:batch_id/rows',
    work: async (needs: BatchNeeds, { merchant, params, query }) =>
      rowsPage(needs, ownerOf(merchant), params.batch_id, query),
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
      return resultFile(needs, reply, await ownBatch(needs, ownerOf(merchant), params.batch_id))
    },
  }),
  actRoute('pauseBatch', 'pause'),
  actRoute('resumeBatch', 'resume'),
  actRoute('cancelBatch', 'cancel'),
  actRoute('retryFailedRows', 'retry-failed'),
]
