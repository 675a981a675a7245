// Whether balances, their transactions, payouts and statements cost the same with ten thousand movements and with a million.
import { figure, number } from '../../figures.ts'
import { signIn, startFilled } from '../../harness/filled.ts'
import { level } from '../../level.ts'
import { listLevels } from '../../levels.ts'
import { type Parts, withParts } from '../../parts.ts'
import type { Options, Section, Suite } from '../../suite.ts'
import type { Question } from '../console/questions.ts'
import { highest, milliseconds, ratio, timeRequest } from '../lists.ts'
import { perPage } from '../lists-questions.ts'
import { writeMovements } from './movements.ts'

export const suite: Suite = {
  name: 'balances',
  measure: (options) => withParts((parts) => measureAll(parts, options)),
}

const runs = 30
const warmUps = 6
/** Statements with more lines take seconds, so they are read in every sixth run only. */
const longStatement = 10_000
const small = 10_000
/** Enough for the movements to name some. */
const payments = 100

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
/** A month that has ended, in the part of the year with the most movements. */
const month = day(45).slice(0, 7)
const statement = (period: string, format: string) =>
  `statements?period=${period}&currency=USD&format=${format}`

type Asked = Question & {
  rows: number
  url: string
  times: number[]
  /** The lines of a statement: its time grows with them. */
  lines: number
}

async function measureAll(parts: Parts, { rows, print }: Options): Promise<Section> {
  const asked: Asked[] = []
  const sizes = [small, rows]
  for (const size of sizes) asked.push(...(await questionsAt(parts, size, print)))
  // Alternately, so that a temporary slowdown of the machine affects all.
  for (let run = 1 - warmUps; run <= runs; run++) {
    print(run < 1 ? 'warming up' : `run ${run} of ${runs}`)
    for (const each of asked.filter(({ lines }) => lines <= longStatement || run % 6 === 0)) {
      const time = await timeRequest(each.url, each)
      if (run >= 1) each.times.push(time)
    }
  }
  return sectionOf(asked, sizes)
}

/** A database with so many movements, its server, and every request to it. */
async function questionsAt(parts: Parts, rows: number, print: Options['print']): Promise<Asked[]> {
  const { server, merchant } = await startFilled(parts, {
    rows: payments,
    print,
    more: (query) => writeMovements(query, rows),
  })
  const headers = await signIn(server, merchant)
  const read = async (path: string) => {
    const response = await fetch(`${server.url}/api/v1/merchant/${path}`, { headers })
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
    return (await response.json()).data
  }
  const asked: Asked[] = []
  const ask = (name: string, path: string, lines = 0) =>
    asked.push({ name, path: `/api/v1/merchant/${path}`, headers, rows, url: server.url, times: [], lines })
  ask('balance', 'balance')
  ask('months of statements', 'statements/months')
  const monthOf = `from=${day(100)}&to=${day(71)}`
  for (const [list, filters] of [
    [
      'balance/transactions',
      ['', 'type=refund', 'type=dispute_reversal', 'currency=CDF', monthOf, `type=payout&currency=CDF`],
    ],
    ['payouts', ['', 'state=FAILED', 'currency=CDF']],
  ] as const)
    for (const filter of filters) {
      const path = `${list}?${filter}`
      const { pages } = (await read(path)).pagination
      const name = `${list}${filter === monthOf ? ' of a month' : ` ${filter.replaceAll('&', ' ')}`}`.trim()
      ask(`${name}, page 1`, path)
      ask(`${name}, middle page`, `${path}&page=${Math.ceil(pages / 2)}`)
      ask(`${name}, last page`, `${path}&page=${pages}`)
    }
  for (const period of [day(45), month])
    for (const format of ['json', 'camt.053']) {
      const { transactions } = await read(statement(period, 'json'))
      ask(
        `statement of a ${period === month ? 'month' : 'day'}, ${format}`,
        statement(period, format),
        transactions,
      )
    }
  return asked
}

function sectionOf(asked: readonly Asked[], sizes: readonly number[]): Section {
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  const of = (name: string, rows: number) => asked.find((one) => one.name === name && one.rows === rows)
  const names = asked.filter(({ rows }) => rows === most).map(({ name }) => name)
  const isList = (name: string) => of(name, most)?.lines === 0
  const growth = (name: string) => ratio(of(name, most)?.times, of(name, least)?.times)
  const perLine = ({ times, lines }: Asked) =>
    `${number((1_000 * figure(times).median) / lines, 1)} ms per 1,000 lines`
  const lists = names.filter(isList)
  return {
    title: `Balances, payouts and statements with ${sizes.map((rows) => number(rows, 0)).join(' and ')} movements`,
    about:
      `A database and a server for each number, with a year of one merchant's balance transactions, one in ten a payout, and a tenth ` +
      `as many of three others; requests of the portal one at a time, alternately to both; milliseconds to the last byte, median and ` +
      `99th percentile, which of ${runs} runs is the slowest. Pages have ${perPage} rows. A statement is read to its last line, so ` +
      `its time grows with its lines.`,
    columns: ['request', ...sizes.map((rows) => number(rows, 0)), 'growth'],
    rows: names.map((name) => [
      name,
      ...sizes.map((rows) => milliseconds(of(name, rows)?.times)),
      isList(name) ? `x${number(growth(name)!.median, 1)}` : perLine(of(name, most)!),
    ]),
    levels: [
      level('slowest page or balance, median', highest(lists.map((name) => figure(of(name, most)!.times))), {
        atMost: listLevels.milliseconds,
        unit: 'ms',
        digits: 1,
      }),
      level('greatest growth of a page or balance', highest(lists.map((name) => growth(name)!)), {
        atMost: listLevels.growth,
        of: `the time with ${number(least, 0)}`,
      }),
    ],
    figures: asked.map(({ name, rows, lines, times }) => ({ name, rows, lines, times })),
  }
}
