// The picture of a payment link as a PNG file.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { jpegImage, pngChunk, pngImage } from '../../../../test/support/world/images.ts'
import { paletteOf } from '../../../merchants/brand/accent.ts'
import { drawable, linesOf, widthOf } from './lettering.ts'
import { pixelsOfPng } from './png-pixels.ts'
import { type PreviewFacts, previewImage } from './preview-image.ts'
import { logoDrawing } from './preview-logo.ts'

const facts: PreviewFacts = {
  merchant: 'Boutique Lac Kivu',
  description: 'Panier de fruits et légumes',
  content: { label: 'Montant à payer', amount: '1\u202f250,00\u00a0USD' },
  logo: null,
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

test('a logo stands on a white plate beside the name, instead of the initial', async () => {
  const logo = await logoDrawing(pngImage(120, 60, [224, 16, 32]))
  assert.ok(logo)
  const { colourAt, colours } = decoded(await previewImage({ ...facts, logo: '/brand/x' }, logo))
  // 120 by 60 pixels become 192 by 96, on a plate with a margin of 14.
  assert.deepEqual([colourAt(80 + 14, 112), colourAt(80 + 14 + 191, 112)], ['#e01020', '#e01020'])
  assert.deepEqual([colourAt(80 + 7, 112), colourAt(80 + 14 + 198, 112)], ['#ffffff', '#ffffff'])
  assert.equal(colourAt(80 + 28 + 192 + 4, 112), '#0b4a47')
  assert.ok(colours <= 256)
})

test('a photograph as a logo leaves the colours of the texts as they are', async () => {
  const noise = randomBytes(96 * 96 * 3)
  const logo = await logoDrawing(
    encoded({ width: 96, height: 96, colourType: 2, samples: 3 }, noise, () => 0),
  )
  assert.ok(logo)
  const { colourAt, colours } = decoded(await previewImage({ ...facts, logo: '/brand/x' }, logo))
  assert.equal(colours <= 256, true)
  assert.deepEqual([colourAt(0, 0), colourAt(0, 629)], ['#0b4a47', '#ffffff'])
})

/** A PNG with these samples, 8 bits each. @param filterOf the filter of a row */
function encoded(
  {
    width,
    height,
    colourType,
    samples,
  }: { width: number; height: number; colourType: number; samples: number },
  data: Buffer,
  filterOf: (row: number) => number,
  extra: Buffer[] = [],
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, colourType, 0, 0, 0], 8)
  const stride = width * samples
  const at = (row: number, i: number) => (row < 0 || i < 0 ? 0 : (data[row * stride + i] as number))
  const rows = Array.from({ length: height }, (_, row) => {
    const filter = filterOf(row)
    const bytes = Array.from({ length: stride }, (_, i) => {
      const [a, b, c] = [at(row, i - samples), at(row - 1, i), i < samples ? 0 : at(row - 1, i - samples)]
      const p = a + b - c
      const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)]
      const paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
      return (at(row, i) - [0, a, b, (a + b) >> 1, paeth][filter]!) & 0xff
    })
    return Buffer.from([filter, ...bytes])
  })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

test('the pixels of a logo are read whatever filters its rows have, and shown on white', async () => {
  const [width, height] = [23, 20]
  const colour = randomBytes(width * height * 3)
  const plain = await pixelsOfPng(
    encoded({ width, height, colourType: 2, samples: 3 }, colour, (row) => row % 5),
  )
  expect(Buffer.from(plain!.rgb).equals(colour)).toBe(true)
  const clear = Buffer.from(Array.from({ length: width * height }, () => [10, 20, 30, 0]).flat())
  const unseen = await pixelsOfPng(encoded({ width, height, colourType: 6, samples: 4 }, clear, () => 4))
  expect(new Set(unseen!.rgb)).toEqual(new Set([255]))
  const grey = Buffer.alloc(width * height, 77)
  const shades = await pixelsOfPng(encoded({ width, height, colourType: 0, samples: 1 }, grey, () => 1))
  expect(new Set(shades!.rgb)).toEqual(new Set([77]))
  const colours = pngChunk('PLTE', Buffer.from([1, 2, 3, 4, 5, 6]))
  const entries = Buffer.alloc(width * height, 1)
  const ofPalette = { width, height, colourType: 3, samples: 1 }
  const chosen = await pixelsOfPng(encoded(ofPalette, entries, () => 2, [colours]))
  expect([...chosen!.rgb.subarray(0, 3)]).toEqual([4, 5, 6])
})

test('a logo that is no PNG, is cut off, claims more pixels than it has, or is huge is not drawn', async () => {
  const good = pngImage(64, 64)
  const lying = Buffer.from(good)
  lying.writeUInt32BE(63, 16)
  const bomb = pngImage(2000, 2000)
  for (const bytes of [jpegImage(64, 64), good.subarray(0, 60), lying, bomb, Buffer.alloc(0)])
    expect(await logoDrawing(bytes)).toBeUndefined()
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
