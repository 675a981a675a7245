// The ledger, the wallets, and the balances, statements and fee invoices of card payments against what happened.
import { paysBack } from './cards/collections.ts'
import { feesOf } from './cards/disputes.ts'
import { at, type Invariant, paid } from './invariant.ts'

const shares = ['merchant_payable', 'merchant_available', 'merchant_reserved']

/** The entry `e` is of no correction that two admins have made. */
const uncorrected = `not exists (select from ledger_posting c where c.id = e.posting_id and c.key like 'adjustment:%')`

/**
 * The balance of these accounts equals the sum over paid payments, by merchant where the accounts belong to one.
 * @param payouts what a payout that was made adds to it.
 */
function sameSums(accounts: readonly string[], sum: string, payouts = '0'): string {
  const merchant = accounts === shares ? 'merchant_id' : 'null::bigint'
  const codes = accounts.map((code) => `'${code}'`).join(', ')
  // Corrections change what merchants are owed, and nothing that we earn.
  const corrected =
    accounts !== shares
      ? ''
      : `
            union all
            select merchant_id, environment, currency, 0,
                   sum(case request ->> 'type' when 'credit' then amount_minor else -amount_minor end)
              from approval where action = 'balance_adjustment' and state = 'APPROVED' group by 1, 2, 3`
  return `select merchant, environment, currency, sum(booked) as booked, sum(due) as due from (
            select a.merchant_id as merchant, a.environment, a.currency, -sum(e.amount_minor) as booked, 0 as due
              from ledger_entry e join ledger_account a on a.id = e.account_id where a.code in (${codes}) group by 1, 2, 3
            union all
            select ${merchant}, environment, currency, 0, ${sum} from card_transaction where status in ${paid} group by 1, 2, 3
            union all
            select ${merchant}, environment, currency, 0, sum(${payouts}) from merchant_payout where state = 'PAID' group by 1, 2, 3${corrected}
          ) sums where ${at} group by 1, 2, 3 having sum(booked) <> sum(due)`
}

export const ledgerInvariants: readonly Invariant[] = [
  {
    id: 'I-20',
    title: 'every posting balances in every currency',
    sql: `select posting_id from ledger_entry where ${at} group by posting_id, currency having sum(amount_minor) <> 0`,
  },
  {
    id: 'I-21',
    title: 'a wallet equals the ledger and is never below zero',
    sql: `select w.id from wallet w
            left join ledger_account a on a.merchant_id = w.merchant_id and a.environment = w.environment
             and a.currency = w.currency and a.code in ('wallet_available', 'wallet_reserved')
            left join ledger_entry e on e.account_id = a.id
           where ${at} group by w.id
          having w.available_minor < 0 or w.reserved_minor < 0
              or w.available_minor <> -coalesce(sum(e.amount_minor) filter (where a.code = 'wallet_available'), 0)
              or w.reserved_minor <> -coalesce(sum(e.amount_minor) filter (where a.code = 'wallet_reserved'), 0)`,
  },
  {
    id: 'I-21b',
    title: 'a wallet is the sum of its history, line by line',
    sql: `select w.id from wallet w left join wallet_entry e on e.wallet_id = w.id where ${at} group by w.id
          having w.available_minor <> coalesce(sum(e.amount_minor), 0)
          union all
          select id from (select id, balance_after_minor, sum(amount_minor) over (partition by wallet_id order by id) as sum
                            from wallet_entry) e where balance_after_minor <> sum`,
  },
  {
    id: 'I-22',
    title: 'the reserved balance of a wallet is the cost of its transfers in progress',
    sql: `select w.id from wallet w left join transfer t on t.merchant_id = w.merchant_id and t.environment = w.environment
             and t.status = 'Submitted'
           where ${at} group by w.id having w.reserved_minor <> coalesce(sum(t.receiver_minor + t.fee_minor), 0)`,
  },
  {
    id: 'I-36',
    title: 'the gateway owes what was paid by card and neither refunded nor taken by disputes',
    sql: `select coalesce(b.environment, p.environment) as environment, coalesce(b.currency, p.currency) as currency, owed, kept
            from (select a.environment, a.currency, sum(e.amount_minor) as owed from ledger_entry e
                    join ledger_account a on a.id = e.account_id where a.code = 'gateway_receivable' and ${uncorrected} group by 1, 2) b
            full join (select environment, currency, sum(amount_minor - refunded_minor - disputed_minor) as kept from card_transaction
                        where status in ${paid} and payment_method is distinct from 'mobile_money' group by 1, 2) p using (environment, currency)
           where ${at} and coalesce(owed, 0) <> coalesce(kept, 0)`,
  },
  {
    id: 'I-36b',
    over: 'all cells',
    title:
      'a merchant is owed its share of payments less refunds, disputes, their fees and payouts, and its corrections, in each currency',
    sql: sameSums(
      shares,
      `sum(merchant_minor - refunded_minor - disputed_minor - ${feesOf('card_transaction')})`,
      '-(amount_minor + fee_minor)',
    ),
  },
  {
    id: 'I-36c',
    title: 'the bank commission is that of all paid payments that were not voided, and the fees of disputes',
    sql: sameSums(['bank_commission'], `sum(bank_commission_minor + ${feesOf('card_transaction')})`),
  },
  {
    id: 'I-36d',
    title:
      'the service commission is that of all paid payments that were not voided, and the fees of payouts',
    sql: sameSums(['service_commission'], 'sum(service_commission_minor)', 'fee_minor'),
  },
  {
    id: 'I-37',
    title:
      'the operator float equals the payouts that arrived and were not reversed, also of collected money given back',
    sql: `select environment, currency, spent, arrived
            from (select a.environment, a.currency, -sum(e.amount_minor) as spent from ledger_entry e
                    join ledger_account a on a.id = e.account_id where a.code = 'operator_float' and ${uncorrected} group by 1, 2) b
            full join (select environment, currency, sum(paid) as arrived from (
                         select environment, receiver_currency as currency, receiver_minor as paid from transfer
                          where status = 'Successful'
                         union all
                         select p.environment, p.currency, p.amount_minor from merchant_payout p
                           join payout_destination d on d.id = p.destination_id and d.type = 'wallet'
                          where p.state = 'PAID'
                         union all
                         select t.environment, o.currency, o.amount_minor from operation o
                           join card_transaction t on t.id = o.card_transaction_id
                          where o.state = 'confirmed' and ${paysBack('o')}) made
                        group by 1, 2) p using (environment, currency)
           where ${at} and coalesce(spent, 0) <> coalesce(arrived, 0)`,
  },
]

const account = (code: string) => `-coalesce(sum(e.amount_minor) filter (where a.code = '${code}'), 0)`
const share = `('merchant_payable', 'merchant_available', 'merchant_reserved')`
const commissions = `('bank_commission', 'service_commission')`
const net = `-coalesce(sum(e.amount_minor) filter (where a.code in ${share}), 0)`
const fee = `-coalesce(sum(e.amount_minor) filter (where a.code in ${commissions}), 0)`
const entries = 'ledger_entry e join ledger_account a on a.id = e.account_id'
/** Identifies a balance. */
const owner = 'merchant_id, environment, currency'
/** Movements that are due in the last half hour may still be pending. */
const today = `(($1::timestamptz - interval '30 minutes') at time zone 'UTC')::date`

export const balanceInvariants: readonly Invariant[] = [
  {
    id: 'I-47',
    title:
      'the balances of a merchant are those of its ledger accounts, and the reserved one is never below zero',
    sql: `select ${owner} from (
            select a.merchant_id, a.environment, a.currency, ${account('merchant_payable')} as pending,
                   ${account('merchant_available')} as available, ${account('merchant_reserved')} as reserved
              from ${entries} where a.code in ${share} group by 1, 2, 3) book
            full join merchant_balance b using (${owner})
           where ${at} and (b.reserved_minor < 0
              or (coalesce(pending, 0), coalesce(available, 0), coalesce(reserved, 0))
                 is distinct from (b.pending_minor, b.available_minor, b.reserved_minor))`,
  },
  {
    id: 'I-47b',
    title: 'the balances of a merchant are the sums of its movements',
    sql: `select ${owner} from (
            select ${owner}, coalesce(sum(net_minor) filter (where released_posting is null), 0) as pending,
                   coalesce(sum(net_minor) filter (where released_posting is not null), 0) as released
              from balance_transaction group by ${owner}) moved
            full join merchant_balance b using (${owner})
           where ${at} and (coalesce(pending, 0), coalesce(released, 0))
                 is distinct from (b.pending_minor, b.available_minor + b.reserved_minor)`,
  },
  {
    id: 'I-47c',
    title:
      'every posting that changes what a merchant is owed is one movement with the same amount, fee and net',
    sql: `select id from (
            select e.posting_id as id, ${net} as net, ${fee} as fee from ${entries}
             group by e.posting_id having ${net} <> 0 or ${fee} <> 0) book
            full join (select id, amount_minor, net_minor, fee_minor from balance_transaction) b using (id)
           where ${at} and (book.net, book.fee, book.net + book.fee) is distinct from (b.net_minor, b.fee_minor, b.amount_minor)`,
  },
  {
    id: 'I-47d',
    title: 'a movement has the type, the payment and the owner of its posting',
    sql: `select b.id from balance_transaction b
            left join ledger_posting p on p.id = b.id
            left join operation o on o.id::text = split_part(p.key, ':', 2)
            left join card_transaction t on t.id = b.transaction_id
           where ${at} and b.type in ('charge', 'refund', 'void')
             and (case o.kind when 'collection' then 'charge' else o.kind end is distinct from b.type or o.card_transaction_id is distinct from b.transaction_id
                  or (t.merchant_id, t.environment, t.currency) is distinct from (b.merchant_id, b.environment, b.currency))`,
  },
  {
    id: 'I-47e',
    title: 'a release moves exactly the movements that it released',
    sql: `select id from (
            select e.posting_id as id, a.merchant_id, a.environment, a.currency, ${account('merchant_payable')} as pending,
                   ${account('merchant_available')} as available
              from ${entries} join ledger_posting p on p.id = e.posting_id and p.key like 'available:%' group by 1, 2, 3, 4) book
            full join (select released_posting as id, ${owner}, sum(net_minor) as net from balance_transaction
                        where released_posting <> id group by 1, 2, 3, 4) b using (id, ${owner})
           where ${at} and (book.pending, book.available) is distinct from (-b.net, b.net)
          union all
          select b.id from balance_transaction b join ${entries} on e.posting_id = b.id and a.code = 'merchant_payable'
           where b.released_posting = b.id`,
  },
  {
    id: 'I-47f',
    title: 'money becomes available on its day, neither earlier nor later',
    sql: `select b.id from balance_transaction b left join ledger_posting p on p.id = b.released_posting
           where b.released_posting is null and b.available_on < ${today}
              or b.released_posting <> b.id and (p.posted_at at time zone 'UTC')::date < b.available_on`,
  },
]

const day = `at time zone 'UTC')::date`
/** The sums of a list of counters by day, with the changes that are not added up yet. */
const counted = (list: string) =>
  `(select merchant_id, environment, kind as currency, day, sum(amount_minor) as minor
      from (select * from day_count union all select * from day_count_change) c where list = '${list}' group by 1, 2, 3, 4)`

export const statementInvariants: readonly Invariant[] = [
  {
    id: 'I-52',
    title: 'the statement of each day leads from one balance of the ledger to the next',
    sql: `select ${owner}, day from ${counted('balance')} c
            full join (select a.merchant_id, a.environment, a.currency, (p.posted_at ${day} as day, -sum(e.amount_minor) as minor
                         from ${entries} join ledger_posting p on p.id = e.posting_id where a.code in ${share}
                        group by 1, 2, 3, 4) book using (${owner}, day)
           where $1::timestamptz is not null and coalesce(c.minor, 0) <> coalesce(book.minor, 0)`,
  },
  {
    id: 'I-52b',
    title: 'the fees of a statement are those of its movements',
    sql: `select ${owner}, day from ${counted('balance_fee')} c
            full join (select ${owner}, (created_at ${day} as day, sum(fee_minor) as minor from balance_transaction
                        group by 1, 2, 3, 4) moved using (${owner}, day)
           where $1::timestamptz is not null and coalesce(c.minor, 0) <> coalesce(moved.minor, 0)`,
  },
  {
    id: 'I-52c',
    title: 'an invoice has the fees of its month, and its lines and its VAT add up',
    sql: `select number from fee_invoice i
            left join (select ${owner}, date_trunc('month', created_at at time zone 'UTC')::date as month, sum(fee_minor) as minor
                         from balance_transaction group by 1, 2, 3, 4) fees using (${owner}, month)
           where $1::timestamptz is not null
             and (i.total_minor is distinct from fees.minor
                  or i.total_minor <> (select sum((line ->> 'fee_minor')::bigint) from jsonb_array_elements(i.lines) line)
                  or i.vat_minor <> round(i.total_minor::numeric * i.vat_bp / (10000 + i.vat_bp)))`,
  },
  {
    id: 'I-52d',
    title: 'the numbers of invoices have no gap',
    sql: `select environment, year from fee_invoice where $1::timestamptz is not null
           group by 1, 2 having count(distinct sequence) <> max(sequence)`,
  },
]
