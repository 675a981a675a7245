// docs/openapi.json: what the routes of a sandbox deployment, which has all there are, tell of themselves.
import { systemClock } from '../server/platform/clock.ts'
import { silentLog } from '../server/platform/log.ts'
import { readSettings } from '../server/settings.ts'
import { type CompleteSettings, openSystem } from '../server/system.ts'

/** Builds a system that talks to nobody and answers nothing, only to ask its routes. */
export async function apiDocument(): Promise<string> {
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
  const text = system.app.apiDocument()
  await system.close()
  return text
}
