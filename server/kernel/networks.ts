// Matches IP addresses with networks.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Returns whether an address is in one of the networks (CIDR, or single addresses). IPv4-mapped IPv6 counts as IPv4. A text that is
 * not an address, such as `unknown` or an address with a port from a proxy, is in no network.
 */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return false
  const client = ipaddr.process(address)
  return networks.some((network) => {
    const [base, bits] = ipaddr.isValidCIDR(network)
      ? ipaddr.parseCIDR(network)
      : ([ipaddr.process(network), ipaddr.process(network).kind() === 'ipv4' ? 32 : 128] as const)
    return base.kind() === client.kind() && client.match(base as ipaddr.IPv4 & ipaddr.IPv6, bits)
  })
}
