// Opens the card gateways that the settings configure, and returns the origins that their pages use.
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

export function isCybersource(hostname: string): boolean {
  return /(^|\.)cybersource\.com$/.test(hostname)
}

/** Cybersource serves card fields and challenges from separate hosts; the simulator serves both from its own origin. */
export function gatewayOrigins(gateway: GatewaySettings | undefined): {
  gatewayOrigin: string
  challengeOrigin: string
} {
  if (gateway === undefined) return { gatewayOrigin: '', challengeOrigin: '' }
  const { origin, hostname } = new URL(gateway.url)
  if (hostname === 'apitest.cybersource.com') {
    return {
      gatewayOrigin: 'https://testflex.cybersource.com',
      challengeOrigin: 'https://centinelapistag.cardinalcommerce.com',
    }
  }
  if (isCybersource(hostname)) {
    return {
      gatewayOrigin: 'https://flex.cybersource.com',
      challengeOrigin: 'https://centinelapi.cardinalcommerce.com',
    }
  }
  return { gatewayOrigin: origin, challengeOrigin: origin }
}

/** Returns the simulators' URL; undefined if the gateway is real, because a real gateway's clock cannot be moved. */
export function simulatorsOf({ production, gateways }: Settings): string | undefined {
  const url = gateways.sandbox && new URL(gateways.sandbox.url)
  return production || !url || isCybersource(url.hostname) ? undefined : url.origin
}
