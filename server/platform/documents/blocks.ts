// The body of a document of sections: facts and paragraphs as blocks, which follow one another over as many pages as they need.
import type { Language } from '../../kernel/language.ts'
import { drawFoot, drawHead, drawNotice, drawShortHead, left, rule, wide } from './frame.ts'
import { type Pdf, page, type TextStyle } from './pdf.ts'

/** A piece that stays on one page: its height, and how it is drawn. */
export type Block = { height: number; draw: (y: number) => void }
/** Facts that are not known are left out. */
export type Fact = readonly [name: string, value: string | null | undefined]

const label: TextStyle = { size: 8.5, colour: '#55656c' }
const body: TextStyle = { size: 9 }
const heading: TextStyle = { size: 11, weight: 'bold' }
const labelWidth = 150
const bottom = page.height - 56
/** Where the content of a page begins: below the head of the first one, and below that of the others. */
const [firstTop, laterTop, noticeHeight] = [94, 64, 28]

type Layout = {
  head: { title: string; subtitle: string }
  language: Language
  /** Across the first page. */
  notice?: string | undefined
  /** At the foot of each page. */
  note: string
}

/** The bytes of the document, page by page. */
export async function* blockPages(
  pdf: Pdf,
  blocks: readonly Block[],
  { head, language, notice, note }: Layout,
): AsyncGenerator<Uint8Array> {
  const pages = paginated(blocks, firstTop + (notice === undefined ? 0 : noticeHeight))
  yield* pdf.bytes(
    (async function* draw() {
      for (const [i, blocks] of pages.entries()) {
        pdf.newPage()
        const top = i === 0 ? drawHead(pdf, head) : drawShortHead(pdf, head)
        let y = i === 0 && notice !== undefined ? drawNotice(pdf, top, notice) : top
        for (const block of blocks) {
          block.draw(y)
          y += block.height
        }
        drawFoot(pdf, { note, number: i + 1, of: pages.length, language })
        yield
      }
    })(),
  )
}

/** The blocks of each page. @param top where they begin on the first page */
function paginated(blocks: readonly Block[], top: number): Block[][] {
  const pages: Block[][] = [[]]
  let y = top
  for (const block of blocks) {
    if (y + block.height > bottom && pages.at(-1)!.length > 0) {
      pages.push([])
      y = laterTop
    }
    pages.at(-1)!.push(block)
    y += block.height
  }
  return pages
}

/** Blocks below a title, which never stands alone at the foot of a page; none without blocks. */
export const section = (pdf: Pdf, title: string, ...[first, ...others]: Block[]): Block[] =>
  first ? [titled(pdf, title, first), ...others] : []

function titled(pdf: Pdf, title: string, block: Block): Block {
  const height = 30
  return {
    height: height + block.height,
    draw: (y) => {
      pdf.text(title, { x: left, y: y + 10, width: wide }, heading)
      rule(pdf, y + 25)
      block.draw(y + height)
    },
  }
}

/** Facts with their labels. */
export function facts(pdf: Pdf, of: readonly Fact[]): Block[] {
  return of.flatMap(([name, value]): Block[] => {
    if (!value) return []
    const width = wide - labelWidth
    return [
      {
        height: Math.max(pdf.heightOf(value, width, body), pdf.heightOf(name, labelWidth - 10, label)) + 3,
        draw: (y) => {
          pdf.paragraph(name, { x: left, y, width: labelWidth - 10 }, label)
          pdf.paragraph(value, { x: left + labelWidth, y, width }, body)
        },
      },
    ]
  })
}

/** The paragraphs of a text, so that it goes on on the next page; a very long paragraph as several pieces. */
export const piecesOf = (written: string): string[] =>
  written.split('\n').flatMap((line) => line.match(/.{1,2000}(?:\s|$)|.{1,2000}/gu) ?? [''])

/** A block per paragraph. */
export function text(pdf: Pdf, written: string): Block[] {
  return piecesOf(written).map((piece) => ({
    height: pdf.heightOf(piece || ' ', wide, body) + 2,
    draw: (y) => void pdf.paragraph(piece, { x: left, y, width: wide }, body),
  }))
}

/** A picture below its name, as large as fits on a page of its own. @param otherwise said instead of a picture that cannot be drawn */
export function picture(pdf: Pdf, name: string, content: Buffer, otherwise: string): Block {
  const height = bottom - laterTop
  return {
    height,
    draw: (y) => {
      pdf.text(name, { x: left, y: y + 10, width: wide }, heading)
      const place = { x: left, y: y + 30, width: wide, height: height - 30 }
      try {
        pdf.image(content, place)
      } catch {
        // The rest of the document must not be lost for a picture of a kind that the package does not know.
        pdf.paragraph(otherwise, place, body)
      }
    },
  }
}
