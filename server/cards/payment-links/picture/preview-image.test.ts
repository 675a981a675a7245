// The picture of a payment link as a PNG file.
import assert from 'node:assert/strict'
import { Resvg } from '@resvg/resvg-js'
import { expect, test } from 'vitest'
import { pngImage } from '../../../../test/support/world/images.ts'
import { paletteOf } from '../../../merchants/brand/accent.ts'
import { readImage } from '../../../platform/documents/uploaded-file.ts'
import { drawable, linesOf, widthOf } from './lettering.ts'
import { type PreviewFacts, previewImage } from './preview-image.ts'

const facts: PreviewFacts = {
  merchant: 'Boutique Lac Kivu',
  description: 'Panier de fruits et légumes',
  content: { label: 'Montant à payer', amount: '1\u202f250,00\u00a0USD' },
  logo: null,
  panel: { fill: '#0b4a47', ink: '#ffffff', soft: '#bfdcd6' },
  note: { text: 'Paiement sécurisé', isTest: false },
}

/** Reads a PNG: its size, and the colour of each pixel. */
function decoded(file: Buffer) {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const href = `data:image/png;base64,${file.toString('base64')}`
  const size = `width="${width}" height="${height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${href}"/></svg>`
  const { pixels } = new Resvg(svg).render()
  const colourAt = (x: number, y: number) => {
    const at = (y * width + x) * 4
    return `#${pixels.toString('hex', at, at + 3)}`
  }
  return { width, height, colourAt }
}

const imageOf = (bytes: Buffer) => {
  const image = readImage(bytes)
  assert.ok(typeof image === 'object')
  return image
}

test('a picture is a PNG of 1200 by 630 pixels in the colours of the merchant', async () => {
  for (const accent of ['#ffcc00', '#b3261e', '#ffffff', '#000000', '#1f3fae']) {
    const { panel } = paletteOf(accent).light
    const { width, height, colourAt } = decoded(await previewImage({ ...facts, panel }))
    assert.deepEqual([width, height, colourAt(0, 0), colourAt(1199, 0)], [1200, 630, panel.fill, panel.fill])
    assert.deepEqual([colourAt(0, 629), colourAt(1199, 629)], ['#ffffff', '#ffffff'])
  }
})

test('a logo stands on a white plate beside the name, instead of the initial', async () => {
  const logo = imageOf(pngImage(120, 60, [224, 16, 32]))
  const { colourAt } = decoded(await previewImage({ ...facts, logo: '/brand/x' }, logo))
  // 120 by 60 pixels become 192 by 96, on a plate with a margin of 14.
  assert.deepEqual([colourAt(80 + 14 + 2, 112), colourAt(80 + 14 + 189, 112)], ['#e01020', '#e01020'])
  assert.deepEqual([colourAt(80 + 7, 112), colourAt(80 + 14 + 198, 112)], ['#ffffff', '#ffffff'])
  assert.equal(colourAt(80 + 28 + 192 + 4, 112), '#0b4a47')
})

test('a logo whose pixels cannot be decoded leaves the initial', async () => {
  const broken = { ...imageOf(pngImage(64, 64)), bytes: Buffer.from('no picture') }
  const drawn = await previewImage({ ...facts, logo: '/brand/x' }, broken)
  assert.ok(drawn.equals(await previewImage(facts)))
})

test('the longest texts are cut, and their picture is under 100 KB', async () => {
  const long = await previewImage({
    ...facts,
    merchant: '@WMQ&'.repeat(60),
    description: '%W@M#8&Q '.repeat(60),
    content: { label: 'Montant à payer', amount: '999\u202f999\u202f999,99\u00a0CDF' },
  })
  assert.ok(long.length < 100_000, `${long.length} bytes`)
  const { colourAt, width, height } = decoded(long)
  // The margins stay free.
  for (let y = 0; y < 530; y += 1)
    for (const x of [0, 40, 70, width - 70, width - 40, width - 1])
      assert.equal(colourAt(x, y), '#0b4a47', `${x}, ${y}`)
  assert.equal(height, 630)
})

test('hostile text is drawn as letters, and unseen characters are not drawn', async () => {
  const hostile = `"'><img src=x onerror=alert(1)>\u0000\u202e\u200b\ud800<script>&amp;</script>\n\n%00`
  assert.equal(drawable(hostile), `"'><img src=x onerror=alert(1)><script>&amp;</script> %00`)
  const file = await previewImage({ ...facts, merchant: hostile, description: hostile })
  assert.equal(decoded(file).width, 1200)
  assert.equal(file.includes('script'), false)
})

test.each([
  ['E\u0301toile \u00e0 l\u2019\u0153il', 'Étoile à l’œil'],
  ['Mb\u0254\u0301t\u025b', 'Mbote'],
  ['Юлия', 'Yuliya'],
  ['日本', 'RiBen'],
  ['Café 😀❤️', 'Café'],
  ['1\u202f250,00\u00a0€', '1 250,00 €'],
  ['\u{e000}\u{10fffd}', ''],
])('%j is drawn as %j', (text, expected) => {
  assert.equal(drawable(text), expected)
})

test('an empty name or description is drawn as nothing', async () => {
  assert.ok(decoded(await previewImage({ ...facts, merchant: '\u200b', description: '' })))
})

test('lines break between words, long words within, and the last line ends in an ellipsis', () => {
  const lettering = { weight: 'medium', size: 38 } as const
  const most = { width: 300, lines: 2 }
  for (const text of ['un deux trois', 'a'.repeat(200), `${'b'.repeat(30)} fin`, 'mot '.repeat(80).trim()]) {
    const lines = linesOf(text, lettering, most)
    for (const line of lines) assert.ok(widthOf(line, lettering) <= most.width, line)
    const isWhole = lines.join(' ') === text || lines.join('') === text
    assert.equal(lines.at(-1)?.endsWith('…'), !isWhole, text)
  }
  expect(linesOf('un deux', lettering, most)).toEqual(['un deux'])
  expect(linesOf('', lettering, most)).toEqual([''])
})
