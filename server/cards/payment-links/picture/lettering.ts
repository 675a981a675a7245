// Measures text, and sets it as paths of SVG, with the outlines of the letters in Roboto's font files.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import anyAscii from 'any-ascii'
import { create, type Font, type Glyph, type GlyphRun } from 'fontkit'

export type Weight = keyof typeof weights
/** How a text is drawn: size in pixels. */
export type Lettering = { weight: Weight; size: number }

const weights = { medium: 500, bold: 700 } as const
const fonts = { medium: fontsOf('medium'), bold: fontsOf('bold') }

/** Each alphabet has a font file of its own. */
function fontsOf(weight: Weight): Font[] {
  const { resolve } = createRequire(import.meta.url)
  const file = (alphabet: string) =>
    resolve(`@fontsource/roboto/files/roboto-${alphabet}-${weights[weight]}-normal.woff`)
  return ['latin', 'latin-ext'].map((alphabet) => create(readFileSync(file(alphabet))))
}

const fontFor = (character: string, weight: Weight) =>
  fonts[weight].find((font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))

/** Characters that are not seen: they could reverse the order of others, or hide among them. */
const unseen = /\p{Default_Ignorable_Code_Point}|[\p{Cc}\p{Cs}\p{Co}]/gu
const spaces = /[\s\u00a0\u2009\u202f]+/g

/**
 * The characters of a text that can be drawn, in order. Letters of other alphabets are transliterated, pictures are left out, and
 * line breaks become spaces.
 */
export function drawable(text: string): string {
  const plain = text.normalize('NFC').replace(spaces, ' ').replace(unseen, '')
  const drawn = [...plain].map((character) => {
    // A mark stands on its letter, which may be transliterated.
    if (/\p{M}/u.test(character)) return ''
    if (fontFor(character, 'bold')) return character
    if (/[\p{Extended_Pictographic}\p{M}]/u.test(character)) return ''
    // Some letters have no sound of their own.
    return anyAscii(character) || (/\p{L}/u.test(character) ? '' : '\ufffd')
  })
  return drawn.join('').replace(/ +/g, ' ').trim()
}

/** The text in runs of one font each, in units of its em. */
function runsOf(text: string, weight: Weight): { run: GlyphRun; scale: number }[] {
  const pieces: { font: Font; text: string }[] = []
  for (const character of text) {
    const font = fontFor(character, weight) ?? fonts[weight][0]!
    const last = pieces.at(-1)
    if (last?.font === font) last.text += character
    else pieces.push({ font, text: character })
  }
  return pieces.map((piece) => ({ run: piece.font.layout(piece.text), scale: 1 / piece.font.unitsPerEm }))
}

const paths = new WeakMap<Glyph, string>()
function pathOf(glyph: Glyph): string {
  const known = paths.get(glyph) ?? glyph.path.toSVG()
  paths.set(glyph, known)
  return known
}

export function widthOf(text: string, { weight, size }: Lettering): number {
  return runsOf(text, weight).reduce((width, { run, scale }) => width + run.advanceWidth * scale * size, 0)
}

/** A drawable text from a point on its baseline, as elements of SVG, and where it ends. */
export function setText(
  text: string,
  { x, y, colour, weight, size }: Lettering & { x: number; y: number; colour: string },
): { svg: string; end: number } {
  let end = x
  const paths = runsOf(text, weight).flatMap(({ run, scale }) =>
    run.glyphs.map((glyph, i) => {
      const place = `translate(${end} ${y}) scale(${scale * size} ${-scale * size})`
      end += (run.positions[i]?.xAdvance ?? 0) * scale * size
      return `<path transform="${place}" d="${pathOf(glyph)}"/>`
    }),
  )
  return { svg: `<g fill="${colour}">${paths.join('')}</g>`, end }
}

/**
 * Breaks a text into lines of at most `width`, between words where it can. What does not fit into the last line is cut and ends
 * in "…".
 */
export function linesOf(text: string, lettering: Lettering, max: { width: number; lines: number }): string[] {
  const fits = (line: string) => widthOf(line, lettering) <= max.width
  const words = text.split(' ')
  const lines: string[] = []
  while (words.length > 0 && lines.length < max.lines) {
    const isLast = lines.length === max.lines - 1
    let line = words.shift() as string
    while (words.length > 0 && fits(`${line} ${words[0]}`)) line += ` ${words.shift()}`
    if (fits(line) && !(isLast && words.length > 0)) {
      lines.push(line)
      continue
    }
    if (!isLast && !fits(line)) {
      const head = startThatFits(line, fits)
      words.unshift(line.slice(head.length))
      lines.push(head)
      continue
    }
    lines.push(`${startThatFits(`${line} ${words.join(' ')}`, (start) => fits(`${start}…`)).trimEnd()}…`)
  }
  return lines
}

/** The longest start of a text that fits, at least one character. */
function startThatFits(text: string, fits: (start: string) => boolean): string {
  let end = 1
  while (end < text.length && fits(text.slice(0, end + 1))) end += 1
  return text.slice(0, end)
}
