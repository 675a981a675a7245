// A merchant's fee invoices as clients read them.
import { formatBasisPoints } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import type { Download } from '../../platform/http/downloads/downloads.ts'
import { paged, rangeOf, readQuery } from '../../platform/http/lists/list-query.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import { amountOf } from '../amounts.ts'
import { balanceProblems } from '../problems.ts'
import type { InvoiceRow } from './invoice.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { countInvoices, findInvoice, listInvoices } from './queries.ts'
import { invoiceQuery, invoicesQuery } from './schemas.ts'

/** A page of invoices, newest month first. @throws InvalidBody */
export async function invoicesPage(sql: Sql, { merchantId, environment }: ListOwner, query: unknown) {
  const { page, limit, currency = null } = readQuery(invoicesQuery, query)
  const range = rangeOf({ page, limit })
  const key = [merchantId, environment, currency]
  const [rows, [counted]] = await Promise.all([
    sql.rows(listInvoices, [...key, range.limit, range.offset]),
    sql.rows(countInvoices, key),
  ])
  return paged({ page, limit }, { items: rows.map(renderSummary), total: Number(counted?.total ?? 0) })
}

/** An invoice as JSON, or as a PDF file. @throws Problem 404. @throws InvalidBody */
export async function readInvoice(
  sql: Sql,
  { merchantId, environment }: ListOwner,
  { number, query }: { number: string; query: unknown },
) {
  const { format, lang } = readQuery(invoiceQuery, query)
  const [row] = await sql.rows(findInvoice, [merchantId, environment, number])
  if (!row) throw new Problem(balanceProblems.invoice_unknown)
  if (format === 'json') return { data: renderInvoice(row) }
  const filename = `${row.number}.pdf`
  const file: Download = { type: 'application/pdf', filename, pieces: invoicePdf(row, lang) }
  return { file }
}

function renderSummary({ number, month, currency, total_minor, vat_minor, issued_at }: InvoiceRow) {
  return {
    number,
    kind: total_minor < 0n ? ('credit_note' as const) : ('invoice' as const),
    period: month.slice(0, 7),
    currency,
    net: amountOf(total_minor - vat_minor, currency),
    vat: amountOf(vat_minor, currency),
    total: amountOf(total_minor, currency),
    issued_on: issued_at.toZonedDateTimeISO('UTC').toPlainDate().toString(),
  }
}

function renderInvoice(row: InvoiceRow) {
  const { vat_bp, issued_at, issuer, recipient, lines, currency } = row
  return {
    ...renderSummary(row),
    vat_percent: formatBasisPoints(vat_bp),
    issued_at: utcSecond(issued_at),
    issuer,
    recipient,
    lines: lines.map(({ type, count, fee_minor }) => ({
      type,
      transactions: count,
      fee: amountOf(BigInt(fee_minor), currency),
    })),
  }
}
