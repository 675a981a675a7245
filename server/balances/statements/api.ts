// Statement routes: for merchants' servers with signed requests, and for admins.

import { amountOf } from '../../kernel/money.ts'
import { signedEndpoint } from '../../merchants/identity/signed-endpoint.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import { admins, keys } from '../../platform/http/access.ts'
import type { PreparedDownload, SendDownload } from '../../platform/http/downloads.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { readQuery } from '../../platform/http/list-query.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { adminOwner, adminRead } from '../admin-owner.ts'
import { camtPieces } from './camt.ts'
import { csvPieces, jsonPieces, renderTotals } from './json.ts'
import { pdfPieces } from './pdf.ts'
import { cutOf, monthOf, periodOf } from './period.ts'
import { readMonths } from './queries.ts'
import {
  monthsResponse,
  type StatementFormat,
  statementQuery,
  statementQueryAt,
  statementResponse,
} from './schemas.ts'
import { linesOf, readStatement, type Total, totalsOf } from './statement.ts'

/** The response of a route that reads a statement. */
export const statementFile = {
  query: statementQuery,
  responses: {
    200: {
      description: 'The statement, in the format that `format` selects.',
      schema: statementResponse,
      files: ['application/pdf', 'text/csv', 'application/xml'],
    },
  },
} as const

type DownloadNeeds = StatementNeeds & { send: SendDownload }

export const statementRoute = signedEndpoint({
  tag: 'Balance',
  id: 'readStatement',
  method: 'GET',
  path: '/api/v1/payment/statements',
  priority: 'list',
  access: keys('read'),
  summary: 'Read a statement',
  description: `The opening balance, each balance transaction and the closing balance of a UTC month or day, in one currency: as JSON,
CSV, PDF or camt.053.001.08. Two can be downloaded at a time.`,
  ...statementFile,
  exposeHeadRoute: false,
  work: async (needs: DownloadNeeds, { owner, request, reply }) =>
    needs.send(reply, owner.merchantId, downloadStatement(needs, owner, request.query)),
})

export const adminStatementRoutes = [
  endpoint({
    ...adminRead,
    id: 'readMerchantStatement',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/statements',
    priority: 'list',
    access: admins('money'),
    summary: 'Read a statement of a merchant',
    description: 'In its current environment.',
    ...statementFile,
    exposeHeadRoute: false,
    handle: async (needs: DownloadNeeds, { request, reply, params }) => {
      const owner = await adminOwner(needs.db, params.merchant_code)
      return needs.send(reply, owner.merchantId, downloadStatement(needs, owner, request.query))
    },
  }),
  endpoint({
    ...adminRead,
    id: 'listMerchantStatementMonths',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/statements/months',
    priority: 'list',
    access: admins('money'),
    summary: "List the months of a merchant's statements",
    description: 'In its current environment: opening, fees and closing of each month, newest first.',
    responses: { 200: monthsResponse },
    handle: async ({ db, clock }: StatementNeeds, { params }) =>
      succeeded(await statementMonths(db, await adminOwner(db, params.merchant_code), clock.now())),
  }),
]

const types: Record<StatementFormat, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  'camt.053': 'application/xml; charset=utf-8',
}

export type StatementNeeds = { db: Sql; clock: Clock }

/** A statement as a file: its beginning is read when it may be sent, its lines as they are sent. @throws InvalidBody */
export function downloadStatement(
  { db, clock }: StatementNeeds,
  owner: ListOwner,
  query: unknown,
): PreparedDownload {
  const now = clock.now()
  const { period, currency, format, lang } = readQuery(statementQueryAt(now), query)
  const prepare = async () => {
    const statement = await readStatement(db, owner, { currency, period, now })
    const lines = linesOf(db, statement)
    const pieces = {
      json: () => jsonPieces(statement, lines),
      csv: () => csvPieces(statement, lines),
      pdf: () => pdfPieces(statement, lines, lang),
      'camt.053': () => camtPieces(statement, lines),
    }
    const name = `statement-${statement.holder.merchant_code}-${currency}-${period.name}`
    const ending = format === 'camt.053' ? 'xml' : format
    return { filename: `${name}.${ending}`, pieces: pieces[format]() }
  }
  return { type: types[format], prepare }
}

/** Every month from the first movement of a currency to the current one, newest first. */
export async function statementMonths(sql: Sql, owner: ListOwner, now: Temporal.Instant) {
  const rows = await sql.rows(readMonths, [owner.merchantId, owner.environment])
  const current = monthOf(now.toZonedDateTimeISO('UTC').toPlainDate())
  const currencies = [...new Set(rows.map(({ currency }) => currency))]
  const months = currencies.flatMap((currency) => {
    const moved = Map.groupBy(
      rows.filter((row) => row.currency === currency),
      ({ month }) => month,
    )
    const [first = current.name] = moved.keys()
    let closing = 0n
    const listed = []
    for (let month = periodOf(first) ?? current; month.name <= current.name; month = monthOf(month.next)) {
      const totals = totalsOf(moved.get(month.name) ?? [])
      const opening = closing
      closing += sumOf(totals, 'net')
      listed.push({
        period: month.name,
        currency,
        final: cutOf(month, now).isFinal,
        transactions: Number(sumOf(totals, 'count')),
        opening: amountOf(opening, currency),
        totals: renderTotals(totals, currency),
        fees: amountOf(sumOf(totals, 'fee'), currency),
        closing: amountOf(closing, currency),
      })
    }
    return listed
  })
  return { months: months.toSorted((a, b) => compare(b.period, a.period) || compare(a.currency, b.currency)) }
}

function sumOf(totals: readonly Total[], field: 'count' | 'fee' | 'net'): bigint {
  return totals.reduce((sum, total) => sum + total[field], 0n)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
