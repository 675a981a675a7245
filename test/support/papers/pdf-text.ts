// What a PDF of ours says: what its signs show, and what whoever copies or searches it finds.
import { inflateSync } from 'node:zlib'

type Letters = Map<number, string>

const fromUtf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
const unescaped = (text: string) =>
  text.replace(
    /\\([nrtbf()\\])/g,
    (_, c: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[c] ?? c,
  )

/** Texts outside ASCII are in UTF-16, behind the mark of its order of bytes. */
const textOf = (text: string) =>
  text.startsWith('\xfe\xff') ? fromUtf16(Buffer.from(text.slice(2), 'latin1').toString('hex')) : text

/** The objects of the document by their number, with their streams unpacked. */
function objectsOf(bytes: Buffer): Map<string, string> {
  const raw = bytes.toString('latin1')
  return new Map(
    [...raw.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, number = '', body = '']) => {
      const [, head = body, stream] = /^([\s\S]*?)\nstream\n([\s\S]*)\nendstream/.exec(body) ?? []
      const isPacked = stream !== undefined && head.includes('/FlateDecode')
      return [
        number,
        head + (isPacked ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : (stream ?? '')),
      ]
    }),
  )
}

/** The letters of each font, by the codes of its signs. */
function fontsOf(objects: Map<string, string>): Map<string, Letters> {
  const fonts = new Map<string, Letters>()
  for (const body of objects.values())
    for (const [, name = '', number = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number) ?? '')?.[1] ?? ''
      const letters: Letters = new Map()
      for (const [, first = '', list = ''] of (objects.get(map) ?? '').matchAll(
        /<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi,
      ))
        for (const [i, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
          letters.set(Number.parseInt(first, 16) + i, fromUtf16(hex.replaceAll(' ', '')))
      fonts.set(name, letters)
    }
  return fonts
}

const token =
  /\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[-\d. ])*)\] TJ|\/Span <<\s*\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)\s*>> BDC|(EMC)/g

/** @throws Error for a sign whose letter the document does not know: a box would be seen in its place */
export function pdfText(bytes: Buffer): { drawn: string; copied: string } {
  const objects = objectsOf(bytes)
  const fonts = fontsOf(objects)
  const [drawn, copied]: [string[], string[]] = [[], []]
  for (const body of objects.values()) {
    let font: Letters | undefined
    let isReplaced = false
    for (const [, name, signs, actual, end] of body.matchAll(token)) {
      if (name !== undefined) font = fonts.get(name)
      if (end !== undefined) isReplaced = false
      if (actual !== undefined) {
        copied.push(textOf(unescaped(actual)))
        isReplaced = true
      }
      if (signs === undefined) continue
      const codes = [...signs.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      const line = codes.map((code) => {
        const letter = font?.get(Number.parseInt(code, 16))
        if (letter === undefined || code === '0000') throw new Error(`no letter for ${code}`)
        return letter
      })
      drawn.push(line.join(''))
      if (!isReplaced) copied.push(line.join(''))
    }
  }
  return { drawn: drawn.join('\n'), copied: copied.join('\n') }
}
