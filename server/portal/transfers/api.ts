// The portal's routes for transfers: list, search and detail.

import { z } from 'zod'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { users } from '../../platform/http/access.ts'
import { listQuery } from '../../platform/http/lists/list-query.ts'
import { remittanceProblems } from '../../remittance/transfer/problems.ts'
import { transferResponse, transfersResponse } from './schemas.ts'
import { type TransferNeeds, transferChoices, transferDetail, transfersPage } from './transfers.ts'

const portal = { tag: 'Portal' } as const
const path = {
  id: z.string().meta({ description: 'The `transaction_id`.', examples: ['IMT-IN-7K2M9QXA4T3BW8ZC'] }),
}

export const transferRoutes = [
  userEndpoint({
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
    work: async (needs: TransferNeeds, { session, request }) => transfersPage(needs, session, request.query),
  }),
  userEndpoint({
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
    work: async (needs: TransferNeeds, { session, params }) => transferDetail(needs, session, params.id),
  }),
]
