// Three times as many list requests as the product can serve, and whether payments still succeed; with and without
// load shedding.
import { type Figure, figure, spread } from '../figures.ts'
import { asker, type BenchWorld, openBenchWorld } from '../harness/bench-world.ts'
import { adminToken, startServer } from '../harness/servers.ts'
import { type Simulators, startSimulators } from '../harness/simulators.ts'
import { level } from '../level.ts'
import { type Flooded, flood } from '../load/flood.ts'
import { load } from '../load/load.ts'
import { type Parts, withParts } from '../parts.ts'
import type { Options, Section, Suite } from '../suite.ts'
import { payment } from '../workloads/charge.ts'
import { oneAtATime } from '../workloads/one-at-a-time.ts'
import { orderRequest } from '../workloads/orders.ts'
import type { Outgoing } from '../workloads/workload.ts'

export const suite: Suite = {
  name: 'overload',
  measure: (options) => withParts(async (parts) => sectionOf(await measureAll(parts, options))),
}

const times = 3
const callers = 16
const chargesPerSecond = 10
/** So that the lists are not empty. */
const payments = 2_000

const servers = {
  shedding: {},
  'no shedding': { MAX_REQUESTS_IN_FLIGHT: '99999' },
} as const
type Server = keyof typeof servers
const names = Object.keys(servers) as Server[]

type Sample = {
  server: Server
  /** Lists per second that it serves when this many callers request only lists. */
  capacity: number
  lists: Flooded
  charges: Flooded
  /** Requested charges whose payment is SUCCESS in the books. */
  paid: number
}

async function measureAll(parts: Parts, { rounds, seconds, print }: Options): Promise<Sample[]> {
  const world = { ...(await openBenchWorld(parts)), simulators: await parts.start(startSimulators()) }
  const samples: Sample[] = []
  for (let round = 1; round <= rounds; round++)
    for (const server of round % 2 ? names : names.toReversed()) {
      print(`round ${round} of ${rounds}: ${server}`)
      samples.push(await measure(parts, world, { server, seconds, isFirst: samples.length === 0 }))
    }
  return samples
}

async function measure(
  parts: Parts,
  world: BenchWorld & { simulators: Simulators },
  { server, seconds, isFirst }: { server: Server; seconds: number; isFirst: boolean },
): Promise<Sample> {
  const { simulators, credentials, db, secrets, databaseUrl, masterKey } = world
  const settings = { ...simulators.settings, ...servers[server] }
  const { url, stop } = await parts.start(startServer('product', { databaseUrl, masterKey, settings }))
  const send = asker(url, credentials)
  if (isFirst) await oneAtATime(payments, (n) => send(orderRequest(n)))
  const bed = { send, merchant: credentials, db, secrets, adminToken, simulators }
  const stock = await oneAtATime(chargesPerSecond * seconds + 1, (n) => payment(bed, orderRequest(n)))
  const request = await listRequest(send)
  const warm = { url, credentials, request, concurrency: callers }
  await load({ ...warm, seconds: 1 })
  const { perSecond: capacity } = await load({ ...warm, seconds })
  const paidBefore = await paidOf(world)
  const [lists, charges] = await Promise.all([
    flood({ url, request, perSecond: times * capacity, seconds }),
    flood({ url, request: (n) => stock[n]!, perSecond: chargesPerSecond, seconds }),
  ])
  const paid = (await paidOf(world)) - paidBefore
  await stop()
  return { server, capacity, lists, charges, paid }
}

/** The newest payments, as the portal shows them. */
async function listRequest(send: (request: Outgoing) => Promise<unknown>): Promise<() => Outgoing> {
  const json = { 'content-type': 'application/json' }
  const signIn = { email: 'bench@example.com', password: 'correct horse battery' }
  const body = Buffer.from(JSON.stringify(signIn))
  const path = '/api/v1/merchant/login'
  const { data } = (await send({ method: 'POST', path, headers: json, body })) as {
    data: { access_token: string }
  }
  const headers = { authorization: `Bearer ${data.access_token}` }
  const list = {
    method: 'GET',
    path: '/api/v1/merchant/payments?limit=100',
    headers,
    body: Buffer.alloc(0),
  }
  return () => list
}

async function paidOf({ db }: BenchWorld): Promise<number> {
  const [row] = await db.rows<{ paid: bigint }>({
    name: 'paid',
    text: "select count(*) as paid from card_transaction where status = 'SUCCESS'",
  })
  return Number(row!.paid)
}

function sectionOf(samples: readonly Sample[]): Section {
  const of = (server: Server, take: (sample: Sample) => number): Figure =>
    figure(samples.filter((sample) => sample.server === server).map(take))
  const share = ({ charges, paid }: Sample) => Math.min(charges.served, paid) / charges.sent
  const rows = names.map((server) => {
    const rounded = (digits: number, take: (sample: Sample) => number) => spread(of(server, take), digits)
    const part = (kind: 'served' | 'refused' | 'lost') =>
      rounded(1, ({ lists }) => (lists[kind] / lists.sent) * 100)
    return [
      server,
      rounded(0, ({ capacity }) => capacity),
      rounded(0, ({ lists }) => lists.sent / lists.seconds),
      part('served'),
      part('refused'),
      part('lost'),
      rounded(0, ({ lists }) => lists.p50),
      rounded(0, ({ charges }) => charges.sent),
      rounded(1, (sample) => share(sample) * 100),
      rounded(0, ({ charges }) => charges.p50),
      rounded(0, ({ charges }) => charges.p99),
    ]
  })
  return {
    title: 'Payments beside a flood of lists',
    about:
      `Lists of 100 payments are requested at ${times} times the rate at which ${callers} callers are served, at a fixed rate and on ` +
      `as many connections as that takes; a caller disconnects after 10 s. Meanwhile ${chargesPerSecond} payers a second press the button: ` +
      'a charge has succeeded when it got a 200 within 10 s and the payment is SUCCESS in the books. ' +
      '"no shedding" is the same program with MAX_REQUESTS_IN_FLIGHT out of reach.',
    columns: [
      'server',
      'lists/s it can serve',
      'asked/s',
      'served %',
      'refused %',
      'lost %',
      'p50 ms',
      'charges requested',
      'succeeded %',
      'p50 ms',
      'p99 ms',
    ],
    rows,
    levels: [
      level('charges that succeed, with shedding', of('shedding', share), { atLeast: 0.99, digits: 3 }),
    ],
    figures: samples,
  }
}
