import assert from 'node:assert/strict'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { paletteOf } from '../../merchants/brand/accent.ts'
import { supportContact } from '../../merchants/brand/support.ts'
import {
  brandStyle,
  brandThemeColours,
  logoMarkup,
  type MerchantBrand,
  plainBrand,
  supportMarkup,
} from './merchant-brand.ts'

const brand: MerchantBrand = {
  name: 'Boutique <b>Kivu</b>',
  logo: { path: `/brand/${'A'.repeat(43)}`, width: 400, height: 100 },
  palette: paletteOf('#ffcc00'),
  support: supportContact('https://wa.me/243991234567'),
}

test('a merchant without a brand adds nothing to a page', () => {
  const plain = plainBrand('Boutique Kivu')
  for (const markup of [
    logoMarkup(plain),
    supportMarkup(plain, 'fr'),
    brandStyle(plain),
    brandThemeColours(plain),
  ])
    assert.equal(markup, '')
})

test('a logo is loaded from our own origin, with its size, so that the page does not move', () => {
  expect(logoMarkup(brand)).toBe(
    `<img class="logo" src="/brand/${'A'.repeat(43)}" alt="" width="400" height="100">`,
  )
})

test('a WhatsApp contact opens a chat in a window of its own, and the name is escaped', () => {
  const line = supportMarkup(brand, 'en')
  assert.match(line, /href="https:\/\/wa\.me\/243991234567" target="_blank" rel="noopener noreferrer"/)
  assert.match(line, /Message Boutique &#60;b&#62;Kivu&#60;\/b&#62; on WhatsApp/)
})

test('a light accent has black text on its button and panel, in both themes readable', () => {
  const style = brandStyle(brand)
  assert.match(style, /\.main,\.main:hover\{background:#ffcc00;color:#000000/)
  assert.match(style, /prefers-color-scheme:dark/)
  assert.match(brandThemeColours(brand), /content="#ffcc00" media="\(prefers-color-scheme: light\)"/)
})

test('a whole brand costs a page less than 1 KB', () => {
  const bytes = brotliCompressSync(brandStyle(brand) + brandThemeColours(brand)).length
  assert.ok(bytes < 1_000, `${bytes} bytes`)
})
