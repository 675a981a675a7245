// PostgreSQL alone with a C client: the same statements of orders and statuses on the same tables, without HTTP,
// signatures or Node. The difference to the product is the cost of everything around the database.
import { findStatuses, insertOrders } from '../../../../server/cards/transaction/queries.ts'
import { toSentKeys } from '../../../../server/platform/database/coalescing-batch.ts'
import type { Database } from '../../../../server/platform/database/database.ts'
import { figure, number, spread } from '../../figures.ts'
import { asker, type BenchWorld, openBenchWorld } from '../../harness/bench-world.ts'
import { startServer } from '../../harness/servers.ts'
import { load } from '../../load/load.ts'
import { type Parts, withParts } from '../../parts.ts'
import type { Options, Section, Suite } from '../../suite.ts'
import { orderRequest, orders } from '../../workloads/orders.ts'
import { status } from '../../workloads/status.ts'
import { findPgbench, pgbench, type Run } from './pgbench.ts'

const title = 'PostgreSQL alone'

export const suite: Suite = {
  name: 'postgres-alone',
  async measure(options) {
    const program = findPgbench()
    if (!program) {
      const about =
        'Skipped: there is no pgbench in PATH or /usr/lib/postgresql (Debian: postgresql-contrib).'
      return { title, about, columns: [], rows: [], levels: [], figures: { skipped: 'no pgbench' } }
    }
    return withParts(async (parts) => sectionOf(await measureAll(parts, program, options)))
  },
}

/** The approximate number of orders in a batch of the product at 64 concurrent requests. */
const batch = 31

/** One measured case; `items` is the number of orders or statuses per request or transaction. */
type Row = { name: string; who: string; items: number; compared?: string; run(seconds: number): Promise<Ran> }
type Ran = { count: number; perSecond: number; p50: number; p99: number; failed: number }
type Measurement = Ran & {
  row: string
  who: string
  round: number
  postgresMicroseconds: number
  walBytes: number
  fsyncs: number
}

async function measureAll(parts: Parts, program: string, { rounds, seconds, print }: Options) {
  const world = await openBenchWorld(parts)
  const rows = await rowsOf(parts, program, world)
  const measurements: Measurement[] = []
  for (let round = 1; round <= rounds; round++)
    for (const row of rows) {
      print(`round ${round} of ${rounds}: ${row.name}, ${row.who}`)
      if (round === 1) await row.run(1)
      const before = await world.database.written()
      const ran = await row.run(seconds)
      const after = await world.database.written()
      const items = ran.count * row.items
      measurements.push({
        ...ran,
        row: row.name,
        who: row.who,
        round,
        perSecond: ran.perSecond * row.items,
        postgresMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / items,
        walBytes: (after.walBytes - before.walBytes) / items,
        fsyncs: (after.fsyncs - before.fsyncs) / items,
      })
    }
  return { rows: rows.map(({ name, who, compared }) => ({ name, who, compared })), measurements }
}

async function rowsOf(parts: Parts, program: string, world: BenchWorld): Promise<Row[]> {
  const { databaseUrl, credentials } = world
  const server = await parts.start(startServer('product', world))
  const send = asker(server.url, credentials)
  const ofProduct = async (workload: typeof orders | typeof status): Promise<Row> => {
    const request = await workload.prepare({ send })
    return {
      name: `${workload.name}-64`,
      who: 'product',
      items: 1,
      async run(seconds) {
        const { sent, ...loaded } = await load({
          url: server.url,
          credentials,
          request,
          concurrency: 64,
          seconds,
        })
        return { count: sent, ...loaded }
      },
    }
  }
  const ofPgbench = (
    name: string,
    clients: number,
    items: number,
    run: Pick<Run, 'script' | 'variables'>,
  ): Row => ({
    name,
    who: `pgbench, ${clients} client${clients > 1 ? 's' : ''}`,
    items,
    compared: name.startsWith('orders') ? 'orders-64' : 'status-64',
    async run(seconds) {
      const { transactions, ...ran } = await pgbench(program, databaseUrl, { ...run, clients, seconds })
      return { count: transactions, ...ran }
    },
  })
  const uuid = ((await send(orderRequest(0))) as { data: { transaction_uuid: string } }).data.transaction_uuid
  const member = await memberLike(world.db, uuid)
  const statusRun = {
    script: `${findStatuses.text.replaceAll('$1', ':sent')};\n`,
    variables: { sent: toSentKeys([uuid]) },
  }
  return [
    await ofProduct(orders),
    ...[1, batch].flatMap((members) =>
      [1, 64].map((clients) =>
        ofPgbench(`orders, ${members} a statement`, clients, members, insert(member, members)),
      ),
    ),
    await ofProduct(status),
    ...[1, 64].map((clients) => ofPgbench('status, 1 a statement', clients, 1, statusRun)),
  ]
}

/**
 * An order as the product passes it to the statement: the one just stored, with the fields that the statement
 * takes.
 */
async function memberLike(db: Database, uuid: string): Promise<Record<string, unknown>> {
  const find = {
    name: 'find_bench_order',
    text: `select to_json(t) as fields, m.version from card_transaction t join merchant m on m.id = t.merchant_id
            where transaction_uuid = $1`,
  }
  const [row] = await db.rows<{ fields: Record<string, unknown>; version: number }>(find, [uuid])
  const { fields, version } = row!
  const taken = insertOrders.text.split('as o (')[1]!.split('join merchant')[0]!
  const own = Object.entries(fields).filter(([name, value]) => value !== null && taken.includes(`${name} `))
  return { ...Object.fromEntries(own), merchant_version: version, default_attempts: fields.checkout_attempts }
}

/** The parameter is as long as the product's, but the server inserts what makes each order unique. */
function insert(member: Record<string, unknown>, members: number): Pick<Run, 'script' | 'variables'> {
  const each = Array.from({ length: members }, (_, n) => ({ ...member, transaction_uuid: `~-${n}` }))
  const parameter = `replace(:members, '~', 'BENCH-' || :client_id::text || '-' || :n::text)::json`
  return {
    script: `\\set n random(1, 9000000000000000)\n${insertOrders.text.replaceAll('$1', parameter)};\n`,
    variables: { members: JSON.stringify(each) },
  }
}

function sectionOf({ rows, measurements }: Awaited<ReturnType<typeof measureAll>>): Section {
  const of = (name: string, who: string) => measurements.filter((one) => one.row === name && one.who === who)
  const line = ({ name, who, compared }: (typeof rows)[number]) => {
    const own = of(name, who)
    const product = compared ? of(compared, 'product') : []
    const ratio = figure(product.map((one, round) => one.perSecond / own[round]!.perSecond))
    const median = (cost: 'p50' | 'p99' | 'postgresMicroseconds' | 'walBytes' | 'fsyncs') =>
      figure(own.map((one) => one[cost])).median
    return [
      name,
      who,
      spread(figure(own.map(({ perSecond }) => perSecond)), 0),
      compared ? `x${spread(ratio, 2)}` : '',
      number(median('p50'), 2),
      number(median('p99'), 2),
      number(median('postgresMicroseconds'), 0),
      number(median('walBytes'), 0),
      number(median('fsyncs'), 3),
    ]
  }
  return {
    title,
    about:
      'The statements that store orders and read statuses, sent by pgbench, prepared, to the same tables: without ' +
      `HTTP, signatures, checks or Node. ${batch} orders a statement is about what the product's batches have at 64 ` +
      'requests at a time. Figures a second, processor time, bytes and fsyncs are of orders and statuses, not of statements; p50 and ' +
      'p99 are of statements. "product is" is the number that the product serves for one of that row, paired by round.',
    columns: [
      'what',
      'asked by',
      'a second',
      'product is',
      'p50 ms',
      'p99 ms',
      'PostgreSQL us',
      'WAL bytes',
      'fsyncs',
    ],
    rows: rows.map(line),
    pageRows: [],
    levels: [],
    failed: measurements.reduce((sum, one) => sum + one.failed, 0),
    figures: { measurements },
  }
}
