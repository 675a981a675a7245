import { tested } from './requirement.ts'

/** What a caller may cost. */
export const ofLimits = [
  tested('S-22', 'Bodies, headers, paths, texts, lists and the depth of JSON have limits; at the limit is taken, one more is refused.', '2.1.3 2.2.1'),
  tested('S-23', 'A connection that sends too slowly is closed, and does not hold up others.', '15.1.3 15.2.2'),
  tested('S-24', 'No text that may be sent costs more than its length: no pattern backtracks.', '15.2.2'),
  tested('S-25', 'Amounts are read by their digits. What is no number, has too many places or is out of bounds is refused; nothing is rounded.', '1.4.2 2.2.1 15.3.5'),
  tested('S-26', 'No body changes the prototype of anything.', '15.3.6 1.5.2'),
  tested('S-27', 'A JSON object that says one key twice is refused.', '15.3.7 4.2.1'),
  tested('S-28', 'Each merchant has a limit of requests, and each address one for pages, sign-in, sign-up and the test receiver. Who is over it is told when to come back; others feel nothing.', '2.4.1 6.1.1 6.3.1'),
  tested('S-29', 'Under too much load, what is worth least is refused first, before anything is done: test endpoints, lists, statuses, orders, then charges and callbacks; health never. The answer is 503 with Retry-After.', '15.2.2', 'At three times the load it can serve charges go on: npm run bench -- overload.'),
  tested('S-30', 'A payment link is of little use to try out stolen cards: who is declined too often there is refused for a while, and a link that is mostly declined takes attempts one at a time. It is never closed to its customers.', '2.4.1 2.3.2'),
  tested('S-31', 'The test receiver keeps little, for a short time, apart for each channel, never as HTML, and is not there in production.', '13.4.2 15.2.3 3.2.1'),
  tested('S-32', 'Password hashing is bounded, beside the main thread, and payments go on meanwhile.', '15.2.2 15.1.3'),
] as const // biome-ignore format: a table with one row per line
