import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openHttp } from '../../platform/http/http.ts'
import { silentLog } from '../../platform/process/log.ts'
import { registerPapersPage } from './verify-page.ts'
import { builtInto } from './web-pages.ts'

test('all files of the upload page are under 10 KB as they are transferred', () => {
  const files = readdirSync(join(builtInto, 'papers'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.br'),
  )
  // The page, the script and the style.
  assert.equal(files.length, 3)
  const bytes = files.reduce((sum, name) => sum + readFileSync(join(builtInto, 'papers', name)).length, 0)
  assert.ok(bytes < 10_000, `${bytes} bytes`)
})

test('the upload page may use the camera, is in no index, and reveals its address to nobody', async () => {
  const app = openHttp({ log: silentLog, trustedProxies: [] })
  registerPapersPage(app)
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const { status, headers } = await fetch(`${base}/papers/anything`)
  assert.equal(status, 200)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(
      /default-src 'none'.*connect-src 'self'.*trusted-types 'none'/,
    ),
    'permissions-policy': expect.stringContaining('camera=(self)'),
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  assert.equal((await fetch(`${base}/papers/assets/nothing.js`)).status, 404)
  await app.close()
})
