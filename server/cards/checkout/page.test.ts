import assert from 'node:assert/strict'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { amountText, languages } from '../../kernel/language.ts'
import { supportContact } from '../../merchants/brand/support.ts'
import { phonePage } from '../phone-checkout/phone-page.ts'
import { refusals } from '../transaction/decline-reasons.ts'
import { loadCheckoutAssets } from './assets.ts'
import { plainBrand } from './merchant-brand.ts'
import { checkoutPage, noticePage, resultPage, stepUpReturnPage } from './page.ts'
import { checkoutPolicy } from './page-frame.ts'
import { textsOf } from './texts.ts'

const hostile = `"'><img src=x onerror=alert(1)><!--<script></script><script>alert(1)</script>\u2028`
const payment = {
  transactionUuid: 'LKT-20261121-101500-ABCDEFGH-CD',
  sig: 's'.repeat(43),
  language: 'fr',
  nonce: 'n'.repeat(43),
  merchantName: 'Boutique Kivu',
  reference: 'INV-1',
  amount: '1250.00',
  currency: 'USD',
  sandbox: true,
} as const
const checkout = {
  ...payment,
  payerName: 'Jean Mukendi',
  attempts: 1,
  expiresAt: '2026-11-21T10:35:00Z',
  now: '2026-11-21T10:15:00Z',
  progress: { state: 'CARD' },
} as const
const brotli = (text: string) => brotliCompressSync(text).length

describe('the pages of a payment', () => {
  test.each([
    [
      'checkout',
      checkoutPage({
        ...checkout,
        merchantName: hostile,
        reference: hostile,
        payerName: hostile,
        sig: hostile,
      }),
    ],
    [
      'result',
      resultPage({
        ...payment,
        merchantName: hostile,
        reference: hostile,
        status: 'CONFIRMING',
        reasonCode: hostile,
      }),
    ],
  ])('the %s page escapes all text from merchants and payers', (_name, page) => {
    assert.doesNotMatch(page, /<img|<!--|alert\(1\)<\/script>/)
    const scripts = page.match(/<script[^>]*>/g) ?? []
    assert.equal(scripts.length, 2)
  })

  test('the page data for the script survives HTML escaping', () => {
    const progress = {
      state: 'CHALLENGE',
      step_up_url: `https://bank.example/?a=1&b=${hostile}`,
      access_token: hostile,
    } as const
    const page = checkoutPage({ ...checkout, progress })
    const data = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(page)?.[1] ?? ''
    expect(JSON.parse(data)).toMatchObject({ progress, path: `/api/v1/payment/${payment.transactionUuid}` })
  })

  test('a back link accepts only http and https addresses', () => {
    const end = { kind: 'expired', language: 'fr', nonce: 'n' } as const
    assert.match(noticePage({ ...end, backUrl: 'https://shop.example/?a=1' }), /href="https:\/\/shop/)
    assert.doesNotMatch(noticePage({ ...end, backUrl: 'javascript:alert(1)' }), /javascript/)
  })

  test('the challenge return page posts its message only to the expected origin', () => {
    const message = { type: 'likuta.3ds.complete', transaction_uuid: '</script>' }
    const page = stepUpReturnPage({ nonce: 'n', message, targetOrigin: 'https://pay.example' })
    assert.match(
      page,
      /postMessage\(\{"type":"likuta.3ds.complete","transaction_uuid":"\\u003c\/script\\u003e"\}, "https:\/\/pay\.example"\)/,
    )
  })

  test('the checkout policy lists the gateway once and allows nothing unsafe', () => {
    const gateway = 'https://flex.example'
    expect(checkoutPolicy({ nonce: 'abc', gatewayOrigin: gateway, challengeOrigin: gateway })).toBe(
      "default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; style-src 'nonce-abc'; img-src 'self' data:; connect-src 'self'; frame-src 'self' https://flex.example; form-action 'self' https://flex.example; frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
    )
  })

  test.each(languages)('in %s, every decline reason shows its advice', (language) => {
    for (const reason of Object.keys(refusals) as (keyof typeof refusals)[]) {
      const advice = textsOf(language).refusals[reason][0]
      assert.ok(resultPage({ ...payment, language, status: 'FAILED', reasonCode: reason }).includes(advice))
    }
  })

  test('every refusal says once that nothing was charged', () => {
    for (const language of languages)
      for (const reason of Object.keys(textsOf(language).refusals)) {
        const page = resultPage({ ...payment, language, status: 'FAILED', reasonCode: reason })
        const said = page.match(/Aucun montant n’a été débité|You haven’t been charged/g)
        expect([reason, said?.length]).toEqual([reason, 1])
      }
  })

  const retryUrl = 'https://pay.example/pl/ABCDEF'
  test.each([
    ['an order', { backUrl: 'https://shop.example/' }, 'merchant', 0],
    ['an order without a way back', {}, 'merchant', 0],
    ['an open payment link', { fromLink: true, retryUrl }, 'link', 1],
    ['a closed payment link', { fromLink: true }, 'newLink', 0],
  ] as const)('an unpaid payment from %s shows the payer how to pay', (_of, origin, way, retries) => {
    for (const language of languages) {
      const { startOver } = textsOf(language)
      const named = (text: string) => text.replace('{merchant}', payment.merchantName)
      const view = { ...payment, ...origin, language }
      for (const page of [
        ...(['FAILED', 'CANCELLED'] as const).map((status) =>
          resultPage({ ...view, status, reasonCode: '' }),
        ),
        ...(['expired', 'cancelled'] as const).map((kind) => noticePage({ ...view, kind, payment })),
      ]) {
        expect(Object.values(startOver).filter((text) => page.includes(named(text)))).toEqual([
          startOver[way],
        ])
        assert.equal(page.split(`href="${retryUrl}"`).length - 1, retries)
      }
    }
  })

  test('a timed-out payment does not claim that its open link has expired', () => {
    const page = noticePage({ ...payment, kind: 'expired', payment, fromLink: true, retryUrl })
    assert.doesNotMatch(page, /Ce lien a expiré/)
    assert.match(page, /Le délai de paiement est dépassé/)
  })

  test('an ended payment link names its merchant, its purpose and amount, and a contact', () => {
    const brand = { ...plainBrand('Boutique Kivu'), support: supportContact('https://wa.me/243991234567') }
    const link = { ...payment, description: hostile }
    const page = noticePage({ ...payment, kind: 'link_cancelled', fromLink: true, brand, link })
    assert.doesNotMatch(page, /<img|<!--/)
    for (const part of [
      '<dd>Boutique Kivu</dd>',
      '<dd>1\u202f250,00\u00a0USD</dd>',
      '&#60;img src',
      'wa.me/243991234567',
    ])
      expect(page).toContain(part)
  })

  const chat = { ...plainBrand('Boutique Kivu'), support: supportContact('https://wa.me/243991234567') }
  const phone = { ...chat, support: supportContact('+243991234567') }
  test.each([
    ['declined', resultPage({ ...payment, status: 'FAILED', reasonCode: 'INSUFFICIENT_FUND', brand: chat })],
    ['cancelled', resultPage({ ...payment, status: 'CANCELLED', reasonCode: '', brand: chat })],
  ])('a %s payment that leads nowhere else has a button that writes to the merchant', (_state, page) => {
    const [, href = ''] =
      /<a class="main" href="([^"]+)" target="_blank" rel="noopener noreferrer">/.exec(page) ?? []
    const message = new URL(href.replaceAll('&#61;', '=').replaceAll('&amp;', '&')).searchParams.get('text')
    expect(message).toMatch(/^Bonjour, je n’ai pas pu payer 1\s250,00\sUSD \(référence INV-1\)/)
    assert.match(page, />Écrire à Boutique Kivu</)
  })

  test('a page that ends a payment or a link shows the merchant’s logo, and an expired one asks for a new link', () => {
    const brand = { ...chat, logo: { path: '/brand/logo.png', width: 40, height: 40 } }
    for (const kind of ['expired', 'cancelled', 'link_exhausted'] as const)
      assert.match(
        noticePage({ ...payment, kind, payment, brand }),
        /<img class="logo" src="\/brand\/logo.png"/,
      )
    const expired = noticePage({ ...payment, kind: 'expired', payment, brand })
    assert.match(expired, />Demander un nouveau lien</)
    assert.match(expired, /<svg class="mark expired"/)
  })

  test.each(['expired', 'link_cancelled', 'merchant_closed'] as const)(
    'the page of a link that ended as %s does not tell a payer who has paid that nothing was charged',
    (kind) => {
      const link = { ...payment, description: '' }
      for (const language of ['fr', 'en'] as const) {
        const page = noticePage({ ...payment, kind, link, language, nonce: 'n' })
        assert.doesNotMatch(page, /n’a été débité|been charged/)
      }
      assert.match(noticePage({ ...payment, kind: 'expired', payment }), /Aucun montant n’a été débité/)
    },
  )

  test('a payer without a working link asks for another, and a phone number is called', () => {
    const link = { ...payment, description: '' }
    const view = { ...payment, kind: 'link_cancelled', fromLink: true, link } as const
    assert.match(noticePage({ ...view, brand: chat }), />Demander un nouveau lien</)
    assert.match(
      noticePage({ ...view, brand: phone }),
      /href="tel:\+243991234567"><span>Appeler Boutique Kivu</,
    )
  })

  test('a page that leads on keeps the contact a quiet line', () => {
    const back = 'https://shop.example/'
    const page = resultPage({ ...payment, status: 'FAILED', reasonCode: '', brand: chat, backUrl: back })
    assert.match(page, /<p class="support">Une question/)
    assert.doesNotMatch(page, /Écrire à Boutique Kivu</)
  })

  test('only declines that may be fraud are marked in red', () => {
    const markOf = (reasonCode: string) =>
      /class="mark (\w+)"/.exec(resultPage({ ...payment, status: 'FAILED', reasonCode }))?.[1]
    const marked = Object.keys(refusals).filter((reason) => markOf(reason) === 'fraud')
    expect(marked.sort()).toEqual(['RISK_DECLINE', 'STOLEN_LOST_CARD'])
    assert.equal(markOf('INSUFFICIENT_FUND'), 'failed')
  })

  test('every page ends in the mark, which leads home without the address of the page', () => {
    const home = '<a href="/" target="_blank" rel="noreferrer"><svg'
    for (const page of [checkoutPage(checkout), noticePage({ kind: 'no_page', language: 'fr', nonce: 'n' })])
      expect(page).toContain(home)
  })

  test('amounts show their currency code', () => {
    expect(amountText('1250.00', 'USD', 'en')).toBe('1,250.00\u00a0USD')
    expect(amountText('2850000.50', 'CDF', 'fr')).toBe('2\u202f850\u202f000,50\u00a0CDF')
    expect(amountText('2850000.00', 'CDF', 'fr')).toBe('2\u202f850\u202f000\u00a0CDF')
  })

  test('the page for mobile money, its style and its script are under 20 KB compressed', () => {
    const codes = ['vodacom', 'airtel', 'orange', 'africell'] as const
    const page = phonePage({
      ...checkout,
      ...{ promptName: 'Boutique Kivu', offersCard: true, canChoose: true },
      choices: codes.map((code) => ({ code, state: 'open' })),
    })
    const bytes = brotli(page) + brotli(loadCheckoutAssets().scripts.phone.text)
    assert.ok(bytes < 20_000, `${bytes} bytes`)
  })

  test('checkout page, style and script are under 15 KB compressed', () => {
    const bytes = brotli(checkoutPage(checkout)) + brotli(loadCheckoutAssets().scripts.checkout.text)
    assert.ok(bytes < 15_000, `${bytes} bytes`)
  })
})
