// The page of a payment link: its purpose, and a form for the billing details. It works without scripts, and escapes
// all text from merchants and visitors.

import { html } from 'ghtml'
import { countries } from '../../kernel/codes/countries.generated.ts'
import type { Language } from '../../kernel/language.ts'
import type { PaymentMethod } from '../../kernel/payment-method.ts'
import { logoMarkup, type MerchantBrand, supportMarkup } from '../checkout/merchant-brand.ts'
import { footer, lock, pageFrame, topBar } from '../checkout/page-frame.ts'
import { type Texts, textsOf } from '../checkout/texts.ts'
import { phoneTextsOf } from '../phone-checkout/texts.ts'
import { type BillingField, billingFields } from '../transaction/bill-to.ts'
import { type AmountView, amountFields, amountSummary, closedText, leadingAmount } from './amount-choice.ts'
import { amountTextsOf } from './amount-texts.ts'
import { type FormFaults, noName, type Typed } from './form.ts'
import type { TypedAmount } from './parts.ts'
import { previewPath } from './picture/link-preview.ts'
import type { OpenLinkRow } from './queries.ts'
import { previewSize } from './schemas.ts'

type LinkView = {
  language: Language
  nonce: string
  /** Address of the link itself, for previews. */
  url: string
  /** Path of the form with its query, after that address: the page is shown at both. */
  formPath: string
  merchantName: string
  brand: MerchantBrand
  description: string
  reference: string
  link: OpenLinkRow
  now: Temporal.Instant
  paidParts: AmountView['paidParts']
  sandbox: boolean
  visit: string
  tillSale: string | undefined
  /** The ways to pay by the link. */
  methods: readonly PaymentMethod[]
  /** Whether mobile money is chosen, if it is offered. */
  isByPhone: boolean
  /** The earlier payment that is being retried; the language switch keeps it. */
  retry?: string
  typed: Typed
  typedAmount: TypedAmount
  /** Whether the payer wants reminders of the next due dates; undefined where there are none. */
  reminders: boolean | undefined
  faults: FormFaults
}

export function linkPage(view: LinkView): string {
  const texts = textsOf(view.language)
  const amounts = { ...view, typed: view.typedAmount, fault: view.faults.amount }
  const amount = leadingAmount(view.link, view.language)
  const closed = closedText(view)
  const content = closed
    ? html`<p role="status">${closed}</p>`
    : formMarkup(view, texts, methodChoice(view) + amountFields(amounts))
  const body = html`!${view.sandbox ? html`<aside class="test" aria-label="${texts.testMode}"><p>${texts.testMode}</p></aside>` : ''}
<main aria-label="${texts.secure}">
<div class="summary">
!${topBar(view.language, view.retry === undefined ? {} : { retry: view.retry }, { id: 'billing', path: formAddress(view, '/checkout') })}
!${logoMarkup(view.brand)}
<h1>${view.merchantName}</h1>
!${view.description ? html`<p class="what">${view.description}</p>` : ''}
!${amountSummary(amounts)}
<dl><div><dt>${texts.reference}</dt><dd>${view.reference}</dd></div></dl>
</div>
<div class="sheet">
!${content}
!${supportMarkup(view.brand, view.language)}
</div>
</main>
!${footer()}`
  const title = `${isFaulty(view) ? `${texts.link.mend} ` : ''}${titleOf(view, amount)}`
  return pageFrame({ ...view, title, body, style: 'linkStyle', head: previewCard(view, amount) })
}

const isFaulty = ({ faults }: LinkView) => Object.keys(faults).length > 0

function formMarkup(view: LinkView, texts: Texts, amountFieldset: string): string {
  const why = offersPhone(view) ? phoneTextsOf(view.language).linkDetails : texts.link.why
  const detailsMarkup = html`<h2>${texts.link.details}</h2><p class="why">${why}</p>`
  return html`<p class="step">${texts.link.step}</p>
!${amountFieldset ? '' : detailsMarkup}
!${isFaulty(view) ? html`<p class="mend" role="alert">${texts.link.mend}</p>` : ''}
!${billingForm(view, texts, amountFieldset && amountFieldset + detailsMarkup)}`
}

const titleOf = ({ merchantName }: LinkView, amount: string | undefined) =>
  amount === undefined ? merchantName : `${merchantName} · ${amount}`

/**
 * Shown after the form while the link is busy. The `Refresh` header of the response continues to the checkout; the page
 * also links to it, for browsers that ignore the header.
 */
export function waitPage(view: {
  language: Language
  nonce: string
  merchantName: string
  /** Address of the checkout. */
  address: string
  seconds: number
}): string {
  const { title, text, goOn } = textsOf(view.language).link.wait
  const unit = { style: 'unit', unit: 'second', unitDisplay: 'long' } as const
  const message = text.replace('{wait}', new Intl.NumberFormat(view.language, unit).format(view.seconds))
  const body = html`<main class="end">
<div class="sheet">
<div class="spinner" aria-hidden="true"></div>
<h1>${title}</h1>
<p role="status">${message}</p>
<p>${view.merchantName}</p>
<p><a href="${view.address}">${goOn}</a></p>
</div>
</main>
!${footer()}`
  return pageFrame({ ...view, title: `${title} · ${view.merchantName}`, body, style: 'endStyle' })
}

/**
 * Meta tags for previews in chats. They contain nothing about the payer, and nothing that the page does not show to
 * everyone.
 */
function previewCard(view: LinkView, amount: string | undefined): string {
  const title = titleOf(view, amount)
  const description = shortened(view.description) || textsOf(view.language).secure
  const image = `${view.url}${previewPath(view.language)}`
  const tags: [attribute: 'property' | 'name', key: string, value: string][] = [
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', 'Likuta'],
    ['property', 'og:locale', view.language === 'fr' ? 'fr_FR' : 'en_GB'],
    ['property', 'og:url', view.url],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:image', image],
    ['property', 'og:image:type', 'image/png'],
    ['property', 'og:image:width', String(previewSize.width)],
    ['property', 'og:image:height', String(previewSize.height)],
    ['property', 'og:image:alt', title],
    ['name', 'twitter:card', 'summary_large_image'],
    ['name', 'twitter:title', title],
    ['name', 'twitter:description', description],
    ['name', 'twitter:image', image],
    ['name', 'description', description],
  ]
  return tags
    .map(([attribute, key, value]) => html`<meta !${attribute}="${key}" content="${value}">`)
    .join('\n')
}

/** What messengers show of a description; more would only cost bytes. */
function shortened(description: string): string {
  const characters = [...description.replace(/\s+/g, ' ').trim()]
  return characters.length > 200 ? `${characters.slice(0, 199).join('').trimEnd()}…` : characters.join('')
}

/** @param startMarkup what is chosen before the billing details; empty where nothing is */
function billingForm(view: LinkView, texts: Texts, startMarkup: string): string {
  const field = (name: BillingField, attributes: string, shape = '') =>
    inputField({ view, texts, name, attributes, shape })
  return html`<form id="billing" method="post" action="${formAddress(view, view.formPath)}" novalidate>
<input type="hidden" name="visit" value="${view.visit}">
!${view.tillSale === undefined ? '' : html`<input type="hidden" name="sale" value="${view.tillSale}">`}
!${view.methods.join() === 'mobile_money' ? html`<input type="hidden" name="method" value="mobile_money">` : ''}
!${startMarkup}
<div class="pair">!${field('bill_to_forename', 'autocomplete="given-name"')}!${field('bill_to_surname', 'autocomplete="family-name"', 'surname')}</div>
<p class="choice-box one-name"><label><input type="checkbox" name="one_name" value="1"!${hasOneName(view) ? ' checked' : ''}> ${texts.link.oneName}</label></p>
!${field('bill_to_email', 'type="email" autocomplete="email"', view.link.payer_receipts ? '' : 'by-card')}
<div class="by-card">!${field('bill_to_address_line1', 'autocomplete="address-line1"')}
<div class="pair">!${field('bill_to_address_city', 'autocomplete="address-level2"')}!${countryField(view, texts)}</div>
<div class="pair">!${field('bill_to_address_province', 'autocomplete="address-level1" maxlength="2" autocapitalize="characters"', 'ca short')}!${field('bill_to_address_state', 'autocomplete="address-level1" maxlength="2" autocapitalize="characters"', 'us short')}!${field('bill_to_address_postal_code', 'autocomplete="postal-code" maxlength="10" autocapitalize="characters"', 'us-ca')}</div>
!${field('bill_to_phone', 'type="tel" autocomplete="tel" maxlength="60"')}</div>
!${remindersBox(view)}
<button class="main go">!${lock}<span>${texts.link.go}</span></button>
</form>`
}

const offersPhone = ({ methods }: LinkView) => methods.includes('mobile_money')

/** How the payer wants to pay, which decides what the form asks for; empty where there is one way. */
function methodChoice(view: LinkView): string {
  if (view.methods.length < 2) return ''
  const { choose, wallet, card } = phoneTextsOf(view.language).linkMethods
  const radioButtons = [
    ['mobile_money', wallet, view.isByPhone] as const,
    ['card', card, !view.isByPhone] as const,
  ].map(
    ([value, label, isChosen]) =>
      html`<label><input type="radio" name="method" value="${value}"!${isChosen ? ' checked' : ''}><span><b>${label}</b></span></label>`,
  )
  return html`<fieldset class="parts"><legend>${choose}</legend>!${radioButtons}</fieldset>`
}

function remindersBox({ reminders, language }: LinkView): string {
  if (reminders === undefined) return ''
  return html`<p class="choice-box"><label><input type="checkbox" name="reminders" value="1"!${reminders ? ' checked' : ''}> ${amountTextsOf(language).remindMe}</label></p>`
}

/** The address of the form on this origin. */
const formAddress = ({ url }: LinkView, path: string) => new URL(url).pathname + path

const hasOneName = ({ typed }: LinkView) => typed.bill_to_surname === noName

/** The sign for a missing name is ours, and not shown. */
const shownValue = (view: LinkView, name: BillingField) =>
  name === 'bill_to_surname' && hasOneName(view) ? '' : (view.typed[name] ?? '')

type FieldView = { view: LinkView; texts: Texts; name: BillingField; attributes: string; shape: string }

function inputField({ view, texts, name, attributes, shape }: FieldView): string {
  const hint = hintOf(view, texts, name)
  return html`<div class="field ${shape}"><label class="label" for="${name}">${texts.link.fields[name]}</label>
<div class="box!${view.faults[name] ? ' wrong' : ''}"><input id="${name}" name="${name}" value="${shownValue(view, name)}" !${isOptional(view, name) ? '' : 'required'} !${attributes} !${described(view, name, hint)}></div>
!${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
!${faultMessage(view, texts, name)}</div>`
}

const isOptional = (view: LinkView, name: BillingField) =>
  name === 'bill_to_phone' || (name === 'bill_to_email' && offersPhone(view))

const hintOf = (view: LinkView, texts: Texts, name: BillingField) =>
  name === 'bill_to_email' && offersPhone(view)
    ? phoneTextsOf(view.language).linkMethods.email
    : texts.link.hints[name]

function countryField(view: LinkView, texts: Texts): string {
  const name = 'bill_to_address_country'
  const chosen = view.typed[name]?.toUpperCase() ?? 'CD'
  const known = countries.includes(chosen)
  const options = countryNames(view.language).map(
    ([code, message]) =>
      html`<option value="${code}"!${code === chosen ? ' selected' : ''}>${message}</option>`,
  )
  return html`<div class="field"><label class="label" for="${name}">${texts.link.fields[name]}</label>
<div class="box choice!${view.faults[name] ? ' wrong' : ''}"><select id="${name}" name="${name}" required autocomplete="country" !${described(view, name)}>!${known ? '' : html`<option value="" selected>${texts.link.country}</option>`}!${options}</select></div>
!${faultMessage(view, texts, name)}</div>`
}

/** Adds the accessibility attributes of a field. The first field with a fault receives the focus. */
function described(view: LinkView, name: BillingField, hint?: string): string {
  const faulty = view.faults[name] !== undefined
  const by = [hint ? `${name}-hint` : '', faulty ? `${name}-error` : ''].filter(Boolean).join(' ')
  const first = billingFields.find((field) => view.faults[field]) === name
  return `${by ? `aria-describedby="${by}"` : ''}${faulty ? ' aria-invalid="true"' : ''}${first ? ' autofocus' : ''}`
}

function faultMessage(view: LinkView, texts: Texts, name: BillingField): string {
  const fault = view.faults[name]
  if (!fault) return ''
  const message = fault === 'tooLong' ? texts.link.tooLong : texts.link[fault][name]
  return html`<p class="error" id="${name}-error">${message}</p>`
}

/** What people call these countries; CLDR has "Congo - Kinshasa". */
const usualNames: Record<Language, Readonly<Record<string, string>>> = {
  fr: { CD: 'RD Congo', CG: 'Congo-Brazzaville' },
  en: { CD: 'DR Congo', CG: 'Congo-Brazzaville' },
}

const namesByLanguage = new Map<Language, (readonly [code: string, name: string])[]>()

/** Lists all countries in the visitor's language and alphabet, with the DRC first. */
function countryNames(language: Language): (readonly [code: string, name: string])[] {
  const known = namesByLanguage.get(language)
  if (known) return known
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const compare = new Intl.Collator(language).compare
  const sorted = countries
    .map((code) => [code, usualNames[language][code] ?? names.of(code) ?? code] as const)
    .sort(([a, nameA], [b, nameB]) => Number(b === 'CD') - Number(a === 'CD') || compare(nameA, nameB))
  namesByLanguage.set(language, sorted)
  return sorted
}
