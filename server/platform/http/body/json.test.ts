import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { anyCharacter } from '../../../../test/support/any-character.ts'
import { numberText, parseJson, plainDecimal, readJson } from './json.ts'

const parse = (text: string) => parseJson(Buffer.from(text))

describe('JSON parsing', () => {
  test('JSON without numbers is parsed as by JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, stringUnit: anyCharacter }), (value) => {
        const text = JSON.stringify(value)
        if (text.includes('__proto__')) return
        assert.equal(JSON.stringify(parse(text)), JSON.stringify(JSON.parse(text)))
      }),
    )
  })

  test('parsed numbers keep the digits that were sent', () => {
    const body = parse('{"a":10.10,"b":9007199254740993,"c":1e400}') as Record<string, unknown>
    assert.deepEqual(
      [numberText(body.a), numberText(body.b), numberText(body.c)],
      ['10.10', '9007199254740993', '1e400'],
    )
    assert.equal(JSON.stringify(body), '{"a":10.10,"b":9007199254740993,"c":1e400}')
  })

  test('an object that looks like our raw number is parsed as an object', () => {
    assert.equal(numberText((parse('{"a":{"rawJSON":"1"}}') as Record<string, unknown>).a), undefined)
  })

  test.each([
    ['nothing', ''],
    ['blanks', '  \n'],
    ['a cut object', '{"a":1'],
    ['a duplicate key', '{"amount":1,"amount":1000}'],
    ['a duplicate key, one escaped', '{"amount":1,"\\u0061mount":1000}'],
    ['a nested duplicate key', '[{"x":{"a":1,"a":2}}]'],
    ['__proto__', '{"__proto__":{"polluted":true}}'],
    ['a byte order mark', '\ufeff{}'],
    ['a trailing comma', '{"a":1,}'],
    ['single quotes', "{'a':1}"],
    ['a text that is never closed', `["${'\\"'.repeat(32_000)}`],
    ['a text that ends with a backslash', '["\\'],
    ['control characters in a long run of spaces', `[1,${' '.repeat(37)}\u0001${' '.repeat(37)}1]`],
    ['a no-break space among spaces', `[1,${' '.repeat(37)}\u00a0${' '.repeat(37)}1]`],
    ['a letter between spaces', `[1,${' '.repeat(37)}a${' '.repeat(37)}1]`],
    ['NaN', '{"a":NaN}'],
    ['nesting that is never closed', '['.repeat(30_000)],
    ['nesting deeper than the limit', `${'['.repeat(40)}${']'.repeat(40)}`],
  ])('%s is refused [S-22] [S-26] [S-27]', (_what, text) => {
    assert.equal(parse(text), undefined)
  })

  test('a body that is not UTF-8 is refused', () => {
    assert.equal(parseJson(Buffer.from([0x22, 0xff, 0x22])), undefined)
  })

  test('text that only looks like a key is parsed as text', () => {
    assert.deepEqual(JSON.stringify(parse('{"a":"x\\":","b":["c:",":"]}')), '{"a":"x\\":","b":["c:",":"]}')
  })
})

/** JSON.parse with digits preserved, in the slow way that the platform offers. */
function slowly(text: string): unknown {
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === 'number' ? JSON.rawJSON(source) : value,
  )
}

describe('the size limits of a JSON body', () => {
  const read = (text: string) => readJson(Buffer.from(text)).kind
  const ones = (count: number) => `[${Array(count).fill('1').join(',')}]`

  test.each([
    ['2,000 values', ones(1_999), 'value'],
    ['2,001 values', ones(2_000), 'over_budget'],
    ['1,999 members of an object, whose keys do not count', membersOf(1_999), 'value'],
    ['2,000 members of an object', membersOf(2_000), 'over_budget'],
    ['256 numeric names', membersOf(256, ''), 'value'],
    ['257 numeric names', membersOf(257, ''), 'over_budget'],
    ['257 names that begin with the escape of a digit', membersOf(257, '\\u0031'), 'over_budget'],
    ['257 names that begin with another escape', membersOf(257, '\\u006b'), 'value'],
    ['257 texts that begin with a digit', `[${Array(257).fill('"1"').join(',')}]`, 'value'],
    ['32 levels', `${'['.repeat(32)}${']'.repeat(32)}`, 'value'],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`, 'over_budget'],
    ['33 levels of objects', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 'over_budget'],
    ['brackets in a text', `["${'['.repeat(3_000)}"]`, 'value'],
    ['many empty texts', `[${Array(1_999).fill('""').join(',')}]`, 'value'],
    ['one text over the limit', `[${Array(2_000).fill('""').join(',')}]`, 'over_budget'],
    ['many literals', `[${Array(2_000).fill('null').join(',')}]`, 'over_budget'],
    ['many empty objects', `[${Array(2_000).fill('{}').join(',')}]`, 'over_budget'],
  ])('%s: %# gives %3$s [S-22]', (_what, text, kind) => {
    assert.equal(read(text), kind)
  })

  test('a body over the size limits is refused before JSON.parse is called [S-22]', () => {
    const parsing = vi.spyOn(JSON, 'parse')
    try {
      assert.equal(read(ones(32_000)), 'over_budget')
      assert.equal(read('['.repeat(60_000)), 'over_budget')
      expect(parsing).not.toHaveBeenCalled()
      assert.equal(read('[1]'), 'value')
      expect(parsing).toHaveBeenCalledTimes(1)
    } finally {
      parsing.mockRestore()
    }
  })
})

function membersOf(count: number, beginning = 'k'): string {
  return `{${Array.from({ length: count }, (_, i) => `"${beginning}${i}":"1"`).join(',')}}`
}

describe('digits of numbers in a body', () => {
  const tokens = fc.oneof(
    fc.constantFrom(
      '0',
      '-0',
      '1',
      '0.10',
      '1.50',
      '1e5',
      '1E+2',
      '-1',
      '12e-3',
      '9007199254740993',
      '1e400',
    ),
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
    fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
  )
  const key = fc.constantFrom('a', 'b', '10', '2', '0', 'a.5', '\\u0061b', 'é', '漢', '\\"', ':')
  const space = fc.constantFrom('', ' ', '\n', '   \t  ', ' '.repeat(70))
  const { json } = fc.letrec<{ json: string }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'json' },
      tokens,
      fc.constantFrom('true', 'false', 'null', '""', '"1.5"', '"[{,:"', '"\\\\"', '"\\\\\\""', '"漢"'),
      fc.array(fc.tuple(space, tie('json'), space), { maxLength: 5 }).map((all) => `[${joined(all)}]`),
      fc
        .uniqueArray(fc.tuple(key, space, tie('json')), { maxLength: 5, selector: ([name]) => name })
        .map(
          (all) => `{${all.map(([name, blank, value]) => `"${name}"${blank}:${blank}${value}`).join(',')}}`,
        ),
    ),
  }))
  const joined = (all: string[][]) => all.map((parts) => parts.join('')).join(',')

  test('numbers keep their digits at any nesting, under any key, with any whitespace', () => {
    fc.assert(
      fc.property(json, (text) => {
        assert.equal(JSON.stringify(parse(text)), JSON.stringify(slowly(text)))
      }),
      { numRuns: 2_000 },
    )
  })

  test('a corrupted body that JSON.parse refuses is always refused', () => {
    const broken = fc.tuple(
      json,
      fc.nat(),
      fc.constantFrom('', ',', '1', '.', '-', '"', ']', '{', 'e', 't', ':', '\\', '\0'),
    )
    fc.assert(
      fc.property(broken, ([text, path, piece]) => {
        const at = path % (text.length + 1)
        const sent = text.slice(0, at) + piece + text.slice(piece === '' ? at + 1 : at)
        const value = parse(sent)
        if (value !== undefined) assert.equal(JSON.stringify(value), JSON.stringify(slowly(sent)))
      }),
      { numRuns: 3_000 },
    )
  })

  test('numbers keep their digits at any memory alignment and length of whitespace', () => {
    const blanks = fc.stringMatching(/^[ \n\r\t]{0,60}$/)
    fc.assert(
      fc.property(fc.nat(7), fc.array(blanks, { minLength: 1 }), (offset, runs) => {
        const text = `[${runs.map((run, i) => `${run}"é",${run}${i}.50${run}`).join(',')}]`
        const bytes = Buffer.alloc(offset + Buffer.byteLength(text))
        bytes.write(text, offset)
        assert.equal(JSON.stringify(parseJson(bytes.subarray(offset))), JSON.stringify(slowly(text)))
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    '01',
    '-01',
    '1.',
    '.5',
    '-',
    '1e',
    '1e+',
    '1.5.5',
    '--1',
    '1-1',
    '1e5e5',
    '+1',
    '1.5e5.5',
    '-.5',
  ])('%s is not accepted as a number', (text) => {
    assert.equal(parse(`[${text}]`), undefined)
    assert.equal(parse(text), undefined)
  })

  test('the digits of members with numeric names are not mixed up', () => {
    const body = parse('{"b":1.50,"2":2.50,"a":3.50,"1":4.50}') as Record<string, unknown>
    assert.deepEqual(
      ['b', '2', 'a', '1'].map((name) => numberText(body[name])),
      ['1.50', '2.50', '3.50', '4.50'],
    )
  })
})

describe('a plain decimal', () => {
  test.each([
    ['10', '10'],
    ['10.10', '10.1'],
    ['0', '0'],
    ['-0', '-0'],
    ['0.00', '0'],
    ['1e2', '100'],
    ['1.5E1', '15'],
    ['100e-2', '1'],
    ['1e-3', '0.001'],
    ['-2.50e0', '-2.5'],
    ['0e5', '0'],
    ['12.5e-1', '1.25'],
  ])('the plain decimal of %s is %s', (sent, plain) => {
    assert.equal(plainDecimal(sent), plain)
  })

  test('a plain decimal has the value of the original number', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 9 }),
        fc.integer({ min: -6, max: 6 }),
        (mantissa, exponent) => {
          assert.equal(Number(plainDecimal(`${mantissa}e${exponent}`)), Number(`${mantissa}e${exponent}`))
        },
      ),
    )
  })
})
