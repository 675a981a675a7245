// Which files are accepted as papers and evidence: pictures, and PDFs that do nothing by themselves.
import assert from 'node:assert/strict'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { jpegImage, pngChunk, pngImage } from '../../../test/support/world/images.ts'
import { readUploadedFile } from './uploaded-file.ts'

const pdf = (inside = '') => Buffer.from(`%PDF-1.4\n1 0 obj <</Type /Catalog ${inside}>> endobj\n%%EOF\n`)
/** A PDF with an object stream, as most programs write them. */
function withObjects(objects: string, written = (bytes: Buffer) => bytes): Buffer {
  const content = written(deflateSync(`5 0 ${objects}`))
  const head = `%PDF-1.5\n3 0 obj <</Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${content.length}>> stream\n`
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\nendstream endobj\n%%EOF\n')])
}
const disguised = Buffer.from(
  withObjects('<<>>').toString('latin1').replace('/ObjStm', '/#4fbjStm'),
  'latin1',
)
/** A stream of objects that does not call itself one, which some programs read all the same. */
const untyped = (first: string) =>
  Buffer.from(
    withObjects('<</S /JavaScript>>')
      .toString('latin1')
      .replace('/Type /ObjStm ', '')
      .replace('/First 4', first),
    'latin1',
  )
/** A PDF with a picture of this content, such as a scanned page. */
const scanned = (content: Buffer) =>
  Buffer.concat([
    Buffer.from('%PDF-1.4\n4 0 obj <</Subtype /Image /Filter /DCTDecode>> stream\n'),
    content,
    Buffer.from('\nendstream endobj\n%%EOF\n'),
  ])
const base64 = (bytes: Buffer) => bytes.toString('base64')

const toAddress = '/S /URI /URI (https://x.example)'
test.each([
  ['a page that claims to be a PDF', Buffer.from('<script>alert(1)</script>'), 'format'],
  ['a PDF without an end', Buffer.from('%PDF-1.4\n'), 'format'],
  ['a PDF with a script', pdf('/OpenAction <</S /JavaScript /JS (app.alert(1))>>'), 'active'],
  ['a PDF that opens an address', pdf('/OpenAction <</S /URI /URI (https://x.example)>>'), 'active'],
  [
    'a PDF that opens an address through another object',
    pdf('/OpenAction 9 0 R 9 0 obj <</S /URI /URI (https://x.example)>>'),
    'active',
  ],
  [
    'a PDF that opens an address through a compressed object',
    Buffer.concat([pdf('/OpenAction 9 0 R'), withObjects('9 0 <</S /URI /URI (https://x.example)>>')]),
    'active',
  ],
  [
    'a PDF that opens an address through a compressed object, beside another one of its number',
    Buffer.concat([
      pdf('/OpenAction 9 0 R 9 0 obj [1 0 R /Fit] endobj'),
      withObjects('9 0 <</S /URI /URI (https://x.example)>>'),
    ]),
    'active',
  ],
  [
    'a PDF whose compressed catalog opens an address',
    Buffer.concat([withObjects('<</OpenAction 9 0 R>>'), pdf(`9 0 obj <<${toAddress}>> endobj`)]),
    'active',
  ],
  [
    'a PDF that launches a program through another object',
    pdf('/OpenAction 9 0 R 9 0 obj <</S /Launch>>'),
    'active',
  ],
  [
    'a PDF that runs a script through another object',
    pdf('/OpenAction 9 0 R 9 0 obj <</S /JavaScript /JS 8 0 R>> endobj'),
    'active',
  ],
  [
    'a PDF that opens an address through one of two objects of a number',
    pdf(`/OpenAction 9 0 R 9 0 obj [1 0 R /Fit] endobj 9 0 obj <<${toAddress}>> endobj`),
    'active',
  ],
  [
    'a PDF that opens an address through an object behind a comment',
    pdf(`/OpenAction 9 0 R 9 0 obj [1 0 R /Fit] endobj 9 %\n0 obj <<${toAddress}>> endobj`),
    'active',
  ],
  [
    'a PDF that opens an address after a place',
    pdf(`/OpenAction <</S /GoTo /D [1 0 R /Fit] /Next 9 0 R>> 9 0 obj <<${toAddress}>> endobj`),
    'active',
  ],
  [
    'a PDF that opens an address and names a place in a text',
    pdf(`/OpenAction <</D (/S /GoTo) /S 8 0 R /URI (https://x.example)>> 8 0 obj /URI endobj`),
    'active',
  ],
  ['a PDF whose page opens an address behind a comment', pdf(`/AA %\n<</O <<${toAddress}>>>>`), 'active'],
  [
    'a PDF whose page opens an address',
    pdf('/AA 9 0 R 9 0 obj <</O <</S /URI /URI (https://x.example)>>>>'),
    'active',
  ],
  ['a PDF with a script whose name is disguised', pdf('/#4aava#53cript (app.alert(1))'), 'active'],
  ['a PDF with a file inside', pdf('/Names <</EmbeddedFiles 2 0 R>>'), 'active'],
  [
    'a PDF with a script in a compressed object',
    withObjects('<</S /JavaScript /JS (app.alert(1))>>'),
    'active',
  ],
  [
    'a PDF whose compressed objects cannot be read',
    withObjects('<<>>', (bytes) => bytes.reverse()),
    'active',
  ],
  ['a PDF whose compressed objects are disguised', disguised, 'active'],
  ['a PDF whose compressed objects do not call themselves so', untyped('/First 4'), 'active'],
  ['the same with a comment before the number', untyped('/First%\n4'), 'active'],
  ['a PDF whose compressed objects are immense', withObjects('0'.repeat(30_000_000)), 'active'],
  ['a PDF that is encrypted', pdf('/Encrypt 2 0 R'), 'active'],
  ['a PDF that sends a form', pdf('/AA <</O <</S /SubmitForm /F (https://x.example)>>>>'), 'active'],
  ['a page behind a picture', Buffer.concat([pngImage(20, 20), Buffer.from('<script>')]), 'format'],
  ['more than 5 MiB', Buffer.alloc(5 * 1024 * 1024 + 1), 'size'],
])('%s is refused as evidence', (_name, bytes, fault) => {
  assert.equal(readUploadedFile(base64(bytes)), fault)
})

test.each([
  ['with compressed objects', withObjects('<</Type /Page>>')],
  ['with an outline', pdf('/Outlines <</First 12 0 R /Last 13 0 R /Count 2>>')],
  ['that opens at its first page', pdf('/OpenAction [1 0 R /XYZ null null 0]')],
  [
    'that opens at a page, with a link to click',
    pdf(`/OpenAction <</S /GoTo /D [1 0 R /Fit]>> /A <<${toAddress}>>`),
  ],
  [
    'that opens at a page through another object, with a link to click',
    pdf(`/OpenAction 9 0 R 9 0 obj [1 0 R /Fit] endobj 8 0 obj <</A <<${toAddress}>>>> endobj`),
  ],
  [
    'that goes to a page through another object, with a link to click',
    pdf(
      `/OpenAction 9 0 R 9 0 obj\n<</D [1 0 R /Fit] /S/GoTo>>\nendobj 8 0 obj <</A <<${toAddress}>>>> endobj`,
    ),
  ],
  ['whose picture contains short names by chance', scanned(Buffer.from('\xff/JS \x01/AA \x02', 'latin1'))],
])('an honest PDF %s is accepted as evidence', (_name, bytes) => {
  expect(readUploadedFile(base64(bytes))).toMatchObject({ type: 'application/pdf' })
})

test('a photo loses where it was taken, and keeps its picture', () => {
  const kept = readUploadedFile(base64(jpegImage(40, 24)))
  assert.ok(typeof kept === 'object' && kept.type === 'image/jpeg')
  const place = pngChunk('tEXt', Buffer.from('GPS\0-4.32,15.31'))
  const stripped = readUploadedFile(base64(pngImage(40, 24, undefined, [place])))
  assert.ok(typeof stripped === 'object' && !stripped.bytes.includes('GPS'))
})
