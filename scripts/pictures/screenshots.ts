// npm run screenshots: starts the product in a temporary directory and takes the screenshots shown in README.md.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser } from 'playwright-core'
import { freePort } from '../../server/platform/process/ports.ts'
import { launchBrowser } from '../../test/support/browser/browser.ts'

const program = 'server/main.js'
const directory = mkdtempSync(join(tmpdir(), 'likuta-screenshots-'))
const [port, sandboxPort] = [await freePort(), await freePort()]
const environment = {
  ...process.env,
  PORT: String(port),
  SANDBOX_PORT: String(sandboxPort),
  LIKUTA_DATA_DIR: directory,
}
const origin = `http://localhost:${port}`

/** Resolves with the checkout link, which `likuta start` prints last on its first run. */
async function checkoutLink(server: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: server.stdout! })) {
    const link = /^checkout link (\S+)$/.exec(line)?.[1]
    if (link) return link
  }
  throw new Error('the product exited before it was ready')
}

/** Makes payments, a refund, a void and a transfer, so that the portal has data to show. */
async function makePayments(): Promise<void> {
  const demo = spawn(process.execPath, [program, 'demo'], { env: environment, stdio: 'ignore' })
  const [code] = await once(demo, 'exit')
  if (code !== 0) throw new Error(`likuta demo exited with ${code}`)
}

async function pictureOfCheckout(browser: Browser, link: string): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 390, height: 760 },
    deviceScaleFactor: 2,
    locale: 'en-GB',
  })
  await page.goto(link)
  await page.getByRole('button', { name: /^Pay/ }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: 'docs/images/checkout.png' })
  await page.close()
}

async function pictureOfPortal(browser: Browser): Promise<void> {
  const { email, password } = JSON.parse(readFileSync(join(directory, 'demo-merchant.json'), 'utf8'))
  const page = await browser.newPage({
    viewport: { width: 1180, height: 760 },
    deviceScaleFactor: 1.5,
    locale: 'en-GB',
  })
  await page.goto(`${origin}/portal`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // The portal keeps a stream of updates open, so the network is never idle.
  await page.getByRole('heading', { name: 'Latest transfers' }).waitFor()
  await page.screenshot({ path: 'docs/images/portal.png' })
  await page.close()
}

const server = spawn(process.execPath, [program, 'start'], {
  env: environment,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await launchBrowser()
try {
  const link = await checkoutLink(server)
  server.stdout?.resume()
  mkdirSync('docs/images', { recursive: true })
  await pictureOfCheckout(browser, link)
  await makePayments()
  await pictureOfPortal(browser)
} finally {
  await browser.close()
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
  rmSync(directory, { recursive: true, force: true })
}
