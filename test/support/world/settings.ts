// The settings that tests run with.
import { randomBytes } from 'node:crypto'
import type { Sandbox } from '../../../sandbox/server.ts'
import { simulatedOperators } from '../../../server/adapters/mobile-money/simulated-operators.ts'
import { simulatedRates } from '../../../server/adapters/rate-settings.ts'
import { readSettings, type Settings } from '../../../server/config/settings.ts'
import { testCells } from '../database/database.setup.ts'

export const adminToken = 'test-admin-token-0123456789'

/** Settings without rate limits. */
export const unlimited = {
  RATE_LIMIT_PER_SECOND: '99999',
  RATE_LIMIT_BURST: '99999',
  RATE_LIMIT_PAGES_PER_SECOND: '99999',
  RATE_LIMIT_RECEIPTS_PER_SECOND: '99999',
  RATE_LIMIT_TEST_CALLBACKS_PER_SECOND: '99999',
  RATE_LIMIT_LOGINS_PER_SECOND: '99999',
  RATE_LIMIT_FAILED_LOGINS_PER_MINUTE: '99999',
  RATE_LIMIT_SIGN_UPS_PER_HOUR: '99999',
}

/** The settings of a production deployment without a reachable gateway. */
export const productionSettings = () => ({
  LIKUTA_ENV: 'production',
  BASE_URL: 'https://pay.example',
  ADMIN_TOKENS: `ops:${randomBytes(24).toString('hex')}`,
  WEBHOOK_SPEED: '1',
  CARD_GATEWAY_PRODUCTION_URL: 'https://gateway.example',
  CARD_GATEWAY_PRODUCTION_MERCHANT_ID: 'live',
  CARD_GATEWAY_PRODUCTION_KEY_ID: 'key',
  CARD_GATEWAY_PRODUCTION_SHARED_SECRET: randomBytes(32).toString('base64'),
})

export type OperatorRoutes = Parameters<typeof simulatedOperators>[2]

type Surroundings = {
  port: number
  databaseUrl: string
  sandbox: Pick<Sandbox, 'url' | 'operators'>
  gateway: { merchantId: string; keyId: string; sharedSecret: string }
  operatorSecret: string
  /** Whether the simulated gateway also stands in for the production one. */
  productionGateway: boolean
  routes: OperatorRoutes
}

/** Short waits, no rate limits, and the simulators as upstreams. @param overrides settings by their names. */
export function worldSettings(
  { port, databaseUrl, sandbox, gateway, operatorSecret, productionGateway, routes }: Surroundings,
  overrides: Record<string, string> = {},
): Settings {
  return readSettings({
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    CELLS: String(testCells),
    MASTER_KEY: randomBytes(32).toString('base64'),
    BASE_URL: `http://localhost:${port}`,
    CARD_GATEWAY_SANDBOX_URL: `${sandbox.url}/gateway`,
    CARD_GATEWAY_SANDBOX_MERCHANT_ID: gateway.merchantId,
    CARD_GATEWAY_SANDBOX_KEY_ID: gateway.keyId,
    CARD_GATEWAY_SANDBOX_SHARED_SECRET: gateway.sharedSecret,
    ...(productionGateway && {
      CARD_GATEWAY_PRODUCTION_URL: `${sandbox.url}/gateway`,
      CARD_GATEWAY_PRODUCTION_MERCHANT_ID: gateway.merchantId,
      CARD_GATEWAY_PRODUCTION_KEY_ID: gateway.keyId,
      CARD_GATEWAY_PRODUCTION_SHARED_SECRET: gateway.sharedSecret,
    }),
    CARD_GATEWAY_TIMEOUT_SECONDS: '4',
    INQUIRY_AFTER_SECONDS: '1',
    INQUIRY_HORIZON_SECONDS: '3',
    // Tests of disputes set a shorter time.
    DISPUTE_REPORT_SECONDS: '3600',
    WEBHOOK_SPEED: '50',
    OPERATORS_SANDBOX: JSON.stringify(
      simulatedOperators(
        sandbox.url,
        { secret: operatorSecret, mpesaPublicKey: sandbox.operators.mpesaPublicKey },
        routes,
      ),
    ),
    OPERATOR_TIMEOUT_SECONDS: '4',
    OPERATOR_INQUIRY_AFTER_SECONDS: '1',
    OPERATOR_INQUIRY_HORIZON_SECONDS: '3',
    ...(overrides.LIKUTA_ENV !== 'production' && {
      RATE_PROVIDER: 'open-exchange-rates',
      RATE_PROVIDER_URL: simulatedRates(sandbox.url).url,
      RATE_PROVIDER_KEY: 'sandbox',
    }),
    ADMIN_TOKENS: `amina:${adminToken}`,
    ...unlimited,
    ...overrides,
  })
}
