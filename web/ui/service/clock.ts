// The service's clock. An admin may have moved that of a sandbox ahead of this device's; every response then says how far.
const header = 'x-clock-ahead-seconds'

let aheadMs = 0

/** Follows what a response says of the service's clock. */
export function recordServerClock(headers: Headers): void {
  aheadMs = Number(headers.get(header)) * 1_000
}

/** The time by the service's clock, to compare with the times that it sends. */
export const serviceNow = (): Date => new Date(Date.now() + aheadMs)
