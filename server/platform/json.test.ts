import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { numberText, parseJson, plainDecimal } from './json.ts'

const parse = (text: string) => parseJson(Buffer.from(text))

describe('reading JSON', () => {
  test('agrees with JSON.parse on everything without numbers', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value)
        if (text.includes('__proto__')) return
        assert.equal(JSON.stringify(parse(text)), JSON.stringify(JSON.parse(text)))
      }),
    )
  })

  test('numbers keep their digits', () => {
    const body = parse('{"a":10.10,"b":9007199254740993,"c":1e400}') as Record<string, unknown>
    assert.deepEqual(
      [numberText(body.a), numberText(body.b), numberText(body.c)],
      ['10.10', '9007199254740993', '1e400'],
    )
    assert.equal(JSON.stringify(body), '{"a":10.10,"b":9007199254740993,"c":1e400}')
  })

  test('an object that looks like a raw number is none', () => {
    assert.equal(numberText((parse('{"a":{"rawJSON":"1"}}') as Record<string, unknown>).a), undefined)
  })

  test.each([
    ['nothing', ''],
    ['blanks', '  \n'],
    ['a cut object', '{"a":1'],
    ['a doubled key', '{"amount":1,"amount":1000}'],
    ['a doubled key, one escaped', '{"amount":1,"\\u0061mount":1000}'],
    ['a doubled key deep inside', '[{"x":{"a":1,"a":2}}]'],
    ['__proto__', '{"__proto__":{"polluted":true}}'],
    ['a byte order mark', '\ufeff{}'],
    ['a trailing comma', '{"a":1,}'],
    ['single quotes', "{'a':1}"],
    ['NaN', '{"a":NaN}'],
    ['nesting without end', '['.repeat(30_000)],
    ['nesting deeper than anyone needs', `${'['.repeat(40)}${']'.repeat(40)}`],
  ])('%s is refused [S-22] [S-26] [S-27]', (_what, text) => {
    assert.equal(parse(text), undefined)
  })

  test('bytes that are no UTF-8 are refused', () => {
    assert.equal(parseJson(Buffer.from([0x22, 0xff, 0x22])), undefined)
  })

  test('text that only looks like a key is none', () => {
    assert.deepEqual(JSON.stringify(parse('{"a":"x\\":","b":["c:",":"]}')), '{"a":"x\\":","b":["c:",":"]}')
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
  ])('of %s is %s', (sent, plain) => {
    // biome-ignore format: a table
    assert.equal(plainDecimal(sent), plain)
  })

  test('has the value of the number it was', () => {
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
