// The sample handlers of the guide and of the examples pass the checks that `likuta webhooks certify` sends.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { goSettings } from '../../examples/go-settings.ts'
import { freePort } from '../../server/platform/process/ports.ts'
import { type CheckId, checks } from '../../server/webhooks/certification/checks.ts'
import { checkTexts } from '../../server/webhooks/certification/texts.ts'
import { type MerchantFolder, openMerchantFolder } from '../support/callers/merchant-folder.ts'
import { eventually } from '../support/http/eventually.ts'
import { fencedBlocks, noteOf } from '../support/http/fenced-blocks.ts'
import { runLikuta } from '../support/http/process.ts'
import { assertCertified } from '../support/webhooks/certified.ts'
import { openFaultyHandler } from '../support/webhooks/faulty-handler.ts'

const secret = 'whsec_example'
/** Go compiles its standard library first. */
const timeoutMs = 300_000
let folder: MerchantFolder
let background: ChildProcess | undefined

beforeAll(async () => {
  folder = await openMerchantFolder()
})
afterEach(() => {
  // Including the child processes of `go run`.
  if (background?.pid && background.exitCode === null) process.kill(-background.pid, 'SIGKILL')
  background = undefined
})
afterAll(() => folder.remove())

/** Starts the program, which has to pass the checks. @param cwd where its command runs. */
async function assertPasses(program: string, parameters: string[], cwd: string, port: number) {
  const env = {
    ...process.env,
    ...goSettings,
    PATH: `${process.env.PATH}:/usr/local/go/bin`,
    PORT: String(port),
    LIKUTA_CALLBACK_SECRET: secret,
  }
  background = spawn(program, parameters, { cwd, env, detached: true, stdio: 'ignore' })
  const url = `http://localhost:${port}/webhooks`
  await eventually('the handler', () => fetch(url, { method: 'POST' }).catch(() => undefined), timeoutMs)
  await assertCertified(url, secret)
}

test("the guide's JavaScript handler passes every check", async () => {
  const port = await freePort()
  const blocks = fencedBlocks('docs/guides/en/webhooks.md')
  const { code } = blocks.find((block) => noteOf(block)[1] === 'handler.mjs')!
  writeFileSync(join(folder.path, 'handler.mjs'), code.replace('listen(3000)', `listen(${port})`))
  await assertPasses(process.execPath, ['handler.mjs'], folder.path, port)
})

const examples = resolve('examples')
const isInstalled = (program: string, version: string) =>
  spawnSync(program, [version], { env: { ...process.env, PATH: `${process.env.PATH}:/usr/local/go/bin` } })
    .status === 0

test.skipIf(!isInstalled('php', '--version'))('the PHP example passes every check', async () => {
  const port = await freePort()
  await assertPasses('php', ['-S', `localhost:${port}`, 'php/webhook.php'], examples, port)
})

test.skipIf(!isInstalled('go', 'version'))(
  'the Go example passes every check',
  async () => {
    const port = await freePort()
    await assertPasses('go', ['run', 'go/webhook/webhook.go'], examples, port)
  },
  timeoutMs,
)

test('certify needs no service beside a handler whose secret is in the environment', async () => {
  const faulty = await openFaultyHandler('whsec_elsewhere', 'old_accepted')
  const elsewhere = {
    LIKUTA_CALLBACK_SECRET: 'whsec_elsewhere',
    LIKUTA_DATA_DIR: join(folder.path, 'absent'),
  }
  const made = runLikuta(['webhooks', 'certify', faulty.url], elsewhere)
  try {
    assert.equal(await made.exited, 1, made.stderr())
    assert.match(made.stdout(), /^failed: 22 passed, 2 failed /m)
    assert.equal(existsSync(elsewhere.LIKUTA_DATA_DIR), false)
  } finally {
    await faulty.close()
  }
})

describe.each(['en', 'fr'] as const)('the table of checks in the guide (%s)', (language) => {
  const guide = readFileSync(`docs/guides/${language}/webhooks.md`, 'utf8')

  test('the guide has a row for each check, with the texts of the program', () => {
    const rows = [...guide.matchAll(/^\| `([a-z_0-9]+)` \| (.+) \| (.+) \| (.+) \| (.+) \|$/gm)]
    const ofChecks = rows.filter(([, id]) => checks.some((check) => check.id === id))
    expect(ofChecks.map(([, id]) => id)).toEqual(checks.map(({ id }) => id))
    for (const [, id, sent, , cost, mend] of ofChecks) {
      const texts = checkTexts[language][id as CheckId]
      expect([sent, cost, mend]).toEqual([texts.sent, texts.cost, texts.mend].map(typed))
    }
  })

  /** As documents are typed: the site sets its typography. */
  const typed = (text: string) => text.replaceAll('’', "'").replaceAll(/[\u202f\u00a0]/g, ' ')
})
