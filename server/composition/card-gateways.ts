// Opens the card gateways that the settings configure.
import { openCybersource } from '../adapters/cybersource/adapter.ts'
import type { GatewayFor } from '../cards/gateway/gateway.ts'
import type { OrderRules } from '../cards/orders/create-order.ts'
import { type GatewaySettings, outboundOptions, type Settings } from '../config/settings.ts'
import {
  isMetadataUrl,
  isPublicHost,
  isPublicPageUrl,
  isPublicUrl,
} from '../platform/network/public-address.ts'
import type { Log } from '../platform/process/log.ts'
import type { Clock } from '../platform/time/clock.ts'

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

// Defines which URLs a deployment accepts from merchants: for webhooks, and for pages that payers are redirected to.

/** In a sandbox, a merchant's server may be a laptop but not a host of our private network. Production needs public https URLs. */
export function orderRules(settings: Settings): OrderRules {
  const { reach, ownOrigin } = outboundOptions(settings)
  const mayBeCalled = (url: URL) =>
    !isMetadataUrl(url) && (reach === 'private' || url.origin === ownOrigin || isPublicHost(url.hostname))
  return {
    acceptsUrl(url, environment, use) {
      if (!settings.production && environment === 'sandbox') return use === 'page' || mayBeCalled(url)
      return use === 'callback' ? isPublicUrl(url) : isPublicPageUrl(url)
    },
  }
}
