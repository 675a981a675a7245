// Days of a time zone as instants.

/** Minutes by which the zone is ahead of UTC at an instant. */
function offsetAt(instant: Date, zone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
    ...(zone && { timeZone: zone }),
  }).formatToParts(instant)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'))
  return (local - Math.floor(instant.getTime() / 60_000) * 60_000) / 60_000
}

/**
 * The last second of a day, as the service reads times: "2026-11-23T21:59:59Z" in Lubumbashi.
 * @param day YYYY-MM-DD
 * @param zone an IANA name; undefined is the zone of this device
 */
export function endOfDay(day: string, zone: string | undefined): string {
  const asUtc = new Date(`${day}T23:59:59Z`)
  const guess = new Date(asUtc.getTime() - offsetAt(asUtc, zone) * 60_000)
  // The zone may change its clocks between the two.
  const end = new Date(asUtc.getTime() - offsetAt(guess, zone) * 60_000)
  return `${end.toISOString().slice(0, 19)}Z`
}
