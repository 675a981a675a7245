// Draws the picture that messengers show beside a payment link: whose it is, how much, and what for.
import { Resvg, renderAsync } from '@resvg/resvg-js'
import type { Surface } from '../../../merchants/brand/accent.ts'
import { markPath } from '../../../platform/documents/frame.ts'
import type { ImageFile } from '../../../platform/documents/uploaded-file.ts'
import { previewSize } from '../schemas.ts'
import { drawable, type Lettering, linesOf, setText, widthOf } from './lettering.ts'

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
const { width: fullWidth, height: fullHeight } = previewSize
const inner = fullWidth - 2 * edge
const paper = '#ffffff'
const ink = '#14252b'
const soft = '#55656c'
const test = { fill: '#fdf3d7', ink: '#5b4300' }
/** The colours of the product's mark: the letter and its coin. */
const markColours = ['#0b4a47', '#e0a63f']

/** Draws a picture, with the merchant's initial where there is no logo that can be drawn. Returns its PNG file. */
export async function previewImage(facts: PreviewFacts, logo?: ImageFile): Promise<Buffer> {
  const sign = (logo && logoOnPlate(logo)) ?? initialOf(facts)
  const parts = [
    `<rect width="${fullWidth}" height="${fullHeight}" fill="${facts.panel.fill}"/>`,
    sign.svg,
    nameOf(facts, sign.right + 28),
    contentOf(facts),
    stripOf(facts.note),
  ]
  const options = { font: { loadSystemFonts: false } }
  const image = await renderAsync(svgOf(fullWidth, fullHeight, parts.join('')), options)
  return image.asPng()
}

const svgOf = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`

/** The middle of the line with the merchant's name. */
const middle = 112
const plate = { padding: 14, radius: 20 }
/** The space for a logo, in pixels; one of few pixels becomes no larger than twice. */
const logoSpace = { width: 280, height: 96, maxScale: 2 }

type Sign = { svg: string; right: number }

/** On white, because most logos are drawn for a white background. Undefined if the file cannot be decoded. */
function logoOnPlate({ bytes, type, width, height }: ImageFile): Sign | undefined {
  const scale = Math.min(logoSpace.width / width, logoSpace.height / height, logoSpace.maxScale)
  const [w, h] = [width, height].map((side) => Math.max(Math.round(side * scale), 1)) as [number, number]
  const at = { x: edge + plate.padding, y: Math.round(middle - h / 2) }
  const data = `data:${type};base64,${bytes.toString('base64')}`
  const picture = `<image x="${at.x}" y="${at.y}" width="${w}" height="${h}" preserveAspectRatio="none" href="${data}"/>`
  // guard: preview-logo-decodes
  if (!new Resvg(svgOf(fullWidth, fullHeight, picture)).getBBox()) return undefined
  const box = { w: w + 2 * plate.padding, h: h + 2 * plate.padding }
  const under = `<rect x="${edge}" y="${at.y - plate.padding}" width="${box.w}" height="${box.h}" rx="${plate.radius}" fill="${paper}"/>`
  return { svg: under + picture, right: edge + box.w }
}

function initialOf({ merchant, panel }: PreviewFacts): Sign {
  const disc = 88
  const initial = (drawable(merchant)[0] ?? '').toUpperCase()
  const letter = { weight: 'bold', size: 48 } as const
  const x = edge + (disc - widthOf(initial, letter)) / 2
  const circle = `<circle cx="${edge + disc / 2}" cy="${middle}" r="${disc / 2}" fill="${panel.ink}"/>`
  const { svg } = setText(initial, { ...letter, x, y: middle + 17, colour: panel.fill })
  return { svg: circle + svg, right: edge + disc }
}

function nameOf({ merchant, panel }: PreviewFacts, left: number): string {
  const name = drawable(merchant)
  const width = fullWidth - edge - left
  const lettering = fitting(name, { weight: 'bold', size: 56 }, { minSize: 44, width })
  const lines = linesOf(name, lettering, { width, lines: 1 })
  return linesAt(lines, lettering, { y: middle + lettering.size * 0.35, left, colour: panel.ink })
}

function contentOf({ content, description, panel }: PreviewFacts): string {
  const about = { weight: 'medium', size: 38 } as const
  const lines = linesOf(drawable(description), about, { width: inner, lines: 2 })
  // Without a description, the amount stands lower.
  const down = [36, 14, 0][lines.length] ?? 0
  const below = linesAt(lines, about, { y: 434 + down, colour: panel.soft, apart: 50 })
  if ('ended' in content) return endedOf(content.ended, { down, colour: panel.ink }) + below
  const label = { weight: 'medium', size: 34 } as const
  return (
    linesAt([drawable(content.label)], label, { y: 232 + down, colour: panel.soft }) +
    amountOf(drawable(content.amount), { y: 358 + down, colour: panel.ink }) +
    below
  )
}

function endedOf(text: string, { down, colour }: { down: number; colour: string }): string {
  const lettering = { weight: 'bold', size: 64 } as const
  const lines = linesOf(drawable(text), lettering, { width: inner, lines: 2 })
  return linesAt(lines, lettering, { y: (lines.length === 1 ? 330 : 284) + down, colour, apart: 74 })
}

/** The number large, and the currency beside it in smaller letters. */
function amountOf(amount: string, { y, colour }: { y: number; colour: string }): string {
  const [, number = '', currency = ''] = /^(.*) (\S+)$/.exec(amount) ?? [amount, amount]
  const beside = 0.5
  const widthAt = (size: number) =>
    widthOf(number, { weight: 'bold', size }) +
    size * 0.2 +
    widthOf(currency, { weight: 'medium', size: size * beside })
  const size = Math.min(136, (136 * inner) / widthAt(136))
  const large = setText(number, { weight: 'bold', size, x: edge, y, colour })
  const small = { weight: 'medium', size: size * beside, x: large.end + size * 0.2 } as const
  return large.svg + setText(currency, { ...small, y, colour }).svg
}

function stripOf(note: PreviewFacts['note']): string {
  const { top, height } = strip
  const centre = top + height / 2
  const ground = `<rect y="${top}" width="${fullWidth}" height="${height}" fill="${note.isTest ? test.fill : paper}"/>`
  const parts = markPath
    .split(/(?<=z)(?=M)/)
    .map((path, i) => `<path d="${path}" fill="${markColours[i] ?? ink}"/>`)
  const sign = `<g transform="translate(${edge} ${centre - 24}) scale(1.5)">${parts.join('')}</g>`
  const name = linesAt(
    ['Likuta'],
    { weight: 'bold', size: 38 },
    { left: edge + 66, y: centre + 13, colour: ink },
  )
  const words = drawable(note.text)
  const lettering = { weight: 'medium', size: 32 } as const
  const left = fullWidth - edge - widthOf(words, lettering)
  const colour = note.isTest ? test.ink : soft
  return ground + sign + name + linesAt([words], lettering, { left, y: centre + 11, colour })
}

/** Lines of drawable text from the baseline of the first. @param place.apart between baselines, in pixels */
function linesAt(
  lines: readonly string[],
  lettering: Lettering,
  { left = edge, y, colour, apart = 0 }: { left?: number; y: number; colour: string; apart?: number },
): string {
  return lines
    .map((line, i) => setText(line, { ...lettering, x: left, y: y + i * apart, colour }).svg)
    .join('')
}

/** Makes a text smaller until it fits into a line, but no smaller than `least`. */
function fitting(
  text: string,
  { weight, size }: Lettering,
  bounds: { minSize: number; width: number },
): Lettering {
  const whole = widthOf(text, { weight, size })
  return {
    weight,
    size: whole <= bounds.width ? size : Math.max(bounds.minSize, (size * bounds.width) / whole),
  }
}
