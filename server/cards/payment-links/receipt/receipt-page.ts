// The page of the receipt over all parts of a payment link: the total, each payment with the code of its own receipt, and the proof.
import { html } from 'ghtml'
import { amountText, type Language, longDay } from '../../../kernel/language.ts'
import type { Receipt } from '../../../receipts/issue-receipt.ts'
import type { ReceiptFacts, ReceiptPart, ReceiptState } from '../../../receipts/receipt-facts.ts'
import { logoMarkup, type MerchantBrand, supportMarkup } from '../../checkout/merchant-brand.ts'
import { footer, pageFrame, resultMark, topBar } from '../../checkout/page-frame.ts'
import { textsOf } from '../../checkout/texts.ts'
import { proofMarkup, rows, shareActions, timeText } from '../../receipts/receipt-page.ts'
import { receiptTexts } from '../../receipts/receipt-texts.ts'
import { amountTextsOf } from '../amount-texts.ts'

type LinkReceiptView = {
  facts: ReceiptFacts & { parts: readonly ReceiptPart[] }
  receipt: Receipt
  brand: MerchantBrand
  description: string
  language: Language
  nonce: string
}

const shownStates = {
  paid: 'SUCCESS',
  partially_refunded: 'PARTIALLY_REFUNDED',
  refunded: 'REFUNDED',
  disputed: 'DISPUTED',
  returned: 'RETURNED',
} as const satisfies Partial<Record<ReceiptState, string>>

/** The texts of the state: those of a refunded payment fit a refunded link. */
function outcomeOf({ facts, language, brand }: LinkReceiptView) {
  const texts = textsOf(language)
  const state = facts.state as keyof typeof shownStates
  if (state === 'paid') return { mark: shownStates.paid, ...texts.ends.link_paid }
  const { title, text } = texts[state]
  const returned = facts.returnedAmount ? amountText(facts.returnedAmount, facts.currency, language) : ''
  const filled = text.replace('{merchant}', () => brand.name).replace('{amount}', () => returned)
  return { mark: shownStates[state], title, text: filled }
}

export function linkReceiptPage(view: LinkReceiptView): string {
  const { facts, receipt, brand, language } = view
  const texts = textsOf(language)
  const ours = receiptTexts(language)
  const outcome = outcomeOf(view)
  const amount = amountText(facts.amount, facts.currency, language)
  const shown = { ...facts, ...receipt, verifyUrl: receipt.url, brand, language }
  const isTest = facts.environment === 'sandbox'
  const body = html`!${isTest ? html`<aside class="test" aria-label="${texts.testMode}"><p>${texts.testMode}</p></aside>` : ''}
<main class="end receipt">
!${topBar(language, {})}
<div class="sheet">
!${logoMarkup(brand)}
<p class="shop">${brand.name}</p>
!${resultMark(outcome.mark)}
<h1>${outcome.title}</h1>
<p class="total">${amount}</p>
<p class="when"><time datetime="${facts.paidAt.toString()}" data-zone="${facts.timeZone}">${timeText(shown, 'full')}</time></p>
!${rows([
    [ours.description, view.description],
    [texts.reference, facts.reference],
  ])}
<p class="thanks">${outcome.text}</p>
<h2>${amountTextsOf(language).history}</h2>
!${partsMarkup(view)}
!${shareActions(shown, ours, amount)}
!${proofMarkup(shown, ours)}
!${supportMarkup(brand, language)}
</div>
</main>
!${footer(language)}`
  const title = `${outcome.title} · ${brand.name}`
  return pageFrame({
    ...{ language, nonce: view.nonce, title, body, brand },
    ...({ style: 'receiptStyle', script: 'receipt' } as const),
  })
}

/** Each payment with its day, its amount and the code of its own receipt. */
function partsMarkup({ facts, language }: LinkReceiptView): string {
  const { returned } = receiptTexts(language)
  const money = (amount: string) => amountText(amount, facts.currency, language)
  const dayOf = (at: Temporal.Instant) =>
    longDay(at.toZonedDateTimeISO(facts.timeZone).toPlainDate(), language)
  const rowLines = facts.parts.map(
    ({ amount, returnedAmount, paidAt, code }) =>
      html`<div><dt>${dayOf(paidAt)}<small>${`${code.slice(0, 5)}\u00a0${code.slice(5)}`}</small></dt><dd>${money(amount)}!${returnedAmount === null ? '' : html`<small>${returned} ${money(returnedAmount)}</small>`}</dd></div>`,
  )
  return html`<dl class="parts">!${rowLines}</dl>`
}
