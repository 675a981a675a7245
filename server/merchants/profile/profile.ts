// A merchant's own profile: reading and changing it. Each change raises the version, so that later requests notice at once.
import { isIP } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import type { Environment } from '../../kernel/environment.ts'
import type { KeyScope } from '../../kernel/merchant-roles.ts'
import { formatBasisPoints, formatMoney, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { sentKeys, toSentKeys } from '../../platform/database/coalescing-batch.ts'
import { commonStatement, type Database, type Sql, type Tx } from '../../platform/database/database.ts'
import { check, optional, refused, text, webUrl } from '../../platform/http/body/body.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { openReceiverCredentials, sealReceiverCredentials } from '../../webhooks/receiver-credentials.ts'
import { recordSettingChange } from '../alerts/setting-change.ts'
import { profileOfCode } from '../identity/test-profile.ts'
import { selfServiceProblems } from '../problems.ts'
import type { Session } from '../sign-in/bearer.ts'
import type { ProvenCall } from '../sign-in/step-up.ts'
import { type OptionalEvent, optionalEvents } from './webhook-events.ts'

export type ProfileNeeds = {
  db: Database
  secrets: Secrets
  clock: Clock
  /** Returns whether a merchant on this deployment may register this address for webhooks. */
  acceptsCallbackUrl: (url: URL, environment: Environment) => boolean
}

type ProfileRow = {
  merchant_code: string
  name: string
  email: string
  environment: Environment
  test_code: string | null
  live_code: string | null
  api_key: string | null
  api_key_scopes: KeyScope[] | null
  callback_url: string | null
  callback_credentials_sealed: Buffer | null
  webhook_events: OptionalEvent[]
  ip_allowlist: string[]
  microform_enabled: boolean
  microform_allowed_origins: string[]
  commission_rate_bp: number
  bank_rate_bp: number
  remittance_fee_bp: number
  remittance_fee_fixed_minor: bigint
}

const findProfile = commonStatement<ProfileRow>(
  'find_merchant_profile',
  `select m.merchant_code, m.name, m.email, m.environment, m.callback_url, m.callback_credentials_sealed, m.webhook_events, m.ip_allowlist, m.microform_enabled,
          m.microform_allowed_origins, m.commission_rate_bp, m.bank_rate_bp, m.remittance_fee_bp,
          m.remittance_fee_fixed_minor,
          (select test.merchant_code from merchant test where test.test_of = m.id) as test_code,
          (select live.merchant_code from merchant live where live.id = m.test_of) as live_code,
          k.api_key, k.scopes as api_key_scopes
     from merchant m left join lateral (
       select api_key, scopes from api_key where merchant_id = m.id and revoked_at is null order by id desc limit 1) k on true
    where m.id = $1`,
)
const findCallbackUrl = commonStatement<{ callback_url: string | null }>(
  'find_callback_url',
  'select callback_url from merchant where id = $1',
)
const findCallbackUrls = commonStatement<{ id: bigint; callback_url: string }>(
  'find_callback_urls',
  `with ${sentKeys('bigint')}
   select m.id, m.callback_url from sent join merchant m on m.id = sent.key where m.callback_url is not null`,
)
const setAllowlist = commonStatement(
  'set_ip_allowlist',
  'update shared.merchant set ip_allowlist = $2, version = version + 1 where id = $1',
)
type Receiver = Pick<ProfileRow, 'callback_url' | 'callback_credentials_sealed' | 'webhook_events'>
type CardFields = Pick<ProfileRow, 'microform_enabled' | 'microform_allowed_origins'>
type LockedSettings = Receiver & CardFields & Pick<ProfileRow, 'ip_allowlist'>
const lockSettings = commonStatement<LockedSettings>(
  'lock_merchant_settings',
  `select callback_url, callback_credentials_sealed, webhook_events, ip_allowlist, microform_enabled, microform_allowed_origins
     from shared.merchant where id = $1 and environment = $2 for no key update`,
)
const setCallbackOf = commonStatement(
  'set_callback',
  `update shared.merchant set callback_url = $2, callback_credentials_sealed = $3, webhook_events = coalesce($4, webhook_events),
          version = version + 1
    where id = $1`,
)
const setMicroform = commonStatement(
  'set_microform',
  `update shared.merchant set microform_enabled = $2, microform_allowed_origins = $3, version = version + 1
    where id = $1`,
)

async function profileOf({ db }: ProfileNeeds, { merchantId }: Session): Promise<ProfileRow> {
  const [row] = await db.rows(findProfile, [merchantId])
  if (!row) throw new Error('session refers to no merchant')
  return row
}

export async function me(needs: ProfileNeeds, session: Session) {
  const row = await profileOf(needs, session)
  const { merchant_code, name, email, environment, api_key, api_key_scopes } = row
  const { user } = session
  const is_test = environment === 'sandbox'
  return {
    ...{ merchant_code, name, email, environment, is_test, api_key, api_key_scopes },
    test_profile: profileOfCode(row.test_code),
    live_profile: profileOfCode(row.live_code),
    user: { name: user.name, email: user.email, role: user.role },
    microform: microformOf(row),
    rates: ratesOf(row),
  }
}

/** Formats rates as percentages with two places, and the fixed transfer fee in USD. */
export function ratesOf(
  row: Pick<
    ProfileRow,
    'commission_rate_bp' | 'bank_rate_bp' | 'remittance_fee_bp' | 'remittance_fee_fixed_minor'
  >,
) {
  return {
    commission_rate: formatBasisPoints(row.commission_rate_bp),
    bank_commission_rate: formatBasisPoints(row.bank_rate_bp),
    remittance_fee_rate: formatBasisPoints(row.remittance_fee_bp),
    remittance_fee_fixed: formatMoney(money(row.remittance_fee_fixed_minor, 'USD')),
  }
}

function microformOf({ microform_enabled, microform_allowed_origins }: ProfileRow) {
  return { microform_enabled, microform_allowed_origins }
}

export async function whitelist(needs: ProfileNeeds, session: Session) {
  return { addresses: (await profileOf(needs, session)).ip_allowlist }
}

const maxItems = 100
const tooMany = refused('too_long', `List should have at most ${maxItems} items`)
const fewEnough = (items: unknown[]) => items.length <= maxItems

export const whitelistSchema = z.object({ addresses: z.array(text({ max: 64 })).refine(fewEnough, tooMany) })

/** Sets the addresses that signed and Basic requests may come from; an empty list allows all. @throws InvalidBody, Problem 400, 403 */
export async function setWhitelist(needs: ProfileNeeds, call: ProvenCall, body: unknown) {
  const { addresses } = check(whitelistSchema, body, 'body')
  const message = 'Input should be an IP address or a CIDR network'
  const faults = addresses.flatMap((address, i) =>
    isNetwork(address) ? [] : [{ field: `addresses.${i}`, message }],
  )
  if (faults.length > 0) throw new Problem(selfServiceProblems.network_invalid, {}, {}, faults)
  await changeSettings(needs, call, async (sql, before) => {
    const change = { before: before.ip_allowlist.join(', '), after: addresses.join(', ') }
    if (change.before !== change.after)
      await recordSettingChange(sql, needs, call, { setting: 'allowlist', ...change })
    await sql.rows(setAllowlist, [call.session.merchantId, addresses])
  })
  return { addresses }
}

/**
 * Locks the settings, so that what is reported of a change is what it changes. A merchant that has just gone live has other rules for its
 * settings: nothing is changed or returned, and the session ends with the next request.
 */
export async function changeSettings<Result>(
  { db }: Pick<ProfileNeeds, 'db'>,
  { session: { merchantId, environment } }: ProvenCall,
  change: (sql: Tx, before: LockedSettings) => Promise<Result>,
): Promise<Result | undefined> {
  const work = async (sql: Tx) => {
    const [before] = await sql.rows(lockSettings, [merchantId, environment])
    return before && change(sql, before)
  }
  // Without this, changes that wait for each other would hold connections that other merchants need.
  return db.transaction(work, { mutexKey: `settings:${merchantId}` })
}

/** Requires the plain form: no short IPv4, no zone, no IPv4-mapped IPv6 network. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return false
  if (bits === undefined) return true
  const parsed = ipaddr.parse(address)
  const isMapped = parsed.kind() === 'ipv6' && (parsed as ipaddr.IPv6).isIPv4MappedAddress()
  return !isMapped && /^\d{1,3}$/.test(bits) && Number(bits) <= (parsed.kind() === 'ipv4' ? 32 : 128)
}

/** Returns the URL for events of payments and transfers that have no callback URL of their own; null if the merchant set none. */
export async function profileCallbackUrl(sql: Sql, merchantId: bigint): Promise<string | null> {
  const [profile] = await sql.rows(findCallbackUrl, [merchantId])
  return profile?.callback_url ?? null
}

/** The same for several merchants; those without a URL are missing. */
export async function profileCallbackUrls(
  sql: Sql,
  merchantIds: readonly bigint[],
): Promise<Map<bigint, string>> {
  const found = merchantIds.length === 0 ? [] : await sql.rows(findCallbackUrls, [toSentKeys(merchantIds)])
  return new Map(found.map(({ id, callback_url }) => [id, callback_url]))
}

/** Returns the webhook URL, the optional events it receives, and the user name it asks for; never the password. */
export async function callback(needs: ProfileNeeds, session: Session) {
  const row = await profileOf(needs, session)
  const { callback_url, webhook_events: events, callback_credentials_sealed: sealed } = row
  const credentials = sealed && openReceiverCredentials(needs.secrets, session.merchantId, sealed)
  return { callback_url, events, credentials: credentials && { username: credentials.username } }
}

const username = text({ max: 255 }).refine(
  (value) => !value.includes(':'),
  refused('value_error', 'Value error, a user name contains no colon'),
)

export function callbackSchema(accepts: (url: URL) => boolean) {
  return z.object({
    callback_url: webUrl(accepts).nullable().optional().meta({
      description: 'Absent leaves it as it is; `null` removes it.',
    }),
    events: optional(z.array(z.enum(optionalEvents)).refine(fewEnough, tooMany)).meta({
      description: 'Which optional events it also receives; absent leaves them as they are.',
    }),
    credentials: z
      .object({ username, password: text({ max: 255 }) })
      .nullable()
      .optional()
      .meta({
        description: `For a server behind HTTP basic authentication. Webhooks to the origin of \`callback_url\` carry them. Absent
leaves them as they are, unless the URL moves to another origin; \`null\` removes them.`,
      }),
  })
}

/** The receiver as owners read it: without the query of its URL, which may hold a secret. */
function receiverText({ callback_url, webhook_events }: Receiver): string {
  if (callback_url === null) return ''
  const { origin, pathname } = new URL(callback_url)
  return [origin + pathname, ...webhook_events].join(', ')
}

/** Changes what the body names: the callback URL, the optional events, the credentials. @throws InvalidBody, Problem 403, 409 */
export async function setCallback(needs: ProfileNeeds, call: ProvenCall, body: unknown) {
  const { session } = call
  const accepts = (url: URL) => needs.acceptsCallbackUrl(url, session.environment)
  const change = check(callbackSchema(accepts), body, 'body')
  const events = change.events && [...new Set(change.events)].sort()
  const { merchantId } = session
  await changeSettings(needs, call, async (sql, before) => {
    const url = change.callback_url === undefined ? before.callback_url : change.callback_url
    const sealed = credentialsFor(needs.secrets, { merchantId, url, before, credentials: change.credentials })
    const after = {
      ...before,
      ...{ callback_url: url, callback_credentials_sealed: sealed },
      webhook_events: events ?? before.webhook_events,
    }
    if (!isDeepStrictEqual({ ...before }, after))
      await recordSettingChange(sql, needs, call, {
        setting: 'callback',
        before: receiverText(before),
        after: receiverText(after),
      })
    await sql.rows(setCallbackOf, [merchantId, url, sealed, events ?? null])
  })
  return callback(needs, session)
}

/** @throws Problem 409 if there are credentials but no URL to send them to. */
function credentialsFor(
  secrets: Secrets,
  {
    merchantId,
    url,
    before,
    credentials,
  }: {
    merchantId: bigint
    url: string | null
    before: Receiver
    credentials: { username: string; password: string } | null | undefined
  },
): Buffer | null {
  if (credentials === null) return null
  const origin = url === null ? undefined : new URL(url).origin
  if (credentials) {
    if (origin === undefined) throw new Problem(selfServiceProblems.callback_missing)
    return sealReceiverCredentials(secrets, merchantId, { ...credentials, origin })
  }
  const sealed = before.callback_credentials_sealed
  if (!sealed) return null
  // guard: receiver-credentials-moved
  return openReceiverCredentials(secrets, merchantId, sealed).origin === origin ? sealed : null
}

export async function microform(needs: ProfileNeeds, session: Session) {
  return microformOf(await profileOf(needs, session))
}

export function microformSchema(environment: Environment) {
  const origin = text({ max: 255 }).refine(
    (value) => isOrigin(value, environment),
    refused('value_error', 'Value error, an origin is written like https://shop.example'),
  )
  return z.object({
    microform_enabled: z.boolean(),
    microform_allowed_origins: z.array(origin).refine(fewEnough, tooMany),
  })
}

/** The sites where the card fields can be shown. */
const cardFieldsText = ({ microform_enabled, microform_allowed_origins }: CardFields): string =>
  microform_enabled ? microform_allowed_origins.join(', ') : ''

/** @throws InvalidBody, Problem 403 */
export async function setMicroformOf(needs: ProfileNeeds, call: ProvenCall, body: unknown) {
  const { session } = call
  const wanted = check(microformSchema(session.environment), body, 'body')
  const { microform_enabled } = wanted
  const after = {
    microform_enabled,
    microform_allowed_origins: [...new Set(wanted.microform_allowed_origins)],
  }
  await changeSettings(needs, call, async (sql, before) => {
    const change = { before: cardFieldsText(before), after: cardFieldsText(after) }
    if (change.before !== change.after)
      await recordSettingChange(sql, needs, call, { setting: 'card_fields', ...change })
    await sql.rows(setMicroform, [session.merchantId, microform_enabled, after.microform_allowed_origins])
  })
  return microform(needs, session)
}

const localNames = ['localhost', '127.0.0.1', '[::1]']

/** Accepts an origin exactly as a browser writes it; plain http only in the sandbox, for the developer's own machine. */
function isOrigin(text: string, environment: Environment): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.origin !== text || text.includes('*')) return false
  return (
    url.protocol === 'https:' ||
    (environment === 'sandbox' && url.protocol === 'http:' && localNames.includes(url.hostname))
  )
}
