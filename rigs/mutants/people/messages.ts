// Mutants of messages to people.
import { type Mutant, without } from '../mutant.ts'

const deliverTests = 'server/messages/delivery/deliver.test.ts'
const alertTests = 'server/merchants/alerts/alerts.test.ts'
const refundTests = 'server/cards/receipts/payer-refund.test.ts'
const reminderTests = 'server/cards/payment-links/reminders/reminders.test.ts'
const choiceTests = 'server/cards/receipts/email-choice.test.ts'
const smtpTests = 'server/adapters/messages/smtp.test.ts'

export const messages: readonly Mutant[] = [
  {
    ...without(
      'message: written once',
      ['message-deduplication', 'on conflict (dedupe_key) ${repeated}', ''],
      'a fact that is reported already fails the transaction that reports it again',
      deliverTests,
    ),
    title: 'a fact is reported once',
  },
  {
    ...without(
      'message: claimed by one worker',
      ['message-claim', 'next_attempt_at = $4', 'next_attempt_at = $2'],
      'two workers send the same message',
      deliverTests,
    ),
    title: 'claimed by no other one',
  },
  {
    ...without(
      'message: lease',
      ['message-lease', 'and m.lease_token = $2', 'and $2::uuid is not null'],
      'a worker that lost a message records what its new owner did not find',
      deliverTests,
    ),
    title: 'lost its message',
  },
  {
    ...without(
      'message: no repeat after a crash',
      ['message-repeat-after-crash', 'remove'],
      'an SMS is paid and received twice after a worker died',
      deliverTests,
    ),
    title: 'accepts no repeats is not called',
  },
  {
    ...without(
      'message: no repeat after an unknown outcome',
      ['message-repeat-after-unknown', 'remove'],
      'an SMS is paid and received twice after a reply was lost',
      deliverTests,
    ),
    title: 'accepts no repeats is not called',
  },
  {
    ...without(
      'message: sandbox',
      ['sandbox-messages-stay', 'remove'],
      'whoever signs up in a sandbox sends emails to any address',
      deliverTests,
    ),
    title: 'about sandbox payments',
  },
  {
    ...without(
      'incident: each balance',
      ['alert-of-each-item', 'of keys', 'of keys.slice(0, 1)'],
      'one balance below zero hides the next one for a day',
      'server/merchants/alerts/alerts.test.ts',
    ),
    title: 'admins hear of each balance',
  },
  without(
    'incident: once a day',
    [
      'incident-once-a-day',
      "$2::timestamptz - i.notified_at >= interval '1 day'",
      'i.notified_at is not null',
    ],
    'an endpoint that fails all night sends a hundred emails',
    'server/messages/incident.test.ts',
  ),
  without(
    'messages: an hour',
    ['messages-an-hour', ') < ${maxAnHour}', ') < 999'],
    'an address is flooded with messages',
    deliverTests,
  ),
  {
    ...without(
      'messages: of strangers',
      ['messages-an-hour', ') < ${maxOthersAnHour}', ') < 999'],
      'strangers use up the hour of an address, so that its reader gets no alert',
      deliverTests,
    ),
    title: 'takes two of its five',
  },
  {
    ...without(
      'messages: which are alerts',
      ['alert-class', '&& !requestedKinds.includes(kind)', ''],
      'codes that strangers request count as alerts and keep alerts waiting',
      deliverTests,
    ),
    title: 'takes two of its five',
  },
  {
    ...without(
      'messages: address with a tag',
      ['tagged-address', 'local + address.slice(at)', 'address'],
      'one inbox is flooded at a thousand addresses that differ after a plus',
      deliverTests,
    ),
    title: 'takes two of its five',
  },
  {
    ...without(
      'messages: alerts first',
      ['message-claim', 'is_alert desc, ', ''],
      'a flood of codes delays alerts',
      deliverTests,
    ),
    title: 'is claimed before',
  },
  {
    ...without(
      'alert: turned off',
      ['muted-alert', '$2 = any(m.muted_alerts)', '$2 <> $2'],
      'a merchant gets alerts that it has turned off',
      alertTests,
    ),
    title: 'turned off',
  },
  {
    ...without(
      'alert: payout failed',
      ['failed-payout-alert', "state !== 'FAILED' && state !== 'RETURNED'", "state !== 'RETURNED'"],
      'no merchant learns that its payout failed',
      alertTests,
    ),
    title: 'a payout that fails',
  },
  {
    ...without(
      'receipt: wanted',
      ['wanted-receipt', 'payer_receipts &&', ''],
      'payers get emails that their merchant did not ask for',
      alertTests,
    ),
    title: 'a payer gets one receipt',
  },
  {
    ...without(
      'refund message: after a receipt',
      ['refund-after-receipt', "m.state in ('QUEUED', 'SENT', 'UNCERTAIN')", 'true'],
      'people are written to at an address that refused the receipt',
      refundTests,
    ),
    title: 'refused by their mail server',
  },
  {
    ...without(
      'refund message: written',
      ['refund-message', 'remove'],
      'no payer learns of a refund',
      refundTests,
    ),
    title: 'is notified of each refund once',
  },
  {
    ...without(
      'due reminder: offered',
      ['offered-reminder', 'link.payer_receipts &&', ''],
      'a form offers reminders that are never sent',
      reminderTests,
    ),
    title: 'the form offers reminders',
  },
  {
    ...without(
      'due reminder: pending payment',
      ['reminder-of-pending-payment', "and t.status <> 'PENDING' ", ''],
      'a payment that is still under way loses its reminders',
      reminderTests,
    ),
    title: 'a payment that ends after the run',
  },
  {
    ...without(
      'receipt: web address',
      ['web-address-in-reference', "hasWebAddress(reference) ? '' : reference", 'reference'],
      'a merchant sends advertising to strangers in receipts',
      refundTests,
    ),
    title: 'with a web address',
  },
  {
    ...without(
      'due reminder: unpaid date',
      ['reminder-of-unpaid-date', 'remove'],
      'people are asked for money that was paid',
      reminderTests,
    ),
    title: 'is not reminded of',
  },
  {
    ...without(
      'due reminder: wanted',
      ['wanted-reminder', 'remove'],
      'payers get emails that their merchant did not ask for',
      reminderTests,
    ),
    title: 'wants no more emails',
  },
  {
    ...without(
      'due reminder: ended',
      ['ended-link-reminder', 'isOver ||', ''],
      'addresses are kept for links and payments that have ended',
      reminderTests,
    ),
    title: 'a cancelled link',
  },
  {
    ...without(
      'opt-out: unwanted message',
      ['unwanted-message', 'remove'],
      'payers go on getting emails that they have stopped',
      choiceTests,
    ),
    title: 'a mail program stops',
  },
  {
    ...without(
      'opt-out: signature',
      ['opt-out-signature', '|| !isOurs', ''],
      'anybody stops the emails of others',
      choiceTests,
    ),
    title: 'was not signed for it',
  },
  {
    ...without(
      'opt-out: headers',
      ['one-click-unsubscribe', 'unsubscribe &&', 'false &&'],
      'mail programs report receipts as spam, because they offer no other way',
      smtpTests,
    ),
    title: 'an email that can be stopped',
  },
  {
    ...without(
      'void message: written',
      ['void-message', 'remove'],
      'a payer keeps a receipt of a payment that was voided, and does not know',
      refundTests,
    ),
    title: 'is notified of a void once',
  },
  without(
    'alert: failing endpoint',
    ['failing-endpoint', '>= pausesOfFailing', '>= 1_000'],
    'a merchant learns days later that its webhooks do not arrive',
    'server/webhooks/delivery/breaker.test.ts',
  ),
  {
    ...without(
      'alert: new device',
      ['new-device', 'and not is_known', ''],
      'every sign-in is reported, so the one that matters is not read',
      alertTests,
    ),
    title: 'a sign-in from a device',
  },
  without(
    'email: encryption',
    ['smtp-encryption', 'requireTLS: !secure && !isLoopbackHost(hostname)', 'requireTLS: false'],
    'password and messages cross the network in the clear',
    smtpTests,
  ),
  without(
    'email: one address',
    ['one-mail-address', 'remove'],
    'an address with a comma sends the message to others',
    smtpTests,
  ),
  without(
    'SMS: one',
    ['one-sms', 'places + own > most', 'places > 10_000'],
    'an alert is paid as two SMS, or refused',
    'server/messages/texts/gsm7.test.ts',
  ),
]
