// The commands of the program beside a running system, as its operator uses them.
import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usualRoutes } from '../../server/adapters/mobile-money/simulated-operators.ts'
import { operatorCodes } from '../../server/kernel/operators.ts'
import { freePort } from '../../server/platform/process/ports.ts'
import { newDatabaseFolder } from '../support/database/database-folder.ts'
import { type Run, readyUrl, runLikuta } from '../support/http/process.ts'

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

describe('commands beside the running system', () => {
  test('demo makes a sample month with a progress bar, makes it once, and removes it', async () => {
    const made = await runElsewhere(['demo', '--month'])
    assert.equal(made.code, 0, made.stderr)
    assert.match(made.stderr, /^\[[#.]{30}\] day \d+ of 31\n/)
    assert.match(made.stderr, /\[#{30}\] day 31 of 31\n$/)
    const again = await runElsewhere(['demo', '--month', '--json'])
    assert.equal(JSON.parse(again.stdout).state, 'MADE', again.stderr)
    const removed = await runElsewhere(['demo', '--month', '--remove', '--json'])
    assert.equal(JSON.parse(removed.stdout).state, 'NONE', removed.stderr)
    const misused = await runElsewhere(['demo', '--remove'])
    assert.notEqual(misused.code, 0)
  })

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
    for (const check of operatorCodes.map((code) => `${code} sandbox`))
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
      ['card gateway sandbox', ...operatorCodes.map((code) => `${code} sandbox`), 'exchange rates'],
    )
  })

  test('operators prints the callback address of each operator, and only that address responds', async () => {
    const { code, stdout } = await run(['operators', '--json'])
    assert.equal(code, 0)
    const rows = JSON.parse(stdout) as { operator: string; protocol: string; callback_url: string }[]
    expect(rows.map(({ operator, protocol }) => [operator, protocol])).toEqual(Object.entries(usualRoutes))
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
