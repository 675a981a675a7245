// The portal's search: payments and transfers by reference, identifier, phone, amount and more.
import { z } from 'zod'
import { renderPaymentSummary } from '../../cards/payments/list.ts'
import { searchPayments } from '../../cards/payments/search.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import type { Sql } from '../../platform/database/database.ts'
import { check, text } from '../../platform/http/body/body.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { transferSummaryWithFee } from '../../remittance/transfers/list.ts'
import { searchTransfers } from '../../remittance/transfers/search.ts'

const maxFound = 10

export const querySchema = z.object({ q: text({ min: 1, max: 200 }) })

export type SearchNeeds = { db: Sql; clock: Clock }

/** Returns the newest ten matches of each. @throws InvalidBody */
export async function search({ db, clock }: SearchNeeds, session: Session, query: unknown) {
  const { q } = check(querySchema, query, 'query')
  const how = { range: { offset: 0, limit: maxFound }, most: maxFound }
  const [payments, transfers] = await Promise.all([
    searchPayments(db, session, q, how),
    searchTransfers(db, session, q, how),
  ])
  const now = clock.now()
  return {
    payments: payments.rows.map((payment) => renderPaymentSummary(payment, now)),
    transfers: transfers.rows.map(transferSummaryWithFee),
  }
}
