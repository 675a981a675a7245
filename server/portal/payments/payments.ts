// Payments in the portal: list, search and detail, each with its webhook deliveries.

import { resultLink } from '../../cards/checkout/signed-link.ts'
import { readPaymentDetail } from '../../cards/payments/detail.ts'
import { paymentChoices, paymentList, renderPaymentSummary } from '../../cards/payments/list.ts'
import { searchPayments } from '../../cards/payments/search.ts'
import { refundabilityOf } from '../../cards/refund-requests/responses.ts'
import { transactionByUuid } from '../../cards/transaction/queries.ts'
import { paymentSubject } from '../../cards/transaction/webhooks/publish.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import type { Sql } from '../../platform/database/database.ts'
import { rangeOf, readPageOf } from '../../platform/http/lists/list-query.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { deliveriesAbout } from '../../webhooks/delivery/deliveries.ts'
import { foundPage, maxSearched } from '../found-page.ts'

export type PaymentNeeds = { db: Sql; clock: Clock; secrets: Secrets; baseUrl: string }

/** Lists payments, newest first. A search examines only the newest matches. @throws InvalidBody */
export async function paymentsPage({ db, clock }: PaymentNeeds, session: Session, query: unknown) {
  const { q, page, limit, ...filter } = readPageOf(paymentChoices, query)
  const range = rangeOf({ page, limit })
  const found =
    q === undefined
      ? { ...(await paymentList.page(db, session, filter, range)), isCut: false }
      : await searchPayments(db, session, q, { filter, range, most: maxSearched })
  const now = clock.now()
  return foundPage({ page, limit }, found, (payment) => renderPaymentSummary(payment, now))
}

/** A completed payment keeps its receipt after a refund or void. */
const withReceipt = new Set(['SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED'])

/** @throws Problem 404 */
export async function paymentDetail(needs: PaymentNeeds, session: Session, transactionUuid: string) {
  const { db, clock, secrets, baseUrl } = needs
  const { id, detail } = await readPaymentDetail(needs, session, transactionUuid)
  const transaction = await transactionByUuid(db, transactionUuid)
  const at = { requests: detail.refund_requests, now: clock.now() }
  return {
    ...detail,
    receipt_link: withReceipt.has(detail.status) ? resultLink(baseUrl, secrets, transactionUuid) : null,
    refundable: await refundabilityOf(db, session, transaction, at),
    deliveries: await deliveriesAbout(db, session, paymentSubject(id)),
  }
}
