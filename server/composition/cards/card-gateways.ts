// Opens the card gateways that the settings configure.
import { openCybersource } from '../../adapters/card-gateway/cybersource/adapter.ts'
import type { GatewayFor } from '../../cards/gateway/gateway.ts'
import type { GatewaySettings, Settings } from '../../config/settings.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Clock } from '../../platform/time/clock.ts'

export function openGateways(settings: Settings, needs: { clock: Clock; log: Log }): GatewayFor {
  const open = (gateway: GatewaySettings | undefined) =>
    gateway &&
    openCybersource(
      { ...gateway, baseUrl: gateway.url, timeoutMs: settings.CARD_GATEWAY_TIMEOUT_SECONDS * 1000 },
      needs,
    )
  const gateways = {
    sandbox: open(settings.gateways.sandbox),
    production: open(settings.gateways.production),
  }
  return (environment) => {
    const gateway = gateways[environment]
    if (!gateway) throw new Error(`no card gateway is configured for ${environment}`)
    return gateway
  }
}
