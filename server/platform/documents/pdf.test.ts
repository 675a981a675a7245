import { expect, test } from 'vitest'
import { pdfText } from '../../../test/support/papers/pdf-text.ts'
import { openPdf, type Pdf } from './pdf.ts'

async function bytesOf(draw: (pdf: Pdf) => void): Promise<Buffer> {
  const madeAt = Temporal.Instant.from('2026-11-21T09:30:00Z')
  const pdf = await openPdf({ title: 'Test', author: 'Likuta', language: 'fr', madeAt })
  async function* parts() {
    pdf.newPage()
    draw(pdf)
    yield
  }
  return Buffer.concat(await Array.fromAsync(pdf.bytes(parts())))
}
const place = { x: 40, y: 40, width: 300 }
/** A line is drawn in a piece for each font. */
const joined = (text: string) => text.replaceAll('\n', '')

test.each([
  ['Счёт-42', 'Счёт-42'],
  ['Τιμολόγιο', 'Τιμολόγιο'],
  ['Łódź', 'Łódź'],
  ['Nguyễn', 'Nguyễn'],
  ['محمد', 'mhmd'],
  ['דוד', 'dvd'],
  ['王小明', 'WangXiaoMing'],
  ['김민수', 'GimMinSu'],
  ['अमिता', 'amita'],
  ['Chez 🌺 Flore 🌺', 'Chez Flore'],
  ['🌺', ':hibiscus:'],
])(
  'the name %s is drawn as %s, on one line and on several, and copied as it was written',
  async (name, shown) => {
    const draws = [
      (pdf: Pdf) => pdf.text(name, place, { size: 10 }),
      (pdf: Pdf) => void pdf.paragraph(name, place, { size: 10 }),
    ]
    for (const draw of draws) {
      const { drawn, copied } = pdfText(await bytesOf(draw))
      expect([joined(drawn), joined(copied)]).toEqual([shown, name])
    }
  },
)

test.each(['\u{f8ff}', '\u{10fffd}'])(
  'a name of signs that no font and no table has is not left blank',
  async (name) => {
    const bytes = await bytesOf((pdf) => pdf.text(name, place, { size: 10 }))
    expect(pdfText(bytes).drawn).toBe('?')
  },
)

test('a paragraph is broken between words, and within a word that is longer than a line', async () => {
  const text = 'Remis à Goma-Ville\nle 21\u00a0novembre 2026 abcdefghijklmnopqrstuvwxyz'
  let end = 0
  let height = 0
  const bytes = await bytesOf((pdf) => {
    height = pdf.heightOf(text, 60, { size: 10 })
    end = pdf.paragraph(text, { ...place, width: 60 }, { size: 10 })
  })
  const lines = [
    'Remis à',
    'Goma-Ville',
    'le',
    '21\u00a0novembre',
    '2026',
    'abcdefghijkl',
    'mnopqrstuv',
    'wxyz',
  ]
  expect(pdfText(bytes).drawn.split('\n')).toEqual(lines)
  expect(end - place.y).toBe(height)
})

test('a document of Latin letters contains one font for each weight', async () => {
  const bytes = await bytesOf((pdf) => pdf.text('Facture n° 7 – payé', place, { size: 10 }))
  expect(bytes.toString('latin1').match(/\/FontFile2/g)?.length).toBe(1)
})
