// The cursor of a merchant's feed of events: a place, with a checksum over whose it is. It is no secret and opens nothing, because every
// page is read by the merchant that asks.
import { fingerprint } from '../platform/secrets.ts'

type Owner = { merchantId: bigint; environment: string }

export function cursorOf(owner: Owner, position: bigint): string {
  return Buffer.from(`${position}.${checksum(owner, position)}`).toString('base64url')
}

/** The place that a cursor says; undefined for anything that is no cursor of this feed. */
export function positionOf(owner: Owner, cursor: string): bigint | undefined {
  const [, digits = '', sum] =
    /^(\d{1,18})\.([0-9a-f]{12})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (digits === '') return undefined
  const position = BigInt(digits)
  // guard: cursor-of-feed
  return sum === checksum(owner, position) ? position : undefined
}

const checksum = ({ merchantId, environment }: Owner, position: bigint): string =>
  fingerprint(['event feed', merchantId, environment, position]).toString('hex').slice(0, 12)
