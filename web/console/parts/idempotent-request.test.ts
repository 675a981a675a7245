import assert from 'node:assert/strict'
import { test } from 'vitest'
import { RequestError } from '../../ui/service/client.ts'
import { keyReused, once } from './idempotent-request.ts'

/** Sends one request and returns the key it was sent with. @param end the error it fails with, if any */
async function keyOf(subject: string, end?: RequestError): Promise<string> {
  let sent = ''
  await once(subject, async (key) => {
    sent = key
    if (end) throw end
  }).catch((error) => assert.equal(error, end))
  assert.match(sent, /^[0-9a-f]{32}$/)
  return sent
}

const lost = new RequestError('Failed to fetch')

test('a request keeps its idempotency key until a response confirms it', async () => {
  const first = await keyOf('refund 1', lost)
  for (const end of [lost, new RequestError('Service Unavailable', { status: 503 }), undefined])
    assert.equal(await keyOf('refund 1', end), first)
})

test('the request after a successful one gets a new idempotency key', async () => {
  assert.notEqual(await keyOf('refund 2'), await keyOf('refund 2'))
})

test('requests about different subjects have different idempotency keys', async () => {
  const first = await keyOf('refund 3', lost)
  assert.notEqual(await keyOf('void 3', lost), first)
  assert.equal(await keyOf('refund 3'), first)
})

test('a request refused because its key was used with other values gets a new key', async () => {
  const first = await keyOf('refund 4', lost)
  assert.equal(await keyOf('refund 4', new RequestError(keyReused, { status: 422 })), first)
  assert.notEqual(await keyOf('refund 4'), first)
})
