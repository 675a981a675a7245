// Files as other banks write them: what may be missing, padded, numbered or named in another way.
import { expect, test } from 'vitest'
import {
  camtStatement,
  csvStatement,
  mt940Statement,
  ownAccounts,
} from '../../../test/support/callers/statements.ts'
import { referenceIn } from './bank-entry.ts'
import { readBankFile } from './read-bank-file.ts'

const id = '019a0000-0000-7000-8000-00000000000a'
const now = Temporal.Instant.from('2027-02-01T10:00:00Z')
const read = (text: string) => readBankFile(Buffer.from(text), now)
const entriesOf = async (text: string) => (await read(text)).statements.flatMap(({ entries }) => entries)
const amountsOf = async (text: string) => (await entriesOf(text)).map(({ amountMinor }) => amountMinor)
const camt = (amount = '-30.00') => camtStatement({ id: 'S-1' }, [{ amount, text: 'x' }])
const mt940 = (amount = '50.00') => mt940Statement({ id: '1' }, [{ amount }])

test.each([
  'NONREF',
  'nonref',
  'NOTPROVIDED',
  'Not provided',
  'NOREF',
  'N/A',
  'n.a.',
  'NONE',
  '-',
  '.',
  '0',
  '000000000',
  'XXXX',
  ' ',
  'Sans référence',
  'UNKNOWN',
])('%j is what a bank writes where it has no reference', (text) => {
  expect(referenceIn(text)).toBe(null)
})

test.each(['B1', '4711', 'NONREF1', 'N/A-17', 'REF 0'])('%j is a reference', (text) => {
  expect(referenceIn(` ${text} `)).toBe(text)
})

test('no format takes a placeholder for a reference or an id', async () => {
  const line = { amount: '-1.00', reference: 'NOTPROVIDED', text: 'x' }
  const files = [
    camtStatement({ id: 'S-1' }, [line]).replace(
      '<TxDtls>',
      '<TxDtls><Refs><EndToEndId>NONREF</EndToEndId></Refs>',
    ),
    mt940Statement({ id: '1' }, [line]),
    csvStatement({ id: 'S-1' }, [{ ...line, id: 'n/a' }]),
  ]
  for (const file of files)
    expect(await entriesOf(file)).toMatchObject([{ bankReference: null, endToEndId: null }])
})

test('numbers of statements that begin again each year are of different statements', async () => {
  const keyOf = async (text: string) => (await read(text)).statements.map(({ key }) => key)
  for (const write of [camtStatement, csvStatement, mt940Statement]) {
    const keys = await Promise.all(
      ['2026-01-05', '2027-01-05'].map((day) => keyOf(write({ id: '1', day }, [{ amount: '1.00' }]))),
    )
    expect(new Set(keys.flat()).size).toBe(2)
  }
  const booked = camtStatement({ id: '1', day: '2027-01-01' }, [{ amount: '1.00', on: '2026-12-31' }])
  expect(await keyOf(booked)).toEqual(['1 (2027)'])
})

test('a CSV export that goes on over the new year keeps the lines of each year as they were', async () => {
  const [old, both] = [['2026-12-31'], ['2026-12-31', '2027-01-02']].map((days) =>
    csvStatement(
      { id: 'all' },
      days.map((on) => ({ amount: '1.00', on })),
    ),
  )
  const placesOf = async (text = '') =>
    (await read(text)).statements.flatMap(({ key, entries }) => entries.map(({ entry }) => [key, entry]))
  expect(await placesOf(old)).toEqual([['all (2026)', '1']])
  expect(await placesOf(both)).toEqual([
    ['all (2026)', '1'],
    ['all (2027)', '2'],
  ])
})

test.each(['850.000', '-850.000', '1.500', '12.500', '1,500', '0.100'])(
  'CSV with the amount %s is refused: people mean thousands by it',
  async (amount) => {
    const text = csvStatement({ id: 'S-1', currency: 'CDF' }, [{ amount: `"${amount}"` }])
    await expect(read(text)).rejects.toThrow('amount is not a number')
  },
)

test('camt and MT940 pad amounts with zeros, which change nothing', async () => {
  expect(await amountsOf(camt().replaceAll('>30.00<', '>000030.00000<'))).toEqual([-3_000n])
  const padded = mt940().replace('C50,00', 'C000000000000050,00000')
  expect(await amountsOf(padded)).toEqual([5_000n])
})

test.each([
  ['a blank before the type', 'C50,00NTRF', 'C50,00 NTRF'],
  ['a blank in the type', 'NTRFNONREF', 'NOV NONREF'],
  ['no decimals and no comma', 'C50,00NTRF', 'C50NTRF'],
  ['no type', 'C50,00NTRFNONREF', 'C50,00//B1'],
  ['no booking day', '2611231123C', '261123C'],
  ['its number in :28:', ':28C:', ':28:'],
  ['no currency in its closing balance', ':62F:C261123USD', ':62F:C261123'],
  ['further fields after the text', 'NONREF\r\n:86:x', 'NONREF\r\n:86:x\r\n:NS:22Marchand\r\n23x'],
])('MT940 with %s is read', async (_what, part, by) => {
  const text = mt940()
  expect(text).toContain(part)
  const [entry] = await entriesOf(text.replace(part, by))
  expect([entry?.bookedOn, entry?.amountMinor]).toEqual(['2026-11-23', 5_000n])
})

test('a value date of 30 February without a booking day is the last day of the month', async () => {
  const dayOf = async (days: string) =>
    (await entriesOf(mt940().replace('2611231123C', `${days}C`)))[0]?.bookedOn
  expect(await dayOf('260230')).toBe('2026-02-28')
  expect(await dayOf('260229')).toBe('2026-02-28')
  expect(await dayOf('2602300302')).toBe('2026-03-02')
  await expect(read(mt940().replace('2611231123C', '261323C'))).rejects.toThrow('is not a date')
})

test('two MT940 statements of a day differ in :28: or in their reference', async () => {
  const one = (number: string, by: string) =>
    mt940Statement({ id: number }, [{ amount: '1.00' }]).replace(':28C:', by)
  const both = async (by: string) => (await read(one('1', by) + '\r\n' + one('2', by))).statements
  expect((await both(':28:')).map(({ statementId }) => statementId)).toEqual(['261123-1', '261123-2'])
  expect(new Set((await both(':21:')).map(({ key }) => key)).size).toBe(2)
})

test('MT940 without a reference begins with its account', async () => {
  const one = (number: string) =>
    mt940Statement({ id: number }, [{ amount: '1.00' }]).replace(/:20:.*\r\n/, '')
  const { format, statements } = await read(one('1') + '\r\n' + one('2'))
  expect([format, statements.length]).toEqual(['MT940', 2])
})

test('a statement without entries has the currency of its balances, or of its account', async () => {
  for (const currency of ['<Ccy>USD</Ccy>', '']) {
    const text = camtStatement({ id: 'S-1' }, []).replace('<Ccy>USD</Ccy>', currency)
    expect((await read(text)).statements).toMatchObject([{ currency: 'USD', entries: [] }])
  }
})

test('an entry without a booking day is of its value date', async () => {
  const text = camt().replace(
    '<BookgDt><Dt>2026-11-23</Dt></BookgDt>',
    '<ValDt><DtTm>2026-11-24T00:00:00</DtTm></ValDt>',
  )
  expect((await entriesOf(text))[0]?.bookedOn).toBe('2026-11-24')
})

test.each(['true', '1', ' 1 '])('a reversal indicator %j marks a return', async (value) => {
  const marked = camt().replace('</CdtDbtInd><Sts>', `</CdtDbtInd><RvslInd>${value}</RvslInd><Sts>`)
  expect((await entriesOf(marked))[0]?.isReturn).toBe(true)
  expect((await entriesOf(marked.replace(`>${value}<`, '>0<')))[0]?.isReturn).toBe(false)
})

test('references to characters are read in texts and ids, and no others', async () => {
  const text = camtStatement({ id: 'S&#45;1' }, [
    { amount: '1.00', text: 'caf&#233; &#xE0; &eacute; &amp;#233;' },
  ])
  const [statement] = (await read(text)).statements
  expect([statement?.statementId, statement?.entries[0]?.text]).toEqual(['S-1', 'café à &eacute; &#233;'])
})

/** The payments of a batch of 30.00. */
const batch = (details: string, after = '') =>
  camt().replace(/<NtryDtls>[\s\S]*<\/NtryDtls>/, `${after}<NtryDtls>${details}</NtryDtls>`)
const payment = (end: string, amount = '', more = '') =>
  `<TxDtls><Refs><EndToEndId>${end}</EndToEndId></Refs>${amount && `<Amt Ccy="USD">${amount}</Amt>`}${more}</TxDtls>`

test('a batch whose payments have no amounts is one line, which names no single payment', async () => {
  expect(await entriesOf(batch(payment(id.replaceAll('-', '')) + payment('b')))).toMatchObject([
    { entry: '1', amountMinor: -3_000n, endToEndId: null },
  ])
  const inEuros = payment('a', '10.00').replace('USD', 'EUR')
  expect(await entriesOf(batch(inEuros + payment('b', '20.00')))).toMatchObject([{ amountMinor: -3_000n }])
})

test.each([
  ['of the entry', '', '<Chrgs><Rcrd><Amt Ccy="USD">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>'],
  ['of the entry before version 4', '', '<Chrgs><Amt Ccy="USD">1.00</Amt></Chrgs>'],
  ['in one sum', '', '<Chrgs><TtlChrgsAndTaxAmt Ccy="USD">1.00</TtlChrgsAndTaxAmt></Chrgs>'],
  ['of the payments', '<Chrgs><Rcrd><Amt Ccy="USD">0.50</Amt></Rcrd></Chrgs>', ''],
])('charges %s that explain the amount of a batch are a line of their own', async (_whose, each, all) => {
  const text = batch(payment('a', '10.00', each) + payment('b', '19.00', each), all)
  expect(await entriesOf(text)).toMatchObject([
    { entry: '1.1', amountMinor: -1_000n },
    { entry: '1.2', amountMinor: -1_900n },
    { entry: '1.charges', amountMinor: -100n, endToEndId: null },
  ])
  await expect(read(text.replace('19.00', '18.00'))).rejects.toThrow('do not add up')
})

test('an entry in another currency than its account is refused', async () => {
  await expect(read(camt().replace('<Ntry><Amt Ccy="USD">', '<Ntry><Amt Ccy="CDF">'))).rejects.toThrow(
    'is not the account',
  )
})

test('an account in two currencies has a statement in each', async () => {
  const [dollars, francs] = (['USD', 'CDF'] as const).map((currency) =>
    camtStatement({ id: 'S-1', currency, account: ownAccounts.USD }, [{ amount: '5.00' }]).replace(
      /<Ccy>.*<\/Ccy>/,
      '',
    ),
  ) as [string, string]
  const content = /<Bal>[\s\S]*<\/Ntry>/.exec(francs)?.[0] ?? ''
  const { statements } = await read(dollars.replace('</Ntry></Stmt>', `</Ntry>${content}</Stmt>`))
  expect(statements.map(({ currency, entries }) => [currency, entries.length])).toEqual([
    ['USD', 1],
    ['CDF', 1],
  ])
})

/** A page of a statement that begins and ends with balances between. */
const page = (from: string, to: string, balances: [string, string], amount: string) =>
  camtStatement({ id: 'P-1' }, [{ amount }])
    .replace(
      '<Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">0.00',
      `<Cd>${from}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${balances[0]}`,
    )
    .replace(
      /<Cd>CLBD<\/Cd><\/CdOrPrtry><\/Tp><Amt Ccy="USD">[\d.]+/,
      `<Cd>${to}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${balances[1]}`,
    )
const statementIn = (text: string) => /<Stmt>[\s\S]*<\/Stmt>/.exec(text)?.[0] ?? ''

test('pages of a statement are joined where the balances follow, and refused where they do not', async () => {
  const first = page('OPBD', 'ITBD', ['0.00', '5.00'], '5.00')
  const second = (balance: string) =>
    first.replace('</Stmt>', `</Stmt>${statementIn(page('ITBD', 'CLBD', [balance, `1${balance}`], '10.00'))}`)
  const { statements } = await read(second('5.00'))
  expect(statements).toMatchObject([
    { balances: { opening: 0n, closing: 1_500n }, entries: [{ entry: '1' }, { entry: '2' }] },
  ])
  await expect(read(second('6.00'))).rejects.toThrow('twice')
  const still = camtStatement({ id: 'Z' }, [{ amount: '5.00' }, { amount: '-5.00' }])
  await expect(read(still.replace(/<Stmt>[\s\S]*<\/Stmt>/, '$&$&'))).rejects.toThrow('twice')
})

test('several documents follow each other in one file, also within an envelope', async () => {
  const [one, other] = ['A', 'B'].map((name) => camtStatement({ id: name }, [{ amount: '1.00' }]))
  expect((await read(`${one}\n${other}`)).statements.map(({ statementId }) => statementId)).toEqual([
    'A',
    'B',
  ])
  const bare = `${one}${other}`.replace(/<\?xml[^>]*\?>/g, '')
  expect((await read(`<Envelope><Body>${bare}</Body></Envelope>`)).statements).toHaveLength(2)
})

test.each(['001.01', '001.02', '001.12'])('camt.053.%s is read', async (version) => {
  const first = (text: string) =>
    text
      .replaceAll('BkToCstmrStmt>', 'BkToCstmrStmtV01>')
      .replace(/<\/?CdOrPrtry>/g, '')
      .replace(/<\/?NtryDtls>/g, '')
  const text = camt().replace('001.08', version).replace('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>')
  const { statements } = await read(version === '001.01' ? first(text) : text)
  expect(statements).toMatchObject([{ balances: { closing: -3_000n }, entries: [{ amountMinor: -3_000n }] }])
})

test('a file is read in the encodings of spreadsheets and older programs', async () => {
  const text = csvStatement({ id: 'S-1' }, [{ amount: '1.00', text: 'reçu €' }])
  const swapped = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  const windows = Buffer.from(text.replace('ç', '\xe7').replace('€', '\x80'), 'latin1')
  for (const bytes of [Buffer.from(`\ufeff${text}`), swapped, Buffer.from(text, 'utf16le'), windows])
    expect((await readBankFile(bytes, now)).statements[0]?.entries[0]?.text).toBe('reçu €')
})

test('a CSV has the separator of its header, and a decimal comma where that is a semicolon', async () => {
  const comma = csvStatement({ id: 'S-1' }, [{ amount: '12.50', text: '"a; b"' }])
  const row = (amount: string) =>
    `account;currency;statement;date;amount;text\n${ownAccounts.USD};USD;S-1;2026-11-23;${amount};Loyer, novembre\n`
  expect(await entriesOf(comma)).toMatchObject([{ amountMinor: 1_250n, text: 'a; b' }])
  for (const amount of ['12,50', '12.50', '+12,5'])
    expect(await entriesOf(row(amount))).toMatchObject([{ amountMinor: 1_250n, text: 'Loyer, novembre' }])
  expect(await amountsOf(row('-1 234,50'))).toEqual([-123_450n])
  expect(await amountsOf(row('1.234,50'))).toEqual([123_450n])
  expect(await amountsOf(`sep=;\n${row('12,50')}`)).toEqual([1_250n])
  await expect(read(row('1.234'))).rejects.toThrow('amount is not a number')
  await expect(read(csvStatement({ id: 'S-1' }, [{ amount: '"12,50"' }]))).rejects.toThrow(
    'amount is not a number',
  )
})

test.each(['2026-11-20[u-ca=hebrew]', '20/11/2026', '2026-13-01', ''])(
  'a CSV with the date %j is refused with its line',
  async (on) => {
    await expect(read(csvStatement({ id: 'S-1' }, [{ amount: '1.00', on }]))).rejects.toThrow(
      /^line 2: .*date/,
    )
  },
)

test('a return is a yes or a no', async () => {
  const row = (value: string) =>
    csvStatement({ id: 'S-1' }, [{ amount: '1.00', isReturn: true }]).replace(',yes,', `,${value},`)
  for (const [value, expected] of [
    ['oui', true],
    ['1', true],
    ['non', false],
    ['0', false],
  ] as const)
    expect((await entriesOf(row(value)))[0]?.isReturn).toBe(expected)
  await expect(read(row('maybe'))).rejects.toThrow('neither yes nor no')
})

test.each([
  ['elements', '<Document><b/></Document>', '<b/>', 600_000],
  ['attributes', '<Document/>', ' a=""', 200_000],
  ['lines', ':20:1\r\n', ':61:\r\n', 20_000],
] as const)('a file of very many %s is refused before it is parsed', async (_what, text, part, count) => {
  const many =
    part === ' a=""'
      ? text.replace('/', `${part.repeat(count + 1)}/`)
      : text.replace(/$/, part.repeat(count + 1))
  await expect(read(many)).rejects.toThrow('more than 10,000 entries')
})

test.each([
  ['a PDF', '%PDF-1.7\n%âãÏÓ', 'a PDF'],
  ['a web page', '<!DOCTYPE html><html><body>Login</body></html>', 'a web page'],
  ['JSON', '[{"amount": 1}]', 'JSON'],
  ['OFX', 'OFXHEADER:100\n', 'OFX'],
  ['QIF', '!Type:Bank\nD1/2/2026\n', 'QIF'],
  [
    'an order',
    camt().replaceAll('camt.053', 'pain.001').replaceAll('BkToCstmrStmt', 'CstmrCdtTrfInitn'),
    'a payment order',
  ],
  ['a report on orders', '<Document><CstmrPmtStsRpt/></Document>', 'pain.002, a report on payment orders'],
  ['an old spreadsheet', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'an old Office program'],
  ['nothing', '', 'empty'],
])('%s is named as what it is, with what to ask the bank for', async (_what, text, kind) => {
  const refused = readBankFile(Buffer.from(text, /[\x80-\xff]/.test(text) ? 'latin1' : 'utf8'), now)
  await expect(refused).rejects.toThrow(kind)
  await expect(refused).rejects.toThrow(/no statement/)
})

test('the refusal of a CSV names the columns that are missing, tabs included', async () => {
  for (const separator of [',', ';', '\t'])
    await expect(read(['date', 'amount', 'text'].join(separator))).rejects.toThrow(
      'no column account, currency, statement:',
    )
})
