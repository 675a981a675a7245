// Recognizes the operator of a number while it is typed. The server judges the number; this only saves the payer a question.
import type { PhonePageData } from '../../../server/cards/phone-checkout/view.ts'

type Operator = PhonePageData['operators'][number]

/** The digits after 0 or +243, as far as they are typed: "0970", "+243 970" and "00243970" give "970". */
export function nationalDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '').replace(/^00/, '')
  return digits.startsWith('243') ? digits.slice(3) : digits.replace(/^0/, '')
}

/** The operator whose prefix the number has; undefined until two digits are typed. */
export function operatorOf(typed: string, operators: readonly Operator[]): Operator | undefined {
  const prefix = nationalDigits(typed).slice(0, 2)
  return operators.find(({ prefixes }) => prefixes.includes(prefix))
}
