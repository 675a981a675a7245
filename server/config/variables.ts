// The environment variables of a deployment: name, rule and meaning of each. `docs/settings.md` is generated from this table.

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { operatorConnections } from '../adapters/mobile-money/operator-settings.ts'
import { rateProviders } from '../adapters/rate-settings.ts'
import { adminTokens } from '../admin/token-setting.ts'
import { maxCells } from '../kernel/cell.ts'
import { withoutTrailing } from '../kernel/text/characters.ts'
import { logLevels } from '../platform/process/log.ts'
import { bankVariables } from './bank-settings.ts'
import { cardMoneyVariables, settingText } from './card-money-settings.ts'
import { complianceVariables } from './compliance-settings.ts'
import { jsonOf, whole } from './forms.ts'
import { invoiceVariables } from './invoice-settings.ts'
import { messageVariables, supportContacts } from './message-settings.ts'

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'a port is a number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65535, 'a port is a number from 0 to 65535')
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
const prefix = z
  .string()
  .regex(/^[A-Z0-9]{2,8}$/, '2 to 8 capital letters or digits')
  .default('LKT')
const masterKey = z.string().refine((text) => Buffer.from(text, 'base64').length === 32, '32 bytes in Base64')
const connections = jsonOf(operatorConnections)

/** Defaults of a variable that differ by mode (LIKUTA_ENV). */
type ModeDefaults<Value> = Readonly<Record<'sandbox' | 'production', Value>>

const byMode = <Rule extends z.ZodType>(
  rule: Rule,
  defaults: ModeDefaults<z.output<Rule>>,
  meaning: string,
) => [rule.optional(), meaning, defaults] as const

/** Marks a variable that the sandbox provides by itself and that readSettings requires in production. */
const required = 'required in production'

/**
 * Rule and meaning of each variable and, where the modes differ, a default for each mode or the note that production
 * requires it. A default is written as the variable's value would be.
 */
export const variables = {
  LIKUTA_ENV: [
    z.enum(['sandbox', 'production']).default('sandbox'),
    'Whether this deployment runs in sandbox or production mode',
  ],
  PORT: [port.default(8080), 'Port of the API'],
  HOST: byMode(
    z.string(),
    { sandbox: '127.0.0.1', production: '0.0.0.0' },
    'Address to listen on. A sandbox sends webhooks to private addresses only if this is loopback',
  ),
  METRICS_PORT: [
    port.optional(),
    'Separate port for /metrics, /livez and /readyz; a process that only runs workers (--role worker) has no other',
  ],
  BASE_URL: [
    httpUrl.optional(),
    'Public URL of the service for customers and merchants; unset in sandbox: http://localhost:<PORT>',
    required,
  ],
  DATABASE_URL: [
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'a postgres:// URL')
      .optional(),
    'PostgreSQL 15 or newer; unset in sandbox: embedded PostgreSQL',
    required,
  ],
  CELLS: [
    whole('a number', 1, maxCells).default(1),
    'Into how many cells the tables of merchants are divided (docs/scaling.md)',
  ],
  DRAIN_SECONDS: [
    whole('seconds', 0, 60).default(0),
    'How long a stopping process keeps serving requests while /readyz returns 503',
  ],
  LIKUTA_DATA_DIR: [
    z.string().min(1).default('.likuta'),
    'Directory of the embedded database and generated secrets',
  ],
  MASTER_KEY: [
    masterKey.optional(),
    'Key that encrypts secrets at rest: 32 bytes in Base64; generated in sandbox',
    required,
  ],
  MASTER_KEY_PREVIOUS: [
    masterKey.optional(),
    'Second master key during a key rotation: it decrypts, but encrypts nothing',
  ],
  ADMIN_TOKENS: [
    adminTokens.optional(),
    'Tokens of the admin API: name@owner:token[,name@owner:token], where the owner is the person (docs/admin-api.md). Tokens need at least 16 characters, in production 32; generated in sandbox',
    required,
  ],
  ADMIN_ALLOWED_NETWORKS: [
    networks.default(['127.0.0.0/8', '::1/128']),
    'Networks that may call the admin API',
  ],
  TRUSTED_PROXIES: [networks.optional(), 'Proxies whose X-Forwarded-For header is trusted'],
  TRANSACTION_PREFIX: [prefix, 'Prefix of transaction_uuid'],
  MERCHANT_PREFIX: [prefix, 'Prefix of merchant_code'],
  GO_LIVE_PAPERS: byMode(
    z.enum(['required', 'off']),
    { sandbox: 'off', production: 'required' },
    'Whether a merchant gives facts and papers of its business before it goes live, which a compliance officer accepts one by one',
  ),
  CHECKOUT_TTL_SECONDS: [whole('seconds', 10, 86_400).default(1200), 'How long a checkout link can be paid'],
  SANDBOX_PORT: [port.default(8090), 'Port of the simulators'],
  CARD_GATEWAY_SANDBOX_URL: [httpUrl.optional(), 'Card gateway for sandbox merchants; unset: our simulator'],
  CARD_GATEWAY_SANDBOX_MERCHANT_ID: [z.string().optional(), 'Our merchant id at that gateway'],
  CARD_GATEWAY_SANDBOX_KEY_ID: [z.string().optional(), 'Our key id at that gateway'],
  CARD_GATEWAY_SANDBOX_SHARED_SECRET: [z.string().optional(), 'Our shared secret at that gateway, in Base64'],
  CARD_GATEWAY_PRODUCTION_URL: [
    httpUrl.optional(),
    'Card gateway for production merchants; unset: production merchants are refused',
    required,
  ],
  CARD_GATEWAY_PRODUCTION_MERCHANT_ID: [z.string().optional(), 'Our merchant id at that gateway'],
  CARD_GATEWAY_PRODUCTION_KEY_ID: [z.string().optional(), 'Our key id at that gateway'],
  CARD_GATEWAY_PRODUCTION_SHARED_SECRET: [
    z.string().optional(),
    'Our shared secret at that gateway, in Base64',
  ],
  CARD_GATEWAY_TIMEOUT_SECONDS: [whole('seconds', 1, 60).default(12), 'Time-out of one call to the gateway'],
  RATE_PROVIDER: [
    z.enum(rateProviders).optional(),
    `Provider of exchange rates: ${rateProviders.join(' or ')}; unset: our simulator, in production none`,
  ],
  RATE_PROVIDER_URL: [httpUrl.optional(), "Base URL of the rate provider's API; unset: its public URL"],
  RATE_PROVIDER_KEY: [z.string().optional(), 'Our app id or key at the rate provider'],
  // The simulators find every charge and payout at once, so a sandbox needs no horizon of a quarter of an hour.
  INQUIRY_AFTER_SECONDS: byMode(
    whole('seconds', 1, 3600),
    { sandbox: 5, production: 60 },
    'Delay before the first inquiry about a charge with an unknown outcome',
  ),
  DISPUTE_REPORT_SECONDS: byMode(
    whole('seconds', 1, 86_400),
    { sandbox: 2, production: 3_600 },
    "How often the card gateway's report of disputes is read",
  ),
  INQUIRY_HORIZON_SECONDS: byMode(
    whole('seconds', 1, 86_400),
    { sandbox: 60, production: 900 },
    'Age at which a charge that the gateway does not find is abandoned and reversed',
  ),
  OPERATORS_SANDBOX: [
    connections.optional(),
    'Mobile-money operators for sandbox merchants: JSON, one connection each (docs/operators.md); unset: our simulators',
  ],
  OPERATORS_PRODUCTION: [
    connections.optional(),
    'Mobile-money operators for production merchants; unset: no transfers for them',
  ],
  OPERATOR_TIMEOUT_SECONDS: [whole('seconds', 1, 60).default(12), 'Time-out of one call to an operator'],
  OPERATOR_INQUIRY_AFTER_SECONDS: byMode(
    whole('seconds', 1, 3600),
    { sandbox: 10, production: 60 },
    'Delay before the first inquiry about a payout with an unknown outcome',
  ),
  OPERATOR_INQUIRY_HORIZON_SECONDS: byMode(
    whole('seconds', 1, 86_400),
    { sandbox: 60, production: 900 },
    'Age at which a payout that the operator does not find is sent again with the same reference',
  ),
  BATCH_ROWS_PER_SECOND: [
    whole('rows', 1, 200).default(20),
    'How many rows of batches a worker checks or sends in a second, evenly spread, so that other transfers have room',
  ],
  COLLECTION_SECONDS: byMode(
    whole('seconds', 5, 900),
    { sandbox: 20, production: 120 },
    'How long a payer may take to approve a mobile-money payment on the phone, unless the operator says less',
  ),
  SCREENING_URL: [
    httpUrl.optional(),
    'A yente or OpenSanctions server that screens names for production merchants; unset: our own matcher with imported lists',
  ],
  SCREENING_KEY: [z.string().optional(), 'API key at the screening server'],
  SCREENING_DATASET: [
    z
      .string()
      .regex(/^[a-z0-9_]{1,64}$/)
      .default('default'),
    'Dataset of the screening server to search',
  ],
  WEBHOOK_SPEED: [factor.default(1), 'Divides the waits between webhook retries; sandbox only'],
  RATE_LIMIT_PER_SECOND: [factor.default(200), 'Requests per second and merchant, in each process'],
  RATE_LIMIT_BURST: [factor.default(400), 'Largest burst of requests per merchant'],
  RATE_LIMIT_PAGES_PER_SECOND: [
    factor.default(50),
    'Requests per second and address to the pages of payers and senders',
  ],
  RATE_LIMIT_RECEIPTS_PER_SECOND: [
    factor.default(10),
    'Receipt codes and receipt keys read per second and address, in each process',
  ],
  RATE_LIMIT_TEST_CALLBACKS_PER_SECOND: [
    factor.default(200),
    'Requests per second and address to the test receiver',
  ],
  MAX_REQUESTS_IN_FLIGHT: [
    factor.default(2048),
    'Requests that a process serves at once; requests of lower priority than a charge are refused earlier (docs/operations.md)',
  ],
  SIGN_UP: byMode(
    z.enum(['on', 'off']),
    { sandbox: 'on', production: 'off' },
    'Whether anyone may sign up as a sandbox merchant',
  ),
  SANDBOX_LIMITS: byMode(
    z.enum(['on', 'off']),
    { sandbox: 'off', production: 'on' },
    'Whether the limit rules apply to transfers of sandbox merchants, too (docs/compliance.md)',
  ),
  QUOTE_EXPOSURE_LIMIT_USD: [
    z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'whole dollars')
      .transform(Number)
      .default(100_000),
    'What unused quotes of all merchants may promise in one currency of senders, in whole dollars; each cell has an equal share (docs/operations.md)',
  ],
  ...cardMoneyVariables,
  ...bankVariables,
  ...messageVariables,
  LIKUTA_SUPPORT: [
    supportContacts.optional(),
    'Shown to merchants who cannot sign in: up to four email addresses, numbers such as +243…, or https://wa.me/243… for WhatsApp, separated by commas',
  ],
  SITE_TEXTS: [
    z.string().min(1).optional(),
    'Folder of the texts of the deployment for its public pages: prices, privacy and terms (docs/operations.md)',
  ],
  RATE_LIMIT_LOGINS_PER_SECOND: [factor.default(10), 'Sign-ins per second and address, in each process'],
  RATE_LIMIT_FAILED_LOGINS_PER_MINUTE: [
    factor.default(30),
    'Sign-ins per minute and address that may fail, in each process',
  ],
  RATE_LIMIT_SIGN_UPS_PER_HOUR: [factor.default(20), 'Sign-ups per hour and address, in each process'],
  ...invoiceVariables,
  ...complianceVariables,
  LOG_LEVEL: [z.enum(logLevels).default('info'), 'Lowest level of log lines on standard error'],
} as const satisfies Record<string, Row>

type Row = readonly [z.ZodType, string, (ModeDefaults<unknown> | typeof required)?]

/** The parsed value of each variable. */
export type Variables = {
  [Name in keyof typeof variables]: (typeof variables)[Name] extends readonly [
    unknown,
    unknown,
    ModeDefaults<infer Value>,
  ]
    ? Value
    : z.output<(typeof variables)[Name][0]>
}

/** The value of a variable that is not set, in the given mode. */
export function defaultOf([, , special]: Row, mode: keyof ModeDefaults<unknown>): unknown {
  return typeof special === 'object' ? special[mode] : undefined
}

/** The names of all settings, without the `_FILE` variants. */
export const settingNames: readonly string[] = Object.keys(variables)

function isNetwork(text: string): boolean {
  return isIP(text) > 0 || ipaddr.isValidCIDR(text)
}

/** Renders the reference of all settings as Markdown. */
export function settingsReference(): string {
  const shown = (row: Row, mode: keyof ModeDefaults<unknown>) => {
    const isProduction = mode === 'production'
    if (row[2] === required) return isProduction ? '*required*' : ''
    const text = settingText(defaultOf(row, mode) ?? row[0].safeParse(undefined).data)
    return text && `\`${text}\``
  }
  const rows = Object.entries<Row>(variables).map(([name, row]) => {
    const [sandbox, production] = [shown(row, 'sandbox'), shown(row, 'production')]
    const defaults = sandbox === production ? [sandbox] : [sandbox, `production: ${production || 'unset'}`]
    return `| \`${name}\` | ${defaults.filter(Boolean).join('; ')} | ${row[1]} |`
  })
  return [
    '# Settings',
    '',
    'Environment variables. An empty variable counts as unset. Any setting can be read from a file: add `_FILE` to its name and set',
    'the path, as in `MASTER_KEY_FILE=/run/secrets/master_key`. A line break at the end of the file is not part of the value.',
    '`LIKUTA_ENV` selects the mode.',
    '',
    '| name | default | meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
