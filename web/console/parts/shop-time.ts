// A time as its merchant reads it: two people on the telephone name the same hour, even if their clocks differ.
import type { Fact } from '../../ui/display/facts.tsx'
import { deviceTimeZone, instantOf } from '../../ui/display/time.tsx'
import { catalogue, locale } from '../../ui/language/language.ts'
import { zoneText } from '../../ui/language/time-zone.ts'

const texts = catalogue({ fr: { label: 'Heure de la boutique' }, en: { label: 'Shop’s time' } })

const offsetOf = (zone: string) => zoneText(zone).replace(/^.*\(/, '')

/** The fact below a time; none where this device's clock shows the shop's hour. */
export function shopTime(at: string | null, zone: string): Fact[] {
  if (at === null || offsetOf(zone) === offsetOf(deviceTimeZone())) return []
  const look = { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone } as const
  const time = new Intl.DateTimeFormat(locale(), look).format(instantOf(at))
  return [[texts().label, `${time}, ${zoneText(zone)}`]]
}
