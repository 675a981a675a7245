// The program as a new user starts and stops it, with its own embedded database and simulators.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
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

test('SIGTERM stops everything cleanly; data persists, and commands then start the database', async () => {
  running.child.kill('SIGTERM')
  assert.equal(await running.exited, 0)
  const { code, stdout, stderr } = await run(['merchant', 'list', '--json'])
  assert.equal(code, 0, stderr)
  assert.ok((JSON.parse(stdout) as { name: string }[]).some(({ name }) => name === 'Boutique Lac Kivu'))
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
  // The wallet started with 100.00; a transfer of 1.00 followed.
  assert.match(running.stdout(), /^send a transfer \(the wallet has 99\.00 USD\)$/m)
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
    expect(complete('webhooks', '')).toEqual(['listen', 'send', 'certify', 'resend', 'verify', '--help'])
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
