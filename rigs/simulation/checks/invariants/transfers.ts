// Transfers, and what they take from wallets.
import { at, type Invariant, movesFollowTable, unquoted } from './invariant.ts'

const movesOfTransfers = `('Submitted','paid','Successful'), ('Submitted','declined','Failed'),
  ('Successful','reversed','Reversed'), ('Hold','released','Submitted'), ('Hold','rejected','Failed')`

/** @param of the period of a share. */
const boundsExceeded = (period: 'day' | 'month', of: string): string =>
  [
    ['amount', 'sum(s.amount_minor)'],
    ['count', 'count(*)'],
  ]
    .map(
      ([measure, used]) =>
        `or ${used} filter (where ${of} = b.${period}) > b.${period}_${measure}
         or ${used} filter (where ${of} >= b.${period} - 1) > b.${period}_${measure} + b.${period}_${measure}_before`,
    )
    .join('\n')

export const transferInvariants: readonly Invariant[] = [
  {
    id: 'I-11b',
    title: 'transfers move only as their state table allows',
    sql: movesFollowTable({
      move: 'transfer_move',
      id: 'transfer_id',
      thing: 'transfer',
      allowed: movesOfTransfers,
      begins: `'Submitted', 'Hold'`,
    }),
  },
  {
    id: 'I-23',
    title: 'a transfer has taken from the wallet what its status says',
    sql: `select t.id from transfer t left join wallet_entry e on e.transfer_id = t.id where ${at} group by t.id
          having coalesce(sum(e.amount_minor), 0) <> case t.status
                   when 'Submitted' then -(t.receiver_minor + t.fee_minor) when 'Successful' then -(t.receiver_minor + t.fee_minor)
                   else 0 end
              or (t.status = 'Hold' and count(e.id) > 0)
              or (t.status in ('Submitted', 'Successful', 'Reversed') and count(*) filter (where e.kind = 'RESERVE') <> 1)
              or count(*) filter (where e.kind = 'DEBIT') <> (t.status in ('Successful', 'Reversed'))::int
              or count(*) filter (where e.kind = 'REVERSAL') <> (t.status = 'Reversed')::int`,
  },
  {
    id: 'I-24',
    title: 'a transfer in progress has one payout in progress, an ended one has none',
    sql: `select t.id from transfer t left join operation o on o.transfer_id = t.id and o.kind = 'payout'
           where ${at} group by t.id
          having count(o.id) > 1 or (t.status in ('Submitted', 'Successful', 'Reversed')) and count(o.id) <> 1
              or t.status = 'Hold' and count(o.id) > 0
              or t.status = 'Successful' and bool_or(o.state not in ('confirmed', 'declined'))
              or t.status in ('Failed', 'Reversed') and bool_or(o.state in ('intent', 'sent', 'unknown'))
              or t.status = 'Submitted' and bool_or(o.state not in ('intent', 'sent', 'unknown'))`,
  },
  {
    id: 'I-27',
    over: 'all cells',
    title: 'a reference of a merchant is one transfer',
    sql: `select merchant_id, reference from transfer where ${at} group by merchant_id, environment, reference having count(*) > 1`,
  },
  {
    id: 'I-28',
    title: 'a transfer without a quote was converted at rates no older than twelve hours',
    sql: `select t.id from transfer t left join transfer_review r on r.transfer_id = t.id
           where ${at} and t.currency <> 'USD' and t.receiver_minor is not null and ${unquoted('t')}
             and (t.rate_as_of is null
               or t.rate_as_of not between coalesce(r.decided_at, t.created_at) - interval '12 hours' - interval '1 minute'
                                      and coalesce(r.decided_at, t.created_at) + interval '1 minute')`,
  },
  {
    id: 'I-29',
    title: 'the timeline of a transfer contains each movement of money once',
    sql: `select transfer_id from transfer_event where ${at} and kind like 'wallet.%' group by transfer_id, kind having count(*) > 1`,
  },
  {
    id: 'I-55',
    title: 'what a subject has used of its limits in an hour is the sum of the shares of that hour',
    sql: `select key, hour from (
            select key, floor(extract(epoch from at) / 3600)::integer as hour, sum(amount_minor) as amount_minor, count(*) as count
              from limit_share group by 1, 2) s full join limit_hour h using (key, hour)
           where ${at} and (coalesce(s.amount_minor, 0), coalesce(s.count, 0))
                        <> (coalesce(h.amount_minor, 0), coalesce(h.count, 0))`,
  },
  {
    id: 'I-55b',
    over: 'all cells',
    title: 'a transfer has its share in the limits of each of its subjects until it fails or is reversed',
    sql: `select transfer_id from (
            select t.id as transfer_id, key, t.created_at as at, t.limit_minor as amount_minor
              from transfer t cross join unnest(t.limit_subjects) key where t.status not in ('Failed', 'Reversed')) t
            full join limit_share s using (transfer_id, key, at, amount_minor)
           where ${at} and (t.transfer_id is null or s.transfer_id is null)`,
  },
  {
    id: 'I-55c',
    title: 'the document and the number of a share are recorded as counterparties, as late as the share',
    sql: `select t.id from transfer t left join limit_counterparty c on c.pair_key = t.limit_subjects[5]
             and c.number_key = t.limit_subjects[3] and c.document_key = t.limit_subjects[4]
           where ${at} and t.limit_subjects is not null
             and coalesce(c.last_hour, 0) < floor(extract(epoch from t.created_at) / 3600)::integer`,
  },
  {
    id: 'I-55d',
    title: 'each recorded name of a number follows the one before, and is another one',
    sql: `select id from (
            select id, name_key, name_before, lag(name_key) over (partition by number_key order by id) as before from limit_name) n
           where ${at} and (name_before is distinct from before or name_key = before)`,
  },
  {
    id: 'I-55e',
    title: 'the bounds of a subject cover its shares of the last day and month and of those before',
    sql: `select s.key from (
            select key, amount_minor, floor(extract(epoch from at) / 86400)::integer as day from limit_share) s
            left join limit_subject b using (key)
           where ${at}
           group by s.key, b.key
          having b.key is null or max(s.day) > b.day ${boundsExceeded('day', 's.day')}
              or max(s.day / 30) > b.month ${boundsExceeded('month', 's.day / 30')}`,
  },
  {
    id: 'I-59',
    title: 'a decided hold that a match, an odd name or a limit caused belongs to a case, or waits for one',
    sql: `select r.transfer_id from transfer_review r
           where ${at} and not exists (select from compliance_case_item i where i.transfer_id = r.transfer_id and i.kind = 'hold')
             and (exists (select from screened_party p where p.subject = 'transfer:' || r.transfer_id and p.decision = 'hold'
                             and p.reason <> 'screening_unavailable')
                  or exists (select from limit_hit h where h.transfer_id = r.transfer_id and h.outcome = 'hold'))`,
  },
  {
    id: 'I-59b',
    title: 'a case is in the state of its last move, and its history has every item',
    sql: `select c.id from compliance_case c
           where ${at} and c.state <> coalesce(
             (select case e.event when 'proposed' then 'PROPOSED' when 'confirmed' then 'CLOSED' else 'OPEN' end
                from compliance_case_event e where e.case_id = c.id and e.event in ('proposed', 'returned', 'confirmed')
               order by e.id desc limit 1), 'OPEN')
              or (select count(*) from compliance_case_item i where i.case_id = c.id)
                 <> (select count(*) from compliance_case_event e where e.case_id = c.id and e.event = 'item_added')
              or not exists (select from compliance_case_event e where e.case_id = c.id and e.event = 'opened')`,
  },
]
