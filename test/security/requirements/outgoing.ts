import { leftTo, tested } from './requirement.ts'

/** The requirements on calls to URLs that others supplied. */
export const ofOutgoing = [
  tested('S-33', 'Only one module calls merchants’ URLs, and nothing else connects to hosts that users supplied.', '13.2.4 13.2.5 1.3.6'),
  tested('S-34', 'In production only https on ports 443 and 8443 of public hosts is called, however the address is spelled. This is checked when the URL is stored and again when it is called.', '1.3.6 1.2.2'),
  tested('S-35', 'The check applies to the IP address that is connected to: loopback, private and special-purpose addresses are never reached.', '1.3.6 13.2.5'),
  tested('S-36', 'DNS rebinding gives no access: a name that resolves to a public address first and a private one later is refused.', '1.3.6'),
  tested('S-37', 'Connections opened under other rules are not reused for such calls.', '1.3.6'),
  tested('S-38', 'Redirects are not followed, responses are cut off at 16 KiB and 15 seconds, certificates are verified.', '15.3.2 12.3.2'),
  leftTo('operator', 'S-39', 'Processes that call merchants run where they cannot reach cloud metadata or the administration of other machines.', '13.2.5', 'This needs a network firewall: deploy/kubernetes/network.yaml is one; other deployments need their own.'),
  tested('S-40', 'A refused address reveals nothing about our network: open, closed and silent ports look alike.', '16.5.1'),
  tested('S-41', 'Replies of gateways, operators and rate providers are treated as untrusted input.', '1.5.2 2.2.1 15.3.2'),
] as const // biome-ignore format: a table with one row per line
