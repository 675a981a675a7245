// The parts of the page in which the payer chooses: how to pay, and the number with its operator.
import { html } from 'ghtml'
import { amountText, type Language } from '../../kernel/language.ts'
import { formatMoney } from '../../kernel/money.ts'
import { type OperatorCode, operators } from '../../kernel/operators.ts'
import { checkoutRoutePath, pathFor } from '../checkout/checkout-addresses.ts'
import { lock } from '../checkout/page-frame.ts'
import { textsOf } from '../checkout/texts.ts'
import type { OperatorChoice } from './operator-choices.ts'
import { walletOf } from './payer-wallet.ts'
import { filled, type PhoneTexts } from './texts.ts'
import type { Panel, PhoneView } from './view.ts'

export type Parts = {
  view: PhoneView
  words: PhoneTexts
  amount: string
  /** Trusted HTML: the ways to leave the page. */
  exits: string
  shown: Panel
}

export const hiddenUnless = (isShown: boolean) => (isShown ? '' : ' hidden')

/** The path of the page; a form with faults is shown below it. */
export function pathOf({ transactionUuid }: Pick<PhoneView, 'transactionUuid'>): string {
  return pathFor(checkoutRoutePath, encodeURIComponent(transactionUuid))
}

/** The address of the page with another choice. */
export function methodHref(view: PhoneView, method?: string): string {
  const { sig, language } = view
  return `${pathOf(view)}?${new URLSearchParams({ sig, lang: language, ...(method && { method }) })}`
}

export function operatorIcon(code: OperatorCode): string {
  const { ground, letter } = operators[code].icon
  return html`<svg class="icon" viewBox="0 0 24 24" width="40" height="40" aria-hidden="true"><rect width="24" height="24" rx="6" fill="${ground}"/><path d="${letter}" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`
}

const cardIcon =
  '<svg class="icon" viewBox="0 0 24 24" width="40" height="40" aria-hidden="true"><rect width="24" height="24" rx="6" fill="#33464d"/><rect x="5" y="7.500" width="14" height="9.500" rx="1.800" fill="none" stroke="#fff" stroke-width="1.600"/><path d="M5 10.800h14" stroke="#fff" stroke-width="1.600"/></svg>'

export function choosePanel({ view, words, exits, shown }: Parts): string {
  if (!view.canChoose) return ''
  const rows = view.choices.map((choice) => {
    const reason = whyClosed(choice, words, view.language)
    const content = html`!${operatorIcon(choice.code)}<span>${walletOf(choice.code)}!${reason ? html`<small>${reason}</small>` : ''}</span>`
    return reason
      ? html`<li><span class="method off">!${content}</span></li>`
      : html`<li><a class="method" data-method="${choice.code}" href="${methodHref(view, choice.code)}">!${content}</a></li>`
  })
  const cardLink = view.offersCard
    ? html`<li><a class="method" data-method="card" href="${methodHref(view, 'card')}">!${cardIcon}<span>${words.card}<small>${words.cardNetworks}</small></span></a></li>`
    : ''
  return html`<section id="choose" aria-labelledby="choose-title"!${hiddenUnless(shown === 'choose')}>
<h2 id="choose-title" tabindex="-1">${words.choose}</h2>
<ul class="methods" id="methods">!${rows}!${cardLink}</ul>
!${exits}
</section>`
}

/** Why an operator cannot be chosen; undefined when it can. */
function whyClosed(
  choice: OperatorChoice,
  { unavailable }: PhoneTexts,
  language: Language,
): string | undefined {
  if (choice.state !== 'amount') return choice.state === 'open' ? undefined : unavailable.paused
  const { fault } = choice
  if (fault.kind === 'whole') return unavailable.whole
  const { currency } = fault.bound
  return filled(unavailable[fault.kind], { amount: amountText(formatMoney(fault.bound), currency, language) })
}

export function numberForm({ view, words, amount, exits, shown }: Parts): string {
  const texts = textsOf(view.language)
  const chosen = view.method === 'phone' ? undefined : view.method
  const action = `${pathOf(view)}/collections?${new URLSearchParams({ sig: view.sig, lang: view.language })}`
  const otherMethod = view.canChoose
    ? html`<a class="quiet" id="other-method" href="${methodHref(view)}">${words.otherMethod}</a>`
    : view.cardFormUrl
      ? html`<a class="quiet" href="${view.cardFormUrl}">${words.declined.byCard}</a>`
      : ''
  return html`<form id="number-form" method="post" action="${action}" novalidate!${hiddenUnless(shown === 'number-form')}>
<h2>${words.title}</h2>
<div class="field"><label class="label" for="number">${words.number}</label>
<div class="box!${view.fault ? ' wrong' : ''}" id="number-box"><input id="number" name="customer_number" type="tel" autocomplete="tel" maxlength="40" required value="${view.typed ?? ''}" aria-describedby="number-error number-hint"!${view.fault ? ' aria-invalid="true" autofocus' : ''}></div>
<p class="error" id="number-error" role="alert">${view.fault ?? ''}</p>
<p class="hint" id="number-hint">${words.numberHint}</p></div>
!${operatorChoice(view, words, chosen)}
<p id="debit" role="status"></p>
<button class="main" id="pay">!${lock}<span>${texts.pay.replace('{amount}', () => amount)}</span></button>
!${otherMethod}
!${exits}
<p class="trust">${words.trust}</p>
</form>`
}

/** Closed until the payer wants another operator than that of the number, or none is known. */
function operatorChoice(view: PhoneView, words: PhoneTexts, chosen: OperatorCode | undefined): string {
  const items = view.choices.map((choice) => {
    const reason = whyClosed(choice, words, view.language)
    return html`<label class="choice!${reason ? ' off' : ''}"><input type="radio" name="operator" value="${choice.code}"!${choice.code === chosen ? ' checked' : ''}!${reason ? ' disabled' : ''}>!${operatorIcon(choice.code)}<span>${walletOf(choice.code)}!${reason ? html`<small>${reason}</small>` : ''}</span></label>`
  })
  return html`<details id="operator"!${view.asksOperator ? ' open' : ''}><summary><span id="operator-icon">!${chosen ? operatorIcon(chosen) : ''}</span><span id="operator-name">${chosen ? walletOf(chosen) : words.byNumber}</span><span class="change">${words.change}</span></summary>
<fieldset><legend class="visually-hidden">${words.operator}</legend>!${items}</fieldset></details>`
}

/** The numbers of the sandbox; the script types them where they are pressed. */
export function testNumbers({ view, words }: Parts): string {
  const { testMode } = textsOf(view.language)
  const prefix = operators[view.choices.find(({ state }) => state === 'open')?.code ?? 'airtel'].prefixes[0]
  const items = Object.entries(words.tests).map(([end, meaning]) => {
    const number = `0${prefix}\u00a0000\u00a000${end}`
    return html`<li><button type="button" data-number="${number}" aria-label="${filled(words.use, { number })}">${number}</button><span>${meaning}</span></li>`
  })
  return html`<aside class="test" aria-label="${testMode}"><details><summary><span>${testMode}</span><span class="open">${words.testNumbers}</span></summary><ul>!${items}</ul><p>${words.testAdvice}</p></details></aside>`
}
