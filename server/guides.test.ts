import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { registerGuides } from './guides.ts'
import { openHttp } from './platform/http.ts'
import { silentLog } from './platform/log.ts'

test('where the guides are not built the answer says what to run', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'mosolo-guides-'))
  const app = openHttp({ log: silentLog, trustedProxies: [] })
  try {
    registerGuides(app, empty)
    for (const url of ['/guides', '/guides/en/webhooks']) {
      const { statusCode, body } = await app.inject({ url })
      assert.equal(statusCode, 503)
      assert.match(body, /npm run build:web/)
    }
  } finally {
    await app.close()
    rmSync(empty, { recursive: true })
  }
})
