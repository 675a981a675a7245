// Settings of the money that merchants are owed for card payments. Sums per currency are written as `USD=0.50,CDF=1000`; fees of
// payouts also name the type of the destination: `wallet:USD=0.50`.

import { z } from 'zod'
import type { LocalCurrency } from '../../kernel/money.ts'
import { type Currency, formatMoney, money, parseWrittenMoney } from '../../kernel/money.ts'
import { approvalVariables } from './approval-settings.ts'

type Sums = Partial<Record<LocalCurrency, bigint>>
type Fees = { wallet: Sums; bank: Sums }

const form = (type: string) => new RegExp(`^${type}(USD|CDF)=([0-9.]{1,16})$`)

function sumIn(match: RegExpExecArray | null): [currency: LocalCurrency, minor: bigint] | undefined {
  if (!match) return undefined
  const currency = match[1] as LocalCurrency
  const sum = parseWrittenMoney(match[2] ?? '', currency)
  return sum && [currency, sum.minor]
}

const parts = (text: string) => text.split(',').map((part) => part.trim())

/** `USD=1000,CDF=2500000`, in minor units. */
export const currencySums = z.string().transform((text, context): Sums => {
  const sums = parts(text).map((part) => sumIn(form('').exec(part)))
  if (sums.every((sum) => sum !== undefined)) return Object.fromEntries(sums)
  context.addIssue({ code: 'custom', message: 'sums such as USD=1000,CDF=2500000' })
  return z.NEVER
})

/** A value as a setting writes it: sums as "USD=1000.00,CDF=2500000.00"; empty for none. */
export function settingText(value: unknown = ''): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return String(value)
  const sums = Object.entries(value as Record<Currency, bigint>)
  return sums
    .map(([currency, minor]) => `${currency}=${formatMoney(money(minor, currency as Currency))}`)
    .join(',')
}

/** `wallet:USD=0.50,wallet:CDF=1000`, in minor units. */
export const payoutFees = z.string().transform((text, context): Fees => {
  const fees: Fees = { wallet: {}, bank: {} }
  for (const part of parts(text)) {
    const type = part.startsWith('bank:') ? 'bank' : 'wallet'
    const sum = sumIn(form(`${type}:`).exec(part))
    if (!sum) {
      context.addIssue({ code: 'custom', message: 'fees such as wallet:USD=0.50,wallet:CDF=1000' })
      return z.NEVER
    }
    fees[type][sum[0]] = sum[1]
  }
  return fees
})

const delaySeconds = z
  .string()
  .regex(/^\d{1,7}$/, 'a whole number of seconds')
  .transform(Number)
  .refine((value) => value <= 2_592_000, 'seconds from 0 to 2592000')

/** The variables, for the table of all variables. */
export const cardMoneyVariables = {
  ...approvalVariables,
  CARD_SETTLEMENT_DAYS: [
    z
      .string()
      .regex(/^\d{1,2}$/, 'a whole number of days, at most 99')
      .transform(Number)
      .default(2),
    'Days from the day of a charge (UTC) until its money moves from the pending to the available balance of the merchant, unless the report of the gateway shows it as settled before; 0: at once',
  ],
  CARD_DISPUTE_FEE: [
    currencySums.optional(),
    'Fee of a dispute for the merchant, as in USD=15,CDF=40000; unset: none, as for a currency that is missing. It is given back with a dispute that is won',
  ],
  PAYOUT_DESTINATION_DELAY_SECONDS: [
    delaySeconds.default(86_400),
    'How long a new payout destination of a merchant cannot be used',
  ],
  PAYOUT_FEES: [
    payoutFees.optional(),
    'Fee per payout of card money, on top of its amount, by type of destination and currency, as in wallet:USD=0.50,wallet:CDF=1000; unset: none',
  ],
  PAYOUT_APPROVAL_FROM: [
    currencySums.optional(),
    'A payout of card money waits for an admin if it brings what a merchant was paid out that day (UTC) without an admin to this sum, as in USD=1000,CDF=2500000; unset: none waits',
  ],
} as const
