// The package as it is published: what is in it, what it needs, and that it works where there is nothing but the web.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, orderBody, type World } from '../test/world.ts'

const root = join(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))
const mostKiB = 6
let world: World
let dist: string

/** The whole package in one classic script, small as a bundler makes it. */
async function bundle(): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: join(dist, 'mosolo.js'), formats: ['iife'], name: 'MosoloSdk' },
    },
  })) as Rolldown.RolldownOutput[]
  return output[0]!.output[0].code
}

beforeAll(async () => {
  world = await openWorld()
  dist = mkdtempSync(join(tmpdir(), 'mosolo-sdk-'))
  execFileSync('tsc', ['-p', join(root, 'sdk'), '--outDir', dist], {
    env: { ...process.env, PATH: `${root}/node_modules/.bin:${process.env.PATH}` },
  })
})
afterAll(async () => {
  await world?.close()
  rmSync(dist, { recursive: true, force: true })
})

describe('the built package', () => {
  test('needs nothing: no other package, nothing of Node', () => {
    expect(manifest.dependencies).toBeUndefined()
    for (const file of readdirSync(dist).filter((name) => name.endsWith('.js'))) {
      const text = readFileSync(join(dist, file), 'utf8')
      for (const [, from] of text.matchAll(/(?:from|import\() ?'([^']+)'/g))
        assert.match(from!, /^\.\/[\w-]+\.js$/)
      assert.doesNotMatch(text, /\b(process|Buffer|require|__dirname)\b(?!')/)
    }
  })

  test('has types whose entry stands where package.json says', () => {
    const { types, default: entry } = manifest.exports['.']
    for (const file of [types, entry]) assert(existsSync(join(dist, file.replace('./dist/', ''))), file)
    assert.equal(manifest.types, types)
  })

  test(`is at most ${mostKiB} KiB, compressed, and its README says so`, async () => {
    const kibibytes = gzipSync(await bundle(), { level: 9 }).length / 1024
    assert(kibibytes <= mostKiB, `${kibibytes}`)
    assert(readFileSync(join(root, 'sdk/README.md'), 'utf8').includes(`${mostKiB} KiB`))
  })

  test('makes orders and believes webhooks in a place that has only the globals of the web', async () => {
    const { fetch, crypto, TextEncoder, TextDecoder, URL, Headers, AbortController, btoa } = globalThis
    const web = {
      fetch,
      crypto,
      TextEncoder,
      TextDecoder,
      URL,
      Headers,
      AbortController,
      btoa,
      setTimeout,
      clearTimeout,
    }
    const body = orderBody(world.url)
    const { api_key: apiKey, api_secret: apiSecret, callback_secret: secret } = world.merchant
    const context = createContext({
      ...web,
      options: { baseUrl: world.url, apiKey, apiSecret },
      body,
      secret,
    })
    runInContext(await bundle(), context)
    assert.equal(
      runInContext('typeof process + typeof Buffer + typeof require', context),
      'undefined'.repeat(3),
    )
    const order = await runInContext('new MosoloSdk.Mosolo(options).payments.orders.create(body)', context)
    assert.equal(order.transaction_status, 'PENDING')
    const refused = runInContext('new MosoloSdk.Mosolo(options).payments.orders.create({})', context)
    await expect(refused).rejects.toMatchObject({ name: 'ValidationError', status: 422 })
    const forged = runInContext(
      `MosoloSdk.verifyWebhook({ secret, body: '{}', headers: { 'x-service-signature': 't=1700000000,v1=${'0'.repeat(64)}' } })`,
      context,
    )
    await expect(forged).rejects.toMatchObject({ name: 'WebhookError', reason: 'signature_mismatch' })
  })

  test('is published as its built files, README and license, without sources and tests', () => {
    const files = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
        cwd: join(root, 'sdk'),
        encoding: 'utf8',
      }),
    )[0].files.map(({ path }: { path: string }) => path)
    const extra = files.filter(
      (path: string) => !/^(dist\/[\w-]+(\.d\.ts|\.js)|README\.md|LICENSE|package\.json)$/.test(path),
    )
    assert.deepEqual(extra, [])
    assert(files.includes('README.md'))
  })
})
