// The look of our documents: the product's mark and name, the title, the parties, and a footer with the number of the page.
import { countText, type Language } from '../../kernel/language.ts'
import { type Pdf, page, type TextStyle } from './pdf.ts'

/** The colours of the pages' light theme. */
export const colours = {
  ink: '#14252b',
  soft: '#55656c',
  hair: '#e0e3e1',
  sunken: '#f2f0ea',
  accent: '#0b625c',
  wait: '#5b4300',
  waitGround: '#fdf3d7',
} as const

/** The mark of the product in 32 units; the pages have the same (web/ui/frame/mark-path.ts). */
export const markPath =
  'M5 2h2a3 3 0 0 1 3 3v15a2 2 0 0 0 2 2h15a3 3 0 0 1 3 3v2a3 3 0 0 1-3 3H8a6 6 0 0 1-6-6V5a3 3 0 0 1 3-3z' +
  'M14 10a8 8 0 1 1 16 0a8 8 0 1 1-16 0z'

export const left = page.edge
export const right = page.width - page.edge
export const wide = right - left

const small: TextStyle = { size: 8, colour: colours.soft }

/** The head of the first page. Returns where the content begins. */
export function drawHead(pdf: Pdf, { title, subtitle }: { title: string; subtitle: string }): number {
  pdf.path(markPath, { x: left, y: 38, scale: 0.75 }, colours.accent)
  pdf.text('Likuta', { x: left + 30, y: 41, width: 150 }, { size: 15, weight: 'bold' })
  pdf.text(title, { x: 250, y: 36, width: right - 250, align: 'right' }, { size: 15, weight: 'bold' })
  pdf.text(subtitle, { x: 250, y: 55, width: right - 250, align: 'right' }, { size: 9, colour: colours.soft })
  rule(pdf, 78)
  return 94
}

/** The head of the pages after it. Returns where the content begins. */
export function drawShortHead(pdf: Pdf, { title, subtitle }: { title: string; subtitle: string }): number {
  pdf.path(markPath, { x: left, y: 34, scale: 0.45 }, colours.accent)
  pdf.text(`${title} · ${subtitle}`, { x: left + 20, y: 37, width: wide - 20 }, small)
  rule(pdf, 54)
  return 64
}

export function drawFoot(
  pdf: Pdf,
  { note, number, of, language }: { note: string; number: number; of: number; language: Language },
): void {
  const y = page.height - 36
  rule(pdf, y - 8)
  pdf.text(note, { x: left, y, width: wide - 90 }, { ...small, size: 7 })
  const numbered = `Page ${countText(number, language)} / ${countText(of, language)}`
  pdf.text(numbered, { x: right - 86, y, width: 86, align: 'right' }, { ...small, size: 7 })
}

/** A notice across the page. Returns where it ends. */
export function drawNotice(pdf: Pdf, y: number, text: string): number {
  pdf.box({ x: left, y, width: wide, height: 20, radius: 5 }, colours.waitGround)
  pdf.text(
    text,
    { x: left + 9, y: y + 5.5, width: wide - 18 },
    { size: 8, weight: 'bold', colour: colours.wait },
  )
  return y + 28
}

/** Facts under each other. Returns where they end. */
export function drawFacts(
  pdf: Pdf,
  facts: readonly (readonly [name: string, value: string])[],
  place: { x: number; y: number; width: number },
): number {
  let { y } = place
  for (const [name, value] of facts) {
    if (value === '') continue
    pdf.text(name, { ...place, y, width: 92 }, small)
    pdf.text(value, { x: place.x + 94, y, width: place.width - 94 }, { size: 8 })
    y += 13
  }
  return y
}

export function rule(pdf: Pdf, y: number): void {
  pdf.box({ x: left, y, width: wide, height: 0.6 }, colours.hair)
}

export type Column = { title: string; width: number; align?: 'left' | 'right' }

export const rowHeight = 14

/** The titles of a table. Returns where its rows begin. */
export function drawTitles(pdf: Pdf, columns: readonly Column[], y: number): number {
  pdf.box({ x: left, y, width: wide, height: 16, radius: 3 }, colours.sunken)
  drawCells(pdf, columns, { y: y + 4, texts: columns.map(({ title }) => title) }, { ...small, size: 7 })
  return y + 20
}

/** A row of a table. */
export function drawRow(
  pdf: Pdf,
  columns: readonly Column[],
  row: { y: number; texts: readonly string[] },
  weight: 'regular' | 'bold' = 'regular',
): void {
  drawCells(pdf, columns, row, { size: 7.5, weight })
}

function drawCells(
  pdf: Pdf,
  columns: readonly Column[],
  { y, texts }: { y: number; texts: readonly string[] },
  style: TextStyle,
): void {
  let x = left + 4
  for (const [i, { width, align = 'left' }] of columns.entries()) {
    const text = texts[i] ?? ''
    if (text !== '') pdf.text(text, { x, y, width: width - 6, align }, style)
    x += width
  }
}
