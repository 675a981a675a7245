import { tested } from './requirement.ts'

/** The requirements on admins. */
export const ofAdmins = [
  tested(
    'S-16',
    'The admin API requires the right network and the right token; the network is checked first.',
    '8.2.1 8.3.1 13.4.5',
  ),
  tested(
    'S-17',
    'The connection determines the caller’s address. X-Forwarded-For counts only from the configured proxies, read from its right end; no other header counts.',
    '4.1.3 15.3.4',
  ),
  tested('S-18', 'No spelling of a path bypasses the guard of the admin API.', '1.1.1 4.2.1 8.3.1'),
  tested(
    'S-19',
    'Each admin token belongs to one person, is stored in no database, and has at least 32 characters in production. A manual movement of money needs approval by a second person, except for top-ups of up to 10,000.00 per wallet within 24 hours; two tokens of one person count as one person.',
    '6.3.2 8.2.1 13.2.3',
    'Tokens do not expire and are read from the settings in plain text; a forced refund needs one person and is in the audit log. See docs/security.md.',
  ),
  tested(
    'S-20',
    'Actions of admins are in an append-only audit log, in which any change, gap or forgery is detected.',
    '16.4.2',
  ),
  tested(
    'S-21',
    'An admin action and its audit log entry are one transaction; actions without an entry are detected.',
    '2.3.3 16.2.1',
  ),
] as const
