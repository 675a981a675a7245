// Decides which public addresses and URLs a merchant may use. The lists follow the IANA special-purpose registries; URLs
// are judged in parsed form, in which `0x7f.1` and `2130706433` have become 127.0.0.1.
import ipaddr from 'ipaddr.js'

const refusedNetworks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16'],
  ...['3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
].map((network) => ipaddr.parseCIDR(network))

/**
 * Where cloud machines read their own credentials, as far as the special-purpose lists do not cover it: Azure's address is
 * public, and the IPv6 ones of AWS and Google look private; NAT64 addresses stand for any IPv4 address. No user may make us call
 * these, in any deployment.
 */
const metadataNetworks = [
  '169.254.0.0/16',
  '100.100.100.200/32',
  '192.0.0.192/32',
  '168.63.129.16/32',
  'fe80::/10',
  'fd00:ec2::/32',
  'fd20:ce::/32',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
].map((network) => ipaddr.parseCIDR(network))
const metadataName =
  /^(metadata\.google\.internal|metadata\.goog|metadata|instance-data(\.ec2\.internal)?|metadata\.azure\.internal|metadata\.tencentyun\.com)\.?$/

type Address = ipaddr.IPv4 | ipaddr.IPv6

const isIn = (networks: typeof metadataNetworks, address: Address) =>
  networks.some((network) => address.kind() === network[0].kind() && address.match(network))

/** An address has a colon, or its last part begins with a digit. */
const maybeAddress = /:|(^|\.)\d[^.]*$/

/**
 * Parses an address once; an IPv4 address mapped into IPv6 becomes itself. The library rejects a host name by throwing
 * inside, which cost an eighth of an order, so texts that cannot be addresses are not given to it.
 */
export function parseAddress(text: string): Address | undefined {
  // guard: address-texts
  return maybeAddress.test(text) && ipaddr.isValid(text) ? ipaddr.process(text) : undefined
}

/** Whether this is a cloud metadata address; an IPv4 address mapped into IPv6 counts as itself. */
export function isMetadataAddress(address: string): boolean {
  const parsed = parseAddress(address)
  return parsed !== undefined && isIn(metadataNetworks, parsed)
}

/** The same for the host of a URL, by name or address. */
export function isMetadataUrl({ hostname }: Pick<URL, 'hostname'>): boolean {
  const literal = literalAddress(hostname)
  return literal === undefined ? metadataName.test(hostname) : isMetadataAddress(literal)
}

/** Whether this is a public internet address; an IPv4 address mapped into IPv6 counts as itself. */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address)
  if (parsed === undefined) return false
  // guard: special-networks
  return parsed.range() === 'unicast' && !isIn(refusedNetworks, parsed) && !isIn(metadataNetworks, parsed)
}

/** Whether this address is on this machine or a private network, where a developer's server runs. */
export function isHomeAddress(address: string): boolean {
  const parsed = parseAddress(address)
  if (parsed === undefined) return false
  // guard: metadata-address
  return !isMetadataAddress(address) && ['loopback', 'private', 'uniqueLocal'].includes(parsed.range())
}

/** Whether a server listening on this host can be reached from this machine only. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || parseAddress(host)?.range() === 'loopback'
}

const innerName = /(^|\.)(localhost|local|internal|onion)$/

/** Whether a merchant may give this URL for our calls; it is checked again at every use. */
export function isPublicUrl(url: URL): boolean {
  // guard: public-ports
  return isPublicPageUrl(url) && ['', '443', '8443'].includes(url.port)
}

/** Whether we may redirect a payer's browser there: as for our calls, but on any port. */
export function isPublicPageUrl({ protocol, username, password, hostname }: URL): boolean {
  return protocol === 'https:' && username === '' && password === '' && isPublicHost(hostname)
}

export function isPublicHost(hostname: string): boolean {
  const literal = literalAddress(hostname)
  if (literal !== undefined) return isPublicAddress(literal)
  const name = hostname.replace(/\.$/, '')
  return name.includes('.') && !name.split('.').includes('') && !innerName.test(name)
}

/** The IP address if the URL's host is one, without the brackets of IPv6. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return parseAddress(bare) === undefined ? undefined : bare
}
