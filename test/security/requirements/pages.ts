import { tested } from './requirement.ts'

/** The requirements on pages and what browsers may send. */
export const ofPages = [
  tested('S-42', 'Every page has a Content-Security-Policy that blocks injected scripts and styles: a nonce per response, or only our own files.', '3.4.3'),
  tested('S-43', 'The script of the checkout page and the card fields of the gateway are checked by their hash before they run.', '3.4.3 15.1.2'),
  tested('S-44', 'The scripts of each payment page are documented with their author and purpose; an undocumented script is detected.', '15.1.2', 'Monitoring the page from outside, as a browser receives it, is left to the deploying organisation: docs/security.md.'),
  tested('S-45', 'No card digit reaches our origin.', '14.2.1 14.2.3'),
  tested('S-46', 'A session cookie is limited to one host and encrypted connections, is not readable by scripts or sent by other sites, and expires after fifteen idle minutes.', '3.3.1 3.3.2 3.3.3 3.3.4 7.3.1'),
  tested('S-47', 'Other sites cannot trigger actions on our pages; no GET changes anything.', '3.5.1 3.5.3'),
  tested('S-48', 'Our pages cannot be framed, except by the merchant whose payer returns from the bank.', '3.4.6'),
  tested('S-49', 'A checkout link is signed, and any change invalidates it. It is never cached or sent to another site as a referrer.', '8.2.2 14.3.2 3.4.5'),
  tested('S-50', 'A payer is redirected only to http or https addresses that the merchant gave with the order, never to one from a request.', '1.2.2 3.7.2'),
  tested('S-51', 'Text written by a merchant or a payer is escaped wherever it is shown: HTML, attributes, script data, spreadsheets, headers.', '1.1.2 1.2.1 1.2.3 3.2.2 1.3.7'),
  tested('S-52', 'Every response has headers against content sniffing, framing, caching and referrers; no response names our software; TRACE is refused, and no other origin may read the API.', '3.4.1 3.4.2 3.4.4 3.4.5 4.1.1 13.4.4 14.3.2'),
  tested('S-53', 'Card fields open only for an origin that exactly matches the merchant’s list; gateway signatures are verified with one algorithm.', '9.1.1 9.1.2 9.1.3 9.2.1 9.2.3'),
  tested('S-54', 'A 3-D Secure authentication can be used once, within 15 minutes, for the merchant, transaction, card, amount and currency that it was made for.', '2.3.1 2.3.2 2.2.3'),
] as const // biome-ignore format: a table with one row per line
