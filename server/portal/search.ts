// One field for everything: payments and transfers by whatever a merchant has at hand.
import { z } from 'zod'
import { paymentItem } from '../cards/payment-list.ts'
import { searchPayments } from '../cards/payment-search.ts'
import type { Session } from '../merchants/bearer.ts'
import { check, text } from '../platform/body.ts'
import type { Clock } from '../platform/clock.ts'
import type { Sql } from '../platform/database.ts'
import { pricedRecord } from '../remittance/transfer-list.ts'
import { searchTransfers } from '../remittance/transfer-search.ts'

const mostFound = 10

export const querySchema = z.object({ q: text({ min: 1, max: 200 }) })

/** The newest ten of each. @throws InvalidBody */
export async function search({ db, clock }: { db: Sql; clock: Clock }, session: Session, query: unknown) {
  const { q } = check(querySchema, query, 'query')
  const how = { range: { offset: 0, limit: mostFound }, most: mostFound }
  const [payments, transfers] = await Promise.all([
    searchPayments(db, session, q, how),
    searchTransfers(db, session, q, how),
  ])
  const now = clock.now()
  return {
    payments: payments.rows.map((payment) => paymentItem(payment, now)),
    transfers: transfers.rows.map(pricedRecord),
  }
}
