import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { assertAsDocumented } from './api-traffic.ts'
import type { ApiResponse } from './response.ts'

const received = { id: 1, received_at: '2026-11-21T09:30:00Z' }

/** What the test receiver is sent, and answers. */
function exchange(response: { status?: number; body: object; sent?: string; query?: string }) {
  const { status = 200, body, sent = '{}', query = '' } = response
  const path = `/api/v1/test/test-callback${query}`
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const whole: ApiResponse = { status, headers, text, body }
  return () => assertAsDocumented({ method: 'POST', path, body: Buffer.from(sent) }, whole)
}

describe('what tests send and are answered', () => {
  test('passes where it is as documented', () => {
    assert.doesNotThrow(exchange({ body: { status: 'success', data: received } }))
    assert.doesNotThrow(exchange({ status: 415, body: { detail: 'Compressed bodies are not accepted' } }))
  })

  test('fails for a status that is not documented, and says which', () => {
    assert.throws(exchange({ status: 418, body: { detail: 'I am a teapot' } }), /status 418 is not told of/)
  })

  test('fails for a field that is not documented, and names it', () => {
    const data = { ...received, secret: 'x' }
    assert.throws(
      exchange({ body: { status: 'success', data } }),
      /answer\/data: must NOT have additional properties \(secret\)/,
    )
  })

  test('fails for a field that is missing', () => {
    assert.throws(exchange({ body: { status: 'success', data: { id: 1 } } }), /'received_at'/)
  })

  test('fails for a refusal that is not among the examples of its status', () => {
    assert.throws(exchange({ status: 415, body: { detail: 'Not today' } }), /Not today/)
  })

  test('fails for a parameter that was taken without being documented', () => {
    const body = { status: 'success', data: received }
    assert.throws(exchange({ body, query: '?colour=red' }), /colour/)
  })

  test('leaves alone what is none of the document', () => {
    const text = '<!doctype html>'
    const page: ApiResponse = { status: 200, headers: { 'content-type': 'text/html' }, text, body: undefined }
    assert.doesNotThrow(() =>
      assertAsDocumented({ method: 'GET', path: '/portal', body: Buffer.alloc(0) }, page),
    )
  })
})
