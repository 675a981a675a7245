// What becomes of a payout when a second user of its merchant approves or rejects it.

import { money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { MerchantActs } from '../../merchants/approvals.ts'
import type { Tx } from '../../platform/database/database.ts'
import { lockDebt } from '../payout/debt.ts'
import { movePayout } from '../payout/move-payout.ts'
import { isDestinationActive, lockedPayout } from '../payout/queries.ts'
import { payoutProblems } from '../problems.ts'
import { needsApproval } from '../rules.ts'
import { approvePayout } from './approve-payout.ts'
import { approvedOn, type PayoutNeeds } from './create-payout.ts'

/** Approved, a payout goes on as when it was requested: it waits for an admin where our rules ask for one. */
export function payoutOfUserApproval({ clock, rules, wake }: PayoutNeeds): MerchantActs['payout'] {
  return {
    async lock(sql, id) {
      await lockedPayout(sql, id)
    },
    async approved(sql, id) {
      const payout = await waiting(sql, id)
      if (!(await isDestinationActive(sql, payout))) throw new Problem(payoutProblems.destination_not_active)
      if (await lockDebt(sql, payout)) throw new Problem(payoutProblems.insufficient_balance)
      const now = clock.now()
      const amount = money(payout.amount_minor, payout.currency)
      const owner = { merchantId: payout.merchant_id, environment: payout.environment }
      // guard: second-user-and-admin
      if (needsApproval(rules, amount, await approvedOn(sql, owner, payout.currency, now))) return undefined
      await approvePayout(sql, payout, { now, detail: 'by a second user' })
      return async () => wake()
    },
    async rejected(sql, id, { reason }) {
      const facts = { now: clock.now(), detail: 'by a second user', decisionReason: reason }
      await movePayout(sql, await waiting(sql, id), 'rejected', facts)
    },
  }
}

async function waiting(sql: Tx, id: bigint) {
  const payout = await lockedPayout(sql, id)
  if (payout.state !== 'REQUESTED') throw new Problem(payoutProblems.not_waiting, { state: payout.state })
  return payout
}
