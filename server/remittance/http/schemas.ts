// Shared response schemas of the remittance service, with their examples.
import { z } from 'zod'
import { environmentName } from '../../platform/http/api.ts'

export const exampleTime = '2026-11-21T09:30:00.118204'

/** Times in whole seconds, as in the rate table. */
export const secondStamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)

export const firstPage = { page: 1, limit: 20, total: 1, pages: 1 }
export const cappedPage = { ...firstPage, capped: false }

/** Whether an admin may take an action now, and if not, why. */
export const action = z.object({ allowed: z.boolean(), reason: z.string().nullable() })
export const may = { allowed: true, reason: null }
export const mayNot = (reason: string) => ({ allowed: false, reason })

export const ofMerchant = {
  merchant_code: z.string(),
  merchant_name: z.string(),
  environment: environmentName,
}
export const exampleMerchant = {
  merchant_code: 'LKT-7K2M-9QXA',
  merchant_name: 'Boutique Kivu',
  environment: 'sandbox',
} as const
