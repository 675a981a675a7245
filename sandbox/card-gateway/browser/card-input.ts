// The input element inside a card frame: which characters it accepts, how it formats them, and whether they are valid.
import { brandOf } from '../cards/brands.ts'
import { caretAfter, digitsOf, grouped, numberLimit, type Reading, readCode, readNumber } from './input.ts'
import type { Peers } from './token.ts'
import type { FieldEvent, FieldOptions } from './wire.ts'

type InputNeeds = { isNumber: boolean; networks: string[]; options: FieldOptions }
type Surroundings = {
  /** The other frames of the same form. */
  peers: Peers
  emit(event: FieldEvent, data?: Record<string, unknown>): void
}

export type CardInput = ReturnType<typeof createCardInput>

/** @param isNumber false for the security code, whose length depends on the brand of the card number. */
export function createCardInput(
  { isNumber, networks, options: first }: InputNeeds,
  { peers, emit }: Surroundings,
) {
  const element = document.createElement('input')
  let options = first
  let codeLength: number | null = null

  const longest = () => numberLimit(digitsOf(element.value, element.value.length))
  const codeLimit = () => options.maxLength ?? codeLength ?? 4
  const digits = () => digitsOf(element.value, isNumber ? longest() : codeLimit())
  const reading = (): Reading =>
    isNumber ? readNumber(digits(), networks) : readCode(digits(), options.maxLength ?? codeLength)
  const publishCodeLength = () =>
    peers.postMessage({ kind: 'codeLength', length: brandOf(digits())?.securityCode.length ?? null })
  const reportChange = () => {
    const now = reading()
    element.classList.toggle('valid', now.valid)
    element.classList.toggle('invalid', !now.couldBeValid)
    element.setAttribute('aria-invalid', String(!now.couldBeValid))
    emit('change', { ...now })
    if (isNumber) publishCodeLength()
  }
  const rewrite = () => {
    const before = digitsOf(element.value.slice(0, element.selectionStart ?? 0), 19).length
    const text = isNumber && options.autoformat !== false ? grouped(digits()) : digits()
    if (text === element.value) return
    element.value = text
    const caret = caretAfter(text, before)
    if (document.activeElement === element) element.setSelectionRange(caret, caret)
  }

  dress(element, options, isNumber)
  return {
    element,
    digits,
    reading,
    publishCodeLength,
    reportChange,
    rewrite,
    clear() {
      element.value = ''
      reportChange()
    },
    setOptions(changed: FieldOptions) {
      options = changed
      dress(element, options, isNumber)
    },
    setCodeLength(length: number | null) {
      if (length === codeLength) return
      codeLength = length
      if (element.value === '') return
      rewrite()
      reportChange()
    },
  }
}

function dress(input: HTMLInputElement, options: FieldOptions, isNumber: boolean): void {
  const label = options['aria-label'] ?? options.title ?? (isNumber ? 'Card number' : 'Security code')
  const attributes: Record<string, string | null> = {
    type: 'text',
    inputmode: 'numeric',
    autocomplete: isNumber ? 'cc-number' : 'cc-csc',
    autocorrect: 'off',
    spellcheck: 'false',
    name: isNumber ? 'cardnumber' : 'cvc',
    placeholder: options.placeholder ?? null,
    title: options.title ?? null,
    'aria-label': label,
    'aria-description': options.description ?? null,
    'aria-required': options['aria-required'] === undefined ? null : String(options['aria-required']),
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) input.removeAttribute(name)
    else input.setAttribute(name, value)
  }
  input.disabled = options.disabled === true
}
