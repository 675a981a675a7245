// The picture of a payment link as a PNG file.
import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { paletteOf } from '../../../merchants/brand/accent.ts'
import { drawable, linesOf, widthOf } from './lettering.ts'
import { type PreviewFacts, previewImage } from './preview-image.ts'

const facts: PreviewFacts = {
  merchant: 'Boutique Lac Kivu',
  description: 'Panier de fruits et légumes',
  content: { label: 'Montant à payer', amount: '1\u202f250,00\u00a0USD' },
  panel: { fill: '#0b4a47', ink: '#ffffff', soft: '#bfdcd6' },
  note: { text: 'Paiement sécurisé', isTest: false },
}

/** Reads a PNG of a palette: its size, and the colour of each pixel. */
function decoded(file: Buffer) {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at))
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  const [header, palette, data] = ['IHDR', 'PLTE', 'IDAT'].map((name) => chunks.get(name) as Buffer)
  const [width, height] = [header!.readUInt32BE(0), header!.readUInt32BE(4)]
  const rows = inflateSync(data!)
  assert.equal(rows.length, height * (width + 1))
  const colourAt = (x: number, y: number) => {
    const index = rows[y * (width + 1) + 1 + x]!
    return `#${palette!.toString('hex', index * 3, index * 3 + 3)}`
  }
  return { width, height, colourAt, colours: palette!.length / 3 }
}

test('a picture is a PNG of 1200 by 630 pixels in the colours of the merchant', async () => {
  for (const accent of ['#ffcc00', '#b3261e', '#ffffff', '#000000', '#1f3fae']) {
    const { panel } = paletteOf(accent).light
    const { width, height, colourAt, colours } = decoded(await previewImage({ ...facts, panel }))
    assert.deepEqual([width, height, colourAt(0, 0), colourAt(1199, 0)], [1200, 630, panel.fill, panel.fill])
    assert.deepEqual([colourAt(0, 629), colourAt(1199, 629)], ['#ffffff', '#ffffff'])
    assert.ok(colours <= 256)
  }
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
