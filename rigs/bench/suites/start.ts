// How soon a restarted sandbox responds, and how much memory its process uses.
import { setTimeout as pause } from 'node:timers/promises'
import { type Figure, figure, number, spread } from '../figures.ts'
import { makeDataFolder, type Product, startProduct } from '../harness/product.ts'
import { level } from '../level.ts'
import { load } from '../load/load.ts'
import { type Parts, withParts } from '../parts.ts'
import type { Options, Section, Suite } from '../suite.ts'
import { orders } from '../workloads/orders.ts'

export const suite: Suite = {
  name: 'start',
  measure: (options) => withParts(async (parts) => sectionOf(await measureAll(parts, options))),
}

type Memory = { rssMiB: Figure; pssMiB: Figure }
type Round = {
  ready: number
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
  print('cold start, which makes the database')
  const cold = await parts.start(startProduct(data))
  await cold.stop()
  const measured: Round[] = []
  for (let round = 1; round <= rounds && !parts.stopping; round++) {
    print(`round ${round} of ${rounds}: start, 10 s at rest, ${seconds} s of orders`)
    const product = await parts.start(startProduct(data))
    await pause(idleMs)
    const idle = sample(product)
    const { loaded, perSecond, failed } = await underLoad(product, seconds)
    measured.push({
      ready: product.readySeconds,
      firstResponse: product.readyAfterSeconds,
      idle,
      loaded,
      perSecond,
      failed,
    })
    await product.stop()
  }
  return { coldSeconds: cold.readySeconds, rounds: measured }
}

function sample(product: Product): Sample {
  const { rssBytes, pssBytes } = product.use()
  return { rss: rssBytes / mebibyte, pss: pssBytes / mebibyte }
}

/** The greatest memory use during the load. */
async function underLoad(product: Product, seconds: number) {
  let loaded: Sample = { rss: 0, pss: 0 }
  const watch = setInterval(() => {
    const { rss, pss } = sample(product)
    loaded = { rss: Math.max(rss, loaded.rss), pss: Math.max(pss, loaded.pss) }
  }, 250)
  const { url, credentials } = product
  const request = await orders.prepare()
  const { perSecond, failed } = await load({ url, credentials, request, concurrency: 64, seconds }).finally(
    () => clearInterval(watch),
  )
  return { loaded, perSecond, failed }
}

function sectionOf({ coldSeconds, rounds }: Awaited<ReturnType<typeof measureAll>>): Section {
  const of = (take: (round: Round) => number) => figure(rounds.map(take))
  const [ready, responses] = [of((round) => round.ready), of((round) => round.firstResponse)]
  const memory = (when: 'idle' | 'loaded'): Memory => ({
    rssMiB: of((round) => round[when].rss),
    pssMiB: of((round) => round[when].pss),
  })
  const [idle, loaded] = [memory('idle'), memory('loaded')]
  return {
    title: 'Start and memory',
    about:
      'A sandbox as `npm start` starts it, with its own PostgreSQL and simulators, from the start of the process to ' +
      'the line that says ready and to the first 200 of /readyz. Cold is the first start ever, which makes the ' +
      'database; warm ones find it. Memory is that of the one process that runs API and workers, by ' +
      '/proc: resident (RSS) and its share of what is shared (Pss). PostgreSQL and the simulators are processes of ' +
      'their own and not counted. At rest is 10 s after ready; under load is the greatest use while 64 orders are in flight.',
    columns: ['', 'figure'],
    rows: [
      ['cold start, ready, s', number(coldSeconds, 2)],
      ['warm start, ready, s', spread(ready, 2)],
      ['warm start, /readyz, s', spread(responses, 2)],
      ['at rest, RSS MiB', spread(idle.rssMiB, 0)],
      ['at rest, Pss MiB', spread(idle.pssMiB, 0)],
      ['under load, RSS MiB', spread(loaded.rssMiB, 0)],
      ['under load, Pss MiB', spread(loaded.pssMiB, 0)],
      [
        'orders a second meanwhile',
        spread(
          of((round) => round.perSecond),
          0,
        ),
      ],
    ],
    levels: [
      level('warm start, ready', ready, { atMost: 3, unit: 's' }),
      level('memory at rest, RSS', idle.rssMiB, { atMost: 150, unit: 'MiB', digits: 0 }),
    ],
    failed: rounds.reduce((sum, round) => sum + round.failed, 0),
    figures: { coldSeconds, rounds },
  }
}
