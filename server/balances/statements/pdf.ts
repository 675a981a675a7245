// A statement as PDF: a summary, then its lines in a table over as many pages as they need.
import {
  amountText,
  columnAmount,
  countText,
  type Language,
  longDay,
  monthText,
  shortTime,
} from '../../kernel/language.ts'
import { amountOf } from '../../kernel/money.ts'
import {
  type Column,
  colours,
  drawFacts,
  drawFoot,
  drawHead,
  drawNotice,
  drawRow,
  drawShortHead,
  drawTitles,
  left,
  rowHeight,
  wide,
} from '../../platform/documents/frame.ts'
import { openPdf, type Pdf, page } from '../../platform/documents/pdf.ts'
import { documentTexts } from '../document-texts.ts'
import { isMonth } from './period.ts'
import type { Line, Statement } from './statement.ts'

/** Lines drawn before other requests have their turn. */
const linesAtOnce = 15

/** Where rows end on a page. */
const bottom = page.height - 56

type Writing = {
  pdf: Pdf
  statement: Statement
  language: Language
  heads: { title: string; subtitle: string }
  number: (minor: bigint) => string
}

/** The bytes of the document, page by page. */
export async function* pdfPieces(
  statement: Statement,
  lines: AsyncIterable<Line[]>,
  language: Language,
): AsyncGenerator<Uint8Array> {
  const { statement: texts } = documentTexts[language]
  const { currency, holder, madeAt, period } = statement
  const subtitle = `${isMonth(period) ? monthText(period.first, language) : longDay(period.first, language)} · ${currency}`
  const heads = { title: texts.title, subtitle }
  const pdf = await openPdf({
    title: `${texts.title} ${period.name} ${currency}`,
    author: 'Likuta',
    language,
    madeAt,
  })
  const number = (minor: bigint) => columnAmount(amountOf(minor, currency), language)
  const writing = {
    pdf,
    statement,
    language,
    heads: { ...heads, subtitle: `${holder.name} · ${subtitle}` },
    number,
  }
  yield* pdf.bytes(pagesOf(writing, heads, lines))
}

async function* pagesOf(
  writing: Writing,
  heads: Writing['heads'],
  lines: AsyncIterable<Line[]>,
): AsyncGenerator<void> {
  const { pdf, statement, language } = writing
  const columns = columnsOf(language)
  pdf.newPage()
  let y = drawSummary(writing, drawHead(pdf, heads))
  const pages = pageCount(Number(statement.count), y)
  let [number, drawn] = [1, 0]
  const foot = () =>
    drawFoot(pdf, { note: documentTexts[language].statement.note, number, of: pages, language })
  if (statement.count > 0n) y = drawTitles(pdf, columns, y)
  foot()
  for await (const piece of lines)
    for (const line of piece) {
      if (y + rowHeight > bottom) {
        number += 1
        pdf.newPage()
        y = drawTitles(pdf, columns, drawShortHead(pdf, writing.heads))
        foot()
      }
      drawLine(writing, columns, { line, y })
      y += rowHeight
      drawn += 1
      if (drawn % linesAtOnce === 0) yield
    }
  yield
}

/** How many pages these rows need, if the table begins here on the first one. */
function pageCount(rows: number, firstY: number): number {
  const titles = 20
  const [first, later] = [firstY + titles, 64 + titles].map((y) =>
    Math.max(Math.floor((bottom - y) / rowHeight), 0),
  )
  return 1 + Math.max(Math.ceil((rows - (first as number)) / (later as number)), 0)
}

function columnsOf(language: Language): Column[] {
  const { amount, statement: texts } = documentTexts[language]
  return [
    { title: texts.date, width: 74 },
    { title: texts.type, width: 74 },
    { title: texts.reference, width: 93 },
    { title: amount, width: 68, align: 'right' },
    { title: texts.fee, width: 62, align: 'right' },
    { title: texts.net, width: 68, align: 'right' },
    { title: texts.balance, width: 72, align: 'right' },
  ]
}

function drawLine(
  { pdf, language, number }: Writing,
  columns: readonly Column[],
  { line, y }: { line: Line; y: number },
): void {
  drawRow(pdf, columns, {
    y,
    texts: [
      shortTime(line.created_at, language),
      documentTexts[language].types[line.type],
      line.merchant_reference ?? line.description ?? '',
      number(line.amount_minor),
      number(line.fee_minor),
      number(line.net_minor),
      number(line.balance),
    ],
  })
}

/** Who, when, the balances and the sums of each type. Returns where the lines begin. */
function drawSummary(writing: Writing, top: number): number {
  const { pdf, statement, language } = writing
  const { holder, owner, period, currency, isFinal, through, madeAt } = statement
  const { statement: texts, test } = documentTexts[language]
  let y = top
  if (owner.environment === 'sandbox') y = drawNotice(pdf, y, test)
  if (!isFinal) y = drawNotice(pdf, y, texts.provisional(shortTime(through, language)))
  const last = period.next.subtract({ days: 1 })
  const days = isMonth(period)
    ? `${longDay(period.first, language)} – ${longDay(last, language)}`
    : longDay(last, language)
  const half = wide / 2
  const who = [
    [texts.merchant, holder.name],
    [texts.code, holder.merchant_code],
  ] as const
  const when = [
    [texts.period, days],
    [texts.currency, currency],
    [texts.made, `${shortTime(madeAt, language)} UTC`],
  ] as const
  drawFacts(pdf, who, { x: left, y, width: half - 10 })
  y = drawFacts(pdf, when, { x: left + half, y, width: half }) + 6
  y = drawFigures(writing, y)
  y = drawTotals(writing, y)
  const title = statement.count === 0n ? texts.none : texts.lines
  pdf.text(title, { x: left, y, width: wide }, { size: 10, weight: 'bold' })
  return y + 18
}

/** Opening, change and closing side by side. */
function drawFigures({ pdf, statement, language }: Writing, y: number): number {
  const { statement: texts } = documentTexts[language]
  const { opening, closing, currency } = statement
  const figures = [
    [texts.opening, opening],
    [texts.change, closing - opening],
    [texts.closing, closing],
  ] as const
  const width = (wide - 16) / 3
  for (const [i, [name, minor]] of figures.entries()) {
    const x = left + i * (width + 8)
    pdf.box({ x, y, width, height: 40, radius: 6 }, colours.sunken)
    pdf.text(name, { x: x + 9, y: y + 7, width: width - 18 }, { size: 7.5, colour: colours.soft })
    const text = amountText(amountOf(minor, currency), currency, language)
    pdf.text(text, { x: x + 9, y: y + 19, width: width - 18 }, { size: 12, weight: 'bold' })
  }
  return y + 54
}

function drawTotals({ pdf, statement, language, number }: Writing, top: number): number {
  const { types, amount, statement: texts } = documentTexts[language]
  if (statement.totals.length === 0) return top
  const columns: Column[] = [
    { title: texts.type, width: 165 },
    { title: texts.count, width: 70, align: 'right' },
    { title: amount, width: 92, align: 'right' },
    { title: texts.fee, width: 92, align: 'right' },
    { title: texts.net, width: 92, align: 'right' },
  ]
  let y = drawTitles(pdf, columns, top)
  for (const { type, count, amount, fee, net } of statement.totals) {
    const texts = [types[type], countText(count, language), number(amount), number(fee), number(net)]
    drawRow(pdf, columns, { y, texts })
    y += rowHeight
  }
  return y + 10
}
