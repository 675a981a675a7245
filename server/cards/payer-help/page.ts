// The page "I paid, what happened?": a form that works without scripts, with what was found above it.

import { html } from 'ghtml'
import type { Language } from '../../kernel/language.ts'
import { dateText } from '../../kernel/text/date-text.ts'
import { supportContact } from '../../merchants/brand/support.ts'
import { footer, helpPath, pageFrame, resultMark, topBar } from '../checkout/page-frame.ts'
import { durationText } from '../phone-checkout/payer-number.ts'
import { filled } from '../phone-checkout/texts.ts'
import { receiptTexts } from '../receipts/receipt-texts.ts'
import { cardCurrencies } from '../transaction/amount.ts'
import type { HelpState, PaymentHelp } from './payment-help.ts'
import { helpTexts } from './texts.ts'

const fields = ['date', 'amount', 'currency', 'last'] as const
type Field = (typeof fields)[number]

/** What was typed, and which fields are wrong. */
export type HelpForm = { typed: Readonly<Record<string, string>>; faults: readonly string[] }

type View = {
  language: Language
  nonce: string
  form: HelpForm
  /** Undefined if nothing was looked for. */
  found?: readonly PaymentHelp[]
  /** How long an address that has looked too often must wait. */
  waitSeconds?: number
}

/** Most merchants' day. */
export const today = (now: Temporal.Instant): string =>
  now.toZonedDateTimeISO('Africa/Kinshasa').toPlainDate().toString()

export function helpPage(view: View): string {
  const { language, form } = view
  const texts = helpTexts[language]
  const hasFaults = form.faults.length > 0
  const body = html`<main class="end">
!${topBar(language, {}, { id: 'help', path: helpPath })}
<div class="sheet help">
<h1>${texts.title}</h1>
!${resultMarkup(view)}
!${view.found || view.waitSeconds ? '' : html`<p>${texts.intro}</p>`}
!${hasFaults ? html`<p class="mend" role="alert">${texts.mend}</p>` : ''}
!${helpForm(view)}
</div>
</main>
!${footer()}`
  const title = `${hasFaults ? `${texts.mend} ` : ''}${texts.title} · Likuta`
  return pageFrame({ ...view, title, body, style: 'helpStyle' })
}

function resultMarkup({ language, found, waitSeconds }: View): string {
  const texts = helpTexts[language]
  if (waitSeconds !== undefined) {
    const wait = durationText(waitSeconds, language)
    return html`<section class="found" role="alert"><p>${filled(texts.tooMany, { wait })}</p></section>`
  }
  if (!found) return ''
  if (found.length === 0)
    return html`<section class="found" role="status">!${resultMark('NOTE', 'expired')}<h2>${texts.none}</h2><p>${texts.noneText}</p></section>`
  const summary = found.length > 1 ? html`<p>${texts.several}</p>` : ''
  const items = found.map((help) => foundMarkup(help, language, found.length > 1))
  return html`<div role="status">!${summary}!${items}</div>`
}

function foundMarkup(
  { state, paidAt, contact, timeZone }: PaymentHelp,
  language: Language,
  isOneOfMany: boolean,
): string {
  const texts = helpTexts[language]
  const timeMarkup = paidAt
    ? html`<p class="when">${filled(texts.paidAt, { time: timeText(paidAt, timeZone, language, isOneOfMany ? 'medium' : 'short') })}</p>`
    : ''
  const link = contact === null ? undefined : supportContact(contact)
  const contactLine = link
    ? html`<p class="reach">${texts.contact} <a href="${link.href}" rel="noopener noreferrer">${link.text}</a></p>`
    : html`<p class="reach">${texts.noContact}</p>`
  return html`<section class="found">!${resultMark(...marks[state])}<h2>${texts.states[state]}</h2>!${timeMarkup}<p>${texts.nextSteps[state]}</p>!${contactLine}</section>`
}

const marks: Record<HelpState, Parameters<typeof resultMark>> = {
  PAID: ['SUCCESS'],
  CHECKING: ['CONFIRMING'],
  DECLINED: ['FAILED'],
  EXPIRED: ['CONFIRMING', 'expired'],
  CANCELLED: ['CANCELLED'],
  RETURNING: ['REFUNDED', 'confirming'],
  RETURNED: ['REFUNDED', 'success'],
  REFUNDING: ['REFUNDED', 'confirming'],
  PARTIALLY_REFUNDED: ['REFUNDED', 'success'],
  REFUNDED: ['REFUNDED', 'success'],
  VOIDED: ['REFUNDED', 'success'],
}

const locales: Record<Language, string> = { fr: 'fr-CD', en: 'en-GB' }

/** "21 novembre 2026 à 10:31 (heure de Kinshasa)" */
function timeText(
  at: Temporal.Instant,
  timeZone: string,
  language: Language,
  timeStyle: 'short' | 'medium',
): string {
  const options = { dateStyle: 'long', timeStyle, timeZone } as const
  const time = dateText(locales[language], options, at.epochMilliseconds)
  return `${time} (${receiptTexts(language).zones[timeZone] ?? timeZone})`
}

function helpForm(view: View): string {
  const { language, form } = view
  const texts = helpTexts[language]
  const currency = form.typed.currency ?? 'USD'
  const options = cardCurrencies.map(
    (code) =>
      html`<option value="${code}"!${code === currency ? ' selected' : ''}>${texts.currencies[code]}</option>`,
  )
  return html`<form id="help" method="post" action="${helpPath}?lang=${language}" novalidate>
!${inputField(view, 'date', 'type="date"')}
<div class="pair">!${inputField(view, 'amount', 'inputmode="decimal" autocomplete="transaction-amount" maxlength="24"')}
<div class="field"><label class="label" for="currency">${texts.currency}</label>
<div class="box choice"><select id="currency" name="currency">!${options}</select></div>!${faultMessage(view, 'currency')}</div></div>
!${inputField(view, 'last', 'inputmode="numeric" autocomplete="off" maxlength="4"', texts.lastHint)}
<button class="main">${texts.search}</button>
<p class="trust">${texts.privacy}</p>
</form>`
}

function inputField(view: View, name: Exclude<Field, 'currency'>, attributes: string, hint = ''): string {
  const { form, language } = view
  const isWrong = form.faults.includes(name)
  const isFirst = fields.find((field) => form.faults.includes(field)) === name
  const by = [isWrong && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  const described = by && ` aria-describedby="${by}"`
  return html`<div class="field"><label class="label" for="${name}">${helpTexts[language][name]}</label>
<div class="box!${isWrong ? ' wrong' : ''}"><input id="${name}" name="${name}" value="${form.typed[name] ?? ''}" required !${attributes}!${described}!${isWrong ? ' aria-invalid="true"' : ''}!${isFirst ? ' autofocus' : ''}></div>
!${faultMessage(view, name)}!${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}</div>`
}

function faultMessage({ form, language }: View, name: Field): string {
  if (!form.faults.includes(name)) return ''
  return html`<p class="error" id="${name}-error">${helpTexts[language].faults[name]}</p>`
}
