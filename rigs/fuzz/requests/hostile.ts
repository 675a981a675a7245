// What a hostile client sends: JSON values, whole bodies, parts of paths and queries, headers.
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'

/** Numbers as text, because most of them have no JavaScript value. */
const numbers = [
  '1e400',
  '-1e400',
  '1e-400',
  '-0',
  '-0.0',
  '0.1e1',
  '-1',
  '0',
  '0.001',
  '0.005',
  '1.0000000000000000000000000000001',
  '0.123456789012345678901234567890',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999999999',
  '2147483648',
  '1E+2',
  '0e0',
  '1e308',
  '4.9e-324',
  '123456789012.34',
  '0.000000000000000000000000000000',
]

/** Texts that break parsers, databases, templates and searches. */
const texts = [
  '', ' ', '\t\n', '\u0000', 'a\u0000b', '\ufeff', '\u202egnirts', '\ud83d\ude00', 'e\u0301'.repeat(40), '\ufffd', '\uffff',
  "' or 1=1 --", '%', '%_', '\\', "\\'", '$1', '$(7*7)', '{{7*7}}', '<script>alert(1)</script>', '../../etc/passwd', '\r\nX-A: b',
  '__proto__', 'constructor', 'null', 'true', 'NaN', 'Infinity', '1e400', '0x10', '٣', '１２', '0'.repeat(400), '4242424242424242',
  'http://127.0.0.1:1', 'http://[::1]/', 'http://a@b', 'javascript:alert(1)', 'file:///etc/passwd', 'http://xn--', 'http://a\\b', 'http://169.254.169.254/',
  '2026-02-30', '2026-13-01', '0000-00-00', '99999-01-01', '-271821-04-19T00:00:00Z', '+275760-09-14T00:00:00Z', '2026-11-21T25:00:00Z', '2026-11-21T10:00:60Z', '0001-01-01',
  '1969-12-31T23:59:59Z', '2026-11-21T10:00:00+23:59', '2026-11-21T10:00:00+99:99', 'P1D', 'P-1D', 'P99999999999Y', '+243', '+2438100000010000', '243810000001 ', 'USD ', 'usd', 'XXX',
  '::1', '0.0.0.0/0', '::/0', '127.0.0.1/33', '1.2.3', '01.02.03.04', '0x7f.1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/129', '00000000-0000-0000-0000-000000000000', 'ﬀ', 'İ', 'ß',
] // biome-ignore format: a table with one row per line

const quoted = JSON.stringify
const longText = fc
  .tuple(
    fc.constantFrom('a', '0', ' ', '\u0301', 'é', '"', '\\', '@', '.', '-', '9', '/', 'a@', 'http://'),
    fc.constantFrom(256, 1_025, 5_000, 60_000),
  )
  .map(([piece, length]) => quoted(piece.repeat(Math.ceil(length / piece.length))))

/** A value as JSON text, valid or nearly valid. */
export const hostileValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...numbers) },
  { weight: 6, arbitrary: fc.constantFrom(...texts).map((text) => quoted(text)) },
  { weight: 2, arbitrary: fc.constantFrom(...numbers, ...texts).map((text) => quoted(text)) },
  { weight: 2, arbitrary: longText },
  { weight: 3, arbitrary: fc.constantFrom('null', 'true', 'false', '[]', '{}', '[null]', '[[]]', '{"a":1}', '{"toString":1}', '{"rawJSON":"1"}', '["a","a"]') },
  { weight: 2, arbitrary: fc.constantFrom('"\\ud800"', '"\\udc00\\ud800"', '"a\\ud800b"', '"\\u0000"', '"\\u0000\\u0000"') },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('[', '{"a":'), fc.constantFrom(2, 31, 33, 300)).map(nest) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => quoted(text)) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.integer(), { minLength: 500, maxLength: 3_000 }).map((list) => quoted(list)) },
) // biome-ignore format: a table with one row per line

function nest([open, depth]: [string, number]): string {
  return `${open.repeat(depth)}1${(open === '[' ? ']' : '}').repeat(depth)}`
}

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const latin1 = (text: string) => Buffer.from(`{"a":"é",${text.slice(1)}`, 'latin1')

/** What is done to a body that would be valid. */
export const hostileBody = (right: string): fc.Arbitrary<Buffer> =>
  fc.oneof(
    fc.constantFrom(
      ...['', ' ', 'null', 'true', '1', '""', '[]', '{', '}', '{}', '[{}]', 'NaN', "{'a':1}", '{"a":1,}', '{"a":1}{"b":2}', '/**/{}', '1e400', '{"__proto__":{"a":1}}', '{"a":{"__proto__":null}}', '{"constructor":{"prototype":{"a":1}}}'],
    ).map((text) => Buffer.from(text)),
    fc.constantFrom('[', '{"a":', '[{"a":').map((open) => Buffer.from(open.repeat(10_000))),
    fc.constantFrom(64 * 1024 - 1, 64 * 1024 + 1, 1_000_000).map((length) => Buffer.from(right.padEnd(length, ' '))),
    fc.constant(Buffer.from(`\ufeff${right}`)),
    fc.constant(utf16(right)),
    fc.constant(latin1(right)),
    fc.constant(Buffer.from(`${right.slice(0, -1)}${right.length > 2 ? ',' : ''}${right.slice(1)}`)),
    fc.constant(Buffer.from(`[${right}]`)),
    fc.constant(Buffer.concat([Buffer.from(right), Buffer.from([0])])),
    fc.nat(Math.max(1, right.length - 1)).map((at) => Buffer.from(right.slice(0, at))),
    fc.tuple(fc.nat(Math.max(1, right.length - 1)), fc.nat(255)).map(([at, byte]) => withByte(right, at, byte)),
    fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  ) // biome-ignore format: a table with one row per line

function withByte(text: string, at: number, byte: number): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length > 0) bytes[at % bytes.length] = byte
  return bytes
}

const zippedBomb = gzipSync(Buffer.alloc(10_000_000, 'a'))

/** Compressed bodies, one of them at a thousandth of its content. */
export const zipped = (right: string): fc.Arbitrary<Buffer> =>
  fc.constantFrom(gzipSync(right), zippedBomb, Buffer.from(right))

export const contentTypes: fc.Arbitrary<string> = fc.constantFrom(
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json;',
  'APPLICATION/JSON',
  'application/json;;;a=b',
  'application/problem+json',
  '',
  ' ',
  ';',
  '*/*',
  'application/json, text/plain',
  'a'.repeat(4_000),
)

export const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'MKCOL',
  'LOCK',
  'SEARCH',
  'QUERY',
  'FOO',
  'get',
] as const

/** An unknown identifier in a path, as it is written there. */
export const pathPart: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%00', 'a%00b', '%', '%zz', '%e0%a4', '%ff', '%2e%2e', '..', '.', '%2e%2e%2f%2e%2e', '..%5c', '%252e', '%25', ';a=b', '*', '%0d%0a', '%20', '+', '0', '-1', '1e3', '1.5', '00', '%D9%A3',
    '9223372036854775807', '9223372036854775808', '99999999999999999999', 'null', 'undefined', '__proto__', 'constructor', 'toString', "'", '%27%20or%201=1', '%5B%5D', '%7B%7D', '"', '<b>',
    '%F0%9F%98%80', '%ED%A0%80', 'a'.repeat(200), 'a'.repeat(201), 'a'.repeat(8_000), '%61'.repeat(100), '00000000-0000-0000-0000-000000000000', '\xff', '%2F', 'a%2Fb', '%3F', '%23',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed())),
) // biome-ignore format: a table with one row per line

/** A value in a query, as it is written there. */
export const queryValue: fc.Arbitrary<string> = fc.oneof(
  pathPart,
  fc.constantFrom(...texts, ...numbers).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom('', '&', '=', '&&', '%26', '1&page=2', 'a'.repeat(12_000)),
)

/** Headers that any client may add. */
export const strayHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom(
  { 'idempotency-key': '' },
  { 'idempotency-key': 'a'.repeat(5_000) },
  { 'idempotency-key': 'a b\tc' },
  { 'idempotency-key': 'clé' },
  { 'idempotency-key': '{}' },
  { accept: 'text/html' },
  { accept: 'x'.repeat(3_000) },
  { 'accept-language': '*;q=9,,;;' },
  { 'x-forwarded-for': "'; drop table a" },
  { 'x-forwarded-for': '::ffff:1.2.3.4, a' },
  { 'x-http-method-override': 'DELETE' },
  { traceparent: '00-0-0-0' },
  { traceparent: `00-${'f'.repeat(32)}-${'f'.repeat(16)}-ff` },
  { 'if-none-match': '*' },
  { 'if-none-match': '"'.repeat(2_000) },
  { range: 'bytes=0-,-1' },
  { cookie: '=;=;;a' },
  { cookie: 'likuta_session=a' },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { expect: '100-continue' },
  { expect: 'x' },
  { 'x-request-id': 'a\tb' },
  { 'user-agent': '\xff\xfe' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'identity, br' },
  { 'x-skip-name-check': 'maybe' },
  { upgrade: 'h2c', connection: 'upgrade' },
  { 'last-event-id': '-1' },
  { 'last-event-id': '99999999999999999999' },
)

/** Header lines that frame a body in two ways, or in none. */
export const oddFraming: fc.Arbitrary<string[]> = fc.constantFrom(
  ['content-length: 3', 'transfer-encoding: chunked'],
  ['transfer-encoding: chunked', 'content-length: 3'],
  ['content-length: 1', 'content-length: 2'],
  ['content-length: +1'],
  ['content-length: -1'],
  ['content-length: 0x10'],
  ['content-length: 1, 1'],
  ['content-length : 5'],
  ['transfer-encoding: xchunked'],
  ['transfer-encoding: gzip, chunked'],
  ['transfer-encoding: chunked, identity'],
  ['transfer-encoding: identity'],
  ['transfer-encoding:\tchunked', 'x: y'],
  ['host: evil.example', 'content-length: 0'],
  ['x-folded: a', ' b'],
  [': x'],
  ['x-nul: a\0b'],
  ['x-bare: a\rb'],
  ['x-bare: a\nb'],
)
