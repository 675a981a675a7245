// Bank files in three formats say the same; what is unsafe or unreadable is refused with its place.
import { expect, test } from 'vitest'
import {
  camtStatement,
  csvStatement,
  mt940Statement,
  ownAccounts,
} from '../../../test/support/callers/statements.ts'
import { assertCamt053 } from '../../../test/support/iso20022/validate.ts'
import { UnreadableFile } from './bank-entry.ts'
import { maxBankFile, maxLines, readBankFile } from './read-bank-file.ts'

const id = '019a0000-0000-7000-8000-00000000000a'
const lines = [
  { amount: '-150.00', id, reference: 'B1', text: 'payout' },
  { amount: '20.5', text: 'card settlement' },
  { amount: '150.00', id, reference: 'B3', isReturn: true, text: 'account closed' },
]
const now = Temporal.Instant.from('2027-02-01T10:00:00Z')
const read = (text: string) => readBankFile(Buffer.from(text), now)

test.each([
  ['camt.053', camtStatement],
  ['MT940', mt940Statement],
  ['CSV', csvStatement],
] as const)('a statement in %s is read with its amounts, days, ids and returns', async (format, write) => {
  const file = await read(write({ id: 'S-1' }, lines))
  expect(file.format).toBe(format)
  const [statement] = file.statements
  expect(statement).toMatchObject({ account: ownAccounts.USD, currency: 'USD' })
  expect(statement!.statementId).toContain('S-1')
  const endToEndId = id.replaceAll('-', '')
  expect(
    statement!.entries.map((entry) => ({ ...entry, bookedOn: String(entry.bookedOn), text: '' })),
  ).toEqual([
    {
      entry: '1',
      bookedOn: '2026-11-23',
      amountMinor: -15_000n,
      isReturn: false,
      endToEndId,
      bankReference: 'B1',
      text: '',
    },
    {
      entry: '2',
      bookedOn: '2026-11-23',
      amountMinor: 2_050n,
      isReturn: false,
      endToEndId: null,
      bankReference: null,
      text: '',
    },
    {
      entry: '3',
      bookedOn: '2026-11-23',
      amountMinor: 15_000n,
      isReturn: true,
      endToEndId,
      bankReference: 'B3',
      text: '',
    },
  ])
})

test('the statements of the tests are valid camt.053', () => {
  assertCamt053(camtStatement({ id: 'S-1' }, lines))
})

test('a batch booking is one line for each payment in it', async () => {
  const one = (amount: string) =>
    `<TxDtls><Refs><EndToEndId>E${amount}</EndToEndId></Refs><Amt Ccy="USD">${amount}</Amt></TxDtls>`
  const text = camtStatement({ id: 'S-1' }, [{ amount: '-30.00' }])
  const booked = (details: string) => text.replace(/<TxDtls>.*<\/TxDtls>/, details)
  const [statement] = (await read(booked(one('10.00') + one('20.00')))).statements
  expect(
    statement!.entries.map(({ entry, amountMinor, endToEndId }) => [entry, amountMinor, endToEndId]),
  ).toEqual([
    ['1.1', -1_000n, 'e10.00'],
    ['1.2', -2_000n, 'e20.00'],
  ])
  await expect(read(booked(one('10.00') + one('21.00')))).rejects.toThrow('do not add up')
})

test('the payments of a batch booking have their amounts also in versions before the fourth', async () => {
  const part = (end: string, amount: string) =>
    `<TxDtls><Refs><EndToEndId>${end}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="USD">${amount}</Amt></TxAmt></AmtDtls></TxDtls>`
  const details = `<NtryDtls>${part('a', '10.00')}${part('b', '20.00')}</NtryDtls>`
  const text = camtStatement({ id: 'S-1' }, [{ amount: '-30.00' }])
    .replace(/<NtryDtls>[\s\S]*<\/NtryDtls>/, details)
    .replace('camt.053.001.08', 'camt.053.001.02')
  const [statement] = (await read(text)).statements
  expect(statement!.entries.map(({ amountMinor }) => amountMinor)).toEqual([-1_000n, -2_000n])
})

test('a CSV file in UTF-16 is read', async () => {
  const bytes = Buffer.from(`\ufeff${csvStatement({ id: 'S-1' }, lines)}`, 'utf16le')
  expect((await readBankFile(bytes, now)).statements[0]!.entries).toHaveLength(lines.length)
})

test('what is not booked yet is no line', async () => {
  const text = camtStatement({ id: 'S-1' }, lines)
    .replace('<Cd>BOOK</Cd>', '<Cd>PDNG</Cd>')
    .replace(/<Bal>.*<\/Bal>/g, '')
  expect((await read(text)).statements[0]!.entries).toHaveLength(2)
})

test.each([
  ['camt.053', camtStatement],
  ['MT940', mt940Statement],
])(
  'an entry of %s that moved nothing is no line, and the others keep their numbers',
  async (_format, write) => {
    const text = write({ id: 'S-1' }, [{ amount: '0.00', text: 'Notice' }, { amount: '1.00' }])
    expect((await read(text)).statements[0]!.entries.map(({ entry }) => entry)).toEqual(['2'])
  },
)

test('a file with a document type or entities is refused before it is parsed', async () => {
  const entities = '<!DOCTYPE a [<!ENTITY x "y"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
  const text = camtStatement({ id: '&f;' }, lines).replace('<Document', `${entities}<Document`)
  await expect(read(text)).rejects.toThrow('document type definition')
  expect((await read(camtStatement({ id: '&f;' }, []))).statements[0]!.statementId).toBe('&f;')
})

test.each([
  ['camt.053', camtStatement({ id: 'S-1' }, lines), ['>20.5<', '>21.5<']],
  [
    'camt.053 without one of its entries',
    camtStatement({ id: 'S-1' }, lines),
    [/<Ntry>[\s\S]*?<\/Ntry>/, ''],
  ],
  ['MT940', mt940Statement({ id: '1' }, lines), ['C20,5', 'C21,5']],
  [
    'MT940 with another closing balance',
    mt940Statement({ id: '1' }, lines),
    [/:62F:C(\d{6}).*/, ':62F:C$1USD77777,00'],
  ],
] as const)(
  '%s whose entries do not lead from opening to closing balance is refused',
  async (_what, text, [part, by]) => {
    await read(text)
    await expect(read(text.replace(part, by))).rejects.toThrow(/its entries do not lead/)
  },
)

test('a file of 10,000 entries is read, one with more is refused', async () => {
  const many = (count: number) => csvStatement({ id: 'S-1' }, Array(count).fill({ amount: '1.00' }))
  expect((await read(many(maxLines))).statements[0]!.entries).toHaveLength(maxLines)
  await expect(read(many(maxLines + 1))).rejects.toThrow('more than 10,000 entries')
})

test('an entry may be booked tomorrow, where the day began earlier, and not the day after', async () => {
  const on = (day: string) => read(csvStatement({ id: 'S-1', day }, lines))
  expect((await on('2027-02-02')).statements[0]!.entries).toHaveLength(lines.length)
  await expect(on('2027-02-03')).rejects.toThrow('2027-02-03 is in the future')
})

test('a file that is too large is refused', async () => {
  await expect(readBankFile(Buffer.alloc(maxBankFile + 1, 32), now)).rejects.toThrow('5 MB')
})

test.each([
  ['nothing', ''],
  ['XML without a statement', '<Document/>'],
  ['XML that is cut', camtStatement({ id: 'S-1' }, lines).slice(0, -30)],
  ['another currency', camtStatement({ id: 'S-1' }, lines).replaceAll('USD', 'EUR')],
  ['an amount that is no number', camtStatement({ id: 'S-1' }, [{ amount: '-1e3' }])],
  ['a day that does not exist', camtStatement({ id: 'S-1', day: '2026-02-30' }, lines)],
  ['no direction', camtStatement({ id: 'S-1' }, lines).replace('DBIT', 'X')],
  ['a line that is not MT940', mt940Statement({ id: '1' }, lines).replace(':61:', ':61:X')],
  ['an MT940 without a balance', mt940Statement({ id: '1' }, lines).replace(':60F:', ':60X:')],
  ['an MT940 that was cut', mt940Statement({ id: '1' }, lines).replace(/:62F:[\s\S]*/, '')],
  ['a CSV line without an amount', csvStatement({ id: '1' }, [{ amount: '' }])],
  ['a day before banks had computers', csvStatement({ id: '1' }, [{ amount: '1.00', on: '0000-01-01' }])],
  ['a day beyond this century', csvStatement({ id: '1' }, [{ amount: '1.00', on: '9999-12-31' }])],
  ['an amount beyond all sums', csvStatement({ id: '1' }, [{ amount: '99999999999999999999.00' }])],
  ['a text that cannot be stored', csvStatement({ id: '1' }, [{ amount: '1.00', text: 'a\0b' }])],
  ['an id beyond all lengths', csvStatement({ id: 'S'.repeat(201) }, lines)],
  ['two statements of one id', camtStatement({ id: 'S-1' }, lines).replace(/<Stmt>[\s\S]*<\/Stmt>/, '$&$&')],
  ['a CSV line of another length', `${csvStatement({ id: '1' }, lines)}1,2,3\n`],
])('a file with %s is refused, with the reason', async (_what, text) => {
  await expect(read(text)).rejects.toThrow(UnreadableFile)
})

test('an MT940 line that was booked in January for December is of the new year', async () => {
  const text = mt940Statement({ id: '1', day: '2026-12-31' }, [{ amount: '1.00' }])
  const [statement] = (await read(text.replace('2612311231C', '2612310102C'))).statements
  expect(String(statement!.entries[0]!.bookedOn)).toBe('2027-01-02')
})

const bare = id.replaceAll('-', '')
test.each([
  ['with its hyphens', `payout ${id}`],
  ['in capitals', `/EREF/${bare.toUpperCase()}/`],
  ['after a line that ends in a letter of a number', `PAYMENT TO FACE\r\n${bare} THANKS`],
  ['that is broken at the end of a line', `/EREF/${bare.slice(0, 20)}\r\n${bare.slice(20)}/REMI/x`],
  ['that is broken before a hyphen', `/EREF/${id.slice(0, 18)}\r\n${id.slice(18)}/REMI/x`],
  ['in a part', `116?00SEPA?20EREF+${bare}?21SVWZ+a?32FACE`],
  ['over two parts', `116?00SEPA?20EREF+${bare.slice(0, 22)}?21${bare.slice(22)}?22SVWZ+a?32FACE`],
  [
    'over two parts and lines, before another keyword',
    `116?00SEPA?20EREF+${bare.slice(0, 9)}\r\n${bare.slice(9, 22)}?21${bare.slice(22)}?22ABWA+b`,
  ],
  ['over the last part and the first further one', `116?29EREF+${bare.slice(0, 22)}?60${bare.slice(22)}`],
  ['in a part after one that ends in a letter of a number', `116?20EREF+FACE?21${bare}?22x`],
])('our id %s is found in MT940', async (_where, information) => {
  const text = mt940Statement({ id: '1' }, [{ amount: '-1.00', text: information }])
  expect((await read(text)).statements[0]!.entries[0]!.endToEndId).toBe(bare)
})

test('more digits than an id has are no id', async () => {
  const text = mt940Statement({ id: '1' }, [{ amount: '-1.00', text: `${bare}0 ${bare}-0 0${id}` }])
  expect((await read(text)).statements[0]!.entries[0]!.endToEndId).toBe(bare)
  const longer = mt940Statement({ id: '1' }, [{ amount: '-1.00', text: `${bare}0 0${id}` }])
  expect((await read(longer)).statements[0]!.entries[0]!.endToEndId).toBe(null)
})
