// The portal's routes for the remittance wallet: balance, history and settlements.

import { z } from 'zod'
import type { Offer } from '../../merchants/sign-in/bearer-routes.ts'
import { users } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { listQuery, pageFields } from '../../platform/http/lists/list-query.ts'
import { settlementsResponse } from '../../remittance/settlements/schemas.ts'
import { balanceResponse, walletLinesResponse } from '../../remittance/wallets/schemas.ts'
import { settlementsPage, type WalletNeeds, walletBalance, walletLines } from './wallet.ts'

const portal = { tag: 'Portal' } as const

const endpoints = {
  listSettlements: {
    ...portal,
    id: 'listSettlementsInPortal',
    method: 'GET',
    path: '/api/v1/merchant/settlements',
    priority: 'list',
    access: users('money'),
    summary: 'List settlements',
    query: listQuery({}),
    responses: { 200: settlementsResponse },
  },
  readWallet: {
    ...portal,
    id: 'readWallet',
    method: 'GET',
    path: '/api/v1/merchant/wallet',
    priority: 'list',
    access: users('money'),
    summary: 'Retrieve the wallet balance',
    responses: { 200: balanceResponse },
  },
  listWalletLines: {
    ...portal,
    id: 'listWalletLinesInPortal',
    method: 'GET',
    path: '/api/v1/merchant/wallet/history',
    priority: 'list',
    access: users('money'),
    summary: 'List the wallet history',
    query: z.object(pageFields),
    responses: { 200: walletLinesResponse },
  },
} satisfies Record<string, Endpoint>

export function offerWallet(offer: Offer, needs: WalletNeeds): void {
  offer('GET', 'settlements', endpoints.listSettlements, (session, { query }) =>
    settlementsPage(needs, session, query),
  )
  offer('GET', 'wallet', endpoints.readWallet, (session) => walletBalance(needs, session))
  offer('GET', 'wallet/history', endpoints.listWalletLines, (session, { query }) =>
    walletLines(needs, session, query),
  )
}
