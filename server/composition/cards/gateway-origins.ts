// Where the configured card gateways serve their pages, and whether they are simulated.
import type { GatewaySettings, Settings } from '../../config/settings.ts'

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
