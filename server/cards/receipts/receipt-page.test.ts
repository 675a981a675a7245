import assert from 'node:assert/strict'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { languages } from '../../kernel/language.ts'
import { supportContact } from '../../merchants/brand/support.ts'
import { loadCheckoutAssets } from '../checkout/assets.ts'
import { plainBrand, supportMarkup } from '../checkout/merchant-brand.ts'
import { type ReceiptView, receiptPage } from './receipt-page.ts'

const hostile = `"'><img src=x onerror=alert(1)><!--<script></script>`
const view: ReceiptView = {
  transactionUuid: 'LKT-20261121-101500-ABCDEFGH-CD',
  sig: 's'.repeat(43),
  language: 'fr',
  nonce: 'n'.repeat(43),
  sandbox: false,
  status: 'SUCCESS',
  brand: plainBrand('Boutique Kivu'),
  amount: '2850000.00',
  currency: 'CDF',
  returnedAmount: null,
  keptAmount: null,
  paidAt: Temporal.Instant.from('2026-11-21T23:31:12Z'),
  timeZone: 'Africa/Kinshasa',
  wallet: '',
  cardType: 'VISA',
  cardLast4: '4242',
  description: '',
  reference: 'INV-1',
  gatewayId: '7321098456123456789012',
  code: 'K7Q2M9XW4T',
  verifyUrl: `https://pay.example/verify#${'a'.repeat(200)}.${'b'.repeat(86)}`,
}

test('the receipt escapes all text from merchants', () => {
  const page = receiptPage({
    ...view,
    brand: plainBrand(hostile),
    reference: hostile,
    description: hostile,
    cardType: hostile,
    backUrl: 'javascript:alert(1)',
  })
  assert.doesNotMatch(page, /<img|<!--|javascript:/)
  assert.equal(page.match(/<script/g)?.length, 1)
})

test.each(languages)(
  'in %s, the day and time are those of the shop with the name of its zone, and francs have no decimals',
  (language) => {
    const page = receiptPage({ ...view, language })
    // 23:31 UTC is half past midnight of the next day.
    assert.match(
      page,
      language === 'fr'
        ? />dimanche 22\u00a0novembre\u00a02026 à\u00a000:31 \(heure de Kinshasa\)</
        : />Sunday,? 22\u00a0November\u00a02026 at\u00a000:31 \(Kinshasa time\)</,
    )
    const inTheEast = receiptPage({ ...view, language, timeZone: 'Africa/Lubumbashi' })
    assert.match(inTheEast, /01:31 \((heure de Lubumbashi|Lubumbashi time)\)</)
    assert.match(receiptPage({ ...view, language, timeZone: 'Asia/Kolkata' }), /05:01 \(UTC\+5:30\)</)
    assert.match(page, /2[,\u202f]850[,\u202f]000\u00a0CDF/)
  },
)

test('a partial refund shows what is still paid, and a void crosses the amount out', () => {
  const partly = receiptPage({
    ...view,
    status: 'PARTIALLY_REFUNDED',
    returnedAmount: '850000.00',
    keptAmount: '2000000.00',
  })
  assert.match(partly, /class="total"><small>Net payé<\/small> 2\u202f000\u202f000\u00a0CDF</)
  assert.match(partly, /<dt>Payé<\/dt><dd>2\u202f850\u202f000\u00a0CDF</)
  assert.match(partly, /<dt>Remboursé<\/dt><dd>850\u202f000\u00a0CDF</)
  assert.doesNotMatch(partly, /class="total gone"/)
  for (const status of ['REFUNDED', 'VOIDED'] as const)
    assert.match(receiptPage({ ...view, status, returnedAmount: view.amount }), /class="total gone"/)
})

test.each([
  ['DISPUTED', null, 'Paiement contesté', 'conteste ce paiement auprès de sa banque'],
  [
    'RETURNED',
    '2850000.00',
    'Paiement rendu par la banque',
    'la banque a rendu 2\u202f850\u202f000\u00a0CDF au titulaire',
  ],
] as const)(
  'the receipt of a %s payment crosses its amount out and proves no payment',
  (status, returnedAmount, title, text) => {
    const page = receiptPage({ ...view, status, returnedAmount })
    expect(page).toContain(`<h1>${title}</h1>`)
    expect(page).toContain(text)
    expect(page).toContain('Ce reçu ne prouve plus que Boutique Kivu a été payé.')
    expect(page).toMatch(/class="total gone">2\u202f850\u202f000\u00a0CDF</)
    expect(page).toContain(`class="mark ${status.toLowerCase()}"`)
  },
)

test.each([
  ['fr', 'tapez ce code sur pay.example/verify.'],
  ['en', 'type this code at pay.example/verify.'],
] as const)('in %s, the receipt names the address where its code is typed', (language, words) => {
  expect(receiptPage({ ...view, language })).toContain(words)
})

test('the contact of a merchant can be dialled', () => {
  const brand = { ...plainBrand('Boutique Kivu'), support: supportContact('+243991234567') }
  const line = supportMarkup(brand, 'fr')
  expect(line).toContain('href="tel:+243991234567"')
})

test('the receipt with its script and QR code is under 12 KB compressed', async () => {
  const sent = brotliCompressSync(receiptPage(view)).length
  const bytes = sent + (await loadCheckoutAssets().scripts.receipt.packed()).br.length
  assert.ok(bytes < 12_000, `${bytes} bytes`)
})
