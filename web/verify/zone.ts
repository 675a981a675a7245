// The time zone of a receipt. A token has no room for the name of one, only for its distance to UTC.

const kinshasa = 'Africa/Kinshasa'
/** The country's two zones; neither has a summer time. */
const named: Partial<Record<number, string>> = { 60: kinshasa, 120: 'Africa/Lubumbashi' }

/** The zone of a token. Receipts issued before tokens had one are shown in Kinshasa's. */
export function zoneOf(minutes: number | undefined): string {
  if (minutes === undefined) return kinshasa
  const size = Math.abs(minutes)
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return named[minutes] ?? `${minutes < 0 ? '-' : '+'}${part(size / 60)}:${part(size % 60)}`
}

/** The zone, or Kinshasa's in a browser that does not know it. */
export function knownZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) && zone
  } catch {
    return kinshasa
  }
}

/** "UTC+2" */
export function offsetIn(timeZone: string, time: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(time)
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? timeZone
}
