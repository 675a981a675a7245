// Schemas of requests to correct a merchant's card balance.
import { z } from 'zod'
import { named } from '../../platform/http/api.ts'
import { positiveAmount, reasonText } from '../../platform/http/body/body.ts'
import { balanceCurrencies } from '../schemas.ts'

/** Whose books the other side of a correction is in. */
export const counterparties = ['bank', 'operator', 'gateway', 'own'] as const
export type Counterparty = (typeof counterparties)[number]

export const adjustmentSchema = z.object({
  type: z.enum(['credit', 'debit']).meta({ description: '`credit` gives money to the merchant.' }),
  amount: positiveAmount('With at most two decimals.'),
  currency: z.enum(balanceCurrencies),
  counterparty: z.enum(counterparties).meta({
    description:
      'Where the money came from or went: our account at the `bank`, our float at the `operator`, what the `gateway` owes us, or our `own` income and cost.',
  }),
  reason: reasonText().meta({ description: 'The merchant reads it with the balance transaction.' }),
})
export const adjustmentBody = named('BalanceAdjustment', adjustmentSchema, {
  type: 'debit',
  amount: 60,
  currency: 'USD',
  counterparty: 'bank',
  reason: 'The bank paid payout 019a… after it was recorded as failed',
})
