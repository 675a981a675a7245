// The checkout page, and the pages that show the result of a payment. Text from merchants is always escaped.

import { html } from 'ghtml'
import { amountText, type Language } from '../../kernel/language.ts'
import { isDeclineByPhone, type RefusalReason } from '../transaction/decline-reasons.ts'
import { checkoutRoutePath, pathFor } from './checkout-addresses.ts'
import { contactMarkup, logoMarkup, plainBrand, supportMarkup } from './merchant-brand.ts'
import { footer, jsonForHtml, pageFrame, resultMark, topBar } from './page-frame.ts'
import { cancelDialog, cardForm, challengeDialog, exitsOf, testBanner, waitingSteps } from './page-parts.ts'
import { type Texts, textsOf } from './texts.ts'
import type { CheckoutView, PageData, ResultPageView, ResultView, StartOver } from './view.ts'

export function checkoutPage(view: CheckoutView): string {
  const texts = textsOf(view.language)
  const amount = amountText(view.amount, view.currency, view.language)
  const wantsCard = view.progress.state === 'CARD'
  const exits = exitsOf(texts, view.shopUrl, view.otherMethod)
  const brand = view.brand ?? plainBrand(view.merchantName)
  const body = html`!${view.sandbox ? testBanner(texts) : ''}
<main aria-label="${texts.secure}">
<div class="summary">
!${topBar(view.language, { sig: view.sig, ...(view.otherMethod && { method: 'card' }) })}
!${logoMarkup(brand)}
<h1>${view.merchantName}</h1>
!${view.link?.description ? html`<p class="what">${view.link.description}</p>` : ''}
<p class="amount"><span>${texts.toPay}</span>!${amountMarkup(amount)}</p>
<dl><div><dt>${texts.reference}</dt><dd>${view.reference}</dd></div><div><dt>${texts.payer}</dt><dd>${view.payerName}</dd></div></dl>
<p class="countdown"></p>
</div>
<div class="sheet">
<noscript><div class="panel"><h2>${texts.scriptNeeded.title}</h2><p>${texts.scriptNeeded.text}</p>!${exits}</div></noscript>
<form id="cancel" method="post" action="${pathOf(view)}/cancel?${new URLSearchParams({ sig: view.sig, lang: view.language })}"></form>
<p id="offline" role="status"></p>
<p id="notice" role="alert" tabindex="-1"></p>
!${cardForm(texts, { amount, isShown: wantsCard, isSecondStep: view.link !== undefined, exits })}
<section id="waiting" class="panel" tabindex="-1"!${wantsCard ? ' hidden' : ''}>
<div class="spinner" aria-hidden="true"></div><h2 id="waiting-words">${texts.moment}</h2><p id="waiting-more">${texts.script.doNotClose}</p>!${waitingSteps(texts)}<a id="waiting-back" class="main" rel="noreferrer" hidden>${texts.back}</a>
</section>
<section id="over" class="panel" hidden>
<h2>${texts.overOffline.title}</h2><p>${texts.overOffline.text}</p><button type="button" id="over-retry" class="main">${texts.continue}</button>
</section>
<section id="elsewhere" class="panel" hidden>
<h2>${texts.elsewhere.title}</h2><p>${texts.elsewhere.text}</p><button type="button" id="continue-here" class="main">${texts.continueHere}</button>
</section>
<section id="fields-failed" class="panel" hidden>
<h2>${texts.ends.unavailable.title}</h2><p>${texts.script.fieldsFailed}</p><button type="button" id="fields-retry" class="main">${texts.retry}</button>!${exits}
</section>
!${supportMarkup(brand, view.language)}
</div>
</main>
!${footer(view.language)}
<p id="announcer" class="visually-hidden" role="status"></p>
!${challengeDialog(texts, view.merchantName, amount)}
!${cancelDialog(texts, view)}
!${dataBlock('checkout', view)}`
  const title = `${view.merchantName} · ${amount}`
  return pageFrame({ ...view, title, body, style: 'style', script: 'checkout', head: fieldHints(view) })
}

/**
 * Lets the browser load the card fields' library and connect to the gateway while it still reads the page. The frames of the fields
 * cannot be loaded in advance: browsers keep what frames load apart from what their page loads.
 */
function fieldHints({ session, gatewayOrigin, nonce }: CheckoutView): string {
  const connection = gatewayOrigin ? html`<link rel="preconnect" href="${gatewayOrigin}">` : ''
  const library = session
    ? html`<link rel="preload" as="script" href="${session.library_url}" integrity="${session.library_integrity}" crossorigin="anonymous" nonce="${nonce}">`
    : ''
  return connection + library
}

/** Renders the amount with the currency beside it in small type; long amounts shrink to stay on one line. */
export function amountMarkup(amount: string): string {
  const size = amount.length > 17 ? 'longest' : amount.length > 13 ? 'long' : ''
  return html`<strong class="${size}">!${amount.replace(/[A-Z]{3}/, '<small>$&</small>')}</strong>`
}

function pathOf({ transactionUuid }: Pick<CheckoutView, 'transactionUuid'>): string {
  return pathFor(checkoutRoutePath, encodeURIComponent(transactionUuid))
}

type PageFacts = Pick<CheckoutView, 'transactionUuid' | 'sig' | 'language' | 'merchantName'> &
  Partial<Pick<CheckoutView, 'expiresAt' | 'now' | 'progress' | 'attempts' | 'link' | 'session'>>

function dataBlock(page: PageData['page'], view: PageFacts): string {
  const texts = textsOf(view.language)
  const data: PageData = {
    page,
    path: pathOf(view),
    sig: view.sig,
    transactionUuid: view.transactionUuid,
    expiresAt: view.expiresAt ?? '',
    now: view.now ?? '',
    progress: view.progress ?? { state: 'CONFIRMING' },
    ...(view.session && { session: view.session }),
    texts: { ...texts.script, confirmingText: named(texts.script.confirmingText, view.merchantName) },
    ...((view.attempts ?? 1) > 1 && { declines: declineTexts(texts) }),
    ...(view.link && { declinedTooOften: texts.ends.link_declined.text }),
  }
  return html`<script type="application/json" id="page-data">!${jsonForHtml(data)}</script>`
}

/** Of cards: those of mobile money are on its own page. */
function declineTexts({ refusals }: Texts) {
  const ofCards = Object.entries(refusals).filter(([reason]) => !isDeclineByPhone(reason))
  const texts = ofCards.map(([reason, parts]) => [reason, parts.join(' ')])
  return Object.fromEntries(texts) as NonNullable<PageData['declines']>
}

/** The reason alone: on this page no other card can be tried. */
function reasonFor({ language, reasonCode }: ResultView): string {
  const { refusals } = textsOf(language)
  const [reason] = Object.hasOwn(refusals, reasonCode)
    ? refusals[reasonCode as RefusalReason]
    : refusals.NOT_COMPLETED
  return reason
}

export function resultPage(view: ResultView): string {
  const texts = textsOf(view.language)
  const confirming = view.status === 'CONFIRMING'
  const brand = view.brand ?? plainBrand(view.merchantName)
  const isUnpaid = view.status === 'FAILED' || view.status === 'CANCELLED'
  const text = texts[view.status.toLowerCase() as Lowercase<ResultView['status']>]
  const about = isUnpaid && !leadsOn(view) ? view : undefined
  const reason = view.status === 'FAILED' ? `${reasonFor(view)} ` : ''
  const nextStep = isUnpaid ? html`<p>${reason}${startOver(texts, view)}</p>` : ''
  const body = html`!${view.sandbox ? testNote(texts) : ''}
<main class="end">
!${topBar(view.language, { sig: view.sig })}
<div class="sheet">
!${logoMarkup(brand)}
!${resultMark(view.status, isFraud(view) ? 'fraud' : undefined)}
<h1>${text.title}</h1>
<p>${isUnpaid && view.mayBeDebitedLate ? texts.undebited : named(text.text, view.merchantName)}</p>
!${nextStep}
!${paymentRows(view, view.language)}
!${confirming ? html`<p id="offline" role="status"></p><a class="main" href="?sig=!${encodeURIComponent(view.sig)}&amp;lang=${view.language}">${texts.refresh}</a>` : ''}
!${retryLink(isUnpaid ? view.retryUrl : undefined, texts)}
!${backLink(view.backUrl, isUnpaid ? named(texts.backTo, view.merchantName) : texts.back)}
!${contactMarkup({ brand, language: view.language, needsLink: view.fromLink === true, about })}
</div>
</main>
!${footer(view.language)}
!${confirming ? dataBlock('result', view) : ''}`
  return pageFrame({
    ...view,
    title: `${text.title} · ${view.merchantName}`,
    body,
    style: 'endStyle',
    ...(confirming && { script: 'checkout' as const }),
  })
}

/** Returns the sentence that says how the payer of a failed or cancelled payment can still pay. */
function startOver(
  { startOver: ways }: Texts,
  { fromLink, retryUrl, merchantName }: StartOver & { merchantName: string },
): string {
  const way = !fromLink ? ways.merchant : retryUrl ? ways.link : ways.newLink
  return named(way, merchantName)
}

/** A text with the merchant's name in its place. */
const named = (text: string, merchantName: string) => text.replace('{merchant}', () => merchantName)

/** Whether a page without a payment has a button to go on with. */
function leadsOn({ retryUrl, backUrl }: { retryUrl?: string | undefined; backUrl?: string | undefined }) {
  return retryUrl !== undefined || /^https?:/.test(backUrl ?? '')
}

/** Whether somebody may be misusing the card; all other declines are everyday ones. */
const isFraud = ({ status, reasonCode }: ResultView) =>
  status === 'FAILED' && (reasonCode === 'STOLEN_LOST_CARD' || reasonCode === 'RISK_DECLINE')

function retryLink(url: string | undefined, { retry }: Texts): string {
  return url === undefined ? '' : html`<a class="main" href="${url}">${retry}</a>`
}

function testNote({ testMode }: Texts): string {
  return html`<aside class="test" aria-label="${testMode}"><p>${testMode}</p></aside>`
}

function paymentRows(payment: NonNullable<ResultPageView['payment']>, language: Language): string {
  const texts = textsOf(language)
  const transactionRow = html`<div class="id"><dt>${texts.transaction}</dt><dd>${payment.transactionUuid}</dd></div>`
  const rows = [
    [texts.paidTo, payment.merchantName],
    [texts.amount, amountText(payment.amount, payment.currency, language)],
    [texts.reference, payment.reference],
  ].map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)
  return html`<dl>!${rows}!${transactionRow}</dl>`
}

export function noticePage(view: ResultPageView): string {
  const texts = textsOf(view.language)
  // The time for this payment has run out, but its link is still open and can create another.
  const kind = view.kind === 'expired' && view.retryUrl ? 'timed_out' : view.kind
  // Whoever opens the expired link itself may have paid by it before.
  const { title, text } = texts.ends[kind === 'expired' && view.link ? 'link_expired' : kind]
  const { payment, link, brand } = view
  const isUnpaid = kind === 'expired' || kind === 'timed_out' || kind === 'cancelled'
  // A visitor who just missed the last use of a link can retry by reloading its page.
  const retryUrl = kind === 'link_taken' ? '' : isUnpaid ? view.retryUrl : undefined
  const isStuck = kind !== 'unavailable' && !leadsOn({ ...view, retryUrl })
  const about = isStuck ? (payment ?? link) : undefined
  const body = html`!${payment?.sandbox || link?.sandbox ? testNote(texts) : ''}
<main class="end">
!${topBar(view.language, view.sig === undefined ? {} : { sig: view.sig })}
<div class="sheet">
!${brand ? logoMarkup(brand) : ''}
!${resultMark(...noticeMark(kind))}
<h1>${title}</h1>
<p>${isUnpaid && payment?.mayBeDebitedLate ? texts.undebited : text}${isUnpaid && !view.link ? ` ${startOver(texts, { ...view, merchantName: payment?.merchantName ?? '' })}` : ''}</p>
!${retryLink(retryUrl, texts)}
!${payment ? paymentRows(payment, view.language) : ''}
!${link && brand ? linkRows(link, brand.name, view.language) : ''}
!${backLink(view.receiptUrl, texts.seeReceipt)}
!${backLink(view.backUrl, payment ? named(texts.backTo, payment.merchantName) : texts.back)}
!${contactMarkup({ brand, language: view.language, needsLink: view.fromLink === true || kind === 'expired', about })}
</div>
</main>
!${footer(view.language)}`
  return pageFrame({
    ...view,
    title: `${title} · ${payment?.merchantName ?? brand?.name ?? 'Likuta'}`,
    body,
    style: 'endStyle',
  })
}

const othersWereFaster: ReadonlySet<ResultPageView['kind']> = new Set([
  'link_exhausted',
  'link_taken',
  'part_taken',
  'rest_too_small',
])

/** A clock where time ran out or may help; a note, which is no failure, where others were faster or the payer may have paid. */
function noticeMark(kind: ResultPageView['kind']): Parameters<typeof resultMark> {
  if (kind === 'link_paid') return ['SUCCESS']
  if (othersWereFaster.has(kind)) return ['NOTE', 'expired']
  // Without the colour of a payment that is being confirmed.
  if (kind === 'expired' || kind === 'timed_out') return ['CONFIRMING', 'expired']
  return [kind === 'unavailable' ? 'CONFIRMING' : 'CANCELLED']
}

function linkRows(
  { description, reference, amount, currency }: NonNullable<ResultPageView['link']>,
  merchantName: string,
  language: Language,
): string {
  const texts = textsOf(language)
  const rows = [
    [texts.paidTo, merchantName],
    [texts.amount, amount && amountText(amount, currency, language)],
    [texts.description, description],
    [texts.reference, reference],
  ]
    .filter(([, value]) => value)
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)
  return html`<dl>!${rows}</dl>`
}

function backLink(url: string | undefined, text: string): string {
  return url && /^https?:\/\//.test(url)
    ? html`<a class="main" href="${url}" rel="noreferrer">${text}</a>`
    : ''
}

/** Shown briefly inside the challenge frame; it only signals the surrounding page to continue. */
export function stepUpReturnPage(view: {
  nonce: string
  message: Record<string, unknown>
  targetOrigin: string
  /** The page of the shop, for a challenge that has the whole window. */
  returnUrl?: string | null
  language?: 'fr' | 'en'
}): string {
  const language = view.language ?? 'fr'
  const texts = textsOf(language)
  const back = view.returnUrl
    ? `;if (parent === window) location.replace(${jsonForHtml(view.returnUrl)})`
    : ''
  const call = `for (const page of [parent, top, opener]) if (page && page !== window) page.postMessage(${jsonForHtml(view.message)}, ${jsonForHtml(view.targetOrigin)})`
  const body = html`<main class="moment">
<div class="spinner" aria-hidden="true"></div><h1>${texts.moment}</h1><p>${texts.momentText}</p>
</main>
<script nonce="${view.nonce}">!${call}!${back}</script>`
  return pageFrame({ language, nonce: view.nonce, title: texts.moment, body, style: 'endStyle' })
}
