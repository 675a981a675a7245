// A merchant's payments in any order, and what the payments of a filter add up to.
import type { LocalCurrency } from '../../kernel/money.ts'
import { type SumsOfList, sortedList, sumsOfList } from '../../platform/database/narrowed-list.ts'
import { amountOf } from '../transaction/amount.ts'
import type { TransactionStatus } from '../transaction/transaction.ts'
import { type ListedPayment, leftOf, paymentListDefinition, paymentStatuses } from './list.ts'

const narrowing = {
  definition: paymentListDefinition,
  idColumn: 'transaction_uuid',
  methodColumn: 'payment_method',
  amountKeys: (first: 'largest' | 'smallest') => [
    `(coalesce(t.currency, '') ${first === 'largest' ? '=' : '<>'} 'USD')::integer`,
    'coalesce(t.amount_minor, 0)',
  ],
}

/** The payments of one merchant in any order. */
export const sortedPayments = sortedList<ListedPayment>(narrowing)

/** Sums over the payments of a status and currency, in minor units. */
export type PaymentSum = {
  status: TransactionStatus
  currency: LocalCurrency | null
  count: bigint
  amount_minor: bigint
  commission_minor: bigint
  merchant_minor: bigint
  refunded_minor: bigint
  disputed_minor: bigint
  dispute_fees_minor: bigint
}

const summed = ['amount', 'commission', 'merchant', 'refunded', 'disputed'] as const

/** What the payments of a filter add up to, among the newest ones. The fees of disputes are few. */
export const sumsOfPayments: SumsOfList<PaymentSum> = sumsOfList<PaymentSum>(narrowing, {
  columns: ['t.status', 't.currency', ...summed.map((name) => `t.${name}_minor`)],
  sums: `select c.status, c.currency, count(*) as count, ${summed.map((name) => `coalesce(sum(c.${name}_minor), 0)::bigint as ${name}_minor`).join(', ')},
                coalesce(sum(f.fees), 0)::bigint as dispute_fees_minor
           from chosen c
           left join (select transaction_id, sum(fee_minor) as fees from card_dispute
                       where merchant_id = $1 and environment = $2 and state not in ('INQUIRY', 'WON') group by transaction_id) f
             on f.transaction_id = c.id
          group by c.status, c.currency`,
})

/** The same sums over payments that a search found. */
export function sumPayments(payments: readonly ListedPayment[]): PaymentSum[] {
  const groups = Map.groupBy(payments, ({ status, currency }) => `${status} ${currency}`)
  return [...groups.values()].map((members) => {
    const sum = (of: (payment: ListedPayment) => bigint | null) =>
      members.reduce((total, payment) => total + (of(payment) ?? 0n), 0n)
    return {
      status: members[0]!.status,
      currency: members[0]!.currency,
      count: BigInt(members.length),
      amount_minor: sum(({ amount_minor }) => amount_minor),
      commission_minor: sum(({ commission_minor }) => commission_minor),
      merchant_minor: sum(({ merchant_minor }) => merchant_minor),
      refunded_minor: sum(({ refunded_minor }) => refunded_minor),
      disputed_minor: sum(({ disputed_minor }) => disputed_minor),
      dispute_fees_minor: sum(({ dispute }) => BigInt(dispute?.fees ?? 0)),
    }
  })
}

type Money = { gross: bigint; fees: bigint; returned: bigint; net: bigint }

/** What was taken of the payments and what went back of them; null for payments that were not made. The fee of a void is given back. */
function moneyOf(sum: PaymentSum): Money | null {
  // guard: net-of-sums
  const { net } = leftOf({ ...sum, dispute: feesOnly(sum.dispute_fees_minor) })
  if (net === null) return null
  const fees = sum.status === 'VOIDED' ? 0n : sum.commission_minor
  return { gross: sum.amount_minor, fees, returned: sum.amount_minor - fees - net, net }
}

/** `leftOf` adds up, so it is given the sums of many payments. It reads nothing else of a dispute. */
const feesOnly = (fees: bigint) => ({ fees: String(fees) }) as NonNullable<ListedPayment['dispute']>

function add(a: Money | undefined, b: Money): Money {
  if (!a) return b
  return {
    gross: a.gross + b.gross,
    fees: a.fees + b.fees,
    returned: a.returned + b.returned,
    net: a.net + b.net,
  }
}

const currencyOrder = ['USD', 'CDF', null]

/** Renders sums by currency and status, and of each currency what was paid: `gross` less `fees` less `returned` is `net`. */
export function renderPaymentSums(sums: readonly PaymentSum[]) {
  const rows = sums.toSorted(
    (a, b) =>
      currencyOrder.indexOf(a.currency) - currencyOrder.indexOf(b.currency) ||
      paymentStatuses.indexOf(a.status) - paymentStatuses.indexOf(b.status),
  )
  const paid = new Map<LocalCurrency, { count: bigint; money: Money }>()
  for (const row of rows) {
    const money = moneyOf(row)
    if (money === null || row.currency === null) continue
    const before = paid.get(row.currency)
    paid.set(row.currency, { count: (before?.count ?? 0n) + row.count, money: add(before?.money, money) })
  }
  const rendered = (money: Money | null, currency: LocalCurrency | null) => ({
    fees: amountOf(money?.fees ?? null, currency),
    returned: amountOf(money?.returned ?? null, currency),
    net: amountOf(money?.net ?? null, currency),
  })
  return {
    states: rows.map((row) => ({
      status: row.status,
      currency: row.currency,
      count: Number(row.count),
      gross: row.currency && amountOf(row.amount_minor, row.currency),
      ...rendered(moneyOf(row), row.currency),
    })),
    paid: [...paid].map(([currency, { count, money }]) => ({
      currency,
      count: Number(count),
      gross: amountOf(money.gross, currency),
      ...rendered(money, currency),
    })),
  }
}
