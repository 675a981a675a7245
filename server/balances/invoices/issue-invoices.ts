// Issues the fee invoices of each month after its end: one for each merchant and currency that had fees.
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { monthOf, type Period, periodOf } from '../statements/period.ts'
import { readHolder } from '../statements/queries.ts'
import { type InvoiceLine, type Issuer, invoiceNumber, invoiceSeries, vatIncluded } from './invoice-pdf.ts'
import {
  type Due,
  findDue,
  findOpenMonths,
  insertInvoice,
  lockSeries,
  markMonth,
  nextNumber,
  readFees,
} from './queries.ts'

/** Longer than anything can still be posted to the month. */
const delayMinutes = 60

export type IssueNeeds = {
  db: Database
  clock: Clock
  log: Log
  issuer: Issuer
  /** Hundredths of a percent. */
  vatBasisPoints: number
}

/**
 * Issues what is due. An invoice that cannot be issued is tried again each time, and holds up neither another one nor a later month.
 * Returns whether there may be more.
 */
export async function issueDueInvoices(needs: IssueNeeds): Promise<boolean> {
  const now = needs.clock.now()
  // guard: invoice-month-ended
  const reached = now.subtract({ minutes: delayMinutes })
  const current = monthOf(reached.toZonedDateTimeISO('UTC').toPlainDate())
  let mayBeMore = false
  for (const { month } of await needs.db.rows(findOpenMonths, [current.first.toString()])) {
    const period = periodOf(month.slice(0, 7))
    // guard: invoices-of-later-months
    if (period && (await issueMonth(needs, period))) mayBeMore = true
  }
  return mayBeMore
}

/** Issues some invoices of a month, or marks it as done. Returns whether there was anything to do that succeeded. */
async function issueMonth(needs: IssueNeeds, month: Period): Promise<boolean> {
  const { db, clock, log } = needs
  const due = await db.rows(findDue, [month.first.toString(), month.next.toString()])
  let issued = 0
  for (const each of due) {
    try {
      await issueInvoice(needs, each, month)
      issued += 1
    } catch (error) {
      const reason = `${month.name} of merchant ${each.merchant_id}, ${each.environment}, ${each.currency}`
      log.error('fee invoice not issued', { error, reason })
    }
  }
  if (due.length === 0) await db.rows(markMonth, [month.first.toString(), clock.now()])
  return due.length === 0 || issued > 0
}

/** Issues one invoice. Returns its number, or undefined if it exists already. */
export async function issueInvoice(needs: IssueNeeds, due: Due, month: Period): Promise<string | undefined> {
  // Invoices of a series wait for each other here, without a connection.
  return needs.db.transaction((sql) => issueIn(sql, needs, due, month), {
    mutexKey: `fee invoices ${due.environment}`,
  })
}

async function issueIn(
  sql: Tx,
  { clock, issuer, vatBasisPoints }: IssueNeeds,
  due: Due,
  month: Period,
): Promise<string | undefined> {
  const now = clock.now()
  const { year } = now.toZonedDateTimeISO('UTC')
  const { merchant_id, environment, currency } = due
  const series = invoiceSeries(environment, sql.cell)
  // guard: invoice-series-lock
  await sql.rows(lockSeries, [series])
  const [{ sequence }] = (await sql.rows(nextNumber, [environment, year])) as [{ sequence: number }]
  const [fees, [recipient]] = await Promise.all([
    sql.rows(readFees, [merchant_id, environment, currency, month.first.toString(), month.next.toString()]),
    sql.rows(readHolder, [merchant_id]),
  ])
  const lines = fees.map(
    ({ type, count, fee_minor }): InvoiceLine => ({
      type,
      count: Number(count),
      fee_minor: String(fee_minor),
    }),
  )
  const total = fees.reduce((sum, { fee_minor }) => sum + fee_minor, 0n)
  const values = [
    invoiceNumber(series, year, sequence),
    environment,
    year,
    sequence,
    merchant_id,
    currency,
    month.first.toString(),
    now,
    JSON.stringify(issuer),
    JSON.stringify(recipient),
    JSON.stringify(lines),
    vatBasisPoints,
    total,
    vatIncluded(total, vatBasisPoints),
  ]
  const [invoice] = await sql.rows(insertInvoice, values)
  return invoice?.number
}
