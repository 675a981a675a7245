import assert from 'node:assert/strict'
import { test } from 'vitest'
import { headersOf, linesOf } from './lines.ts'

test('addresses are read one per line or separated by commas, with spaces around', () => {
  assert.deepEqual(linesOf(' 203.0.113.7\n\n10.0.0.0/8, ::1 \n'), ['203.0.113.7', '10.0.0.0/8', '::1'])
})

test('pasted headers are read line by line, including values with colons', () => {
  const pasted = 'POST /hook HTTP/1.1\nX-Service-Timestamp: 1700000000\r\nhost : shop.example:8443\nnothing\n'
  assert.deepEqual(headersOf(pasted), { 'X-Service-Timestamp': '1700000000', host: 'shop.example:8443' })
})
