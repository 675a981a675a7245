// A declined card that is not the end: the reason is shown in the form, and the customer tries again.
import type { Declined } from '../../server/cards/checkout/checkout.ts'
import type { PageData } from '../../server/cards/checkout/view.ts'
import { byId, type CardFields } from './card-fields.ts'

/** The fields that a decline concerns; every other reason concerns the card as a whole. */
const fieldOf: Partial<Record<string, 'number' | 'expiry' | 'code'>> = {
  INVALID_CVN: 'code',
  EXPIRED_CARD: 'expiry',
  INVALID_ACCOUNT: 'number',
  CARD_TYPE_NOT_ACCEPTED: 'number',
}

/** How many declines the customer has been shown. */
let shown = 0

/**
 * Shows a decline that the customer has not seen, above the field it concerns. The number stays in its frame; the code is
 * asked for again, as every attempt needs it. Returns whether there was one.
 */
export function showDecline(
  declined: Declined | undefined,
  { texts, declines }: PageData,
  fields: CardFields | undefined,
): boolean {
  if (!declined || declined.attempts <= shown) return false
  const wasPaying = shown > 0 || fields !== undefined
  shown = declined.attempts
  const { reason, left } = declined
  const field = fieldOf[reason]
  const place = byId('declined')
  byId(field === 'code' || field === 'expiry' ? 'pair' : 'number-field').before(place)
  const lines = [
    declines?.[reason as keyof typeof declines] ?? '',
    left === 1 ? texts.lastAttempt : texts.attemptsLeft.replace('{left}', String(left)),
  ]
  const paragraph = (text: string) => Object.assign(document.createElement('p'), { textContent: text })
  const title = document.createElement('strong')
  title.textContent = texts.cardDeclined
  place.replaceChildren(title, ...lines.map(paragraph))
  if (field) byId(`${field}-box`).classList.add('refused')
  fields?.clearCode()
  if (wasPaying) place.focus()
  return true
}

export function hideDecline(): void {
  byId('declined').replaceChildren()
  for (const box of document.querySelectorAll('.refused')) box.classList.remove('refused')
}
