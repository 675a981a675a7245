// The message that goes with the address of a payment link: who asks to be paid, for what, and how much.
import { formatMoney } from '../../ui/display/amount.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { shopName } from '../access/session.ts'
import type { PaymentLink } from '../api-types.ts'

const texts = catalogue({
  fr: {
    message: (who: string, amount: string) =>
      `${[who, amount].filter(Boolean).join('\u00a0: ')}. Payez par carte ici\u00a0:`,
  },
  en: {
    message: (who: string, amount: string) =>
      `${[who, amount].filter(Boolean).join(': ')}. Pay by card here:`,
  },
})

/** "Pagnes Maman Furaha – Pagne bleu: 12.00 USD. Pay by card here:" */
export const invitation = ({
  amount,
  currency,
  description,
}: Pick<PaymentLink, 'amount' | 'currency' | 'description'>): string =>
  texts().message(
    [shopName.value, description.trim()].filter(Boolean).join(' – '),
    amount === null ? '' : formatMoney(amount, currency),
  )
