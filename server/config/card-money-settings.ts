// Settings of the money that merchants are owed for card payments. Sums per currency are written as `USD=0.50,CDF=1000`; fees of
// payouts also name the type of the destination: `wallet:USD=0.50`.

import { z } from 'zod'
import { type ApprovalRules, type RuleName, ruleKinds, ruleNames } from '../admin/approvals/rules.ts'
import { adminTokenRoles } from '../admin/token-setting.ts'
import { amountOf, type Currency, type LocalCurrency, parseWrittenMoney } from '../kernel/money.ts'
import { whole } from './forms.ts'

// The settings of what admins may do: APPROVALS, which acts need a second admin, as in `refund:USD=100,hold:USD=500,rates`, and
// ADMIN_TOKEN_ROLES, what tokens are limited to.

const ruleForm = /^([a-z]+)(?::(?:([A-Z]{3})=([0-9.]{1,16})|(off)))?$/

/** Returns the rules with one part more; undefined for a part that is malformed or contradicts another. */
function withPart(rules: ApprovalRules, part: string): ApprovalRules | undefined {
  const [, name = '', currency, digits = '', off] = ruleForm.exec(part) ?? []
  if (!ruleNames.includes(name as RuleName)) return undefined
  const rule = name as RuleName
  const known = rules[rule]
  if (currency === undefined)
    return known === undefined ? { ...rules, [rule]: off === undefined ? 'all' : 'off' } : undefined
  const isOffered = (ruleKinds[rule].sums as readonly string[]).includes(currency)
  const sum = isOffered ? parseWrittenMoney(digits, currency as Currency) : undefined
  if (!sum || sum.minor === 0n || typeof known === 'string' || known?.[sum.currency] !== undefined)
    return undefined
  return { ...rules, [rule]: { ...known, [sum.currency]: sum.minor } }
}

export const approvalRules = z.string().transform((text, context): ApprovalRules => {
  let rules: ApprovalRules | undefined = {}
  for (const part of text.split(',')) rules = rules && withPart(rules, part.trim())
  if (rules) return rules
  context.addIssue({
    code: 'custom',
    message: `rules such as refund:USD=100,refund:CDF=250000,hold:USD=500,rates, each of ${ruleNames.join(', ')}`,
  })
  return z.NEVER
})

/** The variables, for the table of all variables. */
const approvalVariables = {
  APPROVALS: [
    approvalRules.optional(),
    'Which acts of admins wait for a second admin (docs/admin-api.md): refund, hold, matches, limits, rates, roles, as in refund:USD=100,refund:CDF=250000,hold:USD=500,rates. A name without a sum: every act; a currency without a sum: none. In production matches and limits wait unless they are switched off: matches:off,limits:off',
  ],
  ADMIN_TOKEN_ROLES: [
    adminTokenRoles.optional(),
    'Limits tokens of ADMIN_TOKENS to roles, as in monitor=support,ledger=finance+compliance; the roles are listed in roles.md. A token that is not named here has every right',
  ],
  APPROVAL_HOURS: [
    whole('hours', 1, 720).default(72),
    'How long an act waits for a second admin before it expires',
  ],
} as const

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
  return sums.map(([currency, minor]) => `${currency}=${amountOf(minor, currency as Currency)}`).join(',')
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

/** The variables, for the table of all variables. */
export const cardMoneyVariables = {
  ...approvalVariables,
  CARD_SETTLEMENT_DAYS: [
    whole('days', 0, 99).default(2),
    'Days from the day of a charge (UTC) until its money is available to the merchant, unless the report of the gateway shows it as settled before; 0: at once',
  ],
  MOBILE_MONEY_SETTLEMENT_DAYS: [
    whole('days', 0, 99).default(1),
    'The same of a mobile-money payment: days until its money is available to the merchant, and until its operator should pay us',
  ],
  CARD_DISPUTE_FEE: [
    currencySums.optional(),
    'Fee of a dispute for the merchant, as in USD=15,CDF=40000; unset: none, as for a currency that is missing. It is given back with a dispute that is won',
  ],
  PAYOUT_DESTINATION_DELAY_SECONDS: [
    whole('seconds', 0, 2_592_000).default(86_400),
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
