// Payment links and the payments made by them.
import { at, type Invariant, movesFollowTable } from './invariant.ts'

const movesOfLinks = `('ACTIVE','expired','EXPIRED'), ('ACTIVE','used_up','EXHAUSTED'), ('ACTIVE','cancelled','CANCELLED'),
  ('EXHAUSTED','reopened','ACTIVE')`

export const linkInvariants: readonly Invariant[] = [
  {
    id: 'I-11c',
    title: 'links move only as their state table allows',
    sql: movesFollowTable({
      move: 'payment_link_move',
      id: 'payment_link_id',
      thing: 'payment_link',
      allowed: movesOfLinks,
      begins: `'ACTIVE'`,
    }),
  },
  {
    id: 'I-30',
    title: 'the use count of a link equals its payments and is within its limit',
    sql: `select l.id from payment_link l left join card_transaction t on t.payment_link_id = l.id where ${at} group by l.id
          having l.uses_confirmed + l.uses_reserved > l.max_uses
              or l.uses_confirmed <> count(*) filter (where t.status in ('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED'))
              or l.uses_reserved <> count(*) filter (where t.holds_link_use)
              or l.uses_held <> count(*) filter (where t.holds_link_use and t.running_operation is null)
              or bool_or(t.holds_link_use and t.status <> 'PENDING')
              or bool_or(t.status = 'PENDING' and t.running_operation is not null and not t.holds_link_use)`,
  },
  {
    id: 'I-30c',
    title: 'what a link was paid is the sum of its payments, and parts never exceed their total',
    sql: `select l.id from payment_link l left join card_transaction t on t.payment_link_id = l.id where ${at} group by l.id
          having l.paid_minor <> coalesce(sum(t.amount_minor - t.refunded_minor)
                   filter (where t.status in ('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED')), 0)
              or l.running_minor <> coalesce(sum(t.amount_minor) filter (where t.holds_link_use), 0)
              or (l.kind = 'parts' and l.paid_minor + l.running_minor > l.amount_minor)
              or (l.kind = 'parts' and l.status in ('ACTIVE', 'EXHAUSTED')
                  and (l.status = 'EXHAUSTED') <> (l.amount_minor - l.paid_minor < case l.currency when 'USD' then 100 else 50000 end))`,
  },
  {
    id: 'I-30b',
    title: 'the counted charges in flight of a link visitor are the real ones',
    sql: `select v.payment_link_id from link_visitor v left join (
            select t.payment_link_id, parts.kind, parts.visitor
              from card_transaction t join link_visit on transaction_id = t.id,
                   lateral (values ('address', address), ('device', device)) as parts (kind, visitor)
             where t.status = 'PENDING' and t.running_operation is not null
          ) running using (payment_link_id, kind, visitor)
           where ${at} group by v.payment_link_id, v.kind, v.visitor, v.charges_under_way
          having v.charges_under_way <> count(running.kind)`,
  },
  {
    id: 'I-35b',
    title: 'a payment of a link has the merchant, environment and price of the link',
    sql: `select t.id from card_transaction t join payment_link l on l.id = t.payment_link_id
           where ${at} and (t.merchant_id <> l.merchant_id or t.environment <> l.environment
                         or (l.kind = 'single' and t.amount_minor <> l.amount_minor) or t.currency <> l.currency)`,
  },
]
