// What the limits of transfers cost an acceptance on one wallet: with the rules of a new deployment, without rules, and without a
// record of what is used, each with nothing used yet and with a month of transfers.
import { type Figure, figure, number, spread } from '../../figures.ts'
import { type Filled, startFilled } from '../../harness/filled.ts'
import { type Server, startServer } from '../../harness/servers.ts'
import { equality, level } from '../../level.ts'
import { limitLevel } from '../../levels.ts'
import { type Loaded, load } from '../../load/load.ts'
import { type Parts, withParts } from '../../parts.ts'
import type { Level, Options, Section, Suite } from '../../suite.ts'
import { countOf, writePastUsage } from './past-usage.ts'
import { senderCount, transferOf } from './senders.ts'

export const suite: Suite = {
  name: 'limits',
  measure: (options) => withParts((parts) => measureAll(parts, options)),
}

const concurrency = 64
const subjects = ['no limits', 'no rules', 'rules'] as const
type Subject = (typeof subjects)[number]

/** A database, the shares of transfers in it at the beginning, and two servers on it. */
type Size = { filled: Filled; shares: number; servers: Record<Subject, Server>; sent: number }
type Sample = Loaded & {
  shares: number
  subject: Subject
  round: number
  cpuMicroseconds: number
  postgresMicroseconds: number
}

async function measureAll(parts: Parts, options: Options): Promise<Section> {
  const sizes: Size[] = []
  for (const rows of [0, options.rows]) sizes.push(await openSize(parts, rows, options.print))
  const samples: Sample[] = []
  for (let round = 0; round <= options.rounds; round++)
    for (const size of sizes)
      for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
        const name = round === 0 ? 'to warm up' : `round ${round} of ${options.rounds}`
        options.print(`${number(size.shares, 0)} shares, ${name}: ${subject}`)
        const sample = await measure(size, subject, options.seconds)
        if (round > 0) samples.push({ ...sample, round })
      }
  return sectionOf(sizes, samples)
}

async function openSize(parts: Parts, rows: number, print: Options['print']): Promise<Size> {
  const filled = await startFilled(parts, { rows: 0, print })
  const shares = rows > 0 ? await writePastUsage(filled, { rows, print }) : 0
  // It has the plans for empty tables.
  await filled.server.stop()
  const start = (subject: 'product' | 'without limits', SANDBOX_LIMITS: 'on' | 'off') =>
    parts.start(startServer(subject, { ...filled.world, settings: { SANDBOX_LIMITS } }))
  const servers = {
    'no limits': await start('without limits', 'off'),
    'no rules': await start('product', 'off'),
    rules: await start('product', 'on'),
  }
  return { filled, shares, servers, sent: 0 }
}

async function measure(size: Size, subject: Subject, seconds: number): Promise<Omit<Sample, 'round'>> {
  const { filled, servers, shares } = size
  const server = servers[subject]
  const request = () => transferOf(filled.merchant, size.sent++)
  const common = { url: server.url, credentials: filled.merchant, request, concurrency }
  await load({ ...common, seconds: 0.3 })
  const [cpuBefore, databaseBefore] = [await server.usage(), await filled.database.written()]
  const loaded = await load({ ...common, seconds })
  const [cpu, database] = [await server.usage(), await filled.database.written()]
  return {
    ...loaded,
    shares,
    subject,
    cpuMicroseconds: (cpu.cpuMicroseconds - cpuBefore.cpuMicroseconds) / loaded.sent,
    postgresMicroseconds: (database.cpuMicroseconds - databaseBefore.cpuMicroseconds) / loaded.sent,
  }
}

const about = (shares: number) =>
  `Transfers of ${number(senderCount, 0)} senders to as many numbers, all on the wallet of one merchant, ${concurrency} at a time. ` +
  '"rules" has the rules of a new deployment. "no rules" has none in force (SANDBOX_LIMITS=off), and records what is used, so that ' +
  'rules of tomorrow know it. In "no limits" the judge of limits reads, locks and writes nothing. A share is what one of the five ' +
  'subjects of a transfer has used. "is" compares with no rules, paired by round. CPU (of the server process, and of all of ' +
  `PostgreSQL) is per request. The servers share a database; the full one has ${number(shares, 0)} shares of the last thirty days.`

const samplesOf = (samples: readonly Sample[], { shares }: Size, subject: Subject) =>
  samples.filter((sample) => sample.shares === shares && sample.subject === subject)

/** Of the server without rules. */
function ratioOf(samples: readonly Sample[], size: Size, subject: Subject): Figure {
  const others = samplesOf(samples, size, 'no rules')
  const rateOf = (round: number) => others.find((other) => other.round === round)?.perSecond ?? Number.NaN
  return figure(samplesOf(samples, size, subject).map(({ perSecond, round }) => perSecond / rateOf(round)))
}

function rowOf(samples: readonly Sample[], size: Size, subject: Subject): string[] {
  const found = samplesOf(samples, size, subject)
  const median = (key: 'p50' | 'p99' | 'cpuMicroseconds' | 'postgresMicroseconds', digits: number) =>
    number(figure(found.map((sample) => sample[key])).median, digits)
  return [
    number(size.shares, 0),
    subject,
    spread(figure(found.map(({ perSecond }) => perSecond)), 0),
    subject === 'no rules' ? '' : `x${spread(ratioOf(samples, size, subject), 2)}`,
    median('p50', 2),
    median('p99', 2),
    median('cpuMicroseconds', 0),
    median('postgresMicroseconds', 0),
  ]
}

async function sectionOf(sizes: readonly Size[], samples: readonly Sample[]): Promise<Section> {
  const levels: Level[] = []
  for (const size of sizes) {
    const shares = `${number(size.shares, 0)} shares`
    levels.push(
      level(`inbound-one-wallet-${concurrency} with rules, ${shares}`, ratioOf(samples, size, 'rules'), {
        atLeast: limitLevel,
        of: 'no rules',
      }),
      equality(`transfers over a limit, ${shares}`, await countOf(size.filled.client, 'limit_hit'), 0),
    )
  }
  return {
    title: 'Acceptance of transfers with limits and without',
    about: about(sizes.at(-1)?.shares ?? 0),
    columns: ['shares', 'limits', 'requests/s', 'is', 'p50 ms', 'p99 ms', 'CPU us', 'PostgreSQL us'],
    rows: sizes.flatMap((size) => subjects.map((subject) => rowOf(samples, size, subject))),
    levels,
    failed: samples.reduce((sum, { failed }) => sum + failed, 0),
    figures: { samples },
  }
}
