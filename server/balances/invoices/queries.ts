// A merchant's fee invoices as clients read them.
import { amountOf, type Currency, formatBasisPoints } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { countsOf } from '../../platform/database/day-count.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import { placeLock } from '../../platform/database/locks.ts'
import type { Download } from '../../platform/http/downloads.ts'
import { paged, rangeOf, readQuery } from '../../platform/http/list-query.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import { balanceProblems } from '../problems.ts'
import type { MovementType } from '../schemas.ts'
import { type InvoiceRow, invoicePdf } from './invoice-pdf.ts'
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

const columns = `number, environment, currency, month::text as month, issued_at, issuer, recipient, lines, vat_bp,
  total_minor, vat_minor`

// guard: invoice-list-owner
const listInvoices = statement<InvoiceRow>(
  'list_fee_invoices',
  `select ${columns} from fee_invoice
    where merchant_id = $1 and environment = $2 and ($3::text is null or currency = $3)
    order by month desc, currency limit $4 offset $5`,
)
const countInvoices = statement<{ total: bigint }>(
  'count_fee_invoices',
  `select count(*) as total from fee_invoice
    where merchant_id = $1 and environment = $2 and ($3::text is null or currency = $3)`,
)

// guard: invoice-owner
const findInvoice = statement<InvoiceRow>(
  'find_fee_invoice',
  `select ${columns} from fee_invoice where number = $3 and merchant_id = $1 and environment = $2`,
)

/** The months before the day $1 of which not all invoices have been issued, the first of them first. */
export const findOpenMonths = statement<{ month: string }>(
  'find_months_to_invoice',
  `with counted as (
     select date_trunc('month', least((select min(day) from day_count where list = 'balance_fee'),
                                      (select min(day) from day_count_change where list = 'balance_fee'))::timestamp)::date as first
   )
   select each.starts::date::text as month
     from counted
    cross join lateral generate_series(counted.first::timestamp, $1::date - interval '1 month', interval '1 month') each (starts)
    where not exists (select from fee_invoice_month m where m.month = each.starts::date)
    order by each.starts`,
)

export type Due = { merchant_id: bigint; environment: 'sandbox' | 'production'; currency: Currency }

const dueAtOnce = 100

/** Whose fees from the day $1 until before $2 have no invoice yet. */
export const findDue = statement<Due>(
  'find_fees_to_invoice',
  `select f.merchant_id, f.environment, f.kind as currency
     from (select merchant_id, environment, kind, amount_minor from day_count
            where list = 'balance_fee' and day >= $1::date and day < $2::date
           union all
           select merchant_id, environment, kind, amount_minor from day_count_change
            where list = 'balance_fee' and day >= $1::date and day < $2::date) f
    -- A number of the series would be missing once the sample is removed.
    where not exists (select from merchant m where m.id = f.merchant_id and m.sample_of is not null)
      and not exists (select from fee_invoice i
                       where i.merchant_id = f.merchant_id and i.environment = f.environment and i.currency = f.kind
                         and i.month = $1::date)
    group by 1, 2, 3 having sum(f.amount_minor) <> 0
    order by 1, 2, 3 limit ${dueAtOnce}`,
)

/** The fees of one merchant in the environment $2 and currency $3 from the day $4 until before $5, by type. */
export const readFees = statement<{ type: MovementType; count: bigint; fee_minor: bigint }>(
  'read_fees_to_invoice',
  `select status as type, sum(count)::bigint as count, sum(amount_minor)::bigint as fee_minor
     from ${countsOf(`'balance_fee'`, 'status, count, amount_minor', 'kind = $3 and day >= $4::date and day < $5::date')} fees
    group by 1 having sum(amount_minor) <> 0 order by 1`,
)

/** Whoever issues another invoice of the series waits until this transaction ends, so no number is missing or used twice. */
export const lockSeries = statement('lock_invoice_series', `select ${placeLock('fee invoices', '$1')}`)
// guard: invoice-series
export const nextNumber = statement<{ sequence: number }>(
  'next_invoice_number',
  'select coalesce(max(sequence), 0) + 1 as sequence from fee_invoice where environment = $1 and year = $2',
)

export const insertInvoice = statement<{ number: string }>(
  'insert_fee_invoice',
  `insert into fee_invoice (number, environment, year, sequence, merchant_id, currency, month, issued_at, issuer, recipient, lines,
                            vat_bp, total_minor, vat_minor)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
   on conflict (merchant_id, environment, currency, month) do nothing returning number`,
)

export const markMonth = statement(
  'mark_month_invoiced',
  'insert into fee_invoice_month (month, issued_at) values ($1, $2) on conflict do nothing',
)
