// The connections that the server opens to the outside. The simulation passes replacements for them.
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
  /** For webhooks to merchants' servers. */
  openOutbound: typeof openOutbound
}

export const network: Outside = { openDatabase, openGateways, openOperator, openRateProvider, openOutbound }
