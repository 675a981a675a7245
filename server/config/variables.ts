// The variables a deployment is set by: the name, the rule and the meaning of each. `docs/settings.md` is printed from it.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { operatorConnections } from '../adapters/mobile-money/operator-settings.ts'
import { rateProviders } from '../adapters/rates/rate-settings.ts'
import { adminTokens } from '../admin/token-setting.ts'
import { withoutTrailing } from '../kernel/text-end.ts'
import { logLevels } from '../platform/observability/log.ts'

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'a port is a number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65535, 'a port is a number from 0 to 65535')
const seconds = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'a whole number of seconds')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `seconds from ${least} to ${most}`)
const factor = z
  .string()
  .regex(/^\d{1,5}$/, 'a whole number')
  .transform(Number)
  .refine((value) => value >= 1, 'at least 1')
const httpUrl = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'an absolute http or https URL')
  .transform((text) => withoutTrailing(text, '/'))
const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((list) => list.every(isNetwork), 'addresses or CIDR networks, separated by commas')
const masterKey = z.string().refine((text) => Buffer.from(text, 'base64').length === 32, '32 bytes in Base64')
const connections = z.string().transform((text, context) => {
  const result = operatorConnections.safeParse(jsonOrUndefined(text))
  if (result.success) return result.data
  for (const { path, message } of result.error.issues)
    context.addIssue({ code: 'custom', message: `${path.join('.') || 'not JSON'}: ${message}` })
  return z.NEVER
})

/** Name, rule and meaning of each variable; a default is what the variable would have said. */
export const variables = {
  LIKUTA_ENV: [z.enum(['sandbox', 'production']).default('sandbox'), 'Which rules this deployment lives by'],
  PORT: [port.default(8080), 'Port of the API'],
  HOST: [
    z.string().optional(),
    'Address to listen on; 127.0.0.1, in production 0.0.0.0. A sandbox calls private addresses for its merchants only while this is loopback',
  ],
  METRICS_PORT: [
    port.optional(),
    'A port of its own for /metrics, /livez and /readyz, which a process that only works (--role worker) has nowhere else',
  ],
  BASE_URL: [httpUrl.optional(), 'Address customers and merchants use; http://localhost:<PORT>'],
  DATABASE_URL: [
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'a postgres:// URL')
      .optional(),
    'PostgreSQL 15 or newer; unset: an embedded one',
  ],
  DRAIN_SECONDS: [
    seconds(0, 60).default(0),
    'How long an api process that was told to stop serves on while /readyz says 503, so that a proxy turns away from it first',
  ],
  LIKUTA_DATA_DIR: [
    z.string().min(1).default('.likuta'),
    'Where the embedded database and generated secrets live',
  ],
  MASTER_KEY: [masterKey.optional(), 'Seals secrets at rest: 32 bytes in Base64; generated in sandbox'],
  MASTER_KEY_PREVIOUS: [
    masterKey.optional(),
    'Another master key, which opens and seals nothing: while MASTER_KEY is being replaced',
  ],
  ADMIN_TOKENS: [
    adminTokens.optional(),
    'Who may use the admin API: name@owner:token[,name@owner:token], where the owner is the person (name:token: the owner is the name) and rules of two people compare owners; tokens of 16 characters or more, in production of 32; generated in sandbox',
  ],
  ADMIN_ALLOWED_NETWORKS: [networks.default(['127.0.0.0/8', '::1/128']), 'Networks the admin API answers to'],
  TRUSTED_PROXIES: [networks.optional(), 'Proxies whose X-Forwarded-For is believed'],
  TRANSACTION_PREFIX: [
    z
      .string()
      .regex(/^[A-Z0-9]{2,8}$/, '2 to 8 capital letters or digits')
      .default('LKT'),
    'Prefix of transaction_uuid',
  ],
  MERCHANT_PREFIX: [
    z
      .string()
      .regex(/^[A-Z0-9]{2,8}$/, '2 to 8 capital letters or digits')
      .default('LKT'),
    'Prefix of merchant_code',
  ],
  CHECKOUT_TTL_SECONDS: [seconds(10, 86_400).default(1200), 'Life of a checkout link'],
  SANDBOX_PORT: [port.default(8090), 'Port of the simulators'],
  CARD_GATEWAY_SANDBOX_URL: [httpUrl.optional(), 'Card gateway for sandbox merchants; unset: our simulator'],
  CARD_GATEWAY_SANDBOX_MERCHANT_ID: [z.string().optional(), 'Our merchant id there'],
  CARD_GATEWAY_SANDBOX_KEY_ID: [z.string().optional(), 'Key id there'],
  CARD_GATEWAY_SANDBOX_SHARED_SECRET: [z.string().optional(), 'Shared secret there, in Base64'],
  CARD_GATEWAY_PRODUCTION_URL: [
    httpUrl.optional(),
    'Card gateway for production merchants; unset: none are served',
  ],
  CARD_GATEWAY_PRODUCTION_MERCHANT_ID: [z.string().optional(), 'Our merchant id there'],
  CARD_GATEWAY_PRODUCTION_KEY_ID: [z.string().optional(), 'Key id there'],
  CARD_GATEWAY_PRODUCTION_SHARED_SECRET: [z.string().optional(), 'Shared secret there, in Base64'],
  CARD_GATEWAY_TIMEOUT_SECONDS: [seconds(1, 60).default(12), 'How long one call to the gateway may take'],
  RATE_PROVIDER: [
    z.enum(rateProviders).optional(),
    `Who tells exchange rates: ${rateProviders.join(' or ')}; unset: our simulator, in production nobody`,
  ],
  RATE_PROVIDER_URL: [httpUrl.optional(), "Where its API begins; unset: the provider's own address"],
  RATE_PROVIDER_KEY: [z.string().optional(), 'Our app id or key there'],
  INQUIRY_AFTER_SECONDS: [seconds(1, 3600).optional(), 'First question about a lost reply; 60, in sandbox 5'],
  INQUIRY_HORIZON_SECONDS: [
    seconds(1, 86_400).optional(),
    'When a charge the gateway does not know is taken back; 900, in sandbox 60',
  ],
  OPERATORS_SANDBOX: [
    connections.optional(),
    'Mobile-money operators for sandbox merchants: JSON, a connection each (docs/operators.md); unset: our simulators',
  ],
  OPERATORS_PRODUCTION: [
    connections.optional(),
    'Mobile-money operators for production merchants; unset: no transfers for them',
  ],
  OPERATOR_TIMEOUT_SECONDS: [seconds(1, 60).default(12), 'How long one call to an operator may take'],
  OPERATOR_INQUIRY_AFTER_SECONDS: [
    seconds(1, 3600).optional(),
    'First question about a payout without a final word; 60, in sandbox 10',
  ],
  OPERATOR_INQUIRY_HORIZON_SECONDS: [
    seconds(1, 86_400).optional(),
    'When a payout the operator does not know is sent again, under its reference; 900, in sandbox 60',
  ],
  SCREENING_URL: [
    httpUrl.optional(),
    'A yente or OpenSanctions server that screens names for production merchants; unset: our matcher over imported lists',
  ],
  SCREENING_KEY: [z.string().optional(), 'API key there'],
  SCREENING_DATASET: [
    z
      .string()
      .regex(/^[a-z0-9_]{1,64}$/)
      .default('default'),
    'Which of its collections',
  ],
  WEBHOOK_SPEED: [factor.default(1), 'Divides the waits between webhook retries; sandbox only'],
  RATE_LIMIT_PER_SECOND: [factor.default(200), 'Requests a second of one merchant, for each process'],
  RATE_LIMIT_BURST: [factor.default(400), 'How many of them may come at once'],
  RATE_LIMIT_PAGES_PER_SECOND: [factor.default(50), "Requests a second of one address to customers' pages"],
  RATE_LIMIT_TEST_CALLBACKS_PER_SECOND: [
    factor.default(200),
    'Requests a second of one address to the test receiver',
  ],
  MAX_REQUESTS_IN_FLIGHT: [
    factor.default(2048),
    'Requests a process serves at once; what is worth less than a charge is refused before (docs/operations.md)',
  ],
  SIGN_UP: [
    z.enum(['on', 'off']).optional(),
    'Whether strangers may become sandbox merchants; on, in production off',
  ],
  RATE_LIMIT_LOGINS_PER_SECOND: [factor.default(10), 'Sign-ins a second of one address, for each process'],
  RATE_LIMIT_SIGN_UPS_PER_HOUR: [factor.default(20), 'Sign-ups an hour of one address, for each process'],
  LOG_LEVEL: [z.enum(logLevels).default('info'), 'Least level of the lines on standard error'],
} as const satisfies Record<string, readonly [z.ZodType, string]>

/** What each variable is once it was read. */
export type Variables = { [Name in keyof typeof variables]: z.output<(typeof variables)[Name][0]> }

/** Every setting, without those that name a file. */
export const settingNames: readonly string[] = Object.keys(variables)

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isNetwork(text: string): boolean {
  return isIP(text) > 0 || ipaddr.isValidCIDR(text)
}

/** The reference of all variables, as Markdown. */
export function settingsReference(): string {
  const rows = Object.entries(variables).map(([name, [rule, meaning]]) => {
    const fallback = (rule as z.ZodType).safeParse(undefined).data
    const shown =
      fallback === undefined ? '' : `\`${Array.isArray(fallback) ? fallback.join(',') : String(fallback)}\``
    return `| \`${name}\` | ${shown} | ${meaning} |`
  })
  return [
    '# Settings',
    '',
    'Environment variables. An empty one counts as unset. Each may be given as a file instead, by its name and `_FILE`:',
    '`MASTER_KEY_FILE=/run/secrets/master_key`. A line break at the end of the file is no part of the value.',
    '',
    '| name | default | meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
