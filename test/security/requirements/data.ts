import { tested } from './requirement.ts'

/** The requirements on stored data. */
export const ofData = [
  tested('S-55', 'A card number sent in the wrong field reaches no log, no response to others and no table, except in texts of the merchant that are returned unchanged.', '14.2.4 16.2.5', 'A merchant can write a card number into its own reference; the columns that return such texts are listed in test/security/canaries.ts.'),
  tested('S-56', 'An error quotes the rejected input shortened, and without anything that looks like a card number or a secret.', '16.5.1 14.2.4'),
  tested('S-57', 'A log line contains only fields from one list: no secret, body, header or query. No caller can forge a line.', '16.2.5 16.4.1'),
  tested('S-58', 'Secrets that must be read back are encrypted with AES-256-GCM for its owner and purpose, under a key that is not in the database; the others are hashed. Keys are rotated while the system runs.', '11.3.2 11.3.3 13.3.1 11.1.1'),
  tested('S-59', 'Passwords are hashed by argon2id, each with its salt; common ones and combinations of known words are refused, all others of 12 to 128 characters are accepted.', '6.2.1 6.2.4 6.2.5 6.2.9 6.2.11 11.4.2 11.4.4', 'The list has 7,500 passwords and words that passwords are built from; hashes have a salt but no key.'),
  tested('S-60', 'Five wrong passwords lock an account for the address that guesses, not for its owner elsewhere; an unknown email is locked alike.', '6.3.1 6.1.1'),
  tested('S-61', 'Access tokens are random, stored as a hash, end by expiry, logout, suspension and a password change.', '7.2.1 7.2.2 7.2.3 7.4.1 7.4.2 7.4.3 7.4.5 6.2.3'),
  tested('S-62', 'Personal data of senders and beneficiaries beyond their names (documents, birth dates, addresses) is encrypted, and no list shows it.', '14.2.4 15.3.1'),
  tested('S-63', 'Lists come in pages of at most 100; an invalid page, filter or search is refused and never becomes SQL.', '2.2.1 1.2.4 15.2.2'),
  tested('S-64', 'SQL is fixed text with parameters, prepared in one module.', '1.2.4'),
] as const // biome-ignore format: a table with one row per line
