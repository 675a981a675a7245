// A card gateway that cannot be reached.

import type { GatewayFor } from '../../../server/cards/gateway/gateway.ts'
import { openGateways } from '../../../server/composition/card-gateways.ts'
import type { GatewaySettings } from '../../../server/config/settings.ts'
import type { World } from './world.ts'

/** The card gateway at an address without a listener: calls to it never leave this machine. */
export function unreachableGateway({ system: { settings, log }, clock }: World): GatewayFor {
  const sandbox = { ...(settings.gateways.sandbox as GatewaySettings), url: 'http://127.0.0.1:1' }
  return openGateways({ ...settings, gateways: { sandbox } }, { clock, log })
}
