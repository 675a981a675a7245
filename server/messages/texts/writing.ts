// How messages write amounts, days and times.
import { amountText, type Language, longDay } from '../../kernel/language/language.ts'
import { formatMoney } from '../../kernel/money.ts'
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

/** Marks the subject of a message about the sandbox. */
export const testSubject = (subject: string, { isTest }: { isTest: boolean }): string =>
  isTest ? `[Test] ${subject}` : subject
