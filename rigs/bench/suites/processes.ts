// One API process compared with two and four on one port, with PostgreSQL on the same cores, and whether the books agree
// afterwards.
import { type Figure, figure, number, spread } from '../figures.ts'
import { asker, type BenchWorld, openBenchWorld } from '../harness/bench-world.ts'
import { makeDataFolder, type Product, startProduct } from '../harness/product.ts'
import { equality, level } from '../level.ts'
import { processLevels } from '../levels.ts'
import { load } from '../load/load.ts'
import { type Parts, withParts } from '../parts.ts'
import type { Level, Options, Section, Suite } from '../suite.ts'
import { manyWallets, richMerchants, transfer } from '../workloads/inbound.ts'
import { orderRequest } from '../workloads/orders.ts'
import type { Outgoing } from '../workloads/workload.ts'
import { type Books, booksOf, fillWallet } from './processes-books.ts'

export const suite: Suite = {
  name: 'processes',
  measure: (options) => withParts(async (parts) => sectionOf(await measureAll(parts, options))),
}

const counts = [1, 2, 4] as const
const kinds = ['orders-64', 'inbound-one-wallet-64', 'inbound-many-wallets-64'] as const
/** What is sent after the measurement, to the merchant whose books are compared. */
const checkedKinds = ['orders-64', 'inbound-one-wallet-64'] as const
type Kind = (typeof kinds)[number]
type Subject = { count: number; product: Product; requests: Record<Kind, (n: number) => Outgoing> }
type Measurement = {
  count: number
  kind: Kind
  round: number
  perSecond: number
  p50: number
  p99: number
  cpuMicroseconds: number
  postgresMicroseconds: number
  failed: number
}
type Checked = { count: number; responded: number; before: Books; after: Books }

async function measureAll(parts: Parts, { rounds, seconds, print }: Options) {
  const world = await openBenchWorld(parts)
  const subjects: Subject[] = []
  for (const count of counts) subjects.push(await open(parts, world, count))
  const measurements: Measurement[] = []
  for (let round = 1; round <= rounds; round++)
    for (const kind of kinds)
      for (const subject of round % 2 ? subjects : subjects.toReversed()) {
        print(`round ${round} of ${rounds}: ${kind}, processes: ${subject.count}`)
        measurements.push({
          round,
          ...(await measure(world, subject, kind, { seconds, isFirst: round === 1 })),
        })
      }
  const checked: Checked[] = []
  for (const subject of subjects) checked.push(await check(world, subject))
  return { measurements, checked }
}

async function open(parts: Parts, world: BenchWorld, count: number): Promise<Subject> {
  const data = await parts.start(makeDataFolder())
  const environment = { DATABASE_URL: world.databaseUrl, MASTER_KEY: world.masterKey }
  const options = ['--role', 'api', '--workers', String(count)]
  const product = await parts.start(startProduct(data, { options, environment }))
  const { credentials } = product
  await fillWallet(world.db, credentials.merchant_code)
  const made = Array.from({ length: 64 }, (_, n) => orderRequest(n))
  const bed = { merchant: credentials, db: world.db }
  const codes = await richMerchants(bed, manyWallets)
  return {
    count,
    product,
    requests: {
      'orders-64': (n) => made[n % made.length]!,
      'inbound-one-wallet-64': () => transfer(bed, credentials.merchant_code),
      'inbound-many-wallets-64': (n) => transfer(bed, codes[n % codes.length]!),
    },
  }
}

async function measure(
  { database }: BenchWorld,
  { count, product, requests }: Subject,
  kind: Kind,
  { seconds, isFirst }: { seconds: number; isFirst: boolean },
): Promise<Omit<Measurement, 'round'>> {
  const { url, credentials } = product
  const common = { url, credentials, request: requests[kind], concurrency: 64 }
  await load({ ...common, seconds: isFirst ? Math.max(1, seconds / 2) : 0.3 })
  const [before, databaseBefore] = [product.use().cpuSeconds, await database.use()]
  const { sent, ...loaded } = await load({ ...common, seconds })
  const cpuMicroseconds = ((product.use().cpuSeconds - before) / sent) * 1_000_000
  const { cpuMicroseconds: databaseCpu } = await database.use()
  const postgresMicroseconds = (databaseCpu - databaseBefore.cpuMicroseconds) / sent
  return { count, kind, ...loaded, cpuMicroseconds, postgresMicroseconds }
}

const checkedRequests = 1_000
const concurrency = 64

/** Every request is awaited, so that responses and stored rows can be compared exactly. */
async function check({ db }: BenchWorld, { count, product, requests }: Subject): Promise<Checked> {
  const code = product.credentials.merchant_code
  const send = asker(product.url, product.credentials)
  const before = await booksOf(db, code)
  let responded = 0
  for (const kind of checkedKinds) {
    let next = 0
    const queue = async () => {
      while (next < checkedRequests) {
        await send(requests[kind](next++))
        responded += 1
      }
    }
    await Promise.all(Array.from({ length: concurrency }, queue))
  }
  return { count, responded, before, after: await booksOf(db, code) }
}

const names: Record<(typeof counts)[number], string> = {
  1: 'one process',
  2: 'two processes',
  4: 'four processes',
}
const named = (count: number) => names[count as keyof typeof names]

function levelsOf({ count, responded, before, after }: Checked): Level[] {
  const stored = after.payments - before.payments + (after.transfers - before.transfers)
  return [
    equality(`${named(count)}: rows for ${number(responded, 0)} responses`, stored, responded),
    equality(
      `${named(count)}: reserved in the wallet, as its transfers say`,
      after.walletReserved,
      after.transfersReserved,
    ),
    equality(`${named(count)}: wallet, as the ledger says`, after.walletTotal, after.ledgerTotal),
    equality(`${named(count)}: all entries of the ledger together`, after.allEntries, 0),
  ]
}

function sectionOf({ measurements, checked }: Awaited<ReturnType<typeof measureAll>>): Section {
  const of = (kind: Kind, count: number) =>
    measurements.filter((one) => one.kind === kind && one.count === count)
  const ratio = (kind: Kind, count: number): Figure => {
    const ones = of(kind, 1)
    return figure(
      of(kind, count).map((two) => two.perSecond / ones.find(({ round }) => round === two.round)!.perSecond),
    )
  }
  const rows = kinds.flatMap((kind) =>
    counts.map((count) => {
      const own = of(kind, count)
      const median = (name: 'p50' | 'p99' | 'cpuMicroseconds' | 'postgresMicroseconds') =>
        figure(own.map((one) => one[name])).median
      return [
        kind,
        named(count),
        spread(figure(own.map(({ perSecond }) => perSecond)), 0),
        count === 1 ? '' : `x${spread(ratio(kind, count), 2)}`,
        number(median('p50'), 2),
        number(median('p99'), 2),
        number(median('cpuMicroseconds'), 0),
        number(median('postgresMicroseconds'), 0),
      ]
    }),
  )
  return {
    title: 'One process, two and four',
    about:
      'likuta start --role api with --workers 1, 2 and 4, beside one PostgreSQL and the load generator on the same cores. CPU is ' +
      `of all processes of the product, per request. Many wallets are ${number(manyWallets, 0)}. Afterwards rows, wallet and ` +
      'ledger are counted.',
    columns: [
      'workload',
      'server',
      'requests/s',
      'against one',
      'p50 ms',
      'p99 ms',
      'CPU us',
      'PostgreSQL us',
    ],
    rows,
    levels: [
      ...kinds.map((kind) =>
        level(`two processes, ${kind}`, ratio(kind, 2), { atLeast: processLevels[kind], of: 'one' }),
      ),
      ...checked.flatMap(levelsOf),
    ],
    failed: measurements.reduce((sum, one) => sum + one.failed, 0),
    figures: { measurements, checked },
  }
}
