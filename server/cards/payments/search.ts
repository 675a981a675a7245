// Searches a merchant's payments by reference, transaction_uuid, id of a collection, phone number, email, last four card digits or
// amount; and the newest of them by parts of references, by customers' names and by the wallet that paid.
import { type Sql, statement } from '../../platform/database/database.ts'
import { boundsOf, type ListOwner } from '../../platform/database/day-list.ts'
import {
  type Found,
  foundPage,
  hasParts,
  maxLookedThrough,
  readFound,
  type SearchedPage,
  type SearchWords,
  searchWords,
} from '../../platform/http/admin-search.ts'
import { type ListedPayment, listedColumns, namesOf } from './list.ts'

const inDaysAt = (time: string) => `${time} >= $10::timestamptz and ${time} < $11::timestamptz`
const inDays = inDaysAt('created_at')

/** SQL for the newest ended payments that match a condition; each condition has an index that ends with the time. */
const by = (condition: string) =>
  `(select id, created_at from card_transaction
     where merchant_id = $1 and environment = $2 and status <> 'PENDING' and ${condition} and ${inDays}
     order by created_at desc limit $12)`

const phoneFits = `right(bill_to_phone, 8) = $8
  and exists (select from unnest($9::text[]) e where bill_to_phone like '%' || e)`

const search = statement<ListedPayment & { total: bigint; found: bigint }>(
  'search_payments',
  `with found as materialized (
     select distinct id, created_at from (
       ${by('left(merchant_reference, 64) = left($3, 64) and merchant_reference = $3')}
       union all ${by('transaction_uuid = $4')}
       union all ${by('bill_to_email = $5')}
       union all ${by('amount_minor = $6')}
       union all ${by(`card_last4 = $7 and card_last4 <> ''`)}
       union all ${by(phoneFits)}
       -- Also the attempts that did not pay, and payments that are still open.
       union all (select t.id, t.created_at from collection k join card_transaction t on t.id = k.card_transaction_id
          where k.collection_id = $4 and t.merchant_id = $1 and t.environment = $2
            and ${inDaysAt('t.created_at')})
       -- Those that are still open are few, and looked through.
       union all (select id, created_at from card_transaction t
          where merchant_id = $1 and environment = $2 and status = 'PENDING' and ${inDays}
            and (merchant_reference = $3 or transaction_uuid = $4 or bill_to_email = $5 or amount_minor = $6
                 or (${phoneFits}) or ($17::text[] is not null and ${hasParts(namesOf('t'), '$17')}))
          order by created_at desc limit $12)
       -- Names have no index, so that payments do not pay for it.
       union all (select id, created_at from (
          select * from card_transaction
           where merchant_id = $1 and environment = $2 and status <> 'PENDING' and ${inDays} and $17::text[] is not null
           order by created_at desc limit ${maxLookedThrough}) t
          where ${hasParts(namesOf('t'), '$17')} order by created_at desc limit $12)
     ) by_key order by created_at desc, id desc limit $12
   ), ${foundPage(
     `select t.id, t.created_at, ${listedColumns} from found join card_transaction t on t.id = found.id
      where ($13::text is null or t.status = $13) and ($14::text is null or t.currency = $14)
        and ($18::text is null or t.payment_method = $18)`,
     { offset: '$15', limit: '$16' },
   )}`,
)

/**
 * Searches among the newest `most` matches in the days of the filter, newest first.
 * @param q as typed.
 */
export async function searchPayments(
  sql: Sql,
  { merchantId, environment }: ListOwner,
  q: string,
  { filter = {}, range, most }: SearchedPage,
): Promise<Found<ListedPayment>> {
  const { status = null, kind = null, method = null } = filter
  const words = searchWords(q)
  const rows = await sql.rows(search, [
    merchantId,
    environment,
    ...keysOf(words),
    ...boundsOf(filter),
    most,
    status,
    kind,
    range.offset,
    range.limit,
    words.parts,
    method,
  ])
  return readFound(rows, most)
}

function keysOf({ text, email, amount, last4, phone }: SearchWords) {
  return [text, text.toUpperCase(), email, amount, last4, phone?.lastEight ?? null, phone?.ends ?? []]
}
