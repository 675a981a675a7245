// The daily batch to the processor. Merchants of the platform may void within 24 hours, so a capture is submitted at the
// first cut-off at least 24 hours later; the real gateway's cut-off is the same evening.

const dayMs = 24 * 3600 * 1000
const cutOffMs = 22 * 3600 * 1000

export function batchTime(capturedAt: number): number {
  const earliest = capturedAt + dayMs
  const sameDay = Math.floor(earliest / dayMs) * dayMs + cutOffMs
  return sameDay >= earliest ? sameDay : sameDay + dayMs
}

export function hasBatchPassed(capturedAt: number, now: number): boolean {
  return now >= batchTime(capturedAt)
}

/** The status of captured money in search and reports. */
export function moneyStatus(capturedAt: number, now: number): 'PENDING' | 'TRANSMITTED' {
  return hasBatchPassed(capturedAt, now) ? 'TRANSMITTED' : 'PENDING'
}
