// Mutants of payouts to banks and of the reconciliation with banks.
import { type Mutant, without } from '../mutant.ts'

const accountTests = 'server/kernel/codes/bank-account.test.ts'
const destinationTests = 'server/merchant-payouts/destinations/destination.test.ts'
const orderTests = 'server/merchant-payouts/batches/payment-order.test.ts'
const batchTests = 'server/merchant-payouts/batches/batches.test.ts'
const batchRaces = 'server/merchant-payouts/batches/batch-races.test.ts'
const fileTests = 'server/bank/files/read-bank-file.test.ts'
const matchTests = 'server/bank/reconciliation/reconciliation.test.ts'
const ledgerTests = 'server/merchant-payouts/batches/transit.test.ts'

export const bank: readonly Mutant[] = [
  without(
    'IBAN: length',
    ['iban-length', 'remove'],
    'a payout goes to an IBAN with a digit too many',
    accountTests,
  ),
  without(
    'IBAN: check digits',
    ['iban-check-digits', '=== 1n', '>= 0n'],
    'a payout goes to a mistyped IBAN',
    accountTests,
  ),
  without(
    'account number: key',
    ['account-check-digits', '&& BigInt(number) % 97n === 0n', ''],
    'a payout goes to a mistyped account',
    accountTests,
  ),
  without(
    'bank destination: offered',
    ['bank-offered', 'remove'],
    'a merchant adds a bank account that nobody pays',
    destinationTests,
  ),
  without(
    'bank destination: masked',
    ['masked-account', 'account?.slice(-4)', 'account'],
    'whoever reads a payout reads the account number',
    destinationTests,
  ),
  without(
    'smallest unit of a wallet',
    ['payout-smallest-unit', 'remove'],
    'an operator is asked for centimes and refuses',
    batchTests,
  ),
  without(
    'payment order: control sum',
    ['control-sum', 'sum + amount_minor', 'sum'],
    'the bank refuses the file, or takes a changed one',
    orderTests,
  ),
  {
    name: 'batch: one for each payout',
    breaks: 'two files pay the same payout',
    changes: [
      ['payout-in-one-batch', 'and t.batch_id is null', ''],
      ['payout-joins-batch', 'and batch_id is null', ''],
    ],
    tests: [batchRaces],
  },
  without(
    'batch: second person',
    ['batch-approver', 'remove'],
    'one person makes and approves a batch',
    batchTests,
  ),
  without(
    'batch: without suspended merchants',
    ['batch-of-suspended-merchant', 'remove'],
    'a merchant that was suspended meanwhile is paid by the bank',
    batchTests,
  ),
  without(
    'batch: left before its approval',
    ['batch-left-before-approval', 'remove'],
    'a payout that the bank pays waits for the next batch',
    batchTests,
  ),
  without(
    'refusal by hand: second person',
    ['failed-by-another', 'remove'],
    'one person sends a payout and gives its money back',
    batchTests,
  ),
  without(
    'transit of a failed payout',
    ['transit-of-failed-payout', "...(isBank && event === 'declined' ? outOfTransit(amount) : [])", ''],
    'money that the bank refused stays in transit forever',
    ledgerTests,
  ),
  without(
    'transit of a paid payout',
    ['transit-of-paid-payout', "isBank ? 'bank_transit' : 'operator_float'", "'operator_float'"],
    'a payout to a bank is booked against an operator',
    ledgerTests,
  ),
  without(
    'bank file: document type',
    ['xml-doctype', 'remove'],
    'a small file expands until the process dies',
    fileTests,
  ),
  without('bank file: size', ['bank-file-size', 'remove'], 'a file takes all memory', fileTests),
  without(
    'bank file: our account',
    ['bank-file-account', '?.account === account', '!== undefined'],
    "another company's statement pays our payouts",
    matchTests,
  ),
  without(
    'bank line: once',
    ['bank-line-once', 'on conflict (account, currency, statement_id, entry) do nothing', ''],
    'a statement that comes twice stops the import',
    matchTests,
  ),
  without(
    'bank line: changed',
    ['bank-line-changed', 'remove'],
    'a corrected statement is ignored without a word',
    matchTests,
  ),
  without(
    'bank line: same booking',
    ['bank-line-duplicate', 'await sameLine(sql, line.id)', 'undefined as bigint | undefined'],
    'a booking that comes in two statements counts twice',
    matchTests,
  ),
  without(
    'bank line: state of the payout',
    ['bank-line-state', 'remove'],
    'a line of a payout that has ended stops the import',
    matchTests,
  ),
  without(
    'bank line: amount',
    ['bank-line-amount', 'remove'],
    'a payout is paid by a line of another amount',
    matchTests,
  ),
  without(
    'payout by amount',
    ['payout-by-amount', "|| only.kind === 'payout'", ''],
    'a payout is paid by the line of another one',
    matchTests,
  ),
  without('bank line: decided', ['bank-line-decided', 'remove'], 'a line is decided twice', matchTests),
  without(
    'settlement reports: turns',
    ['settlement-report-turn', 'last.day, last.environment', "'-infinity', ''"],
    'days whose report is missing keep all later ones waiting',
    'server/bank/reconciliation/settlements.test.ts',
  ),
  without(
    'write-off: second person',
    ['write-off-second-person', 'remove'],
    'one person writes off any sum',
    matchTests,
  ),
]
