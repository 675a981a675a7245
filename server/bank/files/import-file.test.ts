// What the files of banks become as lines: each booking once, whatever the files repeat, name or leave out.
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, refusedWith, twoAdmins } from '../../../test/support/callers/admins.ts'
import { bankMerchant, batchesOf } from '../../../test/support/callers/bank.ts'
import { payoutSettings } from '../../../test/support/callers/payouts.ts'
import {
  camtReport,
  camtStatement,
  mt940Statement,
  mt942Report,
  ownAccounts,
  type StatementLine,
} from '../../../test/support/callers/statements.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: { ...payoutSettings, ...twoAdmins } })
})
afterAll(() => world.close())

const upload = (file: string | Buffer) => {
  const content = Buffer.from(file).toString('base64')
  return adminsOf(world).post('bank/files', { name: 'statement.txt', content })
}
const imported = async (file: string | Buffer) => {
  const response = await upload(file)
  expect([response.status, response.text]).toEqual([200, expect.anything()])
  return response.body.data
}
/** Lines with an amount, oldest first: each test has amounts of its own. */
const linesOf = async (...amounts: string[]) =>
  (await adminsOf(world).read('bank/lines?limit=100')).items
    .filter((line: { amount: string }) => amounts.includes(line.amount))
    .toReversed()
const day = () => world.clock.now().toString().slice(0, 10)

/** Payouts that were sent to the bank. */
async function sent(...amounts: number[]) {
  const { payouts, pay } = await bankMerchant(world)
  const ids: string[] = []
  for (const amount of amounts) ids.push((await pay(amount)).payout_id)
  await batchesOf(world).sendAll()
  return { ids, stateOf: async (id = '') => (await payouts.read(id)).state }
}

test.each(['NONREF', 'NOTPROVIDED', 'SAME-BATCH'])(
  'equal payments of a day with the reference %s pay both payouts that they name',
  async (reference) => {
    const { ids, stateOf } = await sent(10, 10)
    for (const [n, id] of ids.entries())
      await imported(
        mt940Statement({ id: `${reference}/${n}`, day: day() }, [{ amount: '-10.00', id, reference }]),
      )
    expect(await Promise.all(ids.map(stateOf))).toEqual(['PAID', 'PAID'])
    // The same payment in a further statement is no second one.
    await imported(
      camtStatement({ id: `${reference} again`, day: day() }, [{ amount: '-10.00', id: ids[0]!, reference }]),
    )
    expect((await linesOf('-10.00')).at(-1)).toMatchObject({ state: 'DUPLICATE' })
  },
)

test('a line that names its payout pays it although an open line without the id has the same reference', async () => {
  const { ids, stateOf } = await sent(11)
  const [id = ''] = ids
  await imported(camtStatement({ id: 'bare', day: day() }, [{ amount: '-11.00', reference: 'R-11' }]))
  await imported(camtStatement({ id: 'full', day: day() }, [{ amount: '-11.00', reference: 'R-11', id }]))
  expect(await stateOf(id)).toBe('PAID')
})

test('an uploaded file is read in a thread of its own, so that other requests do not wait for it', async () => {
  let threads = 0
  const count = () => {
    threads += 1
  }
  process.on('worker', count)
  try {
    await imported(camtStatement({ id: 'OWN-THREAD' }, [{ amount: '1.00' }]))
  } finally {
    process.off('worker', count)
  }
  expect(threads).toBe(1)
})

test('a statement number that comes again in another year is another statement', async () => {
  const lines = [{ amount: '13.01', text: 'transfer' }]
  expect(await imported(camtStatement({ id: '1', day: '2025-01-05' }, lines))).toMatchObject({ lines: 1 })
  const next = camtStatement({ id: '1', day: '2026-01-05' }, lines)
  expect(await imported(next)).toMatchObject({ lines: 1, known: 0 })
  expect(await imported(`${next}\n`)).toMatchObject({ lines: 0, known: 1 })
  expect(await linesOf('13.01')).toMatchObject([{ statement: '1' }, { statement: '1' }])
  refusedWith(await upload(next.replaceAll('13.01', '13.02')), 409, 'RMT-409')
})

test('statements of other accounts and currencies are left out and named, the others are imported', async () => {
  const bodies = [
    camtStatement({ id: 'ours', day: day() }, [{ amount: '14.01' }]),
    camtStatement({ id: 'other', day: day(), account: '00011000020000000007721' }, [{ amount: '14.02' }]),
    camtStatement({ id: 'euros', day: day() }, [{ amount: 'x' }]).replaceAll('USD', 'EUR'),
  ]
  expect(await imported(bodies.join('\n'))).toMatchObject({
    lines: 1,
    skipped: [
      { name: 'other', account: '00011000020000000007721', currency: 'USD' },
      { name: 'euros', account: ownAccounts.USD, currency: 'EUR' },
    ],
  })
  const refused = refusedWith(await upload(bodies[1] ?? ''), 422, 'RMT-422')
  expect(refused).toContain('00011000020000000007721')
})

const reports: [string, (head: { id: string; day: string }, lines: StatementLine[]) => string][] = [
  ['camt.052', (head, lines) => camtReport('camt.052', head, lines)],
  ['camt.054', (head, lines) => camtReport('camt.054', head, lines)],
  ['MT942', mt942Report],
]
const statements = [camtStatement, mt940Statement]

test.each(reports)(
  'entries of %s pay payouts, and the statement that repeats them adds none',
  async (format, write) => {
    for (const [n, statement] of statements.entries()) {
      const { ids, stateOf } = await sent(20)
      const cents = `${reports.findIndex(([name]) => name === format)}${n}`
      const lines: StatementLine[] = [
        { amount: '-20.00', id: ids[0]!, reference: `${format}-${n}`, text: 'payout' },
        { amount: `21.${cents}`, text: 'card settlement' },
        { amount: `21.${cents}`, text: 'card settlement' },
      ]
      const report = write({ id: `D-${cents}`, day: day() }, lines)
      expect(await imported(report)).toMatchObject({ format, lines: 3 })
      expect(await stateOf(ids[0])).toBe('PAID')
      const whole = statement({ id: `D-${cents}`, day: day() }, [
        ...lines,
        { amount: `22.${cents}`, text: 'later' },
      ])
      expect(await imported(whole)).toMatchObject({ lines: 1, known: 3 })
      // Nothing is added when either comes again.
      expect(await imported(`${whole}\n`)).toMatchObject({ lines: 0, known: 4 })
      expect(await imported(`${report}\n`)).toMatchObject({ lines: 0, known: 3 })
      expect(await linesOf(`21.${cents}`)).toHaveLength(2)
    }
  },
)

test.each(reports)('entries of %s that a statement has shown already add none', async (format, write) => {
  const cents = `3${reports.findIndex(([name]) => name === format)}`
  const lines = [
    { amount: `23.${cents}`, reference: `Z-${format}`, text: 'a' },
    { amount: `24.${cents}`, text: 'b' },
  ]
  await imported(camtStatement({ id: `before ${format}`, day: day() }, lines))
  const report = write({ id: `late ${format}`, day: day() }, [
    ...lines,
    { amount: `25.${cents}`, text: 'new' },
  ])
  expect(await imported(report)).toMatchObject({ lines: 1, known: 2 })
})

test('a report of the day that repeats an earlier one adds what is new', async () => {
  const lines = [{ amount: '26.01', reference: 'R-26-1' }]
  await imported(camtReport('camt.052', { id: 'noon', day: day() }, lines))
  const later = [...lines, { amount: '26.01', reference: 'R-26-2' }]
  expect(await imported(camtReport('camt.052', { id: 'evening', day: day() }, later))).toMatchObject({
    lines: 1,
    known: 1,
  })
})

test('equal entries without references in two reports are two lines, until a statement says otherwise', async () => {
  for (const [n, text] of ['first', 'second'].entries())
    await imported(camtReport('camt.052', { id: `half ${n}`, day: day() }, [{ amount: '26.02', text }]))
  expect(await linesOf('26.02')).toHaveLength(2)
  const whole = camtStatement({ id: 'whole', day: day() }, [
    { amount: '26.02', text: 'first' },
    { amount: '26.02', text: 'other words' },
  ])
  expect(await imported(whole)).toMatchObject({ lines: 0, known: 2 })
})

test('a statement that names what a report did not has its line matched again', async () => {
  const { ids, stateOf } = await sent(27)
  await imported(
    camtReport('camt.054', { id: 'N-27', day: day() }, [{ amount: '-27.00', reference: 'R-27' }]),
  )
  expect(await stateOf(ids[0])).toBe('SENT')
  const full = camtStatement({ id: 'S-27', day: day() }, [
    { amount: '-27.00', reference: 'R-27', id: ids[0]! },
  ])
  expect(await imported(full)).toMatchObject({ lines: 0, known: 1 })
  expect(await stateOf(ids[0])).toBe('PAID')
  expect(await linesOf('-27.00')).toHaveLength(1)
})

/** A batch of two payments, each named. */
const batchOf = (ids: string[], amount: string) =>
  camtReport(
    'camt.054',
    { id: `B-${amount}`, day: day() },
    ids.map((id) => ({ amount: `-${amount}`, id, reference: `B-${amount}` })),
  )
const totalOf = (amount: string, reference: string) =>
  camtStatement({ id: `T-${amount}`, day: day() }, [{ amount: `-${amount}`, reference, text: 'batch' }])

test('a batch that a statement books in one sum is the payments that a report has named, or names later', async () => {
  const first = await sent(28, 28)
  await imported(batchOf(first.ids, '28.00'))
  const total = totalOf('56.00', 'B-28.00')
  expect(await imported(total)).toMatchObject({ lines: 0, known: 1 })
  expect(await imported(`${total}\n`)).toMatchObject({ lines: 0, known: 1 })
  expect(await Promise.all(first.ids.map(first.stateOf))).toEqual(['PAID', 'PAID'])

  const second = await sent(29, 29)
  await imported(totalOf('58.00', 'B-29.00'))
  expect(await imported(batchOf(second.ids, '29.00'))).toMatchObject({ lines: 2 })
  expect(await Promise.all(second.ids.map(second.stateOf))).toEqual(['PAID', 'PAID'])
  expect(await linesOf('-58.00')).toMatchObject([{ state: 'DUPLICATE' }])
})

/** A ZIP with these files. */
function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  let at = 0
  const parts = Object.entries(files).map(([name, content]) => {
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(Buffer.byteLength(content), 18)
    common.writeUInt16LE(name.length, 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const directory = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, place, Buffer.from(name)])
    at += file.length
    return { file, directory }
  })
  const directory = Buffer.concat(parts.map((part) => part.directory))
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts.map((part) => part.file), directory, end])
}

test('a ZIP of statements is imported, and what is none in it is named', async () => {
  const zip = zipOf({
    'a/day-1.xml': camtStatement({ id: 'zip-1', day: day() }, [{ amount: '31.01' }]),
    'a/day-2.sta': mt940Statement({ id: 'zip-2', day: day() }, [{ amount: '31.02' }]),
    'a/copy.xml': camtStatement({ id: 'zip-1', day: day() }, [{ amount: '31.01' }]),
    'a/day-1.pdf': '%PDF-1.7 …',
    '__MACOSX/a/._day-1.xml': 'x',
  })
  expect(await imported(zip)).toMatchObject({
    format: 'ZIP',
    lines: 2,
    skipped: [{ name: 'a/day-1.pdf', account: null, currency: null }],
  })
})

test.each([
  [
    'more than a hundred files',
    () => zipOf(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`${n}.txt`, 'x']))),
    'more than 100 files',
  ],
  ['files that unpack to much more', () => zipOf({ 'a.txt': Buffer.alloc(4_000_000) }), 'too large'],
  ['an archive within', () => zipOf({ 'a.zip': zipOf({ 'b.txt': 'x' }) }), 'contains another'],
  [
    'a spreadsheet',
    () => zipOf({ '[Content_Types].xml': '<a/>', 'xl/workbook.xml': '<a/>' }),
    'save the sheet as CSV',
  ],
  ['a file that cannot be read', () => zipOf({ 'a.csv': 'a,b\n1,2\n' }), 'a.csv: the CSV has no column'],
  ['a cut end', () => zipOf({ 'a.csv': 'a,b\n1,2\n' }).subarray(0, 40), 'damaged'],
])('a ZIP with %s is refused, with the reason', async (_what, zip, reason) => {
  expect(refusedWith(await upload(zip()), 422, 'RMT-422')).toContain(reason)
})
