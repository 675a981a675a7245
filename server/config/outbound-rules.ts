// Which networks a deployment may call for its merchants, derived from its settings.
import type { OutboundOptions } from '../platform/network/outbound.ts'
import { isLoopbackHost } from '../platform/network/public-address.ts'
import type { Settings } from './settings.ts'

/**
 * A sandbox that listens on loopback may call its own machine and network, where the developer's server is. A sandbox that
 * others can reach may not, because anyone who signs up could use it to read that private network.
 */
export function outboundOptions({
  production,
  HOST,
  BASE_URL,
}: Pick<Settings, 'production' | 'HOST' | 'BASE_URL'>): OutboundOptions {
  if (production) return { reach: 'public' }
  // guard: loopback-sandbox
  if (isLoopbackHost(HOST)) return { reach: 'private' }
  return { reach: 'open', ...(BASE_URL !== undefined && { ownOrigin: new URL(BASE_URL).origin }) }
}
