// What one customer of a merchant has done: the payments of one email address, telephone or paying number, with their refunds, disputes and
// links. A payment names the customer, so that neither is in an address.
import type { LocalCurrency } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import { searchWords } from '../../platform/http/admin-search.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import type { DisputeState } from '../disputes/queries.ts'
import { amountOf } from '../transaction/amount.ts'
import { cardProblems } from '../transaction/problems.ts'
import { type ListedPayment, listedColumns } from './list.ts'

/** How many of the newest payments of a customer are read. */
export const maxOfCustomer = 1_000
const maxShown = 100

type Customer = { id: bigint; name: string; email: string | null; phone: string | null }

// guard: customer-payment-owner
const findCustomer = statement<Customer>(
  'find_customer_of_payment',
  `select id, concat_ws(' ', nullif(bill_to_forename, ''), nullif(bill_to_surname, '')) as name,
          nullif(bill_to_email, '') as email, nullif(bill_to_phone, '') as phone
     from card_transaction where merchant_id = $1 and environment = $2 and transaction_uuid = $3`,
)

/** SQL for the newest payments that match a condition; ended ones have an index for each, and those that are still open are few. */
const by = (condition: string) =>
  ["status <> 'PENDING'", "status = 'PENDING'"]
    .map(
      (part) => `(select id, created_at from card_transaction
        where merchant_id = $1 and environment = $2 and ${part} and ${condition} order by created_at desc limit ${maxOfCustomer})`,
    )
    .join(' union all ')

// guard: customer-owner
const paymentsOfCustomer = statement<ListedPayment>(
  'list_payments_of_customer',
  `with found as materialized (
     select distinct id, created_at from (
       ${by('bill_to_email = $4')}
       union all ${by("right(bill_to_phone, 8) = $5 and exists (select from unnest($6::text[]) e where bill_to_phone like '%' || e)")}
       -- Whoever paid from the same wallet.
       union all (select t.id, t.created_at from collection own join collection k on k.number_hash = own.number_hash
          join card_transaction t on t.id = k.card_transaction_id
         where own.card_transaction_id = $3 and k.merchant_id = $1 and t.merchant_id = $1 and t.environment = $2
         order by t.created_at desc limit ${maxOfCustomer})
       union all (select id, created_at from card_transaction where merchant_id = $1 and environment = $2 and id = $3)
     ) by_key order by created_at desc, id desc limit ${maxOfCustomer}
   )
   select t.id, t.created_at, ${listedColumns} from found join card_transaction t on t.id = found.id
    order by t.created_at desc, t.id desc`,
)

/** Of the payments $1. */
const ofPayments = 'unnest($1::bigint[]) p (id) join card_transaction t on t.id = p.id'
const refundsOfPayments = statement<{
  transaction_uuid: string
  merchant_reference: string
  amount_minor: bigint
  currency: LocalCurrency
  status: 'PENDING' | 'SUCCESS' | 'FAILED'
  reason: string
  created_at: Temporal.Instant
}>(
  'list_refunds_of_customer',
  `select t.transaction_uuid, t.merchant_reference, r.amount_minor, r.currency, r.status, r.reason, r.created_at
     from ${ofPayments} join card_refund r on r.transaction_id = t.id order by r.id desc limit ${maxShown}`,
)
const disputesOfPayments = statement<{
  dispute_id: string
  merchant_reference: string
  state: DisputeState
  amount_minor: bigint
  currency: LocalCurrency
  created_at: Temporal.Instant
}>(
  'list_disputes_of_customer',
  `select d.dispute_id, t.merchant_reference, d.state, d.amount_minor, d.currency, d.created_at
     from ${ofPayments} join card_dispute d on d.transaction_id = t.id order by d.id desc limit ${maxShown}`,
)
const linksOfPayments = statement<{
  code: string
  merchant_reference: string
  description: string
  payments: bigint
}>(
  'list_links_of_customer',
  `select l.code, l.merchant_reference, l.description, count(*) as payments
     from ${ofPayments} join payment_link l on l.id = t.payment_link_id
    group by l.id, l.code, l.merchant_reference, l.description order by l.id desc limit ${maxShown}`,
)

/**
 * Reads what the customer of a payment has done, newest first.
 * @throws Problem 404 when the payment does not exist or belongs to another merchant
 */
export async function customerOfPayment(
  sql: Sql,
  { merchantId, environment }: ListOwner,
  transactionUuid: string,
) {
  const owner = [merchantId, environment]
  const [customer] = await sql.rows(findCustomer, [...owner, transactionUuid])
  if (!customer) throw new Problem(cardProblems.transaction_not_found)
  const { id, name, email, phone } = customer
  const number = phone === null ? null : searchWords(phone).phone
  const payments = await sql.rows(paymentsOfCustomer, [
    ...owner,
    id,
    email,
    number?.lastEight ?? null,
    number?.ends ?? [],
  ])
  const ids = [payments.map((payment) => payment.id)]
  const [refunds, disputes, links] = await Promise.all([
    sql.rows(refundsOfPayments, ids),
    sql.rows(disputesOfPayments, ids),
    sql.rows(linksOfPayments, ids),
  ])
  return {
    customer: { name: name || null, email, phone },
    payments,
    refunds: refunds.map(withAmount),
    disputes: disputes.map(withAmount),
    links: links.map((link) => ({ ...link, payments: Number(link.payments) })),
  }
}

function withAmount<
  Row extends { amount_minor: bigint; currency: LocalCurrency; created_at: Temporal.Instant },
>({ amount_minor, created_at, ...row }: Row) {
  return { ...row, amount: amountOf(amount_minor, row.currency), created_at: utcSecond(created_at) }
}
