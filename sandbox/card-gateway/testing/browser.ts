// A real browser and a shop on another origin, whose page embeds the library and a frame for challenges.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as driver, type Page } from 'playwright-core'
import { chromePath } from '../../../test/support/browser/chrome.ts'
import { openWorld, type World } from './testing.ts'

export type Shopfront = {
  world: World
  browser: Browser
  url: string
  /** Forms posted back to the shop. */
  posts: { path: string; form: URLSearchParams }[]
  newPage(locale?: string): Promise<Page>
  close(): Promise<void>
}

// The package's default arguments disable the browser protections that these tests rely on, so they are removed.
const unsafe = /single-process|web-security|site-isolation|insecure-content/

export async function openShopfront(): Promise<Shopfront> {
  const world = await openWorld()
  const args = chromium.args.filter((argument) => !unsafe.test(argument))
  const browser = await driver.launch({
    executablePath: await chromePath(),
    args,
    headless: true,
  })
  const posts: Shopfront['posts'] = []
  const server = createServer((request, response) => serveMerchant(posts, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    world,
    browser,
    posts,
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async newPage(locale = 'fr-FR') {
      const page = await browser.newPage({ locale, viewport: { width: 360, height: 740 } })
      page.setDefaultTimeout(10_000)
      return page
    },
    async close() {
      await browser.close()
      server.closeAllConnections()
      server.close()
      await world.sandbox.close()
    },
  }
}

export async function postInFrame(page: Page, url: string, fields: Record<string, string>): Promise<void> {
  await page.evaluate(`{
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '${url}', target: 'frame' })
    for (const [name, value] of Object.entries(${JSON.stringify(fields)})) form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
    document.body.append(form)
    form.submit()
  }`)
}

const merchantPage = `<!doctype html><html lang="en"><title>Shop</title><style>.field{height:40px}</style>
<div id="number" class="field"></div><div id="code" class="field"></div><button>after</button>
<iframe name="frame" width="380" height="600"></iframe>
<script>
const events = []
const dataPosts = []
addEventListener('message', (message) => { if (typeof message.data === 'string') dataPosts.push(message.data) })
function start(context) {
  const { clientLibrary, clientLibraryIntegrity } = JSON.parse(atob(context.split('.')[1].replace(/-/g, '+').replace(/_/g, '/'))).ctx[0].data
  const script = Object.assign(document.createElement('script'), { src: clientLibrary, integrity: clientLibraryIntegrity, crossOrigin: 'anonymous' })
  return new Promise((resolve, reject) => { script.onload = resolve; script.onerror = reject; document.head.append(script) })
}
function show(context) {
  const flex = new Flex(context)
  window.microform = flex.microform('card', { styles: { input: { color: 'rgb(1, 2, 3)', border: '9px solid red' } } })
  window.number = microform.createField('number', { 'aria-label': 'Numéro de carte', placeholder: '1234' })
  window.code = microform.createField('securityCode', { 'aria-label': 'Cryptogramme' })
  for (const [name, field] of Object.entries({ number, code })) {
    for (const event of ['load', 'change', 'focus', 'blur', 'error', 'inputSubmitRequest', 'update']) {
      field.on(event, (data) => events.push({ name, event, data }))
    }
  }
  number.load('#number')
  code.load(document.getElementById('code'))
}
function token(options) {
  return new Promise((resolve) => microform.createToken(options, (error, token) =>
    resolve(error ? { reason: error.reason, name: error.name, details: error.details } : { token })))
}
</script>`

function serveMerchant(posts: Shopfront['posts'], request: IncomingMessage, response: ServerResponse): void {
  let text = ''
  request.on('data', (data) => {
    text += data
  })
  request.on('end', () => {
    if (request.method === 'POST') posts.push({ path: request.url ?? '', form: new URLSearchParams(text) })
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(request.method === 'POST' ? '<h1>Back in the shop</h1>' : merchantPage)
  })
}
