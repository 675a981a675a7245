// The levels as bars: how much of each target was reached. The same report gives the same picture.

import type { Level } from '../suite.ts'
import type { Report } from './report.ts'

type Numbers = NonNullable<Level['numbers']>
type Bar = Level & { numbers: Numbers }

const width = 1000
const nameWidth = 340
const scale = 190
/** A bar longer than this multiple of the target is cut there. */
const longest = 2
const rowHeight = 36
const barHeight = 14

const style = `
    text { font: 13px system-ui, sans-serif; fill: #1f2937 }
    .head { font-weight: 600 }
    .small { font-size: 12px; fill: #4b5563 }
    .met { fill: #2f7d4f } .missed { fill: #c2410c }
    .spread { stroke: #1f2937; stroke-width: 1.5 }
    .wanted { stroke: #1f2937; stroke-width: 1.5; stroke-dasharray: 4 3 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e5e7eb } .small { fill: #9ca3af }
      .met { fill: #4fae78 } .missed { fill: #f08a4b }
      .spread, .wanted { stroke: #e5e7eb }
    }`

/** A self-contained SVG in the reader's light or dark mode. */
export function pictureOf({ sections }: Report): string {
  const bars = sections
    .flatMap(({ levels }) => levels)
    .filter((level): level is Bar => level.numbers !== undefined)
  const panels = [
    {
      head: 'At least: a bar reaches the dashed line',
      bars: bars.filter((bar) => bar.numbers.sense === 'at least'),
    },
    {
      head: 'At most: a bar ends before the dashed line',
      bars: bars.filter((bar) => bar.numbers.sense === 'at most'),
    },
  ].filter((panel) => panel.bars.length > 0)
  const drawn: string[] = []
  let y = 16
  for (const panel of panels) {
    drawn.push(drawPanel(panel, y))
    y += 40 + panel.bars.length * rowHeight
  }
  const labels = bars.map(
    ({ name, wanted, reached, met }) =>
      `${name}: wanted ${wanted}, reached ${reached}, ${met ? 'met' : 'missed'}.`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img" aria-labelledby="title desc">
  <title id="title">Performance: levels wanted and reached</title>
  <desc id="desc">${escaped(labels.join(' '))}</desc>
  <style>${style}
  </style>
${drawn.join('\n')}
</svg>
`
}

function drawPanel({ head, bars }: { head: string; bars: readonly Bar[] }, top: number): string {
  const first = top + 16
  const line = nameWidth + scale
  return [
    `  <text class="head" x="8" y="${top + 4}">${escaped(head)}</text>`,
    ...bars.map((bar, i) => drawBar(bar, first + i * rowHeight)),
    `  <line class="wanted" x1="${line}" x2="${line}" y1="${first}" y2="${first + bars.length * rowHeight - 4}"/>`,
  ].join('\n')
}

function drawBar({ name, wanted, reached, met, numbers }: Bar, top: number): string {
  const at = (value: number) =>
    nameWidth + Math.round(scale * Math.max(0, Math.min(longest, value / numbers.wanted || 0)))
  const middle = top + rowHeight / 2 - 2
  const textAt = nameWidth + scale * longest + 8
  const tall = `y="${middle - barHeight / 2}" height="${barHeight}"`
  return [
    `  <text x="8" y="${middle + 4}">${escaped(name)}</text>`,
    `  <rect class="${met ? 'met' : 'missed'}" x="${nameWidth}" ${tall} width="${at(numbers.median) - nameWidth}" rx="2"/>`,
    `  <line class="spread" x1="${at(numbers.least)}" x2="${at(numbers.most)}" y1="${middle}" y2="${middle}"/>`,
    `  <text x="${textAt}" y="${middle - 3}">${met ? '' : 'missed: '}${escaped(reached)}</text>`,
    `  <text class="small" x="${textAt}" y="${middle + 12}">${escaped(wanted)}</text>`,
  ].join('\n')
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
