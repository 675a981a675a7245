// What the portal's pages cost one merchant with 10,000 and with 1,000,000 payments and as many transfers:
// node bench/portal.ts [--small N] [--large N] [--rounds N] [--json]. Growth is what to rely on, not milliseconds.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Credentials, registerMerchant } from '../server/merchants/register.ts'
import { systemClock } from '../server/platform/clock.ts'
import { type Database, openDatabase } from '../server/platform/database.ts'
import { freePort } from '../server/platform/free-port.ts'
import { silentLog } from '../server/platform/log.ts'
import { openSecrets } from '../server/platform/secrets.ts'
import { readSettings } from '../server/settings.ts'
import { type CompleteSettings, openSystem } from '../server/system.ts'
import { startDatabase } from './database.ts'
import { fillBusiness } from './portal-rows.ts'

const { values: options } = parseArgs({
  options: {
    small: { type: 'string', default: '10000' },
    large: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '15' },
    json: { type: 'boolean', default: false },
  },
})
const sizes = [Number(options.small), Number(options.large)] as const
const rounds = Number(options.rounds)
const perPage = 20

type Question = { name: string; path: string; how: 'bearer' | 'basic' }

/** @param size how many payments and transfers there are; their last page is the deepest. */
function questions(size: number): Question[] {
  const last = size / perPage
  const of = (name: string, path: string): Question => ({ name, path: `/api/v1/merchant/${path}`, how: 'bearer' })
  return [
    of('overview', 'overview'),
    of('payments, page 1', 'payments'),
    of('payments, last page', `payments?page=${last}`),
    of('payments, page in the middle', `payments?page=${last / 2}`),
    of('payments FAILED, page 1', 'payments?status=FAILED'),
    of('payments FAILED, 9 in 10 skipped', `payments?status=FAILED&page=${Math.floor(last * 0.1)}`),
    of('payments CDF, 9 in 10 skipped', `payments?currency=CDF&page=${Math.floor(last * 0.18)}`),
    of('payments VOIDED CDF', 'payments?status=VOIDED&currency=CDF&limit=100'),
    of('payments of a month, last page', `payments?from=2026-03-01&to=2026-03-31&page=${Math.floor(last / 12)}`),
    of('payments with a frequent amount', 'payments?q=10.00&page=40'),
    of('one payment', `payments/${uuidOf(size)}`),
    of('transfers, page 1', 'transfers'),
    of('transfers, last page', `transfers?page=${last}`),
    of('transfers Hold', 'transfers?status=Hold'),
    of('transfers orange, 9 in 10 skipped', `transfers?operator=orange&page=${Math.floor(last * 0.22)}`),
    of('transfers orange Failed, last page', `transfers?operator=orange&status=Failed&page=${Math.floor(last / 12)}`),
    of('one transfer', `transfers/${transferOf(size)}`),
    { name: 'remittance /transactions, last page', path: `/api/v1/remittance/transactions?page=${last}`, how: 'basic' },
    of('wallet history, page 1', 'wallet/history'),
    of('wallet history, last page', `wallet/history?page=${Math.floor((size * 2.5) / perPage)}`),
    of('deliveries, page 1', 'deliveries'),
    of('deliveries, last page', `deliveries?page=${Math.floor(size / perPage / 1.01)}`),
    of('deliveries DEAD', 'deliveries?status=DEAD'),
    of('checklist', 'checklist'),
    of('search: reference', `search?q=INV-${Math.floor(size / 3)}`),
    of('search: transaction_uuid', `search?q=${uuidOf(size)}`),
    of('search: phone', `search?q=099${String((Math.floor(size / 3) * 104_729) % 10_000_000).padStart(7, '0')}`),
    of('search: email', 'search?q=customer77%40example.com'),
    of('search: last four digits', 'search?q=0031'),
    of('search: frequent amount', 'search?q=10.00'),
    of('search: rare amount', 'search?q=1234.56'),
    of('search: nothing', 'search?q=nothing-at-all'),
  ]
} // biome-ignore format: a question a line

let merchantId = 1n
const uuidOf = (size: number) => `MSL-${merchantId}-${String(Math.floor(size / 2)).padStart(14, '0')}-CD`
const transferOf = (size: number) =>
  `IMT-IN-${`${merchantId}${String(Math.floor(size / 2)).padStart(12, '0')}`.padStart(16, '0')}`

type Timing = { median: number; most: number }

async function measure(
  base: string,
  headers: Record<Question['how'], string>,
  question: Question,
): Promise<Timing> {
  const times: number[] = []
  for (let i = 0; i < rounds + 2; i++) {
    const startedAt = performance.now()
    const answer = await fetch(base + question.path, { headers: { authorization: headers[question.how] } })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${question.path}: ${answer.status} ${text}`)
    // The first ones find nothing prepared.
    if (i >= 2) times.push(performance.now() - startedAt)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, most: sorted.at(-1) ?? Number.NaN }
}

/** Takes a whole file, for the rows a second it comes at. */
async function takeFile(
  base: string,
  authorization: string,
  path: string,
): Promise<{ rows: number; seconds: number }> {
  const startedAt = performance.now()
  const answer = await fetch(base + path, { headers: { authorization } })
  let lines = 0
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>)
    for (const byte of chunk) if (byte === 10) lines += 1
  return { rows: lines - 2, seconds: (performance.now() - startedAt) / 1_000 }
}

async function openServer(databaseUrl: string, masterKey: Buffer) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const limits = Object.fromEntries(
    ['PER_SECOND', 'BURST', 'PAGES_PER_SECOND', 'LOGINS_PER_SECOND'].map((name) => [
      `RATE_LIMIT_${name}`,
      '99999',
    ]),
  )
  const settings = readSettings({
    ...limits,
    PORT: String(port),
    BASE_URL: url,
    DATABASE_URL: databaseUrl,
    MASTER_KEY: masterKey.toString('base64'),
    ADMIN_TOKENS: 'bench:bench-token-0123456789',
    CARD_GATEWAY_SANDBOX_URL: 'http://localhost:1/gateway',
    CARD_GATEWAY_SANDBOX_MERCHANT_ID: 'bench',
    CARD_GATEWAY_SANDBOX_KEY_ID: 'bench',
    CARD_GATEWAY_SANDBOX_SHARED_SECRET: masterKey.toString('base64'),
  })
  const system = openSystem(settings as CompleteSettings, { role: 'api', log: silentLog })
  await system.app.listen({ host: '127.0.0.1', port })
  return { url, close: () => system.close() }
}

async function headersOf(base: string, merchant: Credentials): Promise<Record<Question['how'], string>> {
  const answer = await fetch(`${base}/api/v1/merchant/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: merchant.email, password: merchant.password }),
  })
  const { data } = (await answer.json()) as { data: { access_token: string } }
  const basic = Buffer.from(`${merchant.merchant_code}:${merchant.merchant_secret}`).toString('base64')
  return { bearer: `Bearer ${data.access_token}`, basic: `Basic ${basic}` }
}

type Result = { size: number; timings: Map<string, Timing>; file: { rows: number; seconds: number } }

/** A new server and a new sign-in for each size: the plans of one are not those of the other. */
async function measureAll(
  databaseUrl: string,
  masterKey: Buffer,
  merchant: Credentials,
  size: number,
): Promise<Result> {
  const server = await openServer(databaseUrl, masterKey)
  try {
    const headers = await headersOf(server.url, merchant)
    const timings = new Map<string, Timing>()
    for (const question of questions(size))
      timings.set(question.name, await measure(server.url, headers, question))
    const file = await takeFile(server.url, headers.bearer, '/api/v1/merchant/payments.csv')
    return { size, timings, file }
  } finally {
    await server.close()
  }
}

function print(results: Result[]): void {
  const [small, large] = results as [Result, Result]
  const ms = ({ median, most }: Timing) => `${median.toFixed(1)} (${most.toFixed(1)})`
  const count = new Intl.NumberFormat('en')
  const lines = [...large.timings].map(([name, timing]) => {
    const before = small.timings.get(name) as Timing
    return `| ${name} | ${ms(before)} | ${ms(timing)} | x${(timing.median / before.median).toFixed(1)} |`
  })
  const file = ({ file: { rows, seconds } }: Result) => `${count.format(rows)} rows, ${seconds.toFixed(1)} s`
  console.log(
    [
      `| ms, median (most) of ${rounds} | ${count.format(small.size)} | ${count.format(large.size)} | growth |`,
      '|---|---|---|---|',
      ...lines,
      `| payments.csv, whole | ${file(small)} | ${file(large)} | |`,
    ].join('\n'),
  )
}

async function registerBench(databaseUrl: string, masterKey: Buffer): Promise<Credentials> {
  const db: Database = openDatabase(databaseUrl, { connections: 1, name: 'bench' })
  const secrets = openSecrets(masterKey)
  return registerMerchant(
    { db, secrets, clock: systemClock, merchantPrefix: 'MSL' },
    { name: 'Bench', email: 'bench@example.com', environment: 'sandbox', password: 'correct horse battery' },
  ).finally(() => db.close())
}

const database = await startDatabase()
try {
  const masterKey = randomBytes(32)
  const merchant = await registerBench(database.url, masterKey)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const results: Result[] = []
  let filled = 0
  for (const size of sizes) {
    process.stderr.write(`writing rows ${filled + 1} to ${size}\n`)
    merchantId = await fillBusiness(client, openSecrets(masterKey), { merchant, from: filled + 1, to: size })
    filled = size
    process.stderr.write(`measuring ${size}\n`)
    results.push(await measureAll(database.url, masterKey, merchant, size))
  }
  await client.end()
  if (options.json)
    console.log(
      JSON.stringify(
        results.map(({ timings, ...rest }) => ({ ...rest, timings: [...timings] })),
        null,
        2,
      ),
    )
  else print(results)
} finally {
  await database.stop()
}
