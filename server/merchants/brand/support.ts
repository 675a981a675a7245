// How a payer reaches a merchant: a phone number or a WhatsApp number, stored as the address that opens it.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { typedNumber } from '../../kernel/text/typed-text.ts'

/** Shown to payers as a link. */
export type SupportContact = {
  channel: 'phone' | 'whatsapp'
  /** "tel:+243991234567" or "https://wa.me/243991234567" */
  href: string
  /** "+243 991 234 567" */
  text: string
}

const whatsapp = 'https://wa.me/'

/** Why a contact is refused: it is no number in international form, or calling it costs the payer more than a call. */
export type SupportFault = 'form' | 'premium'

/**
 * Satellite, global and shared-cost networks (ITU-T E.164): a call or message to them costs many times that to a country's phone, and
 * part of it goes to whoever rents the number.
 */
const globalNetworks: readonly string[] = ['808', '870', '878', '881', '882', '883', '888', '979']

/**
 * Parses what a merchant sent: "+243 99 123 45 67", or "https://wa.me/243991234567" for WhatsApp.
 * @returns `stored` as "+243991234567" or "https://wa.me/243991234567", or why it is refused.
 */
export function readSupport(typed: string): { stored: string } | { fault: SupportFault } {
  const sent = typedNumber(typed)
  if (sent.length > 60) return { fault: 'form' }
  const [, digits] = /^https:\/\/wa\.me\/\+?(\d{6,15})\/?$/.exec(sent) ?? []
  const phone = parsePhoneNumberFromString(digits === undefined ? sent : `+${digits}`)
  // guard: global-network-contact
  if (globalNetworks.some((code) => (digits ?? sent.replaceAll(/\D/g, '')).startsWith(code)))
    return { fault: 'premium' }
  if (!phone?.isValid() || phone.ext !== undefined) return { fault: 'form' }
  // The parser also finds numbers inside other text.
  if (digits === undefined && !/^\+[\d\s().-]+$/.test(sent)) return { fault: 'form' }
  // guard: premium-rate-contact
  if (phone.getType() === 'PREMIUM_RATE') return { fault: 'premium' }
  return { stored: digits === undefined ? phone.number : `${whatsapp}${phone.number.slice(1)}` }
}

/** The link of a stored contact. */
export function supportContact(stored: string): SupportContact {
  const isWhatsapp = stored.startsWith(whatsapp)
  const number = isWhatsapp ? `+${stored.slice(whatsapp.length)}` : stored
  return {
    channel: isWhatsapp ? 'whatsapp' : 'phone',
    href: isWhatsapp ? stored : `tel:${number}`,
    text: parsePhoneNumberFromString(number)?.formatInternational() ?? number,
  }
}
