// Renewal: another capture context for an open custom checkout. Its card fields issue tokens for 15 minutes only, and a payer may need
// longer. The transaction stays the same, so whatever is renewed, it is charged once.
import { Problem } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { statement } from '../../platform/database/database.ts'
import type { TokenKey } from '../gateway/gateway.ts'
import { cardProblems } from '../transaction/problems.ts'
import { assertNotExpired, type MicroformNeeds, type MicroformRow, microformOf } from './microform.ts'

/** How long after its creation a transaction can be renewed, so that a forgotten page does not keep it open for ever. */
const renewableHours = 2

const insertRenewal = statement<{ id: bigint }>(
  'renew_microform',
  `with renewed as (
     update card_transaction set expires_at = greatest(expires_at, $3)
      where id = $1 and status = 'PENDING' and running_operation is null and expires_at > $2
     returning id
   ), keyed as (
     insert into card_token_key (transaction_id, key_id, public_key, created_at)
     select id, $4, $5, $2 from renewed)
   select id from renewed`,
)

type Renewal = { target_origin: string; merchant_reference: string; transaction_uuid: string }

/**
 * Reads the transaction that a request renews: open, of this merchant, and of the same order and page.
 * @throws Problem 404, 409, 410.
 */
export async function renewable(
  needs: MicroformNeeds,
  merchant: Merchant,
  { target_origin, merchant_reference, transaction_uuid }: Renewal,
): Promise<MicroformRow> {
  const transaction = await microformOf(needs.db, merchant, transaction_uuid)
  const isSame =
    transaction.target_origin === target_origin && transaction.merchant_reference === merchant_reference
  // guard: renewal-of-the-same-order
  if (!isSame) throw new Problem(cardProblems.transaction_not_found)
  const now = needs.clock.now()
  assertNotExpired(transaction, now)
  if (transaction.status !== 'PENDING') throw new Problem(cardProblems.transaction_finished)
  if (transaction.running_operation !== null) throw new Problem(cardProblems.attempt_running)
  const isTooOld = Temporal.Instant.compare(transaction.created_at.add({ hours: renewableHours }), now) <= 0
  // guard: renewal-horizon
  if (isTooOld) throw new Problem(cardProblems.transaction_expired)
  return transaction
}

/**
 * Stores the key of the new context and extends the life of the transaction. The keys of earlier contexts stay: a card that was typed
 * into their fields still pays.
 * @throws Problem 409 when the transaction has moved meanwhile.
 */
export async function storeRenewal(
  needs: MicroformNeeds,
  { id, transaction_uuid }: MicroformRow,
  context: { createdAt: Temporal.Instant; tokenKey: TokenKey },
): Promise<string> {
  const { createdAt, tokenKey } = context
  const [renewed] = await needs.db.rows(insertRenewal, [
    id,
    createdAt,
    createdAt.add({ seconds: needs.checkoutTtlSeconds }),
    tokenKey.id,
    JSON.stringify(tokenKey.publicKey),
  ])
  if (!renewed) throw new Problem(cardProblems.attempt_running)
  return transaction_uuid
}
