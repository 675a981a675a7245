// The settings of what admins may do: APPROVALS, which acts need a second admin, as in `refund:USD=100,hold:USD=500,rates`, and
// ADMIN_TOKEN_ROLES, what tokens are limited to.
import { z } from 'zod'
import { type ApprovalRules, type RuleName, ruleKinds, ruleNames } from '../../admin/approvals/rules.ts'
import { adminTokenRoles } from '../../admin/token-setting.ts'
import { type Currency, parseWrittenMoney } from '../../kernel/money.ts'

const form = /^([a-z]+)(?::(?:([A-Z]{3})=([0-9.]{1,16})|(off)))?$/

/** Returns the rules with one part more; undefined for a part that is malformed or contradicts another. */
function withPart(rules: ApprovalRules, part: string): ApprovalRules | undefined {
  const [, name = '', currency, digits = '', off] = form.exec(part) ?? []
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
export const approvalVariables = {
  APPROVALS: [
    approvalRules.optional(),
    "Which acts of admins wait for a second admin: refund (refunds and voids, from a sum per currency on), hold (releases of held transfers, from a sum in USD on), matches (releases of transfers of persons who are exactly as on a list, whatever the sum), limits (changes of the limit rules that let more through, and higher limits of negative balances), rates (quarantined exchange rates), roles (new admin users, and other roles of them; in production always); as in refund:USD=100,refund:CDF=250000,hold:USD=500,rates. A name without a sum: every act; a currency without a sum: none. In production matches and limits wait unless they are switched off: matches:off,limits:off. Unset in a sandbox: none waits, as the specification's API says",
  ],
  ADMIN_TOKEN_ROLES: [
    adminTokenRoles.optional(),
    'Limits tokens of ADMIN_TOKENS to roles, as in monitor=support,ledger=finance+compliance; the roles are listed in roles.md. A token that is not named here has every right',
  ],
  APPROVAL_HOURS: [
    z
      .string()
      .regex(/^\d{1,3}$/, 'a whole number of hours')
      .transform(Number)
      .refine((value) => value >= 1 && value <= 720, 'hours from 1 to 720')
      .default(72),
    'How long an act waits for a second admin before it expires',
  ],
} as const
