// From where a payer enrolled, which is kept as evidence for a dispute. Many payments come from the same browser, so each browser is
// stored once.
import { z } from 'zod'
import { type Sql, statement } from '../../platform/database/database.ts'
import { optional, text } from '../../platform/http/body/body.ts'
import type { BrowserFacts } from '../gateway/gateway.ts'

/** What is known of the payer's device: nothing in it is a default. */
export type PayerDevice = {
  /** IPv4 or IPv6. */
  address?: string | undefined
  userAgent?: string | undefined
  language?: string | undefined
  /** Width and height in pixels, such as 360x800. */
  screen?: string | undefined
}

const maxRemembered = 1_000

/** The device that a page and its request, or a merchant's server, describe. */
export function payerDevice(
  browser: z.output<typeof browserSchema>,
  { ipAddress, userAgent }: { ipAddress: string | undefined; userAgent: string | undefined },
): PayerDevice {
  const { language, screen_width: width, screen_height: height } = browser
  return {
    address: ipAddress,
    userAgent: userAgent,
    language,
    screen: width && height ? `${width}x${height}` : undefined,
  }
}

/** The device as it is stored with an authentication: null where nothing is stored, empty where the page did not send it. */
export type StoredDevice = {
  payer_address: string | null
  user_agent: string | null
  language: string | null
  screen: string | null
}

/** What is known of a stored device, each fact null if it is not known; null if nothing is. */
export function knownDevice({ payer_address, user_agent, language, screen }: StoredDevice) {
  const device = {
    ip_address: payer_address,
    user_agent: user_agent || null,
    language: language || null,
    screen: screen || null,
  }
  return Object.values(device).some((fact) => fact !== null) ? device : null
}

const findBrowser = statement<{ id: bigint }>(
  'find_payer_browser',
  'select id from payer_browser where user_agent = $1 and language = $2 and screen = $3',
)
const insertBrowser = statement<{ id: bigint }>(
  'insert_payer_browser',
  'insert into payer_browser (user_agent, language, screen) values ($1, $2, $3) on conflict do nothing returning id',
)

/** Finds the number of a device's browser; undefined for a browser of which nothing is known. */
type BrowserNumbers = (device: PayerDevice) => Promise<bigint | undefined>

/** A process needs one, which remembers the browsers it saw. */
export function openBrowserNumbers(db: Sql): BrowserNumbers {
  const known = new Map<string, bigint>()
  return async ({ userAgent = '', language = '', screen = '' }) => {
    const values = [userAgent, language, screen]
    if (values.every((value) => value === '')) return
    const key = JSON.stringify(values)
    const remembered = known.get(key)
    if (remembered !== undefined) return remembered
    const find = async () => (await db.rows(findBrowser, values))[0]
    // Another process may insert it in between.
    const browser = (await find()) ?? (await db.rows(insertBrowser, values))[0] ?? (await find())
    if (browser) remember(known, key, browser.id)
    return browser?.id
  }
}

function remember(known: Map<string, bigint>, key: string, id: bigint): void {
  for (const oldest of known.keys()) {
    if (known.size < maxRemembered) break
    known.delete(oldest)
  }
  known.set(key, id)
}

const shortText = optional(text({ max: 64 }))

/** The browser data that the page sends; the rest is read from the request. */
export const browserSchema = z.object({
  language: shortText,
  color_depth: shortText,
  screen_height: shortText,
  screen_width: shortText,
  time_difference: shortText,
  java_enabled: optional(z.boolean()),
})

/** The browser data that is read from the HTTP request. */
export type RequestFacts = Pick<BrowserFacts, 'ipAddress' | 'acceptHeader'> & {
  userAgent: string | undefined
}

/** Merges both sources for the gateway, with common defaults for whatever the page did not send. */
export function browserFacts(browser: z.output<typeof browserSchema>, request: RequestFacts): BrowserFacts {
  return {
    ...request,
    userAgent: request.userAgent || 'unknown',
    language: browser.language ?? 'fr-CD',
    colorDepth: browser.color_depth ?? '24',
    screenHeight: browser.screen_height ?? '800',
    screenWidth: browser.screen_width ?? '360',
    timeDifference: browser.time_difference ?? '-60',
    javaEnabled: browser.java_enabled ?? false,
  }
}
