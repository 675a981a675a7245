// The settings of a deployment, read from the environment and checked together. Each variable is defined in variables.ts.

import { readFileSync } from 'node:fs'
import type { OperatorConnections } from '../adapters/mobile-money/operator-settings.ts'
import { type RateSettings, rateSettingsSchema } from '../adapters/rate-settings.ts'
import type { OutboundOptions } from '../platform/network/outbound.ts'
import { isLoopbackHost } from '../platform/network/public-address.ts'
import { type MessageSettings, messageSettings } from './message-settings.ts'
import { operatorFaults } from './operator-faults.ts'
import { defaultOf, settingNames, type Variables, variables } from './variables.ts'

/** The role of a process: serve requests (`api`), run workers (`worker`), or both (`all`). */
export type Role = 'all' | 'api' | 'worker'

export type GatewaySettings = {
  url: string
  merchantId: string
  keyId: string
  sharedSecret: string
}

export type Settings = Variables & {
  production: boolean
  gateways: { sandbox?: GatewaySettings; production?: GatewaySettings }
  operators: { sandbox?: OperatorConnections; production?: OperatorConnections }
  /** Undefined if no provider is configured, because cards need no rates. */
  rates: RateSettings | undefined
  /** The channels by which messages to people leave. */
  messages: MessageSettings
}

/** Complete settings: production must configure these, a sandbox generates them. */
export type CompleteSettings = Settings & {
  DATABASE_URL: string
  MASTER_KEY: string
  BASE_URL: string
  ADMIN_TOKENS: NonNullable<Settings['ADMIN_TOKENS']>
}

export class InvalidSettings extends Error {
  /** Each starts with the name of its setting. */
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`invalid settings: ${faults.join('; ')}`)
    this.name = 'InvalidSettings'
    this.faults = faults
  }
}

/**
 * Reads the environment, and the files that variables such as MASTER_KEY_FILE name. An empty variable counts as unset.
 * @throws InvalidSettings with every fault.
 */
export function readSettings(variablesSet: Record<string, string | undefined>): Settings {
  const { environment, faults } = withFiles(variablesSet, settingNames)
  const values: Record<string, unknown> = {}
  const mode = environment.LIKUTA_ENV === 'production' ? 'production' : 'sandbox'
  for (const [name, row] of Object.entries(variables)) {
    const result = row[0].safeParse(environment[name] || undefined)
    if (result.success) values[name] = result.data ?? defaultOf(row, mode)
    else for (const { message } of result.error.issues.slice(0, 5)) faults.push(`${name}: ${message}`)
  }
  const read = values as Variables
  const production = read.LIKUTA_ENV === 'production'
  const gateways = {
    ...gatewayOf(read, 'SANDBOX', faults),
    ...gatewayOf(read, 'PRODUCTION', faults),
  }
  const rates = ratesOf(read, faults)
  const messages = messageSettings(read, faults)
  if (read.PORT === read.SANDBOX_PORT && read.PORT !== 0 && !production)
    faults.push('SANDBOX_PORT: must differ from PORT')
  // guard: production-setting-faults
  if (production) {
    // A malformed value is not also reported as missing.
    const named = new Set(faults.map(settingOf))
    faults.push(
      ...productionFaults(read, { gateways, rates }).filter((fault) => !named.has(settingOf(fault))),
    )
  }
  faults.push(...unknownTokens(read))
  if (faults.length > 0) throw new InvalidSettings(faults)
  const operators = {
    ...(read.OPERATORS_SANDBOX && { sandbox: read.OPERATORS_SANDBOX }),
    ...(read.OPERATORS_PRODUCTION && { production: read.OPERATORS_PRODUCTION }),
  }
  return { ...read, production, gateways, rates, operators, messages }
}

/** A misspelled name would leave its token every right. */
function unknownTokens({ ADMIN_TOKENS = [], ADMIN_TOKEN_ROLES = {} }: Variables): string[] {
  // guard: token-role-names
  const unknown = Object.keys(ADMIN_TOKEN_ROLES).filter(
    (name) => !ADMIN_TOKENS.some((token) => token.name === name),
  )
  return unknown.map((name) => `ADMIN_TOKEN_ROLES: no token of ADMIN_TOKENS is named ${name}`)
}

const settingOf = (fault: string) => fault.slice(0, fault.indexOf(':')).replace(/_FILE$/, '')

function gatewayOf(read: Variables, name: 'SANDBOX' | 'PRODUCTION', faults: string[]): Settings['gateways'] {
  const parts = {
    url: read[`CARD_GATEWAY_${name}_URL`],
    merchantId: read[`CARD_GATEWAY_${name}_MERCHANT_ID`],
    keyId: read[`CARD_GATEWAY_${name}_KEY_ID`],
    sharedSecret: read[`CARD_GATEWAY_${name}_SHARED_SECRET`],
  }
  if (parts.url === undefined) return {}
  const { url, merchantId, keyId, sharedSecret } = parts
  if (!merchantId || !keyId || !sharedSecret) {
    faults.push(`CARD_GATEWAY_${name}_URL: also needs _MERCHANT_ID, _KEY_ID and _SHARED_SECRET`)
    return {}
  }
  return { [name.toLowerCase()]: { url, merchantId, keyId, sharedSecret } }
}

function ratesOf(read: Variables, faults: string[]): RateSettings | undefined {
  const { RATE_PROVIDER: provider, RATE_PROVIDER_URL: url, RATE_PROVIDER_KEY: key } = read
  if (provider === undefined) {
    if (url || key)
      faults.push('RATE_PROVIDER: must be set together with RATE_PROVIDER_URL and RATE_PROVIDER_KEY')
    return undefined
  }
  if (!key) {
    faults.push('RATE_PROVIDER: also needs RATE_PROVIDER_KEY')
    return undefined
  }
  return rateSettingsSchema.parse({ provider, url, appId: key, key })
}

/** Wider than any network that one organization has, and than the private ones (10.0.0.0/8, fc00::/7). */
function isMostOfInternet(network: string): boolean {
  const [address = '', prefix] = network.split('/')
  // IPv4 addresses as IPv6 writes them.
  const before = /^::ffff:/i.test(address) ? 96 : 0
  return prefix !== undefined && Number(prefix) - before < 7
}

/** Faults of settings that a sandbox generates and production must configure. */
function productionFaults(
  read: Variables,
  { gateways, rates }: Pick<Settings, 'gateways' | 'rates'>,
): string[] {
  const faults: string[] = []
  if (!read.MASTER_KEY) faults.push('MASTER_KEY: must be set in production')
  for (const name of ['MASTER_KEY', 'MASTER_KEY_PREVIOUS'] as const) {
    // guard: repeated-byte-key
    const isRepeated = new Set(Buffer.from(read[name] ?? '', 'base64')).size === 1
    if (isRepeated) faults.push(`${name}: must be random, such as from openssl rand -base64 32`)
  }
  // guard: networks-of-everybody
  for (const name of ['ADMIN_ALLOWED_NETWORKS', 'TRUSTED_PROXIES'] as const)
    for (const network of read[name]?.filter(isMostOfInternet) ?? [])
      faults.push(`${name}: ${network} is most of the internet`)
  if (!read.DATABASE_URL)
    faults.push('DATABASE_URL: must be set in production (the embedded database is for sandboxes)')
  if (!read.ADMIN_TOKENS) faults.push('ADMIN_TOKENS: must be set in production')
  if (read.ADMIN_TOKENS?.some(({ token }) => token.length < 32))
    faults.push('ADMIN_TOKENS: tokens must have at least 32 characters in production')
  if (!gateways.production)
    faults.push('CARD_GATEWAY_PRODUCTION_URL: must be set in production (simulators are for sandboxes)')
  if (gateways.production?.url.startsWith('http:'))
    faults.push('CARD_GATEWAY_PRODUCTION_URL: must be https in production')
  faults.push(...operatorFaults(read.OPERATORS_PRODUCTION ?? {}))
  if (read.SCREENING_URL?.startsWith('http:') && read.SCREENING_KEY)
    faults.push('SCREENING_URL: must be https if SCREENING_KEY is set')
  if (rates?.url.startsWith('http:')) faults.push('RATE_PROVIDER_URL: must be https in production')
  if (!read.BASE_URL) faults.push('BASE_URL: must be set in production')
  if (read.BASE_URL?.startsWith('http:')) faults.push('BASE_URL: must be https in production')
  for (const name of ['SMS_URL', 'WHATSAPP_URL'] as const)
    if (read[name]?.startsWith('http:')) faults.push(`${name}: must be https in production`)
  if (read.WEBHOOK_SPEED !== 1) faults.push('WEBHOOK_SPEED: must be 1 in production')
  return faults
}

// Reads settings from files: each setting may be given as NAME_FILE, a path. Unlike a secret in the environment, such a secret is
// not visible to `docker inspect`, crash reports and child processes.

export type Environment = Record<string, string | undefined>

/** Reads each NAME_FILE into NAME and returns the faults. @param names the names of all settings. */
function withFiles(
  sources: Environment,
  names: readonly string[],
): { environment: Environment; faults: string[] } {
  const environment = { ...sources }
  const faults: string[] = []
  for (const name of names) {
    const path = sources[`${name}_FILE`]
    if (!path) continue
    if (sources[name]) faults.push(`${name}_FILE: must not be set together with ${name}`)
    else
      try {
        environment[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      } catch (error) {
        faults.push(`${name}_FILE: cannot be read (${(error as { code?: string }).code})`)
      }
  }
  return { environment, faults }
}

/**
 * A sandbox that listens on loopback may call its own machine and network, where the developer's server is. A sandbox that
 * others can reach may not, because anyone who signs up could use it to read that private network.
 */
export function outboundOptions({
  production,
  HOST,
  BASE_URL,
}: Pick<Settings, 'production' | 'HOST' | 'BASE_URL'>): OutboundOptions {
  if (production) return { reach: 'public' }
  // guard: loopback-sandbox
  if (isLoopbackHost(HOST)) return { reach: 'private' }
  return { reach: 'open', ...(BASE_URL !== undefined && { ownOrigin: new URL(BASE_URL).origin }) }
}
