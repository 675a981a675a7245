import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { openSecrets } from './secrets.ts'

const secrets = openSecrets(randomBytes(32))

describe('secrets', () => {
  test('a sealed value opens again, and sealing it twice gives different bytes [S-58]', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, context) => {
        assert.equal(secrets.open(secrets.seal(text, context), context), text)
        assert.notDeepEqual(secrets.seal(text, context), secrets.seal(text, context))
      }),
    )
  })

  test('a sealed value does not open for another owner or key, or with a flipped bit [S-58]', () => {
    const sealed = secrets.seal('sk_test_secret', 'merchant:1')
    assert.throws(() => secrets.open(sealed, 'merchant:2'))
    assert.throws(() => openSecrets(randomBytes(32)).open(sealed, 'merchant:1'))
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed)
      changed[i]! ^= 1
      assert.throws(() => secrets.open(changed, 'merchant:1'))
    }
  })

  test('keys of different purposes give different hashes', () => {
    assert.notDeepEqual(secrets.mac('a', 'text'), secrets.mac('b', 'text'))
  })
})
