// The receipt that a paid payment ends on: shared, printed on paper or a till roll, and verified by anyone.

import assert from 'node:assert/strict'
import { html } from 'ghtml'
import { amountText, type Language } from '../../kernel/language.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import { dateText } from '../../kernel/text/date-text.ts'
import { preferences } from '../../merchants/identity/preferences.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { IssueReceipt } from '../../receipts/issue-receipt.ts'
import {
  brandOf,
  logoMarkup,
  type MerchantBrand,
  supportMarkup,
  whatsappIcon,
} from '../checkout/merchant-brand.ts'
import { footer, pageFrame, qrSvg, resultMark, topBar } from '../checkout/page-frame.ts'
import { textsOf } from '../checkout/texts.ts'
import type { LinkRow } from '../payment-links/queries.ts'
import { payMoreMarkup, type Rest, restOf } from '../payment-links/receipt/rest.ts'
import { shownNumber, walletOf } from '../phone-checkout/payer-wallet.ts'
import { amountOf } from '../transaction/amount.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { paymentReceiptFacts } from './payment-receipt.ts'
import { type ReceiptTexts, receiptTexts } from './receipt-texts.ts'

export function receiptPage(view: ReceiptView): string {
  const { language, brand } = view
  const texts = textsOf(language)
  const ours = receiptTexts(language)
  const outcome = texts[view.status.toLowerCase() as Lowercase<ReceiptView['status']>]
  const amount = amountText(view.amount, view.currency, language)
  const isGone =
    view.status !== 'SUCCESS' && view.status !== 'ALREADY_PAID' && view.status !== 'PARTIALLY_REFUNDED'
  const query = { sig: view.sig, ...(view.status === 'ALREADY_PAID' && { again: '1' }) }
  const body = html`!${view.sandbox ? html`<aside class="test" aria-label="${texts.testMode}"><p>${texts.testMode}</p></aside>` : ''}
<main class="end receipt">
!${topBar(language, query)}
<div class="sheet">
!${logoMarkup(brand)}
<p class="shop">${brand.name}</p>
!${resultMark(view.status)}
<h1>${outcome.title}</h1>
<p class="total${isGone ? ' gone' : ''}">!${view.keptAmount === null ? '' : html`<small>${ours.kept}</small> `}${money(view, view.keptAmount ?? view.amount)}</p>
<p class="when"><time datetime="${view.paidAt.toString()}" data-zone="${view.timeZone}">${timeText(view, 'full')}</time></p>
<p id="own-time" class="when" data-text="${ours.ownTime}" hidden></p>
!${factRows(view, ours)}
!${view.rest ? rows(view.rest.rows) : ''}
<p class="thanks">${outcome.text.replace('{merchant}', () => brand.name).replace('{amount}', () => money(view, view.returnedAmount))}</p>
!${payMoreMarkup(view.rest)}
!${shareActions(view, ours, amount)}
!${proofMarkup(view, ours)}
!${supportMarkup(brand, language)}
!${paymentDetails(view, ours)}
!${view.backUrl && /^https?:\/\//.test(view.backUrl) ? html`<a class="main" href="${view.backUrl}" rel="noreferrer">${texts.back}</a>` : ''}
<p id="announcer" class="visually-hidden" role="status"></p>
</div>
</main>
!${footer(language)}`
  return pageFrame({
    language,
    nonce: view.nonce,
    title: `${outcome.title} · ${brand.name}`,
    body,
    style: 'receiptStyle',
    script: 'receipt',
    brand,
  })
}

type Paid = Pick<ReceiptView, 'paidAt' | 'timeZone' | 'language'>
type Proof = Pick<ReceiptView, 'brand' | 'verifyUrl' | 'code'>

const locales: Record<Language, string> = { fr: 'fr-CD', en: 'en-GB' }

/** "samedi 21 novembre 2026 à 10:31 (heure de Kinshasa)", in the time of the shop. A line does not end inside the date. */
export function timeText(view: Paid, dateStyle: 'full' | 'medium', exact = false): string {
  const { paidAt, timeZone, language } = view
  const options = { dateStyle, timeStyle: exact ? 'medium' : 'short', timeZone } as const
  const time = dateText(locales[language], options, paidAt.epochMilliseconds)
    .replace(/(\d|1er) (\p{L}+\.?) (\d)/u, '$1\u00a0$2\u00a0$3')
    .replace(/(à|at) (\d)/, '$1\u00a0$2')
  return `${time} (${receiptTexts(language).zones[timeZone] ?? offsetText(view)})`
}

/** "UTC+2" */
function offsetText({ paidAt, timeZone }: Paid): string {
  const options = { timeZone, timeZoneName: 'shortOffset' } as const
  const parts = new Intl.DateTimeFormat('en', options).formatToParts(paidAt.epochMilliseconds)
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? timeZone
}

/** Renders rows of a description list; a row without a value is left out. */
export function rows(pairs: readonly (readonly [name: string, value: string, rowButton?: string])[]): string {
  const shown = pairs.filter(([, value]) => value !== '')
  const rowLines = shown.map(
    ([name, value, rowButton = '']) => html`<div><dt>${name}</dt><dd>${value}!${rowButton}</dd></div>`,
  )
  return html`<dl>!${rowLines}</dl>`
}

function factRows(view: ReceiptView, ours: ReceiptTexts): string {
  const { reference } = textsOf(view.language)
  const copyButton = html`<button type="button" id="copy" data-copy="${view.reference}" data-copied="${ours.copied}" hidden>${ours.copy}</button>`
  return rows([
    ...(view.keptAmount === null
      ? []
      : [
          [ours.paid, money(view, view.amount)] as const,
          [ours.returned, money(view, view.returnedAmount)] as const,
        ]),
    view.wallet ? [ours.wallet, view.wallet] : [ours.card, cardText(view)],
    [ours.description, view.description],
    [reference, view.reference, copyButton],
  ])
}

const money = ({ currency, language }: ReceiptView, amount: string | null) =>
  amount === null ? '' : amountText(amount, currency, language)

const cardNames: Record<string, string> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMEX: 'American Express',
  'AMERICAN EXPRESS': 'American Express',
}

function cardText({ cardType, cardLast4 }: ReceiptView): string {
  const name = cardNames[cardType.toUpperCase()] ?? cardType
  return [name, cardLast4 && `•••• ${cardLast4}`].filter(Boolean).join(' ')
}

function walletText({ payment_method, payer_operator, payer_number_end }: PricedTransaction): string {
  if (payment_method !== 'mobile_money' || payer_operator === null || payer_number_end === null) return ''
  return `${walletOf(payer_operator)} ${shownNumber(payer_number_end)}`
}

const shareIcon =
  '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"><path d="M10 12V3M6.500 6L10 2.500 13.500 6M4 10v6.500h12V10"/></svg>'
const printIcon =
  '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"><path d="M6 7V3h8v4M6 14H3V7h14v7h-3M6 11.500h8V17H6z"/></svg>'

export function shareActions(view: Paid & Proof, ours: ReceiptTexts, amount: string): string {
  const text = ours.shared
    .replace('{merchant}', () => view.brand.name)
    .replace('{amount}', () => amount)
    .replace('{time}', () => timeText(view, 'medium'))
  const whatsapp = `https://wa.me/?${new URLSearchParams({ text: `${text} ${view.verifyUrl}` })}`
  return html`<div class="actions">
<button type="button" id="share" data-title="${view.brand.name}" data-text="${text}" data-url="${view.verifyUrl}" hidden>!${shareIcon}${ours.share}</button>
<a id="whatsapp" href="${whatsapp}" target="_blank" rel="noopener noreferrer">!${whatsappIcon}${ours.whatsapp}</a>
<button type="button" id="print" hidden>!${printIcon}${ours.print}</button>
</div>`
}

/** The QR code of the address that verifies the receipt, a link for the phone that shows it, and the code to type where nothing can be scanned. */
export function proofMarkup({ verifyUrl, code }: Proof, ours: ReceiptTexts): string {
  return html`<div class="proof"><a href="${verifyUrl}"><span aria-hidden="true">!${qrSvg(verifyUrl, 'low')}</span><span class="verify">${ours.verify}</span></a>
<p class="code"><span class="visually-hidden">${ours.code} </span>${`${code.slice(0, 5)}\u00a0${code.slice(5)}`}</p>
<p>${ours.scan.replace('{address}', () => typedAddress(verifyUrl))}</p></div>`
}

/** "likuta.cd/verify": short enough to be typed from paper. */
function typedAddress(verifyUrl: string): string {
  const { host, pathname } = new URL(verifyUrl)
  return host + pathname
}

function paymentDetails(view: ReceiptView, ours: ReceiptTexts): string {
  const { transaction } = textsOf(view.language)
  return html`<details><summary>${ours.details}</summary>!${rows([
    [ours.paidAt, timeText(view, 'medium', true)],
    [transaction, view.transactionUuid],
    [view.wallet ? ours.collectionId : ours.gatewayId, view.gatewayId],
  ])}</details>`
}

export type ReceiptView = {
  transactionUuid: string
  sig: string
  language: Language
  nonce: string
  sandbox: boolean
  status: 'SUCCESS' | 'ALREADY_PAID' | 'REFUNDED' | 'PARTIALLY_REFUNDED' | 'VOIDED' | 'DISPUTED' | 'RETURNED'
  brand: MerchantBrand
  /** "1250.00" */
  amount: string
  currency: LocalCurrency
  /** Set after a refund, a void or a lost dispute: "250.00" */
  returnedAmount: string | null
  /** What is still paid after a partial refund, otherwise null: "1000.00" */
  keptAmount: string | null
  paidAt: Temporal.Instant
  /** The merchant's: "Africa/Kinshasa" */
  timeZone: string
  /** "VISA", and the last four digits; empty where the gateway reported none. */
  cardType: string
  cardLast4: string
  /** Of a payment by phone: "Airtel Money, +243 ••• ••• 021". Empty for cards. */
  wallet: string
  /** The description of the payment link; empty for other payments. */
  description: string
  reference: string
  gatewayId: string
  code: string
  /** The page that verifies this receipt. */
  verifyUrl: string
  /** What is left to pay by its link in parts. */
  rest?: Rest | undefined
  /** The merchant's address to return to, if there is one. */
  backUrl?: string
}

const findLink = statement<
  Pick<LinkRow, 'description' | 'code' | 'kind' | 'status' | 'expires_at'> &
    Pick<LinkRow, 'currency' | 'amount_minor' | 'paid_minor' | 'schedule'>
>(
  'find_link_of_receipt',
  `select description, code, kind, status, expires_at, currency, amount_minor, paid_minor, schedule
     from payment_link where id = $1`,
)

type Shown = Pick<ReceiptView, 'sig' | 'language' | 'nonce' | 'status' | 'backUrl'>

type ReceiptPageNeeds = { db: Sql; issueReceipt: IssueReceipt; clock: Clock; baseUrl: string }

/** Issues the receipt of a completed payment and gathers what its page shows. */
export async function receiptView(
  { db, issueReceipt, clock, baseUrl }: ReceiptPageNeeds,
  transaction: PricedTransaction,
  shown: Shown,
): Promise<ReceiptView> {
  const { payment_link_id: linkId, finalised_at } = transaction
  assert(finalised_at, 'a completed payment has a time')
  const { time_zone: timeZone } = await preferences({ db }, { merchantId: transaction.merchant_id })
  const facts = paymentReceiptFacts({ ...transaction, time_zone: timeZone, returned_at: null })
  const [{ code, url }, [link], brand] = await Promise.all([
    issueReceipt({ transactionId: transaction.id }, facts),
    linkId === null ? [] : db.rows(findLink, [linkId]),
    brandOf(db, transaction),
  ])
  return {
    ...shown,
    transactionUuid: transaction.transaction_uuid,
    sandbox: transaction.environment === 'sandbox',
    brand,
    amount: facts.amount,
    currency: transaction.currency,
    returnedAmount: facts.returnedAmount,
    keptAmount:
      shown.status === 'PARTIALLY_REFUNDED'
        ? amountOf(transaction.amount_minor - transaction.refunded_minor, transaction.currency)
        : null,
    paidAt: facts.paidAt,
    timeZone,
    cardType: transaction.card_type,
    cardLast4: transaction.card_last4,
    wallet: walletText(transaction),
    description: link?.description ?? '',
    rest:
      link &&
      restOf({ ...link, time_zone: timeZone }, { now: clock.now(), baseUrl, language: shown.language }),
    reference: transaction.merchant_reference,
    gatewayId: transaction.cs_payment_id ?? '',
    code,
    verifyUrl: url,
  }
}
