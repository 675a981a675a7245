import { tested } from './requirement.ts'

/** The requirements on the platform. */
export const ofPlatform = [
  tested('S-65', 'A request that a proxy might parse differently from us is refused: lengths, codings, hosts, targets, line endings.', '4.2.1'),
  tested('S-66', 'At most 27 packages are needed at run time; all come from a registry through a lock file with hashes; only listed packages may run an install script.', '15.1.2', 'Timely patching is left to releases and to the deploying organisation: docs/security.md.'),
  tested('S-67', 'Images and systemd units run as a user that owns no files, without capabilities, on a read-only filesystem, without secrets and without the repository.', '13.2.2 13.4.1 13.3.2'),
  tested('S-68', 'A process with an uncaught error finishes what it can and exits; a new one replaces it.', '16.5.3 16.3.4', 'The exit is tested with SIGKILL and SIGTERM, not with an uncaught error. Node’s permission model is not used: the systemd units and the network policy in deploy restrict files and connections.'),
  tested('S-69', 'Calls to gateways and operators verify certificates, use TLS 1.2 or newer, and never fall back.', '12.1.1 12.3.1 12.3.2', 'The PostgreSQL connection follows its URL: sslmode=verify-full is left to the deploying organisation.'),
  tested('S-70', 'Statements, lock waits and idle transactions time out after seconds.', '15.2.2'),
  tested('S-71', 'An error response has the shape of its service and contains no stack, SQL, host or version.', '16.5.1 13.4.2'),
  tested('S-72', 'Refused admins, locked sign-ins and refused callbacks are logged with the reason and without secrets.', '16.3.1 16.3.2 16.3.3 16.2.1', 'Refused merchant calls are also in the merchant’s request log, with the reason.'),
] as const // biome-ignore format: a table with one row per line
