import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openPdf } from './pdf.ts'

/** The document, with its compressed parts unpacked. */
async function bytesOf(draw: (pdf: Awaited<ReturnType<typeof openPdf>>) => void): Promise<string> {
  const madeAt = Temporal.Instant.from('2026-11-21T09:30:00Z')
  const pdf = await openPdf({ title: 'Test', author: 'Likuta', language: 'fr', madeAt })
  async function* parts() {
    pdf.newPage()
    draw(pdf)
    yield
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of pdf.bytes(parts())) chunks.push(chunk)
  const raw = Buffer.concat(chunks).toString('latin1')
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)endstream/g)].map(([, packed = '']) => {
    try {
      return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  return raw + streams.join('\n')
}
const place = { x: 40, y: 40, width: 300 }
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16()
const hex = (text: string) => utf16(text).toString('hex')

test.each(['Счёт-42', 'Τιμολόγιο', 'Łódź', 'Nguyễn'])('%s is drawn in its own letters', async (text) => {
  const bytes = await bytesOf((pdf) => pdf.text(text, place, { size: 10 }))
  // The fonts say which letters their signs are.
  for (const letter of text) if (letter > '\u00ff') expect(bytes.toLowerCase()).toContain(hex(letter))
  expect(bytes).not.toContain('ActualText')
})

test('what no font draws is written by its sound, and copied as the merchant wrote it', async () => {
  for (const text of ['فاتورة-7', '发票-7', 'חשבונית']) {
    const bytes = await bytesOf((pdf) => pdf.text(text, place, { size: 10 }))
    expect(bytes).toContain('/ActualText')
    expect(bytes).toContain(
      utf16(text)
        .toString('latin1')
        .replace(/[()\\]/g, '\\$&'),
    )
    const lines = await bytesOf((pdf) => void pdf.paragraph(text, place, { size: 10 }))
    expect(lines).toContain('/ActualText')
  }
})

test('a document of Latin letters contains one font for each weight', async () => {
  const bytes = await bytesOf((pdf) => pdf.text('Facture n° 7 – payé', place, { size: 10 }))
  expect(bytes.match(/\/FontFile2/g)?.length).toBe(1)
})
