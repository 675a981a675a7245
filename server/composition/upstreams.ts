// The connections that the server opens to the outside. The simulation passes replacements for them.
import { openChannels } from '../adapters/messages/open.ts'
import { openOperator } from '../adapters/mobile-money/open.ts'
import { openRateProvider } from '../adapters/rates.ts'
import type { Settings } from '../config/settings.ts'
import { openDatabase } from '../platform/database/database.ts'
import { openOutbound } from '../platform/network/outbound.ts'
import { openGateways, simulatorsOf } from './card-gateways.ts'

export type Outside = {
  openDatabase: typeof openDatabase
  openGateways: typeof openGateways
  openOperator: typeof openOperator
  openRateProvider: typeof openRateProvider
  /** For webhooks to merchants' servers. */
  openOutbound: typeof openOutbound
  /** For messages to people. */
  openChannels: typeof openChannels
}

export const network: Outside = {
  openDatabase,
  openGateways,
  openOperator,
  openRateProvider,
  openOutbound,
  openChannels,
}

/** Where the messages of the sandbox are shown; null if nothing is simulated. */
export function testInboxOf(settings: Settings): string | null {
  const origin = simulatorsOf(settings)
  return origin === undefined ? null : `${origin}/inbox`
}
