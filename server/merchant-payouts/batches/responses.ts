// Batches as admins read them.
import { formatMoney, money } from '../../kernel/money.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import type { BatchRow } from './queries.ts'

export function renderBatch(row: BatchRow) {
  return {
    batch_id: row.public_id,
    environment: row.environment,
    currency: row.currency,
    state: row.state,
    payouts: Number(row.payouts),
    total: formatMoney(money(row.total_minor, row.currency)),
    account_name: row.own_name,
    account_last4: row.own_account.slice(-4),
    created_by: row.created_by,
    created_at: utcSecond(row.created_at),
    decided_by: row.decided_by,
    decided_at: row.decided_at && utcSecond(row.decided_at),
    decision_reason: row.decision_reason,
  }
}
