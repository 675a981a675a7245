// The expiry field: formats the date as the customer types, pastes or autofills it.
import { byId } from './card-fields.ts'
import type { Clock } from './countdown.ts'
import { type Expiry, growExpiry, readExpiry, showExpiry } from './expiry.ts'

/** @param changed called whenever the field's content changes */
export function watchExpiry(clock: Clock, changed: () => void): void {
  const field = byId<HTMLInputElement>('expiry')
  const read = () => readExpiry(field.value, new Date(clock.now()))
  const formatExpiry = () => {
    const expiry = read()
    if (typeof expiry === 'object') field.value = showExpiry(expiry)
  }
  field.addEventListener('input', (event) => {
    const { inputType = '' } = event as InputEvent
    const typing = inputType.startsWith('insert') && inputType !== 'insertFromPaste'
    if (typing && field.selectionStart === field.value.length) field.value = growExpiry(field.value)
    else if (!inputType.startsWith('delete')) formatExpiry()
    field.removeAttribute('aria-invalid')
    changed()
  })
  field.addEventListener('blur', formatExpiry)
}

export function clearExpiry(): void {
  byId<HTMLInputElement>('expiry').value = ''
}

/** Fills the field with the date that the browser's card autofill supplied, unless the customer has typed one. */
export function fillExpiry(expiry: Expiry): void {
  const field = byId<HTMLInputElement>('expiry')
  if (field.value === '') field.value = showExpiry(expiry)
}
