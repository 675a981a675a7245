import { tested } from './requirement.ts'

/** People with power. */
export const ofAdmins = [
  tested(
    'S-16',
    'The admin API answers to the right network and the right token, both; the network comes first.',
    '8.2.1 8.3.1 13.4.5',
  ),
  tested(
    'S-17',
    'Who calls is told by the connection. X-Forwarded-For counts only from proxies that are named, from its right end; no other header counts.',
    '4.1.3 15.3.4',
  ),
  tested('S-18', 'No spelling of a path leads around the guard of the admin API.', '1.1.1 4.2.1 8.3.1'),
  tested(
    'S-19',
    'Admin tokens belong to one person each, are in no database, and are at least 32 characters long in production. Money moved by hand needs a second person, but for top-ups of at most 10,000.00 for a wallet within 24 hours; one person with two tokens is one person.',
    '6.3.2 8.2.1 13.2.3',
    "Tokens have no end of their own and are read from the settings as they are; a refund with force is one person's, in the log. See docs/security.md.",
  ),
  tested(
    'S-20',
    'What admins do is in a log that cannot be changed by ordinary means, and in which any change, gap or forgery is found.',
    '16.4.2',
  ),
  tested(
    'S-21',
    'An act of an admin and its line in the log are one transaction; acts without a line are found.',
    '2.3.3 16.2.1',
  ),
] as const
