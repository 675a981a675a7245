// Compares what the ledger says operators owe us, and we owe payers, with the calls and bank lines that it comes from.
import type { Environment } from '../../kernel/environment.ts'
import { amountOf, type LocalCurrency } from '../../kernel/money.ts'
import { type Cells, inEachCell } from '../../platform/database/cells.ts'
import { controlStatement, statement } from '../../platform/database/database.ts'

type Sum = { account: string; operator: string | null; currency: LocalCurrency; booked: bigint; due: bigint }

/** Of each operator: what it has debited, less its own refunds and reversals, its fees and what it has paid us at the bank. */
const sumCalls = statement<Sum>(
  'sum_operator_calls_and_postings',
  `with due as (
     select 'operator_receivable' as account, k.operator, o.currency, coalesce(u.amount_minor, o.amount_minor) as minor
       from collection k join operation o on o.id = k.operation and o.state = 'confirmed'
       left join lateral (select amount_minor from operation where undoes = k.operation limit 1) u on true
      where k.environment = $1
     union all
     select 'operator_receivable', k.operator, b.currency, -b.amount_minor
       from collection k join operation o on o.id = k.operation join card_transaction t on t.id = k.card_transaction_id
       join operation b on b.card_transaction_id = t.id and b.state = 'confirmed' and coalesce(b.sent_by, o.sent_by) = o.sent_by
        and (b.undoes = o.id or b.kind = 'refund' and t.cs_payment_id = k.collection_id)
      where k.environment = $1
     union all
     select 'collection_surplus', null, b.currency, -b.amount_minor
       from operation b join collection k on k.operation = b.undoes
      where k.environment = $1 and b.state in ('intent', 'sent', 'unknown')
   ), booked as (
     select a.code as account, a.operator, a.currency, e.amount_minor as minor, split_part(p.key, ':', 1) as kind
       from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_posting p on p.id = e.posting_id
      where a.environment = $1 and a.code in ('operator_receivable', 'collection_surplus')
   )
   select account, operator, currency, sum(booked)::bigint as booked, sum(due)::bigint as due from (
     select account, operator, currency, 0 as booked, minor as due from due
     union all select account, operator, currency, minor, case kind when 'collection_fee' then minor else 0 end from booked) both_sides
    group by 1, 2, 3`,
)

const sumSettled = controlStatement<Sum>(
  'sum_operator_settlements_at_bank',
  `select 'operator_receivable' as account, split_part(expected_key, ' ', 4) as operator, currency, 0::bigint as booked,
          -sum(amount_minor)::bigint as due
     from bank_line where environment = $1 and state = 'MATCHED' and expected_kind = 'settlement' and split_part(expected_key, ' ', 4) <> ''
    group by 2, 3`,
)

export type OperatorDifference = {
  account: string
  operator: string | null
  currency: LocalCurrency
  booked: string
  due: string
}

/** @returns how many balances were compared, and those that differ. */
export async function compareOperatorBooks(cells: Cells, environment: Environment) {
  const rows = [
    ...(await inEachCell(cells, (db) => db.rows(sumCalls, [environment]))).flat(),
    ...(await cells.control.rows(sumSettled, [environment])),
  ]
  const nameOf = ({ account, operator, currency }: Sum) => [account, operator, currency].join(' ')
  const accounts = [...Map.groupBy(rows, nameOf).values()].map((of) => ({
    ...of[0]!,
    booked: of.reduce((sum, { booked }) => sum + booked, 0n),
    due: of.reduce((sum, { due }) => sum + due, 0n),
  }))
  return {
    checked: accounts.length,
    differs: accounts
      .filter(({ booked, due }) => booked !== due)
      .map(
        ({ account, operator, currency, booked, due }): OperatorDifference => ({
          ...{ account, operator, currency },
          booked: amountOf(booked, currency),
          due: amountOf(due, currency),
        }),
      ),
  }
}
