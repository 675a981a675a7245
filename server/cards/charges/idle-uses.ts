// Uses of payment links that a declined payer holds without paying: released after a while, so that others can pay by the link. The
// payer may still try again, and reserves a use anew; money that comes late takes one that is free, and otherwise goes back.

import { type Database, lockedRows, statement, type Tx } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'

/** How long a payer has, after a decline or a prompt that lapsed, to type another card or number. */
const idleMinutes = 5

/** As everywhere, payments are locked before their links. One that is being charged now is not idle, and is left out. */
const releaseWhere = (which: string): string => `with idle as materialized (${lockedRows(`
     select t.id, t.payment_link_id from card_transaction t
      where t.holds_link_use and t.running_operation is null and ${which} for no key update of t skip locked`)}
   ), released as (
     update card_transaction t set holds_link_use = false from idle where t.id = idle.id returning t.payment_link_id as id, t.amount_minor
   ), held as (select id, count(*)::int as uses, sum(amount_minor)::bigint as minor from released group by id
   ), links as materialized (${lockedRows(
     'select id, held.uses, held.minor from payment_link join held using (id) order by id for no key update of payment_link',
   )})
   update payment_link l set uses_reserved = l.uses_reserved - links.uses, uses_held = l.uses_held - links.uses,
          running_minor = l.running_minor - links.minor
     from links where l.id = links.id returning l.id`

// guard: idle-link-use
const release = statement<{ id: bigint }>(
  'release_idle_link_uses',
  releaseWhere(`not exists (select from operation o where o.card_transaction_id = t.id and o.resolved_at > $1)
      order by t.id limit $2`),
)
// guard: own-idle-use
const releaseOwn = statement<{ id: bigint }>(
  'release_link_use_of_device',
  releaseWhere(`t.transaction_uuid = $1 and t.status = 'PENDING'
        and exists (select from link_visit v where v.transaction_id = t.id and v.device = $2)`),
)

const atOnce = 500

/** Returns true when more may be waiting. */
export async function releaseIdleUses({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const before = clock.now().subtract({ minutes: idleMinutes })
  return (await db.rows(release, [before, atOnce])).length === atOnce
}

// guard: late-link-use
const hold = statement(
  'hold_link_use_again',
  `with open as materialized (${lockedRows(`
     select id, payment_link_id, amount_minor from card_transaction
      where id = $1 and status = 'PENDING' and running_operation is null and expires_at > $2 and not holds_link_use
        for no key update`)}
   ), held as (
     update payment_link l
        set uses_reserved = l.uses_reserved + 1, uses_held = l.uses_held + 1, running_minor = l.running_minor + open.amount_minor
       from open
      where l.id = open.payment_link_id and l.status = 'ACTIVE' and (l.max_uses is null or l.uses_confirmed + l.uses_reserved < l.max_uses)
        and (l.kind <> 'parts' or l.paid_minor + l.running_minor + open.amount_minor <= l.amount_minor)
     returning l.id)
   update card_transaction t set holds_link_use = true from open, held where t.id = open.id`,
)

/** Gives an open payment, whose money has come late, a use of its link again, if one is free; a part if its amount still fits. */
export async function holdUseAgain(sql: Tx, transactionId: bigint, now: Temporal.Instant): Promise<void> {
  await sql.rows(hold, [transactionId, now])
}

/**
 * Releases the use that an earlier payment of the same device holds, so that its payer can go on in another way. One that is being paid now
 * keeps its use.
 */
export async function releaseOwnUse(db: Database, transactionUuid: string, device: Buffer): Promise<void> {
  await db.rows(releaseOwn, [transactionUuid, device])
}
