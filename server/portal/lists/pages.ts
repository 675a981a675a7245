// Pages of payments and transfers, and what those of a filter add up to.
import { duplicatesAmong } from '../../cards/payments/duplicates.ts'
import {
  type ListedPayment,
  paymentChoices,
  paymentList,
  renderPaymentSummary,
} from '../../cards/payments/list.ts'
import {
  renderPaymentSums,
  sortedPayments,
  sumPayments,
  sumsOfPayments,
} from '../../cards/payments/payment-sums.ts'
import { searchPayments } from '../../cards/payments/search.ts'
import { operatorCodes } from '../../kernel/operators.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import type { Sql } from '../../platform/database/database.ts'
import { maxExamined } from '../../platform/database/narrowed-list.ts'
import { type Choices, readFilter, readSortedPageOf } from '../../platform/http/list-query.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { transferStatuses } from '../../remittance/transfer/transfer.ts'
import {
  type ListedTransfer,
  searchTransfers,
  transferList,
  transferSummaryWithFee,
} from '../../remittance/transfer-views/search.ts'
import {
  renderTransferSums,
  sortedTransfers,
  sumsOfTransfers,
  sumTransfers,
} from '../../remittance/transfer-views/transfer-sums.ts'
import { foundPage, maxSearched } from '../search.ts'
import { allFound, type ListReads, readSorted } from './sorted-page.ts'

export const transferChoices: Choices = {
  status: transferStatuses,
  kind: ['operator', operatorCodes],
  isSearched: true,
  isZoned: true,
}

const payments: ListReads<ListedPayment & { id: bigint }> = {
  byDay: paymentList as ListReads<ListedPayment & { id: bigint }>['byDay'],
  sorted: sortedPayments,
  search: searchPayments as ListReads<ListedPayment & { id: bigint }>['search'],
  idOf: ({ transaction_uuid }) => transaction_uuid,
  amountKeys: ({ currency, amount_minor }, first) => [
    BigInt((currency === 'USD') === (first === 'largest')),
    amount_minor ?? 0n,
  ],
}

const transfers: ListReads<ListedTransfer & { id: bigint | null }> = {
  byDay: transferList,
  sorted: sortedTransfers,
  search: searchTransfers as ListReads<ListedTransfer & { id: bigint | null }>['search'],
  idOf: ({ transaction_id }) => transaction_id,
  amountKeys: ({ receiver_minor }) => [receiver_minor ?? 0n],
}

/** A page of payments in the order of the query. A search examines only the newest matches. @throws InvalidBody */
export async function paymentsPage(
  { db, clock }: { db: Sql; clock: Clock },
  session: Session,
  query: unknown,
) {
  const narrowed = readSortedPageOf(paymentChoices, query)
  const found = await readSorted(db, session, payments, narrowed)
  const now = clock.now()
  const duplicates = await duplicatesAmong(db, found.rows)
  return foundPage(narrowed, found, (payment) => ({
    ...renderPaymentSummary(payment, now),
    possible_duplicate: duplicates.has(payment.id),
  }))
}

/** The same for transfers. @throws InvalidBody */
export async function transfersPage({ db }: { db: Sql }, session: Session, query: unknown) {
  const narrowed = readSortedPageOf(transferChoices, query)
  return foundPage(narrowed, await readSorted(db, session, transfers, narrowed), transferSummaryWithFee)
}

/** How many of the newest rows the sums are of, if there may be more. */
const examined = (isCut: boolean, most: number) => ({ newest_only: isCut ? most : null })

/** What the payments of a filter add up to. @throws InvalidBody */
export async function paymentTotals({ db }: { db: Sql }, session: Session, query: unknown) {
  const { q, ...filter } = readFilter(paymentChoices, query)
  if (q !== undefined) {
    const { rows, isCut } = await allFound(db, session, payments, q, filter)
    return { ...renderPaymentSums(sumPayments(rows)), ...examined(isCut, maxSearched) }
  }
  const { sums, isCut } = await sumsOfPayments(db, session, filter)
  return { ...renderPaymentSums(sums), ...examined(isCut, maxExamined) }
}

/** What the transfers of a filter add up to. @throws InvalidBody */
export async function transferTotals({ db }: { db: Sql }, session: Session, query: unknown) {
  const { q, ...filter } = readFilter(transferChoices, query)
  if (q !== undefined) {
    const { rows, isCut } = await allFound(db, session, transfers, q, filter)
    return { ...renderTransferSums(sumTransfers(rows)), ...examined(isCut, maxSearched) }
  }
  const { sums, isCut } = await sumsOfTransfers(db, session, filter)
  return { ...renderTransferSums(sums), ...examined(isCut, maxExamined) }
}
