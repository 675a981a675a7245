// Dates and times in the reader's language, and in the time zone of the shop where it is known.

import { signal } from '@preact/signals'
import { locale } from '../language/language.ts'
import { serviceNow } from '../service/clock.ts'
import { dateText } from './date-text.generated.ts'

const looks = {
  /** 21 Nov, 16:37; with the year if it is not the current one */
  list: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  /** 21 Nov 2026, 16:37 */
  full: { dateStyle: 'medium', timeStyle: 'short' },
  /** 21 Nov 2026, 16:37:09 */
  exact: { dateStyle: 'medium', timeStyle: 'medium' },
  /** 21 Nov 2026 */
  day: { dateStyle: 'medium' },
  /** 16:37, below the heading of its day */
  clock: { hour: '2-digit', minute: '2-digit' },
  /** 21 Nov; with the year if it is not the current one */
  shortDay: { day: 'numeric', month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** The IANA name of the zone that times are shown in; undefined is the zone of this device. */
export const timeZone = signal<string | undefined>(undefined)

/** The zone of this device, which is the best guess of a shop's. */
export const deviceTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'Africa/Kinshasa'

/** Parses a time of the service, which is in UTC even where it has no zone. */
export function instantOf(text: string): Date {
  return new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`)
}

/** Formats a time. A date without a time is not converted, so that it is the same day in every zone. */
export function formatTime(text: string, appearance: keyof typeof looks = 'full'): string {
  const isDay = !text.includes('T')
  const instant = instantOf(text)
  const yearOf = (at: string) => dayOf(at).slice(0, 4)
  const isOld = (isDay ? text.slice(0, 4) : yearOf(text)) !== yearOf(serviceNow().toISOString())
  const zone = isDay ? 'UTC' : timeZone.value
  const options = { ...looks[isOld ? inAnyYear(appearance) : appearance], ...(zone && { timeZone: zone }) }
  return dateText(locale(), options, instant)
}

function inAnyYear(appearance: keyof typeof looks): keyof typeof looks {
  if (appearance === 'list') return 'full'
  return appearance === 'shortDay' ? 'day' : appearance
}

/** Whether the second of two times adds something to the first where no seconds are shown. */
export function areMinutesApart(first: string, second: string): boolean {
  return Math.abs(instantOf(second).getTime() - instantOf(first).getTime()) >= 60_000
}

/** 2026-11-21 15:37:09 UTC */
export function utcText(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** The day of a time in the shop's zone, as YYYY-MM-DD. */
export function dayOf(text: string): string {
  const zone = timeZone.value
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...(zone && { timeZone: zone }) }).format(
    instantOf(text),
  )
}

/** A time in the shop's zone, with UTC in a tooltip. */
export function Time({ at, look: appearance = 'full' }: { at: string; look?: keyof typeof looks }) {
  const instant = instantOf(at)
  return (
    <time dateTime={instant.toISOString()} title={utcText(instant)}>
      {formatTime(at, appearance)}
    </time>
  )
}
