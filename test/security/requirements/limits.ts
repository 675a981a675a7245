import { tested } from './requirement.ts'

/** The requirements on limits for callers. */
export const ofLimits = [
  tested('S-22', 'Bodies, headers, paths, texts, lists and the depth of JSON have limits; a size at the limit is accepted, one more is refused.', '2.1.3 2.2.1'),
  tested('S-23', 'A connection that sends too slowly is closed, and does not delay others.', '15.1.3 15.2.2'),
  tested('S-24', 'Reading any text takes at most linear time: no regular expression backtracks.', '15.2.2'),
  tested('S-25', 'Amounts are read digit by digit. An amount that is not a number, has too many decimals or is out of bounds is refused; none is rounded.', '1.4.2 2.2.1 15.3.5'),
  tested('S-26', 'No body changes the prototype of any object.', '15.3.6 1.5.2'),
  tested('S-27', 'A JSON object with a duplicate key is refused.', '15.3.7 4.2.1'),
  tested('S-28', 'Each merchant has a rate limit, and each address has one for pages, sign-in, sign-up and the test receiver. A caller over its limit gets the time to retry; others are not affected.', '2.4.1 6.1.1 6.3.1'),
  tested('S-29', 'Under overload, the least important requests are refused first, before any work: test endpoints, lists, statuses, orders, then charges and callbacks; health never. The response is 503 with Retry-After.', '15.2.2', 'At three times the sustainable load, charges are still served: npm run rig -- bench overload.'),
  tested('S-30', 'A payment link is of little use for card testing: a visitor with too many declines is refused for a while, and a link whose payments are mostly declined takes attempts one at a time. It stays open to its customers.', '2.4.1 2.3.2'),
  tested('S-31', 'The test receiver stores little, briefly, separately per channel, never serves HTML, and does not exist in production.', '13.4.2 15.2.3 3.2.1'),
  tested('S-32', 'Password hashing is limited, runs outside the main thread, and does not delay payments.', '15.2.2 15.1.3'),
] as const // biome-ignore format: a table with one row per line
