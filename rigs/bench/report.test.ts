import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { choose } from './choose.ts'
import { levelOf, type Measurement } from './comparison.ts'
import { withMeasured } from './documents.ts'
import { figure, spread } from './figures.ts'
import { level } from './levels.ts'
import { pictureOf } from './picture.ts'
import { aligned, jsonOf, type Measured, markdownOf, merged, type Report, textOf } from './report.ts'
import type { Suite } from './suite.ts'

const machine = {
  cpu: 'A <fast> one',
  cores: 2,
  memoryGiB: 24,
  kernel: 'Linux 6',
  node: '26.0.0',
  postgres: '18.4',
}
const levels = [
  level('orders-64, requests a second', figure([0.9, 0.95, 1.1]), { atLeast: 0.85, of: 'no database' }),
  level('orders-64, p99', figure([80, 70, 50]), { atMost: 60, unit: 'ms', digits: 0 }),
]

function section(suite: string, commit = 'abc'): Measured {
  return {
    suite,
    commit,
    date: '2026-11-21T10:00:00Z',
    seconds: 3,
    rounds: 3,
    tookSeconds: 12.3,
    title: `About ${suite}`,
    about: 'What was done.',
    columns: ['what', 'a second'],
    rows: [
      ['one', '1,000'],
      ['another', '9'],
    ],
    levels,
    figures: { rate: 1 / 3 },
  }
}
const report: Report = { machine, sections: [section('requests')] }

describe('figures and levels of a report', () => {
  test('a median is shown with its least and greatest values, unless there was one round', () => {
    assert.equal(spread(figure([3, 1, 2, 10]), 1), '2.5 [1.0-10.0]')
    assert.equal(spread(figure([1234.56]), 0), '1,235')
  })

  test('a level is judged by the median', () => {
    assert.deepEqual(
      levels.map(({ wanted, reached, met }) => ({ wanted, reached, met })),
      [
        { wanted: 'at least 0.85 of no database', reached: '0.95 [0.90-1.10]', met: true },
        { wanted: 'at most 60 ms', reached: '70 [50-80] ms', met: false },
      ],
    )
  })

  test('a level without a measurable reference is not met', () => {
    const { reached, met, numbers } = level('x', figure([Infinity]), { atLeast: 1 })
    assert.deepEqual([reached, met, numbers], ['nothing', false, undefined])
  })

  test('a ratio pairs measurements of the same round; an unmeasured side gives no ratio', () => {
    const measured = (subject: Measurement['subject'], round: number, perSecond: number): Measurement => ({
      row: 'orders-64',
      subject,
      round,
      perSecond,
      p50: 1,
      p99: 2,
      failed: 0,
      cpuMicroseconds: 0,
      statements: 0,
      commits: 0,
      walBytes: 0,
      fsyncs: 0,
    })
    // The machine was ten times as slow in the second round.
    const all = [
      measured('product', 1, 900),
      measured('no database', 2, 100),
      measured('product', 2, 90),
      measured('no database', 1, 1000),
    ]
    const wanted = {
      at: 64,
      figure: 'perSecond',
      atLeast: 0.85,
      against: { subject: 'no database' },
    } as const
    assert.equal(levelOf(all, 'orders-64', wanted)[0]?.reached, '0.90')
    assert.deepEqual(levelOf(all, 'orders-64', { ...wanted, against: { subject: 'row by row' } }), [])
    const [p99] = levelOf(all, 'orders-64', { at: 64, figure: 'p99', atMost: 60 })
    assert.deepEqual([p99?.wanted, p99?.reached], ['at most 60 ms', '2.0 ms'])
  })
})

describe('the report', () => {
  test('the text report names the machine, every row and whether a level is met', () => {
    const text = textOf(report)
    for (const part of [
      /A <fast> one, 2 cores/,
      /one +1,000\n/,
      /another +9\n/,
      /at most 60 ms +70 \[50-80\] ms +NO/,
    ])
      assert.match(text, part)
    assert.equal(
      aligned([
        ['a', 'n'],
        ['long', '10'],
        ['b', '5'],
      ]),
      'a      n\nlong  10\nb      5',
    )
  })

  test('a merged report has the last run of each suite, all from one machine', () => {
    const later: Report = { machine, sections: [section('start'), section('requests', 'def')] }
    assert.deepEqual(
      merged([report, later]).sections.map(({ suite, commit }) => `${suite} ${commit}`),
      ['requests def', 'start abc'],
    )
    assert.throws(() => merged([report, { ...later, machine: { ...machine, cores: 4 } }]), /one machine/)
  })

  test('the JSON report is lossless except for insignificant digits', () => {
    const read = JSON.parse(jsonOf(report)) as Report
    assert.deepEqual(read.sections[0]?.figures, { rate: 0.333333 })
    assert.equal(markdownOf(read), markdownOf(report))
  })

  test('the measured part of the document is replaced, with the same result each time', () => {
    const marks = [
      '<!-- From here on printed by `npm run bench -- --write` -->',
      '<!-- End of what is printed -->',
    ]
    const document = `Before\n${marks.join('\nOld figures\n')}\nAfter\n`
    const once = withMeasured(document, markdownOf(report))
    assert.match(once, /^Before\n<!--.+\| one \| 1,000 \|.+-->\nAfter\n$/s)
    assert.doesNotMatch(once, /Old figures/)
    assert.equal(withMeasured(once, markdownOf(report)), once)
    assert.throws(() => withMeasured('no marks', ''), /lacks/)
  })
})

describe('the picture', () => {
  test('the picture has a text description and is the same for the same report', () => {
    const picture = pictureOf(report)
    assert.equal(pictureOf(JSON.parse(jsonOf(report))), picture)
    assert.match(
      picture,
      /<desc id="desc">orders-64, requests a second: wanted at least 0.85[^<]+met\. orders-64, p99: [^<]+missed\.<\/desc>/,
    )
    assert.equal(picture.match(/class="met"/g)?.length, 1)
    assert.equal(picture.match(/class="missed"/g)?.length, 1)
  })

  test('the length of a bar is the reached share of the target', () => {
    const widths = [...pictureOf(report).matchAll(/<rect [^>]*width="(\d+)"/g)].map(([, width]) =>
      Number(width),
    )
    assert.deepEqual(widths, [Math.round((190 * 0.95) / 0.85), Math.round((190 * 70) / 60)])
  })
})

describe('selection of suites on the command line', () => {
  const suite = (name: string, parts?: string[]): Suite => ({
    name,
    ...(parts && { parts }),
    measure: () => Promise.reject(),
  })
  const offered = [
    { suite: suite('requests', ['orders-64', 'orders-1', 'status-64']) },
    { suite: suite('start') },
    { suite: suite('lists'), onDemand: true as const },
  ]
  const chosen = (prefixes: string[], all = false) =>
    choose(offered, prefixes, { all }).map(({ suite, only }) => [suite.name, ...only].join(' '))

  test('without words every quick suite is selected, or all suites', () => {
    assert.deepEqual(chosen([]), ['requests', 'start'])
    assert.deepEqual(chosen([], true), ['requests', 'start', 'lists'])
  })

  test('a word is a prefix of a suite or of a part of one', () => {
    assert.deepEqual(chosen(['orders', 'lis']), ['requests orders', 'lists'])
    assert.deepEqual(chosen(['req', 'orders']), ['requests'])
    assert.throws(() => chosen(['orders', 'nothing']), /nothing is called nothing: requests, orders-64/)
  })
})
