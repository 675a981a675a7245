// Settings of the messages to people: by which servers they leave, and from whom.

import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { z } from 'zod'
import type { SmsSettings, WhatsappSettings } from '../adapters/messages/phone-gateway.ts'
import type { SmtpSettings } from '../adapters/messages/smtp.ts'
import { languages } from '../kernel/language.ts'
import { withoutTrailing } from '../kernel/text/characters.ts'

const smtpUrl = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}, 'a URL such as smtp://user:password@mail.example:587, or smtps://')

const httpUrl = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'an absolute http or https URL')
  .transform((text) => withoutTrailing(text, '/'))
const address = z.email().max(254)
const sender = z.string().transform((text, context) => {
  const [, name = '', between] = /^([^<>"\r\n]*)<([^<>]*)>$/.exec(text.trim()) ?? []
  const parsed = address.safeParse(between ?? text.trim())
  if (parsed.success && name.length <= 100) return { name: name.trim(), address: parsed.data }
  context.addIssue({ code: 'custom', message: 'an address such as Likuta <no-reply@pay.example>' })
  return z.NEVER
})

/** Rows of the table of settings. */
export const messageVariables = {
  SMTP_URL: [
    smtpUrl.optional(),
    'The mail server that sends email: smtp:// (with STARTTLS, which is required unless the host is loopback) or smtps://; unset: no email leaves, and a sandbox shows messages in the inbox of its simulators',
  ],
  MESSAGES_FROM: [sender.optional(), 'The sender of email: Name <address>, or an address'],
  SMS_URL: [
    httpUrl.optional(),
    'The SMS gateway: each message is a POST {id, from, to, text} to this URL; unset: no SMS leave',
  ],
  SMS_TOKEN: [z.string().optional(), 'Our bearer token at the SMS gateway'],
  SMS_SENDER: [
    z
      .string()
      .regex(/^[A-Za-z0-9 ]{1,11}$|^\+?\d{3,15}$/, 'up to 11 letters and digits, or a number')
      .default('LIKUTA'),
    'The sender that recipients of an SMS see',
  ],
  WHATSAPP_URL: [
    httpUrl.optional(),
    'Our number at the WhatsApp Cloud API, such as https://graph.facebook.com/v21.0/1234567890; unset: no WhatsApp messages leave',
  ],
  WHATSAPP_TOKEN: [z.string().optional(), 'Our bearer token at WhatsApp'],
  WHATSAPP_TEMPLATE: [
    z
      .string()
      .regex(/^[a-z0-9_]{1,512}$/)
      .default('likuta_alert'),
    'The approved template, in French and English, whose body is one text',
  ],
  ADMIN_ALERTS_TO: [
    z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .pipe(z.array(address).max(10))
      .optional(),
    'Up to ten email addresses, separated by commas, that are notified of what waits for admins; unset: nobody is',
  ],
  ADMIN_ALERTS_LANGUAGE: [z.enum(languages).default('fr'), 'The language of those emails: fr or en'],
} as const

type Read = { [Name in keyof typeof messageVariables]: z.output<(typeof messageVariables)[Name][0]> }

export type MessageSettings = {
  smtp: SmtpSettings | undefined
  sms: SmsSettings | undefined
  whatsapp: WhatsappSettings | undefined
}

/** The channels that are configured. Adds a fault for a setting that is missing beside another. */
export function messageSettings(read: Read, faults: string[]): MessageSettings {
  const { SMTP_URL, MESSAGES_FROM, SMS_URL, SMS_TOKEN, SMS_SENDER: sender } = read
  const { WHATSAPP_URL, WHATSAPP_TOKEN, WHATSAPP_TEMPLATE: template } = read
  const both = <A, B>(url: A | undefined, other: B | undefined, fault: string) => {
    if (url !== undefined && other === undefined) faults.push(fault)
    return url !== undefined && other !== undefined ? ([url, other] as const) : undefined
  }
  const smtp = both(SMTP_URL, MESSAGES_FROM, 'SMTP_URL: also needs MESSAGES_FROM')
  const sms = both(SMS_URL, SMS_TOKEN, 'SMS_URL: also needs SMS_TOKEN')
  const whatsapp = both(WHATSAPP_URL, WHATSAPP_TOKEN, 'WHATSAPP_URL: also needs WHATSAPP_TOKEN')
  return {
    smtp: smtp && { url: smtp[0], from: smtp[1] },
    sms: sms && { url: sms[0], token: sms[1], sender },
    whatsapp: whatsapp && { url: whatsapp[0], token: whatsapp[1], template },
  }
}

/** A contact as a page shows it. */
export type SupportContact = {
  channel: 'email' | 'phone' | 'whatsapp'
  /** "mailto:…", "tel:+…" or "https://wa.me/…" */
  href: string
  /** The address or number for people to read. */
  text: string
}

const maxContacts = 4

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
  if (parts.length > maxContacts)
    context.addIssue({ code: 'custom', message: `at most ${maxContacts} contacts` })
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
