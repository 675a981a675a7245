// Runs the Dockerfile's own steps without Docker in a clean directory, and their result as in production: as
// another user, on read-only files, with only the tmpfs writable. It installs from the npm registry, so it is a
// separate command: npm run test:image.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject, test } from 'vitest'
import { freePort } from '../server/platform/process/ports.ts'
import { databaseUrl } from '../test/support/database/database.setup.ts'
import { readRecipe, type Stage } from './recipe.ts'

const stages = readRecipe(readFileSync('deploy/Dockerfile', 'utf8'))
const image = stages.at(-1)!
const [uid, gid] = image.user!.split(':').map(Number) as [number, number]
const workspace = mkdtempSync(join(tmpdir(), 'likuta-image-'))
const temporary = join(workspace, 'tmp')
const root = join(workspace, String(stages.length - 1), 'srv/likuta')
/** Node as in the base image: under the name `node`, and without anything from this checkout. */
const binaries = dirname(process.execPath)

let settings: Record<string, string>
let url: string
let dropDatabase: () => Promise<void>

beforeAll(async () => {
  chmodSync(workspace, 0o755)
  const context = join(workspace, 'context')
  copyContext(context)
  for (const stage of stages) run(stage, context)
  seal(root)
  mkdirSync(temporary)
  chownSync(temporary, uid, gid)
  await configure()
}, 600_000)

afterAll(async () => {
  await dropDatabase?.()
  rmSync(workspace, { recursive: true, force: true })
}, 120_000)

/** The files of the repository that .dockerignore admits, owned by root and not writable for others. */
function copyContext(context: string): void {
  const allowed = readFileSync('deploy/Dockerfile.dockerignore', 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const file of files.split('\n').filter(Boolean)) {
    const isAllowed = allowed.some((name) => file === name || file.startsWith(`${name}/`))
    const isLeftOut = /\.test\.ts$|\.contract(\.steps)?\.ts$/.test(file)
    if (isAllowed && !isLeftOut && existsSync(file)) cpSync(file, join(context, file))
  }
}

function run(stage: Stage, context: string): void {
  const stageRoot = join(workspace, String(stages.indexOf(stage)))
  let directory = stageRoot
  for (const step of stage.steps) {
    if (step.kind === 'workdir') {
      directory = join(stageRoot, step.path)
      mkdirSync(directory, { recursive: true })
    } else if (step.kind === 'run') {
      // Access to the registry is configured on this machine; variables set by the test runner do not belong to the
      // image.
      const { NODE_ENV: _, ...environment } = process.env
      const env = { ...environment, PATH: `${binaries}:${process.env.PATH}` }
      execFileSync('sh', ['-c', step.command], {
        cwd: directory,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    } else {
      const from = step.from === undefined ? undefined : stages.findIndex(({ name }) => name === step.from)
      for (const source of step.sources) {
        const path = from === undefined ? join(context, source) : join(workspace, String(from), source)
        const intoFolder = step.target.endsWith('/') || step.sources.length > 1
        cpSync(path, join(directory, step.target, intoFolder ? basename(source) : ''), { recursive: true })
      }
    }
  }
}

/** A read-only root filesystem, for a user that owns none of it. */
function seal(directory: string): void {
  chownSync(directory, 0, 0)
  chmodSync(directory, 0o555)
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) seal(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o111 ? 0o555 : 0o444)
  }
}

async function configure(): Promise<void> {
  const server = inject('postgresUrl')
  const name = `image_${randomBytes(6).toString('hex')}`
  const administer = async (sql: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await administer(`create database ${name}`)
  dropDatabase = () => administer(`drop database ${name} with (force)`)
  const secret = (of: string, content: string) => {
    const file = join(workspace, of)
    writeFileSync(file, `${content}\n`, { mode: 0o440 })
    chownSync(file, 0, gid)
    return file
  }
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  settings = {
    ...image.environment,
    LIKUTA_DATA_DIR: join(temporary, 'likuta'),
    TMPDIR: temporary,
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: 'https://pay.example.cd',
    DATABASE_URL_FILE: secret('database_url', databaseUrl(server, name)),
    MASTER_KEY_FILE: secret('master_key', randomBytes(32).toString('base64')),
    ADMIN_TOKENS_FILE: secret('admin_tokens', `amina:${randomBytes(16).toString('hex')}`),
    CARD_GATEWAY_PRODUCTION_URL: 'https://gateway.example.com',
    CARD_GATEWAY_PRODUCTION_MERCHANT_ID: 'likuta',
    CARD_GATEWAY_PRODUCTION_KEY_ID: 'key',
    CARD_GATEWAY_PRODUCTION_SHARED_SECRET_FILE: secret('shared_secret', randomBytes(32).toString('base64')),
  }
}

/** A process of the image: its user, only its environment, no way to gain privileges. */
function inImage(command: readonly string[], more: Record<string, string> = {}) {
  const privileges = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
  ]
  const child: ChildProcess = spawn('setpriv', [...privileges, ...command], {
    cwd: root,
    env: { ...settings, ...more, PATH: `${binaries}:/usr/bin:/bin` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  return { child, output: () => output, exited: once(child, 'close').then(([code]) => code as number | null) }
}

async function exited(command: readonly string[], more?: Record<string, string>): Promise<string> {
  const program = inImage(command, more)
  assert.equal(await program.exited, 0, program.output())
  return program.output()
}

const mebibytes = (kibibytes: number) => Math.round(kibibytes / 1024)
const sizeOf = (directory: string) =>
  mebibytes(Number(execFileSync('du', ['-sk', directory], { encoding: 'utf8' }).split('\t')[0]))

describe('the image', () => {
  test('the image contains no build or test files, and is small without the base [S-67]', () => {
    const held = (path: string) => existsSync(join(root, path))
    for (const path of [
      'sandbox',
      'test',
      'deploy',
      'web/portal',
      'node_modules/vitest',
      'node_modules/vite',
    ])
      assert(!held(path), `${path} is in the image`)
    for (const path of ['web/dist/portal/index.html', 'web/dist/console/index.html', 'db/cell'])
      assert(held(path), `${path} is not in the image`)
    const size = sizeOf(root)
    console.info(`the image without its base: ${size} MiB`)
    assert(size < 120, `${size} MiB`)
  })

  test('the image migrates, starts, is healthy, writes only to /tmp and exits 0 at SIGTERM [S-67]', async () => {
    const mark = join(workspace, 'mark')
    writeFileSync(mark, '')
    assert.match(await exited([...image.entrypoint, 'migrate']), /applied 0001/)
    const service = inImage([...image.entrypoint, 'start'])
    await Promise.race([
      until(() => /^ready /m.test(service.output())),
      service.exited.then((code) => assert.fail(`exit ${code}: ${service.output()}`)),
    ])
    const ready = await fetch(`${url}/readyz`)
    assert.equal(ready.status, 200, await ready.text())
    assert.equal((await fetch(`${url}/portal`)).status, 200)
    await exited(image.healthcheck)
    const resident = Number(
      /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8'))?.[1],
    )
    console.info(`resident memory, idle: ${mebibytes(resident)} MiB`)
    assert(mebibytes(resident) < 300)
    assert.deepEqual(writtenSince(mark), [])
    const stopAt = performance.now()
    service.child.kill('SIGTERM')
    assert.equal(await service.exited, 0, service.output())
    console.info(`stopped within ${Math.round(performance.now() - stopAt)} ms`)
  })

  test('a worker image is healthy through METRICS_PORT, and unhealthy once it has stopped', async () => {
    const port = { METRICS_PORT: String(await freePort()) }
    const worker = inImage([...image.entrypoint, 'start', '--role', 'worker'], port)
    await Promise.race([
      until(() => /^ready /m.test(worker.output())),
      worker.exited.then((code) => assert.fail(`exit ${code}: ${worker.output()}`)),
    ])
    await exited(image.healthcheck, port)
    worker.child.kill('SIGTERM')
    assert.equal(await worker.exited, 0, worker.output())
    assert.equal(await inImage(image.healthcheck, port).exited, 1)
  })

  test('control: files written by the user of the image are detected', async () => {
    const mark = join(workspace, 'second-mark')
    writeFileSync(mark, '')
    await exited(['node', '-e', "require('node:fs').writeFileSync('/tmp/likuta-written-outside', '')"])
    const found = writtenSince(mark)
    rmSync('/tmp/likuta-written-outside')
    assert.deepEqual(found, ['/tmp/likuta-written-outside'])
    const refused = inImage(['node', '-e', "require('node:fs').writeFileSync('server/written', '')"])
    assert.notEqual(await refused.exited, 0)
  })
})

/** Everything on the machine that belongs to the user of the image and is newer than the mark, except in its /tmp. */
function writtenSince(mark: string): string[] {
  const parameters = ['/', '-xdev', '-path', '/proc', '-prune', '-o', '-path', temporary, '-prune', '-o']
  const output = execFileSync('find', [...parameters, '-uid', String(uid), '-newer', mark, '-print'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return output.split('\n').filter(Boolean)
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20))
}
