// Whom a deployment calls for its merchants, by its settings.
import type { OutboundOptions } from '../platform/network/outbound.ts'
import { isLoopbackHost } from '../platform/network/public-address.ts'
import type { Settings } from './settings.ts'

/**
 * A sandbox that only its own machine can reach may call that machine and its network: a developer's server is there. One
 * that listens for others may not, or anybody who signs up would read its private network through it.
 */
export function outboundOptions({
  production,
  HOST,
  BASE_URL,
}: Pick<Settings, 'production' | 'HOST' | 'BASE_URL'>): OutboundOptions {
  if (production) return { reach: 'public' }
  if (isLoopbackHost(HOST)) return { reach: 'private' }
  return { reach: 'open', ...(BASE_URL !== undefined && { ownOrigin: new URL(BASE_URL).origin }) }
}
