// SQL of links in parts at a till: found by a few letters, and the payment of one sale.
import type { OperatorCode } from '../../../kernel/operators.ts'
import { statement } from '../../../platform/database/database.ts'
import type { TransactionStatus } from '../../transaction/transaction.ts'
import { folded } from '../groups/queries.ts'
import { columns, type LinkRow, ofMerchant } from '../queries.ts'

export type TillLinkRow = LinkRow & { time_zone: string }

const maxFound = 10
const selected = `select ${columns}, m.time_zone`
const from = 'from payment_link l join merchant m on m.id = l.merchant_id'

/**
 * The links in parts that can be paid at the time $3 and whose name, reference or code contains $4, or their code $5, where it is long
 * enough for one; those that are meant exactly come first.
 */
export const findTillLinks = statement<TillLinkRow>(
  'find_links_in_parts_at_till',
  `${selected} ${from}
    where ${ofMerchant} and l.kind = 'parts' and l.status = 'ACTIVE' and l.expires_at > $3
      and (strpos(${folded("coalesce(l.payer_label, '') || ' ' || l.merchant_reference")}, ${folded('$4')}) > 0
           or (length($5) >= 3 and strpos(l.code, $5) > 0))
    order by l.code = $5 desc, ${folded('l.merchant_reference')} = ${folded('$4')} desc, l.payer_label, l.id limit ${maxFound}`,
)

/** A link in parts, whoever of the merchant made it, and whether somebody takes its sale $4. */
// guard: till-part-kind
export const findTillLink = statement<TillLinkRow & { is_taken: boolean }>(
  'find_link_in_parts_at_till',
  `${selected}, exists (select from till_sale s where s.payment_link_id = l.id and s.sale = $4) as is_taken
   ${from} where ${ofMerchant} and l.code = $3 and l.kind = 'parts'`,
)

/** The first user who asks for a sale takes it. */
export const takeSale = statement(
  'take_till_sale',
  'insert into till_sale (payment_link_id, sale, user_id, begun_at) values ($1, $2, $3, $4) on conflict do nothing',
)

type SaleRow = {
  transaction_uuid: string
  status: TransactionStatus
  amount_minor: bigint
  operator: OperatorCode | null
  number_end: string | null
}

/** The payment that was begun with the code of the sale $2; one that succeeded stands before others. */
// guard: till-part-sale
export const findPaymentOfSale = statement<SaleRow>(
  'find_payment_of_till_sale',
  `select t.transaction_uuid, t.status, t.amount_minor, k.operator, k.number_end
     from card_transaction t join link_visit v on v.transaction_id = t.id left join collection k on k.operation = t.running_operation
    where t.payment_link_id = $1 and v.till_sale = $2
    order by t.status in ('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED') desc, t.id desc limit 1`,
)
