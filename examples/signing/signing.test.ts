// Runs the code that docs/signing.md shows for other languages, with each interpreter that is installed.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signingVectors } from '../../scripts/signing-vectors.ts'
import { signatureHeaders, verifyWebhook } from '../../sdk/likuta.ts'
import { send } from '../../test/support/http/send.ts'
import { orderBody } from '../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { goSettings } from '../go-settings.ts'

const root = join(import.meta.dirname, '../..')
const folder = (language: string) => join(root, 'examples/signing', language)
const vectorFile = join(root, 'docs/test-vectors.json')
const vectors = JSON.parse(readFileSync(vectorFile, 'utf8'))
/** Go compiles its standard library first. */
const timeoutMs = 300_000

type Language = {
  name: string
  block: string
  /** Files shown in the documentation, below `examples`. */
  shown: string[]
  command: string
  args: string[]
}

const languages: Language[] = [
  {
    name: 'node',
    block: 'js',
    shown: ['signing/node/signing.mjs'],
    command: process.execPath,
    args: ['check.mjs'],
  },
  {
    name: 'python',
    block: 'python',
    shown: ['signing/python/signing.py'],
    command: 'python3',
    args: ['check.py'],
  },
  {
    name: 'php',
    block: 'php',
    shown: ['signing/php/signing.php'],
    command: 'php',
    args: ['check.php'],
  },
  {
    name: 'go',
    block: 'go',
    shown: ['signing/go/signing.go'],
    command: 'go',
    args: ['run', '.'],
  },
]

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world?.close())

function run(
  { name, command, args }: Language,
  more: string[],
  options: { input?: string; env?: object } = {},
): string {
  return execFileSync(command, [...args, ...more], {
    cwd: folder(name),
    encoding: 'utf8',
    input: options.input ?? '',
    env: { ...process.env, ...goSettings, PYTHONDONTWRITEBYTECODE: '1', ...options.env },
  })
}

describe.each(languages)('signing code for $name', (language) => {
  const { name, block, shown, command } = language
  const isThere = spawnSync(command, [name === 'go' ? 'version' : '--version']).status === 0

  test('the signing code is identical to that in the documentation', () => {
    const blocks = readFileSync(join(root, 'docs/signing.md'), 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)
    const found = [...blocks].filter(([, kind]) => kind === block).map(([, , text]) => text)
    const sources = shown.map((file) => readFileSync(join(root, 'examples', file), 'utf8'))
    assert.deepEqual(found, sources)
  })

  test('the signing code signs and verifies every test vector as the server does', {
    timeout: timeoutMs,
  }, (context) => {
    if (!isThere) context.skip(`${command} is not installed here`)
    const { requests, webhooks } = vectors
    assert.equal(
      run(language, [vectorFile]).trim(),
      `${requests.length} requests, ${webhooks.length} webhooks, 0 wrong`,
    )
  })

  test('the signing code signs an order that the server accepts', {
    timeout: timeoutMs,
  }, async (context) => {
    if (!isThere) context.skip(`${command} is not installed here`)
    const path = '/api/v1/payment/orders'
    const body = JSON.stringify(orderBody(world.url))
    const env = { API_KEY: world.merchant.api_key, API_SECRET: world.merchant.api_secret }
    const signed = run(language, ['sign', 'POST', path], { input: body, env })
    const headers = Object.fromEntries(
      signed
        .trim()
        .split('\n')
        .map((line) => line.split(': ')),
    )
    const response = await send(world.url, 'POST', path, Buffer.from(body), {
      'content-type': 'application/json',
      ...headers,
    })
    assert.equal(response.status, 200, response.text)
  })
})

describe('test vectors', () => {
  test('the test vectors are those that the functions of the server produce', () => {
    assert.equal(readFileSync(vectorFile, 'utf8'), signingVectors())
  })

  test('the test vectors are valid for the client', async () => {
    for (const { name, api_secret: apiSecret, signature, ...request } of vectors.requests) {
      const headers = await signatureHeaders({ apiKey: 'pk_test', apiSecret, ...request })
      assert.equal(headers['X-Signature'], signature, name)
    }
    for (const { name, callback_secret: secret, signature, body, now, genuine } of vectors.webhooks) {
      const id = { 'X-Service-Event-Id': 'e1' }
      const headers = signature === null ? id : { ...id, 'X-Service-Signature': signature }
      const verified = verifyWebhook({ body, headers, secret, now: new Date(now * 1000) })
      await expect(
        verified.then(
          () => true,
          () => false,
        ),
        name,
      ).resolves.toBe(genuine)
    }
  })
})
