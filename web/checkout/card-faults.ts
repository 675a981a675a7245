// Errors in the card form: shown under each field, and passed to the gateway's frames that hold two of the fields.
import type { ScriptTexts } from '../../server/cards/checkout/texts.ts'
import { boxOf, byId, type CardFields, type Faults } from './card-fields.ts'
import { type Expiry, readExpiry } from './expiry.ts'
import { showFault } from './screen.ts'

/** Shows every error in the form. Returns the expiry date when there are no errors. */
export function checkCard(fields: CardFields, texts: ScriptTexts, now: Date): Expiry | undefined {
  const expiry = readExpiry(byId<HTMLInputElement>('expiry').value, now)
  const label = { missing: texts.expiryMissing, wrong: texts.expiryWrong, past: texts.expiryPast }
  const right = typeof expiry === 'object' ? expiry : undefined
  showFaults(fields, fields.faults(), right ? '' : label[expiry as keyof typeof label])
  return byId('card-form').querySelector('.wrong') ? undefined : right
}

/** Replaces the errors shown in the form, and moves the focus to the first one. */
export function showFaults(fields: CardFields | undefined, faults: Faults, expiryFault: string): void {
  showFault('number', faults.number ?? '')
  showFault('expiry', expiryFault)
  showFault('code', faults.securityCode ?? '')
  byId('expiry').setAttribute('aria-invalid', String(expiryFault !== ''))
  fields?.describe('number', faults.number ?? '')
  fields?.describe('securityCode', faults.securityCode ?? '')
  if (faults.number) fields?.focus('number')
  else if (expiryFault) byId('expiry').focus()
  else if (faults.securityCode) fields?.focus('securityCode')
}

/** Removes a field's error; called when the customer changes the field. */
export function clearFault(fields: CardFields | undefined, name: 'number' | 'securityCode'): void {
  if (!boxOf(name).matches('.wrong, .refused')) return
  showFault(name === 'number' ? 'number' : 'code', '')
  fields?.describe(name, '')
}
