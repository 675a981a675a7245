// Our product beside others on one PostgreSQL, each with a database of its own and measured in turns: orders and
// charges against Kill Bill's purchases, transfers from one wallet against Formance's ledger.
import pg from 'pg'
import { type Figure, figure, number, spread } from '../figures.ts'
import type { BenchDatabase } from '../harness/database.ts'
import { type Side, sidesOf } from '../harness/sides.ts'
import type { Loaded } from '../load/load.ts'
import { type Parts, withParts } from '../parts.ts'
import type { Options, Section, Suite } from '../suite.ts'
import { measure as measureProduct } from '../suites/requests-measure.ts'
import { charge } from '../workloads/charge.ts'
import { inboundOneWallet } from '../workloads/inbound.ts'
import { orders } from '../workloads/orders.ts'
import type { Outgoing, Workload } from '../workloads/workload.ts'
import { type Formance, type Ledger, ledgers, missingOfFormance, startFormance } from './formance.ts'
import { type KillBill, missingOfKillBill, startKillBill } from './kill-bill.ts'
import { loadPeer, type Peer } from './peer.ts'

export const suite: Suite = {
  name: 'peers',
  measure: (options) => withParts((parts) => measureAll(parts, options)),
}

/** Programs that compile while they run need longer than ours until they are at full speed. */
const warmUpSeconds = 30
/** A shorter measurement would end before the slowest requests do. */
const minSeconds = 10

type Cost = 'perSecond' | 'p50' | 'p99' | 'cpuMicroseconds' | 'postgresMicroseconds' | 'commits' | 'walBytes'
type Measured = Record<Cost, number> & { failed: number }
type Measurement = Measured & { what: string; server: string; round: number }
/** One row. `against` is the row of our product that it is compared with. */
type Row = { what: string; server: string; against?: string; run(isFirst: boolean): Promise<Measured> }

async function measureAll(parts: Parts, options: Options): Promise<Section> {
  const { rounds, print } = options
  const { rows, missing } = await open(parts, options)
  const measurements: Measurement[] = []
  for (let round = 1; round <= rounds; round++)
    for (const row of round % 2 ? rows : rows.toReversed()) {
      const { what, server } = row
      print(`round ${round} of ${rounds}: ${what}, ${server}`)
      measurements.push({ what, server, round, ...(await row.run(round === 1)) })
    }
  return sectionOf({ rows, missing, measurements })
}

async function open(parts: Parts, { seconds, peers, print }: Options) {
  const workloads = [orders, charge, inboundOneWallet] as const
  const [product] = await sidesOf(parts, { seconds, workloads, controls: false })
  const { database } = product!.world
  const rows: Row[] = [
    ofProduct(product!, orders, 64, seconds),
    ofProduct(product!, charge, 16, seconds),
    ofProduct(product!, inboundOneWallet, 64, seconds),
  ]
  const missing: string[] = []
  const ofPeers = Math.max(minSeconds, seconds)
  const killBill = missingOfKillBill(peers.killBill)
  if (killBill) missing.push(`Kill Bill (${killBill})`)
  else {
    print('starting Kill Bill')
    const url = await createDatabase(database, 'killbill')
    rows.push(...ofKillBill(database, await parts.start(startKillBill(peers.killBill, url)), ofPeers))
  }
  const formance = missingOfFormance(peers.formance)
  if (formance) missing.push(`Formance's ledger (${formance})`)
  else {
    print("starting Formance's ledger")
    const url = await createDatabase(database, 'formance')
    rows.push(...ofFormance(database, await parts.start(startFormance(peers.formance, url)), ofPeers))
  }
  return { rows, missing }
}

async function createDatabase({ url }: BenchDatabase, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`).finally(() => client.end())
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

function ofProduct(side: Side, workload: Workload, concurrency: number, seconds: number): Row {
  return {
    what: `${workload.name}-${concurrency}`,
    server: 'Likuta',
    run: (isFirst) => measureProduct(side, side.prepared.get(workload)!, { concurrency, seconds, isFirst }),
  }
}

function ofKillBill(database: BenchDatabase, peer: KillBill, seconds: number): Row[] {
  return [
    { concurrency: 64, against: 'orders-64' },
    { concurrency: 16, against: 'charge-16' },
  ].map(({ concurrency, against }) => ({
    what: `purchase-${concurrency}`,
    server: 'Kill Bill',
    against,
    run: (isFirst) => measurePeer(database, peer, peer.purchase, { concurrency, seconds, isFirst }),
  }))
}

function ofFormance(database: BenchDatabase, peer: Formance, seconds: number): Row[] {
  let sent = 0
  return (Object.keys(ledgers) as Ledger[]).map((ledger) => ({
    what: 'hot-wallet-64',
    server: ledger,
    against: 'inbound-one-wallet-64',
    run: (isFirst) =>
      measurePeer(database, peer, () => peer.transfer(ledger, sent++), { concurrency: 64, seconds, isFirst }),
  }))
}

async function measurePeer(
  database: BenchDatabase,
  peer: Peer,
  request: (n: number) => Outgoing,
  { concurrency, seconds, isFirst }: { concurrency: number; seconds: number; isFirst: boolean },
): Promise<Measured> {
  return peer.during(async () => {
    await loadPeer(peer, request, { concurrency, seconds: isFirst ? warmUpSeconds : 1 })
    const [before, cpuBefore] = [await database.use(), peer.cpuMicroseconds()]
    const { sent, ...loaded }: Loaded = await loadPeer(peer, request, { concurrency, seconds })
    const [after, cpu] = [await database.use(), peer.cpuMicroseconds()]
    return {
      ...loaded,
      cpuMicroseconds: (cpu - cpuBefore) / sent,
      postgresMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / sent,
      commits: (after.commits - before.commits) / sent,
      walBytes: (after.walBytes - before.walBytes) / sent,
    }
  })
}

function sectionOf({
  rows,
  missing,
  measurements,
}: {
  rows: readonly Row[]
  missing: readonly string[]
  measurements: readonly Measurement[]
}): Section {
  const of = (what: string, server: string) =>
    measurements.filter((one) => one.what === what && one.server === server)
  const costOf = (row: Row, cost: Cost) => figure(of(row.what, row.server).map((one) => one[cost]))
  const ratio = ({ what, server, against }: Row): Figure | undefined => {
    const others = of(what, server)
    return against === undefined
      ? undefined
      : figure(
          of(against, 'Likuta').map(
            (one) => one.perSecond / others.find(({ round }) => round === one.round)!.perSecond,
          ),
        )
  }
  return {
    title: 'Beside other products',
    about:
      'On one PostgreSQL, each with a database of its own, measured in turns; rigs/bench/peers/README.md tells how to ' +
      'install them. A purchase of Kill Bill has its external payment method, which calls no gateway; our charge calls ' +
      "one twice, and an order calls none. The hot wallet of Formance's ledger pays each transfer to a new account and is " +
      `never overdrawn. They were warmed up for ${warmUpSeconds} s, measured for at least ${minSeconds} s, and suspended while another is measured. "product is" is the number of ` +
      'requests that ours serves for one of that row (orders for purchases-64, charges for purchases-16, transfers for ' +
      `the wallet), paired by round. CPU, commits and WAL are per request.${missing.length > 0 ? ` Not installed: ${missing.join('; ')}.` : ''}`,
    columns: [
      ...['what', 'server', 'requests/s', 'product is', 'p50 ms', 'p99 ms', 'CPU us', 'PostgreSQL us'],
      ...['commits', 'WAL bytes', 'failed'],
    ],
    rows: rows.map((row) => {
      const ratios = ratio(row)
      return [
        row.what,
        row.server,
        spread(costOf(row, 'perSecond'), 0),
        ratios ? `x${spread(ratios, 2)}` : '',
        number(costOf(row, 'p50').median, 2),
        number(costOf(row, 'p99').median, 2),
        number(costOf(row, 'cpuMicroseconds').median, 0),
        number(costOf(row, 'postgresMicroseconds').median, 0),
        number(costOf(row, 'commits').median, 3),
        number(costOf(row, 'walBytes').median, 0),
        String(of(row.what, row.server).reduce((sum, { failed }) => sum + failed, 0)),
      ]
    }),
    levels: [],
    failed: measurements.reduce((sum, { failed }) => sum + failed, 0),
    figures: { missing, measurements },
  }
}
