// Tests the published package: its content, its dependencies, and that it runs with nothing but web standards.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderBody } from '../test/support/world/bodies.ts'
import { openWorld, type World } from '../test/support/world/world.ts'

const root = join(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))
const maxKiB = 11
let world: World
let home: string
let dist: string

/** The whole package as one minified classic script. */
async function bundle(): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: join(dist, 'likuta.js'), formats: ['iife'], name: 'LikutaSdk' },
    },
  })) as Rolldown.RolldownOutput[]
  return output[0]!.output[0].code
}

const withTools = { ...process.env, PATH: `${root}/node_modules/.bin:${process.env.PATH}` }

/** Declarations for names that the README's snippets use but do not define. */
const surroundings = `
declare const process: { env: Record<string, string | undefined> }
declare function alreadyHandled(id: string): Promise<boolean>
declare function deliverGoods(reference: string): Promise<void>
declare function recordOutcome(id: string, status: 'Successful' | 'Failed' | 'Reversed'): Promise<void>`

const pricedInText = `
// @ts-expect-error amounts are numbers
likuta.remittance.sandbox.topUp('5.00')`

beforeAll(async () => {
  world = await openWorld()
  home = mkdtempSync(join(tmpdir(), 'likuta-sdk-'))
  dist = join(home, 'dist')
  execFileSync('tsc', ['-p', join(root, 'sdk'), '--outDir', dist], { env: withTools })
})
afterAll(async () => {
  await world?.close()
  rmSync(home, { recursive: true, force: true })
})

describe('the built package', () => {
  test('the built package needs no other package and nothing of Node', () => {
    expect(manifest.dependencies).toBeUndefined()
    for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    )) {
      const text = readFileSync(join(dist, file), 'utf8')
      for (const [, from] of text.matchAll(/(?:from|import\() ?'([^']+)'/g))
        assert.match(join(file, '..', from!), /^((http|types)\/)?[\w-]+\.js$/)
      assert.doesNotMatch(text, /\b(process|Buffer|require|__dirname)\b(?!')/)
    }
  })

  test('the package can be installed as its README says, without a registry', () => {
    const readme = readFileSync(join(root, 'sdk/README.md'), 'utf8')
    const [, commands = ''] = /^```sh\nnpm ci\n(.*?)^```$/ms.exec(readme) ?? []
    const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV|VITEST)/.test(name))
    const env = { ...Object.fromEntries(own), HOME: home, npm_config_offline: 'true' }
    execFileSync('sh', ['-euc', commands], { cwd: root, env, stdio: 'pipe' })
    const merchant = join(home, 'my-shop')
    writeFileSync(
      join(merchant, 'try.mjs'),
      "import { Likuta } from '@likuta/sdk'\nprocess.stdout.write(typeof Likuta)",
    )
    assert.equal(execFileSync(process.execPath, ['try.mjs'], { cwd: merchant, encoding: 'utf8' }), 'function')
  })

  test('the type declarations are where package.json says', () => {
    const { types, default: entry } = manifest.exports['.']
    for (const file of [types, entry]) assert(existsSync(join(dist, file.replace('./dist/', ''))), file)
    assert.equal(manifest.types, types)
  })

  test('a TypeScript project can use the package, and every README snippet compiles', () => {
    const project = join(home, 'project')
    const installed = join(project, 'node_modules/@likuta/sdk')
    cpSync(dist, join(installed, 'dist'), { recursive: true })
    cpSync(join(root, 'sdk/package.json'), join(installed, 'package.json'))
    writeFileSync(join(project, 'package.json'), '{"type": "module"}')
    const readme = readFileSync(join(root, 'sdk/README.md'), 'utf8')
    const [make, receive, walk] = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code)
    writeFileSync(join(project, 'shop.ts'), `${surroundings}\n${make}\n${walk}\n${pricedInText}`)
    writeFileSync(join(project, 'hooks.ts'), `${surroundings}\n${receive}`)
    const options = '--noEmit --strict --exactOptionalPropertyTypes --target es2022 --lib es2022,dom --module'
    for (const modules of ['nodenext', 'esnext --moduleResolution bundler']) {
      const args = [...`${options} ${modules}`.split(' '), 'shop.ts', 'hooks.ts']
      const { stdout, status } = spawnSync('tsc', args, { cwd: project, env: withTools, encoding: 'utf8' })
      assert.equal(status, 0, stdout)
    }
  })

  test(`the package is at most ${maxKiB} KiB compressed, as its README says`, async () => {
    const kibibytes = gzipSync(await bundle(), { level: 9 }).length / 1024
    assert(kibibytes <= maxKiB, `${kibibytes}`)
    assert(readFileSync(join(root, 'sdk/README.md'), 'utf8').includes(`${maxKiB} KiB`))
  })

  test('the package creates orders and verifies webhooks with web globals only', async () => {
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
    const order = await runInContext('new LikutaSdk.Likuta(options).payments.orders.create(body)', context)
    assert.equal(order.transaction_status, 'PENDING')
    const refused = runInContext('new LikutaSdk.Likuta(options).payments.orders.create({})', context)
    await expect(refused).rejects.toMatchObject({ name: 'ValidationError', status: 422 })
    const forged = runInContext(
      `LikutaSdk.verifyWebhook({ secret, body: '{}', headers: { 'x-service-signature': 't=1700000000,v1=${'0'.repeat(64)}' } })`,
      context,
    )
    await expect(forged).rejects.toMatchObject({ name: 'WebhookError', reason: 'signature_mismatch' })
  })

  test('the package contains built files, README and license, but no sources and tests', () => {
    const files = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
        cwd: join(root, 'sdk'),
        encoding: 'utf8',
      }),
    )[0].files.map(({ path }: { path: string }) => path)
    const extra = files.filter(
      (path: string) =>
        !/^(dist\/((http|types)\/)?[\w-]+(\.generated)?(\.d\.ts|\.js)|README\.md|LICENSE|package\.json)$/.test(
          path,
        ),
    )
    assert.deepEqual(extra, [])
    assert(files.includes('README.md'))
  })
})
