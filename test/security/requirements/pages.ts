import { tested } from './requirement.ts'

/** What browsers are sent, and what they may send. */
export const ofPages = [
  tested('S-42', 'Every page has a Content-Security-Policy that runs no script and no style that somebody slipped in: a nonce for each answer, or files of our own only.', '3.4.3'),
  tested('S-43', 'The script of the checkout page and the card fields of the gateway are checked by their hash before they run.', '3.4.3 15.1.2'),
  tested('S-44', 'Which scripts a payment page loads is written down with who made each and why; another one on the page is found.', '15.1.2', 'Looking at the page from outside, as a browser gets it, is left to the operator: docs/security.md.'),
  tested('S-45', 'No digit of a card reaches our origin.', '14.2.1 14.2.3'),
  tested('S-46', 'The cookie of a session is for one host, encrypted connections, no script and no other site, and ends after fifteen minutes without use.', '3.3.1 3.3.2 3.3.3 3.3.4 7.3.1'),
  tested('S-47', 'No other site makes our pages act; no GET changes anything.', '3.5.1 3.5.3'),
  tested('S-48', 'Nobody frames our pages, except the shop whose payer comes back from the bank.', '3.4.6'),
  tested('S-49', 'The link of a payment is signed: changed in any place it opens nothing. It is in no cache and goes to no other site as a referrer.', '8.2.2 14.3.2 3.4.5'),
  tested('S-50', 'A payer is sent only to addresses the merchant gave with the order, http or https, never to one in a request.', '1.2.2 3.7.2'),
  tested('S-51', 'What a merchant or a payer wrote is text wherever it is shown: HTML, attributes, data of scripts, spreadsheets, headers.', '1.1.2 1.2.1 1.2.3 3.2.2 1.3.7'),
  tested('S-52', 'Every answer has the headers that keep browsers from guessing, framing, caching and sending along; no answer names our software; TRACE is refused, and no other origin may read the API.', '3.4.1 3.4.2 3.4.4 3.4.5 4.1.1 13.4.4 14.3.2'),
  tested('S-53', 'Card fields open only for an origin that the merchant has listed, letter by letter; what the gateway signed is verified with one kind of signature.', '9.1.1 9.1.2 9.1.3 9.2.1 9.2.3'),
  tested('S-54', 'A 3-D Secure authentication pays once, for the merchant, transaction, card, amount and currency it was made for, within 15 minutes.', '2.3.1 2.3.2 2.2.3'),
] as const // biome-ignore format: a table with one row per line
