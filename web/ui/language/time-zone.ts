// Time zones in the reader's language. Few pages name them, so these are not part of what every page loads.
import { locale } from './language.ts'

/** "Kinshasa (UTC+1)" */
export function zoneText(zone: string): string {
  const parts = new Intl.DateTimeFormat(locale(), {
    timeZone: zone,
    timeZoneName: 'shortOffset',
  }).formatToParts()
  // English says GMT+1 where French says UTC+1.
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC')
  const place = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
  return offset === undefined || place === 'UTC' ? place : `${place} (${offset})`
}
