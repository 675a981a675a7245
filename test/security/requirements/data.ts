import { tested } from './requirement.ts'

/** What is kept, and what is not. */
export const ofData = [
  tested('S-55', 'A card number sent where it does not belong is in no log, no answer of ours to others and no table, but in texts of the merchant that are given back as they came.', '14.2.4 16.2.5', 'A merchant can write a card number into its own reference; the columns that give such texts back are listed in test/security/canaries.ts.'),
  tested('S-56', 'A fault is told with what was sent, cut short, without what looks like a card or a secret.', '16.5.1 14.2.4'),
  tested('S-57', 'A log line takes fields that are named in one place. No secret, body, header or query is in it, and nobody writes a line of their own into it.', '16.2.5 16.4.1'),
  tested('S-58', 'What must be read back is sealed with AES-256-GCM for its owner and purpose, under a key that is not in the database; the rest is hashed. Keys are replaced while the system runs.', '11.3.2 11.3.3 13.3.1 11.1.1'),
  tested('S-59', 'Passwords are kept by argon2id with a salt each; common ones and those made of known words are refused, all others of 12 to 128 characters taken.', '6.2.1 6.2.4 6.2.5 6.2.9 6.2.11 11.4.2 11.4.4', 'The list has 7,500 passwords and words that others are made of; a hash has no key beside its salt.'),
  tested('S-60', 'Five wrong passwords lock an account for who guesses, not for its owner elsewhere; an email that nobody has is locked alike.', '6.3.1 6.1.1'),
  tested('S-61', 'Access tokens are random, stored as a hash, end by time, logout, suspension and a new password.', '7.2.1 7.2.2 7.2.3 7.4.1 7.4.2 7.4.3 7.4.5 6.2.3'),
  tested('S-62', 'What remittance knows of people beyond their names (papers, birth dates, addresses) is sealed, and no list shows it.', '14.2.4 15.3.1'),
  tested('S-63', 'Lists come in pages of at most 100; a page, a filter or a search that makes no sense is refused, and is never SQL.', '2.2.1 1.2.4 15.2.2'),
  tested('S-64', 'SQL is fixed text with parameters, prepared once, in one module.', '1.2.4'),
] as const // biome-ignore format: a table with one row per line
