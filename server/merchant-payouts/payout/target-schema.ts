// Where a payout goes, as responses describe it.
import { z } from 'zod'
import { operatorCodes } from '../../kernel/operators.ts'

/** The fields of a wallet or a bank account beside its type; what belongs to the other type is null. */
export const targetFields = {
  operator: z.enum(operatorCodes).nullable().meta({ description: 'Of a wallet.' }),
  number: z.string().nullable().meta({ description: 'Of a wallet.' }),
  subscriber_name: z
    .string()
    .nullable()
    .meta({ description: 'Of a wallet, as the operator gave it; null where it gives no names.' }),
  account_last4: z.string().nullable().meta({ description: 'The last four characters of a bank account.' }),
  bic: z.string().nullable().meta({ description: 'Of the bank.' }),
  holder: z.string().nullable().meta({ description: 'Of the bank account, as banks receive it.' }),
}
