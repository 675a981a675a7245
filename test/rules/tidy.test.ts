// Rules of the code base, checked on the text of the sources, so that contributors need not remember them.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, test } from 'vitest'
import { rawTexts } from './raw-markup.ts'

const list = ['ls-files', '--cached', '--others', '--exclude-standard']
const tracked = execFileSync('git', list, { encoding: 'utf8' }).split('\n').filter(Boolean)
const sources = tracked.filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith('.generated.ts'))
const read = (file: string) => readFileSync(file, 'utf8')
const isTest = (file: string) => /\.test\.ts$|^test\/|\.contract(\.steps)?\.ts$|\.setup\.ts$/.test(file)

/** Each rule has a pattern, the files where it is allowed, and the reason. */
const rules: [pattern: RegExp, allowed: RegExp, why: string][] = [
  [
    /from '(\.\.\/)+sandbox\//,
    /^(sandbox|test|rigs|web\/portal)\/|\.test\.ts$/,
    'the server never loads a simulator',
  ],
  [
    /from '(\.\.\/)+web\//,
    /^(web|test)\/|^scripts\/(pages\/build-icon|site\/(identity|skeleton))\.ts$|\.test\.ts$/,
    'pages meet the server by HTTP only',
  ],
  [
    /^import (?!type)[^\n]*from '(\.\.\/)+server\//m,
    /^(server|test|rigs|scripts|db)\/|\.test\.ts$/,
    'simulators and pages meet the server by HTTP only',
  ],
  [
    /\b(Date\.now\(|new Date\(\)|Temporal\.Now\b)/,
    /^server\/platform\/time\/clock\.ts$|^server\/admin\/monitoring\/health\.ts$|^server\/composition\/commands\/|^(web|sandbox|sdk|rigs|examples|scripts)\//,
    'time comes from the clock',
  ],
  [/\b(parseFloat\(|\.toFixed\()/, /^(rigs|web|examples)\//, 'money is never a float'],
  [
    /\b(Math\.random\(|randomInt|randomBytes|randomUUID)/,
    /^server\/kernel\/id\.ts$|^server\/platform\/secrets\.ts$|^server\/accounts\/password\.ts$|^server\/config\/sandbox-deployment\.ts$|^sdk\/http\/call\.ts$|^web\/portal\/updates\/updates\.ts$|^scripts\/reference\/samples\/samples\.ts$|^(sandbox|rigs|examples)\//,
    'random values are generated in one place',
  ],
  [
    /(?<![.\w])fetch\(/,
    /^server\/composition\/commands\/|^sdk\/http\/call\.ts$|^(web|sandbox|rigs|examples|mcp)\//,
    'the network is reached through upstream.ts and outbound.ts',
  ],
  [
    /'undici['/]/,
    /^server\/platform\/network\/(upstream|outbound|client)\.ts$/,
    'the network is reached through upstream.ts and outbound.ts',
  ],
  [
    /from '(?!\.{1,2}\/)|from '\.\.\/\.\.\//,
    /^(server|sandbox|web|test|rigs|scripts|examples|db|deploy|mcp)\/|^[^/]*$/,
    'the published client has no dependencies',
  ],
  [
    /from 'pg'/,
    /^server\/platform\/|^(test|rigs)\/|^scripts\/database-console\//,
    'SQL goes through the database module',
  ],
  [/\b(utils|helpers|common|manager)\.ts'/, /^$/, 'a file is named after what it holds'],
]

describe('the rules of the code base', () => {
  test.each(rules)('%s is used only where allowed: %s %s [S-33] [S-64]', (pattern, allowed) => {
    const offenders = sources.filter(
      (file) => !isTest(file) && !allowed.test(file) && pattern.test(read(file)),
    )
    assert.deepEqual(offenders, [])
  })
})

test('a path of the API stands in the server only where its route or the format of its errors is declared', () => {
  const declared = /^\s*(path: |(export )?const \w+Path = |\['\/api\/v1\/[\w/]+', (code|detail)Shape\])/
  const offenders = sources
    .filter((file) => file.startsWith('server/') && !isTest(file))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .filter(
          (line) => /['"`]\/api\/v1\//.test(line) && !declared.test(line) && !/^\s*(\/\*)?\*/.test(line),
        )
        .map((line) => `${file}: ${line.trim()}`),
    )
  assert.deepEqual(offenders, [])
})

test('no path uses the pathname of import.meta.url, which breaks in a folder with a space', () => {
  const offenders = tracked
    .filter((file) => /\.(tsx?|m?js)$/.test(file))
    .filter((file) => /import\.meta\.url\)\s*\.pathname/.test(read(file)))
  assert.deepEqual(offenders, [])
})

/** What declarations of admin routes name. */
const declarations = ['admin/decisions/merchants-decided.ts', 'admin/decisions/confirmed-acts.ts']

/** What each folder may import besides itself. The rules of the parent folder apply too. */
const walls: Record<string, string[]> = {
  kernel: [],
  platform: ['kernel'],
  'platform/process': ['kernel'],
  'platform/database': ['kernel', 'platform/process'],
  'platform/time': ['kernel', 'platform/process', 'platform/database'],
  'platform/http': [
    'kernel',
    'platform/process',
    'platform/database',
    'platform/time',
    'platform/secrets.ts',
    'platform/retained-keys.ts',
  ],
  ledger: ['kernel', 'platform'],
  webhooks: ['kernel', 'platform', 'admin/retention/kind.ts', 'admin/access.ts', 'admin/audit.ts'],
  messages: ['kernel', 'platform'],
  // Merchants and staff build on it, never the other way.
  accounts: ['kernel', 'platform'],
  merchants: [
    ...declarations,
    'kernel',
    'platform',
    'accounts',
    'messages',
    'admin/approvals',
    'admin/access.ts',
    'admin/audit.ts',
    'admin/retention/kind.ts',
    'compliance/screening/',
    'webhooks/certification/',
    'webhooks/delivery/deliveries.ts',
    'webhooks/delivery/resend-range.ts',
    'webhooks/endpoints.ts',
    'webhooks/feed',
    'webhooks/receiver-credentials.ts',
  ],
  'merchants/identity': [
    'kernel',
    'platform',
    'accounts/password.ts',
    'admin',
    'merchants/problems.ts',
    // The owner is notified when a key or secret is replaced.
    'merchants/alerts/alert-merchant.ts',
    'webhooks/receiver-credentials.ts',
  ],
  'merchants/sign-in': [
    'kernel',
    'platform',
    'admin/audit.ts',
    'merchants/problems.ts',
    'merchants/identity',
    'merchants/alerts/account-alerts.ts',
    'merchants/alerts/confirmation-code.ts',
    'accounts',
    // Signing up gives a name, as accepting an invitation does.
    'merchants/users/change-user.ts',
  ],
  'merchants/alerts': [
    'kernel',
    'platform',
    'accounts',
    'messages',
    'merchants/problems.ts',
    'merchants/identity',
    'merchants/sign-in',
    'merchants/brand/support.ts',
    'admin/audit.ts',
  ],
  'merchants/profile': [
    'kernel',
    'platform',
    'merchants/problems.ts',
    'merchants/identity',
    'merchants/sign-in',
    'merchants/alerts/setting-change.ts',
    'merchants/brand',
    'accounts/account.ts',
    'webhooks/receiver-credentials.ts',
  ],
  'merchants/brand': ['kernel', 'platform', 'admin/audit.ts', 'merchants/sign-in'],
  receipts: ['kernel', 'platform', 'admin/access.ts', 'admin/audit.ts'],
  balances: [
    ...declarations,
    'kernel',
    'platform',
    'ledger',
    'merchants',
    'admin/approvals',
    'admin/access.ts',
    'admin/audit.ts',
  ],
  'merchant-payouts': [
    ...declarations,
    'kernel',
    'platform',
    'ledger',
    'merchants',
    'balances',
    'admin/approvals',
    'webhooks/enqueue-webhook.ts',
    'admin/access.ts',
    'admin/audit.ts',
    'operator-calls',
    'compliance/names/match.ts',
    'compliance/blacklist.ts',
  ],
  // It knows neither transfers nor refunds.
  batches: [
    'kernel',
    'platform',
    'merchants',
    'admin/retention/kind.ts',
    'webhooks/enqueue-webhook.ts',
    'admin/audit.ts',
  ],
  cards: [
    ...declarations,
    'batches',
    'kernel',
    'platform',
    'admin/approvals',
    'ledger',
    'operator-calls',
    'compliance/names/match.ts',
    'compliance/blacklist.ts',
    'balances/lock-balance.ts',
    'receipts',
    'merchants',
    'messages/enqueue-message.ts',
    'messages/payer-opt-out.ts',
    'messages/texts/',
    'admin/retention/kind.ts',
    'webhooks/enqueue-webhook.ts',
    'admin/access.ts',
    'admin/audit.ts',
  ],
  'operator-calls': ['kernel', 'platform', 'ledger/operation', 'ledger/claim.ts', 'ledger/queue-pause.ts'],
  remittance: [
    ...declarations,
    'batches',
    'operator-calls',
    'kernel',
    'platform',
    'admin/approvals',
    'ledger',
    'receipts',
    'merchants',
    'compliance',
    'admin/retention/kind.ts',
    'webhooks/enqueue-webhook.ts',
    'webhooks/erase-bodies.ts',
    'admin/access.ts',
    'admin/audit.ts',
  ],
  portal: [
    'kernel',
    'platform',
    'admin/audit.ts',
    'admin/approvals',
    'merchants',
    'cards',
    'remittance',
    'operator-calls',
    'balances',
    'merchant-payouts',
    'webhooks',
  ],
  compliance: ['kernel', 'platform', 'admin/access.ts', 'admin/audit.ts'],
  'compliance/names': ['kernel', 'platform'],
  'compliance/lists': [
    'kernel',
    'platform',
    'admin',
    'compliance/names',
    'compliance/admin-requests.ts',
    'compliance/problems.ts',
  ],
  'compliance/screening': [
    'kernel',
    'platform',
    'compliance/names',
    'compliance/lists',
    'compliance/problems.ts',
  ],
  adapters: [
    'kernel',
    'platform',
    'cards/gateway/',
    'cards/transaction/decline-reasons.ts',
    'operator-calls',
    'remittance/exchange-rates/provider.ts',
    'compliance/screening/screener.ts',
    'messages/channel.ts',
  ],
  admin: [
    'kernel',
    'platform',
    'ledger/operation',
    'ledger/claim.ts',
    'ledger/queue-pause.ts',
    'accounts',
    'messages',
  ],
  'admin/monitoring': [
    'kernel',
    'platform',
    'ledger/operation',
    'ledger/claim.ts',
    'ledger/queue-pause.ts',
    'admin/access.ts',
  ],
  'admin/decisions': ['kernel', 'platform', 'admin/access.ts'],
  'admin/approvals': [...declarations, 'kernel', 'platform', 'admin/access.ts', 'admin/audit.ts'],
  'admin/retention': ['kernel', 'platform', 'admin/access.ts', 'admin/audit.ts'],
  config: ['kernel', 'platform', 'adapters', 'admin/token-setting.ts', 'admin/approvals/rules.ts'],
  'composition/openapi': [
    'batches',
    'kernel',
    'platform',
    'accounts',
    'admin/access.ts',
    'merchants',
    'merchant-payouts/payouts/schemas.ts',
    'cards',
    'remittance',
    'receipts',
  ],
}

describe('the import rules between folders', () => {
  test.each(Object.entries(walls))('server/%s imports only %j', (room, allowed) => {
    const offenders: string[] = []
    for (const file of sources.filter((name) => name.startsWith(`server/${room}/`) && !isTest(name))) {
      for (const [, target] of read(file).matchAll(/from '(\.[^']+)'/g)) {
        const resolved = new URL(target as string, `file:///${file}`).pathname.replace('/server/', '')
        if (!resolved.startsWith(`${room}/`) && !allowed.some((prefix) => resolved.startsWith(prefix)))
          offenders.push(`${file} -> ${resolved}`)
      }
    }
    assert.deepEqual(offenders, [])
  })
})

test('server pages write nothing unescaped except known markup [S-51]', () => {
  assert.deepEqual(
    rawTexts(['view.name', 'lock', 'known ? view.name : lock'].map((text) => `!$\{${text}}`).join('')),
    ['view.name', 'known ? view.name : lock'],
  )
  const pages = sources.filter(
    (file) => /^(server|sandbox|examples)\//.test(file) && /\bhtml`/.test(read(file)),
  )
  assert.ok(pages.length >= 5)
  assert.deepEqual(
    pages
      .filter((file) => !isTest(file))
      .flatMap((file) => rawTexts(read(file)).map((text) => `${file}: ${text}`)),
    [],
  )
})

test('only pages use JSX, because the server runs without a build', () => {
  assert.deepEqual(
    sources.filter((file) => file.endsWith('.tsx') && !file.startsWith('web/')),
    [],
  )
})

test('no two migrations have the same number', () => {
  const numbers = tracked
    .filter((file) => file.startsWith('db/'))
    .map((file) => file.split('/')[2]!.slice(0, 4))
  assert.equal(new Set(numbers).size, numbers.length)
})

/** Returns the anchor that links use for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

test('links between documents lead to existing files and headings', () => {
  const known = new Set(tracked)
  const dead: string[] = []
  for (const file of tracked.filter((name) => name.endsWith('.md'))) {
    const prose = read(file).replace(/^```.*?^```/gms, '')
    for (const [, link] of prose.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)) {
      const { pathname, hash } = new URL(link as string, `file:///${file}`)
      const target = link!.startsWith('#') ? file : pathname.slice(1)
      const isThere = known.has(target) || tracked.some((name) => name.startsWith(`${target}/`))
      const headings = hash
        ? [...read(target).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => `#${anchorOf(heading!)}`)
        : []
      if (!isThere || (hash && !headings.includes(decodeURIComponent(hash)))) dead.push(`${file}: ${link}`)
    }
  }
  assert.deepEqual(dead, [])
})
