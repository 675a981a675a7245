// The camt.053 document of any statement is valid against the published schema, and says what the statement says.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../test/support/any-character.ts'
import { assertCamt053, textsAt } from '../../../test/support/iso20022/validate.ts'
import { movementTypes } from '../schemas.ts'
import { camtPieces } from './camt.ts'
import { renderHead } from './json.ts'
import { type Period, periodOf, startOf } from './period.ts'
import type { Line, Statement, Total } from './statement.ts'

const period = periodOf('2026-11') as Period

const line = fc
  .record({
    type: fc.constantFrom(...movementTypes),
    amount: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
    fee: fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }),
    reference: fc.option(
      fc.oneof(
        fc.constantFrom(']]>', '<Ntry>&"\'', ' '.repeat(5), '\uffff\ufffe', '\u0000\u0001', '😀'.repeat(30)),
        fc.string({ unit: anyCharacter, minLength: 1, maxLength: 60 }),
      ),
    ),
    reason: fc.option(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 200 })),
    at: fc.integer({ min: 0, max: 30 * 86_400 - 1 }),
  })
  .map(
    ({ type, amount, fee, reference, reason, at }): Omit<Line, 'balance'> => ({
      id: 1n,
      public_id: '0b9a7c52-6c1f-4a3e-9a57-52c3a1f0d0aa',
      type,
      currency: 'USD',
      amount_minor: amount,
      fee_minor: fee,
      net_minor: amount - fee,
      available_on: '2026-11-23',
      transaction_uuid: reference === null ? null : 'LKT-20261121-093000-7K2M9QXA-CD',
      payout_id: null,
      merchant_reference: reference,
      description: type === 'adjustment' ? reason : null,
      created_at: startOf(period.first).add({ seconds: at }),
    }),
  )

function statementOf(lines: readonly Line[], facts: Partial<Statement>): Statement {
  const totals = new Map<string, Total>()
  for (const { type, amount_minor, fee_minor, net_minor } of lines) {
    const { count, amount, fee, net } = totals.get(type) ?? { count: 0n, amount: 0n, fee: 0n, net: 0n }
    totals.set(type, {
      type,
      count: count + 1n,
      amount: amount + amount_minor,
      fee: fee + fee_minor,
      net: net + net_minor,
    })
  }
  return {
    owner: { merchantId: 1n, environment: 'sandbox' },
    holder: { merchant_code: 'LKT-7K2M-9QXA', name: 'Chez Ntemba' },
    currency: 'USD',
    period,
    through: startOf(period.next),
    isFinal: true,
    madeAt: startOf(period.next).add({ minutes: 20 }),
    opening: 0n,
    closing: lines.at(-1)?.balance ?? facts.opening ?? 0n,
    totals: [...totals.values()],
    count: BigInt(lines.length),
    ...facts,
  }
}

async function documentOf(statement: Statement, lines: Line[]): Promise<string> {
  let text = ''
  const pieces = (async function* pieces() {
    for (let i = 0; i < lines.length; i += 2) yield lines.slice(i, i + 2)
  })()
  for await (const piece of camtPieces(statement, pieces)) text += piece
  return text
}

const signed = (amounts: string[], directions: string[]) =>
  amounts.map((amount, i) => BigInt(amount.replace('.', '')) * (directions[i] === 'DBIT' ? -1n : 1n))

test('any statement is a valid camt.053.001.08 document with the same balances and entries', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 5 }),
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 200 }),
      fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      fc.boolean(),
      async (drafts, name, opening, isFinal) => {
        let balance = opening
        const lines = drafts.map((draft) => {
          balance += draft.net_minor
          return { ...draft, balance }
        })
        const holder = { merchant_code: 'LKT-7K2M-9QXA', name }
        const statement = statementOf(lines, { opening, closing: balance, holder, isFinal })
        const text = await documentOf(statement, lines)
        assertCamt053(text)
        const balances = signed(textsAt(text, '//s:Bal/s:Amt'), textsAt(text, '//s:Bal/s:CdtDbtInd'))
        expect(balances).toEqual([opening, balance])
        expect(textsAt(text, '//s:Bal/s:Tp/s:CdOrPrtry/s:Cd')).toEqual(['OPBD', isFinal ? 'CLBD' : 'ITBD'])
        const entries = signed(textsAt(text, '//s:Ntry/s:Amt'), textsAt(text, '//s:Ntry/s:CdtDbtInd'))
        expect(entries).toEqual(lines.map(({ net_minor }) => net_minor))
        expect(textsAt(text, '//s:TtlNtries/s:NbOfNtries')).toEqual([String(lines.length)])
        expect(textsAt(text, '//s:Ntry/s:BkTxCd/s:Prtry/s:Cd')).toEqual(lines.map(({ type }) => type))
      },
    ),
    { numRuns: 150 },
  )
})

test('the document ends with the last second of its period, or with the last before `as_of` while it runs', async () => {
  for (const [isFinal, through, end] of [
    [true, startOf(period.next), '2026-11-30T23:59:59Z'],
    [false, Temporal.Instant.from('2026-11-21T09:30:00.25Z'), '2026-11-21T09:30:00Z'],
    [false, Temporal.Instant.from('2026-11-21T09:30:00Z'), '2026-11-21T09:29:59Z'],
  ] as const) {
    const statement = statementOf([], { isFinal, through })
    const text = await documentOf(statement, [])
    expect(textsAt(text, '//s:FrToDt/s:FrDtTm')).toEqual(['2026-11-01T00:00:00Z'])
    expect(textsAt(text, '//s:FrToDt/s:ToDtTm')).toEqual([end])
    if (through.epochNanoseconds % 1_000_000_000n !== 0n) expect(renderHead(statement).as_of).toBe(end)
  }
})

test('a reference that could end an element, or that is long, is text in the document', async () => {
  const reference = `</EndToEndId><Ntry>&amp; "${'longue référence '.repeat(3)}`
  const only: Line = {
    id: 1n,
    public_id: '0b9a7c52-6c1f-4a3e-9a57-52c3a1f0d0aa',
    type: 'charge',
    currency: 'USD',
    amount_minor: 2_550n,
    fee_minor: 89n,
    net_minor: 2_461n,
    available_on: '2026-11-23',
    transaction_uuid: 'LKT-20261121-093000-7K2M9QXA-CD',
    payout_id: null,
    merchant_reference: reference,
    description: null,
    created_at: Temporal.Instant.from('2026-11-21T09:30:00Z'),
    balance: 2_461n,
  }
  const text = await documentOf(statementOf([only], {}), [only])
  assertCamt053(text)
  expect(textsAt(text, '//s:EndToEndId')).toEqual([reference.slice(0, 35)])
  expect(textsAt(text, '//s:Ustrd')).toEqual([reference.trim()])
  expect(textsAt(text, '//s:TxId')).toEqual(['LKT-20261121-093000-7K2M9QXA-CD'])
  expect(textsAt(text, '//s:Chrgs/s:Rcrd/s:Amt')).toEqual(['0.89'])
  expect(textsAt(text, '//s:Chrgs/s:Rcrd/s:CdtDbtInd')).toEqual(['DBIT'])
  expect(textsAt(text, '//s:AmtDtls/s:TxAmt/s:Amt')).toEqual(['25.50'])
  expect(textsAt(text, '//s:BkTxCd/s:Domn/s:Fmly/s:SubFmlyCd')).toContain('POSC')
})

test('a document that is not of the schema is refused by the validation', async () => {
  const text = await documentOf(statementOf([], {}), [])
  expect(() => assertCamt053(text.replace('<Id>', `<Id>${'x'.repeat(40)}`))).toThrow()
  expect(() => assertCamt053(text.replace('OPBD', 'XXXXX'))).toThrow()
})
