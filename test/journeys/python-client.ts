// The Python client is installed from its folder into a fresh virtual environment and runs its own tests against a service. So do
// the snippets of its README and of the guides. Skipped where no Python 3.10 or newer is installed, or its registry is unreachable.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { groupsOf, isForMerchants, type OpenApi } from '../../scripts/reference/document.ts'
import { samplesOf } from '../../scripts/reference/samples/samples.ts'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { freePort } from '../../server/platform/process/ports.ts'
import { payoutSettings } from '../support/callers/payouts.ts'
import { eventually } from '../support/http/eventually.ts'
import { fencedBlocks, noteOf } from '../support/http/fenced-blocks.ts'
import { surroundingsOf } from '../support/sdk/surroundings.ts'
import { assertCertified } from '../support/webhooks/certified.ts'
import { inboundBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

const execute = promisify(execFile)
const client = join(import.meta.dirname, '../../sdk/python')
const python = process.env.PYTHON ?? 'python3'
const patienceMs = 280_000

let folder: string
let world: World
let merchant: Credentials
let environment: Record<string, string>
/** Why nothing can be tested here. */
let reason: string | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'likuta-python-'))
  reason = await install().then(
    () => undefined,
    (error: Error) => `the Python client cannot be installed here: ${error.message.slice(0, 400)}`,
  )
  if (reason) return
  world = await openWorld({ settings: { ...payoutSettings, PAYOUT_APPROVAL_FROM: 'USD=100' } })
  merchant = await world.register({ microformOrigins: ['https://shop.example'] })
  environment = await surroundingsOf(world, merchant)
}, patienceMs)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world?.close()
})

async function install(): Promise<void> {
  const isNewEnough = 'import sys; sys.exit("too old" if sys.version_info < (3, 10) else 0)'
  await run(python, ['-c', isNewEnough])
  await run(python, ['-m', 'venv', 'venv'])
  await run('venv/bin/pip', ['install', '--quiet', '--disable-pip-version-check', `${client}[test]`])
}

async function run(program: string, parameters: string[], cwd = folder, more = {}): Promise<string> {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...more }
  const { stdout } = await execute(program, parameters, { cwd, env, timeout: patienceMs }).catch((error) => {
    throw new Error(`${program} ${parameters.join(' ')}: ${error.stdout}\n${error.stderr}`)
  })
  return stdout
}

const tool = (name: string, ...parameters: string[]) =>
  run(join(folder, 'venv/bin', name), parameters, client, environment)

/** What the snippets of the README use but do not define. */
const undefinedInSnippets = `from collections.abc import Mapping

def already_handled(id: str) -> bool: ...
def deliver_goods(reference: str) -> None: ...
def record_outcome(id: str, status: str) -> None: ...
`

const mistake = `
likuta.payments.orders.create({"amount": 1})  # type: ignore[typeddict-item]
likuta.payments.status("T", idempotency_key="a")  # type: ignore[call-arg]
`

describe('the Python client', () => {
  test('the Python client passes its own tests against a service', async ({ skip }) => {
    if (reason) skip(reason)
    const printed = await tool('pytest', '-q', '-p', 'no:cacheprovider', '-rs')
    assert.match(printed, /\d+ passed in/, printed)
    process.stdout.write(printed.trim().split('\n').at(-1)!.concat('\n'))
  })

  test('the Python client is typed, linted and formatted', async ({ skip }) => {
    if (reason) skip(reason)
    await tool('mypy', '--cache-dir', join(folder, 'types'), 'likuta')
    await tool('ruff', 'check', '--no-cache', '.')
    await tool('ruff', 'format', '--no-cache', '--check', '.')
  })

  test('every snippet of the README is right for a type checker, and a mistake is not', async ({ skip }) => {
    if (reason) skip(reason)
    const blocks = fencedBlocks(join(client, 'README.md')).filter(({ language }) => language === 'python')
    assert.equal(blocks.length, 3)
    const code = [undefinedInSnippets, ...blocks.map((block) => block.code), mistake].join('\n')
    writeFileSync(join(folder, 'snippets.py'), code)
    const settings = ['--strict', '--disable-error-code', 'empty-body', '--cache-dir', join(folder, 'types')]
    await run('venv/bin/mypy', [...settings, 'snippets.py'])
  })

  test('the first snippet of the README creates an order', async ({ skip }) => {
    if (reason) skip(reason)
    const [first] = fencedBlocks(join(client, 'README.md')).filter(({ language }) => language === 'python')
    const code = first!.code.replace('http://localhost:8080', world.url)
    writeFileSync(join(folder, 'order.py'), `${code}\nprint(order["transaction_uuid"])\n`)
    const uuid = (await run('venv/bin/python', ['order.py'], folder, environment)).trim()
    assert.match(uuid, /^LKT-/)
  })

  test('the installed Python client has its version, license and types, and no tests', async ({ skip }) => {
    if (reason) skip(reason)
    const manifest = readFileSync(join(client, 'pyproject.toml'), 'utf8')
    const version = /^version = "(.*)"$/m.exec(manifest)?.[1]
    const printed = await run('venv/bin/python', ['-c', 'import likuta; print(likuta.__version__)'])
    assert.equal(printed.trim(), version)
    const files = await run('venv/bin/pip', ['show', '--files', 'likuta'])
    for (const name of ['licenses/LICENSE', 'likuta/py.typed', 'likuta/types.py'])
      assert(files.includes(name), files)
    assert.doesNotMatch(files, /tests|README/)
    await run('venv/bin/pip', ['check'])
  })
})

/** The Python blocks of the guides by the names of their files, with the addresses of this service. */
function blocksOfGuides(port: number): Record<string, string> {
  const blocks = ['quick-start', 'hosted-checkout', 'webhooks', 'remittance'].flatMap((name) =>
    fencedBlocks(`docs/guides/en/${name}.md`),
  )
  const own = blocks.filter((block) => noteOf(block)[0] === 'with the Python client')
  const here = (code: string) =>
    code
      .replaceAll('localhost:3000', `localhost:${port}`)
      .replace('("localhost", 3000)', `("localhost", ${port})`)
  return Object.fromEntries(own.map((block) => [noteOf(block)[1], here(block.code)]))
}

/** What the samples of the reference use but do not define. */
const undefinedInSamples = `import httpx
from likuta import Likuta

base_url = access_token = admin_token = email = password = ""
api_key = api_secret = merchant_code = merchant_secret = ""
likuta = Likuta(base_url="https://pay.example")
`

describe('the reference in Python', () => {
  test('every sample of the reference is right for a type checker', async ({ skip }) => {
    if (reason) skip(reason)
    const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi
    const operations = groupsOf(document, isForMerchants).flatMap((group) => group.operations)
    const functions = operations.map((operation) => {
      const { code } = samplesOf(operation).find(({ name }) => name === 'Python')!
      return `def ${operation.id}() -> None:\n${code.replace(/^/gm, '    ')}\n`
    })
    assert(functions.length > 60, String(functions.length))
    writeFileSync(join(folder, 'samples.py'), [undefinedInSamples, ...functions].join('\n'))
    await run('venv/bin/mypy', ['--strict', '--cache-dir', join(folder, 'types'), 'samples.py'])
  })
})

describe('the guides in Python', () => {
  test('a first payment with nothing but the guides: an order, its webhook, and a transfer', async ({
    skip,
  }) => {
    if (reason) skip(reason)
    const port = await freePort()
    const blocks = blocksOfGuides(port)
    assert.deepEqual(Object.keys(blocks).toSorted(), ['handler.py', 'order.py', 'send.py', 'shop.py'])
    for (const [name, code] of Object.entries(blocks)) writeFileSync(join(folder, name), code)
    writeFileSync(join(folder, 'transfer.json'), JSON.stringify(inboundBody()))
    await run('venv/bin/mypy', ['--strict', '--cache-dir', join(folder, 'types'), ...Object.keys(blocks)])

    const handler = spawn(join(folder, 'venv/bin/python'), ['handler.py'], {
      cwd: folder,
      env: { ...process.env, ...environment },
    })
    try {
      let printed = ''
      for (const stream of [handler.stdout, handler.stderr])
        stream.on('data', (chunk: Buffer) => {
          printed += chunk
        })
      const forged = () => fetch(`http://localhost:${port}/webhooks`, { method: 'POST', body: '{}' })
      await eventually('the handler', async () => (await forged().catch(() => undefined))?.status === 400)
      const order = JSON.parse(await run('venv/bin/python', ['order.py'], folder, environment))
      assert.equal(order.amount, '25.50')
      await world.payByCalls(order.links)
      await eventually('a webhook', async () => printed.includes('new: PAYMENT'))
      const stored = `import sqlite3; print(sqlite3.connect("shop.db").execute("select id, status from payment").fetchall())`
      assert.match(await run('venv/bin/python', ['-c', stored]), /^\[\('LKT-[^']+', 'SUCCESS'\)\]/)
      await assertCertified(`http://localhost:${port}/webhooks`, merchant.callback_secret)
    } finally {
      handler.kill()
    }
    await world.topUp('5.00', merchant)
    assert.equal((await run('venv/bin/python', ['send.py'], folder, environment)).trim(), 'Submitted 1 0')
  })
})
