// The payments of one payment link, newest first.
import { type Sql, statement } from '../../platform/database/database.ts'
import { type Listing, readListing } from '../../platform/http/lists/admin-search.ts'
import { maxCounted, type Page } from '../../platform/http/lists/list-query.ts'
import { type ListedPayment, listedColumns, renderPaymentSummary } from './list.ts'

const listing: Listing<ListedPayment> = {
  rows: statement<ListedPayment>(
    'list_payments_of_link',
    `with page as materialized (
       select id from card_transaction where payment_link_id = $1 order by created_at desc, id desc limit $2 offset $3
     )
     select t.id, t.created_at, ${listedColumns} from page join card_transaction t on t.id = page.id
      order by t.created_at desc, t.id desc`,
  ),
  count: statement<{ counted: bigint }>(
    'count_payments_of_link',
    `select count(*) as counted from (select from card_transaction where payment_link_id = $1 limit ${maxCounted + 1}) found`,
  ),
}

/** Lists the payments that were begun with a link, whatever became of them. The caller has found the link for its merchant. */
export function paymentsOfLink(sql: Sql, linkId: bigint, page: Page, now: Temporal.Instant) {
  return readListing(sql, listing, { page, filter: [linkId] }, (payment) =>
    renderPaymentSummary(payment, now),
  )
}
