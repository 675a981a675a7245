import ipaddr from 'ipaddr.js'

/** Whether an address is one of the networks (CIDR, or single addresses). IPv4 written as IPv6 counts as IPv4. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const client = ipaddr.process(address)
  return networks.some((network) => {
    const [base, bits] = ipaddr.isValidCIDR(network)
      ? ipaddr.parseCIDR(network)
      : ([ipaddr.process(network), ipaddr.process(network).kind() === 'ipv4' ? 32 : 128] as const)
    return base.kind() === client.kind() && client.match(base as ipaddr.IPv4 & ipaddr.IPv6, bits)
  })
}
