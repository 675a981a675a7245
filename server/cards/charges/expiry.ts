// Expires transactions and payment links that are due, whether or not anyone visits them. A transaction with a charge
// in flight is resolved first.

import { statesThatAccept } from '../../kernel/moves.ts'
import { type Database, lockedRows, statement } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { forgetTokenKeys } from '../authentication/token-keys.ts'
import { recordLinkUse } from '../transaction/completion.ts'
import { forgetVisitors } from '../transaction/link-uses.ts'
import { linkMoves } from '../transaction/payment-link.ts'
import { lockedTransaction } from '../transaction/queries.ts'
import { countMovedPayments, endPayment, transactionMoves } from '../transaction/transaction.ts'

const [open] = statesThatAccept(transactionMoves, 'expired')
const [openLink] = statesThatAccept(linkMoves, 'expired')

// guard: transaction-expiry
const expireDue = statement<{ transaction_id: bigint }>(
  'expire_card_transactions',
  `with due as (
     select id, payment_link_id, holds_link_use from card_transaction
      where status = '${open}' and running_operation is null and expires_at <= $1
      order by expires_at limit $2 for update skip locked
   ), moved as (
     update card_transaction t set status = $3, finalised_at = $1, holds_link_use = false from due
      where t.id = due.id and t.status = '${open}' and t.running_operation is null
     returning t.id, t.merchant_id, t.environment, t.created_at, t.currency, t.amount_minor
   ), held as (
     select payment_link_id as id, count(*)::int as uses, sum(amount_minor)::bigint as minor from due join moved using (id)
      where holds_link_use group by payment_link_id
   ), links as materialized (
     ${lockedRows('select id, held.uses, held.minor from payment_link join held using (id) order by id for no key update of payment_link')}
   ), released as (
     update payment_link l set uses_reserved = l.uses_reserved - links.uses, uses_held = l.uses_held - links.uses,
            running_minor = l.running_minor - links.minor
       from links where l.id = links.id
   ), counted as (${countMovedPayments('moved', `'${open}'`, '$3::text')})
   insert into card_transaction_move (transaction_id, event, from_status, to_status, at)
   select id, 'expired', '${open}', $3, $1 from moved
   returning transaction_id`,
)

/** Dispute evidence is kept for an authentication that was charged; it contains neither token nor cryptogram. */
// guard: dispute-evidence-retention
const wipeTokens = statement<{ id: string }>(
  'wipe_card_tokens',
  `with due as (
     delete from authentication_token where id = any (array(
       select id from authentication_token where expires_at <= $1 order by expires_at limit $2)) returning id
   )
   update card_authentication set step_up_token_sealed = null, evidence_sealed = null,
          dispute_evidence = case when state = 'used' then dispute_evidence end,
          payer_address = case when state = 'used' then payer_address end,
          payer_browser = case when state = 'used' then payer_browser end
    where id in (select id from due) returning id`,
)

const expireDueLinks = statement<{ payment_link_id: bigint }>(
  'expire_payment_links',
  `with due as (
     select id from payment_link where status = '${openLink}' and expires_at <= $1
      order by expires_at limit $2 for update skip locked
   ), moved as (
     update payment_link l set status = $3 from due where l.id = due.id and l.status = '${openLink}' returning l.id
   )
   insert into payment_link_move (payment_link_id, event, from_status, to_status, at)
   select id, 'expired', '${openLink}', $3, $1 from moved
   returning payment_link_id`,
)

const atOnce = 500

/** Only a collection gives its payment up: a charge in flight is resolved first. */
// guard: expiry-under-prompt
const findOverdue = statement<{ id: bigint; running_operation: string }>(
  'find_overdue_collected_payments',
  `select t.id, t.running_operation from card_transaction t join operation o on o.id = t.running_operation and o.kind = 'collection'
    where t.status = '${open}' and t.expires_at <= $1 order by t.expires_at limit $2`,
)

/**
 * Expires payments whose payer is still being asked, or whose collection is unknown, so long after their end. What is approved later is
 * late, and given back. Returns true when more may be waiting.
 */
export async function expireUnderPrompts({
  db,
  clock,
  collectionSeconds,
}: {
  db: Database
  clock: Clock
  collectionSeconds: number
}): Promise<boolean> {
  const now = clock.now()
  const overdue = await db.rows(findOverdue, [now.subtract({ seconds: collectionSeconds }), atOnce])
  for (const { id, running_operation: operation } of overdue)
    await db.transaction(async (sql) => {
      const payment = await lockedTransaction(sql, id)
      const expired = { ...payment, status: 'EXPIRED' } as const
      if (!(await endPayment(sql, expired, { event: 'expired', at: now, operation }))) return
      await recordLinkUse(sql, payment, { kind: 'cancelled', operation }, 'expired', now)
    })
  return overdue.length === atOnce
}

/** Expires transactions that are due and wipes the tokens of past attempts. Returns true when more may be waiting. */
export async function expireTransactions({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const now = clock.now()
  const expired = await db.rows(expireDue, [now, atOnce, transactionMoves.PENDING.expired])
  const wiped = await db.rows(wipeTokens, [now, atOnce])
  const forgotten = await forgetTokenKeys(db, now, atOnce)
  return [expired.length, wiped.length, forgotten].some((count) => count >= atOnce)
}

/** Expires payment links that are due and deletes their visitor records. Returns true when more may be waiting. */
export async function expireLinks({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const now = clock.now()
  const expired = await db.rows(expireDueLinks, [now, atOnce, linkMoves.ACTIVE.expired])
  const forgotten = await forgetVisitors(db, now, atOnce)
  return [expired.length, forgotten].includes(atOnce)
}
