import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import {
  jpegImage,
  pngChunk,
  pngImage,
  webpFile,
  webpPart,
  webpPixels,
} from '../../../test/support/world/images.ts'
import { type LogoImage, readLogo } from './brand.ts'

const script = Buffer.from('<html><script>alert(document.domain)</script></html>')
const read = (bytes: Buffer) => readLogo(bytes.toString('base64'))
const image = (bytes: Buffer): LogoImage => {
  const found = read(bytes)
  assert.ok(typeof found === 'object', String(found))
  return found
}

test.each([
  ['PNG', pngImage(40, 24), 'image/png'],
  ['JPEG', jpegImage(40, 24), 'image/jpeg'],
  ['lossy WebP', webpFile(webpPixels(40, 24)), 'image/webp'],
  ['lossless WebP', webpFile(webpPixels(40, 24, 'VP8L')), 'image/webp'],
])('a %s is recognized with its size and kept as it is', (_name, bytes, type) => {
  expect(read(bytes)).toEqual({ type, width: 40, height: 24, bytes })
  expect(readLogo(`data:text/html;base64,${bytes.toString('base64')}`)).toMatchObject({ type })
})

describe('metadata and hidden text', () => {
  test('text in a PNG is dropped', () => {
    const { bytes } = image(pngImage(40, 24, undefined, [pngChunk('tEXt', script), pngChunk('eXIf', script)]))
    assert.ok(!bytes.includes('script'))
    expect(bytes).toEqual(pngImage(40, 24))
  })

  test('comments and the place where a photo was taken are dropped from a JPEG', () => {
    const { bytes } = image(
      jpegImage(40, 24, [
        [0xe1, script],
        [0xfe, script],
      ]),
    )
    assert.ok(!bytes.includes('script'))
    expect(bytes).toEqual(jpegImage(40, 24))
  })

  test('metadata is dropped from a WebP, with the flags that announce it', () => {
    const canvas = Buffer.from([0b1100, 0, 0, 0, 39, 0, 0, 23, 0, 0])
    const sent = webpFile(webpPart('VP8X', canvas), webpPixels(40, 24), webpPart('XMP ', script))
    const { bytes } = image(sent)
    assert.ok(!bytes.includes('script'))
    assert.equal(bytes.readUInt8(20), 0)
    assert.equal(bytes.readUInt32LE(4) + 8, bytes.length)
  })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', script],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a GIF', Buffer.from('GIF89a/*')],
  ['a page after a PNG', Buffer.concat([pngImage(40, 24), script])],
  ['a page after a JPEG', Buffer.concat([jpegImage(40, 24), script])],
  ['a page after a WebP', Buffer.concat([webpFile(webpPixels(40, 24)), script])],
  ['a page before a PNG', Buffer.concat([script, pngImage(40, 24)])],
  ['a PNG that was cut off', pngImage(40, 24).subarray(0, -12)],
  ['a JPEG that was cut off', jpegImage(40, 24).subarray(0, -2)],
  ['a WebP that was cut off', webpFile(webpPixels(40, 24)).subarray(0, -4)],
  ['a PNG of which a byte was changed', pngImage(40, 24).fill(1, 20, 21)],
  [
    'a PNG without an image',
    Buffer.concat([pngImage(40, 24).subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))]),
  ],
  ['a JPEG that begins with its scan', Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xd9)])],
  ['a WebP with a canvas of another size', webpFile(webpPart('VP8X', Buffer.alloc(10)), webpPixels(40, 24))],
  ['a WebP with two images', webpFile(webpPixels(40, 24), webpPixels(40, 24))],
])('%s is no logo', (_name, bytes) => {
  assert.equal(read(bytes), 'format')
})

test('only base64 is read', () => {
  for (const sent of [
    '',
    'data:image/png;base64,',
    'data:image/png,abc',
    'a b',
    '%89PNG',
    'data:image/svg+xml;utf8,<svg>',
  ])
    assert.equal(readLogo(sent), 'format')
})

test('a logo is at most 64 KiB', () => {
  const padding = (bytes: number) => pngChunk('IDAT', Buffer.alloc(bytes))
  const bare = pngImage(40, 24, undefined, [padding(0)]).length
  assert.equal(typeof read(pngImage(40, 24, undefined, [padding(65_536 - bare)])), 'object')
  assert.equal(read(pngImage(40, 24, undefined, [padding(65_537 - bare)])), 'size')
})

test('a logo has 16 to 2,000 pixels a side, whatever its bytes', () => {
  for (const [width, height] of [
    [16, 2000],
    [2000, 16],
  ] as const)
    assert.equal(typeof read(pngImage(width, height)), 'object')
  assert.equal(read(pngImage(15, 40)), 'pixels')
  assert.equal(read(pngImage(40, 2001)), 'pixels')
  assert.equal(read(pngImage(65_535, 65_535)), 'pixels')
  assert.equal(read(jpegImage(65_535, 65_535)), 'pixels')
  assert.equal(read(webpFile(webpPixels(16_383, 16_383, 'VP8L'))), 'pixels')
})

test('a logo that moves is refused', () => {
  assert.equal(read(pngImage(40, 24, undefined, [pngChunk('acTL', Buffer.alloc(8))])), 'animated')
  assert.equal(
    read(webpFile(webpPart('VP8X', Buffer.alloc(10)), webpPart('ANIM', Buffer.alloc(6)))),
    'animated',
  )
})
