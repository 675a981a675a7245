// The program as a new user runs it, with its own embedded database and simulators.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../server/platform/process/ports.ts'
import { version } from '../../server/platform/process/version.ts'
import { newDatabaseFolder } from '../support/database/database-folder.ts'
import { eventually } from '../support/http/eventually.ts'
import { printed, type Run, readyUrl, runLikuta } from '../support/http/process.ts'

let directory: string
let environment: Record<string, string>
let running: Run

async function run(parameters: string[], more: Record<string, string> = {}) {
  const made = runLikuta(parameters, { ...environment, ...more })
  return { code: await made.exited, stdout: made.stdout(), stderr: made.stderr() }
}

/** An environment that knows the data directory of the running system but not its ports. */
async function runElsewhere(parameters: string[]) {
  const { LIKUTA_DATA_DIR = '' } = environment
  const made = runLikuta(parameters, { LIKUTA_DATA_DIR })
  return { code: await made.exited, stdout: made.stdout(), stderr: made.stderr() }
}

beforeAll(async () => {
  directory = newDatabaseFolder('likuta-cli-')
  environment = {
    LIKUTA_DATA_DIR: join(directory, 'data'),
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
  }
  running = runLikuta(['start'], environment)
  await readyUrl(running)
})

afterAll(async () => {
  running.child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

describe('a Node that is too old', () => {
  const started = (file: string) => {
    const older = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })`
    const main = join(import.meta.dirname, '../../server', file)
    return spawnSync(process.execPath, ['--import', older, main, 'start'], { encoding: 'utf8' })
  }

  test('an unsupported Node is refused in one sentence with the required version and a remedy', () => {
    const { status, stdout, stderr } = started('main.js')
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^Likuta needs Node 26 but this is 20\.19\.0: .*`npm start` and `npx likuta`.*\n$/)
  })

  test('Node 20 can load server/main.js, whose first imports exist there', () => {
    const source = readFileSync(join(import.meta.dirname, '../../server/main.js'), 'utf8')
    expect(source.match(/^(import|export) .*$/gm)).toEqual([`import { fileURLToPath } from 'node:url'`])
  })
})

test('node server/main.ts is the same program', () => {
  const helpOf = (file: string) =>
    execFileSync(process.execPath, [join(import.meta.dirname, '../../server', file), '--help'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  expect(helpOf('main.ts')).toBe(helpOf('main.js'))
})

describe('likuta start', () => {
  test('likuta start prints keys, an admin token, a checkout link, and the ready line last', async () => {
    const lines = running.stdout().trim().split('\n')
    assert.equal(lines.at(-1), `ready http://localhost:${environment.PORT}`)
    const link = lines.find((line) => line.startsWith('checkout link '))?.slice(14) ?? ''
    assert.equal((await fetch(link, { headers: { accept: 'text/html' } })).status, 200)
    for (const start of ['admin token ', '  api key ', '  api secret ', '  callback secret '])
      assert.ok(
        lines.some((line) => line.startsWith(start)),
        start,
      )
  })

  test('likuta start fills the demo wallet and prints a transfer that is accepted unchanged', async () => {
    const lines = running.stdout().split('\n')
    assert.ok(lines.includes('send a transfer (the wallet has 100.00 USD)'))
    const written = lines.find((line) => line.startsWith("  transfer='"))?.slice(12, -1) ?? ''
    const [, url, credentials] =
      /^ {2}curl -s (\S+\/remittance\/inbound) -u '([^']+)'/m.exec(running.stdout()) ?? []
    assert.ok(url && credentials)
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      },
      body: written.replace("'$(date +%s)'", '1'),
    })
    const { data } = (await response.json()) as { data: { status: string; reference: string } }
    expect(data).toMatchObject({ status: 'Submitted', reference: 'DEMO-1' })
  })

  test('a started system is alive and ready', async () => {
    const base = `http://localhost:${environment.PORT}`
    expect(await (await fetch(`${base}/livez`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${base}/readyz`)).json()).toEqual({
      status: 'ready',
      checks: { database: 'ok', migrations: 'ok', clock: 'ok', workers: 'ok' },
    })
  })

  test('likuta start logs one line with version, role and address', () => {
    const lines = running
      .stderr()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    expect(lines.filter(({ msg }) => msg === 'started')).toMatchObject([
      { version, role: 'all', address: `http://127.0.0.1:${environment.PORT}` },
    ])
  })

  test('a second start in one directory is refused, with instructions for a second system', async () => {
    const { code, stderr } = await run(['start'], { PORT: '0', SANDBOX_PORT: '0' })
    assert.equal(code, 1)
    const where = `${environment.LIKUTA_DATA_DIR} (process ${running.child.pid}, PORT ${environment.PORT}, SANDBOX_PORT ${environment.SANDBOX_PORT})`
    assert.equal(
      stderr,
      `already running in ${where}: for a second system set LIKUTA_DATA_DIR, PORT and SANDBOX_PORT\n`,
    )
  })

  test('all occupied ports are reported before anything is written', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const LIKUTA_DATA_DIR = join(directory, 'other')
    const ports = { METRICS_PORT: String(port), SANDBOX_PORT: environment.SANDBOX_PORT! }
    const { code, stderr } = await run(['start'], { LIKUTA_DATA_DIR, ...ports })
    taken.close()
    assert.equal(code, 1)
    assert.equal(stderr.trim().split('\n').length, 1, stderr)
    for (const [setting, number] of Object.entries({ PORT: environment.PORT, ...ports }))
      assert.match(
        stderr,
        new RegExp(`\\b${setting}: ${number} is already in use, set another such as ${setting}=\\d+`),
      )
    expect(existsSync(LIKUTA_DATA_DIR)).toBe(false)
  })

  test('a misspelt setting is reported with the one that was probably meant', async () => {
    const { stderr } = await run(['start'], { PORTT: '9090' })
    const [first, second] = stderr.split('\n')
    const msg = 'PORTT: is not a setting, did you mean PORT?'
    expect(JSON.parse(first!)).toMatchObject({ level: 'warn', setting: 'PORTT', msg })
    expect(second).toMatch(/^already running/)
  })

  test('all invalid settings are named in one line, without a stack trace', async () => {
    const { code, stderr } = await run(['start'], { PORT: 'x', LOG_LEVEL: 'loud' })
    assert.equal(code, 1)
    assert.match(stderr, /^invalid settings: .*PORT: .*LOG_LEVEL: /)
    assert.equal(stderr.trim().split('\n').length, 1)
  })

  test('an unreachable database is reported', async () => {
    const { code, stderr } = await run(['start'], {
      LIKUTA_DATA_DIR: join(directory, 'third'),
      PORT: '0',
      SANDBOX_PORT: '0',
      DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none',
    })
    assert.equal(code, 1)
    assert.match(stderr, /^DATABASE_URL: /)
    assert.ok(!stderr.includes('secret'))
  })
})

describe('commands beside the running system', () => {
  test('demo pays, refunds, voids and sends a transfer, each with a validly signed webhook', async () => {
    const { code, stdout, stderr } = await runElsewhere(['demo', '--json'])
    assert.equal(code, 0, stderr)
    const steps = JSON.parse(stdout) as {
      step: string
      transaction_status?: string
      status?: string
      valid?: boolean
      events?: { kind: string }[]
    }[]
    const statuses = steps.flatMap(({ transaction_status }) => transaction_status ?? [])
    assert.deepEqual(statuses, ['SUCCESS', 'PARTIALLY_REFUNDED', 'VOIDED'])
    assert.deepEqual(
      steps.flatMap(({ valid }) => valid ?? []),
      [true, true, true, true],
    )
    assert.ok(steps.some(({ status }) => status === 'Successful'))
    assert.equal(steps.at(-1)?.valid, true)
    assert.deepEqual(
      steps.flatMap(({ events }) => events ?? []).map(({ kind }) => kind),
      [
        'inbound.accepted',
        'screening.ok',
        'wallet.reserved',
        'switch.dispatched',
        'telco.callback',
        'wallet.confirmed',
        'merchant.callback.sent',
      ],
    )
  })

  test('doctor finds nothing wrong and prints a line per operator and for the exchange rates', async () => {
    const { code, stdout } = await run(['doctor', '--json'])
    assert.equal(code, 0)
    const checks = JSON.parse(stdout) as { check: string; ok: boolean }[]
    expect(checks.every(({ ok }) => ok)).toBe(true)
    for (const check of ['vodacom', 'airtel', 'orange', 'africell'].map((code) => `${code} sandbox`))
      assert.ok(
        checks.some((line) => line.check === check),
        check,
      )
    assert.equal(checks.at(-1)?.check, 'exchange rates')
  })

  test('doctor and operators find a running system by its directory, whatever its ports', async () => {
    const doctor = await runElsewhere(['doctor'])
    assert.equal(doctor.code, 0, doctor.stdout)
    assert.match(doctor.stdout, new RegExp(`http://localhost:${environment.PORT}\\b`))
    assert.match(doctor.stdout, new RegExp(`^ok +system +runs on port ${environment.PORT}$`, 'm'))
    const operators = await runElsewhere(['operators'])
    assert.match(operators.stdout, new RegExp(`http://localhost:${environment.PORT}/`))
  })

  test('doctor reports each invalid setting on its own line, whatever its kind', async () => {
    const { code, stdout, stderr } = await run(['doctor'], {
      LIKUTA_ENV: 'production',
      PORT: 'x',
      DATABSE_URL: 'y',
    })
    expect([code, stderr]).toEqual([1, ''])
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => /^FAIL {2}settings +(\w+): /.exec(line)?.[1])
    expect(lines).toEqual([
      'PORT',
      'MASTER_KEY',
      'DATABASE_URL',
      'ADMIN_TOKENS',
      'CARD_GATEWAY_PRODUCTION_URL',
      'BASE_URL',
      'DATABSE_URL',
    ])
  })

  test('doctor names the operators and the rate provider that cannot be reached', async () => {
    const unreachable = { SANDBOX_PORT: String(await freePort()) }
    const { code, stdout } = await run(['doctor', '--json'], unreachable)
    assert.equal(code, 1)
    const checks = JSON.parse(stdout) as { check: string; ok: boolean }[]
    assert.deepEqual(
      checks.filter(({ ok }) => !ok).map(({ check }) => check),
      [
        'card gateway sandbox',
        'vodacom sandbox',
        'airtel sandbox',
        'orange sandbox',
        'africell sandbox',
        'exchange rates',
      ],
    )
  })

  test('operators prints the callback address of each operator, and only that address responds', async () => {
    const { code, stdout } = await run(['operators', '--json'])
    assert.equal(code, 0)
    const rows = JSON.parse(stdout) as { operator: string; protocol: string; callback_url: string }[]
    expect(rows.map(({ operator, protocol }) => [operator, protocol])).toEqual([
      ['vodacom', 'mpesa'],
      ['airtel', 'airtel'],
      ['orange', 'gsma'],
      ['africell', 'gsma'],
    ])
    const post = (url: string) => fetch(url, { method: 'POST', body: '{}' }).then(({ status }) => status)
    const { callback_url } = rows[0]!
    assert.equal(await post(callback_url), 400, 'a known address refuses an unreadable body')
    assert.equal(await post(callback_url.slice(0, -1)), 404)
  })

  test('merchant topup adds exactly the given amount, each time with a row in the audit log', async () => {
    const made = await run(['merchant', 'create', '--name', 'Wallet', '--email', 'w@example.com', '--json'])
    const { merchant_code } = JSON.parse(made.stdout)
    const { rows } = JSON.parse((await run(['audit', 'verify', '--json'])).stdout)
    const topup = (amount: string) => run(['merchant', 'topup', merchant_code, '--amount', amount, '--json'])
    assert.match((await topup('5')).stdout, /"added":5,"currency":"USD","available":5,/)
    assert.match((await topup('1250.07')).stdout, /"available":1255\.07,"reserved":0,"total":1255\.07,/)
    const refused = ['0', '0.001', '1,50', '10000.01']
    const codes = await Promise.all(refused.map(async (amount) => (await topup(amount)).code))
    assert.deepEqual(codes, [2, 2, 2, 2])
    const beyond = await topup('9000')
    assert.equal(beyond.code, 1)
    assert.match(
      beyond.stderr,
      /the command line adds at most 10000\.00 to a wallet and 20000\.00 to all wallets within 24 hours/,
    )
    const verified = await run(['audit', 'verify', '--json'])
    expect(JSON.parse(verified.stdout)).toMatchObject({ rows: rows + 2 })
    const unknown = await run(['merchant', 'topup', 'LKT-AAAA-AAAA', '--amount', '5'])
    assert.deepEqual([unknown.code, unknown.stderr.trim()], [1, 'no merchant has the code LKT-AAAA-AAAA'])
  })

  test('merchant create prints every secret once, show prints none, rotate prints a new one', async () => {
    const made = await run([
      'merchant',
      'create',
      '--name',
      'Boutique',
      '--email',
      'Shop@Example.com',
      '--microform-origin',
      'https://shop.example',
      '--json',
    ])
    assert.equal(made.code, 0, made.stderr)
    const merchant = JSON.parse(made.stdout)
    expect(Object.keys(merchant)).toEqual([
      'merchant_code',
      'merchant_secret',
      'api_key',
      'api_secret',
      'callback_secret',
      'email',
      'password',
      'environment',
    ])
    expect(merchant).toMatchObject({
      merchant_code: expect.stringMatching(/^LKT-[A-Z0-9]{4}-[A-Z0-9]{4}$/),
      merchant_secret: expect.stringMatching(/^msk_test_/),
      api_key: expect.stringMatching(/^pk_test_/),
      api_secret: expect.stringMatching(/^sk_test_/),
      callback_secret: expect.stringMatching(/^whsec_/),
      email: 'shop@example.com',
      environment: 'sandbox',
    })
    const shown = await run(['merchant', 'show', merchant.merchant_code, '--json'])
    expect(JSON.parse(shown.stdout)).toMatchObject({
      name: 'Boutique',
      microform_enabled: true,
      microform_allowed_origins: ['https://shop.example'],
      commission_rate: '3.50',
    })
    for (const secret of ['merchant_secret', 'api_secret', 'callback_secret', 'password'])
      assert.ok(!shown.stdout.includes(merchant[secret]))
    const rotated = JSON.parse(
      (await run(['merchant', 'rotate', merchant.merchant_code, '--what', 'callback-secret', '--json']))
        .stdout,
    )
    assert.match(rotated.callback_secret, /^whsec_/)
    assert.notEqual(rotated.callback_secret, merchant.callback_secret)
    const repeated = await run(['merchant', 'create', '--name', 'Other', '--email', 'SHOP@example.com'])
    assert.deepEqual(
      [repeated.code, repeated.stderr.trim()],
      [1, 'a merchant with the email shop@example.com exists already'],
    )
  })

  test('merchant create names an invalid option in one line and prints nothing else', async () => {
    const { code, stdout, stderr } = await run([
      'merchant',
      'create',
      '--name',
      '',
      '--email',
      'v@example.com',
    ])
    expect([code, stdout, /option '(--[a-z-]+)/.exec(stderr)?.[1]]).toEqual([2, '', '--name'])
  })

  test('merchant create, rotate and reset-password at the command line are in the audit log', async () => {
    const made = await run(['merchant', 'create', '--name', 'Kept', '--email', 'kept@example.com', '--json'])
    const { merchant_code, email } = JSON.parse(made.stdout)
    await run(['merchant', 'rotate', merchant_code, '--what', 'api-keys', '--json'])
    const reset = JSON.parse((await run(['merchant', 'reset-password', merchant_code, '--json'])).stdout)
    expect(reset).toEqual({
      merchant_code,
      email,
      url: expect.stringMatching(/^http:\/\/localhost:\d+\/portal\/new-password#[A-Za-z0-9_-]{43}$/),
      expires_at: expect.any(String),
    })
    const [, token] = running.stdout().match(/^admin token (\S+)$/m) ?? []
    const response = await fetch(
      `http://localhost:${environment.PORT}/api/v1/admin/audit?subject=${merchant_code}`,
      { headers: { 'x-admin-token': token ?? '' } },
    )
    const { data } = (await response.json()) as any
    expect(data.items.map(({ action, address, detail }: any) => ({ action, address, detail }))).toMatchObject(
      [
        { action: 'merchant.password_reset_link_created', address: 'command-line' },
        { action: 'merchant.credential_rotated', address: 'command-line', detail: { what: 'api-keys' } },
        { action: 'merchant.created', address: 'command-line', detail: { environment: 'sandbox' } },
      ],
    )
    expect((await run(['audit', 'verify'])).code).toBe(0)
  })

  test('screening import ends once the running process uses the new list', async () => {
    const file = join(directory, 'list.csv')
    const header =
      'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,dataset,first_seen,last_seen,last_change'
    writeFileSync(
      file,
      `${header}\nNK-1,Person,Some Listed Person,,1970,cd,,,,,,,2024-01-01,2024-01-01,2024-01-01\n`,
    )
    const { code, stdout, stderr } = await run(['screening', 'import', file, '--json'])
    assert.equal(code, 0, stderr)
    expect(JSON.parse(stdout)).toMatchObject({ entries: 1, processes: 1, processes_updated: 1 })
  })

  test('retention show counts what is due, and retention run erases it with a proof', async () => {
    const shown = await run(['retention', 'show', '--json'])
    assert.equal(shown.code, 0, shown.stderr)
    const { kinds } = JSON.parse(shown.stdout)
    expect(kinds).toContainEqual(
      expect.objectContaining({
        kind: 'transfer_identities',
        days: 3_653,
        run: expect.objectContaining({ due: 0 }),
      }),
    )
    const dry = await run(['retention', 'run', '--dry-run', '--json'])
    assert.deepEqual(JSON.parse(dry.stdout).kinds.length, kinds.length)
    const { stdout, code } = await run(['retention', 'run', '--json'])
    assert.equal(code, 0)
    const { runs } = JSON.parse(stdout)
    expect(runs[0]).toMatchObject({ erased: 0, digest: '0'.repeat(64), ended_at: expect.any(String) })
    const text = await run(['retention', 'show'])
    assert.match(text.stdout, /^transfer_identities +3653 days +0 due +Law 22\/068/m)
  })

  test('staff invite prints the link of the first admin user, whom nobody has to approve', async () => {
    const { code, stdout, stderr } = await run([
      'staff',
      'invite',
      'Ada@example.com',
      '--name',
      'Ada Mbuyi',
      '--json',
    ])
    assert.equal(code, 0, stderr)
    expect(JSON.parse(stdout)).toEqual({
      ...{ email: 'Ada@example.com', name: 'Ada Mbuyi', role: 'owner', state: 'INVITED' },
      url: expect.stringMatching(/\/console\/invitation#[\w-]{43}$/),
      link_expires_at: expect.any(String),
    })
    const refused = await run(['staff', 'invite', 'nobody', '--name', 'Ada Mbuyi'])
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('is not valid')])
  })

  test('merchant suspend, resume and go-live apply, are audited, and print the live keys once', async () => {
    const made = await run(['merchant', 'create', '--name', 'M', '--email', 'm@example.com', '--json'])
    const { merchant_code: code } = JSON.parse(made.stdout)
    const decide = async (parameters: string[]) => {
      const { code: exit, stdout, stderr } = await run(['merchant', ...parameters, '--json'])
      return exit === 0 ? JSON.parse(stdout) : [exit, stderr.trim()]
    }
    expect(await decide(['suspend', code])).toMatchObject({ merchant_code: code, status: 'suspended' })
    expect(await decide(['suspend', code])).toEqual([1, 'The merchant is already suspended'])
    expect(await decide(['resume', code, '--reason', 'settled'])).toMatchObject({ status: 'active' })
    expect(await decide(['go-live', code])).toMatchObject({
      merchant_code: code,
      environment: 'production',
      state: 'APPROVED',
      merchant_secret: expect.stringMatching(/^msk_live_/),
      api_key: expect.stringMatching(/^pk_live_/),
      api_secret: expect.stringMatching(/^sk_live_/),
    })
    expect(await decide(['go-live', code])).toEqual([1, 'The merchant is already live'])
    const { stdout } = await run(['audit', 'verify', '--json'])
    const { rows, broken } = JSON.parse(stdout)
    assert.ok(rows >= 3 && broken === undefined, stdout)
  })

  test.each([
    [['merchant', 'rotate', 'LKT-AAAA-AAAA', '--what', 'everything'], 2],
    [['merchant', 'create', '--name', 'x'], 2],
    [['merchant', 'go-live', 'LKT-AAAA-AAAA', '--reason', 'no'], 2],
    [['nonsense'], 2],
    [['merchant', 'show', 'LKT-AAAA-AAAA'], 1],
    [['merchant', 'create', '--help'], 0],
  ])('%j exits with %i', async (parameters, code) => {
    assert.equal((await run(parameters)).code, code)
  })
})

test('SIGTERM stops everything cleanly; data persists, and commands then start the database', async () => {
  running.child.kill('SIGTERM')
  assert.equal(await running.exited, 0)
  const { code, stdout, stderr } = await run(['merchant', 'list', '--json'])
  assert.equal(code, 0, stderr)
  assert.ok((JSON.parse(stdout) as { name: string }[]).some(({ name }) => name === 'Boutique'))
})

test('Ctrl-C, which reaches the program from the terminal and from npm, stops everything cleanly', async () => {
  const started = runLikuta(['start', '--json'], environment)
  const line = await printed(started, /^(.+)\n/)
  const { ready, role, admin_token, checkout_link, demo_merchant } = JSON.parse(line) as Record<
    string,
    unknown
  >
  expect([ready, role]).toEqual([`http://localhost:${environment.PORT}`, 'all'])
  expect([admin_token, checkout_link]).toEqual([
    expect.stringMatching(/./),
    expect.stringContaining('/payment/'),
  ])
  expect(demo_merchant).toMatchObject({ merchant_code: expect.stringMatching(/^LKT-/) })
  started.child.kill('SIGINT')
  started.child.kill('SIGTERM')
  expect([await started.exited, started.stdout()]).toEqual([0, `${line}\n`])
})

test('a second start leaves the demo wallet unchanged', async () => {
  running = runLikuta(['start'], environment)
  await readyUrl(running)
  // The wallet started with 100.00; two transfers of 1.00 and one top-up of 5.00 followed.
  assert.match(running.stdout(), /^send a transfer \(the wallet has 103\.00 USD\)$/m)
})

test('a command whose output is no longer read finishes without an error', async () => {
  const listing = runLikuta(['merchant', 'list'], environment)
  listing.child.stdout?.destroy()
  expect([await listing.exited, listing.stderr()]).toEqual([0, ''])
})

describe('the demo merchant after its secrets were rotated', () => {
  const demoFile = () => join(environment.LIKUTA_DATA_DIR!, 'demo-merchant.json')
  const demo = () => JSON.parse(readFileSync(demoFile(), 'utf8')) as Record<string, string>

  test('a merchant secret rotated at the command line is the one that demo uses', async () => {
    const { merchant_code = '', merchant_secret: before } = demo()
    const made = await runElsewhere([
      'merchant',
      'rotate',
      merchant_code,
      '--what',
      'merchant-secret',
      '--json',
    ])
    const { merchant_secret } = JSON.parse(made.stdout)
    expect(demo().merchant_secret).toBe(merchant_secret)
    expect(before).not.toBe(merchant_secret)
  })

  test('demo says how to get a new merchant secret when a request has replaced it', async () => {
    const { merchant_code, merchant_secret } = demo()
    writeFileSync(demoFile(), JSON.stringify({ ...demo(), merchant_secret: `${merchant_secret}x` }))
    const { code, stderr } = await runElsewhere(['demo'])
    expect(code).toBe(1)
    expect(stderr).toContain(`npx likuta merchant rotate ${merchant_code} --what merchant-secret`)
    writeFileSync(demoFile(), JSON.stringify({ ...demo(), merchant_secret }))
  })
})

describe('likuta loadtest', () => {
  test.each(['orders', 'status', 'transfers'])(
    'loadtest %s reports how many requests were served and how fast',
    async (scenario) => {
      const { code, stdout, stderr } = await run([
        'loadtest',
        '--scenario',
        scenario,
        '--seconds',
        '1',
        '--concurrency',
        '4',
        '--json',
      ])
      assert.equal(code, 0, stderr)
      const received = JSON.parse(stdout)
      const { answered_200: responded = 0, answered_429: refused = 0, requests, p50_ms, p99_ms } = received
      assert.ok(responded > 0 && p50_ms > 0 && p99_ms >= p50_ms, stdout)
      assert.equal(responded + refused, requests, stdout)
    },
  )

  test('loadtest refuses an unknown scenario', async () => {
    const { code, stderr } = await run(['loadtest', '--scenario', 'everything'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('orders, status, transfers')])
  })
})

describe('likuta completion', () => {
  test('bash completion covers commands, subcommands and options', async () => {
    const { stdout } = await run(['completion', 'bash'])
    const complete = (...args: string[]) =>
      execFileSync(
        'bash',
        [
          '-c',
          `${stdout}\nCOMP_WORDS=(likuta ${args.map((argument) => `"${argument}"`).join(' ')}); COMP_CWORD=${args.length}; _likuta; echo "\${COMPREPLY[@]}"`,
        ],
        { encoding: 'utf8' },
      )
        .trim()
        .split(' ')
    expect(complete('webh')).toEqual(['webhooks'])
    expect(complete('webhooks', '')).toEqual(['listen', 'send', 'resend', 'verify', '--help'])
    expect(complete('webhooks', 'send', 're')).toEqual(['refund'])
    expect(complete('webhooks', 'listen', '--json', '--si')).toEqual(['--since'])
  })
})

describe('likuta start --workers 2', () => {
  const several = () => ({ ...environment, LIKUTA_DATA_DIR: join(directory, 'several') })
  let many: Run
  let base: string
  beforeAll(async () => {
    const [PORT, SANDBOX_PORT] = [String(await freePort()), String(await freePort())]
    many = runLikuta(['start', '--workers', '2'], { ...several(), PORT, SANDBOX_PORT })
    base = await readyUrl(many)
  })
  afterAll(() => many.child.kill('SIGKILL'))
  const children = () =>
    readFileSync(`/proc/${many.child.pid}/task/${many.child.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .map(Number)
  const requests = async () => {
    const text = await (await fetch(`${base}/metrics`)).text()
    const [, count] = /^likuta_request_seconds_count\{route="\/livez".*\} (\d+)$/m.exec(text) ?? []
    return Number(count ?? 0)
  }
  const alive = () =>
    fetch(`${base}/livez`, { headers: { connection: 'close' } }).then(
      ({ status }) => status,
      () => 0,
    )

  test('two processes serve requests, one runs the workers, and either reports the metrics of all', async () => {
    const roles = async () => {
      const overview = await fetch(`${base}/api/v1/admin/overview`, {
        headers: { 'x-admin-token': /^admin token (\S+)$/m.exec(many.stdout())![1]! },
      })
      const { data } = (await overview.json()) as { data: { processes: { role: string }[] } }
      return data.processes.map(({ role }) => role).sort()
    }
    // A process is counted from its first heartbeat on, which may come after it serves requests.
    await eventually('each process has sent a heartbeat', async () => (await roles()).length >= 3)
    expect(await roles()).toEqual(['api', 'api', 'worker'])
    const before = await requests()
    for (let i = 0; i < 20; i++) expect(await alive()).toBe(200)
    expect(await requests()).toBe(before + 20)
    expect(await requests()).toBe(before + 20)
  })

  test('a process that dies is replaced; SIGTERM stops all of them cleanly [S-68]', async () => {
    const before = children()
    const isOfTheApi = (pid: number) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/main.js')
    const victim = before.find(isOfTheApi) as number
    process.kill(victim, 'SIGKILL')
    await eventually('a replacement is running', async () => {
      const now = children()
      return now.length === before.length && !now.includes(victim)
    })
    await eventually('it responds', async () => (await alive()) === 200)
    const all = children()
    many.child.kill('SIGTERM')
    expect(await many.exited).toBe(0)
    const left = all.filter((pid) => existsSync(`/proc/${pid}`))
    expect(left).toEqual([])
  })
})
