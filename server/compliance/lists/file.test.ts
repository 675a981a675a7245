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

const one = (remarks: string) =>
  `1,"SAMPLE, Person","individual","P",-0-,-0-,-0-,-0-,-0-,-0-,-0-,"${remarks}"\n`

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

describe('the numbers of an OFAC file', () => {
  test.each([
    ['Passport RL 0419079 (Lebanon)', ['RL 0419079']],
    ['Passport L 662233 issued 12 Feb 2010', ['L 662233']],
    ['alt. Passport A 1234567 (Colombia) expires 02 May 2027', ['A 1234567']],
    ['D.N.I. 08966234-G (Spain)', ['08966234-G']],
    ['C.U.R.P. GAXX800101HSLRRL01 (Mexico)', ['GAXX800101HSLRRL01']],
    ['NIT # 800142109-5 (Colombia)', ['800142109-5']],
    ['Cedula No. 16.945.223 (Colombia)', ['16.945.223']],
    ['National ID No. 1728 4320', ['1728 4320']],
    ['Tax ID No. 000-101-22 (Turkey)', ['000-101-22']],
    ['SSN 156-92-9858 (United States)', ['156-92-9858']],
    ['Turkish Identification Number 22391133840', ['22391133840']],
    ['Cartilla de Servicio Militar Nacional B4343434', ['B4343434']],
    ["Driver's License No. 04900377", ['04900377']],
    ['Stateless Person ID Card CY 123 456', ['CY 123 456']],
    ['DOB 14 Mar 1968; Executive Order 13224; Gender Male', []],
    ['Phone Number 96311222333; Fax 96311222334', []],
    ['Organization Established Date 15 Jan 1968', []],
    ['Title 2nd Secretary; Aircraft Construction Number 12345; Website 1.alfa.example', []],
  ])('OFAC remarks %j yield documents %j', async (remarks, identifiers) => {
    expect(await read(file(one(remarks)))).toMatchObject([{ identifiers }])
  })

  test.each([
    ['Phone Number 963112222333 (Syria)', ['963112222333']],
    ['alt. Telephone: +963 11 222 2333; Tel. 0096311222444', ['+963 11 222 2333', '0096311222444']],
  ])('OFAC remarks %j yield telephone numbers %j', async (remarks, phones) => {
    expect(await read(file(one(remarks)))).toMatchObject([{ phones }])
  })

  test('a remark that OFAC cut after 1,000 characters is continued without a blank', async () => {
    const end = '; Passport OP556'
    writeFileSync(join(directory, 'sdn.csv'), one('x'.repeat(1_000 - end.length) + end))
    writeFileSync(join(directory, 'sdn_comments.csv'), '1,"7788; Gender Male."\n')
    expect(await read(join(directory, 'sdn.csv'))).toMatchObject([{ identifiers: ['OP5567788'] }])
    const blank = '; nationality '
    writeFileSync(join(directory, 'sdn.csv'), one('x'.repeat(1_000 - blank.length) + blank))
    writeFileSync(join(directory, 'sdn_comments.csv'), '1,"Rwanda; Gender Male."\n')
    expect(await read(join(directory, 'sdn.csv'))).toMatchObject([{ countries: ['RW'] }])
  })

  test('quotes that are not doubled do not keep a list of OFAC from being read', async () => {
    const main = '1,"SAMPLE, "Big" Person","individual","P",-0-,-0-,-0-,-0-,-0-,-0-,-0-,"DOB 1961"\n'
    writeFileSync(join(directory, 'sdn.csv'), main)
    writeFileSync(join(directory, 'sdn_comments.csv'), '1,"born in "Goma"; Passport OP5567788"\n')
    writeFileSync(join(directory, 'alt.csv'), '1,9,"aka","THE "OLD" MAN",-0-\n')
    expect(await read(join(directory, 'sdn.csv'))).toMatchObject([
      { name: 'SAMPLE, "Big" Person', aliases: ['THE "OLD" MAN'], identifiers: ['OP5567788'] },
    ])
  })

  test('a file beside the list that cannot be read is named', async () => {
    writeFileSync(join(directory, 'sdn.csv'), one('DOB 1961'))
    writeFileSync(join(directory, 'sdn_comments.csv'), Buffer.from('1,"Ren\xe9"\n', 'latin1'))
    await expect(read(join(directory, 'sdn.csv'))).rejects.toThrow(/^sdn_comments\.csv: line 1: /)
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
