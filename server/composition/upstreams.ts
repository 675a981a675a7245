// Everybody the server talks to, each opened from the settings. Whoever runs the server on something else, as the
// simulation does, gives other ones.
import { openOperator } from '../adapters/mobile-money/open.ts'
import { openRateProvider } from '../adapters/rates/open.ts'
import { openDatabase } from '../platform/database/database.ts'
import { openOutbound } from '../platform/network/outbound.ts'
import { openGateways } from './cards/card-gateways.ts'

export type Outside = {
  openDatabase: typeof openDatabase
  openGateways: typeof openGateways
  openOperator: typeof openOperator
  openRateProvider: typeof openRateProvider
  /** For the servers of merchants. */
  openOutbound: typeof openOutbound
}

export const network: Outside = { openDatabase, openGateways, openOperator, openRateProvider, openOutbound }
