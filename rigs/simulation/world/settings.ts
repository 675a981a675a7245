// The settings of the simulated deployment.
import type { CompleteSettings } from '../../../server/config/settings.ts'
import { readSettings } from '../../../server/config/settings.ts'

const baseUrl = 'http://pay.test'
export const admins = ['amina', 'benoit', 'amina-phone'] as const
export type AdminName = (typeof admins)[number]
/** The setting that admits them; one of them has two tokens. */
export const adminTokens = (tokenOf: (admin: AdminName) => string) =>
  admins.map((admin) => `${admin}@${admin.split('-')[0]}:${tokenOf(admin)}`).join(',')
export const tokenOf = (admin: AdminName) => admin.padEnd(43, '0')

/** @param cells how many cells the process knows. */
export const settingsOf = (cells: number): CompleteSettings => ({ ...settings, CELLS: cells })

// Read once, before any simulation: what is drawn here would be drawn from its chance.
const settings = readSettings({
  PORT: '8080',
  DATABASE_URL: 'postgres://simulated/store',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  BASE_URL: baseUrl,
  // Any URL that is not our simulator's; nothing calls it.
  CARD_GATEWAY_SANDBOX_URL: 'https://apitest.cybersource.com',
  CARD_GATEWAY_SANDBOX_MERCHANT_ID: 'simulated',
  CARD_GATEWAY_SANDBOX_KEY_ID: 'simulated',
  CARD_GATEWAY_SANDBOX_SHARED_SECRET: 'c2ltdWxhdGVk',
  ADMIN_TOKENS: adminTokens(tokenOf),
  RATE_PROVIDER: 'open-exchange-rates',
  RATE_PROVIDER_KEY: 'simulated',
  OPERATORS_SANDBOX: JSON.stringify({
    vodacom: operatorConnection('vodacom'),
    orange: operatorConnection('orange'),
  }),
  CARD_GATEWAY_TIMEOUT_SECONDS: '12',
  OPERATOR_TIMEOUT_SECONDS: '20',
  // The production value, not the shorter one of a sandbox.
  INQUIRY_AFTER_SECONDS: '60',
  INQUIRY_HORIZON_SECONDS: '900',
  OPERATOR_INQUIRY_AFTER_SECONDS: '60',
  OPERATOR_INQUIRY_HORIZON_SECONDS: '900',
  COLLECTION_SECONDS: '120',
  // Some refunds, voids and releases of held transfers wait for a second admin, and all quarantined rates. They expire soon.
  APPROVALS: 'refund:USD=100,refund:CDF=50000,hold:USD=0.50,rates',
  APPROVAL_HOURS: '1',
  // Some payouts wait for an admin, and all have a fee.
  PAYOUT_APPROVAL_FROM: 'USD=15,CDF=20000',
  PAYOUT_FEES: 'wallet:USD=0.25,wallet:CDF=100',
  // Less than a day, so that a simulated day pays to new destinations.
  PAYOUT_DESTINATION_DELAY_SECONDS: '7200',
  // Most payments become available the day after, by the gateway's report, so that a simulated day refunds both pending and
  // available money.
  CARD_SETTLEMENT_DAYS: '2',
  CARD_DISPUTE_FEE: 'USD=15,CDF=40000',
  DISPUTE_REPORT_SECONDS: '1800',
  RATE_LIMIT_PER_SECOND: '99999',
  RATE_LIMIT_BURST: '99999',
  RATE_LIMIT_PAGES_PER_SECOND: '99999',
}) as CompleteSettings

function operatorConnection(operator: string) {
  return {
    protocol: 'gsma',
    url: `https://${operator}.test/v1.2/mm`,
    authentication: { scheme: 'basic', username: 'likuta', password: 'simulated' },
    debitParty: { key: 'walletid', value: 'FLOAT-USD' },
    collections: { creditParty: { key: 'walletid', value: 'COLLECTED' } },
  }
}
