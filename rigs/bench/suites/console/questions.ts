// The lists of the console, over all merchants, and the portal's deliveries. Their pages end at ten thousand rows.

import type { Credentials } from '../../../../server/merchants/identity/register.ts'
import { maxCounted } from '../../../../server/platform/http/list-query.ts'
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
  ...businessLists(month, code),
  ...requestLists(code),
  ...otherLists(month, code),
]

const businessLists = (month: string, code: string): List[] => [
  {
    path: 'payments',
    filters: [
      ...['', 'status=SUCCESS', 'status=FAILED', 'currency=CDF', month, `merchant_code=${code}`],
      ...[
        'status=FAILED&currency=CDF',
        `merchant_code=${code}&status=FAILED`,
        `merchant_code=${code}&${month}`,
      ],
    ],
    mayBeEmpty: [
      ...['status=PENDING', 'status=VOIDED&currency=CDF', 'environment=production', 'merchant_code=none'],
      ...[
        'q=INV-77',
        'q=customer77%40example.com',
        'q=0031',
        'q=10.00',
        'q=%2B243990104729',
        'q=nothing-at-all',
      ],
      ...[`q=mukendi%207&merchant_code=${code}`, 'q=mukendi%207'],
    ],
  },
  {
    path: 'transfers',
    filters: [
      ...['', 'status=Successful', 'status=Failed', 'operator=orange', month, `merchant_code=${code}`],
      ...['status=Successful&operator=orange', `merchant_code=${code}&status=Failed`],
    ],
    mayBeEmpty: [
      ...['status=Hold', 'status=Submitted', 'status=Failed&operator=orange', 'environment=production'],
      ...[
        'q=PAYOUT-77',
        'q=SIM-77',
        'q=10.00',
        'q=%2B243810104729',
        'q=nothing-at-all',
        `q=ngalula&merchant_code=${code}`,
      ],
    ],
  },
]

const requestLists = (code: string): List[] => [
  {
    path: 'refund-requests',
    filters: ['', 'state=REJECTED', `merchant_code=${code}`, `merchant_code=${code}&state=REJECTED`],
    mayBeEmpty: [
      ...['state=WAITING', 'state=WITHDRAWN', 'state=REFUNDED', 'state=FAILED', 'merchant_code=none'],
      ...[`merchant_code=${code}&state=WAITING`, `merchant_code=${code}&state=EXPIRED`],
    ],
  },
  {
    path: 'disputes',
    filters: ['', 'state=WON', `merchant_code=${code}`, `merchant_code=${code}&state=WON`],
    mayBeEmpty: [
      'state=OPEN',
      'state=INQUIRY',
      `merchant_code=${code}&state=OPEN`,
      `merchant_code=${code}&state=INQUIRY`,
    ],
  },
  {
    path: 'payouts',
    filters: ['', 'state=PAID', `merchant_code=${code}`, `merchant_code=${code}&state=PAID`],
    mayBeEmpty: [
      'state=REQUESTED',
      'state=CANCELLED',
      `merchant_code=${code}&state=REQUESTED`,
      `merchant_code=${code}&state=CANCELLED`,
    ],
  },
]

const otherLists = (month: string, code: string): List[] => [
  {
    path: 'deliveries',
    filters: [
      ...['', 'state=DELIVERED', `merchant_code=${code}`, 'event_type=PAYMENT', 'event_type=REMITTANCE'],
      ...[`merchant_code=${code}&event_type=REMITTANCE`, 'state=DELIVERED&event_type=REMITTANCE'],
    ],
    mayBeEmpty: [
      ...['state=PENDING', 'state=DEAD', 'state=FAILED', 'event_type=REFUND', 'event_type=DISPUTE'],
      ...[
        'state=PENDING&event_type=PAYMENT',
        'state=DEAD&event_type=REMITTANCE',
        `merchant_code=${code}&state=PENDING`,
      ],
      ...[`merchant_code=${code}&state=DEAD&event_type=PAYMENT`, 'merchant_code=none'],
    ],
  },
  {
    path: 'remittance/screening/alerts',
    filters: ['environment=sandbox&state=closed', 'environment=sandbox'],
    mayBeEmpty: ['environment=production'],
  },
  {
    path: 'settlements',
    filters: [],
    mayBeEmpty: ['', `merchant_code=${code}`, month, 'environment=production'],
  },
  {
    path: 'audit',
    filters: ['', 'actor=amina', 'action=refund.requested', 'actor=amina&action=refund.requested'],
    mayBeEmpty: [
      'subject=LKT-77',
      'actor=nobody',
      'action=rates.approved',
      'actor=amina&action=rates.approved',
    ],
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
  const last = Math.floor(Math.min(maxCounted, rows / 8) / perPage)
  const middle = Math.ceil(last / 2)
  const asked = lists(month, merchant_code).flatMap(({ path, filters, mayBeEmpty = [] }) => {
    const ask = (filter: string, page: number, isSure: boolean): Question => ({
      name: `console ${path} ${nameOf(filter, merchant_code)}, page ${pageName(page)}`,
      path: `/api/v1/admin/${path}?${filter}&page=${page}`,
      headers,
      mayBeEmpty: !isSure,
    })
    const pageName = (page: number) => (page === 1 ? '1' : page === last ? 'last offered' : 'in the middle')
    const isLong = filters.length > 1
    return [
      ...filters.flatMap((filter) => [
        ask(filter, 1, true),
        ...(isLong ? [ask(filter, middle, false), ask(filter, last, false)] : []),
      ]),
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
  return decodeURIComponent(filter)
    .replace(`merchant_code=${code}`, 'of a merchant')
    .replace(/from=.*/, 'of a month')
    .replace(/\bq=/, 'by ')
    .replace(/\w+=/g, '')
    .replaceAll('&', ' ')
}
