import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { assertAsDocumented } from './api-traffic.ts'
import type { ApiResponse } from './response.ts'

const received = { id: '019a0000-0000-7000-8000-000000000001', received_at: '2026-11-21T09:30:00Z' }

/** A request to the test receiver, with a given response. */
function exchange(response: { status?: number; body: object; sent?: string; query?: string }) {
  const { status = 200, body, sent = '{}', query = '' } = response
  const path = `/api/v1/test/test-callback${query}`
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const whole: ApiResponse = { status, headers, text, body }
  return () => assertAsDocumented({ method: 'POST', path, body: Buffer.from(sent) }, whole)
}

describe('comparison of test traffic with the API document', () => {
  test('documented traffic passes', () => {
    assert.doesNotThrow(exchange({ body: { status: 'success', data: received } }))
    assert.doesNotThrow(exchange({ status: 415, body: { detail: 'Compressed bodies are not accepted' } }))
  })

  test('an undocumented status fails and is named', () => {
    assert.throws(
      exchange({ status: 418, body: { detail: 'I am a teapot' } }),
      /status 418 is not documented/,
    )
  })

  test('an undocumented field fails and is named', () => {
    const data = { ...received, secret: 'x' }
    assert.throws(
      exchange({ body: { status: 'success', data } }),
      /answer\/data: must NOT have additional properties \(secret\)/,
    )
  })

  test('a missing field fails', () => {
    assert.throws(exchange({ body: { status: 'success', data: { id: 1 } } }), /'received_at'/)
  })

  test('a refusal that is not among the examples of its status fails', () => {
    assert.throws(exchange({ status: 415, body: { detail: 'Not today' } }), /Not today/)
  })

  test('a parameter that was accepted without being documented fails', () => {
    const body = { status: 'success', data: received }
    assert.throws(exchange({ body, query: '?colour=red' }), /colour/)
  })

  test('a path ends at a "#", as it does for the router', () => {
    const body = { status: 'success', data: received }
    assert.throws(exchange({ status: 418, body, query: '#a' }), /status 418 is not documented/)
  })

  test('traffic outside the API document is ignored', () => {
    const text = '<!doctype html>'
    const page: ApiResponse = { status: 200, headers: { 'content-type': 'text/html' }, text, body: undefined }
    assert.doesNotThrow(() =>
      assertAsDocumented({ method: 'GET', path: '/portal', body: Buffer.alloc(0) }, page),
    )
  })
})
