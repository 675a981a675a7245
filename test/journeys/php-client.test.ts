// The PHP client runs its own tests against a service, with the curl extension and without it, and with a PSR-18 client. So do the
// snippets of its README and of the guides. Skipped where no PHP 8.1 or newer is installed; it needs no registry.
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { groupsOf, isForMerchants, type OpenApi } from '../../scripts/reference/document.ts'
import { samplesOf } from '../../scripts/reference/samples/samples.ts'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { freePort } from '../../server/platform/process/ports.ts'
import { payoutSettings } from '../support/callers/payouts.ts'
import { eventually } from '../support/http/eventually.ts'
import { fencedBlocks, noteOf } from '../support/http/fenced-blocks.ts'
import { openControlledServers } from '../support/sdk/controlled-servers.ts'
import { surroundingsOf } from '../support/sdk/surroundings.ts'
import { assertCertified } from '../support/webhooks/certified.ts'
import { inboundBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

const execute = promisify(execFile)
const client = resolve('sdk/php')
const php = process.env.PHP ?? 'php'
const patienceMs = 280_000

let folder: string
let world: World
let merchant: Credentials
let environment: Record<string, string>
/** Why nothing can be tested here. */
const reason = reasonToSkip()

function reasonToSkip(): string | undefined {
  try {
    const script = 'echo PHP_VERSION_ID, " ", implode(" ", get_loaded_extensions());'
    const [version, ...extensions] = execFileSync(php, ['-r', script], { encoding: 'utf8' }).split(' ')
    if (Number(version) < 80_100) return 'PHP is older than 8.1'
    const missing = ['openssl', 'sodium'].filter((name) => !extensions.includes(name))
    return missing.length > 0 ? `PHP lacks ${missing}` : undefined
  } catch {
    return 'PHP is not installed here'
  }
}

beforeAll(async () => {
  if (reason) return
  folder = mkdtempSync(join(tmpdir(), 'likuta-php-'))
  world = await openWorld({ settings: { ...payoutSettings, PAYOUT_APPROVAL_FROM: 'USD=100' } })
  merchant = await world.register({ microformOrigins: ['https://shop.example'] })
  environment = await surroundingsOf(world, merchant)
}, patienceMs)
afterAll(async () => {
  if (reason) return
  rmSync(folder, { recursive: true, force: true })
  await world?.close()
})

async function run(parameters: string[], more: object = {}): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...environment, ...more }, timeout: patienceMs }
  const { stdout } = await execute(php, parameters, options).catch((error) => {
    throw new Error(`php ${parameters.join(' ')}: ${error.stdout}\n${error.stderr}`)
  })
  return stdout
}

/** Code of a document as a file: with the client that is in its folder, and without what would end the program. */
const asFile = (code: string, loader = join(client, 'autoload.php')) =>
  `<?php\ndeclare(strict_types=1);\nrequire '${loader}';\n${code.replace(/^<\?php\n/, '')}`

const phpBlocksOf = (file: string) => fencedBlocks(file).filter(({ language }) => language === 'php')

/** What a snippet of the README prints in the sandbox. */
async function runSnippet(name: string, code: string): Promise<string> {
  writeFileSync(join(folder, name), code.replaceAll('http://localhost:8080', world.url))
  return run([name])
}

/** A test of one run of the client's own tests. Each run has servers of its own. */
async function assertPasses(parameters: string[], skipped = 0): Promise<string> {
  const servers = await openControlledServers()
  try {
    const addresses = {
      FAILING_URL: servers.failingUrl,
      FAILING_CONTROL_URL: servers.failingControlUrl,
      RECEIVER_URL: servers.receiverUrl,
    }
    const printed = await run(parameters, addresses)
    const [last] = /^\d+ passed, 0 failed, (\d+) skipped$/m.exec(printed) ?? []
    assert.ok(last && Number(/(\d+) skipped/.exec(last)?.[1]) <= skipped, printed)
    process.stdout.write(`php: ${last}\n`)
    return printed
  } finally {
    servers.close()
  }
}

describe.concurrent('the PHP client', { timeout: patienceMs }, () => {
  test('the PHP client passes its own tests against a service', async ({ skip }) => {
    if (reason) skip(reason)
    // One of them needs a PSR-18 client.
    await assertPasses([join(client, 'tests/run.php')], 1)
  })

  test('the PHP client passes its tests of retries without any extension that is not built in', async ({
    skip,
  }) => {
    if (reason) skip(reason)
    const printed = await assertPasses(['-n', join(client, 'tests/run.php'), 'offline/retries'])
    assert.match(printed, /drips/)
  })

  test('the PHP client passes its tests of retries where the host has disabled the functions of curl', async ({
    skip,
  }) => {
    if (reason) skip(reason)
    for (const disabled of ['curl_exec', 'curl_init'])
      await assertPasses([
        ...['-d', `disable_functions=${disabled}`],
        ...[join(client, 'tests/run.php'), 'offline/retries'],
      ])
  })

  test('the first snippet of the README creates an order, and the webhook is received by the second', async ({
    skip,
  }) => {
    if (reason) skip(reason)
    const [, order, webhook] = phpBlocksOf(join(client, 'README.md'))
    const uuid = await runSnippet('order.php', `${asFile(order!.code)}echo $order['transaction_uuid'];`)
    assert.match(uuid, /^LKT-/)
    const missing = 'function already_handled(string $id): bool { return false; }\n'
    const forged = `${asFile(webhook!.code)}${missing}`.replace("file_get_contents('php://input')", "'{}'")
    assert.equal(await runSnippet('webhook.php', `${forged}echo 'not refused';`), '')
  })

  test('every block and every file in PHP can be parsed', async ({ skip }) => {
    if (reason) skip(reason)
    const files = globSync(`${client}/**/*.php`)
    for (const [index, { code }] of phpBlocksOf(join(client, 'README.md')).entries()) {
      const file = join(folder, `block-${index}.php`)
      writeFileSync(file, asFile(code))
      files.push(file)
    }
    assert.ok(files.length > 60, String(files.length))
    const script =
      'foreach (array_slice($argv, 1) as $file) token_get_all(file_get_contents($file), TOKEN_PARSE); echo "parsed";'
    assert.equal(await run(['-r', script, '--', ...files]), 'parsed')
  })

  test('a new project installs the client with Composer, without any other package, and calls the service', async ({
    skip,
  }) => {
    if (reason) skip(reason)
    const composer = await execute('sh', ['-c', 'command -v composer']).catch(() => undefined)
    if (!composer) return skip('Composer is not installed here')
    const project = join(folder, 'project')
    mkdirSync(project)
    const [install] = fencedBlocks(join(client, 'README.md')).filter(({ language }) => language === 'sh')
    const commands = install!.code.replace('/path/to/likuta/sdk/php', `'${client}'`)
    const env = { ...process.env, ...environment, COMPOSER_ALLOW_SUPERUSER: '1', HOME: folder }
    const script = `set -e\necho '{"repositories": {"packagist.org": false}}' > composer.json\n${commands}`
    await execute('sh', ['-c', script], { cwd: project, env, timeout: patienceMs })
    const [, order] = phpBlocksOf(join(client, 'README.md'))
    const code = `${asFile(order!.code, join(project, 'vendor/autoload.php'))}echo $order['transaction_uuid'];`
    assert.match(await runSnippet('composed.php', code), /^LKT-/)
  })
})

/** What the samples of the reference use but do not define. */
const definedForSamples = `set_error_handler(function (int $level, string $message) { throw new ErrorException($message); });
[$email, $password, $accessToken, $adminToken, $apiKey, $apiSecret, $merchantCode, $merchantSecret] = array_fill(0, 8, 'x');
$likuta = new Likuta\\Likuta($baseUrl = getenv('FAILING_URL'), $apiKey, $apiSecret, $merchantCode, $merchantSecret);
`

/** Has whatever a method of the client looks for in a response. */
const anyResponse = {
  ...{ status: 'success', items: [], next_after: '', has_more: false },
  data: { items: [], pagination: { pages: 0 }, balances: [], report: {}, access_token: 'x' },
}

describe('the reference in PHP', { timeout: patienceMs }, () => {
  test('every sample of the reference runs, with methods and arguments that the client has', async ({
    skip,
  }) => {
    if (reason) skip(reason)
    const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi
    const operations = groupsOf(document, isForMerchants).flatMap((group) => group.operations)
    assert.ok(operations.length > 60, String(operations.length))
    const servers = await openControlledServers()
    try {
      const plan = [{ status: 200, body: anyResponse }]
      await fetch(servers.failingControlUrl, { method: 'POST', body: JSON.stringify(plan) })
      const samples = operations.map((operation) => {
        const { code } = samplesOf(operation).find(({ name }) => name === 'PHP')!
        return `echo '${operation.id} ';\n${code}\n`
      })
      writeFileSync(join(folder, 'statuts.pdf'), '%PDF-1.7')
      writeFileSync(join(folder, 'samples.php'), asFile([definedForSamples, ...samples].join('\n')))
      const printed = await run(['samples.php'], { FAILING_URL: servers.failingUrl })
      assert.deepEqual(
        printed.trim().split(' '),
        operations.map(({ id }) => id),
      )
    } finally {
      servers.close()
    }
  })
})

/** The PHP blocks of the guides by the names of their files, with the addresses of this service. */
function blocksOfGuides(port: number): Record<string, string> {
  const names = [
    'quick-start',
    'hosted-checkout',
    'webhooks',
    'payment-links',
    'custom-checkout',
    'remittance',
  ]
  const blocks = names.flatMap((name) => fencedBlocks(`docs/guides/en/${name}.md`))
  const own = blocks.filter((block) => noteOf(block)[0] === 'with the PHP client')
  const here = (code: string) => code.replaceAll('localhost:3000', `localhost:${port}`)
  return Object.fromEntries(own.map((block) => [noteOf(block)[1], here(block.code)]))
}

/** Serves a file with PHP's own server. */
async function serve(file: string, port: number): Promise<{ output(): string; stop(): void }> {
  const child = spawn(php, ['-S', `localhost:${port}`, file], {
    cwd: folder,
    env: { ...process.env, ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const responds = () => fetch(`http://localhost:${port}/`, { method: 'POST', body: '{}' })
  await eventually('the server in PHP', () => responds().catch(() => undefined))
  return { output: () => output, stop: () => child.kill() }
}

describe('the guides in PHP', { timeout: patienceMs }, () => {
  test('a first payment with nothing but the guides: an order, a link, its webhook, and a transfer', async ({
    skip,
  }) => {
    if (reason) skip(reason)
    const port = await freePort()
    const blocks = blocksOfGuides(port)
    const files = ['handler.php', 'link.php', 'order.php', 'pay.php', 'send.php', 'shop.php']
    assert.deepEqual(Object.keys(blocks).toSorted(), files)
    for (const [name, code] of Object.entries(blocks)) {
      const loaded = code.replace("__DIR__ . '/vendor/autoload.php'", `'${join(client, 'autoload.php')}'`)
      writeFileSync(join(folder, name), loaded)
    }
    writeFileSync(join(folder, 'transfer.json'), JSON.stringify(inboundBody()))
    assert.match(await run(['link.php']), /\/pl\/\w+\n$/)
    await world.topUp('5.00', merchant)
    assert.equal((await run(['send.php'])).trim(), 'Submitted 1 0')
    const order = JSON.parse(await run(['order.php']))
    assert.equal(order.amount, '25.50')
    const hasDatabase = (await run(['-r', 'echo extension_loaded("pdo_sqlite") ? 1 : 0;'])) === '1'
    if (!hasDatabase) return skip('the webhook handler of the guide needs pdo_sqlite')
    const handler = await serve('handler.php', port)
    try {
      await world.payByCalls(order.links)
      await eventually('a webhook', async () => handler.output().includes('new: PAYMENT'))
      const stored = `foreach ((new PDO('sqlite:shop.db'))->query('select * from payment') as $row) echo "$row[0] $row[1]";`
      assert.match(await run(['-r', stored]), /^LKT-\S+ SUCCESS/)
      await assertCertified(`http://localhost:${port}/webhooks`, merchant.callback_secret)
    } finally {
      handler.stop()
    }
  })

  test('the address of custom checkout in the guide opens card fields for its own page alone', async ({
    skip,
  }) => {
    if (reason) skip(reason)
    const port = await freePort()
    const other = await world.register({ microformOrigins: [`http://localhost:${port}`] })
    environment = { ...environment, LIKUTA_API_KEY: other.api_key, LIKUTA_API_SECRET: other.api_secret }
    writeFileSync(join(folder, 'pay.php'), blocksOfGuides(port)['pay.php'] as string)
    const server = await serve('pay.php', port)
    try {
      const body = JSON.stringify({ action: 'start', order: 'INV-1' })
      const start = (origin: string) =>
        fetch(`http://localhost:${port}/pay`, { method: 'POST', headers: { origin }, body })
      const opened = await start(`http://localhost:${port}`)
      assert.equal(opened.status, 200)
      assert.match(((await opened.json()) as { jwt: string }).jwt, /^ey/)
      assert.equal((await start('http://elsewhere.example')).status, 403)
    } finally {
      server.stop()
    }
  })
})
