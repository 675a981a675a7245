// Settings of our accounts at banks, from which merchants are paid, and of the reconciliation with what banks report.

import { z } from 'zod'
import { readBankAccount, readBic, readHolder } from '../kernel/codes/bank-account.ts'
import { currencySums } from './card-money-settings.ts'
import { jsonOf, whole } from './forms.ts'

const account = z.strictObject({
  /** The holder as payment orders name it. */
  name: z.string().max(70).transform(readOr(readHolder, 'not a name in Latin letters')),
  account: z
    .string()
    .transform(readOr((text) => readBankAccount(text)?.number, 'not an IBAN or account number')),
  bic: z.string().transform(readOr(readBic, 'not a BIC')),
})
const accounts = z.strictObject({ USD: account.optional(), CDF: account.optional() })

function readOr(read: (text: string) => string | undefined, message: string) {
  return (text: string, context: z.RefinementCtx): string => {
    const value = read(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
}

const bankAccounts = jsonOf(accounts)

/** Rows of the table of settings. */
export const bankVariables = {
  PAYOUT_BANK_ACCOUNTS: [
    bankAccounts.optional(),
    'Our bank accounts that pay merchants, by currency: JSON such as {"USD": {"name": …, "account": …, "bic": …}}. Unset: no payouts to banks in production; the sandbox has test accounts of its own',
  ],
  BANK_MATCH_TOLERANCE: [
    currencySums.default({}),
    'How far the amount of a bank line may be from the expected one, as in USD=0.05,CDF=100; 0 for a currency that is missing',
  ],
  BANK_MISSING_AFTER_DAYS: [
    whole('days', 0, 99).default(3),
    'Days after the expected day from which money that no bank line shows counts as missing',
  ],
  BANK_WRITE_OFF_ALONE: [
    currencySums.default({ USD: 10_000n, CDF: 25_000_000n }),
    'Up to these amounts in 24 hours an admin alone writes off bank lines of files that others imported; anything else needs two admins, as in USD=100,CDF=250000; always two for a currency that is missing',
  ],
} as const
