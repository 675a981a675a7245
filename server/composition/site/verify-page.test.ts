import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openHttp } from '../../platform/http/http.ts'
import { silentLog } from '../../platform/process/log.ts'
import { registerVerifyPage } from './verify-page.ts'
import { builtInto } from './web-pages.ts'

const directory = join(builtInto, 'verify')

test('all files of the page, with icons and both manifests, are under 30 KB as they are transferred', () => {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(br|png)$/.test(name),
  )
  // The page, the worker, two manifests, two icons, the script, the style and the library for older browsers.
  assert.equal(files.length, 9)
  const bytes = files.reduce((sum, name) => sum + readFileSync(join(directory, name)).length, 0)
  assert.ok(bytes < 30_000, `${bytes} bytes`)
})

test('the worker keeps every file that the page can load', () => {
  const worker = brotliDecompressSync(readFileSync(join(directory, 'sw.js.br'))).toString()
  for (const name of readdirSync(join(directory, 'assets')).filter((file) => /\.(js|css)$/.test(file)))
    assert.ok(worker.includes(`/verify/assets/${name}`), name)
})

test('this page may use the camera, and its worker may serve /verify', async () => {
  const app = openHttp({ log: silentLog, trustedProxies: [] })
  registerVerifyPage(app)
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const read = (path: string) => fetch(base + path)
  const { headers } = await read('/verify')
  expect(headers.get('permissions-policy')).toContain('camera=(self)')
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*trusted-types verify-worker/)
  expect((await read('/verify/sw.js')).headers.get('service-worker-allowed')).toBe('/verify')
  const manifest = await (await read('/verify/fr.webmanifest')).json()
  expect(manifest).toMatchObject({ start_url: '/verify', lang: 'fr' })
  expect((await read('/verify/icon-192.png')).headers.get('content-type')).toBe('image/png')
  assert.equal((await read('/verify/index.html')).status, 404)
  await app.close()
})
