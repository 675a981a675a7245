// The form for the number: the operator is found while it is typed, and can be changed.
import type { PhonePageData } from '../../../server/cards/phone-checkout/view.ts'
import { nationalDigits, operatorOf } from './national-number.ts'
import { part } from './panels.ts'

type Typed = { customer_number: string; operator?: string }

const field = () => part<HTMLInputElement>('number')
const choices = () => document.querySelectorAll<HTMLInputElement>('#operator [type=radio]')
const chosen = () => [...choices()].find(({ checked }) => checked)

export function showFault(text: string): void {
  part('number-error').textContent = text
  part('number-box').classList.toggle('wrong', text !== '')
  field().ariaInvalid = String(text !== '')
  if (text) field().focus()
}

/** Shows an operator as the one that will be asked, with what will be debited; nothing is debited by one that is not available. */
export function choose(code: string | undefined, { operators }: PhonePageData): void {
  const choice = [...choices()].find(({ value }) => value === code)
  if (!choice) return
  choice.checked = true
  const label = choice.closest('label')!
  part('operator-icon').replaceChildren(label.querySelector('svg')!.cloneNode(true))
  part('operator-name').textContent = label.querySelector('span')!.firstChild!.textContent
  showDebit(choice.disabled ? '' : operators.find((operator) => operator.code === code)!.debit)
}

function showDebit(text: string): void {
  const debit = part('debit')
  if (debit.textContent !== text) debit.textContent = text
}

export function typeNumber(number: string, page: PhonePageData): void {
  field().value = number
  recognize(page)
}

/** Groups a complete number, so that a wrong digit is seen. */
function group(): void {
  const { value, selectionEnd } = field()
  if (/^0\d{9}$/.test(value) && selectionEnd === value.length)
    field().value = `${value.slice(0, 3)} ${value.slice(3, 6)} ${value.slice(6)}`
}

function recognize(page: PhonePageData): void {
  const known = operatorOf(field().value, page.operators)
  choose(known?.code ?? chosen()?.value, page)
}

/** What was typed, or undefined after saying what is missing. */
export function readForm({ texts }: PhonePageData): Typed | undefined {
  const number = field().value
  const digits = nationalDigits(number)
  if (number.trim() === '' || digits.length < 9) {
    showFault(number.trim() === '' ? texts.missing : texts.wrong)
    return undefined
  }
  const operator = chosen()?.value
  return { customer_number: number, ...(operator && { operator }) }
}

export function watchForm(page: PhonePageData, submitted: () => void): void {
  field().addEventListener('input', () => {
    showFault('')
    group()
    recognize(page)
  })
  for (const choice of choices())
    choice.addEventListener('change', () => {
      choose(choice.value, page)
      part<HTMLDetailsElement>('operator').open = false
    })
  part('number-form').addEventListener('submit', (event) => {
    event.preventDefault()
    submitted()
  })
}
