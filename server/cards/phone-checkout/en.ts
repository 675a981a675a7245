// The English texts of the payment page for mobile money. `{…}` is filled in by the page.

export const english = {
  choose: 'How would you like to pay?',
  card: 'Bank card',
  cardNetworks: 'Visa, Mastercard, Amex',
  /** Why an operator cannot be chosen. */
  unavailable: {
    paused: 'Unavailable right now',
    min: 'From {amount}',
    max: 'Up to {amount}',
    whole: 'Whole francs only',
  },
  title: 'Pay by Mobile Money',
  number: 'Phone number',
  numberHint: 'For example 097 123 4567',
  operator: 'Operator',
  byNumber: 'Operator',
  change: 'Change',
  debit: '{amount} will be debited from your {operator} {currency} wallet.',
  trust: 'You’ll approve with your PIN on your phone. Never type your PIN on a web page.',
  otherMethod: 'Pay another way',
  /** While the payer is being asked. */
  prompt: {
    title: 'Confirm on your phone',
    text: 'A payment request is on its way to {number}. Enter your {operator} PIN there.',
    shows: 'The request shows',
    timeLeft: 'Time left: {time}',
    /** Announced to screen readers; `{time}` is a duration such as "30 seconds". */
    spoken: 'You have {time} left to approve on your phone.',
    tips: ['Unlock your phone and end any call.', 'Never type your PIN on a web page, only in the request.'],
    nothing: 'Nothing on your phone?',
    dial: 'Dial {code}',
    otherwise: [
      'Number on another phone? Approve there and leave this page open.',
      'When the countdown ends, you can try again or use another number.',
    ],
  },
  checking: {
    title: 'We’re checking your payment',
    text: '{operator} hasn’t confirmed the outcome yet.',
    tips: [
      'Don’t pay again.',
      'This page updates by itself.',
      'You can close it and open the same link later.',
    ],
    refresh: 'Refresh',
  },
  declined: {
    title: 'Payment not made',
    text: 'You haven’t been charged.',
    returning: '{amount} was debited from {number} and is being refunded to it.',
    returned: '{amount} was debited from {number} and has been refunded to it.',
    again: 'Try again',
    otherNumber: 'Other number',
    byCard: 'Pay by card',
  },
  faults: {
    missing: 'Enter your phone number.',
    wrong: 'Check the number: 10 digits that begin with 0, for example 097 123 4567.',
    foreign: 'Enter a Congolese number, which begins with 0 or +243.',
    operatorMissing: 'Choose the operator of this number.',
    operatorOther: 'This is an {known} number. Choose {known}, or enter another number.',
    unavailable:
      '{operator} isn’t available for this payment. Enter a number of another operator or pay another way.',
    noWallet: 'This number has no active {operator} wallet. Check it, or enter another number.',
    refused: 'This number can’t be used here. Enter another number or pay another way.',
    tooMany: 'Too many requests were sent to this number. Try again in {wait}, or enter another number.',
    silent: '{operator} isn’t responding right now. You haven’t been charged. Try later or pay another way.',
    busy: 'There have been too many attempts. Try again in {wait}.',
  },
  /** Money that came too late, or twice. `{number}` is where it goes back to. */
  late: {
    title: 'Your payment came too late',
    double: 'You paid twice',
    other: 'Another amount was debited',
    text: '{amount} was debited from {number} after the order had been cancelled or had expired.',
    doubleText: 'This payment had already been made: another {amount} was debited from {number}.',
    otherText: '{amount} instead of {asked} was debited from {number}.',
    pendingText: 'It’s going back to the same number. There’s nothing you need to do.',
    doneText: 'It has been refunded to the same number.',
    pending: 'Refund in progress',
    done: 'Refunded',
    receipt: 'See the receipt',
  },
  /** On the page of a payment link. */
  linkDetails: 'They go with your payment. You’ll choose how to pay on the next page.',
  testNumbers: 'Test numbers',
  testAdvice: 'The last two digits decide, whatever stands before them.',
  use: 'Use the number {number}',
  tests: {
    '21': 'Approved at once',
    '22': 'Approved after 10 seconds',
    '23': 'Wrong PIN',
    '24': 'No answer',
    '25': 'Not enough money',
    '05': 'No wallet',
  },
  /** Texts that the page's script shows. */
  script: {
    sending: 'Sending the request to your phone…',
    returning: 'Done. Taking you back…',
    cancelling: 'Cancelling…',
    doNotClose: 'Keep this page open. You’ll be charged only once.',
    offline: 'You’re offline. We’ll continue as soon as you’re back online.',
    notSent: 'The request wasn’t sent, and you haven’t been charged. Try again.',
    cancelFailed: 'The payment couldn’t be cancelled. Try again in a moment.',
  },
}
