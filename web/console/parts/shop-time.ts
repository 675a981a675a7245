// A time as its merchant reads it: two people on the telephone name the same hour, even if their clocks differ.
import { dateText } from '../../ui/display/date-text.generated.ts'
import type { Fact } from '../../ui/display/facts.tsx'
import { deviceTimeZone, instantOf } from '../../ui/display/time.tsx'
import { catalogue, locale } from '../../ui/language/language.ts'
import { zoneText } from '../../ui/language/time-zone.ts'

const texts = catalogue({ fr: { label: 'Heure de la boutique' }, en: { label: 'Shop’s time' } })

const offsetOf = (zone: string) => zoneText(zone).replace(/^.*\(/, '')

/** The fact below a time; none where this device's clock shows the hour of every shop. @param zones those of the shops */
export function shopTime(at: string | null, ...zones: readonly string[]): Fact[] {
  const others = [...new Set(zones)].filter((zone) => offsetOf(zone) !== offsetOf(deviceTimeZone()))
  if (at === null || others.length === 0) return []
  const timeIn = (timeZone: string) =>
    dateText(locale(), { dateStyle: 'medium', timeStyle: 'medium', timeZone }, instantOf(at))
  return [[texts().label, others.map((zone) => `${timeIn(zone)}, ${zoneText(zone)}`).join(' · ')]]
}
