// Money that a payer sent on the phone and that its payment could not keep: what happened, and whether it is back.
import { html } from 'ghtml'
import { amountText, type Language } from '../../kernel/language.ts'
import { formatMoney, type LocalCurrency, money } from '../../kernel/money.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { logoMarkup, type MerchantBrand, supportMarkup } from '../checkout/merchant-brand.ts'
import { footer, pageFrame, resultMark, topBar } from '../checkout/page-frame.ts'
import { textsOf } from '../checkout/texts.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { shownNumber } from './payer-wallet.ts'
import { filled, phoneTextsOf } from './texts.ts'

export type LateMoney = {
  number_end: string
  amount_minor: bigint
  /** What the payer was asked for. */
  asked_minor: bigint
  currency: LocalCurrency
  is_returned: boolean
}

const findLateMoney = statement<LateMoney>(
  'find_late_money_of_payment',
  `select k.number_end, o.amount_minor, k.amount_minor as asked_minor, o.currency, k.state = 'REFUNDED' as is_returned
     from collection k join operation o on o.undoes = k.operation and o.kind = 'undo'
    where k.card_transaction_id = $1 order by o.created_at desc limit 1`,
)

/** The last such money of a payment; undefined for nearly all. */
export async function lateMoneyOf(
  db: Sql,
  { id }: Pick<PricedTransaction, 'id'>,
): Promise<LateMoney | undefined> {
  return (await db.rows(findLateMoney, [id]))[0]
}

/** The amount and the number, as the page's texts name them. */
export const lateValues = ({ amount_minor, currency, number_end }: LateMoney, language: Language) => ({
  amount: amountText(formatMoney(money(amount_minor, currency)), currency, language),
  number: shownNumber(number_end),
})

export type LateView = {
  language: Language
  nonce: string
  sig: string
  brand: MerchantBrand
  sandbox: boolean
  reference: string
  transactionUuid: string
  /** Whether the payment was made otherwise. */
  isPaid: boolean
  money: LateMoney
  /** The receipt of the payment, or the merchant's page. */
  next?: { href: string; text: string } | undefined
}

export function latePage(view: LateView): string {
  const { language, brand, isPaid, money: late } = view
  const texts = textsOf(language)
  const words = phoneTextsOf(language).late
  const isOther = late.asked_minor !== late.amount_minor
  const [title, text] = isOther
    ? [words.other, words.otherText]
    : isPaid
      ? [words.double, words.doubleText]
      : [words.title, words.text]
  const { amount, number } = lateValues(late, language)
  const asked = lateValues({ ...late, amount_minor: late.asked_minor }, language).amount
  const rows = [
    [texts.paidTo, brand.name],
    [texts.amount, amount],
    [texts.reference, view.reference],
  ].map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)
  const transactionRow = html`<div class="id"><dt>${texts.transaction}</dt><dd>${view.transactionUuid}</dd></div>`
  const back =
    view.next && /^https?:/.test(view.next.href)
      ? html`<a class="main" href="${view.next.href}" rel="noreferrer">${view.next.text}</a>`
      : ''
  const body = html`!${view.sandbox ? html`<aside class="test" aria-label="${texts.testMode}"><p>${texts.testMode}</p></aside>` : ''}
<main class="end">
!${topBar(language, { sig: view.sig })}
<div class="sheet">
!${logoMarkup(brand)}
!${late.is_returned ? resultMark('REFUNDED') : resultMark('CONFIRMING')}
<h1>${title}</h1>
<p>${filled(text, { amount, asked, number })} ${late.is_returned ? words.doneText : words.pendingText}</p>
<p><strong>${late.is_returned ? words.done : words.pending}</strong></p>
<dl>!${rows}!${transactionRow}</dl>
!${back}
!${supportMarkup(brand, language)}
</div>
</main>
!${footer(language)}`
  // Until the money is back, the page loads itself again.
  const head = late.is_returned ? '' : '<meta http-equiv="refresh" content="15">'
  return pageFrame({
    language,
    nonce: view.nonce,
    title: `${title} · ${brand.name}`,
    body,
    head,
    style: 'endStyle',
    brand,
  })
}
