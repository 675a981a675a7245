// Response schemas of the merchant routes for wallets.
import { z } from 'zod'
import { named, pageOf, success, zonelessStamp } from '../../platform/http/api.ts'
import { firstPage } from '../http/schemas.ts'
import { exampleTransactionId } from '../transfer/schemas.ts'

export const balance = z
  .object({
    currency: z.literal('USD'),
    available: z.number(),
    reserved: z.number().meta({ description: 'Reserved for transfers in progress.' }),
    total: z.number(),
    as_of: zonelessStamp,
  })
  .meta({ id: 'Balance' })

export const exampleBalance = {
  currency: 'USD',
  available: 99,
  reserved: 1,
  total: 100,
  as_of: '2026-11-21T09:30:00.118204',
} as const

export const balanceResponse = named('BalanceResponse', success(balance), {
  status: 'success',
  data: exampleBalance,
})

export const lineKind = z.enum(['TOPUP', 'RESERVE', 'RELEASE', 'DEBIT', 'FEE', 'REVERSAL', 'ADJUSTMENT'])

const walletLine = z
  .object({
    id: z.string().meta({ description: 'The number of the line in this wallet.' }),
    at: zonelessStamp,
    kind: lineKind,
    amount: z.number().meta({ description: 'Negative for a debit of the available balance.' }),
    balance_after: z.number(),
    reference: z.string().nullable(),
    transaction_id: z.string().nullable(),
  })
  .meta({ id: 'WalletLine' })

export const walletLinesResponse = named('WalletLines', success(pageOf(walletLine)), {
  status: 'success',
  data: {
    items: [
      {
        id: '311',
        at: '2026-11-21T09:30:00.118204',
        kind: 'RESERVE',
        amount: -1,
        balance_after: 99,
        reference: 'T-2041',
        transaction_id: exampleTransactionId,
      },
    ],
    pagination: firstPage,
  },
})
