import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether an address is one of the networks (CIDR, or single addresses). IPv4 written as IPv6 counts as IPv4. What is no
 * address as addresses are written (a proxy may tell `unknown`, or a port beside it) is in none.
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
