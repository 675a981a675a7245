// How merchants reach the team that runs a deployment: email addresses, phone numbers and WhatsApp numbers.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { z } from 'zod'

/** A contact as a page shows it. */
export type SupportContact = {
  channel: 'email' | 'phone' | 'whatsapp'
  /** "mailto:…", "tel:+…" or "https://wa.me/…" */
  href: string
  /** The address or number for people to read. */
  text: string
}

const most = 4

/** Reads the setting: contacts separated by commas. */
export const supportContacts = z.string().transform((text, context): SupportContact[] => {
  const parts = text.split(',').map((part) => part.trim())
  const contacts = parts.map(contactOf)
  const wrong = parts.filter((_, i) => contacts[i] === undefined)
  for (const part of wrong)
    context.addIssue({
      code: 'custom',
      message: `"${part}" is neither an email address, nor a number such as +243…, nor https://wa.me/243…`,
    })
  if (parts.length > most) context.addIssue({ code: 'custom', message: `at most ${most} contacts` })
  return contacts.filter((contact) => contact !== undefined)
})

function contactOf(text: string): SupportContact | undefined {
  if (z.email().safeParse(text).success) return { channel: 'email', href: `mailto:${text}`, text }
  const [, digits] = /^https:\/\/wa\.me\/\+?(\d{6,15})$/.exec(text) ?? []
  if (digits === undefined && !/^\+[\d\s().-]{6,30}$/.test(text)) return undefined
  const phone = parsePhoneNumberFromString(digits === undefined ? text : `+${digits}`)
  if (!phone?.isValid()) return undefined
  const shown = phone.formatInternational()
  return digits === undefined
    ? { channel: 'phone', href: `tel:${phone.number}`, text: shown }
    : { channel: 'whatsapp', href: `https://wa.me/${phone.number.slice(1)}`, text: shown }
}
