// Which acts of admins wait for a second admin. A rule names acts of one kind and, for those that move money, the sum per
// currency from which they wait. A deployment without rules asks for no approvals.

import type { AdminRight } from '../../kernel/admin-roles.ts'
import { type Currency, localCurrencies, type Money } from '../../kernel/money.ts'
import type { Moves } from '../../kernel/moves.ts'

/** The rules by name. `sums`: whether a rule can be limited to sums, and in which currencies. */
export const ruleKinds = {
  /** Refunds and voids of card payments: both return money to the payer. */
  refund: { sums: localCurrencies },
  /** Releases of held transfers, by what the merchant's wallet pays out, without the fee. */
  hold: { sums: ['USD'] },
  /** Releases of held transfers whose sender or beneficiary is exactly as on a list, whatever the sum. */
  matches: { sums: [] },
  /** Changes of the limit rules that let more through than before, and balances of merchants that may go further below zero. */
  limits: { sums: [] },
  /** Publishing quarantined exchange rates. */
  rates: { sums: [] },
  /** New admin users, and other roles of admin users. */
  roles: { sums: [] },
} as const satisfies Record<string, { sums: readonly Currency[] }>

export type RuleName = keyof typeof ruleKinds
export const ruleNames = Object.keys(ruleKinds) as RuleName[]

/** Minor units per currency, from which on acts wait; `all`: every act waits; `off`: none, also where it would by default. */
type ApprovalRule = 'all' | 'off' | Partial<Record<Currency, bigint>>
export type ApprovalRules = Partial<Record<RuleName, ApprovalRule>>

/** The acts that can wait, and the rule of each; null where they always wait. */
const actionRules = {
  refund: 'refund',
  void: 'refund',
  hold_release: 'hold',
  limit_rules: 'limits',
  negative_balance_limit: 'limits',
  rates: 'rates',
  staff_role: 'roles',
  balance_adjustment: null,
  bank_line: null,
  payout_end: null,
  other_number: null,
} as const satisfies Record<string, RuleName | null>

export type ApprovalAction = keyof typeof actionRules
/** The right that an admin needs to decide on an act: that of doing it alone. */
export const actionRights = {
  refund: 'refunds',
  void: 'refunds',
  hold_release: 'compliance',
  limit_rules: 'compliance',
  negative_balance_limit: 'pricing',
  rates: 'pricing',
  staff_role: 'staff',
  balance_adjustment: 'move_money',
  bank_line: 'move_money',
  payout_end: 'move_money',
  other_number: 'refunds',
} as const satisfies Record<ApprovalAction, AdminRight>

/**
 * Acts that one subject can need twice: a payment may be refunded twice by the same sum. Every other act waits once for each subject,
 * whatever reason is given.
 */
export const canWaitTwice: ReadonlySet<ApprovalAction> = new Set(['refund', 'balance_adjustment'])

export const approvalActions = Object.keys(actionRules) as ApprovalAction[]

/**
 * Whether an act needs a second admin.
 * @param measured what the rule's sum is compared with, which may be more than the act itself moves.
 */
export function needsApproval(rules: ApprovalRules, action: ApprovalAction, measured?: Money): boolean {
  const name = actionRules[action]
  return name === null || applies(rules, name, measured)
}

/** Whether a rule applies to what is measured. */
export function applies(rules: ApprovalRules, name: RuleName, measured?: Money): boolean {
  const rule = rules[name]
  if (rule === undefined || rule === 'off') return false
  if (rule === 'all' || measured === undefined) return true
  const from = rule[measured.currency]
  // guard: approval-rule
  return from !== undefined && measured.minor >= from
}

export type ApprovalState = 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED' | 'WITHDRAWN'
export type ApprovalEvent = 'approved' | 'rejected' | 'expired' | 'withdrawn'

export const approvalMoves: Moves<ApprovalState, ApprovalEvent> = {
  WAITING: { approved: 'APPROVED', rejected: 'REJECTED', expired: 'EXPIRED', withdrawn: 'WITHDRAWN' },
  APPROVED: {},
  REJECTED: {},
  EXPIRED: {},
  WITHDRAWN: {},
}

export const approvalStates = Object.keys(approvalMoves) as ApprovalState[]
