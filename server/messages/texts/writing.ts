// How messages write amounts, days and times.

import anyAscii from 'any-ascii'
import { amountText, type Language, longDay } from '../../kernel/language.ts'
import { formatMoney } from '../../kernel/money.ts'
import { hasWebAddress } from '../../kernel/text/characters.ts'
import type { Writing } from './alert-texts.ts'

/** @param reader.timeZone of the merchant's days; its place is named beside each hour, as the country has two. */
export function writingFor({ language, timeZone }: { language: Language; timeZone: string }): Writing {
  const day = (at: Temporal.Instant) => longDay(at.toZonedDateTimeISO(timeZone).toPlainDate(), language)
  return {
    amount: (amount) => amountText(formatMoney(amount), amount.currency, language),
    day,
    time(at) {
      const time = at.toZonedDateTimeISO(timeZone).toPlainTime().toString({ smallestUnit: 'minute' })
      const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ')
      return `${day(at)} ${language === 'fr' ? 'à' : 'at'} ${time} (${place})`
    },
  }
}

/**
 * The reference of a merchant in an email to an address that any payer may have typed: one with a web address is left out, because
 * mail programs would make it a link.
 */
// guard: web-address-in-reference
export const mailedReference = (reference: string): string => (hasWebAddress(reference) ? '' : reference)

/** Marks the subject of a message about the sandbox. */
export const testSubject = (subject: string, { isTest }: { isTest: boolean }): string =>
  isTest ? `[Test] ${subject}` : subject

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These take two places. */
const extended = new Set('^{}\\[~]|€')

const placesOf = (character: string) => (basic.has(character) ? 1 : extended.has(character) ? 2 : undefined)

/** How many places of an SMS the text takes; undefined if a character is not in the alphabet. */
export function gsm7Length(text: string): number | undefined {
  let places = 0
  for (const character of text) {
    const own = placesOf(character)
    if (own === undefined) return undefined
    places += own
  }
  return places
}

/** Writes the text in the alphabet: what is not in it is transliterated. Cut to one SMS. */
export function gsm7Text(text: string, most = 160): string {
  let written = ''
  let places = 0
  for (const character of text.replaceAll(/[\u00a0\u202f]/g, ' ')) {
    const letters = placesOf(character) === undefined ? transliterated(character) : character
    const own = gsm7Length(letters) ?? 0
    // guard: one-sms
    if (places + own > most) break
    written += letters
    places += own
  }
  return written
}

function transliterated(character: string): string {
  return [...anyAscii(character)].filter((letter) => placesOf(letter) !== undefined).join('')
}
