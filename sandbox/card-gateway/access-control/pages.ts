// Renders the step-up pages. Their only scripts set the focus, report device data and return the customer to the merchant.
import { html } from 'ghtml'
import { formatAmount } from '../../amount.ts'
import { binFacts, brandNameOf } from '../cards/banks.ts'
import type { Authentication } from '../payer-authentication/records.ts'
import { type ChallengeView, sandboxCode } from './challenge.ts'
import { type ChallengeTexts, challengeTexts, type Language } from './challenge-texts.ts'
import { style } from './style.ts'

export { style }

export const scripts = {
  /** A frame must not take the focus by itself, so the field gets it once the embedding page gives it to the frame. */
  begin:
    "{const code=document.getElementById('code');const begin=()=>{code.focus({preventScroll:true});(document.getElementById('problem')??code).scrollIntoView({block:'nearest'})};if(document.hasFocus())begin();else addEventListener('focus',begin,{once:true})}",
  submit: 'document.forms[0].submit()',
  collect:
    "const {reference,stored}=document.body.dataset;parent.postMessage(JSON.stringify({MessageType:'profile.completed','Session Id':reference,SessionId:reference,Status:stored==='true'}),'*')",
}

export function challengePage(facts: {
  view: ChallengeView
  jwt: string
  merchantData: string
  language: Language
}): string {
  const { view, jwt, merchantData, language } = facts
  const text = challengeTexts[language]
  const isWrong = view.notice === 'wrong_code'
  const body = html`
    <h1>${text.heading}</h1>
    <p class="lead">${text.lead}</p>
    !${summary(view.authentication, text, language)}
    <p class="hint"><span>${text.sandboxCode}</span> <strong>${sandboxCode}</strong></p>
    <form method="post" action="/gateway/acs/challenge" autocomplete="off">
      <input type="hidden" name="JWT" value="${jwt}">
      <input type="hidden" name="MD" value="${merchantData}">
      <label for="code">${text.code}</label>
      <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="8"
        !${isWrong ? 'aria-invalid="true" aria-describedby="problem"' : ''}>
      !${isWrong ? html`<p id="problem" class="problem" role="alert">${text.wrongCode(view.attemptsLeft)}</p>` : ''}
      !${view.notice === 'sent_again' ? html`<p class="sent" role="status">${text.codeResent}</p>` : ''}
      <button class="main" name="action" value="verify">${text.confirm}</button>
      <div class="others">
        <button name="action" value="resend">${text.resend}</button>
        <button name="action" value="cancel">${text.cancel}</button>
      </div>
    </form>
    <script>!${scripts.begin}</script>`
  return page({ title: text.title, language, bank: bankOf(view.authentication), body })
}

/** Returns the customer: the form posts itself to the merchant's return URL. */
export function resultPage(facts: {
  view: ChallengeView
  merchantData: string
  language: Language
  returnUrl: string
}): string {
  const { view, merchantData, language, returnUrl } = facts
  const text = challengeTexts[language]
  const { challengeEnd: challengeResult, id } = view.authentication
  const heading =
    { passed: text.passed, cancelled: text.cancelled }[String(challengeResult)] ?? text.notPassed
  const body = html`
    <div class="end">
      <div class="${challengeResult === 'passed' ? 'mark good' : 'mark'}" aria-hidden="true">!${challengeResult === 'passed' ? tick : cross}</div>
      <h1 role="status">${heading}</h1>
      <p class="lead">${text.returning}</p>
      <form method="post" action="${returnUrl}">
        <input type="hidden" name="TransactionId" value="${id}">
        <input type="hidden" name="MD" value="${merchantData}">
        <noscript><button class="main">${text.continue}</button></noscript>
      </form>
    </div>
    <script>!${scripts.submit}</script>`
  return page({ title: heading, language, bank: bankOf(view.authentication), body })
}

export function expiredPage(text: ChallengeTexts, language: Language): string {
  const body = html`<div class="end"><div class="mark" aria-hidden="true">!${cross}</div><h1>${text.expired}</h1>
    <p class="lead">${text.expiredLead}</p></div>`
  return page({ title: text.expired, language, bank: 'SANDBOX', body })
}

export function collectPage(reference: string, isStored: boolean): string {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Device data</title></head>
<body data-reference="${reference}" data-stored="${String(isStored)}"><script>!${scripts.collect}</script></body></html>`
}

function summary(authentication: Authentication, text: ChallengeTexts, language: Language): string {
  const { card } = authentication
  return html`<dl>
      <div><dt>${text.amount}</dt><dd class="amount">${amountText(authentication, language)}</dd></div>
      <div><dt>${text.card}</dt><dd>${brandNameOf(card.type)} <span class="dots">••••</span> ${card.suffix}</dd></div>
    </dl>`
}

function amountText({ amount }: Authentication, language: Language): string {
  const plain = formatAmount(amount)
  const [whole = '', fraction] = plain.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === 'fr' ? '\u202f' : ',')
  const point = language === 'fr' ? ',' : '.'
  const figures = `${grouped}${fraction ? point + fraction : ''}`
  return `${figures}\u00a0${amount.currency}`
}

function bankOf({ card }: Authentication): string {
  return binFacts(card).issuer.replace(' (SANDBOX)', '')
}

function page(facts: { title: string; language: Language; bank: string; body: string }): string {
  return html`<!doctype html>
<html lang="${facts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${facts.title}</title>
<style>!${style}</style>
</head>
<body>
<header><span class="bank">!${shield}<span>${facts.bank}</span></span><span class="tag">${challengeTexts[facts.language].sandbox}</span></header>
<main>!${facts.body}</main>
</body>
</html>`
}

const shield =
  '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path fill="currentColor" d="M12 2 4 5v6c0 5 3.4 9.3 8 11 4.6-1.7 8-6 8-11V5z"/><path fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="m8.5 12 2.5 2.5 4.5-5"/></svg>'
const tick =
  '<svg viewBox="0 0 24 24" width="28" height="28"><path fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" d="m6 12.5 4 4 8-9"/></svg>'
const cross =
  '<svg viewBox="0 0 24 24" width="28" height="28"><path fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" d="m7 7 10 10M17 7 7 17"/></svg>'
