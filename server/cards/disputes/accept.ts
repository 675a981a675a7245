// The merchant accepts a dispute: it gives up the payment and its fee without waiting for the gateway's decision.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { lockedTransaction, type PricedTransaction } from '../transaction/queries.ts'
import { type DisputeRow, lockDispute } from './queries.ts'
import { recordDisputeMove } from './record-move.ts'
import { whyNot } from './responses.ts'

export type DisputeNeeds = { db: Database; clock: Clock; secrets: Secrets; wake: () => void }

/**
 * Accepts an open dispute. Its amount and fee have left the balance already, and stay out of it.
 * @param actor who accepts, as the audit log names it.
 * @throws Problem 409
 */
export async function acceptDispute(needs: DisputeNeeds, dispute: DisputeRow, actor: Admin): Promise<void> {
  await withLockedDispute(needs, dispute, async (sql, locked, transaction) => {
    const fault = whyNot(locked, 'accepted')
    if (fault) throw fault
    const at = needs.clock.now()
    await recordDisputeMove(sql, locked, transaction, 'accepted', { actor: actor.name, at })
    const { amount_minor, currency } = locked
    const detail = {
      dispute_id: locked.dispute_id,
      amount: formatMoney(money(amount_minor, currency)),
      currency,
    }
    const subject = transaction.transaction_uuid
    audit(sql, needs.secrets, { admin: actor, action: 'dispute.accepted', subject, detail, now: at })
  })
  needs.wake()
}

/** Runs work with the payment and then the dispute locked, as everything that changes a dispute does. */
export function withLockedDispute<Result>(
  { db }: Pick<DisputeNeeds, 'db'>,
  { id, transaction_id }: Pick<DisputeRow, 'id' | 'transaction_id'>,
  work: (sql: Tx, locked: DisputeRow, transaction: PricedTransaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction(
    async (sql) => {
      const transaction = await lockedTransaction(sql, transaction_id)
      const [locked] = await sql.rows(lockDispute, [id])
      if (!locked) throw new Error(`dispute ${id} is gone`)
      return work(sql, locked, transaction)
    },
    { mutexKey: `dispute ${transaction_id}` },
  )
}
