// Parts of the checkout page: the card form, the challenge dialog and the sandbox banner.
import { html } from 'ghtml'
import { lock } from './page-frame.ts'
import type { Texts } from './texts.ts'
import type { MethodLink } from './view.ts'

const brands = `<span class="brands" aria-hidden="true"><svg data-brand="visa" viewBox="0 0 34 22" width="34" height="22"><rect width="34" height="22" rx="4" fill="#1a1f71"/><path d="M8 7.5l2 7.5h2L14.8 7.5M17 7.5L15.8 15M22.4 8.3c-2-1.2-4.2-.4-4 1 .2 1.6 3.4 1.5 3.3 3.3-.1 1.7-2.7 2-4.3 1M23.6 15l3.1-7.500h1L29.3 15M24.6 12.700h4.2" fill="none" stroke="#fff" stroke-width="1.5"/></svg><svg data-brand="mastercard" viewBox="0 0 34 22" width="34" height="22"><rect width="34" height="22" rx="4" fill="#22252b"/><circle cx="13.5" cy="11" r="6.2" fill="#eb001b"/><circle cx="20.5" cy="11" r="6.2" fill="#f79e1b"/><path d="M17 5.900a6.2 6.2 0 0 1 0 10.2 6.2 6.2 0 0 1 0-10.200z" fill="#ff5f00"/></svg><svg data-brand="amex" viewBox="0 0 34 22" width="34" height="22"><rect width="34" height="22" rx="4" fill="#0f6fc6"/><path d="M4 14.500l2.5-7h1l2.5 7M5 12.300h4M11.5 14.500v-7l2.7 4 2.7-4v7M24 7.500h-4.500v7H24M19.5 11H23M25.5 7.500l5 7M30.5 7.500l-5 7" fill="none" stroke="#fff" stroke-width="1.3"/></svg></span>`

type CardFormView = {
  amount: string
  isShown: boolean
  /** The payer has filled in the form of a payment link before. */
  isSecondStep: boolean
  /** Trusted HTML: the ways to leave the page. */
  exits: string
}

export function cardForm(texts: Texts, { amount, isShown, isSecondStep, exits }: CardFormView): string {
  const { script } = texts
  return html`<form id="card-form" novalidate!${isShown ? '' : ' hidden'}>
!${isSecondStep ? html`<p class="step">${texts.link.cardStep}</p>` : ''}
<div class="head"><h2>${texts.card}</h2>!${brands}</div>
<div id="declined" role="alert" tabindex="-1"></div>
<div class="field" id="number-field"><span class="label" id="number-label">${script.cardNumber}</span>
<div class="box" id="number-box" role="group" aria-labelledby="number-label" aria-describedby="number-error"><div class="frame"></div><span class="brands" id="brand" aria-hidden="true"></span></div>
<p class="error" id="number-error" role="alert"></p></div>
<div class="pair" id="pair">
<div class="field"><label class="label" for="expiry">${script.expiry}</label>
<div class="box" id="expiry-box"><input id="expiry" name="cc-exp" inputmode="numeric" autocomplete="cc-exp" placeholder="${texts.expiryHint}" required aria-describedby="expiry-hint expiry-error"></div>
<p class="hint" id="expiry-hint">${texts.expiryHelp}</p>
<p class="error" id="expiry-error" role="alert"></p></div>
<div class="field"><span class="label" id="code-label">${script.securityCode}</span>
<div class="box" id="code-box" role="group" aria-labelledby="code-label" aria-describedby="code-error"><div class="frame"></div></div>
<p class="hint" id="code-hint">${script.securityCodeShort}</p>
<p class="error" id="code-error" role="alert"></p></div>
</div>
<button class="main" id="pay" disabled>!${lock}<span>${texts.pay.replace('{amount}', () => amount)}</span></button>
!${exits}
<p class="trust">${texts.trust}</p>
</form>`
}

/**
 * The ways to leave the page: to another way of paying, back to the merchant, which changes nothing, and cancelling, which asks
 * first.
 */
export function exitsOf(texts: Texts, shopUrl: string | undefined, other?: MethodLink): string {
  const otherMethod = other ? html`<a class="quiet" href="${other.href}">${other.text}</a>` : ''
  const back = shopUrl ? html`<a class="quiet" href="${shopUrl}" rel="noreferrer">${texts.back}</a>` : ''
  return html`<div class="exits">!${otherMethod}!${back}<button type="button" class="quiet" popovertarget="ask">${texts.cancel}</button></div>`
}

/** A popover needs no script, and is shown in the page by browsers that do not know popovers. */
export function cancelDialog(
  { askCancel }: Texts,
  { merchantName, shopUrl }: { merchantName: string; shopUrl?: string | undefined },
): string {
  return html`<div id="ask" popover role="dialog" aria-labelledby="ask-title" aria-describedby="ask-text">
<h2 id="ask-title">${askCancel.title}</h2><p id="ask-text">${askCancel.text.replace('{merchant}', () => merchantName)}${shopUrl ? ` ${askCancel.later}` : ''}</p>
<button type="button" class="main" popovertarget="ask" popovertargetaction="hide" autofocus>${askCancel.no}</button>
<button class="quiet danger" form="cancel">${askCancel.yes}</button>
</div>`
}

/** Shown once the payer has waited for a few seconds; the script marks the current step. */
export function waitingSteps({ steps }: Texts): string {
  const items = Object.entries(steps).map(([name, text]) => html`<li data-step="${name}">${text}</li>`)
  return html`<ol id="steps" hidden>!${items}</ol>`
}

export function challengeDialog(texts: Texts, merchantName: string, amount: string): string {
  return html`<dialog id="challenge" aria-labelledby="challenge-title" aria-describedby="challenge-text">
<div class="top"><h2 id="challenge-title" tabindex="-1">${texts.verification}</h2><p id="challenge-text">${texts.verificationText}</p>
<p class="what"><span>${merchantName}</span><strong>${amount}</strong></p>
<p class="countdown"></p></div>
<div id="challenge-lost" hidden><p id="challenge-offline" role="status"></p><button type="button" id="challenge-reload">${texts.reloadCheck}</button></div>
<div id="challenge-frame"></div>
<div class="foot"><button type="button" id="other-card">${texts.otherCard}</button></div>
<p id="challenge-announcer" class="visually-hidden" role="status"></p>
</dialog>`
}

export function testBanner(texts: Texts): string {
  const cards = [
    ['4242424242424242', texts.testFrictionless],
    ['4000000000003220', texts.testChallenge],
    ['4000000000000002', texts.testDeclined],
    ['4000000000009995', texts.testFunds],
  ].map(([number = '', meaning]) => {
    const grouped = number.replace(/(.{4})(?=.)/g, '$1 ')
    const label = texts.copy.replace('{number}', grouped)
    return html`<li><button type="button" data-copy="${number}" aria-label="${label}">${grouped}</button><span>${meaning}</span></li>`
  })
  return html`<aside class="test" aria-label="${texts.testMode}"><details><summary><span>${texts.testMode}</span><span class="open">${texts.testCards}</span></summary><ul>!${cards}</ul><p>${texts.testAdvice}</p></details></aside>`
}
