// The languages of pages and documents, and how each writes amounts and dates: the only place that decides it.

import { dateText } from './text/date-text.ts'

export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

/** English as in Britain, so that the day comes before the month. */
const locales = { fr: 'fr-CD', en: 'en-GB' } as const satisfies Record<Language, string>

/**
 * An amount with its currency code, so that nobody takes francs for dollars: "1 250,00 USD", "1,250.00 USD". Whole
 * amounts in CDF have no decimals, since centimes are not in use. The portal and the console write amounts the same way.
 */
export function amountText(amount: string, currency: string, language: Language): string {
  return `${amountFormat(language, currency === 'CDF').format(amount as `${number}`)}\u00a0${currency}`
}

/** An amount in a column, under its currency: always with two places, so that the places align. */
export function columnAmount(amount: string, language: Language): string {
  return amountFormat(language).format(amount as `${number}`)
}

const amountFormat = remembered(
  (language, isWhole) =>
    new Intl.NumberFormat(language, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      trailingZeroDisplay: isWhole ? 'stripIfInteger' : 'auto',
    }),
)

/** A whole number: "1 250", "1,250". */
export function countText(count: number | bigint, language: Language): string {
  return new Intl.NumberFormat(language).format(count)
}

/** "22 novembre 2026", "1er novembre 2026", "22 November 2026" */
export function longDay(day: Temporal.PlainDate, language: Language): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return dateText(locales[language], options, day.toZonedDateTime('UTC').epochMilliseconds)
}

/** "novembre 2026", "November 2026" */
export function monthText(month: Temporal.PlainDate, language: Language): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return dateText(locales[language], options, month.toZonedDateTime('UTC').epochMilliseconds)
}

/** Day and time in UTC: "22/11/2026 10:31". */
export function shortTime(instant: Temporal.Instant, language: Language): string {
  return timeFormat(language).format(instant.epochMilliseconds).replace(',', '')
}

const timeFormat = remembered(
  (language) =>
    new Intl.DateTimeFormat(locales[language], {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'UTC',
    }),
)

/** Making a format takes longer than formatting a hundred values. */
function remembered<Format>(make: (language: Language, isWhole: boolean) => Format) {
  const made = new Map<string, Format>()
  return (language: Language, isWhole = false): Format => {
    const key = `${language} ${isWhole}`
    const format = made.get(key) ?? make(language, isWhole)
    made.set(key, format)
    return format
  }
}
