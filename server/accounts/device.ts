// The device from which somebody signs in: what identifies it, and how people recognize it.
import type { FastifyRequest } from 'fastify'
import { withoutCardNumbers } from '../kernel/card-number.ts'
import { type ControlTx, controlStatement } from '../platform/database/database.ts'
import { hashOf } from './account.ts'

export type Device = {
  /** A browser is known by the token that it keeps; a program without one, by its name and address. */
  id: string
  /** Whether the id is a secret that the browser keeps. Others can guess the name and address of a program. */
  isBrowser: boolean
  /** Null for a program that does not say what it is. */
  name: string | null
  address: string
  /** Of the request that signs in, for the audit log. */
  requestId: string
}

/** @param token what the browser keeps, if it is one. */
export function deviceOf({ headers, ip: address, id: requestId }: FastifyRequest, token?: string): Device {
  const agent = (headers['user-agent'] ?? '').slice(0, 500)
  const id = token ?? `${agent} ${address}`
  return { id, isBrowser: token !== undefined, name: deviceName(agent), address, requestId }
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** "Chrome, Android"; for a program, the first word of what it calls itself. */
function deviceName(agent: string): string | null {
  const named = [browsers, systems].flatMap((known) => known.find(([sign]) => sign.test(agent))?.[1] ?? [])
  if (named.length > 0) return named.join(', ')
  const program = /^[\w.+-]{1,40}/.exec(agent)?.[0]
  return program === undefined ? null : withoutCardNumbers(program)
}

/** More new devices in a day are not reported one by one: the user knows by then. */
const maxReported = 10

/** The first device of a user is that of their sign-up or invitation, and no news. */
// guard: new-device
const upsert = controlStatement<{ is_new: boolean }>(
  'record_device',
  `with known as materialized (
     select count(*) as devices, coalesce(bool_or(device_hash = $2), false) as is_known,
            count(*) filter (where first_seen_at > $3::timestamptz - interval '1 day') as recent
       from device where account_id = $1
   ), seen as (
     insert into device (account_id, device_hash, first_seen_at, last_seen_at) values ($1, $2, $3, $3)
     on conflict (account_id, device_hash) do update set last_seen_at = $3
   )
   select devices > 0 and not is_known and recent < ${maxReported} as is_new from known`,
)

/** What is stored of a device. */
export const deviceHash = ({ id }: Pick<Device, 'id'>): Buffer => hashOf(id)

/** Records the device of a sign-in. @returns its hash if the account has not used it before, and its user is to be notified. */
export async function recordDevice(
  sql: ControlTx,
  accountId: bigint,
  device: Pick<Device, 'id'>,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const hash = deviceHash(device)
  const [noted] = await sql.rows(upsert, [accountId, hash, now])
  return noted?.is_new ? hash.toString('hex') : undefined
}
