// The cost of the portal and the console with 10,000 and with 1,000,000 payments and as many transfers of one
// merchant, plus a tenth as many of others: npm run rig -- bench portal [--small N] [--large N] [--rounds N] [--only
// TEXT] [--json]. Rely on the growth, not on the milliseconds.
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Credentials } from '../../../../server/merchants/identity/register.ts'
import { openSecrets } from '../../../../server/platform/secrets.ts'
import { startDatabase } from '../../harness/database.ts'
import { registerMerchants } from '../../harness/merchants.ts'
import { measureAll, type Result, type Timing } from './measure.ts'
import { fillBusiness } from './rows.ts'

const { values: options } = parseArgs({
  allowPositionals: true,
  options: {
    small: { type: 'string', default: '10000' },
    large: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '30' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const sizes = [Number(options.small), Number(options.large)] as const
const rounds = Number(options.rounds)
if (!(sizes[0] >= 1_000) || !(sizes[1] > sizes[0]) || !(rounds >= 1))
  throw new Error('--small takes 1000 or more, --large more than that, --rounds a number above 0')
/** The number of merchants besides the measured one. */
const others = 10

async function run(databaseUrl: string): Promise<Result[]> {
  const masterKey = randomBytes(32)
  const merchants = await registerMerchants(databaseUrl, masterKey, 1 + others)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return measured(client, { databaseUrl, masterKey, merchants }).finally(() => client.end())
}

type Run = { databaseUrl: string; masterKey: Buffer; merchants: Credentials[] }

async function measured(client: pg.Client, { databaseUrl, masterKey, merchants }: Run): Promise<Result[]> {
  const results: Result[] = []
  let filled = 0
  for (const size of sizes) {
    process.stderr.write(`writing rows up to ${size}\n`)
    const fillings = merchants.map((merchant, i) => {
      const share = i === 0 ? 1 : 10 * others
      return { merchant, from: Math.floor(filled / share) + 1, to: Math.floor(size / share) }
    })
    await fillBusiness(client, openSecrets(masterKey), fillings, size)
    filled = size
    process.stderr.write(`measuring ${size}\n`)
    const world = { databaseUrl, masterKey: masterKey.toString('base64') }
    results.push(await measureAll(world, merchants[0] as Credentials, { size, rounds, only: options.only }))
  }
  return results
}

function table([small, large]: [Result, Result]): string {
  const ms = ({ median, p99 }: Timing) => `${median.toFixed(1)} (${p99.toFixed(1)})`
  const count = new Intl.NumberFormat('en')
  const before = new Map(small.timings)
  const lines = large.timings.map(([name, timing]) => {
    const first = before.get(name) as Timing
    return `| ${name} | ${ms(first)} | ${ms(timing)} | x${(timing.median / first.median).toFixed(1)} |`
  })
  const files = [small, large].flatMap(({ files }) =>
    files.map(([name, { rows, seconds, memoryBefore, memoryMost }]) => {
      const [from, to] = [memoryBefore, memoryMost].map((bytes) => Math.round(bytes / 2 ** 20))
      return `${name}: ${count.format(rows)} rows in ${seconds.toFixed(1)} s, ${count.format(Math.round(rows / seconds))} a second; the server had ${from} MiB and ${to} MiB at most`
    }),
  )
  return [
    `| ms, median (p99) of ${rounds} | ${count.format(small.size)} | ${count.format(large.size)} | growth |`,
    '|---|---|---|---|',
    ...lines,
    '',
    ...files,
  ].join('\n')
}

const database = await startDatabase()
try {
  const results = await run(database.url)
  const machine = { node: process.version, postgres: database.version, cores: availableParallelism(), rounds }
  if (options.json) console.log(JSON.stringify({ machine, results }, null, 2))
  else {
    console.log(table(results as [Result, Result]))
    console.log(
      `\nNode ${machine.node}, PostgreSQL ${machine.postgres}, ${machine.cores} cores shared with the client`,
    )
  }
} finally {
  await database.stop()
}
