import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { SupportContact } from '../../config/message-settings.ts'
import { openHttp } from '../../platform/http/http.ts'
import { silentLog } from '../../platform/process/log.ts'
import { registerWebAssets } from './web-pages.ts'

const page = '<!doctype html><title>portal</title>'
const withMarker = '<!doctype html><!--support--><title>portal</title>'
const script = 'console.log("a script")'
let built: string
let empty: string

beforeAll(() => {
  built = mkdtempSync(join(tmpdir(), 'likuta-web-'))
  empty = mkdtempSync(join(tmpdir(), 'likuta-web-'))
  for (const app of ['portal', 'console']) {
    mkdirSync(join(built, app, 'assets'), { recursive: true })
    write(join(built, app, 'index.html'), page)
    write(join(built, app, 'assets', 'index-a1b2c3.js'), script)
  }
})
afterAll(() => {
  for (const directory of [built, empty]) rmSync(directory, { recursive: true })
})

function write(file: string, text: string): void {
  writeFileSync(file, text)
  writeFileSync(`${file}.br`, brotliCompressSync(text))
  writeFileSync(`${file}.gz`, gzipSync(text))
}

type Reply = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string }

async function send(
  path: string,
  {
    from = '127.0.0.1',
    directory = built,
    headers = {},
    support = undefined as SupportContact[] | undefined,
  } = {},
): Promise<Reply> {
  const app = openHttp({ log: silentLog, trustedProxies: ['127.0.0.1'] })
  const adminAccess = { tokens: [], networks: ['127.0.0.0/8'], log: silentLog }
  registerWebAssets(app, { adminAccess, support }, directory)
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = new URL(base)
  const options = { port, path, agent: false, headers: { 'x-forwarded-for': from, ...headers } }
  try {
    return await new Promise((resolve, reject) => {
      get(options, async (response) => {
        const bytes = Buffer.concat(await response.toArray())
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, bytes, text: bytes.toString() })
      }).on('error', reject)
    })
  } finally {
    await app.close()
  }
}

describe('the portal and console pages', () => {
  test('pages come with a policy that allows no inline script, style or other origin [S-42]', async () => {
    for (const url of ['/portal', '/portal/payments/LKT-1', '/console']) {
      const { status, headers, text } = await send(url)
      assert.equal(status, 200)
      assert.equal(text, page)
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['x-frame-options'], 'DENY')
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /)
      assert.doesNotMatch(policy, /unsafe|\*|https?:/)
    }
  })

  test('an app responds with 404 to addresses that its build does not list', async () => {
    const listed = ['/portal', '/portal/payments/:id', '/portal/holds/:id?', '/portal/links/new']
    writeFileSync(join(built, 'portal', 'paths.json'), JSON.stringify(listed))
    try {
      for (const url of [
        '/portal',
        '/portal/',
        '/portal/payments/1?tab=x',
        '/portal/holds',
        '/portal/holds/1',
      ])
        assert.equal((await send(url)).status, 200, url)
      for (const url of ['/portal/payments', '/portal/payments/1/2', '/portal/link', '/portal/holds/1/2'])
        assert.equal((await send(url)).status, 404, url)
    } finally {
      rmSync(join(built, 'portal', 'paths.json'))
    }
  })

  test('hashed files are cached for a year and compressed as the client accepts', async () => {
    const url = '/portal/assets/index-a1b2c3.js'
    const plain = await send(url)
    assert.equal(plain.text, script)
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8')
    const gzip = await send(url, { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(gzip.headers['content-encoding'], 'gzip')
    assert.equal(gunzipSync(gzip.bytes).toString(), script)
    const brotli = await send(url, { headers: { 'accept-encoding': 'gzip, deflate, br' } })
    assert.equal(brotli.headers['content-encoding'], 'br')
    assert.equal(brotli.headers.vary, 'accept-encoding')
  })

  test('only built files are served', async () => {
    for (const name of ['none.js', '..%2findex.html', '%2e%2e%2findex.html', 'index-a1b2c3.js.br'])
      assert.equal((await send(`/portal/assets/${name}`)).status, 404, name)
  })

  test('the console and its files are served to the admin networks only [S-16]', async () => {
    for (const url of ['/console', '/console/anything', '/console/assets/index-a1b2c3.js'])
      assert.equal((await send(url, { from: '203.0.113.9' })).status, 403, url)
    assert.equal((await send('/portal', { from: '203.0.113.9' })).status, 200)
  })

  test('pages that are not built return 503 with the command to run', async () => {
    const { status, text } = await send('/portal', { directory: empty })
    assert.equal(status, 503)
    assert.match(text, /npm run build:web/)
  })
})

describe('the contacts of the team that runs the service', () => {
  let marked: string
  beforeAll(() => {
    marked = mkdtempSync(join(tmpdir(), 'likuta-web-'))
    for (const app of ['portal', 'console']) {
      mkdirSync(join(marked, app))
      write(join(marked, app, 'index.html'), withMarker)
    }
  })
  afterAll(() => rmSync(marked, { recursive: true }))

  test('the portal carries the support contacts, escaped, and the console does not', async () => {
    const support: SupportContact[] = [{ channel: 'email', href: 'mailto:a&b@c.cd', text: 'a"b' }]
    const portal = await send('/portal', { directory: marked, support })
    assert.equal(
      portal.text,
      '<!doctype html><meta name="support" content="[{&quot;channel&quot;:&quot;email&quot;,&quot;href&quot;:&quot;mailto:a&amp;b@c.cd&quot;,&quot;text&quot;:&quot;a\\&quot;b&quot;}]"><title>portal</title>',
    )
    const console = await send('/console', { directory: marked, support })
    assert.equal(console.text, withMarker)
  })

  test('a portal without support contacts carries no trace of them', async () => {
    assert.equal((await send('/portal', { directory: marked })).text, page)
  })
})
