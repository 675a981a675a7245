// The portal's search over payments and transfers, and the pages of search results that their lists share.
import { z } from 'zod'
import { renderPaymentSummary } from '../cards/payments/list.ts'
import { examplePaymentSummary, paymentSummary } from '../cards/payments/schemas.ts'
import { searchPayments } from '../cards/payments/search.ts'
import type { Session } from '../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../merchants/sign-in/user-endpoint.ts'
import type { Sql } from '../platform/database/database.ts'
import { users } from '../platform/http/access.ts'
import { dataResponse } from '../platform/http/api.ts'
import { check, text } from '../platform/http/body/body.ts'
import { type Page, paged } from '../platform/http/list-query.ts'
import type { Clock } from '../platform/time/clock.ts'
import { examplePricedTransfer, transferWithFee } from '../remittance/transfer-views/api.ts'
import { searchTransfers, transferSummaryWithFee } from '../remittance/transfer-views/search.ts'

const maxFound = 10

const querySchema = z.object({ q: text({ min: 1, max: 200 }) })

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

const searchResponse = dataResponse(
  'SearchResults',
  z.object({ payments: z.array(paymentSummary), transfers: z.array(transferWithFee) }),
  {
    payments: [{ ...examplePaymentSummary, allowed_actions: [] }],
    transfers: [examplePricedTransfer],
  },
)

export const searchRoutes = [
  userEndpoint({
    tag: 'Portal',
    id: 'search',
    method: 'GET',
    path: '/api/v1/merchant/search',
    priority: 'list',
    access: users('payments'),
    summary: 'Search payments and transfers',
    description:
      'The newest ten of each, by reference, identifier, phone, email, amount or last card digits.',
    query: querySchema,
    responses: { 200: searchResponse },
    work: async (needs: SearchNeeds, { session, request }) => search(needs, session, request.query),
  }),
]

/** How many of the newest matches a search examines; older ones are found by filtering on days. */
export const maxSearched = 1_000

/** Renders a page of search results; `cut` is set if there are more matches than a search examines. */
export function foundPage<Row, Item>(
  page: Page,
  { rows, total, isCut }: { rows: Row[]; total: number; isCut: boolean },
  view: (row: Row) => Item,
) {
  const { items, pagination } = paged(page, { items: rows.map(view), total })
  return { items, pagination: { ...pagination, ...(isCut && { cut: true as const }) } }
}

/** Returns the results of a search as a single batch, for exports. */
export async function* searched<Row>(
  search: (how: { range: { offset: number; limit: number }; most: number }) => Promise<{ rows: Row[] }>,
): AsyncGenerator<Row[]> {
  const { rows } = await search({ range: { offset: 0, limit: maxSearched }, most: maxSearched })
  yield rows
}

/** Schema of a page of search results; a search examines the newest thousand matches. */
export function foundPageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), pagination: foundPagination })
}

const foundPagination = z
  .object({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    pages: z.int(),
    cut: z
      .literal(true)
      .optional()
      .meta({ description: 'Set if there are more matches than a search examines.' }),
  })
  .meta({ id: 'SearchPagination' })
