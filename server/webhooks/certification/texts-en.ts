// What each check of a webhook handler sends, what a fault costs, and how to mend it. The guide prints the same texts as a table.
import type { CheckText } from './checks.ts'

export const englishChecks = {
  genuine: {
    name: 'A genuine payment',
    sent: 'A signed payment.',
    cost: 'You miss every payment.',
    mend: 'Start your server, correct the address, or check the webhook secret: the reply says which.',
  },
  in_time: {
    name: 'Replies in time',
    sent: 'All requests of the run, timed. The slowest reply counts.',
    cost: 'After 15 seconds we hang up and send the event again, while you work on it.',
    mend: 'Store the event, reply, and do slow work afterwards.',
  },
  altered_body: {
    name: 'An altered amount',
    sent: 'A payment whose amount was changed after it was signed.',
    cost: 'Anyone in between can change amounts and statuses.',
    mend: 'Compute the signature over the whole body and compare it, in constant time.',
  },
  wrong_secret: {
    name: 'A foreign secret',
    sent: 'A payment signed with a secret that is not yours.',
    cost: 'Anyone can send you paid orders.',
    mend: 'Compare the signature with the one that your secret gives. Have no default secret.',
  },
  missing_signature: {
    name: 'No signature',
    sent: 'A payment without any signature.',
    cost: 'Anyone can send you paid orders.',
    mend: 'Refuse a request without `X-Service-Signature` with 400.',
  },
  malformed_signature: {
    name: 'A malformed signature',
    sent: 'A payment whose signature header cannot be read.',
    cost: 'A stranger makes your handler fail, or believe a forgery.',
    mend: 'Refuse with 400 what does not match the format, before you use its parts.',
  },
  old_timestamp: {
    name: 'An old signature',
    sent: 'A payment signed ten minutes ago.',
    cost: 'Who has copied a request can send it again for ever.',
    mend: 'Refuse signatures older than five minutes. Keep your clock right (NTP).',
  },
  future_timestamp: {
    name: 'A signature of the future',
    sent: 'A payment signed ten minutes ahead of now.',
    cost: 'A request can be copied now and sent later.',
    mend: 'Compare the distance from now, in both directions.',
  },
  moved_timestamp: {
    name: 'A moved timestamp',
    sent: 'A payment signed ten minutes ago, with a new `X-Service-Timestamp`.',
    cost: 'A copied request passes as new.',
    mend: 'Judge the age by `t` in the signature. No other header is signed.',
  },
  two_signatures: {
    name: 'Two signatures',
    sent: 'A payment with two signatures, the second one of your secret.',
    cost: 'When you replace your secret, you miss events.',
    mend: 'Accept a request if one of its `v1` fits.',
  },
  exact_bytes: {
    name: 'Unusual JSON',
    sent: 'A payment written with line breaks, escapes and a number that ends in zero.',
    cost: 'A change in how we write JSON ends your payments.',
    mend: 'Verify the bytes that you received, not an object that you wrote again.',
  },
  not_json: {
    name: 'No JSON',
    sent: 'Half a payment, with a foreign signature.',
    cost: 'A stranger makes your handler fail, or believe a forgery.',
    mend: 'Verify the signature before anything parses the body.',
  },
  unknown_event: {
    name: 'An unknown event',
    sent: 'A signed event of a type that does not exist.',
    cost: 'When we add a type, your deliveries fail.',
    mend: 'Reply 204 to types that you do not know.',
  },
  unknown_fields: {
    name: 'Unknown fields',
    sent: 'A payment with new fields, one of them nested.',
    cost: 'When we add a field, you miss payments.',
    mend: 'Read the fields that you need and ignore the others.',
  },
  utf_8: {
    name: 'Names in UTF-8',
    sent: 'A payment of a customer with accents, phonetic letters and an emoji.',
    cost: 'You miss payments of customers whose name has an accent.',
    mend: 'Compute over the bytes, decode UTF-8, and store four-byte characters (`utf8mb4` in MySQL).',
  },
  large_numbers: {
    name: 'Large numbers',
    sent: 'A payment of 99,999,999.99 CDF, with a payment id of 32 digits.',
    cost: 'You miss your largest sales, or book them wrong.',
    mend: 'Store amounts as decimals and ids as text.',
  },
  large_body: {
    name: 'A large body',
    sent: 'A payment of 32 KB.',
    cost: 'You miss events that grow with new fields.',
    mend: 'Accept bodies of up to 64 KiB.',
  },
  failed_payment: {
    name: 'A failed payment',
    sent: 'A payment with the status `FAILED`.',
    cost: 'You ship what was not paid.',
    mend: 'Release the goods only for `SUCCESS`.',
  },
  doubled: {
    name: 'The same event twice',
    sent: 'A payment, and then the same event again.',
    cost: 'You ship twice, or your deliveries end as failed.',
    mend: 'Store `X-Service-Event-Id` with what the event changes. Reply 2xx to a known one.',
  },
  doubled_at_once: {
    name: 'The same event at once',
    sent: 'A payment four times at the same moment, and once more.',
    cost: 'You ship twice.',
    mend: 'Let a unique key of your database decide, in the transaction that changes the order.',
  },
  late_retry: {
    name: 'A late retry',
    sent: 'The twelfth attempt of a payment whose earlier attempts never arrived.',
    cost: 'After an outage of yours you miss payments.',
    mend: 'Recognise repeats by the event id, never by `X-Service-Attempt`.',
  },
  reordered: {
    name: 'Events in the wrong order',
    sent: 'A transfer that was reversed, and then the older news that it succeeded.',
    cost: 'You count money as sent that came back.',
    mend: 'Let no event lead back from `Reversed`.',
  },
  cancelled_then_paid: {
    name: 'Cancelled, then paid',
    sent: 'The unsigned cancellation of an order, and then its signed payment.',
    cost: 'The customer has paid and gets nothing.',
    mend: 'Change no order for `PAYMENT_CANCELLATION`. The signed outcome follows.',
  },
  refund_before_payment: {
    name: 'A refund before its payment',
    sent: 'The refund of a whole payment, and then the payment.',
    cost: 'You lose the refund, or ship what you have refunded.',
    mend: 'Store a refund also if its payment is unknown, and look for it when the payment comes.',
  },
} as const satisfies Record<string, CheckText>
