// Names of mobile-money operators.
import type { Language } from '../language/language.ts'
import { operators } from './constants.generated.ts'

const entryOf = (code: string) => operators.find((operator) => operator.code === code)

/** "Vodacom"; an unknown code is shown as it is. */
export const operatorName = (code: string): string => entryOf(code)?.name ?? code

/** "Vodacom M‑Pesa", what the operator's wallets are called; an unknown code is shown as it is. */
export const walletName = (code: string): string => entryOf(code)?.wallet ?? code

/** The icon of an operator; undefined for an unknown code. */
export const iconOf = (code: string) => entryOf(code)?.icon

/** "Vodacom, Airtel, Orange ou Africell" */
export function anyOperator(of: Language): string {
  const format = new Intl.ListFormat(of === 'fr' ? 'fr' : 'en-GB', { type: 'disjunction' })
  return format.format(operators.map(({ name }) => name))
}
