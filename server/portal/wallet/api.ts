// The portal's routes for the remittance wallet: balance, history and settlements.

import { z } from 'zod'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { users } from '../../platform/http/access.ts'
import { listQuery, pageFields } from '../../platform/http/lists/list-query.ts'
import { settlementsResponse } from '../../remittance/settlements/schemas.ts'
import { balanceResponse, walletLinesResponse } from '../../remittance/wallets/schemas.ts'
import { settlementsPage, type WalletNeeds, walletBalance, walletLines } from './wallet.ts'

const portal = { tag: 'Portal' } as const

export const walletRoutes = [
  userEndpoint({
    ...portal,
    id: 'listSettlementsInPortal',
    method: 'GET',
    path: '/api/v1/merchant/settlements',
    priority: 'list',
    access: users('money'),
    summary: 'List settlements',
    query: listQuery({}),
    responses: { 200: settlementsResponse },
    work: async (needs: WalletNeeds, { session, request }) => settlementsPage(needs, session, request.query),
  }),
  userEndpoint({
    ...portal,
    id: 'readWallet',
    method: 'GET',
    path: '/api/v1/merchant/wallet',
    priority: 'list',
    access: users('money'),
    summary: 'Retrieve the wallet balance',
    responses: { 200: balanceResponse },
    work: async (needs: WalletNeeds, { session }) => walletBalance(needs, session),
  }),
  userEndpoint({
    ...portal,
    id: 'listWalletLinesInPortal',
    method: 'GET',
    path: '/api/v1/merchant/wallet/history',
    priority: 'list',
    access: users('money'),
    summary: 'List the wallet history',
    query: z.object(pageFields),
    responses: { 200: walletLinesResponse },
    work: async (needs: WalletNeeds, { session, request }) => walletLines(needs, session, request.query),
  }),
]
