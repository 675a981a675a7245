import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { openHttp } from '../../platform/http/http.ts'
import { silentLog } from '../../platform/process/log.ts'
import { registerGuides } from './reference.ts'

test('guides that are not built return 503 with the command to run', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'likuta-guides-'))
  const app = openHttp({ log: silentLog, trustedProxies: [] })
  try {
    registerGuides(app, empty)
    const base = await app.listen({ host: '127.0.0.1', port: 0 })
    for (const path of ['/guides', '/guides/en/webhooks']) {
      const response = await fetch(base + path)
      assert.equal(response.status, 503)
      assert.match(await response.text(), /npm run build:web/)
    }
  } finally {
    await app.close()
    rmSync(empty, { recursive: true })
  }
})
