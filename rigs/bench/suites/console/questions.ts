// The lists of the console, over all merchants, and the portal's deliveries. Their pages end at ten thousand rows.

import type { Credentials } from '../../../../server/merchants/identity/register.ts'
import { mostCounted } from '../../../../server/platform/http/lists/list-query.ts'
import { adminToken } from '../../harness/servers.ts'

export type Question = {
  name: string
  path: string
  headers: Record<string, string>
  /** A filter that may find nothing. */
  mayBeEmpty?: boolean
}

const perPage = 20
/** A list, its filters, and the filters that may find nothing. */
type List = { path: string; filters: readonly string[]; mayBeEmpty?: readonly string[] }

const lists = (month: string, code: string): List[] => [
  {
    path: 'payments',
    filters: ['', 'status=SUCCESS', 'status=FAILED', 'currency=CDF', month, `merchant_code=${code}`],
    mayBeEmpty: ['status=PENDING', 'status=VOIDED&currency=CDF', 'environment=production'],
  },
  {
    path: 'transfers',
    filters: ['', 'status=Successful', 'status=Failed', 'operator=orange', month, `merchant_code=${code}`],
    mayBeEmpty: ['status=Hold', 'status=Failed&operator=orange', 'environment=production'],
  },
  {
    path: 'deliveries',
    filters: ['', 'state=DELIVERED', `merchant_code=${code}`, 'event_type=PAYMENT'],
    mayBeEmpty: ['state=PENDING', 'state=DEAD', 'state=FAILED', 'event_type=REFUND', 'event_type=REMITTANCE'],
  },
  {
    path: 'refund-requests',
    filters: ['', 'state=REJECTED', `merchant_code=${code}`],
    mayBeEmpty: ['state=WAITING', 'state=WITHDRAWN', 'state=REFUNDED', 'merchant_code=none'],
  },
  {
    path: 'audit',
    filters: ['', 'actor=amina', 'action=refund.requested'],
    mayBeEmpty: ['subject=LKT-77', 'actor=nobody', 'action=rates.approved'],
  },
  { path: 'merchants', filters: [''] },
  { path: 'wallets', filters: [''] },
]

/** The first page of each list of the console and the last one that is offered, and the deliveries of the portal. */
export function consoleQuestions(
  { merchant_code }: Credentials,
  { month, rows, bearer }: { month: string; rows: number; bearer: Record<string, string> },
): Question[] {
  const headers = { 'x-admin-token': adminToken }
  // The least frequent of the filters that find rows has one row in eight.
  const last = Math.floor(Math.min(mostCounted, rows / 8) / perPage)
  const asked = lists(month, merchant_code).flatMap(({ path, filters, mayBeEmpty = [] }) => {
    const ask = (filter: string, page: number, isSure: boolean): Question => ({
      name: `console ${path} ${nameOf(filter, merchant_code)}, page ${page === 1 ? 1 : 'last offered'}`,
      path: `/api/v1/admin/${path}?${filter}&page=${page}`,
      headers,
      mayBeEmpty: !isSure,
    })
    const isLong = filters.length > 1
    return [
      ...filters.flatMap((filter) => [ask(filter, 1, true), ...(isLong ? [ask(filter, last, false)] : [])]),
      ...mayBeEmpty.map((filter) => ask(filter, 1, false)),
    ]
  })
  const deliveries = ['', 'status=DELIVERED', 'status=PENDING', 'status=DEAD', month].flatMap((filter) =>
    [1, last].map((page) => ({
      name: `deliveries ${nameOf(filter, merchant_code)}, page ${page === 1 ? 1 : 'of row 10,000'}`,
      path: `/api/v1/merchant/deliveries?${filter}&page=${page}`,
      headers: bearer,
      mayBeEmpty: true,
    })),
  )
  return [...asked, ...deliveries]
}

/** The filter in words: `status=FAILED` is FAILED. */
function nameOf(filter: string, code: string): string {
  if (filter === '') return 'all'
  if (filter.startsWith('from=')) return 'of a month'
  return filter.replace(`merchant_code=${code}`, 'of a merchant').replace(/\w+=/g, '').replace('&', ' ')
}
