// The example shop with likuta.js, in Node or PHP, and a payer in a browser on its page.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { freePort } from '../../../server/platform/process/ports.ts'
import { openMerchantFolder } from '../callers/merchant-folder.ts'
import { eventually } from '../http/eventually.ts'
import type { World } from '../world/world.ts'
import type { Sent } from './browser.ts'

const example = 'examples/likuta-js'

export type Shop = {
  url: string
  merchant: Credentials
  output(): string
  close(): Promise<void>
}

/** Starts the example with a merchant of its own. @param forgets it does not record what its webhooks say was paid */
export async function openShop(world: World, language: 'node' | 'php', forgets = false): Promise<Shop> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const merchant = await world.register({ microformOrigins: [url] })
  const folder = await openMerchantFolder()
  for (const name of readdirSync(example).filter((name) => /\.(mjs|html|css|js)$/.test(name)))
    cpSync(join(example, name), join(folder.path, name))
  if (forgets) forget(join(folder.path, 'server.mjs'))
  const command =
    language === 'node'
      ? [process.execPath, 'server.mjs']
      : ['php', '-S', `localhost:${port}`, resolve(example, 'server.php')]
  const child = spawn(command[0]!, command.slice(1), {
    cwd: folder.path,
    env: {
      PATH: process.env.PATH,
      PORT: port,
      SHOP_URL: url,
      LIKUTA_URL: world.url,
      LIKUTA_API_KEY: merchant.api_key,
      LIKUTA_API_SECRET: merchant.api_secret,
      LIKUTA_CALLBACK_SECRET: merchant.callback_secret,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  await eventually('the shop responds', () => fetch(url).catch(() => undefined))
  return {
    url,
    merchant,
    output: () => output,
    async close() {
      await stopped(child)
      folder.remove()
    },
  }
}

function forget(path: string): void {
  const text = readFileSync(path, 'utf8')
  const changed = text.replace("if (data.status === 'SUCCESS') paid.add(data.reference)", '')
  assert.notEqual(changed, text)
  writeFileSync(path, changed)
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill()
  await once(child, 'exit')
}

export type Payer = {
  context: BrowserContext
  page: Page
  sent: Sent[]
  complaints: string[]
  open(): Promise<void>
  typeNumber(number: string): Promise<void>
  typeCode(): Promise<void>
  typeExpiry(): Promise<void>
  type(number: string): Promise<void>
  press(): Promise<void>
  /** The field's content, as the payer sees it. */
  shown(): Promise<string[]>
  confirm(): Promise<void>
  notice(text: RegExp): Promise<void>
}

/** A payer of an order, whose page has a clock that tests move. */
export async function newPayer(browser: Browser, shop: Shop, order: string): Promise<Payer> {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.clock.install()
  const sent: Sent[] = []
  const complaints: string[] = []
  page.on('request', (request) =>
    sent.push({ url: request.url(), method: request.method(), body: request.postData() ?? '' }),
  )
  page.on('pageerror', (error) => complaints.push(error.message))
  const number = () => page.frameLocator('#number iframe').getByLabel('Card number')
  const code = () => page.frameLocator('#code iframe').getByLabel('Security code')
  const payer: Payer = {
    ...{ context, page, sent, complaints },
    async open() {
      await page.goto(`${shop.url}/?order=${order}`)
      await page.locator('button:enabled', { hasText: 'Pay 25.50 USD' }).waitFor()
    },
    typeNumber: (digits) => number().fill(digits),
    typeCode: () => code().fill('123'),
    typeExpiry: () => page.getByLabel('Expiry date').fill('12/30'),
    async type(digits) {
      await payer.typeNumber(digits)
      await payer.typeExpiry()
      await payer.typeCode()
    },
    press: () => page.getByRole('button', { name: /^Pay/ }).click(),
    shown: async () => [await number().inputValue(), await code().inputValue()],
    async confirm() {
      const bank = page.frameLocator('dialog iframe')
      await bank.getByLabel('Code').fill('1234')
      await bank.getByRole('button', { name: 'Confirm' }).click()
    },
    notice: (text) => page.locator('#notice', { hasText: text }).waitFor(),
  }
  return payer
}

type Movable = Pick<World, 'admin'>

/** Moves the clocks of the service, the gateway and the browser. */
export async function waitFor(world: Movable, { page }: Payer, seconds: number): Promise<void> {
  const response = await world.admin('POST', '/api/v1/admin/sandbox/clock', { forward: seconds })
  if (response.status !== 200) throw new Error(`the clock did not move: ${response.text}`)
  await page.clock.fastForward(seconds * 1000)
}
