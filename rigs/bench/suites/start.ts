// How soon a restarted sandbox responds, and how much memory its process uses.
import { setTimeout as pause } from 'node:timers/promises'
import { type Figure, figure, number, spread } from '../figures.ts'
import { type BenchWorld, openBenchWorld } from '../harness/bench-world.ts'
import { type DataFolder, makeDataFolder, type Product, startProduct } from '../harness/product.ts'
import { startSimulators } from '../harness/simulators.ts'
import { level } from '../level.ts'
import { startLevels } from '../levels.ts'
import { load } from '../load/load.ts'
import { type Parts, withParts } from '../parts.ts'
import type { Options, Section, Suite } from '../suite.ts'
import { transfer } from '../workloads/inbound.ts'
import { fillWallet } from './processes-books.ts'

export const suite: Suite = {
  name: 'start',
  measure: (options) => withParts(async (parts) => sectionOf(await measureAll(parts, options))),
}

type Memory = { rssMiB: Figure; pssMiB: Figure }
type Round = {
  ready: number
  apiReady: number
  firstResponse: number
  idle: Sample
  loaded: Sample
  perSecond: number
  failed: number
}
type Sample = { rss: number; pss: number }

const mebibyte = 2 ** 20
const idleMs = 10_000

async function measureAll(parts: Parts, { rounds, seconds, print }: Options) {
  const data = await parts.start(makeDataFolder())
  const world = await openBenchWorld(parts)
  print('cold start, which makes the database')
  const cold = await parts.start(startProduct(data))
  await cold.stop()
  // Another folder, because the API alone and the product under load use the database of the bench.
  const environment = { DATABASE_URL: world.databaseUrl, MASTER_KEY: world.masterKey }
  const beside = { data: await parts.start(makeDataFolder()), environment }
  // As in a deployment, whose gateway and operators are elsewhere: otherwise it would wait for simulators of its own.
  const upstreams = await parts.start(startSimulators())
  const alone = { options: ['--role', 'api'], environment: { ...environment, ...upstreams.settings } }
  // The first start there writes the demo merchant.
  await (await parts.start(startProduct(beside.data, { environment }))).stop()
  const measured: Round[] = []
  for (let round = 1; round <= rounds && !parts.stopping; round++) {
    print(`round ${round} of ${rounds}: start, 10 s at rest, ${seconds} s of transfers`)
    const product = await parts.start(startProduct(data))
    await pause(idleMs)
    const idle = sample(product)
    await product.stop()
    const api = await parts.start(startProduct(beside.data, alone))
    await api.stop()
    measured.push({
      ready: product.readySeconds,
      apiReady: api.readySeconds,
      firstResponse: product.readyAfterSeconds,
      idle,
      ...(await underLoad(parts, world, beside, seconds)),
    })
  }
  return { coldSeconds: cold.readySeconds, rounds: measured }
}

function sample(product: Product): Sample {
  const { rssBytes, pssBytes } = product.use()
  return { rss: rssBytes / mebibyte, pss: pssBytes / mebibyte }
}

type Beside = { data: DataFolder; environment: Record<string, string> }

/** The greatest memory use of API and workers while they accept transfers and pay them out. */
async function underLoad(parts: Parts, { db }: BenchWorld, { data, environment }: Beside, seconds: number) {
  const product = await parts.start(startProduct(data, { environment }))
  const { url, credentials } = product
  await fillWallet(db, credentials.merchant_code)
  let loaded: Sample = { rss: 0, pss: 0 }
  const watch = setInterval(() => {
    const { rss, pss } = sample(product)
    loaded = { rss: Math.max(rss, loaded.rss), pss: Math.max(pss, loaded.pss) }
  }, 250)
  const request = () => transfer({ merchant: credentials }, credentials.merchant_code)
  const { perSecond, failed } = await load({ url, credentials, request, concurrency: 64, seconds }).finally(
    () => clearInterval(watch),
  )
  await product.stop()
  return { loaded, perSecond, failed }
}

function sectionOf({ coldSeconds, rounds }: Awaited<ReturnType<typeof measureAll>>): Section {
  const of = (take: (round: Round) => number) => figure(rounds.map(take))
  const [ready, responses] = [of((round) => round.ready), of((round) => round.firstResponse)]
  const apiReady = of((round) => round.apiReady)
  const memory = (when: 'idle' | 'loaded'): Memory => ({
    rssMiB: of((round) => round[when].rss),
    pssMiB: of((round) => round[when].pss),
  })
  const [idle, loaded] = [memory('idle'), memory('loaded')]
  return {
    title: 'Start and memory',
    about:
      'A sandbox as `npm start` starts it. Cold is the first start ever, which makes the database. Memory is that of the one ' +
      'process that runs API and workers: resident (RSS) and its share of what is shared (Pss). At rest is 10 s after ready; ' +
      'under load is the greatest use while 64 transfers are in flight.',
    columns: ['', 'figure'],
    rows: [
      ['cold start, ready, s', number(coldSeconds, 2)],
      ['warm start, ready, s', spread(ready, 2)],
      ['warm start, /readyz, s', spread(responses, 2)],
      ['warm start of the API alone, ready, s', spread(apiReady, 2)],
      ['at rest, RSS MiB', spread(idle.rssMiB, 0)],
      ['at rest, Pss MiB', spread(idle.pssMiB, 0)],
      ['under load, RSS MiB', spread(loaded.rssMiB, 0)],
      ['under load, Pss MiB', spread(loaded.pssMiB, 0)],
      [
        'transfers a second meanwhile',
        spread(
          of((round) => round.perSecond),
          0,
        ),
      ],
    ],
    levels: [
      level('warm start of the API alone', apiReady, { atMost: startLevels.apiSeconds, unit: 's' }),
      level('warm start of the sandbox', ready, { atMost: startLevels.sandboxSeconds, unit: 's' }),
      level('memory at rest, RSS', idle.rssMiB, { atMost: startLevels.restMiB, unit: 'MiB', digits: 0 }),
      level('memory under 64 transfers, RSS', loaded.rssMiB, {
        atMost: startLevels.loadedMiB,
        unit: 'MiB',
        digits: 0,
      }),
    ],
    failed: rounds.reduce((sum, round) => sum + round.failed, 0),
    figures: { coldSeconds, rounds },
  }
}
