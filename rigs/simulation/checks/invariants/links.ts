// Payment links and the payments made by them.
import { at, type Invariant } from './invariant.ts'
import { movesFollowTable } from './moves.ts'

const movesOfLinks = `('ACTIVE','expired','EXPIRED'), ('ACTIVE','used_up','EXHAUSTED'), ('ACTIVE','cancelled','CANCELLED')`

export const linkInvariants: readonly Invariant[] = [
  {
    id: 'I-11c',
    title: 'links moved by their table only',
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
    title: 'a link is sold as often as its payments say, and no more than it may be',
    sql: `select l.id from payment_link l left join card_transaction t on t.payment_link_id = l.id where ${at} group by l.id
          having l.uses_confirmed + l.uses_reserved > l.max_uses
              or l.uses_confirmed <> count(*) filter (where t.status in ('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED'))
              or l.uses_reserved <> count(*) filter (where t.status = 'PENDING' and t.running_operation is not null)`,
  },
  {
    id: 'I-30b',
    title: 'a visitor of a link has as many charges under way as are counted',
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
    title: 'a payment of a link is of its merchant, its environment and its price',
    sql: `select t.id from card_transaction t join payment_link l on l.id = t.payment_link_id
           where ${at} and (t.merchant_id <> l.merchant_id or t.environment <> l.environment
                         or t.amount_minor <> l.amount_minor or t.currency <> l.currency)`,
  },
]
