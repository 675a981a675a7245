// How a merchant appears on its receipts. A logo, colours and other contacts belong here and nowhere else.
import { html } from 'ghtml'
import type { PricedTransaction } from '../../transaction/queries.ts'
import type { ReceiptTexts } from './receipt-texts.ts'

export type MerchantBrand = {
  name: string
  /** A phone number for the merchant's customers, as they would dial it; null if the merchant has given none. */
  support: string | null
}

/** The brand of the merchant that was paid. Profiles have only a name so far. */
export function brandOf(transaction: Pick<PricedTransaction, 'merchant_name'>): MerchantBrand {
  return { name: transaction.merchant_name, support: null }
}

/** The head of the receipt. */
export function brandMarkup({ name }: MerchantBrand): string {
  return html`<p class="shop">${name}</p>`
}

/** The line that says whom to contact; empty without a contact. */
export function supportMarkup({ name, support }: MerchantBrand, texts: ReceiptTexts): string {
  if (support === null) return ''
  const dialled = support.replace(/[^+\d]/g, '')
  return html`<p class="support">${texts.support.replace('{merchant}', () => name)} <a href="tel:${dialled}">${support}</a></p>`
}
