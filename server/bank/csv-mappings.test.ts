// The CSV that a bank exports, with its own columns, read as an admin has mapped them for an account.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, refusedWith, twoAdmins } from '../../test/support/callers/admins.ts'
import { payoutSettings } from '../../test/support/callers/payouts.ts'
import { ownAccounts } from '../../test/support/callers/statements.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import type { CsvMapping } from './files/csv-mapping.ts'
import { readBankFile } from './files/read-bank-file.ts'

const now = Temporal.Instant.from('2027-02-01T10:00:00Z')
const french: CsvMapping = {
  account: ownAccounts.USD,
  currency: 'USD',
  columns: {
    date: 'Date opération',
    debit: 'Débit',
    credit: 'Crédit',
    text: 'Libellé',
    bank_reference: 'Réf.',
  },
  dateForm: 'DD/MM/YYYY',
  decimalMark: ',',
}
const header = 'Date opération;Libellé;Réf.;Débit;Crédit;Solde'
const rows = [
  '23/11/2026;Virement;B1;1 150,50;;98 849,50',
  '24/11/2026;Carte, règlement;;;20,00;98 869,50',
  '24/11/2026;Carte, règlement;;;20,00;98 889,50',
]
const file = (lines: readonly string[], before = '') => `${before}${header}\n${lines.join('\n')}\n`
const entriesIn = async (text: string, mappings = [french]) =>
  (await readBankFile(Buffer.from(text), now, { mappings })).statements.flatMap(({ key, entries }) =>
    entries.map(({ entry, bookedOn, amountMinor, bankReference, text: words }) => ({
      place: `${key} ${entry}`,
      facts: [bookedOn, amountMinor, bankReference, words],
    })),
  )

test('the CSV of a bank is read by its own columns, below lines about the account and above sums', async () => {
  const text = file([...rows, 'Total;;;1 150,50;40,00;'], 'Titulaire;EXEMPLE SARL\nPériode;novembre\n')
  expect((await entriesIn(text)).map(({ facts }) => facts)).toEqual([
    ['2026-11-23', -115_050n, 'B1', 'Virement'],
    ['2026-11-24', 2_000n, null, 'Carte, règlement'],
    ['2026-11-24', 2_000n, null, 'Carte, règlement'],
  ])
})

test('exports that overlap, or are sorted the other way, name each line alike, and equal lines apart', async () => {
  const placesIn = async (lines: readonly string[]) =>
    (await entriesIn(file(lines))).map(({ place }) => place)
  const [all, last, reversed] = [
    await placesIn(rows),
    await placesIn(rows.slice(1)),
    await placesIn(rows.toReversed()),
  ]
  expect(new Set(all).size).toBe(3)
  expect(last).toEqual(all.slice(1))
  expect(new Set(reversed)).toEqual(new Set(all))
})

test.each([
  ['850.000', 'not an amount'],
  ['12,505', 'not an amount'],
  ['12.50', 'not an amount'],
])('the amount %s is refused in a CSV with a decimal comma', async (amount, reason) => {
  await expect(entriesIn(file([`23/11/2026;x;;${amount};;`]))).rejects.toThrow(reason)
})

test.each([
  ['2026-11-23;x;;1,00;;', 'not a date of the form DD/MM/YYYY'],
  ['31/02/2026;x;;1,00;;', 'is not a date'],
  ['23/11/2026;x;;1,00;2,00;', 'a debit and a credit'],
  ['23/11/2026;x;;;-2,00;', 'its credit is negative'],
  [';x;;1,00;;', 'is not a date'],
])('the row %s is refused with its place', async (row, reason) => {
  await expect(entriesIn(file([row]))).rejects.toThrow(new RegExp(`^row 1 below the header: .*${reason}`))
})

test.each([
  ['YYYY/MM/DD', '2026/11/03'],
  ['YYYYMMDD', '20261103'],
  ['DD.MM.YYYY', '3.11.2026'],
  ['DD-MM-YYYY', '03-11-2026 14:05:00'],
  ['DD/MM/YY', '03/11/26'],
  ['MM/DD/YYYY', '11/03/2026'],
] as const)('a day of the form %s is read', async (dateForm, day) => {
  const [entry] = await entriesIn(file([`${day};x;;1,00;;`]), [{ ...french, dateForm }])
  expect(entry?.facts[0]).toBe('2026-11-03')
})

test('columns that fit two accounts need the account in the file, and rows of another account are refused', async () => {
  const francs: CsvMapping = { ...french, account: ownAccounts.CDF, currency: 'CDF' }
  await expect(entriesIn(file(rows), [french, francs])).rejects.toThrow('several accounts')
  const named = `Compte;${ownAccounts.CDF}\n`
  const { statements } = await readBankFile(Buffer.from(file(rows, named)), now, {
    mappings: [french, francs],
  })
  expect(new Set(statements.map(({ currency }) => currency))).toEqual(new Set(['CDF']))
  const withAccount = { ...french, columns: { ...french.columns, account: 'Compte' } }
  const other = `${header};Compte\n${rows[0]};${ownAccounts.CDF}\n`
  await expect(entriesIn(other, [withAccount])).rejects.toThrow('not the account of the mapping')
})

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: { ...payoutSettings, ...twoAdmins } })
})
afterAll(() => world.close())

const path = 'bank/csv-mappings'
const mapping = { columns: french.columns, date_form: 'DD/MM/YYYY', decimal_mark: ',' }

test('an admin maps the columns of an account, and its CSV is imported once', async () => {
  const upload = (text: string) =>
    adminsOf(world).post('bank/files', { name: 'export.csv', content: Buffer.from(text).toString('base64') })
  refusedWith(await upload(file(rows)), 422, 'RMT-422')
  const set = await adminsOf(world).put(`${path}/sandbox/USD`, { mapping })
  expect([set.status, set.body.data]).toMatchObject([
    200,
    { environment: 'sandbox', currency: 'USD', account_last4: '0195', mapping, set_by: 'amina' },
  ])
  expect((await adminsOf(world).read(path)).items).toContainEqual(set.body.data)
  const day = world.clock.now().toString().slice(0, 10).split('-').toReversed().join('/')
  const today = rows.map((row) => row.replace(/^[\d/]+/, day))
  expect((await upload(file(today.slice(0, 2)))).body.data).toMatchObject({
    format: 'CSV',
    lines: 2,
    known: 0,
  })
  expect((await upload(file(today))).body.data).toMatchObject({ lines: 1, known: 2 })
  const [entry] = (await adminsOf(world).read('audit?action=bank_csv_mapping.set')).items
  expect(entry).toMatchObject({ actor: 'amina', subject: 'sandbox USD' })
  await adminsOf(world).put(`${path}/sandbox/USD`, { mapping: null })
  expect((await adminsOf(world).read(path)).items).toContainEqual(
    expect.objectContaining({ environment: 'sandbox', currency: 'USD', mapping: null, set_by: null }),
  )
})

test.each([
  ['no date', { amount: 'Montant' }],
  ['neither an amount nor debit and credit', { date: 'Date', debit: 'Débit' }],
  ['an amount and a debit', { date: 'Date', amount: 'Montant', debit: 'Débit', credit: 'Crédit' }],
  ['one name for two columns', { date: 'Date', amount: 'date' }],
])('a mapping with %s is refused', async (_what, columns) => {
  const response = await adminsOf(world).put(`${path}/sandbox/USD`, { mapping: { ...mapping, columns } })
  expect(response.status).toBe(400)
})

test('an account that we do not have has no mapping', async () => {
  refusedWith(await adminsOf(world).put(`${path}/production/EUR`, { mapping }), 404, 'RMT-404')
})
