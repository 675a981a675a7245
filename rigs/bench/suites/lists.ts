// Whether a page deep inside a list, and its totals, cost the same with ten thousand rows and with millions.
import { type Figure, figure, number } from '../figures.ts'
import { type Filled, startFilled } from '../harness/filled.ts'
import { equality, level } from '../level.ts'
import { listLevels } from '../levels.ts'
import { type Parts, withParts } from '../parts.ts'
import type { Level, Options, Section, Suite } from '../suite.ts'
import type { Question } from './console/questions.ts'
import { writeRecords } from './console/records.ts'
import { perPage, questionsOf, type Total } from './lists-questions.ts'

export const suite: Suite = {
  name: 'lists',
  measure: (options) => withParts((parts) => measureAll(parts, options)),
}

const runs = 30
/** The first runs find nothing prepared, and PostgreSQL plans a statement anew for its first five executions. */
const warmUps = 6
const small = 10_000

type QuestionSet = { rows: number; questions: Question[]; totals: Total[] }
/** Times in milliseconds, in the order of the runs. */
type Timed = { name: string; rows: number; times: number[] }

async function measureAll(parts: Parts, options: Options): Promise<Section> {
  const sizes = [...new Set([small, Math.round(options.rows / 10), options.rows])].filter(
    (rows) => rows >= small,
  )
  const all: Filled[] = []
  for (const rows of sizes)
    all.push(await startFilled(parts, { rows, print: options.print, more: writeRecords }))
  return compare(all, options)
}

/** The same for existing databases, from the smallest to the largest. */
export async function compare(all: readonly Filled[], { print }: Pick<Options, 'print'>): Promise<Section> {
  const requests: (QuestionSet & { url: string })[] = []
  for (const filled of all) {
    const { payments: rows } = filled.history
    print(`counting ${rows} rows, to compare`)
    requests.push({ rows, url: filled.server.url, ...(await questionsOf(filled)) })
  }
  const each = requests.flatMap(({ rows, url, questions }) =>
    questions.map((question) => ({ name: question.name, rows, url, question, times: [] as number[] })),
  )
  // Alternately, so that a temporary slowdown of the machine affects all.
  for (let run = 1 - warmUps; run <= runs; run++) {
    print(run < 1 ? 'warming up' : `run ${run} of ${runs}`)
    for (const { url, question, times } of each) {
      const time = await timeRequest(url, question)
      if (run >= 1) times.push(time)
    }
  }
  const timed = each.map(({ name, rows, times }) => ({ name, rows, times }))
  return sectionOf(all, requests, timed)
}

/** Milliseconds to the last byte. @throws Error if the response is no page with rows. */
export async function timeRequest(
  url: string,
  { name, path, headers, mayBeEmpty }: Question,
): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(url + path, { headers })
  const text = await response.text()
  const time = performance.now() - startedAt
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  // A statement may be XML.
  if (!mayBeEmpty && text.startsWith('{') && JSON.parse(text).data.items?.length === 0)
    throw new Error(`${name} shows nothing: ${path}`)
  return time
}

function sectionOf(
  all: readonly Filled[],
  requests: readonly QuestionSet[],
  timed: readonly Timed[],
): Section {
  const sizes = requests.map(({ rows }) => rows)
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  const of = (name: string, rows: number) =>
    timed.find((one) => one.name === name && one.rows === rows)?.times
  // The largest database has all pages, in their order.
  const names = requests.at(-1)!.questions.map(({ name }) => name)
  const growth = (name: string) => ratio(of(name, most), of(name, least))
  const slowest = highest(sizes.flatMap((rows) => names.flatMap((name) => figuresOf(of(name, rows)))))
  const rowOf = (name: string) => [
    name,
    ...sizes.map((rows) => milliseconds(of(name, rows))),
    growth(name) ? `x${number(growth(name)!.median, 1)}` : '',
  ]
  const greatest = highest(names.flatMap((name) => growth(name) ?? []))
  return {
    title: `Lists and totals with ${sizes.map((rows) => number(rows, 0)).join(', ')} payments`,
    about:
      `A database and a server for each number, with a year of one merchant and a tenth as much of three others, queried alternately ` +
      `by HTTP, one request at a time; milliseconds to the last byte, median and 99th percentile, which of ${runs} runs is ` +
      `the slowest. Pages have ${perPage} rows. There are as many webhooks, refund requests and entries of the audit log as payments; as many transfers, too, up to ${number(Math.max(...all.map(({ history }) => history.transfers)), 0)}. Growth is from the smallest to the largest, run by run. PostgreSQL has its ` +
      `defaults (128 MB of shared buffers), as with npm start. Writing took ${writing(all)}.`,
    columns: ['question', ...sizes.map((rows) => number(rows, 0)), 'growth'],
    rows: names.map(rowOf),
    pageRows: [],
    levels: [
      level('slowest page or total, median', slowest, {
        atMost: listLevels.milliseconds,
        unit: 'ms',
        digits: 1,
      }),
      level('greatest growth of a page or total', greatest, {
        atMost: listLevels.growth,
        of: `the time with ${number(least, 0)}`,
      }),
      ...requests.map(exactness),
    ],
    figures: {
      histories: all.map(({ history }) => history),
      timed,
      totals: requests.map(({ rows, totals }) => ({ rows, totals })),
    },
  }
}

const writing = (all: readonly Filled[]) =>
  all.map(({ history }) => `${number(history.seconds, 0)} s for ${number(history.payments, 0)}`).join(', ')

/** Run by run; undefined where one was not measured. */
export function ratio(
  times: readonly number[] | undefined,
  others: readonly number[] | undefined,
): Figure | undefined {
  return times && others && figure(times.map((time, run) => time / others[run]!))
}

const figuresOf = (times: readonly number[] | undefined): Figure[] => (times ? [figure(times)] : [])

/** The one with the highest median. */
export const highest = (figures: readonly Figure[]): Figure =>
  figures.reduce((most, each) => (each.median > most.median ? each : most))

/** `median (99th percentile)`; empty where nothing was measured. */
export function milliseconds(times: readonly number[] | undefined): string {
  if (!times) return ''
  const sorted = times.toSorted((a, b) => a - b)
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1]!
  return `${number(figure(times).median, 1)} (${number(p99, 1)})`
}

function exactness({ rows, totals }: QuestionSet): Level {
  const exact = totals.filter(({ reported: reportedCount, counted }) => reportedCount === counted).length
  return equality(`totals equal to count(*) with ${number(rows, 0)}`, exact, totals.length)
}
