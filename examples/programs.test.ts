// Runs the complete PHP and Go programs with each interpreter that is installed: an order is created and paid, and its
// webhook is verified.
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { freePort } from '../server/platform/process/ports.ts'
import { eventually } from '../test/support/http/eventually.ts'
import { openWorld, type World } from '../test/support/world/world.ts'
import { goSettings } from './go-settings.ts'

const folder = import.meta.dirname
const env = { ...process.env, ...goSettings, PATH: `${process.env.PATH}:/usr/local/go/bin` }
/** Go compiles its standard library first. */
const timeoutMs = 300_000

type Program = { file: string; functions: [file: string, start: string]; command: (port: string) => string[] }
type Language = { name: string; version: string[]; order: Program; webhook: Program }

const languages: Language[] = [
  {
    name: 'php',
    version: ['--version'],
    order: {
      file: 'php/order.php',
      functions: ['php/signing.php', '/** Returns the headers'],
      command: () => ['php/order.php'],
    },
    webhook: {
      file: 'php/webhook.php',
      functions: ['php/signing.php', '/** Whether'],
      command: (port) => ['-S', `localhost:${port}`, 'php/webhook.php'],
    },
  },
  {
    name: 'go',
    version: ['version'],
    order: {
      file: 'go/order/order.go',
      functions: ['go/signing.go', '// SignRequest'],
      command: () => ['run', 'go/order/order.go'],
    },
    webhook: {
      file: 'go/webhook/webhook.go',
      functions: ['go/signing.go', 'var webhookSignature'],
      command: () => ['run', 'go/webhook/webhook.go'],
    },
  },
]

let world: World
const background: ChildProcess[] = []
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  // Including the child processes of `go run`.
  for (const { pid, exitCode } of background) if (pid && exitCode === null) process.kill(-pid, 'SIGKILL')
  await world?.close()
})

/** Starts the handler and waits until it listens; returns a function for its output so far. */
async function listening({ name, webhook }: Language, port: string): Promise<() => string> {
  const settings = { ...env, PORT: port, LIKUTA_CALLBACK_SECRET: world.merchant.callback_secret }
  const child = spawn(name, webhook.command(port), { cwd: folder, env: settings, detached: true })
  background.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  await eventually('the handler', () => post(port, {}).catch(() => undefined), timeoutMs)
  return () => output
}

async function post(port: string, headers: Record<string, string>): Promise<number> {
  const body = '{"status":"SUCCESS","transaction_uuid":"forged"}'
  return (await fetch(`http://localhost:${port}/webhooks`, { method: 'POST', headers, body })).status
}

describe.each(languages)('example programs for $name', (language) => {
  const { name, version, order, webhook } = language
  const isThere = spawnSync(name, version, { env }).status === 0

  test('example programs sign and verify with the functions that pass the test vectors', () => {
    for (const { file, functions } of [order, webhook]) {
      const [source, start] = functions
      const code = readFileSync(join(folder, 'signing', source), 'utf8')
      const from = code.slice(code.indexOf(start))
      const whole = from.slice(0, from.indexOf('\n}\n') + 3)
      assert(readFileSync(join(folder, file), 'utf8').includes(whole), `${file} has another ${start}`)
    }
  })

  test('example programs create an order and accept only its authentic webhook', {
    timeout: timeoutMs,
  }, async (context) => {
    if (!isThere) context.skip(`${name} is not installed here`)
    const port = String(await freePort())
    const output = await listening(language, port)
    assert.equal(await post(port, { 'x-service-signature': `t=1795000000,v1=${'0'.repeat(64)}` }), 400)
    const settings = {
      ...env,
      LIKUTA_URL: world.url,
      LIKUTA_API_KEY: world.merchant.api_key,
      LIKUTA_API_SECRET: world.merchant.api_secret,
      CALLBACK_URL: `http://localhost:${port}/webhooks`,
    }
    const { stdout } = await promisify(execFile)(name, order.command(port), { cwd: folder, env: settings })
    await world.payByCalls(stdout.trim())
    await eventually('the webhook', async () => /genuine: [0-9a-f-]{36} PAYMENT SUCCESS/.test(output()))
    // The program prints its line before its response reaches the service.
    await eventually('the delivery is recorded', async () => {
      const { items } = (await world.admin('GET', '/api/v1/admin/deliveries')).body.data
      return (items[0].state ?? items[0].status) === 'DELIVERED'
    })
  })
})
