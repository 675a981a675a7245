// The HTML frame of all payment pages and its parts, their language and their Content-Security-Policies.

import type { FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import encode from 'qr'
import { type Language, languages } from '../../kernel/language.ts'
import { loadCheckoutAssets } from './assets.ts'
import { brandStyle, brandThemeColours, type MerchantBrand } from './merchant-brand.ts'
import { languageNames, textsOf } from './texts.ts'

export type Frame = {
  language: Language
  nonce: string
  title: string
  /** Trusted HTML. */
  body: string
  /** Which stylesheet the page uses. */
  style: 'style' | 'phoneStyle' | 'endStyle' | 'linkStyle' | 'receiptStyle' | 'helpStyle'
  /** Additional trusted HTML for the head. */
  head?: string
  script?: 'checkout' | 'phone' | 'receipt'
  brand?: MerchantBrand | undefined
}

export function pageFrame({ language, nonce, title, body, style, head = '', script, brand }: Frame): string {
  const assets = loadCheckoutAssets()
  const file = script && assets.scripts[script]
  const scriptMarkup = file
    ? html`<script type="module" nonce="${nonce}" src="${file.path}" integrity="${file.integrity}"></script>`
    : ''
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
!${head}
!${brandThemeColours(brand)}
!${assets.identity}
<style nonce="${nonce}">!${assets[style]}!${brandStyle(brand)}</style>
!${scriptMarkup}
!${script === 'checkout' ? html`<noscript><style nonce="${nonce}">#card-form,#waiting{display:none}</style></noscript>` : ''}
</head>
<body>
!${body}
</body>
</html>
`
}

/**
 * Renders the header with the language switch, which keeps the other query parameters.
 * @param form a form whose fields the switch keeps: it then submits that form, as a script is not needed for that.
 */
export function topBar(
  language: Language,
  query: Record<string, string>,
  form?: { id: string; path: string },
): string {
  const texts = textsOf(language)
  const links = languages.map((other) => {
    const current = other === language ? ' aria-current="true"' : ''
    const address = `?${new URLSearchParams({ ...query, lang: other })}`
    if (form)
      return html`<button role="link" form="${form.id}" formaction="${form.path}${address}" formnovalidate name="language" value="${other}" lang="${other}"!${current}>${languageNames[other]}</button>`
    return html`<a href="${address}" lang="${other}" hreflang="${other}"!${current}>${languageNames[other]}</a>`
  })
  // The Enter key presses the first button of a form, which must not be the language switch.
  return html`<div class="bar"><p class="secure">!${lock}${texts.secure}</p>!${form ? html`<button form="${form.id}" class="visually-hidden" tabindex="-1" aria-hidden="true"></button>` : ''}<nav aria-label="${texts.language}">!${links}</nav></div>`
}

/**
 * The product's mark, which leads to its home page: in a tab of its own, because the payer may be in the middle of a payment, and
 * without the address of this page, which contains its signature.
 * @param help the language of a link to the page on which payers find out what became of a payment, where one makes sense.
 */
export function footer(help?: Language): string {
  const helpLink = help
    ? html`<a class="help" href="${helpPath}?lang=${help}" target="_blank" rel="noreferrer">${textsOf(help).help}</a>`
    : ''
  const { mark } = loadCheckoutAssets()
  return html`<footer>!${helpLink}<a href="/" target="_blank" rel="noreferrer">!${mark}Likuta</a></footer>`
}

/** Where payers find out what became of a payment. */
export const helpPath = '/help/payment'

export const lock =
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M4.5 7V5a3.5 3.5 0 0 1 7 0v2" fill="none" stroke="currentColor" stroke-width="1.6"/><rect x="2.8" y="7" width="10.4" height="7.4" rx="2" fill="currentColor"/></svg>'

/** Serializes JSON for a data block in HTML, escaped so that it cannot close the element or open a comment. */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

type PolicyOrigins = {
  nonce: string
  gatewayOrigin: string
  challengeOrigin: string
  /**
   * Origin to which a form of the page may finally redirect, because browsers apply the policy to redirects as well.
   */
  leadsTo?: string
}

/** Content-Security-Policy of the checkout page. The card fields and the challenge are frames of their own origins. */
export function checkoutPolicy({ nonce, gatewayOrigin, challengeOrigin, leadsTo }: PolicyOrigins): string {
  const origins = [...new Set([gatewayOrigin, challengeOrigin])].join(' ')
  return policy({
    'script-src': `'nonce-${nonce}' 'strict-dynamic'`,
    'style-src': `'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'frame-src': `'self' ${origins}`,
    'form-action': ["'self'", origins, ...(leadsTo ? [leadsTo] : [])].join(' '),
    'frame-ancestors': "'none'",
  })
}

/** Policy of the page for mobile money. @param leadsTo see above */
export function phonePolicy({ nonce, leadsTo }: Pick<PolicyOrigins, 'nonce'> & { leadsTo: string }): string {
  return policy({
    'script-src': `'nonce-${nonce}'`,
    'style-src': `'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'form-action': `'self' ${leadsTo}`,
    'frame-ancestors': "'none'",
  })
}

/** Policy of a page without scripts or frames, with at most a form of our own. */
export function formPolicy(nonce: string): string {
  return policy({
    'style-src': `'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  })
}

/** Policy of a receipt: a script for its buttons, and nothing to send. */
export function receiptPolicy(nonce: string): string {
  return policy({
    'script-src': `'nonce-${nonce}'`,
    'style-src': `'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  })
}

/** Policy of a page that only shows a message. */
export function noticePolicy(nonce: string): string {
  return policy({
    'style-src': `'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  })
}

/** Policy of the page that ends a challenge; it runs in a frame of the page it reports to. */
export function stepUpReturnPolicy(view: {
  nonce: string
  targetOrigin: string
  challengeOrigin: string
}): string {
  return policy({
    'script-src': `'nonce-${view.nonce}'`,
    'style-src': `'nonce-${view.nonce}'`,
    'img-src': 'data:',
    'form-action': "'none'",
    'frame-ancestors': `'self' ${[...new Set([view.targetOrigin, view.challengeOrigin])].join(' ')}`,
  })
}

function policy(directives: Record<string, string>): string {
  const all = { 'default-src': "'none'", ...directives, 'base-uri': "'none'", 'object-src': "'none'" }
  return Object.entries(all)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

/**
 * Picks the page language: `?lang=` first, then the language of the payment link, then the browser's preference, then
 * French.
 */
export function languageOf(request: FastifyRequest, locale?: Language | null): Language {
  const requested = (request.query as { lang?: unknown } | null)?.lang
  if (requested === 'fr' || requested === 'en') return requested
  if (locale) return locale
  const preferred = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => {
      const [tag, quality] = part.trim().split(';q=')
      return {
        language: (tag ?? '').slice(0, 2).toLowerCase(),
        quality: quality === undefined ? 1 : Number(quality),
      }
    })
    .filter(({ language, quality }) => (language === 'fr' || language === 'en') && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return (preferred[0]?.language as Language | undefined) ?? 'fr'
}

const tick = '<path d="M14 25l7 7 13-15"/>'
const backArrow = '<path d="M21 14l-7 7 7 7M14 21h13a7 7 0 0 1 0 14h-5"/>'
const marks = {
  SUCCESS: tick,
  ALREADY_PAID: tick,
  REFUNDED: backArrow,
  PARTIALLY_REFUNDED: backArrow,
  VOIDED: backArrow,
  DISPUTED: '<path d="M24 13v14M24 33.5v.5"/>',
  RETURNED: backArrow,
  FAILED: '<path d="M24 13v14M24 33.5v.5"/>',
  CANCELLED: '<path d="M16 16l16 16M32 16L16 32"/>',
  NOTE: '<path d="M24 21v14M24 13.5v.5"/>',
  CONFIRMING: '<path d="M24 14v10l7 5"/>',
} as const

/** @param tone of the mark, where it is not that of the outcome */
export function resultMark(status: keyof typeof marks, tone: string = status.toLowerCase()): string {
  return html`<svg class="mark ${tone}" viewBox="0 0 48 48" width="64" height="64" aria-hidden="true"><circle cx="24" cy="24" r="24"/>!${marks[status]}</svg>`
}

/** Renders a QR code as a standalone SVG: dark on white on any background, with a quiet zone, in one path. */
export function qrSvg(text: string, ecc: 'low' | 'medium' = 'medium'): string {
  const rows = encode(text, 'raw', { ecc, border: 4 })
  const size = rows.length
  const path = rows.flatMap((row, y) => runsOf(row).map(({ x, width }) => `M${x} ${y}h${width}v1h-${width}z`))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path.join('')}"/></svg>`
}

function runsOf(row: readonly boolean[]): { x: number; width: number }[] {
  const runs: { x: number; width: number }[] = []
  row.forEach((dark, x) => {
    if (!dark) return
    const last = runs.at(-1)
    if (last && last.x + last.width === x) last.width += 1
    else runs.push({ x, width: 1 })
  })
  return runs
}
