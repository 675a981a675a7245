// The ledger and the wallets against what happened.
import { at, type Invariant, paid } from './invariant.ts'

/** The balance of an account equals the sum over paid payments, by merchant where the account belongs to one. */
function sameSums(
  account: 'merchant_payable' | 'bank_commission' | 'service_commission',
  sum: string,
): string {
  const merchant = account === 'merchant_payable' ? 'merchant_id' : 'null::bigint'
  return `select merchant, environment, currency, sum(booked) as booked, sum(due) as due from (
            select a.merchant_id as merchant, a.environment, a.currency, -sum(e.amount_minor) as booked, 0 as due
              from ledger_entry e join ledger_account a on a.id = e.account_id where a.code = '${account}' group by 1, 2, 3
            union all
            select ${merchant}, environment, currency, 0, ${sum} from card_transaction where status in ${paid} group by 1, 2, 3
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
    title: 'the gateway owes what was paid and not refunded',
    sql: `select coalesce(b.environment, p.environment) as environment, coalesce(b.currency, p.currency) as currency, owed, kept
            from (select a.environment, a.currency, sum(e.amount_minor) as owed from ledger_entry e
                    join ledger_account a on a.id = e.account_id where a.code = 'gateway_receivable' group by 1, 2) b
            full join (select environment, currency, sum(amount_minor - refunded_minor) as kept from card_transaction
                        where status in ${paid} group by 1, 2) p using (environment, currency)
           where ${at} and coalesce(owed, 0) <> coalesce(kept, 0)`,
  },
  {
    id: 'I-36b',
    title: 'a merchant is owed its share of payments less refunds, in each currency',
    sql: sameSums('merchant_payable', 'sum(merchant_minor - refunded_minor)'),
  },
  {
    id: 'I-36c',
    title: 'the bank commission is that of all paid payments that were not voided',
    sql: sameSums('bank_commission', 'sum(bank_commission_minor)'),
  },
  {
    id: 'I-36d',
    title: 'the service commission is that of all paid payments that were not voided',
    sql: sameSums('service_commission', 'sum(service_commission_minor)'),
  },
  {
    id: 'I-37',
    title: 'the operator float equals the payouts that arrived and were not reversed',
    sql: `select coalesce(b.environment, p.environment) as environment, spent, arrived
            from (select a.environment, -sum(e.amount_minor) as spent from ledger_entry e
                    join ledger_account a on a.id = e.account_id where a.code = 'operator_float' group by 1) b
            full join (select environment, sum(receiver_minor) as arrived from transfer
                        where status = 'Successful' group by 1) p using (environment)
           where ${at} and coalesce(spent, 0) <> coalesce(arrived, 0)`,
  },
]
