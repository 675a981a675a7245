import { tested } from './requirement.ts'

/** What it all stands on. */
export const ofPlatform = [
  tested('S-65', 'A request that a proxy might read otherwise than we do is refused: lengths, codings, hosts, targets, line ends.', '4.2.1'),
  tested('S-66', 'At most 25 packages are needed to run; all come from a registry by a lock file with hashes; only those listed may run a script when they are installed.', '15.1.2', 'Patching in time is left to the operator and to releases: docs/security.md.'),
  tested('S-67', 'Images and units run as a user that owns nothing, without capabilities, on a read-only filesystem, without secrets and without the repository.', '13.2.2 13.4.1 13.3.2'),
  tested('S-68', 'A process that meets an error nobody caught finishes what it can and ends; another one takes its place.', '16.5.3 16.3.4', 'Its end is tried by SIGKILL and SIGTERM, not by an error of its own. The permission model of Node is not used: the units and the network policy of deploy bound files and connections.'),
  tested('S-69', 'Calls to gateways and operators verify certificates, at TLS 1.2 or newer, and never fall back.', '12.1.1 12.3.1 12.3.2', 'The connection to PostgreSQL is as its URL says: sslmode=verify-full is left to the operator.'),
  tested('S-70', 'A statement, a lock and an idle transaction end by themselves after seconds.', '15.2.2'),
  tested('S-71', 'An error answer has the shape of its service, and in it no stack, no SQL, no host and no version.', '16.5.1 13.4.2'),
  tested('S-72', 'Refused admins, locked sign-ins and refused callbacks leave a line in the log with the reason and no secret.', '16.3.1 16.3.2 16.3.3 16.2.1', 'Refused calls of merchants are not in the log but in their own list of requests, with the reason.'),
] as const // biome-ignore format: a table with one row per line
