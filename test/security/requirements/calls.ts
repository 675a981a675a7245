import { tested } from './requirement.ts'

/** Who calls the API, and what a call may do. */
export const ofCalls = [
  tested('S-01', 'The checks of a signed request have one order: headers, time, key, signature, environment, body. Nothing of a body is read as JSON before its signature is right.', '2.2.2 2.3.1 8.3.1'),
  tested('S-02', 'Each way a signature can be wrong has one status and one sentence, and no more words than that.', '16.5.1'),
  tested('S-03', 'A request is good for 30 seconds, into the future as into the past.'),
  tested('S-04', 'A timestamp is ten ASCII digits and nothing else.', '2.2.1 15.3.5'),
  tested('S-05', 'Two different requests never have the same text to sign.', '11.3.3 11.4.3'),
  tested('S-06', 'A signature is checked over the bytes that came, before anything is decoded.', '1.1.1 9.1.1'),
  tested('S-07', 'Secrets and signatures are compared in a time that tells nothing of where they differ, whatever their form and length.', '11.2.1'),
  tested('S-08', 'A key that nobody has costs the work of one that somebody has.', '6.3.1'),
  tested('S-09', 'A header that proves who calls is there once, or the request is refused.', '15.3.7'),
  tested('S-10', 'A captured request that is sent again moves no money a second time.', '2.3.1 2.3.3'),
  tested('S-11', 'No merchant reads or changes anything of another, by any route, with any name or credential; what is another’s is answered as what is not there.', '8.2.1 8.2.2 8.3.1 8.4.1'),
  tested('S-12', 'Sandbox and production are apart: keys, wallets, lists and helpers of one do nothing in the other.', '13.4.2 15.2.3'),
  tested('S-13', 'A field that is not asked for is ignored: nobody sets a state, an owner or a fee by naming its column.', '8.2.3 15.3.3'),
  tested('S-14', 'Merchant secrets are random, stored as a keyed hash, compared exactly, and refused by every process once they are replaced.', '6.4.1 11.5.1 13.3.1 13.2.3'),
  tested('S-15', 'Word from an operator counts only where it is authentic and fits what was sent to that operator: reference, amount, currency.', '2.2.3 9.1.1 13.2.1'),
] as const // biome-ignore format: a table with one row per line
