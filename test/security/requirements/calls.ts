import { tested } from './requirement.ts'

/** The requirements on authentication and authorization of API calls. */
export const ofCalls = [
  tested('S-01', 'A signed request is checked in a fixed order: headers, time, key, signature, environment, body. No body is parsed as JSON before its signature is verified.', '2.2.2 2.3.1 8.3.1'),
  tested('S-02', 'Each kind of signature failure has one status and one message, without further detail.', '16.5.1'),
  tested('S-03', 'A request is valid for 30 seconds before and after its timestamp.'),
  tested('S-04', 'A timestamp is ten ASCII digits only.', '2.2.1 15.3.5'),
  tested('S-05', 'Two different requests never have the same signed text.', '11.3.3 11.4.3'),
  tested('S-06', 'A signature is checked over the received bytes, before anything is decoded.', '1.1.1 9.1.1'),
  tested('S-07', 'Secrets and signatures are compared in constant time, whatever their form and length.', '11.2.1'),
  tested('S-08', 'An unknown key takes as long to check as a known one.', '6.3.1'),
  tested('S-09', 'A request with a duplicate authentication header is refused.', '15.3.7'),
  tested('S-10', 'A replayed request does not move money a second time.', '2.3.1 2.3.3'),
  tested('S-11', 'No merchant reads or changes the data of another through any route, identifier or credential; the data of others is reported as not found.', '8.2.1 8.2.2 8.3.1 8.4.1'),
  tested('S-12', 'Sandbox and production are separate: keys, wallets, lists and test helpers of one have no effect in the other.', '13.4.2 15.2.3'),
  tested('S-13', 'An undocumented field is ignored: no caller can set a state, an owner or a fee by naming its column.', '8.2.3 15.3.3'),
  tested('S-14', 'Merchant secrets are random, stored as a keyed hash, compared exactly, and refused by every process as soon as they are replaced.', '6.4.1 11.5.1 13.3.1 13.2.3'),
  tested('S-15', 'A report of an operator counts only if it is authentic and matches what was sent to that operator: reference, amount, currency.', '2.2.3 9.1.1 13.2.1'),
  tested('S-73', 'Two users decide whom a batch pays: nobody confirms one who uploaded it, corrected a row, or changed a saved profile of a row since another user confirmed it.', '8.2.1'),
] as const // biome-ignore format: a table with one row per line
