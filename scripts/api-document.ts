// The API document and the routes of a sandbox deployment, which has every route.
import { openSystem } from '../server/composition/system.ts'
import { type CompleteSettings, readSettings } from '../server/config/settings.ts'
import type { ListedRoute } from '../server/platform/http/api.ts'
import { silentLog } from '../server/platform/process/log.ts'
import { systemClock } from '../server/platform/time/clock.ts'

/** Builds a system without connections, only to read its routes. */
export async function readRoutes(): Promise<{
  document: string
  routes: ListedRoute[]
  unplaced: string[]
}> {
  const nowhere = 'http://localhost:1'
  const settings = readSettings({
    BASE_URL: nowhere,
    DATABASE_URL: 'postgres://nobody@localhost:1/none',
    MASTER_KEY: Buffer.alloc(32).toString('base64'),
    CARD_GATEWAY_SANDBOX_URL: nowhere,
    CARD_GATEWAY_SANDBOX_MERCHANT_ID: 'none',
    CARD_GATEWAY_SANDBOX_KEY_ID: 'none',
    CARD_GATEWAY_SANDBOX_SHARED_SECRET: 'bm9uZQ==',
    ADMIN_TOKENS: 'nobody:nobody-nobody-nobody',
  })
  const system = openSystem(settings as CompleteSettings, {
    role: 'api',
    clock: systemClock,
    log: silentLog,
  })
  const document = system.app.apiDocument()
  const { listed, unlisted, unplaced } = system.app.described
  await system.close()
  return { document, routes: [...listed, ...unlisted], unplaced }
}
