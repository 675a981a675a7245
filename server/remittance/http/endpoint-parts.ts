// Shared parts of the declarations of remittance endpoints: tags, path parameters, queries and the admin's
// reason. The query schemas of merchant lists only serve the document: list-parameters.ts parses those queries with the
// error texts and codes that the specification fixes.
import { z } from 'zod'
import { dayText, environmentName, named } from '../../platform/http/api.ts'
import { reasonText } from '../../platform/http/body/body.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { exampleTransactionId, operatorName } from '../transfer/schemas.ts'
import { transferStatuses } from '../transfer/transfer.ts'

export const exampleTime = '2026-11-21T09:30:00.118204'

/** Times in whole seconds, as in the rate table. */
export const secondStamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)

/** Whether an admin may take an action now, and if not, why. */
export const action = z.object({ allowed: z.boolean(), reason: z.string().nullable() })
export const may = { allowed: true, reason: null }
export const mayNot = (reason: string) => ({ allowed: false, reason })

/** @param whyNot undefined if the action is allowed. */
export const actionOf = (whyNot: string | undefined) => (whyNot === undefined ? may : mayNot(whyNot))

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

export const transferEndpoint = { tag: 'Transfers' } as const
export const lookupEndpoint = { tag: 'Lookups' } as const
export const walletEndpoint = { tag: 'Wallet' } as const
export const adminTransferEndpoint = { tag: 'Admin: transfers' } as const
export const adminWalletEndpoint = { tag: 'Admin: wallets' } as const

export const byId = { id: z.string().meta({ examples: ['5'] }) }
export const byTransaction = { transaction_id: z.string().meta({ examples: [exampleTransactionId] }) }

/** The query parameters of every list. */
const page = {
  page: z.int().min(1).default(1),
  limit: z.int().min(1).max(100).default(20).meta({ description: 'Values above 100 count as 100.' }),
}
export const pageQuery = z.object(page)

/** The query parameters of lists filtered by day, status and operator. */
export const listQuery = z.object({
  ...page,
  status: z.enum([...transferStatuses, 'all']).optional(),
  operator: operatorName.or(z.literal('all')).optional(),
  from: dayText.optional().meta({ description: 'A UTC day, inclusive.' }),
  to: dayText.optional().meta({ description: 'A UTC day, inclusive.' }),
})
export const listProblems = [problems.field_missing, problems.date]

/** The reason an admin gives for an action, for the audit log. */
export const reasonField = reasonText()
export const reasonSchema = z.object({ reason: reasonField })
export const reasonBody = named('Reason', reasonSchema, { reason: 'Looked at the papers' })
