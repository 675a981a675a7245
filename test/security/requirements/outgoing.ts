import { leftTo, tested } from './requirement.ts'

/** Calls to addresses that others gave us. */
export const ofOutgoing = [
  tested('S-33', 'One module calls URLs of merchants, and nothing else opens connections to hosts that users name.', '13.2.4 13.2.5 1.3.6'),
  tested('S-34', 'In production we call https on ports 443 and 8443 of public hosts only, however the address is spelled; when it is given, and again when it is called.', '1.3.6 1.2.2'),
  tested('S-35', 'The address that is really connected to is judged: none of this machine, of private networks, or of special purpose is ever reached.', '1.3.6 13.2.5'),
  tested('S-36', 'A name that leads to a public address once and to a private one later gets nobody in.', '1.3.6'),
  tested('S-37', 'A connection opened under other rules is not used for such calls.', '1.3.6'),
  tested('S-38', 'Redirects are not followed, answers are cut at 16 KiB and 15 seconds, certificates are verified.', '15.3.2 12.3.2'),
  leftTo('operator', 'S-39', 'Processes that call merchants run where they reach neither the metadata of a cloud nor other machines’ administration.', '13.2.5', 'A firewall of the network: deploy/kubernetes/network.yaml is one; other deployments need their own.'),
  tested('S-40', 'A refused address tells nothing of our network: open, closed and silent ports look alike.', '16.5.1'),
  tested('S-41', 'Answers of gateways, operators and rate providers are read as if an enemy wrote them.', '1.5.2 2.2.1 15.3.2'),
] as const // biome-ignore format: a table with one row per line
