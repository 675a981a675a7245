import { expect, test } from 'vitest'
import { paymentOrderXml } from '../../../server/merchant-payouts/batches/payment-order.ts'
import { openChance } from '../kernel/chance.ts'
import { type FaultKind, noFaults, openFaults } from '../kernel/faults.ts'
import { openBank } from '../upstreams/bank.ts'
import { checkBank } from './bank.ts'

const payout = '019a0000-0000-7000-8000-000000000001'
const at = (ms: number) => ({ epochMilliseconds: ms })

/** A bank that has one payment of 5.00 on its first statement, with these faults. */
function bankWith(...kinds: FaultKind[]) {
  const chance = openChance(1)
  const faults =
    kinds.length === 0 ? noFaults(chance) : openFaults(new Map(kinds.map((kind) => [kind, 1])), chance)
  const bank = openBank({ chance, faults, time: { now: () => Date.parse('2026-11-23T10:00:00Z') } })
  bank.receive('batch', order('M1'))
  return bank
}

/** A file that instructs the payment. */
function order(messageId: string): string {
  const to = { account: 'BE68539007547034', bic: 'KREDBEBB', holder: 'Boutique', reference: 'P-1' }
  return paymentOrderXml({
    messageId,
    currency: 'USD',
    from: { name: 'Likuta', account: '00099000010000000000195', bic: 'KREDBEBB' },
    payouts: [{ public_id: payout, amount_minor: 500n, ...to }],
    madeAt: Temporal.Instant.from('2026-11-23T09:00:00Z'),
  })
}

type Row = Record<string, unknown>

/** What the check finds if the database says so of the payout and of the first line. */
async function foundIn(bank: ReturnType<typeof bankWith>, line: Row, state: string, more: Row[] = []) {
  const statement = bank.statement('USD')
  if (statement) bank.imported(statement.id, 'amina')
  const facts = { decided_at: at(2), imported_at: at(1), is_own: false }
  const matched = { expected_kind: 'payout', expected_key: payout }
  const [booking] = statement?.bookings ?? []
  const first = {
    ...facts,
    ...matched,
    statement_id: statement?.id,
    bank_reference: booking?.reference,
    ...line,
  }
  const lines = booking && line.state ? [first, ...more] : more
  const payouts = [{ id: payout, state, amount_minor: 500n, currency: 'USD', failure_code: null }]
  const violations = await checkBank(async (sql) => (sql.includes('from bank_line') ? lines : payouts), bank)
  return violations.map(({ invariant }) => invariant)
}

const matched = { state: 'MATCHED' }

test('a payment that the bank shows and that is recorded as paid is no violation', async () => {
  expect(await foundIn(bankWith(), matched, 'PAID')).toEqual([])
})

test.each<[string, FaultKind[], Row, string, string[]]>([
  ['a line that was not stored', [], {}, 'SENT', ['I-63']],
  ['a payment whose line is left unknown', [], { state: 'UNKNOWN' }, 'SENT', ['I-63']],
  ['a payment that is matched with another', [], { ...matched, expected_key: 'other' }, 'PAID', ['I-63']],
  ['a payment that waits for somebody without a reason', [], { state: 'CANDIDATES' }, 'SENT', ['I-63']],
  ['another amount that is taken as the payment', ['bank books another amount'], matched, 'PAID', ['I-63']],
  ['a refused payment that is recorded as paid', ['bank refuses a payment'], {}, 'PAID', ['I-63b']],
  ['a payment that is recorded as failed', [], matched, 'FAILED', ['I-63b']],
  ['a payment that is recorded as returned', [], matched, 'RETURNED', ['I-63b']],
])('the check finds %s', async (_, faults, line, state, found) => {
  expect(await foundIn(bankWith(...faults), line, state)).toEqual(found)
})

test('the check finds a line that no statement of the bank has', async () => {
  const strange = { statement_id: 'USD-9', bank_reference: 'B9', state: 'UNKNOWN' }
  expect(await foundIn(bankWith(), matched, 'PAID', [strange])).toEqual(['I-63'])
})

test('differences in the work list are no violation', async () => {
  const differs = { state: 'AMOUNT_DIFFERS', expected_key: null }
  expect(await foundIn(bankWith('bank books another amount'), differs, 'SENT')).toEqual([])
  const own = { state: 'CANDIDATES', is_own: true }
  expect(await foundIn(bankWith(), own, 'SENT')).toEqual([])
  expect(await foundIn(bankWith('bank drops our reference'), { state: 'CANDIDATES' }, 'SENT')).toEqual([])
})

test('the check finds a payment that two files instruct', async () => {
  const bank = bankWith()
  bank.receive('again', order('M2'))
  expect(await foundIn(bank, matched, 'PAID')).toEqual(['I-63b'])
})
