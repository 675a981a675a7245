import assert from 'node:assert/strict'
import { test } from 'vitest'
import { RequestError } from '../../ui/service/client.ts'
import { keyReused, once } from './idempotent-request.ts'

/** Sends once; answers the key it was sent with. @param end how it ends, done unless told. */
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

test('a request keeps its key while no answer says that it is done', async () => {
  const first = await keyOf('refund 1', lost)
  for (const end of [lost, new RequestError('Service Unavailable', { status: 503 }), undefined])
    assert.equal(await keyOf('refund 1', end), first)
})

test('what is done leaves its key behind: the next one is another request', async () => {
  assert.notEqual(await keyOf('refund 2'), await keyOf('refund 2'))
})

test('another subject has another key', async () => {
  const first = await keyOf('refund 3', lost)
  assert.notEqual(await keyOf('void 3', lost), first)
  assert.equal(await keyOf('refund 3'), first)
})

test('who hears that other values were sent with the key has a new one', async () => {
  const first = await keyOf('refund 4', lost)
  assert.equal(await keyOf('refund 4', new RequestError(keyReused, { status: 422 })), first)
  assert.notEqual(await keyOf('refund 4'), first)
})
