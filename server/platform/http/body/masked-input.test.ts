import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { parseJson } from './json.ts'
import { echo } from './masked-input.ts'

const card = '4242424242424242'
const shown = (text: string, ...path: (string | number)[]) => echo(parseJson(Buffer.from(text)), path)

test.each([
  'transient_token',
  'Transient_Token',
  'secret',
  'merchant_secret',
  'api_secret',
  'password',
  'current_password',
  'newPassword',
  'token',
  'X_token',
  'X-Admin-Token',
  'Authorization',
  'cvv',
])('the value of %s is masked at any depth [S-55]', (name) => {
  const value = 'aVerySecretValue'
  assert.equal(echo(value, ['body', name]), '***')
  const deep = { a: [{ [name]: { of: value }, b: 1 }] }
  expect(shown(JSON.stringify(deep), 'x')).toEqual({ a: [{ [name]: '***', b: 1 }] })
})

test('a long body is truncated without showing its secrets [S-55]', () => {
  const long = { deep: [{ merchant_secret: 'aVerySecretValue', token: { of: 'aVerySecretValue' } }] }
  const text = shown(JSON.stringify({ ...long, filler: 'x'.repeat(300) }), 'body')
  assert.equal(typeof text, 'string')
  assert.match(String(text), /^\{"deep":\[\{"merchant_secret":"\*\*\*","token":"\*\*\*"\}\],"filler":"x/)
})

test.each(['allowed_card_networks', 'phone_number', 'tokens_left', 'secretary', 'reference'])(
  'the value of %s is shown',
  (name) => {
    expect(echo(['VISA', 'x'], [name])).toEqual(['VISA', 'x'])
    expect(echo({ [name]: '+243 81' }, ['a'])).toEqual({ [name]: '+243 81' })
  },
)

test('card numbers are masked in texts, numbers and member names [S-55]', () => {
  assert.equal(echo(`pay ${card} now`, ['a']), 'pay *** now')
  assert.equal(shown(card), '***')
  expect(shown(`{"a":{"${card}":["${card}",${card},"4242 4242 4242 4242"]}}`)).toEqual({
    a: { '***': ['***', '***', '***'] },
  })
})

test('texts of an array are masked one by one, and the result stays an array', () => {
  const dates = ['4242-42-42', '4242-42-42']
  expect(echo(dates, ['days'])).toEqual(dates)
  expect(echo([card, '2026-11-21', { a: `${card}1` }], ['a'])).toEqual(['***', '2026-11-21', { a: '***1' }])
  const long = [...Array(30).fill('4242-42-42'), card]
  assert.equal(echo(long, []), JSON.stringify(long).slice(0, 256))
})

test('short values are echoed as JSON, long ones as text of 256 characters', () => {
  expect(shown('{"a":[1,2.50,null]}')).toEqual(parseJson(Buffer.from('{"a":[1,2.50,null]}')))
  const fits = `["${'x'.repeat(252)}"]`
  expect(shown(fits)).toEqual(['x'.repeat(252)])
  assert.equal(shown(`["${'x'.repeat(253)}"]`), `["${'x'.repeat(253)}"]`.slice(0, 256))
  assert.equal(echo('x'.repeat(256), []), 'x'.repeat(256))
  assert.equal(echo('x'.repeat(257), []), 'x'.repeat(256))
  assert.equal(shown(`1.${'3'.repeat(500)}`), `1.${'3'.repeat(254)}`)
  assert.equal(
    shown(`1.${'3'.repeat(60_000)}`)
      ?.toString()
      .replaceAll('"', '')
      .slice(0, 200),
    `1.${'3'.repeat(198)}`,
  )
})

test('truncation splits neither a character nor a card number', () => {
  const text = echo(`${'x'.repeat(255)}😀😀`, []) as string
  assert.equal(text, 'x'.repeat(255))
  assert.equal(echo(`${'x'.repeat(250)}${card}`, []), `${'x'.repeat(250)}***`)
  assert.ok(!(echo(`${'x'.repeat(248)} ${card}`, []) as string).includes('4242'))
})

test('no more of a long body is scanned than can be shown', () => {
  let reads = 0
  const items = new Proxy(
    Array.from({ length: 60_000 }, () => 1),
    {
      get(target, name) {
        reads += 1
        return Reflect.get(target, name)
      },
    },
  )
  assert.equal(echo(items, []), `[${'1,'.repeat(128)}`.slice(0, 256))
  assert.ok(reads < 4_000, String(reads))
})

test('a card number at the end of the scanned text is not partly shown', () => {
  const zeros = '0 '.repeat(1_015)
  for (let length = 0; length < 40; length += 1) {
    const text = `${zeros}${'x'.repeat(length)}${card}${'y'.repeat(3_000)}`
    assert.ok(!String(echo(text, [])).includes('4242'), String(length))
    assert.ok(!String(echo([text], [])).includes('4242'), String(length))
  }
})
