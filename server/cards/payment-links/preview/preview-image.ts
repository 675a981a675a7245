// Draws the picture that messengers show beside a payment link: whose it is, how much, and what for.
import type { Surface } from '../../../merchants/brand/accent.ts'
import { type Canvas, type Contour, drawPixels, fill, openCanvas, pngOf, type Rgb, rgbOf } from './canvas.ts'
import { contoursOf, drawable, drawText, type Lettering, linesOf, widthOf } from './lettering.ts'
import { mark } from './outlines.generated.ts'
import type { Drawing } from './preview-logo.ts'
import { previewSize } from './preview-size.ts'

/** What a picture shows. It contains nothing that the page of the link does not show to everyone. */
export type PreviewFacts = {
  merchant: string
  description: string
  /** The label of the amount, and the amount as on the page: "1 250,00 USD"; for a link that has ended, why instead. */
  content: { label: string; amount: string } | { ended: string }
  /** The path of the logo, which changes with it. */
  logo: string | null
  /** The colours of the panel on payment pages. */
  panel: Surface & { soft: string }
  /** At the bottom: that the payment is secure, or that this is a test. */
  note: { text: string; isTest: boolean }
}

const edge = 80
const strip = { top: 534, height: 96 }
const inner = previewSize.width - 2 * edge
const paper = rgbOf('#ffffff')
const ink = rgbOf('#14252b')
const soft = rgbOf('#55656c')
const test = { fill: rgbOf('#fdf3d7'), ink: rgbOf('#5b4300') }
/** The colours of the product's mark. */
const markColours = [rgbOf('#0b4a47'), rgbOf('#e0a63f')]

/** Draws a picture, with the merchant's initial where there is no logo. Returns its PNG file. */
export function previewImage(facts: PreviewFacts, logo?: Drawing): Promise<Buffer> {
  const canvas = openCanvas(previewSize.width, previewSize.height, rgbOf(facts.panel.fill))
  const sign = logo ? plateFor(canvas, logo) : drawInitial(canvas, facts)
  drawName(canvas, facts, sign.right + 28)
  drawContent(canvas, facts)
  drawStrip(canvas, facts.note)
  // Last, because its colours may fill the palette.
  if (logo)
    drawPixels(canvas, logo, { left: edge + plate.padding, top: Math.round(middle - logo.height / 2) })
  return pngOf(canvas)
}

/** The middle of the line with the merchant's name. */
const middle = 112
const plate = { padding: 14, radius: 20 }

/** On white, because most logos are drawn for a white background. */
function plateFor(canvas: Canvas, { width, height }: Drawing): { right: number } {
  const [w, h] = [width + 2 * plate.padding, height + 2 * plate.padding]
  fill(canvas, [rounded(edge, Math.round(middle - height / 2) - plate.padding, w, h)], paper)
  return { right: edge + w }
}

function drawInitial(canvas: Canvas, { merchant, panel }: PreviewFacts): { right: number } {
  const disc = 88
  fill(canvas, [circle(edge + disc / 2, middle, disc / 2)], rgbOf(panel.ink))
  const initial = (drawable(merchant)[0] ?? '').toUpperCase()
  const letter = { weight: 'bold', size: 48 } as const
  const x = edge + (disc - widthOf(initial, letter)) / 2
  drawText(canvas, initial, { ...letter, x, y: middle + 17, colour: rgbOf(panel.fill) })
  return { right: edge + disc }
}

function drawName(canvas: Canvas, { merchant, panel }: PreviewFacts, left: number): void {
  const name = drawable(merchant)
  const width = previewSize.width - edge - left
  const lettering = fitting(name, { weight: 'bold', size: 56 }, { least: 44, width })
  const [line = ''] = linesOf(name, lettering, { width, lines: 1 })
  drawText(canvas, line, {
    ...lettering,
    x: left,
    y: middle + lettering.size * 0.35,
    colour: rgbOf(panel.ink),
  })
}

function drawContent(canvas: Canvas, { content, description, panel }: PreviewFacts): void {
  const about = { weight: 'medium', size: 38 } as const
  const lines = linesOf(drawable(description), about, { width: inner, lines: 2 })
  // Without a description, the amount stands lower.
  const down = [36, 14, 0][lines.length] ?? 0
  const [label, colour] = [rgbOf(panel.soft), rgbOf(panel.ink)]
  if ('ended' in content) drawEnded(canvas, content.ended, { down, colour })
  else {
    drawText(canvas, drawable(content.label), {
      weight: 'medium',
      size: 34,
      x: edge,
      y: 232 + down,
      colour: label,
    })
    drawAmount(canvas, drawable(content.amount), { y: 358 + down, colour })
  }
  for (const [i, line] of lines.entries())
    drawText(canvas, line, { ...about, x: edge, y: 434 + down + i * 50, colour: label })
}

function drawEnded(canvas: Canvas, text: string, { down, colour }: { down: number; colour: Rgb }): void {
  const lettering = { weight: 'bold', size: 64 } as const
  const lines = linesOf(drawable(text), lettering, { width: inner, lines: 2 })
  const first = lines.length === 1 ? 330 : 284
  for (const [i, line] of lines.entries())
    drawText(canvas, line, { ...lettering, x: edge, y: first + down + i * 74, colour })
}

/** Draws the number large, and the currency beside it in smaller letters. */
function drawAmount(canvas: Canvas, amount: string, { y, colour }: { y: number; colour: Rgb }): void {
  const [, number = '', currency = ''] = /^(.*) (\S+)$/.exec(amount) ?? [amount, amount]
  const beside = 0.5
  const widthAt = (size: number) =>
    widthOf(number, { weight: 'bold', size }) +
    size * 0.2 +
    widthOf(currency, { weight: 'medium', size: size * beside })
  const size = Math.min(136, (136 * inner) / widthAt(136))
  const end = drawText(canvas, number, { weight: 'bold', size, x: edge, y, colour })
  drawText(canvas, currency, { weight: 'medium', size: size * beside, x: end + size * 0.2, y, colour })
}

function drawStrip(canvas: Canvas, note: PreviewFacts['note']): void {
  const { top, height } = strip
  const { width } = previewSize
  fill(canvas, [[0, top, width, top, width, top + height, 0, top + height]], note.isTest ? test.fill : paper)
  const middle = top + height / 2
  for (const [i, path] of mark.entries()) {
    const place = { x: edge, y: middle - 24, scale: 0.048 }
    fill(canvas, contoursOf(path, place), markColours[i] ?? ink)
  }
  drawText(canvas, 'Likuta', { weight: 'bold', size: 38, x: edge + 66, y: middle + 13, colour: ink })
  const words = drawable(note.text)
  const lettering = { weight: 'medium', size: 32 } as const
  const x = width - edge - widthOf(words, lettering)
  drawText(canvas, words, { ...lettering, x, y: middle + 11, colour: note.isTest ? test.ink : soft })
}

/** Makes a text smaller until it fits into a line, but no smaller than `least`. */
function fitting(
  text: string,
  { weight, size }: Lettering,
  most: { least: number; width: number },
): Lettering {
  const whole = widthOf(text, { weight, size })
  return { weight, size: whole <= most.width ? size : Math.max(most.least, (size * most.width) / whole) }
}

/** A rectangle with round corners. */
function rounded(left: number, top: number, width: number, height: number): Contour {
  const { radius } = plate
  const corners = [
    [left + width - radius, top + height - radius],
    [left + radius, top + height - radius],
    [left + radius, top + radius],
    [left + width - radius, top + radius],
  ] as const
  const steps = 12
  return corners.flatMap(([x, y], corner) =>
    Array.from({ length: steps + 1 }, (_, i) => ((corner + i / steps) * Math.PI) / 2).flatMap((angle) => [
      x + radius * Math.cos(angle),
      y + radius * Math.sin(angle),
    ]),
  )
}

function circle(x: number, y: number, radius: number): Contour {
  const corners = 72
  return Array.from({ length: corners }, (_, i) => (i * 2 * Math.PI) / corners).flatMap((angle) => [
    x + radius * Math.cos(angle),
    y + radius * Math.sin(angle),
  ])
}
