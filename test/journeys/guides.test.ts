// Every block of code in the guides works unchanged: it is run here, in the order of its page, in a folder like
// that of a merchant's developer, against a sandbox started for it. Otherwise the comment before the block says why
// it is not run.
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guideNames } from '../../scripts/guides/guide-texts.ts'
import { Likuta } from '../../sdk/likuta.ts'
import { freePort } from '../../server/platform/process/ports.ts'
import { type MerchantFolder, openMerchantFolder } from '../support/callers/merchant-folder.ts'
import { newDatabaseFolder } from '../support/database/database-folder.ts'
import { eventually } from '../support/http/eventually.ts'
import { type Block, fencedBlocks, noteOf, withoutComments } from '../support/http/fenced-blocks.ts'
import { type Run, readyUrl, runLikuta } from '../support/http/process.ts'
import { send } from '../support/http/send.ts'

const english = (name: string) => `docs/guides/en/${name}.md`
const runnable = ['js', 'sh', 'python']
/** Blocks that test/journeys/python-client.ts and php-client.test.ts run. */
const ofOthers = ['with the Python client', 'with the PHP client']

let directory: string
let environment: Record<string, string>
let system: Run
let url: string
let adminToken: string
let folder: MerchantFolder
const background: ReturnType<typeof spawn>[] = []

beforeAll(async () => {
  directory = newDatabaseFolder('likuta-guides-')
  environment = {
    LIKUTA_DATA_DIR: join(directory, 'data'),
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    RATE_LIMIT_SIGN_UPS_PER_HOUR: '1000',
  }
  system = runLikuta(['start'], environment)
  folder = await openMerchantFolder()
  url = await readyUrl(system)
  adminToken = /^admin token (\S+)$/m.exec(system.stdout())?.[1] as string
})
afterAll(() => {
  // Kills each group, so that programs started by a shell stop too.
  for (const { pid, exitCode } of background) if (pid && exitCode === null) process.kill(-pid, 'SIGKILL')
  system.child.kill('SIGKILL')
  folder.remove()
  rmSync(directory, { recursive: true, force: true })
})

/** A developer at work on one page: a merchant, a folder with the shared file, a port for webhooks. */
type Desk = { path: string; port: number; env: Record<string, string>; likuta: Likuta; secret: string }

async function openDesk(name: string): Promise<Desk> {
  const account = { name: 'Boutique Lac Kivu', email: `${name}@example.com`, password: 'seven boats on Kivu' }
  const made = await new Likuta({ baseUrl: url }).selfService.signUp(account)
  const {
    api_key: apiKey,
    api_secret: apiSecret,
    merchant_code: merchantCode,
    merchant_secret: merchantSecret,
  } = made
  const likuta = new Likuta({ baseUrl: url, apiKey, apiSecret, merchantCode, merchantSecret })
  await likuta.remittance.sandbox.topUp(100)
  const port = await freePort()
  const session = await likuta.selfService.logIn(account)
  const microform_allowed_origins = [`http://localhost:${port}`]
  await session.microform.set({ microform_enabled: true, microform_allowed_origins })
  const path = mkdtempSync(join(directory, `${name}-`))
  for (const file of ['node_modules', 'package.json'])
    cpSync(join(folder.path, file), join(path, file), { recursive: true })
  const env = {
    PATH: `${resolve('node_modules/.bin')}:${process.env.PATH}`,
    HOME: process.env.HOME ?? '',
    LIKUTA_URL: url,
    LIKUTA_API_KEY: apiKey,
    LIKUTA_API_SECRET: apiSecret,
    LIKUTA_MERCHANT_CODE: merchantCode,
    LIKUTA_MERCHANT_SECRET: merchantSecret,
    LIKUTA_CALLBACK_SECRET: made.callback_secret,
    LIKUTA_EMAIL: account.email,
    LIKUTA_PASSWORD: account.password,
    ADMIN_TOKEN: adminToken,
  }
  const desk = { path, port, env, likuta, secret: made.callback_secret }
  for (const block of fencedBlocks(english('quick-start')))
    if (noteOf(block)[1] === 'likuta.mjs') writeFileSync(join(path, 'likuta.mjs'), here(block.code, desk))
  return desk
}

/** Replaces the addresses and names printed in the guide with those of this system. */
function here(code: string, { port, env }: Desk): string {
  return code
    .replaceAll('http://localhost:8080', url)
    .replaceAll('localhost:8090', `localhost:${environment.SANDBOX_PORT}`)
    .replaceAll('localhost:3000', `localhost:${port}`)
    .replaceAll('listen(3000)', `listen(${port})`)
    .replaceAll('LKT-XXXX-XXXX', env.LIKUTA_MERCHANT_CODE as string)
}

/** `curl` fails on a refusal; `npx likuta` is the program in this folder. */
const shell = `set -euo pipefail
curl() { command curl --fail-with-body "$@"; }
npx() { shift; node '${resolve('server/main.js')}' "$@"; }
`

async function run(block: Block, desk: Desk, name: string): Promise<string> {
  const file = join(desk.path, `block-${block.line}.${block.language === 'js' ? 'mjs' : block.language}`)
  const code = here(block.code, desk)
  writeFileSync(file, block.language === 'sh' ? shell + code : code)
  const program = { js: process.execPath, sh: 'bash', python: 'python3' }[block.language] as string
  const options = { cwd: desk.path, env: { ...environment, ...desk.env }, timeout: 240_000 }
  if (noteOf(block)[0] === 'background') {
    await inBackground(
      spawn(program, [file], { ...options, timeout: 0, detached: true }),
      desk,
      noteOf(block)[1],
    )
    return ''
  }
  const { stdout } = await promisify(execFile)(program, [file], options).catch((error) => {
    throw new Error(`${name}:${block.line}: ${error.message}\n${error.stdout}`)
  })
  return stdout
}

/** Waits until the program listens on the webhook port, or until it has printed `text`. */
async function inBackground(child: ReturnType<typeof spawn>, { port }: Desk, text: string): Promise<void> {
  background.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const isListening = () =>
    new Promise<boolean>((complete) => {
      const socket = connect(port, 'localhost', () => complete(true))
      socket.on('error', () => complete(false))
      socket.on('connect', () => socket.destroy())
    })
  await eventually('a program in the background', async () => (text ? output.includes(text) : isListening()))
}

/** `…` matches any text. */
function assertPrinted(expected: string, printed: string): void {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  assert.match(printed.trim(), new RegExp(`^${expected.trim().split('…').map(literal).join('.*')}$`, 's'))
}

/** The fields of a response, and whether each is text, a number or an object. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value
  const entries = Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b)))
}

/** Real responses for the examples that no earlier block produced. */
const examples: Record<string, (desk: Desk) => Promise<unknown>> = {
  'accepted transfer': async (desk) => {
    const body = { ...(await transferOf(desk)), reference: 'INV-2' }
    return (await basic(desk, 'POST', '/api/v1/remittance/inbound', body)).body
  },
  'transfer callback': () =>
    lastCallback(({ event_type, reference }) => event_type === 'REMITTANCE' && reference === 'INV-1'),
  'refund webhook': () => lastCallback(({ event_type }) => event_type === 'REFUND'),
  'card fault': async ({ env }) => {
    const order = JSON.parse(readFileSync('examples/quick-start/order.json', 'utf8'))
    const { currency: _, ...rest } = { ...order, callback_url: 'http://localhost:3000/webhooks' }
    const body = JSON.stringify(rest)
    const timestamp = String(Math.floor(Date.now() / 1000))
    const path = '/api/v1/payment/orders'
    const text = `${timestamp}\nPOST\n${path}\n${body}`
    const signature = createHmac('sha256', env.LIKUTA_API_SECRET as string)
      .update(text)
      .digest('hex')
    const headers = {
      'content-type': 'application/json',
      'x-api-key': env.LIKUTA_API_KEY as string,
      'x-timestamp': timestamp,
      'x-signature': signature,
    }
    return (await send(url, 'POST', path, Buffer.from(body), headers)).body
  },
  'code fault': async (desk) =>
    (await basic(desk, 'POST', '/api/v1/remittance/inbound', { ...(await transferOf(desk)), profession: 7 }))
      .body,
}

async function transferOf(desk: Desk): Promise<Record<string, unknown>> {
  const [block] = fencedBlocks(english('remittance')).filter((each) => noteOf(each)[1] === 'transfer.json')
  return JSON.parse(here(block!.code, desk))
}

function basic({ env }: Desk, method: string, path: string, body: unknown) {
  const pair = `${env.LIKUTA_MERCHANT_CODE}:${env.LIKUTA_MERCHANT_SECRET}`
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`
  const headers = { 'content-type': 'application/json', authorization }
  return send(url, method, path, Buffer.from(JSON.stringify(body)), headers)
}

async function lastCallback(isIt: (body: Record<string, unknown>) => boolean): Promise<unknown> {
  return eventually('a webhook', async () => {
    const { body } = await send(url, 'GET', '/api/v1/test/test-callback/history', Buffer.alloc(0), {})
    return body.data.items.map((item: { body: Record<string, unknown> }) => item.body).find(isIt)
  })
}

/** The preparation that a page needs before its first block. */
const before: Record<string, (desk: Desk) => Promise<void>> = {
  async refunds(desk) {
    const order = JSON.parse(readFileSync('examples/quick-start/order.json', 'utf8'))
    const callback_url = `${url}/api/v1/test/test-callback`
    const { transaction_uuid, links } = await desk.likuta.payments.orders.create({ ...order, callback_url })
    await payByCalls(links)
    const isPayment = (body: Record<string, unknown>) => body.transaction_uuid === transaction_uuid
    await lastCallback(isPayment)
    desk.env.TRANSACTION_UUID = transaction_uuid
  },
}

async function payByCalls(links: string): Promise<void> {
  const post = async (at: string | URL, body: object) => {
    const { pathname, search, origin } = new URL(at)
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    return (await send(origin, 'POST', pathname + search, Buffer.from(JSON.stringify(body)), headers)).body
  }
  const page = (act: string, body = {}) => post(links.replace('?', `/${act}?`), body)
  const { capture_context: jwt, library_url } = await page('session')
  const card = JSON.parse(readFileSync('examples/quick-start/card.json', 'utf8'))
  const { transient_token } = await post(new URL('/sandbox/microform/tokens', library_url), { jwt, ...card })
  const { reference_id } = await page('setup', { transient_token })
  await page('pay', { reference_id, browser: {} })
}

/** Functions that verify webhooks, each with a program that calls it with four of them. */
const askers: Record<string, { program: string[]; ask: string; file?: string }> = {
  'isGenuine.mjs': {
    program: [process.execPath, 'ask.mjs'],
    file: 'ask.mjs',
    ask: `import { isGenuine } from './isGenuine.mjs'
for (const [body, header, secret] of JSON.parse(process.env.CASES)) console.log(isGenuine(body, header, secret))`,
  },
  'genuine.py': {
    program: ['python3', 'genuine.py'],
    ask: `
import json, os
for body, header, secret in json.loads(os.environ["CASES"]):
    print(str(is_genuine(body.encode(), header, secret)).lower())`,
  },
}

const isInstalled = (program: string) => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('a guide', () => {
  test.each(guideNames)(
    '%s: each block does what it says, or says why it is not run',
    async (name) => {
      const desk = await openDesk(name)
      const blocks = fencedBlocks(english(name))
      const page = readFileSync(english(name), 'utf8')
      assert.equal(blocks.length * 2, page.match(/^```/gm)?.length ?? 0, 'each fence is seen')
      for (const block of blocks) {
        const [kind, about] = noteOf(block)
        if (kind !== 'file') continue
        assert(page.includes(about) && page.replace(`<!-- ${block.note} -->`, '').includes(about), about)
        writeFileSync(join(desk.path, about), here(block.code, desk))
      }
      await before[name]?.(desk)
      let printed = ''
      for (const block of blocks) {
        const [kind, about] = noteOf(block)
        const where = `${english(name)}:${block.line}`
        if (kind === 'not run') assert(about.length >= 9, `${where} must say why`)
        else if (kind === 'file' || kind === 'checked as' || ofOthers.includes(kind)) assert(about, where)
        else if (kind === 'same as') assert.equal(block.code, readFileSync(about, 'utf8'), where)
        else if (kind === 'prints' && about) assert(existsSync(about), where)
        else if (kind === 'prints') assertPrinted(block.code, printed)
        else if (kind === 'answer')
          expect(shapeOf(JSON.parse(printed)), where).toEqual(shapeOf(JSON.parse(block.code)))
        else if (kind === 'example')
          expect(shapeOf(await examples[about]!(desk)), where).toEqual(shapeOf(JSON.parse(block.code)))
        else {
          assert(runnable.includes(block.language), `${where}: no runner for this language`)
          printed = await run(block, desk, english(name))
        }
      }
    },
    180_000,
  )

  const checked = guideNames.flatMap((name) =>
    fencedBlocks(english(name)).filter((each) => noteOf(each)[0] === 'checked as'),
  )

  test.for(Object.keys(askers))(
    'the %s example verifies a genuine webhook and no other',
    { timeout: 600_000 },
    async (file, { skip }) => {
      const { program, ask: call, file: runFile } = askers[file]!
      const [block] = checked.filter((each) => noteOf(each)[1] === file)
      assert(block)
      if (!isInstalled(program[0]!)) skip(`${program[0]} is not installed`)
      const path = mkdtempSync(join(directory, 'genuine-'))
      writeFileSync(join(path, file), runFile ? block.code : block.code + call)
      if (runFile) writeFileSync(join(path, runFile), call)
      const [body, secret] = ['{"reference":"INV-é"}', 'whsec_a']
      const signed = (age: number, text = body) => {
        const t = String(Math.floor(Date.now() / 1000) - age)
        return `t=${t},v1=${createHmac('sha256', secret).update(t).update(text).digest('hex')}`
      }
      const cases = [
        [body, signed(0), secret],
        [`${body} `, signed(0), secret],
        [body, signed(0), 'whsec_b'],
        [body, signed(400), secret],
        [body, '', secret],
        [body, signed(0).slice(0, -2), secret],
      ]
      const options = { cwd: path, env: { ...process.env, CASES: JSON.stringify(cases) } }
      const { stdout } = await promisify(execFile)(program[0]!, program.slice(1), options)
      assert.deepEqual(stdout.trim().split('\n'), ['true', 'false', 'false', 'false', 'false', 'false'])
    },
  )

  test('each webhook verification function of the guides is checked here', () => {
    assert.deepEqual(checked.map((each) => noteOf(each)[1]).toSorted(), Object.keys(askers).toSorted())
  })
})

describe('the French guides', () => {
  const names = (language: string) => readdirSync(`docs/guides/${language}`).toSorted()

  test('the French guides match the English ones, and the page order lists all of them', () => {
    assert.deepEqual(names('fr'), names('en'))
    assert.deepEqual(names('en'), ['README', ...guideNames].map((name) => `${name}.md`).toSorted())
  })

  test.each(guideNames)(
    '%s has the same code blocks in French; only comments and pictures differ',
    (name) => {
      const facts = (language: string) =>
        fencedBlocks(`docs/guides/${language}/${name}.md`).map((block) => {
          const [kind, about] = noteOf(block)
          const isPicture = about === 'a picture' || about === 'un dessin'
          const note = kind === 'not run' ? kind : block.note
          return [note, block.language, isPicture ? '' : withoutComments(block)]
        })
      assert.deepEqual(facts('fr'), facts('en'))
    },
  )

  test.each(guideNames)('%s has as many headings and table rows in French as in English', (name) => {
    const count = (language: string, pattern: RegExp) =>
      readFileSync(`docs/guides/${language}/${name}.md`, 'utf8').match(pattern)?.length ?? 0
    for (const pattern of [/^#+ /gm, /^\|/gm]) assert.equal(count('fr', pattern), count('en', pattern))
  })
})
