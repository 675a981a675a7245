// Corrects a merchant's card balance where the books and reality differ: a payout that was recorded as failed and was paid after all,
// a dispute that was accepted and then won. One admin requests it, and another approves it: a rule of the deployment cannot lift that.
import { z } from 'zod'
import { type Admin, adminOf, ownerOf, ownMerchantProblem } from '../admin/access.ts'
import type { Act } from '../admin/approvals/decide-approval.ts'
import { approvalProblems } from '../admin/approvals/problems.ts'
import type { ApprovalRow } from '../admin/approvals/queries.ts'
import {
  type Approvals,
  type RequestedApproval,
  requestApproval,
} from '../admin/approvals/request-approval.ts'
import { approvalWaitsData } from '../admin/approvals/schemas.ts'
import { audit } from '../admin/audit.ts'
import { actAgainst, merchantOf } from '../admin/decisions/merchants-decided.ts'
import type { Environment } from '../kernel/environment.ts'
import { formatMoney, type Money, money, parseMoney, sortedCurrencies } from '../kernel/money.ts'
import { Problem } from '../kernel/problem.ts'
import { type AccountCode, post } from '../ledger/post.ts'
import type { Database } from '../platform/database/database.ts'
import { admins } from '../platform/http/access.ts'
import { named } from '../platform/http/api.ts'
import { check, positiveAmount, reasonText } from '../platform/http/body/body.ts'
import { endpoint, succeeded } from '../platform/http/endpoint.ts'
import { jsonBody } from '../platform/http/http.ts'
import { storedKeyOf } from '../platform/http/idempotency.ts'
import { requestProblems } from '../platform/http/problems.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { adminOwner, adminRead } from './admin-owner.ts'
import { balanceProblems } from './problems.ts'

/** Whose books the other side of a correction is in. */
const counterparties = ['bank', 'operator', 'gateway', 'own'] as const
type Counterparty = (typeof counterparties)[number]

const adjustmentSchema = z.object({
  type: z.enum(['credit', 'debit']).meta({ description: '`credit` gives money to the merchant.' }),
  amount: positiveAmount('With at most two decimals.'),
  currency: z.enum(sortedCurrencies),
  counterparty: z.enum(counterparties).meta({
    description:
      'Where the money came from or went: our account at the `bank`, our float at the `operator`, what the `gateway` owes us, or our `own` income and cost.',
  }),
  reason: reasonText().meta({ description: 'The merchant reads it with the balance transaction.' }),
})
const adjustmentBody = named('BalanceAdjustment', adjustmentSchema, {
  type: 'debit',
  amount: 60,
  currency: 'USD',
  counterparty: 'bank',
  reason: 'The bank paid payout 019a… after it was recorded as failed',
})

type AdjustmentNeeds = { db: Database; clock: Clock; secrets: Secrets; approvals: Approvals }

/** Whose balance is corrected, as the audit log names it. */
export type AdjustedMerchant = { merchantId: bigint; environment: Environment; merchantCode: string }

/**
 * Requests a correction, which another admin approves.
 * @param by.key the hash of the idempotency key.
 * @throws InvalidBody; Problem 400 for parts of a cent, 403 if there is no second admin.
 */
async function requestBalanceAdjustment(
  { db, clock, approvals }: AdjustmentNeeds,
  { merchantId, environment, merchantCode: subject }: AdjustedMerchant,
  body: unknown,
  { admin, key }: { admin: Admin; key: string | undefined },
): Promise<RequestedApproval> {
  const { type, amount: digits, currency, counterparty, reason } = check(adjustmentSchema, body, 'body')
  const amount = parseMoney(digits, currency)
  if (!amount) throw new Problem(balanceProblems.amount_decimals)
  const requested = await db.transaction((sql) =>
    requestApproval(sql, approvals, {
      action: 'balance_adjustment',
      subject,
      owner: { merchantId, environment },
      amount,
      request: { type, counterparty },
      reason,
      admin,
      key,
      now: clock.now(),
    }),
  )
  if (requested instanceof Problem) throw requested
  return requested
}

const requestSchema = z.object({ type: z.enum(['credit', 'debit']), counterparty: z.enum(counterparties) })

const accounts: Record<Counterparty, AccountCode> = {
  bank: 'bank_account',
  operator: 'operator_float',
  gateway: 'gateway_receivable',
  own: 'balance_adjustment',
}

/** Books approved corrections. A debit may make the balance negative: the next payments make up for it. */
export function openBalanceAdjustmentAct({ clock, secrets }: { clock: Clock; secrets: Secrets }): Act {
  return {
    problems: [],
    // The posting locks the balance, after the approval.
    lock: async () => {},
    async perform(sql, approval, admin) {
      const { public_id, merchant_id, environment, subject, reason, requested_by } = approval
      const { type, counterparty } = requestSchema.parse(approval.request)
      const amount = amountOf(approval)
      const now = clock.now()
      const [own, other] = type === 'credit' ? (['credit', 'debit'] as const) : (['debit', 'credit'] as const)
      const posted = await post(sql, {
        key: `adjustment:${public_id}`,
        environment: environment!,
        entries: [
          { account: 'merchant_available', merchantId: merchant_id!, side: own, amount },
          { account: accounts[counterparty], side: other, amount },
        ],
        now,
        reason,
      })
      if (!posted) throw new Error('a correction was booked before it was approved')
      const sum = { amount: formatMoney(amount), currency: amount.currency }
      const detail = { id: public_id, type, ...sum, counterparty, reason, requested_by }
      audit(sql, secrets, { admin, action: 'balance.adjusted', subject, detail, now })
      return {}
    },
  }
}

function amountOf({ amount_minor, currency }: ApprovalRow): Money {
  if (amount_minor === null || currency === null) throw new Error('a correction has an amount')
  return money(amount_minor, currency)
}

// The admin route that requests a correction of a merchant's card balance. It is decided with the other approvals.

export const adjustmentRoute = endpoint({
  ...adminRead,
  id: 'adjustMerchantBalance',
  method: 'POST',
  path: '/api/v1/admin/merchants/:merchant_code/balance/adjustments',
  priority: 'order',
  access: admins('move_money'),
  stepUp: 'second_admin',
  conflictOfInterest: actAgainst(merchantOf.code, ({ type }) => type === 'debit'),
  summary: "Request a correction of a merchant's card balance",
  description: `In its current environment. Another admin approves it with the [approvals](#tag/admin-approvals); then it is a balance
transaction of type \`adjustment\`. A debit may make the balance negative: the next payments make up for it.`,
  body: adjustmentBody,
  responses: { 202: approvalWaitsData },
  problems: [
    ownMerchantProblem,
    ...adminRead.problems,
    balanceProblems.amount_decimals,
    approvalProblems.second_admin_missing,
    requestProblems.idempotency_key_invalid,
  ],
  handle: async (needs: AdjustmentNeeds, { request, params }) => {
    const owner = await adminOwner(needs.db, params.merchant_code)
    const admin = adminOf(request)
    const key = storedKeyOf(request, needs.secrets, ownerOf(admin))
    const data = await requestBalanceAdjustment(needs, owner, jsonBody(request), { admin, key })
    return succeeded(data)
  },
})
