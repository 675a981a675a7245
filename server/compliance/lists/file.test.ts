import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { ListEntry } from './entry.ts'
import { listFileAt, readListFile } from './file.ts'

const samples = 'server/compliance/samples'
const directory = mkdtempSync(join(tmpdir(), 'likuta-lists-'))
afterAll(() => rmSync(directory, { recursive: true }))

async function read(path: string): Promise<ListEntry[]> {
  const entries: ListEntry[] = []
  for await (const { entry } of readListFile(listFileAt(path))) entries.push(entry)
  return entries
}

function file(content: string | Buffer, name = 'list.csv'): string {
  const path = join(directory, name)
  writeFileSync(path, content)
  return path
}

const header = '"id","schema","name","aliases","birth_date","countries","identifiers"'
const person = '"p-1","Person","Sample Person","","1970-01-02","cd",""'

describe('an OpenSanctions file', () => {
  test('an OpenSanctions file yields every entry with all its values', async () => {
    const entries = await read(`${samples}/targets.simple.csv`)
    expect(entries.map(({ entryId, kind }) => [entryId, kind])).toEqual([
      ['smp-p-001', 'person'],
      ['smp-p-002', 'person'],
      ['smp-p-003', 'person'],
      ['smp-p-004', 'person'],
      ['smp-o-005', 'organisation'],
      ['smp-v-006', 'thing'],
    ])
    expect(entries[0]).toEqual({
      entryId: 'smp-p-001',
      kind: 'person',
      name: 'Sostène Kambulu Ntirere',
      // The last alias contains a semicolon itself.
      aliases: ['Ntirere Sosthène', 'Colonel Kambulu', 'Kambulu; called the Elder'],
      weakAliases: [],
      birthDates: ['1968-03-14'],
      countries: ['CD', 'RW'],
      identifiers: ['OB0457781', '1968-031-77'],
      programs: ['SMP-CD'],
    })
  })

  test('OpenSanctions columns are found by name in any order, and older files have no programs', async () => {
    const path = file(
      '"name","dataset","id","schema","identifiers","countries","birth_date","aliases"\n' +
        '"Sample Person","Old List","p-1","Person","","cd;suhh","1970;about 1971",""\n',
    )
    expect(await read(path)).toEqual([
      {
        entryId: 'p-1',
        kind: 'person',
        name: 'Sample Person',
        aliases: [],
        weakAliases: [],
        birthDates: ['1970'],
        countries: ['CD'],
        identifiers: [],
        programs: ['Old List'],
      },
    ])
  })

  test('an OpenSanctions file may start with a byte order mark and use Windows line ends', async () => {
    expect(await read(file(`\uFEFF${header}\r\n${person}\r\n`))).toHaveLength(1)
  })
})

describe('an OFAC file', () => {
  test('an OFAC file is read with its remarks and the alias and comment files beside it', async () => {
    const entries = await read(`${samples}/sdn.csv`)
    expect(entries).toHaveLength(5)
    expect(entries[0]).toEqual({
      entryId: '90001',
      kind: 'person',
      name: 'KAMBULU NTIRERE, Sostene',
      aliases: ['NTIRERE, Sosthene', 'KAMBULU, S.'],
      weakAliases: ['MZEE KAMBU'],
      birthDates: ['1968-03-14', '1967'],
      countries: ['CD'],
      identifiers: ['OB0457781', '1968-031-77'],
      programs: ['SMP-DRC'],
    })
    expect(entries[1]).toMatchObject({
      birthDates: ['1979'],
      countries: ['LY'],
      programs: ['SMP-SDGT', 'SMP-LIBYA'],
    })
    expect(entries.map(({ kind }) => kind)).toEqual(['person', 'person', 'organisation', 'thing', 'person'])
    expect(entries[4]).toMatchObject({
      aliases: ['Ореховский, Владислав'],
      weakAliases: ['VLAD O'],
      birthDates: ['1971-11'],
      countries: ['RU'],
      identifiers: ['4509118822', '77-01'],
    })
  })

  const one = (remarks: string) =>
    `1,"SAMPLE, Person","individual","P",-0-,-0-,-0-,-0-,-0-,-0-,-0-,"${remarks}"\n`
  test.each([
    ['DOB 5 Feb 1961', ['1961-02-05']],
    ['DOB Feb 1961; alt. DOB 1962', ['1961-02', '1962']],
    ['DOB 1961 to 1963', ['1961', '1962', '1963']],
    ['DOB 1901 to 1999', []],
    ['DOB circa 1961.', ['1961']],
    ['POB Lubumbashi', []],
  ])('OFAC remarks %j yield birth dates %j', async (remarks, birthDates) => {
    expect(await read(file(one(remarks)))).toMatchObject([{ birthDates }])
  })

  test.each([
    ['nationality Congo, Democratic Republic of the', ['CD']],
    ['POB Bukavu, South Kivu, Democratic Republic of the Congo; citizen Rwanda', ['CD', 'RW']],
    ['nationality Burma; POB Nowhere', ['MM']],
    ['citizen Congo, Republic of the', ['CG']],
  ])('OFAC remarks %j yield countries %j', async (remarks, countries) => {
    expect(await read(file(one(remarks)))).toMatchObject([{ countries }])
  })
})

describe('a broken list file is refused with the number of the wrong line', () => {
  test.each([
    ['a missing name', `${header}\n${person}\n"p-2","Person","","","","",""\n`, /^line 3: has no name/],
    ['a missing id', `${header}\n"","Person","Sample","","","",""\n`, /^line 2: has no id/],
    ['a duplicate id', `${header}\n${person}\n${person}\n`, /^line 3: has the id of an earlier entry, p-1/],
    ['an extra column', `${header}\n${person},"x"\n`, /^line 2: has 8 columns where the header has 7/],
    [
      'a file that ends inside a cell',
      `${header}\n${person}\n"p-2","Person","Samp`,
      /^line 3: Quote Not Closed/,
    ],
    [
      'another encoding',
      Buffer.from(`${header}\n"p-1","Person","Ren\xe9","","","",""\n`, 'latin1'),
      /^line 2: .*UTF-8/,
    ],
    ['a NUL character', `${header}\n"p-1","Person","Re\0ne","","","",""\n`, /^line 2: has characters/],
    ['an unknown file format', 'a,b,c\n1,2,3\n', /^line 1: is neither/],
    [
      'a truncated OFAC record',
      '1,"SAMPLE","individual","P",-0-,-0-,-0-,-0-,-0-,-0-,-0-,""\n2,"SAM"\n',
      /^line 2: is not a record/,
    ],
  ])('a list file is refused: %s', async (_, content, message) => {
    await expect(read(file(content))).rejects.toThrow(message)
  })

  test('an empty list file, a directory and a missing file are each refused with a clear message', async () => {
    await expect(read(file(''))).rejects.toThrow('the file is empty')
    await expect(read(directory)).rejects.toThrow(/there is no file/)
    await expect(read(join(directory, 'none.csv'))).rejects.toThrow(/there is no file/)
  })
})
