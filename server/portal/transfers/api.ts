// The portal's routes for transfers: list, search and detail.

import { z } from 'zod'
import { type Offer, pathId } from '../../merchants/sign-in/bearer-routes.ts'
import { users } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { listQuery } from '../../platform/http/lists/list-query.ts'
import { remittanceProblems } from '../../remittance/transfer/problems.ts'
import { transferResponse, transfersResponse } from './schemas.ts'
import { type TransferNeeds, transferChoices, transferDetail, transfersPage } from './transfers.ts'

const portal = { tag: 'Portal' } as const
const path = {
  id: z.string().meta({ description: 'The `transaction_id`.', examples: ['IMT-IN-7K2M9QXA4T3BW8ZC'] }),
}

const endpoints = {
  listTransfers: {
    ...portal,
    id: 'listTransfersInPortal',
    method: 'GET',
    path: '/api/v1/merchant/transfers',
    priority: 'list',
    access: users('payments'),
    summary: 'List transfers with payout amount and fee',
    description: 'Newest first. `q` searches; at most the newest thousand matches are examined.',
    query: listQuery(transferChoices),
    responses: { 200: transfersResponse },
  },
  readTransfer: {
    ...portal,
    id: 'readTransferInPortal',
    method: 'GET',
    path: '/api/v1/merchant/transfers/:id',
    priority: 'list',
    access: users('payments'),
    summary: 'Retrieve a transfer with its timeline',
    params: path,
    responses: { 200: transferResponse },
    problems: [remittanceProblems.transfer_unknown],
  },
} satisfies Record<string, Endpoint>

export function offerTransfers(offer: Offer, needs: TransferNeeds): void {
  offer('GET', 'transfers', endpoints.listTransfers, (session, { query }) =>
    transfersPage(needs, session, query),
  )
  offer('GET', 'transfers/:id', endpoints.readTransfer, (session, request) =>
    transferDetail(needs, session, pathId(request)),
  )
}
