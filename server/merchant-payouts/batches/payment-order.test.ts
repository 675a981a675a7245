// The file of any batch is valid against the published schema, and says what the payouts say.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../test/support/any-character.ts'
import { assertPain001, textsAt } from '../../../test/support/iso20022/validate.ts'
import { readHolder } from '../../kernel/codes/bank-account.ts'
import { newId } from '../../kernel/id.ts'
import { amountOf } from '../../kernel/money.ts'
import { endToEndId, type OrderedPayout, type PaymentOrder, paymentOrderXml } from './payment-order.ts'

const accounts = ['BE68539007547034', '00011000020000000007721', 'MU17BOMM0101101030300200000MUR']
const holder = fc
  .string({ unit: fc.constantFrom(..."Aé&Zœ09(,)'.+ -"), minLength: 1, maxLength: 70 })
  .map((text) => (readHolder(text) ?? 'Boutique').slice(0, 70))

const payout: fc.Arbitrary<OrderedPayout> = fc.record({
  public_id: fc.constant(0).map(() => newId()),
  amount_minor: fc.bigInt({ min: 1n, max: 999_999_999_999n }),
  account: fc.constantFrom(...accounts),
  bic: fc.constantFrom('KREDBEBB', 'TRMSCD3LXXX'),
  holder,
  reference: fc.oneof(
    fc.constantFrom(']]>', '<Ntry>&"\'', '😀'.repeat(30), '￿￾'),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 64 }),
  ),
})
const from = { name: 'EXEMPLE SARL', account: '00099000010000000000195', bic: 'LKTACDK0' }
const order: fc.Arbitrary<PaymentOrder> = fc.record({
  messageId: fc.constant(0).map(() => endToEndId(newId())),
  currency: fc.constantFrom('USD', 'CDF'),
  from: fc.constantFrom(from, { ...from, account: 'BE68539007547034' }),
  payouts: fc.array(payout, { minLength: 1, maxLength: 12 }),
  madeAt: fc.constant(Temporal.Instant.from('2026-11-23T23:30:00Z')),
})

const message = 'pain.001.001.09'
const at = (xml: string, path: string) => textsAt(xml, `//s:${path.replaceAll('/', '/s:')}`, message)

test('the file of any batch is a valid pain.001.001.09', () => {
  fc.assert(
    fc.property(order, (any) => assertPain001(paymentOrderXml(any))),
    { numRuns: 60 },
  )
})

test('the file says of each payout what the payout says, with the count and the sum of all', () => {
  fc.assert(
    fc.property(order, (any) => {
      const xml = paymentOrderXml(any)
      const { payouts, currency, messageId } = any
      const total = payouts.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
      expect(at(xml, 'NbOfTxs')).toEqual(Array(2).fill(String(payouts.length)))
      expect(at(xml, 'CtrlSum')).toEqual(Array(2).fill(amountOf(total, currency)))
      expect(at(xml, 'MsgId')).toEqual([messageId])
      expect(at(xml, 'EndToEndId')).toEqual(payouts.map(({ public_id }) => public_id.replaceAll('-', '')))
      expect(at(xml, 'InstdAmt')).toEqual(payouts.map(({ amount_minor }) => amountOf(amount_minor, currency)))
      expect(at(xml, 'Cdtr/Nm')).toEqual(payouts.map(({ holder }) => holder))
      const numbers = [...at(xml, 'CdtrAcct/Id/IBAN'), ...at(xml, 'CdtrAcct/Id/Othr/Id')]
      expect(numbers.toSorted()).toEqual(payouts.map(({ account }) => account).toSorted())
      expect(paymentOrderXml(any)).toBe(xml)
    }),
    { numRuns: 60 },
  )
})

test('francs have two places, and the day of execution is that of Kinshasa', () => {
  const one = { public_id: newId(), amount_minor: 70_050n, account: accounts[1]!, bic: 'TRMSCD3L' }
  const payouts = [{ ...one, holder: 'Boutique', reference: 'P-1' }]
  const madeAt = Temporal.Instant.from('2026-11-23T23:30:00Z')
  const xml = paymentOrderXml({ messageId: 'M1', currency: 'CDF', from, payouts, madeAt })
  assertPain001(xml)
  expect(xml).toContain('<InstdAmt Ccy="CDF">700.50</InstdAmt>')
  expect(at(xml, 'ReqdExctnDt/Dt')).toEqual(['2026-11-24'])
  expect(at(xml, 'CdtrAcct/Id/Othr/SchmeNm/Cd')).toEqual(['BBAN'])
})
