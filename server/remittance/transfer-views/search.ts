// Searches a merchant's transfers by reference, our id, the beneficiary's number or amount; and the newest of them by parts of
// references and by the name that the operator has for the number. The names that merchants send are sealed.
import { type Sql, statement } from '../../platform/database/database.ts'
import { boundsOf, type Definition, dayList, type ListOwner } from '../../platform/database/day-list.ts'
import {
  type Found,
  foundPage,
  hasParts,
  maxLookedThrough,
  readFound,
  type SearchedPage,
  searchWords,
} from '../../platform/http/admin-search.ts'
import { amountNumber, stamp } from '../transfer/formats.ts'
import type { TransferRow } from '../transfer/queries.ts'

export type ListedTransfer = Pick<
  TransferRow,
  | 'reference'
  | 'transaction_id'
  | 'status'
  | 'amount_hundredths'
  | 'currency'
  | 'operator'
  | 'customer_number'
  | 'subscriber_name'
  | 'receiver_minor'
  | 'fee_minor'
  | 'rate_micros'
  | 'created_at'
>

/** The listed columns of `transfer`, aliased as `t`. */
export const listedColumns = `t.reference, t.transaction_id, t.status, t.amount_hundredths, t.currency, t.operator,
  t.customer_number, t.subscriber_name, t.receiver_minor, t.fee_minor, t.rate_micros`

/** How transfers are listed; the `kind` of a transfer is its operator. */
export const transferListDefinition: Definition = {
  list: 'transfer',
  table: 'transfer',
  columns: listedColumns,
  status: 'status',
  kind: 'operator',
  parts: [
    { statuses: ['Submitted'], condition: `status = 'Submitted'` },
    { statuses: ['Hold'], condition: `status = 'Hold'` },
    { statuses: ['Successful', 'Failed', 'Reversed'], condition: `status not in ('Submitted', 'Hold')` },
  ],
  hasWholeIndex: false,
}

/** The transfers of one merchant. */
export const transferList = dayList<ListedTransfer>(transferListDefinition)

/** The transfer summary of lists and status responses. */
export function transferSummary(
  transfer: Omit<ListedTransfer, 'receiver_minor' | 'fee_minor' | 'rate_micros'>,
) {
  return {
    reference: transfer.reference,
    transaction_id: transfer.transaction_id,
    status: transfer.status,
    amount: amountNumber(transfer.amount_hundredths),
    currency: transfer.currency,
    operator: transfer.operator,
    customer_number: transfer.customer_number,
    subscriber_name: transfer.subscriber_name,
    created_at: stamp(transfer.created_at),
  }
}

/** The same with payout amount and fee in US dollars, which are null until the transfer is converted. */
export function transferSummaryWithFee(transfer: ListedTransfer) {
  return {
    ...transferSummary(transfer),
    receiver_amount: amountNumber(transfer.receiver_minor),
    fee: amountNumber(transfer.fee_minor),
  }
}

const inDays = 'created_at >= $8::timestamptz and created_at < $9::timestamptz'

/** The newest ended transfers with the given key. Each key has an index that ends with the time. */
const by = (condition: string) =>
  `(select id, created_at from transfer
     where merchant_id = $1 and environment = $2 and status not in ('Submitted', 'Hold') and ${condition} and ${inDays}
     order by created_at desc limit $10)`

const phoneFits = `right(customer_number, 8) = $6
  and exists (select from unnest($7::text[]) e where customer_number like '%' || e)`

const names = `concat_ws(' ', reference, subscriber_name)`

const search = statement<ListedTransfer & { id: bigint | null; total: bigint; found: bigint }>(
  'search_transfers',
  `with found as materialized (
     select distinct id, created_at from (
       ${by('reference = $3')}
       union all ${by('transaction_id = $4')}
       union all ${by('amount_hundredths = $5')}
       union all ${by(phoneFits)}
       -- Those that are still open are few, and looked through.
       union all (select id, created_at from transfer
          where merchant_id = $1 and environment = $2 and status in ('Submitted', 'Hold') and ${inDays}
            and (reference = $3 or transaction_id = $4 or amount_hundredths = $5 or (${phoneFits})
                 or ($15::text[] is not null and ${hasParts(names, '$15')}))
          order by created_at desc limit $10)
       -- Names have no index, so that transfers do not pay for it.
       union all (select id, created_at from (
          select * from transfer
           where merchant_id = $1 and environment = $2 and status not in ('Submitted', 'Hold') and ${inDays}
             and $15::text[] is not null
           order by created_at desc limit ${maxLookedThrough}) t
          where ${hasParts(names, '$15')} order by created_at desc limit $10)
     ) by_key order by created_at desc, id desc limit $10
   ), ${foundPage(
     `select t.id, t.created_at, ${listedColumns} from found join transfer t on t.id = found.id
      where ($11::text is null or t.status = $11) and ($12::text is null or t.operator = $12)`,
     { offset: '$13', limit: '$14' },
   )}`,
)

/**
 * Searches the newest `most` matches within the days of the filter and returns a page of them, newest first.
 * @param q the search text as typed.
 */
export async function searchTransfers(
  sql: Sql,
  { merchantId, environment }: ListOwner,
  q: string,
  { filter = {}, range, most }: SearchedPage,
): Promise<Found<ListedTransfer>> {
  const { status = null, kind = null } = filter
  const { text, amount, phone, parts } = searchWords(q)
  const rows = await sql.rows(search, [
    merchantId,
    environment,
    text,
    text.toUpperCase(),
    amount,
    phone?.lastEight ?? null,
    phone?.ends ?? [],
    ...boundsOf(filter),
    most,
    status,
    kind,
    range.offset,
    range.limit,
    parts,
  ])
  return readFound(rows, most)
}
