// The portal's routes for transfers: list, search and detail, each with its webhook deliveries.
import { z } from 'zod'
import type { Session } from '../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../merchants/sign-in/user-endpoint.ts'
import { users } from '../platform/http/access.ts'
import { dataResponse, examplePagination } from '../platform/http/api.ts'
import { deliveryDetailSchema } from '../platform/http/delivery-record.ts'
import { sortedQuery } from '../platform/http/list-query.ts'
import type { Secrets } from '../platform/secrets.ts'
import { remittanceProblems } from '../remittance/transfer/problems.ts'
import { transferSubject } from '../remittance/transfer/timeline.ts'
import {
  examplePricedTransfer,
  exampleTransferDetail,
  transferDetail as transferDetailSchema,
  transferWithFee,
} from '../remittance/transfer-views/api.ts'
import { readTransferDetail } from '../remittance/transfer-views/detail.ts'
import { type ReceiptNeeds, transferReceiptLink } from '../remittance/transfer-views/transfer-receipt.ts'
import { deliveriesAbout } from '../webhooks/delivery/deliveries.ts'
import { transferChoices, transfersPage } from './lists/pages.ts'
import { foundPageOf } from './search.ts'

const transfersResponse = dataResponse('PricedTransfers', foundPageOf(transferWithFee), {
  items: [examplePricedTransfer],
  pagination: examplePagination,
})

const transferWithDeliveries = z.object({
  ...transferDetailSchema.shape,
  receipt_link: z.string().nullable().meta({
    description: 'The page that verifies the signed receipt, to share with the sender; null without one.',
  }),
  deliveries: z.array(deliveryDetailSchema),
})

const transferResponse = dataResponse('TransferDetail', transferWithDeliveries, {
  ...exampleTransferDetail,
  receipt_link: 'https://pay.example/verify#LKR1.eyJ2IjoxfQ.c2lnbmF0dXJl',
  deliveries: [],
})

export type TransferNeeds = ReceiptNeeds & { secrets: Secrets }

/** @throws Problem 404 */
async function transferDetail(needs: TransferNeeds, session: Session, transactionId: string) {
  const { merchantId: id, environment } = session
  const found = await readTransferDetail(needs, { id, environment }, transactionId)
  const [receipt_link, deliveries] = await Promise.all([
    transferReceiptLink(needs, found.id, found.detail.status),
    deliveriesAbout(needs.db, session, transferSubject(found.id)),
  ])
  return { ...found.detail, receipt_link, deliveries }
}

const portal = { tag: 'Portal', method: 'GET', priority: 'list', access: users('payments') } as const
const path = {
  id: z.string().meta({ description: 'The `transaction_id`.', examples: ['IMT-IN-7K2M9QXA4T3BW8ZC'] }),
}

export const transferRoutes = [
  userEndpoint({
    ...portal,
    id: 'listTransfersInPortal',
    path: '/api/v1/merchant/transfers',
    summary: 'List transfers with payout amount and fee',
    description:
      '`q` searches; at most the newest thousand matches are examined. In another order or with `after`, the newest 50,000 are; oldest first, the oldest. Amounts are compared as they are paid out.',
    query: sortedQuery(transferChoices),
    responses: { 200: transfersResponse },
    work: async (needs: TransferNeeds, { session, request }) => transfersPage(needs, session, request.query),
  }),
  userEndpoint({
    ...portal,
    id: 'readTransferInPortal',
    path: '/api/v1/merchant/transfers/:id',
    summary: 'Retrieve a transfer with its timeline',
    params: path,
    responses: { 200: transferResponse },
    problems: [remittanceProblems.transfer_unknown],
    work: async (needs: TransferNeeds, { session, params }) => transferDetail(needs, session, params.id),
  }),
]
