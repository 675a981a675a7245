// JSON bodies of 64 KiB, each hostile in a different way, for the suite `bodies`.

const size = 64 * 1024
const most = 1_999

const padded = (text: string) => text.padEnd(size, ' ')
const items = (make: (i: number) => string) => Array.from({ length: most }, (_, i) => make(i)).join(',')
const list = (make: (i: number) => string) =>
  padded(`[${items(make)}]`).slice(0, Math.max(size, items(make).length + 2))
const members = (make: (i: number) => string) => padded(`{${items(make)}}`)
const text = (piece: string) => `"${piece.repeat(Math.floor((size - 2) / Buffer.byteLength(piece)))}"`

/** The content of each body, by name. Bodies over the limits are refused before they are parsed. */
export const bodyShapes: Readonly<Record<string, string>> = {
  'ones, as many as fit': `[${'1,'.repeat(size / 2 - 1)}1]`,
  'empty objects, as many as fit': `[${'{},'.repeat(size / 3 - 1)}{}]`,
  'brackets that open': '['.repeat(size),
  'objects in objects': '{"a":'.repeat(size / 5),
  '1,999 ones': list(() => '1'),
  '1,999 ones, blanks between': list(() => `1${' '.repeat(30)}`),
  '1,999 fractions': list((i) => `${i}.5`),
  '1,999 fractions that end in 0': list((i) => `${i}.50`),
  '1,999 negative numbers': list((i) => `-${i}`),
  '1,999 fractions of 25 digits': list((i) => `${i}.${'5'.repeat(25)}`),
  '1,999 exponents': list((i) => `${i}e-9999999`),
  '1,999 ones, line feeds and blanks between': list(() => `1${'\n\t '.repeat(10)}`),
  '1,999 literals': list(() => 'null'),
  '1,999 empty texts': list(() => '""'),
  '1,999 texts of 29 letters': list(() => `"${'a'.repeat(29)}"`),
  '1,999 texts of escapes': list(() => `"${'\\n'.repeat(14)}"`),
  '1,999 empty objects': list(() => '{}'),
  '1,999 members': members((i) => `"k${i}":1`),
  '1,999 members with long names': members((i) => `"key${String(i).padEnd(20, 'x')}":1`),
  '1,999 members named by numbers': members((i) => `"${i * 7919}":${i}.5`),
  '256 members named by numbers': padded(
    `{${Array.from({ length: 256 }, (_, i) => `"${i * 7919}":${i}.5`).join(',')}}`,
  ),
  '1,999 members of fractions': members((i) => `"k${i}":${i}.50`),
  '1,999 members with one name': members(() => '"a":1'),
  '1,999 members with one name, escaped': members((i) => (i % 2 ? '"a":1' : '"\\u0061":1')),
  '1,999 members with escaped names': members((i) => `"\\u006b${i}":"\\n"`),
  '666 orders': padded(`[${Array(600).fill('{"amount":10.10,"currency":"USD"}').join(',')}]`),
  '32 levels, blanks within': `${'['.repeat(32)}${' '.repeat(size - 64)}${']'.repeat(32)}`,
  blanks: `{}${' '.repeat(size - 2)}`,
  'line feeds': `{}${'\n'.repeat(size - 2)}`,
  'blanks and line feeds': `{}${' \n'.repeat(size / 2 - 1)}`,
  'a text of letters': text('a'),
  'a text of é': text('é'),
  'a text of characters that hold a quote': text('漢'),
  'a text of emoji': text('😀'),
  'a text of escaped quotes': text('\\"'),
  'a text of escaped backslashes': text('\\\\'),
  'a text of letters and escaped quotes': text(`${'a'.repeat(14)}\\"`),
  'a text of line feeds': text('\\n'),
  'a text of escaped letters': text('\\u0041'),
  'a text that does not end': `"${'a'.repeat(size - 1)}`,
  'a text of escapes that does not end': `"${'\\"'.repeat(size / 2 - 1)}`,
  'a name of 64 KiB': `{"${'k'.repeat(size - 6)}":1}`,
  'a whole number of 64 KiB': '1'.repeat(size),
  'a fraction of 64 KiB': `0.${'1'.repeat(size - 2)}`,
  'zeros and a one': `0.${'0'.repeat(size - 3)}1`,
  'an exponent of 64 KiB': `1e${'9'.repeat(size - 2)}`,
}
