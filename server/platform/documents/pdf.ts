// PDF documents: A4 pages with embedded fonts, made piece by piece, so that a document of thousands of pages needs no memory and
// other requests are served between its pages. The same content gives the same bytes.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import anyAscii from 'any-ascii'
import type { Language } from '../../kernel/language.ts'

export type Weight = 'regular' | 'bold'

/** Sizes and places are in points, from the upper left corner of the page. */
export type TextStyle = { size: number; weight?: Weight; colour?: string }
export type TextPlace = { x: number; y: number; width: number; align?: 'left' | 'right' }

export const page = { width: 595, height: 842, edge: 40 } as const

export type Pdf = {
  newPage(): void
  /** One line, cut with an ellipsis where it does not fit. */
  text(text: string, place: TextPlace, style: TextStyle): void
  /** Lines broken between words. Returns where they end. */
  paragraph(text: string, place: TextPlace, style: TextStyle): number
  /** How high the lines of a paragraph are. */
  heightOf(text: string, width: number, style: TextStyle): number
  /** A filled rectangle, with round corners if it has a radius. */
  box(place: { x: number; y: number; width: number; height: number; radius?: number }, colour: string): void
  /** A picture, as large as fits. @throws Error for one of a kind that the package does not know */
  image(content: Buffer, place: { x: number; y: number; width: number; height: number }): void
  /** A path of SVG, scaled. */
  path(path: string, place: { x: number; y: number; scale: number }, colour: string): void
  /** The bytes of the document as they are drawn. @param parts draws some lines, at most a page, at each step. */
  bytes(parts: AsyncIterable<void>): AsyncGenerator<Uint8Array>
}

const weights = { regular: 400, bold: 700 } as const satisfies Record<Weight, number>
/** Each alphabet has a font file of its own; a document contains those whose letters it draws. */
const alphabets = {
  latin: /[ -~\u00a0-\u00acÀ-ÿ®-¿ŒœŸ–—‘’‚“”„•…‰‹›€−]/,
  'latin-ext': /[Ā-ſƏƒƠơƯưǰǺ-ǿȘ-țȷəẀ-ẅỲ-ỹ]/,
  vietnamese: /[Ạ-ự]/,
  greek: /[ΆΈ-ΊΌΎ-ΡΣ-ώ]/,
  cyrillic: /[Ѐ-џҐґҰұ№]/,
  'cyrillic-ext': /[Ѡ-҂Ҋ-ҏҒ-үҲ-ԓ]/,
} as const
type Alphabet = keyof typeof alphabets
const names = Object.keys(alphabets) as Alphabet[]
const fonts = new Map<string, Buffer>()

function fontOf(alphabet: Alphabet, weight: Weight): Buffer {
  const file = `@fontsource/roboto/files/roboto-${alphabet}-${weights[weight]}-normal.woff`
  const known = fonts.get(file)
  if (known) return known
  const { resolve } = createRequire(import.meta.url)
  const bytes = readFileSync(resolve(file))
  fonts.set(file, bytes)
  return bytes
}

const alphabetOf = (character: string) => names.find((name) => alphabets[name].test(character))

/** The text in pieces that one font draws. */
function piecesOf(text: string): { alphabet: Alphabet; text: string }[] {
  const pieces: { alphabet: Alphabet; text: string }[] = []
  for (const character of text) {
    const alphabet = alphabetOf(character) ?? 'latin'
    const last = pieces.at(-1)
    if (last?.alphabet === alphabet) last.text += character
    else pieces.push({ alphabet, text: character })
  }
  return pieces
}

/** Opens a document. The package that writes it is loaded when the first one is made. */
export async function openPdf(facts: {
  title: string
  author: string
  language: Language
  madeAt: Temporal.Instant
}): Promise<Pdf> {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: facts.language,
    displayTitle: true,
    // It would keep every text of the document.
    fontLayoutCache: false,
    info: {
      Title: facts.title,
      Author: facts.author,
      CreationDate: new Date(facts.madeAt.epochMilliseconds),
    },
  })
  return drawingOn(document)
}

/** Chooses a font. Its file is read when a document first needs it. */
function openFonts(document: PDFKit.PDFDocument) {
  const registered = new Set<string>()
  return (alphabet: Alphabet, weight: Weight) => {
    const name = `${alphabet} ${weight}`
    if (!registered.has(name)) document.registerFont(name, fontOf(alphabet, weight))
    registered.add(name)
    return document.font(name)
  }
}

/** Draws and measures lines of text, each in the fonts of its letters. */
function openWriter(document: PDFKit.PDFDocument) {
  const choose = openFonts(document)
  const widthOf = openMeasure(choose)
  return {
    widthOf,
    lineHeight: ({ size, weight = 'regular' }: TextStyle) =>
      choose('latin', weight).fontSize(size).currentLineHeight(true),
    linesOf: (text: string, width: number, style: TextStyle) =>
      drawable(text)
        .split('\n')
        .flatMap((line) => broken(line, width, (part) => widthOf(part, style))),
    line(text: string, { x, y, width, align = 'left' }: TextPlace, style: TextStyle) {
      const { size, weight = 'regular', colour = '#14252b' } = style
      let left = align === 'left' ? x : x + width - widthOf(text, style)
      for (const piece of piecesOf(text)) {
        choose(piece.alphabet, weight).fontSize(size).fillColor(colour)
        document.text(piece.text, left, y, { lineBreak: false })
        left += widthOf(piece.text, style)
      }
    },
    /** Whoever copies or searches a text that is drawn in other letters finds it as the merchant wrote it. */
    asWritten(text: string, shown: string, draw: () => void) {
      const isOther = seenOf(text) !== shown
      if (isOther) document.markContent('Span', { actual: seenOf(text) })
      draw()
      if (isOther) document.endMarkedContent()
    },
  }
}

function drawingOn(document: PDFKit.PDFDocument): Pdf {
  const { asWritten, line, lineHeight, linesOf, widthOf } = openWriter(document)
  return {
    newPage: () => void document.addPage(),
    text(text, place, style) {
      const shown = drawable(text).replaceAll('\n', ' ')
      const fitting = shortened(shown, place.width, (part) => widthOf(part, style))
      asWritten(text, shown, () => line(fitting, place, style))
    },
    paragraph(text, place, style) {
      const lines = linesOf(text, place.width, style)
      const height = lineHeight(style)
      asWritten(text, drawable(text), () => {
        for (const [i, one] of lines.entries()) line(one, { ...place, y: place.y + i * height }, style)
      })
      return place.y + lines.length * height
    },
    heightOf: (text, width, style) => linesOf(text, width, style).length * lineHeight(style),
    box({ x, y, width, height, radius = 0 }, colour) {
      document.roundedRect(x, y, width, height, radius).fill(colour)
    },
    image(content, { x, y, width, height }) {
      document.image(content, x, y, { fit: [width, height] })
    },
    path(path, { x, y, scale }, colour) {
      document.save().translate(x, y).scale(scale).path(path).fill(colour).restore()
    },
    async *bytes(parts) {
      for await (const _ of parts) {
        yield* written(document)
        // A client that takes them as fast as they are drawn must not keep other requests waiting.
        await setImmediate()
      }
      document.end()
      for await (const chunk of document) yield chunk as Uint8Array
    },
  }
}

/** Measures by characters, whose widths are remembered: laying out a text takes much longer. */
function openMeasure(choose: ReturnType<typeof openFonts>) {
  const units = 1000
  const widths = { regular: new Map<string, number>(), bold: new Map<string, number>() }

  function characterWidth(character: string, weight: Weight): number {
    const known = widths[weight].get(character)
    if (known !== undefined) return known
    const alphabet = alphabetOf(character) ?? 'latin'
    const width = choose(alphabet, weight).fontSize(units).widthOfString(character)
    widths[weight].set(character, width)
    return width
  }

  return (text: string, { size, weight = 'regular' }: TextStyle): number => {
    let sum = 0
    for (const character of text) sum += characterWidth(character, weight)
    return (sum * size) / units
  }
}

function* written(document: PDFKit.PDFDocument): Generator<Uint8Array> {
  for (let chunk = document.read(); chunk !== null; chunk = document.read()) yield chunk as Uint8Array
}

/** No line of a page holds more, so measuring a long text is cheap. */
const maxOnLine = 160

function shortened(text: string, width: number, measure: (text: string) => number): string {
  const short = text.slice(0, maxOnLine)
  if (short === text && measure(text) <= width) return text
  let [fits, tooLong] = [0, short.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (measure(`${short.slice(0, middle)}…`) <= width) fits = middle
    else tooLong = middle
  }
  return `${short.slice(0, fits).trimEnd()}…`
}

/** The line in lines that fit, broken between words, or within one that is longer than a line. */
function broken(line: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let current = ''
  const flush = () => {
    lines.push(current.trimEnd())
    current = ''
  }
  for (const word of line.split(/(?<= )(?! )|(?<=\p{L}-)(?=\p{L})/u)) {
    if (current !== '' && measure((current + word).trimEnd()) > width) flush()
    if (measure(word.trimEnd()) <= width) {
      current += word
      continue
    }
    for (const character of word) {
      if (current !== '' && measure(current + character) > width) flush()
      current += character
    }
  }
  flush()
  return lines
}

/** Characters that are not seen: they could reverse the order of others, or hide among them. */
const unseen = /\p{Default_Ignorable_Code_Point}|[\p{Cc}\p{Cs}\p{Co}]/gu

/** The text without what is not seen, with two kinds of spaces. */
const seenOf = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\u2007\u2009\u202f]/g, '\u00a0')
    .replace(/\s/g, (space) => (space === '\u00a0' || space === '\n' ? space : ' '))
    .replace(unseen, (one) => (one === '\n' ? one : ''))

/** Stands where a picture was, which takes the space before it along. */
const picture = '\0'

/**
 * The text in characters that the fonts have. Letters of other alphabets are transliterated. Pictures are left out, unless the text is
 * nothing else: then their names are written.
 */
function drawable(text: string): string {
  const seen = seenOf(text)
  const drawn = [...seen]
    .map(drawnAs)
    .join('')
    .replace(/^\0+ ?| ?\0+/g, '')
  if (drawn.trim() !== '' || text.trim() === '') return drawn
  // guard: document-never-blank
  return anyAscii(seen).trim() || '?'
}

function drawnAs(character: string): string {
  if (character === '\n' || alphabetOf(character) !== undefined) return character
  const sound = anyAscii(character)
  return /^:\w+:$/.test(sound) ? picture : sound
}
