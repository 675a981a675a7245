// A fee invoice as PDF, rendered from what was stored when it was issued, so that it is the same document ever after.
import {
  amountText,
  columnAmount,
  countText,
  type Language,
  longDay,
  monthText,
} from '../../kernel/language.ts'
import { amountOf, type Currency, formatBasisPoints } from '../../kernel/money.ts'
import {
  type Column,
  colours,
  drawFacts,
  drawFoot,
  drawHead,
  drawNotice,
  drawRow,
  drawTitles,
  left,
  right,
  rowHeight,
  rule,
  wide,
} from '../../platform/documents/frame.ts'
import { openPdf, type Pdf } from '../../platform/documents/pdf.ts'
import { documentTexts } from '../document-texts.ts'
import type { MovementType } from '../schemas.ts'

type Writing = { pdf: Pdf; invoice: InvoiceRow; language: Language }

/** The bytes of the document. */
export async function* invoicePdf(invoice: InvoiceRow, language: Language): AsyncGenerator<Uint8Array> {
  const { invoice: texts, test } = documentTexts[language]
  const title = invoice.total_minor < 0n ? texts.creditNote : texts.title
  const pdf = await openPdf({
    title: `${title} ${invoice.number}`,
    author: invoice.issuer.name,
    language,
    madeAt: invoice.issued_at,
  })
  yield* pdf.bytes(
    (async function* draw() {
      pdf.newPage()
      let y = drawHead(pdf, { title, subtitle: invoice.number })
      if (invoice.environment === 'sandbox') y = drawNotice(pdf, y, test)
      const writing = { pdf, invoice, language }
      drawSums(writing, drawLines(writing, drawParties(writing, y)))
      const { name, rccm, nif } = invoice.issuer
      drawFoot(pdf, { note: `${name} · RCCM ${rccm} · NIF ${nif}`, number: 1, of: 1, language })
      yield
    })(),
  )
}

function drawParties({ pdf, invoice, language }: Writing, top: number): number {
  const { invoice: texts } = documentTexts[language]
  const { issuer, recipient, number, month, issued_at, currency } = invoice
  const half = wide / 2
  const heading = { size: 9, weight: 'bold', colour: colours.accent } as const
  pdf.text(texts.issuer, { x: left, y: top, width: half }, heading)
  pdf.text(issuer.name, { x: left, y: top + 15, width: half - 10 }, { size: 10, weight: 'bold' })
  let y = pdf.paragraph(issuer.address, { x: left, y: top + 30, width: half - 10 }, { size: 8 })
  y = pdf.paragraph(
    `RCCM ${issuer.rccm}\nNIF ${issuer.nif}`,
    { x: left, y: y + 2, width: half - 10 },
    { size: 8 },
  )
  pdf.text(texts.recipient, { x: left + half, y: top, width: half }, heading)
  pdf.text(recipient.name, { x: left + half, y: top + 15, width: half }, { size: 10, weight: 'bold' })
  const issuedOn = issued_at.toZonedDateTimeISO('UTC').toPlainDate()
  const facts = [
    [texts.code, recipient.merchant_code],
    [texts.number, number],
    [texts.issued, longDay(issuedOn, language)],
    [texts.month, monthText(Temporal.PlainDate.from(month), language)],
    [texts.currency, currency],
  ] as const
  return Math.max(y, drawFacts(pdf, facts, { x: left + half, y: top + 32, width: half })) + 18
}

function drawLines({ pdf, invoice, language }: Writing, top: number): number {
  const { invoice: texts, types, fees } = documentTexts[language]
  const { currency, lines } = invoice
  const columns: Column[] = [
    { title: texts.line, width: 275 },
    { title: texts.count, width: 110, align: 'right' },
    { title: `${fees} (${currency})`, width: 126, align: 'right' },
  ]
  let y = drawTitles(pdf, columns, top)
  for (const { type, count, fee_minor } of lines) {
    const fee = columnAmount(amountOf(BigInt(fee_minor), currency), language)
    drawRow(pdf, columns, { y, texts: [types[type], countText(count, language), fee] })
    y += rowHeight
  }
  return y + 4
}

function drawSums({ pdf, invoice, language }: Writing, top: number): void {
  const { invoice: texts } = documentTexts[language]
  const { total_minor, vat_minor, vat_bp, currency } = invoice
  rule(pdf, top)
  const percent = columnAmount(formatBasisPoints(vat_bp), language)
  const sums = [
    [texts.net, total_minor - vat_minor],
    [texts.vat(percent), vat_minor],
    [texts.total, total_minor],
  ] as const
  let y = top + 10
  for (const [i, [name, minor]] of sums.entries()) {
    const isTotal = i === sums.length - 1
    const style = { size: isTotal ? 11 : 9, weight: isTotal ? 'bold' : 'regular' } as const
    pdf.text(name, { x: right - 290, y, width: 150, align: 'right' }, style)
    const text = amountText(amountOf(minor, currency), currency, language)
    pdf.text(text, { x: right - 136, y, width: 130, align: 'right' }, style)
    y += 16
  }
  const note = total_minor < 0n ? texts.credited : texts.paid
  pdf.text(note, { x: left, y: y + 14, width: wide }, { size: 8.5, colour: colours.soft })
}

// A fee invoice: what it states, and what follows from it. A negative total is a credit note: more fees were given back in the
// month than taken.

export type Issuer = { name: string; address: string; rccm: string; nif: string }
type Recipient = { name: string; merchant_code: string }
/** The fees of one type of movement. Amounts are text in JSON, since numbers there are not exact. */
export type InvoiceLine = { type: MovementType; count: number; fee_minor: string }

export type InvoiceRow = {
  number: string
  environment: 'sandbox' | 'production'
  currency: Currency
  month: string
  issued_at: Temporal.Instant
  issuer: Issuer
  recipient: Recipient
  lines: InvoiceLine[]
  vat_bp: number
  total_minor: bigint
  vat_minor: bigint
}

/** The numbers of a series follow each other within a year. Each cell has its own: "FAC", and "FAC-2" in the second cell; "TEST" for tests. */
export function invoiceSeries(environment: string, cell: number): string {
  const prefix = environment === 'production' ? 'FAC' : 'TEST'
  // guard: invoice-series-of-cell
  return cell > 1 ? `${prefix}-${cell}` : prefix
}

/** "FAC-2026-000042". */
export const invoiceNumber = (series: string, year: number, sequence: number): string =>
  `${series}-${year}-${String(sequence).padStart(6, '0')}`

/** The VAT that a total includes, rounded half away from zero to the minor unit. @param basisPoints of the VAT. */
export function vatIncluded(total: bigint, basisPoints: number): bigint {
  const size = total < 0n ? -total : total
  const divisor = BigInt(10_000 + basisPoints)
  const vat = (2n * size * BigInt(basisPoints) + divisor) / (2n * divisor)
  return total < 0n ? -vat : vat
}
