// Mutants of payouts to banks and of the reconciliation with banks.
import { type Mutant, without } from '../mutant.ts'

const accountTests = 'server/kernel/codes/bank-account.test.ts'
const destinationTests = 'server/merchant-payouts/destinations/destination.test.ts'
const orderTests = 'server/merchant-payouts/batches/payment-order.test.ts'
const batchTests = 'server/merchant-payouts/batches/batches.test.ts'
const stoppedTests = 'server/merchant-payouts/payouts/stopped-payout.test.ts'
const endTests = 'server/merchant-payouts/dispatch/end-payout.test.ts'
const batchRaces = 'server/merchant-payouts/batches/batch-races.test.ts'
const assignTests = 'server/bank/reconciliation/assigned-lines.test.ts'
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
    'batch: without merchants in debt',
    ['batch-of-debtor', ' and not ', ' or '],
    'a merchant whose disputes took more than it has is paid by the bank all the same',
    batchTests,
  ),
  without(
    'batch: left before its approval',
    ['batch-left-before-approval', 'remove'],
    'a payout that the bank pays waits for the next batch',
    batchTests,
  ),
  without(
    'payout ended by hand while inquiries continue',
    ['ended-while-resolving', 'select exists (select', 'select true or exists (select'],
    'a payout is given back by hand that the operator still pays',
    endTests,
  ),
  without(
    'payout ended while it is called',
    ['ended-while-calling', 'if (operation &&', 'if (false && operation &&'],
    'a payout whose call is under way is given back and paid',
    'server/merchant-payouts/dispatch/end-payout.test.ts',
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
    'bank line: return by another',
    ['return-by-another', 'personsOf(by).some((person) => importers.includes(person))', 'false'],
    'one admin writes a bank file that gives the money of a payout back, which the bank has paid',
    assignTests,
  ),
  without(
    'bank line: large difference',
    ['large-difference', 'if (amount <=', 'if (true || amount <='],
    'one admin hides that a settlement never came, with any small line',
    assignTests,
  ),
  without(
    'bank line: matching one by one',
    ['bank-matching', 'remove'],
    'two files imported at once show the same movement, and one of them fails',
    matchTests,
  ),
  without(
    'payout destination: its limit',
    ['destination-limit', 'remove'],
    'destinations beyond the list are payable and cannot be seen',
    destinationTests,
  ),
  without(
    'payout destination: message to the owner',
    ['destination-alert', 'remove'],
    'a thief adds a wallet, and the owner does not learn of it within the delay',
    destinationTests,
  ),
  without(
    'payout destination: its payouts end with it',
    ['payouts-to-removed', 'await cancelOpenPayouts(sql, row, session.merchantCode, now)', '[]'],
    'a bank account that the merchant removed is paid with the next batch',
    stoppedTests,
  ),
  without(
    'payout destination: its schedules end with it',
    ['schedule-to-removed', 'where destination_id = $1', 'where destination_id = $1 and false'],
    'a merchant believes in a schedule that pays nothing',
    stoppedTests,
  ),
  without(
    'settlement: disputes',
    ['settlement-disputes', "'dispute', 'dispute_reversal'", "'fee'"],
    'what the gateway should pay for a day is stated without its disputes',
    'server/bank/reconciliation/settlements.test.ts',
  ),
  without(
    'bank charge: its range',
    ['bank-charge-range', 'charge > 0n && charge < payout.amount_minor &&', ''],
    'any line is assigned to a payout as if the bank had charged for it',
    assignTests,
  ),
  without(
    'bank charge: our cost',
    ['bank-cost', 'remove'],
    "the bank's charge is nowhere in the ledger",
    assignTests,
  ),
  without(
    'bank charge: who requests it',
    ['bank-charge-requester', 'remove'],
    'whoever approved a payout says that the bank returned less',
    assignTests,
  ),
  without(
    'bank file: lines matched in the request',
    ['bank-lines-at-once', 'n < matchedAtOnce && ', ''],
    'the response to an import comes after many minutes',
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
    [
      'bank-line-duplicate',
      'await sameLine(sql, line.id, payout !== undefined)',
      'undefined as bigint | undefined',
    ],
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
    'bank line: not by whoever approved the payout',
    ['payout-shown-by-another', 'remove'],
    'one admin approves a payout and gives its money back with a file',
    assignTests,
  ),
  without(
    'payout by amount',
    ['payout-by-amount', "|| only.kind === 'payout'", ''],
    'a payout is paid by the line of another one',
    assignTests,
  ),
  without(
    'missing movements: from the first statement on',
    ['late-from-first-statement', "m.kind = 'payout' or exists", "m.kind <> '' or exists"],
    'a settlement is called missing on a day of which nobody has a statement',
    matchTests,
  ),
  without(
    'missing movements: of any age',
    ['missing-of-any-age', ' union all ${older}', ''],
    'money that a bank lost is forgotten after 60 days',
    matchTests,
  ),
  without('bank line: decided', ['bank-line-decided', 'remove'], 'a line is decided twice', assignTests),
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
    assignTests,
  ),
  without(
    'write-off: sum of a day',
    ['write-offs-of-a-day', "state = 'WRITTEN_OFF'", "state = 'MATCHED'"],
    'one person writes off any sum in parts',
    assignTests,
  ),
  without(
    'write-off: own import',
    ['write-off-of-importer', 'remove'],
    'one person imports lines and writes them off',
    assignTests,
  ),
]
