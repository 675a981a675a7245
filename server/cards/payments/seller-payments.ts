// The payments of a day through the links that one user made: what a cashier sees of the business.
import type { LocalCurrency } from '../../kernel/money.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { amountOf } from '../transaction/amount.ts'
import { type ListedPayment, listedColumns, renderPaymentSummary } from './list.ts'

const maxShown = 200

/** The links of user $3 that were open after $4. A payment begins before its link expires. */
// guard: seller-payments
const ofSeller = `from payment_link k join card_transaction t on t.payment_link_id = k.id
    where k.merchant_id = $1 and k.environment = $2 and k.created_by = $3 and k.expires_at >= $4 and t.created_at >= $4`

const listPayments = statement<ListedPayment>(
  'list_payments_of_seller',
  `select t.id, t.created_at, ${listedColumns} ${ofSeller} order by t.created_at desc, t.id desc limit ${maxShown}`,
)
const sumPayments = statement<{ currency: LocalCurrency; count: bigint; amount_minor: bigint }>(
  'sum_payments_of_seller',
  `select t.currency, count(*) as count, sum(t.amount_minor - t.refunded_minor)::bigint as amount_minor ${ofSeller}
      and t.status in ('SUCCESS', 'PARTIALLY_REFUNDED') group by t.currency order by t.currency desc`,
)

export type Seller = { merchantId: bigint; environment: string; userId: bigint }

/** Returns the newest payments since a time, whatever became of them, and the sums of the paid ones without what was refunded. */
export async function paymentsOfSeller(
  sql: Sql,
  { merchantId, environment, userId }: Seller,
  { since, now }: { since: Temporal.Instant; now: Temporal.Instant },
) {
  const values = [merchantId, environment, userId, since]
  const [rows, sums] = await Promise.all([sql.rows(listPayments, values), sql.rows(sumPayments, values)])
  return {
    totals: sums.map(({ currency, count, amount_minor }) => ({
      currency,
      count: Number(count),
      amount: amountOf(amount_minor, currency) ?? '0.00',
    })),
    items: rows.map((payment) => renderPaymentSummary(payment, now)),
  }
}
