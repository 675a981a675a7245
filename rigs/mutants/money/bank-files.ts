// Mutants of the files of banks: what is read, and that each booking counts once.
import { type Mutant, without } from '../mutant.ts'

const fileTests = 'server/bank/files/read-bank-file.test.ts'
const otherTests = 'server/bank/files/other-banks.test.ts'
const importTests = 'server/bank/files/import-file.test.ts'
const mappingTests = 'server/bank/csv-mappings.test.ts'

const operatorFileTests = 'server/bank/operators/operator-statement.test.ts'
export const bankFiles: readonly Mutant[] = [
  without(
    'bank file: thread of its own',
    ['bank-file-in-worker', 'readInWorker(', "(await import('./read-bank-file.ts')).readBankFile("],
    'a bank file of some megabytes keeps all other requests waiting',
    importTests,
  ),
  without(
    'bank file: time limit',
    ['bank-file-time-limit', 'remove'],
    'a file that takes for ever keeps all later bank files waiting',
    'server/bank/files/read-in-worker.test.ts',
  ),
  without(
    'bank file: range of its values',
    ['bank-entry-range', 'amountMinor > maxMinor || amountMinor < -maxMinor', 'amountMinor === 0n'],
    'a file with an absurd amount is answered with 500',
    fileTests,
  ),
  without(
    'bank file: its balances',
    ['bank-file-balances', 'balances && balances', 'balances && false && balances'],
    'a bank file that was cut or edited is imported',
    fileTests,
  ),
  without(
    'bank file: document type',
    ['xml-doctype', 'remove'],
    'a small file expands until the process dies',
    fileTests,
  ),
  without(
    'bank file: number of lines',
    ['bank-file-lines', 'remove'],
    'one file keeps every later one waiting for an hour',
    fileTests,
  ),
  without(
    'bank file: bookings of the future',
    ['bank-entry-future', 'remove'],
    'a mistyped year is stored as a booking',
    fileTests,
  ),
  without('bank file: size', ['bank-file-size', 'remove'], 'a file takes all memory', fileTests),
  without(
    'bank file: our account',
    ['bank-file-account', '!ours || ', 'true || '],
    "another company's statement pays our payouts",
    importTests,
  ),
  without(
    'bank reference: placeholders',
    ['bank-placeholder', 'remove'],
    'two payments of a day without references are taken for one',
    otherTests,
  ),
  without(
    'bank date: calendar',
    ['iso-calendar', "day.calendarId === 'iso8601'", 'true'],
    'a date in another calendar is answered with 500',
    otherTests,
  ),
  without(
    'bank entry: its currency',
    ['entry-currency', 'named !== currency', 'false'],
    'francs are booked as dollars',
    otherTests,
  ),
  without(
    'bank batch: charges that explain it',
    ['batch-charges', '.includes(kept)', '.includes(kept) && false'],
    'a batch that is incomplete is imported, or a complete one refused',
    otherTests,
  ),
  without(
    'bank statement: pages that follow',
    ['pages-follow', 'first.closing !== second.opening', 'false'],
    'a page that is missing is not noticed',
    otherTests,
  ),
  without(
    'CSV: thousands or decimals',
    ['ambiguous-thousands', 'remove'],
    '850 thousand francs are imported as 850',
    otherTests,
  ),
  without(
    'written amounts: places of the currency',
    ['written-decimals', 'remove'],
    'a top-up of 2.500 adds 2.50 instead of 2,500',
    'server/kernel/money.test.ts',
  ),
  without(
    'CSV: one separator',
    ['one-separator', 'separators[counts.indexOf(Math.max(...counts))]', 'separators[0]'],
    'a file of French Excel is refused',
    otherTests,
  ),
  without(
    'bank file: its parts',
    ['bank-file-parts', 'remove'],
    'one file of small parts keeps a core busy for many seconds',
    otherTests,
  ),
  without(
    'report: repeated by reference only',
    ['reports-by-reference', 'isReport && isWeak', 'false && isWeak'],
    'the second of two equal payments of a day is lost',
    importTests,
  ),
  without(
    'report: confirmed by the statement',
    ['report-line-confirmed', 'if (!isReport)', 'if (false)'],
    'an entry that the statement repeats is no line of it, and comes again',
    importTests,
  ),
  without(
    'report: payments of a batch',
    ['batch-of-report', 'parts.length < 2 || !isSum', 'true'],
    'a batch counts as its payments and as their sum',
    importTests,
  ),
  without(
    'ZIP: number of files',
    ['zip-files', 'remove'],
    'an archive of a million files is opened',
    importTests,
  ),
  without('ZIP: nested', ['zip-nested', 'remove'], 'archives within archives multiply', importTests),
  without(
    'ZIP: size',
    ['zip-size', 'Math.min(max, packed * maxRatio)', '2 ** 30'],
    'a small archive fills the memory',
    importTests,
  ),
  without(
    'CSV mapping: one account',
    ['csv-of-one-account', '!table || others.length > 0', 'false'],
    "an account gets the lines of another one's CSV",
    mappingTests,
  ),
  without(
    'CSV mapping: rows of its account',
    ['mapped-account', "number !== '' && ", 'false && '],
    "an account gets the rows of another one's",
    mappingTests,
  ),
  without(
    'CSV mapping: rows without a day',
    ['rows-without-day', 'cells.some(', 'true || cells.some('],
    'a booking without a day is lost without a word',
    mappingTests,
  ),
  without(
    'CSV mapping: debit or credit',
    ['debit-or-credit', 'remove'],
    'a row with two amounts is booked with one of them',
    mappingTests,
  ),
  without(
    'operator file: gross less fee is net',
    ['operator-line-sum', 'remove'],
    'a mistyped fee is posted',
    operatorFileTests,
  ),
  without(
    'operator file: amount of a line',
    ['operator-line-amount', 'operation?.amount_minor === there.get(key)', 'operation !== undefined'],
    'a line of another amount counts as ours',
    operatorFileTests,
  ),
  without(
    'operator file: changed line',
    ['operator-line-changed', 'is distinct from', 'is not distinct from'],
    'a line that comes again with another amount is passed over',
    operatorFileTests,
  ),
  without(
    'operator file: what was paid',
    ['sweep-of-line', 'remove'],
    'an operator seems to owe us what it has paid',
    operatorFileTests,
  ),
]
