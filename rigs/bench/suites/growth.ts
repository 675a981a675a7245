// Whether requests cost the same with millions of rows as with none: two databases with a server each, measured
// alternately.
import { type Figure, figure, number, spread } from '../figures.ts'
import { basicHeaders, type Filled, signIn, startFilled } from '../harness/filled.ts'
import { equality, level } from '../level.ts'
import { growthLevel } from '../levels.ts'
import { load } from '../load/load.ts'
import { type Parts, withParts } from '../parts.ts'
import type { Level, Options, Section, Suite } from '../suite.ts'
import { transfer } from '../workloads/inbound.ts'
import { orderRequest } from '../workloads/orders.ts'
import type { Outgoing } from '../workloads/workload.ts'

const names = ['orders', 'status', 'old-status', 'inbound'] as const
type Name = (typeof names)[number]
/** `orders` alone is a workload of the requests suite, which fills no tables. */
const partOf = (name: Name) => `growth-${name}`

export const suite: Suite = {
  name: 'growth',
  parts: names.map(partOf),
  measure: (options) => withParts((parts) => measureAll(parts, options)),
}

const concurrency = 64
const subjects = ['empty', 'filled'] as const
type Subject = (typeof subjects)[number]
type Pair = Record<Subject, Filled>

type Sample = {
  name: Name
  subject: Subject
  round: number
  perSecond: number
  p50: number
  p99: number
  failed: number
  cpuMicroseconds: number
  /** CPU of PostgreSQL. Unlike a rate, it hardly depends on other work on the machine. */
  postgresMicroseconds: number
  walBytes: number
  /** Full page images in the write-ahead log: the extra cost of the first write to a page after a checkpoint. */
  pageImages: number
}

async function measureAll(parts: Parts, options: Options): Promise<Section> {
  const { rows, print } = options
  const filled = await startFilled(parts, { rows, print })
  const empty = await startFilled(parts, { rows: 0, print })
  return compare({ empty, filled }, options)
}

/** The same for existing databases. */
export async function compare(pair: Pair, { rounds, seconds, only, print }: Options): Promise<Section> {
  const wanted = names.filter(
    (name) => only.length === 0 || only.some((part) => partOf(name).startsWith(part)),
  )
  const samples: Sample[] = []
  for (const name of wanted) {
    const requests: Record<Subject, (n: number) => Outgoing> = {
      empty: await prepare(name, pair.empty),
      filled: await prepare(name, pair.filled),
    }
    for (let round = 0; round <= rounds; round++)
      for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
        print(`${name}, ${round === 0 ? 'to warm up' : `round ${round} of ${rounds}`}: ${subject}`)
        const sample = await measure(pair[subject], requests[subject], seconds)
        if (round > 0) samples.push({ name, subject, round, ...sample })
      }
  }
  return sectionOf(pair, wanted, samples)
}

/** How many payments are read in turn. */
const readCount = 20_000
/** Merchants query the payments they have just created. */
const newest = 'order by id desc limit $2'
const ofAnyAge = `and id in (select ceil(random() * (select max(id) from card_transaction))::bigint from generate_series(1, $2))`

async function prepare(name: Name, { client, merchant, server }: Filled): Promise<(n: number) => Outgoing> {
  if (name === 'inbound') return () => transfer({ merchant }, merchant.merchant_code)
  const orders = Array.from({ length: concurrency }, (_, n) => orderRequest(n))
  const order = (n: number) => orders[n % orders.length]!
  if (name === 'orders') return order
  await load({ url: server.url, credentials: merchant, request: order, concurrency, seconds: 1 })
  const { rows } = await client.query(
    `select transaction_uuid from card_transaction
      where merchant_id = (select id from merchant where merchant_code = $1) ${name === 'status' ? newest : ofAnyAge}`,
    [merchant.merchant_code, readCount],
  )
  const reads = rows.map((row) => ({
    method: 'POST',
    path: '/api/v1/payment/status',
    body: Buffer.from(JSON.stringify(row)),
  }))
  return (n) => reads[n % reads.length]!
}

async function measure(
  { database, server, merchant: credentials, client }: Filled,
  request: (n: number) => Outgoing,
  seconds: number,
): Promise<Omit<Sample, 'name' | 'subject' | 'round'>> {
  const written = async () => {
    const use = await database.written()
    const { rows } = await client.query('select wal_fpi::float8 as images from pg_stat_wal')
    return { ...use, images: rows[0].images as number }
  }
  await load({ url: server.url, credentials, request, concurrency, seconds: 0.3 })
  const before = await written()
  const usedBefore = await server.usage()
  const { sent, failed, perSecond, p50, p99 } = await load({
    url: server.url,
    credentials,
    request,
    concurrency,
    seconds,
  })
  const used = await server.usage()
  const after = await written()
  return {
    perSecond,
    p50,
    p99,
    failed,
    cpuMicroseconds: (used.cpuMicroseconds - usedBefore.cpuMicroseconds) / sent,
    postgresMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / sent,
    walBytes: (after.walBytes - before.walBytes) / sent,
    pageImages: (after.images - before.images) / sent,
  }
}

type Comparison = ReturnType<typeof comparisonOf>

function comparisonOf(samples: readonly Sample[]) {
  const of = (name: Name, subject: Subject) =>
    samples.filter((sample) => sample.name === name && sample.subject === subject)
  const ratios = (name: Name, key: 'perSecond' | 'postgresMicroseconds' = 'perSecond'): Figure => {
    const others = of(name, 'empty')
    return figure(
      of(name, 'filled').map(
        (sample) => sample[key] / (others.find(({ round }) => round === sample.round)?.[key] ?? Number.NaN),
      ),
    )
  }
  return { of, ratios }
}

function rowsOf(pair: Pair, wanted: readonly Name[], { of, ratios }: Comparison): string[][] {
  return wanted.flatMap((name) =>
    subjects.map((subject) => {
      const cost = (key: Exclude<keyof Sample, 'name' | 'subject'>) =>
        figure(of(name, subject).map((sample) => sample[key]))
      return [
        `${name}-${concurrency}`,
        number(pair[subject].history.payments, 0),
        spread(cost('perSecond'), 0),
        subject === 'filled' ? `x${spread(ratios(name), 2)}` : '',
        number(cost('p50').median, 2),
        number(cost('p99').median, 2),
        number(cost('cpuMicroseconds').median, 0),
        number(cost('postgresMicroseconds').median, 0),
        number(cost('walBytes').median, 0),
        number(cost('pageImages').median, 3),
        number(
          of(name, subject).reduce((sum, { failed }) => sum + failed, 0),
          0,
        ),
      ]
    }),
  )
}

function levelsOf(wanted: readonly Name[], { ratios }: Comparison): Level[] {
  return [
    ...wanted.map((name) =>
      level(`${name}-${concurrency}, full`, ratios(name), { atLeast: growthLevel, of: 'empty' }),
    ),
    ...wanted
      .filter((name) => name === 'orders')
      .map((name) =>
        level(`${name}-${concurrency}, full, CPU of PostgreSQL`, ratios(name, 'postgresMicroseconds'), {
          atMost: 1.1,
          of: 'empty',
        }),
      ),
  ]
}

const aboutOf = (history: Filled['history']) =>
  `Two databases with a server each, measured alternately, ${concurrency} requests at a time. The full one was written in ` +
  `${number(history.seconds, 0)} s and has ${number(history.bytes / 2 ** 30, 1)} GiB. PostgreSQL has its defaults (128 MB of ` +
  `shared buffers). Status reads take the newest ${number(readCount, 0)} payments; those of old-status lie anywhere in the ` +
  'table. Transfers are all of one wallet. Costs are per request.'

async function sectionOf(pair: Pair, wanted: readonly Name[], samples: readonly Sample[]): Promise<Section> {
  const compared = comparisonOf(samples)
  const totals: Level[] = []
  for (const subject of subjects) totals.push(...(await totalsExact(pair[subject], subject)))
  const { history } = pair.filled
  return {
    title: `Requests with ${number(history.payments, 0)} payments and ${number(history.transfers, 0)} transfers in the tables, and with none`,
    about: aboutOf(history),
    columns: [
      'workload',
      'rows',
      'requests/s',
      'full is',
      'p50 ms',
      'p99 ms',
      'CPU us',
      'PostgreSQL us',
      'WAL bytes',
      'page images',
      'failed',
    ],
    rows: rowsOf(pair, wanted, compared),
    pageRows: [],
    levels: [...levelsOf(wanted, compared), ...totals],
    failed: samples.reduce((sum, { failed }) => sum + failed, 0),
    figures: { history, samples },
  }
}

/** The totals that lists derive from counters alone, compared with a count of the rows. */
async function totalsExact({ server, merchant, client }: Filled, subject: Subject): Promise<Level[]> {
  const requests = [
    ['payments', 'card_transaction', '/api/v1/merchant/payments', await signIn(server, merchant)],
    ['transfers', 'transfer', '/api/v1/remittance/transactions', basicHeaders(merchant)],
  ] as const
  const levels: Level[] = []
  for (const [name, table, path, headers] of requests) {
    const response = await fetch(server.url + path, { headers })
    const { data } = (await response.json()) as { data: { pagination: { total: number } } }
    const { rows } = await client.query(
      `select count(*)::float8 as count from ${table}
        where merchant_id = (select id from merchant where merchant_code = $1)`,
      [merchant.merchant_code],
    )
    levels.push(equality(`total of ${name}, ${subject}, as count(*)`, data.pagination.total, rows[0].count))
  }
  return levels
}
