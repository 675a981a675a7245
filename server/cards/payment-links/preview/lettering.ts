// Measures and draws text with the outlines of letters.
import anyAscii from 'any-ascii'
import { type Canvas, type Contour, fill, type Rgb } from './canvas.ts'
import { outlines } from './outlines.generated.ts'

export type Weight = keyof typeof outlines
/** How a text is drawn: size in pixels. */
export type Lettering = { weight: Weight; size: number }

/** The units of an em in the outlines. */
const em = 1000
/** The width of a space; Roboto's own is a quarter of an em. */
const space = 248

/** What is drawn for a character that has no outline and no transliteration. */
const box: readonly [number, string] = [600, 'm60-711l480 0l0 711l-480 0zm60-651l0 591l360 0l0-591z']

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
    if (character === ' ' || outlines.bold[character]) return character
    if (/[\p{Extended_Pictographic}\p{M}]/u.test(character)) return ''
    // Some letters have no sound of their own.
    return anyAscii(character) || (/\p{L}/u.test(character) ? '' : '\ufffd')
  })
  return drawn.join('').replace(/ +/g, ' ').trim()
}

export function widthOf(text: string, { weight, size }: Lettering): number {
  let units = 0
  for (const character of text) units += advanceOf(character, weight)
  return (units * size) / em
}

const glyphOf = (character: string, weight: Weight) => outlines[weight][character] ?? box
const advanceOf = (character: string, weight: Weight) =>
  character === ' ' ? space : glyphOf(character, weight)[0]

/** Draws a drawable text from a point on its baseline. Returns where it ends. */
export function drawText(
  canvas: Canvas,
  text: string,
  { x, y, colour, ...lettering }: Lettering & { x: number; y: number; colour: Rgb },
): number {
  const scale = lettering.size / em
  let left = x
  for (const character of text) {
    if (character !== ' ')
      fill(canvas, contoursOf(glyphOf(character, lettering.weight)[1], { x: left, y, scale }), colour)
    left += advanceOf(character, lettering.weight) * scale
  }
  return left
}

/** Turns a path of the outlines into closed lines. @param place where its origin is, and pixels per unit */
export function contoursOf(
  path: string,
  { x, y, scale }: { x: number; y: number; scale: number },
): Contour[] {
  const contours: number[][] = []
  let contour: number[] = []
  let [penX, penY] = [0, 0]
  const put = (atX: number, atY: number) => contour.push(x + atX * scale, y + atY * scale)
  for (const [, command, rest = ''] of path.matchAll(/([mlqz])([^mlqz]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = (rest.match(/-?\d+/g) ?? []).map(Number)
    if (command === 'z') continue
    if (command === 'm') {
      contour = []
      contours.push(contour)
    }
    if (command === 'q') {
      for (const share of bends(scale)) {
        const [one, two] = [2 * share * (1 - share), share * share]
        put(penX + a * one + c * two, penY + b * one + d * two)
      }
    }
    penX += command === 'q' ? c : a
    penY += command === 'q' ? d : b
    put(penX, penY)
  }
  return contours
}

/** The points inside a curve, as shares of its way: more for large letters. */
function bends(scale: number): number[] {
  const steps = scale > 0.06 ? 6 : 3
  return Array.from({ length: steps - 1 }, (_, i) => (i + 1) / steps)
}

/**
 * Breaks a text into lines of at most `width`, between words where it can. What does not fit into the last line is cut and ends
 * in "…".
 */
export function linesOf(
  text: string,
  lettering: Lettering,
  most: { width: number; lines: number },
): string[] {
  const fits = (line: string) => widthOf(line, lettering) <= most.width
  const words = text.split(' ')
  const lines: string[] = []
  while (words.length > 0 && lines.length < most.lines) {
    const isLast = lines.length === most.lines - 1
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
