// The program in a folder like those of real users: a path with a space and an accent, readable only by its owner.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runningServer } from '../../server/platform/database/embedded-postgres.ts'
import { lockDirectory } from '../../server/platform/process/data-directory.ts'
import { readyUrl, runLikuta } from '../support/http/process.ts'

const parent = mkdtempSync(join(tmpdir(), 'likuta-folder-'))
const project = join(parent, 'Projets été', 'paiements #1 100%')

/** Everything that runs. The packages are symbolic links, which Node resolves to their real location. */
beforeAll(() => {
  mkdirSync(project, { recursive: true })
  for (const part of ['package.json', 'db', 'sandbox', 'server', 'web/checkout', 'web/dist', 'scripts/pages'])
    cpSync(part, join(project, part), { recursive: true, filter: (name) => !name.endsWith('.test.ts') })
  symlinkSync(join(process.cwd(), 'node_modules'), join(project, 'node_modules'), 'dir')
  chmodSync(join(parent, 'Projets été'), 0o700)
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

test('npm start runs in a folder with a space, an accent and URL characters in its name', async () => {
  const environment = { PORT: '0', SANDBOX_PORT: '0' }
  const run = runLikuta([], environment, project, (_program, _words, options) =>
    spawn('npm', ['start'], options),
  )
  try {
    const url = await readyUrl(run)
    const link = /^checkout link (\S+)$/m.exec(run.stdout())?.[1] ?? ''
    const pages = await Promise.all(
      [link, `${url}/portal`, `${url}/guides`, `${url}/readyz`].map((page) => fetch(page)),
    )
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  } finally {
    run.child.kill('SIGTERM')
  }
  // The signal to npm reached the program behind it, which stopped everything that it had started.
  assert.equal(await run.exited, 0, run.stderr())
  lockDirectory(join(project, '.likuta'))()
  assert.equal(runningServer(join(project, '.likuta/postgres'), ''), undefined)
})

test('the first npx likuta in a folder runs the command without building the pages', () => {
  const marker = join(project, 'web/dist/marker')
  writeFileSync(marker, '')
  const environment = { ...process.env, npm_config_cache: join(parent, 'npm'), npm_config_offline: 'true' }
  const help = execFileSync('npx', ['likuta', '--help'], { cwd: project, env: environment, encoding: 'utf8' })
  expect(help).toContain('Usage: likuta')
  expect(existsSync(marker)).toBe(true)
})
