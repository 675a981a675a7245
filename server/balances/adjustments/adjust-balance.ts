// Corrects a merchant's card balance where the books and reality differ: a payout that was recorded as failed and was paid after all,
// a dispute that was accepted and then won. One admin requests it, and another approves it: a rule of the deployment cannot lift that.
import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import type { Act } from '../../admin/approvals/decide-approval.ts'
import type { ApprovalRow } from '../../admin/approvals/queries.ts'
import {
  type Approvals,
  type RequestedApproval,
  requestApproval,
} from '../../admin/approvals/request-approval.ts'
import { audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import { formatMoney, type Money, money, parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { type AccountCode, post } from '../../ledger/post.ts'
import type { Database } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { balanceProblems } from '../problems.ts'
import { adjustmentSchema, type Counterparty, counterparties } from './schemas.ts'

export type AdjustmentNeeds = { db: Database; clock: Clock; secrets: Secrets; approvals: Approvals }

/** Whose balance is corrected, as the audit log names it. */
export type AdjustedMerchant = { merchantId: bigint; environment: Environment; merchantCode: string }

/**
 * Requests a correction, which another admin approves.
 * @param by.key the hash of the idempotency key.
 * @throws InvalidBody; Problem 400 for parts of a cent, 403 if there is no second admin.
 */
export async function requestBalanceAdjustment(
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
