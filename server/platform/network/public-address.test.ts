import assert from 'node:assert/strict'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'
import {
  isLoopbackHost,
  isMetadataUrl,
  isPublicHost,
  literalAddress,
  parseAddress,
} from './public-address.ts'

const octet = fc.oneof(
  fc.integer({ min: 0, max: 300 }).map(String),
  fc.integer({ min: 0, max: 255 }).map((n) => `0x${n.toString(16)}`),
  fc.integer({ min: 0, max: 255 }).map((n) => `0${n.toString(8)}`),
)
const ipv4 = fc.oneof(
  fc.ipV4(),
  fc.array(octet, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.')),
  fc.nat(2 ** 32).map(String),
)
const almostAddress = fc.string({
  unit: fc.constantFrom(...'0123456789abcdefxX.:%[]- ', '::', 'ffff', '127.0.0.1', '\n'),
  maxLength: 24,
})

describe('addresses', () => {
  test('every text that the address library accepts is read as an address, and no other text', () => {
    const texts = fc.oneof(
      ipv4,
      fc.ipV6(),
      ipv4.map((text) => `::ffff:${text}`),
      fc.ipV6().map((text) => `${text}%eth0`),
      ipv4.map((text) => `${text}.`),
      fc.domain(),
      almostAddress,
    )
    fc.assert(
      fc.property(texts, (text) => {
        assert.equal(parseAddress(text) !== undefined, ipaddr.isValid(text))
        if (ipaddr.isValid(text))
          assert.equal(parseAddress(text)?.toString(), ipaddr.process(text).toString())
      }),
      { numRuns: 2_000 },
    )
  })

  test.each(['boutique.example.com', 'localhost', '4.example', 'a-1', 'metadata.google.internal', ''])(
    'the host name "%s" is no address',
    (name) => {
      assert.equal(parseAddress(name), undefined)
      assert.equal(literalAddress(name), undefined)
    },
  )

  test.each(['127.1', '2130706433', '0x7f.1', '0177.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'this machine written as %s is found behind every check',
    (text) => {
      const host = text.includes(':') ? `[${text}]` : text
      assert.equal(isLoopbackHost(text), true)
      assert.equal(isPublicHost(host), false)
      assert.equal(isPublicHost(new URL(`https://${host}/`).hostname), false)
    },
  )

  test.each(['169.254.169.254', '[fd00:ec2::254]', '0xa9.254.169.254', '[::ffff:a9fe:a9fe]'])(
    'the metadata address %s is recognised in a URL',
    (host) => expect(isMetadataUrl({ hostname: host })).toBe(true),
  )
})
