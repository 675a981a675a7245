import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import vm from 'node:vm'
import { expect, test } from 'vitest'
import { requestSignature } from '../../server/merchants/identity/signed-request.ts'
import { postmanCollection } from './collection.ts'
import { customer, flow, last } from './flow.ts'

type Item = { name: string; item?: Item[]; request?: { auth: { type: string }; header: { key: string }[] } }
const document = readFileSync('docs/openapi.json', 'utf8')
const collection = JSON.parse(postmanCollection(document)) as {
  item: Item[]
  event: [{ script: { exec: string[] } }]
}
const paths = JSON.parse(document).paths as Record<string, object>

test('the collection has every call of the API document', () => {
  const requests = (items: Item[]): string[] =>
    items.flatMap(({ name, item }) => (item ? requests(item) : [name]))
  const summaries = Object.values(paths).flatMap((path) =>
    Object.values(path).flatMap((call) => (call.summary ? [call.summary] : [])),
  )
  const customers = customer.map(({ name }) => name)
  expect(requests(collection.item).sort()).toEqual([...summaries, ...customers].sort())
})

test("the collection's data flow refers only to calls of the API document", () => {
  const ids = Object.values(paths).flatMap((path) => Object.values(path).map((call) => call.operationId))
  assert.deepEqual(
    [...Object.keys(flow), ...last].filter((id) => !ids.includes(id)),
    [],
  )
})

test("the collection's script signs requests correctly and skips those without an API key", () => {
  const sign = (names: string[], body: string | undefined) => {
    const headers = new Map(names.map((name) => [name.toLowerCase(), 'x']))
    const pm = {
      request: {
        method: 'POST',
        url: { getPathWithQuery: () => '/api/v1/payment/orders' },
        headers: {
          has: (name: string) => headers.has(name.toLowerCase()),
          upsert: ({ key, value }: { key: string; value: string }) => headers.set(key.toLowerCase(), value),
        },
        body: body === undefined ? undefined : { raw: body },
      },
      collectionVariables: { set() {} },
      variables: { replaceIn: (text: string) => text.replace('{{amount}}', '12.50'), get: () => 'sk_test_1' },
    }
    const CryptoJS = {
      HmacSHA256: (text: string, key: string) => createHmac('sha256', key).update(text).digest('hex'),
      enc: { Hex: 'hex' },
    }
    vm.runInNewContext(collection.event[0].script.exec.join('\n'), { pm, CryptoJS })
    return headers
  }
  const signed = sign(['X-API-Key'], '{"amount":{{amount}},"bill_to_forename":"Grâce"}')
  const timestamp = signed.get('x-timestamp') ?? ''
  assert.match(timestamp, /^\d{10}$/)
  const body = Buffer.from('{"amount":12.50,"bill_to_forename":"Grâce"}')
  const parts = { timestamp, method: 'POST', path: '/api/v1/payment/orders', body }
  expect(signed.get('x-signature')).toBe(requestSignature('sk_test_1', parts))
  expect([...sign([], undefined).keys()]).toEqual([])
})
