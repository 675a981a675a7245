// How long screening a name takes against 100,000 list entries. It runs in this process, because screening is
// called as a function.
import { openListIndex } from '../../../../server/compliance/lists/index.ts'
import { matchesOf } from '../../../../server/compliance/screening/list-screener.ts'
import { figure, number, quantile } from '../../figures.ts'
import { level } from '../../level.ts'
import type { Options, Section, Suite } from '../../suite.ts'
import { entry, screenedParty } from './names.ts'

const entryCount = 100_000
const nameCount = 10_000

export const suite: Suite = {
  name: 'screening',
  measure: async (options) => sectionOf(measure(options)),
}

type Figures = ReturnType<typeof measure>

function measure({ print }: Options) {
  print(`reading ${entryCount} entries`)
  const entries = Array.from({ length: entryCount }, (_, number) => entry(number))
  const memoryBefore = process.memoryUsage().heapUsed
  const loadStart = performance.now()
  const index = openListIndex()
  for (const each of entries) index.add(each)
  const loadMs = performance.now() - loadStart
  const firstStart = performance.now()
  matchesOf(index, 'production', screenedParty(entries))
  const firstMs = performance.now() - firstStart

  print(`looking for ${nameCount} names`)
  const parties = Array.from({ length: nameCount }, () => screenedParty(entries))
  for (const each of parties.slice(0, 2_000)) matchesOf(index, 'production', each)
  let found = 0
  /** The shortest of five runs, which excludes other work on the machine. */
  const times = Float64Array.from(parties, (each) => {
    const tries = [0, 0, 0, 0, 0].map(() => {
      const start = performance.now()
      const matches = matchesOf(index, 'production', each)
      return { milliseconds: performance.now() - start, any: matches.length > 0 }
    })
    if (tries[0]!.any) found += 1
    return Math.min(...tries.map(({ milliseconds }) => milliseconds))
  }).sort()
  return {
    entries: entries.length,
    names: parties.length,
    found,
    loadMs,
    firstMs,
    memoryMiB: (process.memoryUsage().heapUsed - memoryBefore) / 2 ** 20,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    maxMs: quantile(times, 1),
  }
}

function sectionOf(figures: Figures): Section {
  const { entries, names, found, loadMs, firstMs, memoryMiB, p50Ms, p99Ms, maxMs } = figures
  return {
    title: 'Screening a name',
    about:
      'Invented names are searched for among invented list entries with their aliases; half of them are listed persons with ' +
      'letters swapped. Each name is the fastest of five runs. The index is read once, when a process starts.',
    columns: ['', 'figure'],
    rows: [
      ['list entries', number(entries, 0)],
      ['names', number(names, 0)],
      ['names with a match', number(found, 0)],
      ['reading the list, ms', number(loadMs, 0)],
      ['first search, ms', number(firstMs, 0)],
      ['memory of the index, MiB', number(memoryMiB, 0)],
      ['p50 ms', number(p50Ms, 2)],
      ['p99 ms', number(p99Ms, 2)],
      ['slowest, ms', number(maxMs, 2)],
    ],
    levels: [level('screening a name, p99', figure([p99Ms]), { atMost: 5, unit: 'ms' })],
    figures,
  }
}
