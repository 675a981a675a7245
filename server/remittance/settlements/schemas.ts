// Response schemas of the settlement routes for merchants and admins.
import { z } from 'zod'
import { cappedPageOf, merchantZone, named, pageOf, success, zonelessStamp } from '../../platform/http/api.ts'
import { cappedPage, exampleMerchant, firstPage, ofMerchant } from '../http/schemas.ts'

const settlementFields = {
  settlement_id: z.string(),
  period_start: zonelessStamp,
  period_end: zonelessStamp,
  currency: z.string(),
  count: z.int(),
  gross_amount: z.number(),
  fee_amount: z.number(),
  net_amount: z.number(),
  status: z.literal('CLOSED'),
  closed_at: zonelessStamp,
}

const exampleSettlement = {
  settlement_id: 'SET-20261120-7K2M9QXA',
  period_start: '2026-11-20T00:00:00.000000',
  period_end: '2026-11-21T00:00:00.000000',
  currency: 'USD',
  count: 418,
  gross_amount: 8410.5,
  fee_amount: 84.1,
  net_amount: 8326.4,
  status: 'CLOSED',
  closed_at: '2026-11-21T00:02:03.118204',
} as const

const settlement = z.object(settlementFields).meta({ id: 'Settlement' })

export const settlementsResponse = named('Settlements', success(pageOf(settlement)), {
  status: 'success',
  data: { items: [exampleSettlement], pagination: firstPage },
})

const listedSettlement = z
  .object({ ...ofMerchant, time_zone: merchantZone, ...settlementFields })
  .meta({ id: 'AdminSettlement' })

export const adminSettlementsResponse = named('AdminSettlements', success(cappedPageOf(listedSettlement)), {
  status: 'success',
  data: {
    items: [{ ...exampleMerchant, time_zone: 'Africa/Lubumbashi', ...exampleSettlement }],
    pagination: cappedPage,
  },
})
