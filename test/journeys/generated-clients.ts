// Clients that public generators make from the API document compile, and pay and transfer against a running
// service. The generators are installed once into a temporary folder; the tests are skipped when their registry is
// unreachable.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inboundBody, orderBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const document = join(root, 'docs/openapi.json')
const programs = join(import.meta.dirname, '../generated-clients')

const installMs = 90_000
const patienceMs = 240_000

let world: World
let folder: string
beforeAll(async () => {
  world = await openWorld()
  await world.topUp('50.00')
  folder = mkdtempSync(join(tmpdir(), 'likuta-generated-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world?.close()
})

type Environment = Record<string, string | undefined>

/** Go is often installed outside PATH. */
const PATH = [process.env.PATH, '/usr/local/go/bin'].join(delimiter)

async function run(
  [program, ...parameters]: readonly [string, ...string[]],
  cwd: string,
  env: Environment = {},
  timeout = patienceMs,
): Promise<string> {
  const options = { cwd, timeout, maxBuffer: 64 * 1024 * 1024, env: { ...plainEnvironment(), PATH, ...env } }
  const { stdout } = await execute(program, parameters, options).catch((error) => {
    throw new Error(`${program} ${parameters.join(' ')}: ${error.stderr || error.message}`)
  })
  return stdout
}

/** Variables that npm sets for the test runner and that must not reach the generators. */
function plainEnvironment(): Environment {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config_registry)|NODE_(ENV|OPTIONS)|VITEST)/i.test(name),
    ),
  )
}

type Generator = {
  language: string
  /** The packages with pinned versions. */
  packages: readonly string[]
  /** Probed first: if this command is missing, nothing is installed. */
  needs: readonly [string, ...string[]]
  install: (at: string, packages: readonly string[]) => Promise<void>
  /** Generates and compiles in `at`, and returns the command that runs the program. */
  make: (at: string, tools: string) => Promise<readonly [string, ...string[]]>
}

const python: Generator = {
  language: 'Python',
  packages: ['openapi-python-client==0.29.1'],
  needs: ['python3', '-m', 'venv', '--help'],
  async install(at, packages) {
    await run(['python3', '-m', 'venv', 'venv'], at)
    await run(['venv/bin/python', '-m', 'pip', 'install', '--quiet', ...packages], at, {}, installMs)
  },
  async make(at, tools) {
    const python = join(tools, 'venv/bin/python')
    const generate = [python, '-m', 'openapi_python_client', 'generate'] as const
    const said = await run([...generate, '--path', document, '--output-path', 'made', '--meta', 'none'], at)
    assert.doesNotMatch(said, /WARNING|will not be generated/, said)
    renameSync(join(at, 'made'), join(at, 'likuta_client'))
    await run([python, '-m', 'compileall', '-q', 'likuta_client'], at)
    copyFileSync(join(programs, 'client.py'), join(at, 'client.py'))
    return [python, 'client.py']
  },
}

const goVersions = { generator: 'v2.8.2', runtime: 'v1.8.0' }
const goSettings = { GOTOOLCHAIN: 'local', GOFLAGS: '-buildvcs=false' }
const go: Generator = {
  language: 'Go',
  packages: [
    `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${goVersions.generator}`,
    `github.com/oapi-codegen/runtime@${goVersions.runtime}`,
  ],
  needs: ['go', 'version'],
  async install(at, [generator = '', runtime = '']) {
    await run(['go', 'install', generator], at, { ...goSettings, GOBIN: at }, installMs)
    await run(['go', 'mod', 'init', 'likuta.example/try'], at, goSettings)
    await run(['go', 'get', `${runtime.replace('@', '/types@')}`, runtime], at, goSettings, installMs)
  },
  async make(at, tools) {
    for (const name of ['go.mod', 'go.sum']) copyFileSync(join(tools, name), join(at, name))
    copyFileSync(join(programs, 'client.go'), join(at, 'main.go'))
    mkdirSync(join(at, 'likuta'))
    const generator = join(tools, 'oapi-codegen')
    const code = await run([generator, '-generate', 'types,client', '-package', 'likuta', document], at)
    writeFileSync(join(at, 'likuta/likuta.go'), code)
    assert.doesNotMatch(code, /float32/, 'an amount does not fit into 32 bits')
    await run(['go', 'build', '-o', 'client', '.'], at, goSettings)
    return [join(at, 'client')]
  },
}

const typescript: Generator = {
  language: 'TypeScript',
  packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3', '@types/node@26.1.0'],
  needs: ['npm', '--version'],
  async install(at, packages) {
    writeFileSync(join(at, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    await run(['npm', 'install', '--no-audit', '--no-fund', ...packages], at, {}, installMs)
  },
  async make(at, tools) {
    copyFileSync(join(tools, 'package.json'), join(at, 'package.json'))
    await run(['ln', '-s', join(tools, 'node_modules'), 'node_modules'], at)
    await run(['node_modules/.bin/openapi-typescript', document, '-o', 'likuta.d.ts'], at)
    copyFileSync(join(programs, 'client.mts'), join(at, 'client.mts'))
    const checks = [
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--types',
      'node',
      '--skipLibCheck',
      'false',
    ]
    await run(['node_modules/.bin/tsc', ...checks, 'client.mts'], at)
    return [process.execPath, 'client.mjs']
  },
}

/** The folder that the generator is installed in, or the reason why it could not be installed. */
async function installed({
  language,
  packages,
  needs,
  install,
}: Generator): Promise<{ tools: string } | { reason: string }> {
  const name = `${language}-${packages.join('+').replace(/[^\w.@+-]/g, '_')}`
  const tools = join(tmpdir(), 'likuta-generators', name)
  if (existsSync(tools)) return { tools }
  const at = `${tools}.${process.pid}`
  mkdirSync(at, { recursive: true })
  try {
    await run(needs, at)
    await install(at, packages)
  } catch (error) {
    rmSync(at, { recursive: true, force: true })
    return {
      reason: `the generator for ${language} cannot be installed here: ${(error as Error).message.slice(0, 300)}`,
    }
  }
  renameSync(at, tools)
  return { tools }
}

describe.each([typescript, python, go])('the client generated for $language', (generator) => {
  test('a generated client compiles, creates an order, reads a status, transfers and lists', {
    timeout: patienceMs,
  }, async (context) => {
    const found = await installed(generator)
    if ('reason' in found) {
      process.stdout.write(`${found.reason}\n`)
      return context.skip(found.reason)
    }
    const at = join(folder, generator.language)
    mkdirSync(at)
    const program = await generator.make(at, found.tools)
    const transfer = inboundBody()
    const { merchant } = world
    const printed = await run(program, at, {
      BASE_URL: world.url,
      API_KEY: merchant.api_key,
      API_SECRET: merchant.api_secret,
      MERCHANT_CODE: merchant.merchant_code,
      MERCHANT_SECRET: merchant.merchant_secret,
      ORDER: JSON.stringify(orderBody(world.url, { amount: 1_234_567.89 })),
      TRANSFER: JSON.stringify(transfer),
    })
    const facts = JSON.parse(printed)
    expect(facts).toMatchObject({
      amount: '1234567.89',
      status: 'PENDING',
      links: 0,
      transfer: 'Submitted',
      refused: 'Minimum amount for USD is 1.00',
    })
    assert.equal((await world.status(facts.order)).amount, '1234567.89')
    assert(facts.transfers.includes(transfer.reference))
  })
})
