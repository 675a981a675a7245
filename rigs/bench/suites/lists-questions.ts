// The lists and totals whose time must not grow with a merchant's history, and the values that a plain count of the
// rows gives.
import type pg from 'pg'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { basicHeaders, type Filled, signIn } from '../harness/filled.ts'
import type { Server } from '../harness/servers.ts'
import { consoleQuestions, type Question } from './console/questions.ts'

/** A total that the product returns, and the same by `count(*)` or `sum`. */
export type Total = { name: string; reported: number; counted: number }

/** A filter of a list: its query parameters, and the same as SQL. */
type Narrowing = { name: string; query: string; where: string }
type Listed = { name: string; table: string; path: string; narrowings: readonly Narrowing[] }

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const month = (): Narrowing => ({
  name: ' of a month',
  query: `from=${day(100)}&to=${day(71)}`,
  where: `and created_at >= '${day(100)}T00:00:00Z' and created_at < '${day(70)}T00:00:00Z'`,
})
const all: Narrowing = { name: '', query: '', where: '' }
const having = (column: string, value: string): Narrowing => ({
  name: ` ${value}`,
  query: `${column}=${value}`,
  where: `and ${column} = '${value}'`,
})

/** The portal uses the first list, a merchant's servers the second. */
const lists = (): Listed[] => [
  {
    name: 'payments',
    table: 'card_transaction',
    path: '/api/v1/merchant/payments',
    narrowings: [
      all,
      having('status', 'SUCCESS'),
      having('status', 'FAILED'),
      having('currency', 'CDF'),
      month(),
    ],
  },
  {
    name: 'transfers',
    table: 'transfer',
    path: '/api/v1/remittance/transactions',
    narrowings: [
      all,
      having('status', 'Successful'),
      having('status', 'Failed'),
      having('operator', 'orange'),
      month(),
    ],
  },
]

export const perPage = 20
export const deepPage = 50_000

type Headers = Record<string, string>

/**
 * @returns the first page of each list, page 50,000 where it exists, the last page, and every total, verified; and pages of
 * the console's lists.
 */
export async function questionsOf({ server, merchant, client, history }: Filled): Promise<{
  questions: Question[]
  totals: Total[]
}> {
  const bearer = await signIn(server, merchant)
  const questions: Question[] = ['overview', 'checklist', 'wallet'].map((name) => ({
    name,
    path: `/api/v1/merchant/${name}`,
    headers: bearer,
  }))
  const totals = await overviewTotals({ server, merchant, client }, bearer)
  for (const list of lists())
    for (const narrowing of list.narrowings) {
      const headers = list.name === 'payments' ? bearer : basicHeaders(merchant)
      const path = (page: number) => `${list.path}?${narrowing.query}&page=${page}`
      const name = `${list.name}${narrowing.name}`
      const reportedCount = (await fetchData<{ pagination: { total: number } }>(server, path(1), headers))
        .pagination.total
      totals.push({
        name,
        reported: reportedCount,
        counted: await countOf(client, merchant, list.table, narrowing.where),
      })
      const last = Math.ceil(reportedCount / perPage)
      questions.push({ name: `${name}, page 1`, path: path(1), headers })
      if (last > deepPage) questions.push({ name: `${name}, page 50,000`, path: path(deepPage), headers })
      questions.push({ name: `${name}, last page`, path: path(last), headers })
    }
  const console = consoleQuestions(merchant, { month: month().query, rows: history.payments, bearer })
  return { questions: [...questions, ...console], totals }
}

async function fetchData<Data>({ url }: Server, path: string, headers: Headers): Promise<Data> {
  const response = await fetch(url + path, { headers })
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: Data }).data
}

async function countOf(
  client: pg.Client,
  { merchant_code }: Credentials,
  table: string,
  where: string,
  what = 'count(*)',
): Promise<number> {
  const { rows } = await client.query(
    `select coalesce(${what}, 0)::float8 as result from ${table}
      where merchant_id = (select id from merchant where merchant_code = $1) ${where}`,
    [merchant_code],
  )
  return rows[0].result
}

type Week = {
  payments: {
    count: number
    succeeded: number
    failed: number
    amounts: { currency: string; amount: string }[]
  }
  transfers: { count: number; successful: number; amount: number }
}

/** The weekly figures on the overview. */
async function overviewTotals(
  { server, merchant, client }: Pick<Filled, 'server' | 'merchant' | 'client'>,
  bearer: Headers,
): Promise<Total[]> {
  const { payments, transfers } = (
    await fetchData<{ week: Week }>(server, '/api/v1/merchant/overview', bearer)
  ).week
  // The week of the shop's days, and a new shop is in Kinshasa.
  const week = Temporal.Now.zonedDateTimeISO('Africa/Kinshasa').startOfDay().subtract({ days: 6 })
  const inWeek = `and created_at >= '${week.toInstant()}'`
  const paid = `${inWeek} and status in ('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED')`
  const usd = payments.amounts.find(({ currency }) => currency === 'USD')?.amount ?? '0'
  const notifications: [name: string, reported: number, table: string, where: string, what?: string][] = [
    ['payments', payments.count, 'card_transaction', inWeek],
    ['payments that succeeded', payments.succeeded, 'card_transaction', paid],
    ['payments that failed', payments.failed, 'card_transaction', `${inWeek} and status = 'FAILED'`],
    [
      'US cents paid',
      Math.round(Number(usd) * 100),
      'card_transaction',
      `${paid} and currency = 'USD'`,
      'sum(amount_minor)',
    ],
    ['transfers', transfers.count, 'transfer', inWeek],
    ['transfers that arrived', transfers.successful, 'transfer', `${inWeek} and status = 'Successful'`],
    [
      'US cents that arrived',
      Math.round(transfers.amount * 100),
      'transfer',
      `${inWeek} and status = 'Successful'`,
      'sum(receiver_minor)',
    ],
  ]
  const totals: Total[] = []
  for (const [name, value, table, where, what] of notifications)
    totals.push({
      name: `overview of the week: ${name}`,
      reported: value,
      counted: await countOf(client, merchant, table, where, what),
    })
  return totals
}
