// The picture of the home page: a phone with a checkout, and the signed receipt that comes out of it. Colours are classes of
// web/site/home.css, so that it follows the theme.
import encodeQr from 'qr'
import { escapeHtml } from '../guides/highlight.ts'
import type { SiteTexts } from './home-texts.ts'

/** The picture as SVG; the text beside it says the same, so screen readers skip it. */
export function illustration({ picture: t }: SiteTexts): string {
  return `<svg class="picture" viewBox="0 0 520 560" aria-hidden="true" focusable="false">
<circle class="halo" cx="300" cy="270" r="250"/>
<circle class="halo" cx="300" cy="270" r="176"/>
<g class="phone">
<rect class="shell" x="60" y="10" width="264" height="536" rx="42"/>
<rect class="screen" x="72" y="22" width="240" height="512" rx="32"/>
<path class="summary" d="M72 54a32 32 0 0 1 32-32h176a32 32 0 0 1 32 32v156H72z"/>
<rect class="notch" x="160" y="34" width="64" height="8" rx="4"/>
${text('shop', 96, 92, t.shop)}
${text('to-pay', 96, 132, t.toPay)}
<text class="amount" x="96" y="172">${escapeHtml(t.amount)}<tspan class="currency" dx="8">USD</tspan></text>
${field(96, 240, 192, t.card, '4242 4242 4242 4242')}
${field(96, 318, 90, t.expiry, '12/30')}
${field(198, 318, 90, t.code, '•••')}
<rect class="button" x="96" y="404" width="192" height="50" rx="14"/>
<text class="button-text" x="192" y="435" text-anchor="middle">${escapeHtml(t.pay)}</text>
<path class="lock" d="M164 489v-4a5 5 0 0 1 10 0v4m-13 0h16v12h-16z"/>
<rect class="faint" x="186" y="491" width="44" height="6" rx="3"/>
</g>
<g class="receipt">
<path class="slip" d="M282 214h206a12 12 0 0 1 12 12v300l-11.500 10-11.500-10-11.500 10-11.500-10-11.500 10-11.500-10-11.500 10-11.500-10-11.500 10-11.500-10-11.500 10-11.500-10-11.500 10-11.500-10-11.500 10-11.500-10-11.500 10-11.500-10-11.500 10-11.500-10V226a12 12 0 0 1 12-12z"/>
<circle class="done" cx="306" cy="254" r="16"/>
<path class="tick" d="M299 254l5 5 9-10"/>
${text('paid', 334, 251, t.paid)}
<text class="total" x="334" y="271">${escapeHtml(t.amount)} USD</text>
${t.rows.map(([name, value], i) => row(289 + i * 26, name, value)).join('\n')}
<path class="cut" d="M290 373h190"/>
<path class="qr" transform="translate(286 384) scale(4.1)" d="${qrPath()}"/>
${text('signed', 389, 412, t.signed)}
<path class="wave" d="M390 438c8-16 14-16 12 0s8 10 14-2 10 10 16 0 12-4 26-4"/>
<rect class="faint" x="390" y="456" width="72" height="6" rx="3"/>
<rect class="faint" x="390" y="470" width="48" height="6" rx="3"/>
</g>
</svg>`
}

const text = (name: string, x: number, y: number, words: string) =>
  `<text class="${name}" x="${x}" y="${y}">${escapeHtml(words)}</text>`

function field(x: number, y: number, width: number, label: string, value: string): string {
  return `${text('label', x, y, label)}
<rect class="field" x="${x}" y="${y + 9}" width="${width}" height="40" rx="10"/>
${text('value', x + 12, y + 34, value)}`
}

function row(y: number, name: string, value: string): string {
  return `${text('name', 290, y + 16, name)}<text class="fact" x="480" y="${y + 16}" text-anchor="end">${escapeHtml(value)}</text>`
}

/** A QR code of the product's name as one path, one unit per module. */
function qrPath(): string {
  const rows = encodeQr('LIKUTA', 'raw', { border: 1, ecc: 'low' })
  return rows
    .flatMap((modules, y) => [
      ...modules
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g)
        .map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    ])
    .join('')
}
