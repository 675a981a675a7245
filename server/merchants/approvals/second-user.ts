// Asks for the approval of a second user of a merchant, in the transaction that stores what waits for it.

import type { Environment } from '../../kernel/environment.ts'
import { newId } from '../../kernel/id.ts'
import type { Money } from '../../kernel/money.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import { type RuleKind, ruleFor } from './rules.ts'

const insert = statement(
  'insert_merchant_approval',
  `insert into merchant_approval (public_id, merchant_id, environment, payout_id, refund_request_id, amount_minor, currency, reason,
     requested_by, requested_owner, requested_at)
   values ($1, $2, $3, case $4 when 'payout' then $5::bigint end, case $4 when 'refund' then $5::bigint end, $6, $7, $8, $9, $10, $11)`,
)

/** SQL: the id of the approval by a second user that the payout or refund request waits for. @param column of the row it is about */
export const waitingForUser = (column: 'payout_id' | 'refund_request_id', id: string) =>
  `(select s.public_id from merchant_approval s where s.${column} = ${id} and s.state = 'WAITING')`

/** Who asks: the email of a signed-in user, or `api` and `schedule`, for which any one user may approve. */
export type Wanted = {
  kind: RuleKind
  /** The payout, or the refund request. */
  id: bigint
  merchantId: bigint
  environment: Environment
  amount: Money
  /** What the rule is compared with, in minor units: earlier parts count, so that a large sum cannot be split. */
  measured: bigint
  reason: string | null
  by: string
  now: Temporal.Instant
}

/** Returns the id of the approval that what was stored waits for now; undefined if the merchant's rules ask for none. */
export async function askSecondUser(sql: Tx, wanted: Wanted): Promise<string | undefined> {
  const { kind, id, merchantId, environment, amount, measured, reason, by, now } = wanted
  const from = await ruleFor(sql, merchantId, kind, amount.currency)
  // guard: second-user-rule
  if (from === undefined || measured < from) return undefined
  const publicId = newId()
  const of = [publicId, merchantId, environment, kind, id]
  await sql.rows(insert, [...of, amount.minor, amount.currency, reason, by, by, now])
  return publicId
}

export const lockMerchantApproval = statement<{ id: bigint }>(
  'lock_merchant_approval',
  'select id from merchant_approval where id = $1 for update',
)
export const saveDecision = statement(
  'decide_merchant_approval',
  `update merchant_approval set state = $2, decided_by = $3, decided_owner = $3, decided_at = $4, decision_reason = $5
    where id = $1 and state = 'WAITING'`,
)
