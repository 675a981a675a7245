// The English texts of the payment pages. The French ones have the same type: a text that is missing there does not compile.
import type { BillingField } from '../transaction/bill-to.ts'
import type { RefusalReason } from '../transaction/decline-reasons.ts'

/** Why a card was declined, and what to do while it can be tried again. */
const englishRefusals: Record<RefusalReason, readonly [reason: string, advice?: string]> = {
  AUTHENTICATION_FAILED: [
    'Your bank couldn’t verify this payment: verification was cancelled, the code was wrong, or the bank declined.',
  ],
  NON_3DS: [
    'Your bank didn’t verify this card.',
    'Ask your bank to enable secure online payments (3-D Secure), or use another card.',
  ],
  REVIEW: [
    'This payment wasn’t accepted after a review. If an amount is on hold, your bank will release it.',
    'Use another card or contact the merchant.',
  ],
  INSUFFICIENT_FUND: ['There isn’t enough money on the card.', 'Top it up or use another card.'],
  EXPIRED_CARD: ['This card has expired.', 'Use another card or ask your bank for a new one.'],
  STOLEN_LOST_CARD: [
    'Your bank no longer allows this card.',
    'Call the number on the back of the card, or use another card.',
  ],
  INVALID_CVN: [
    'The security code doesn’t match the card.',
    'Check the 3 digits on the back (4 on the front for American Express).',
  ],
  INVALID_ACCOUNT: ['The bank doesn’t recognise this card number.', 'Check it digit by digit.'],
  EXCEEDS_CREDIT_LIMIT: [
    'The card has reached its limit.',
    'Ask your bank to raise it, or use another card.',
  ],
  UNAUTHORIZED_CARD: [
    'This card isn’t enabled for online payments.',
    'Ask your bank to enable them, or use another card.',
  ],
  SUSPENDED_ACCOUNT: ['The bank has blocked this card.', 'Call the bank to unblock it, or use another card.'],
  CARD_TYPE_NOT_ACCEPTED: [
    'The merchant doesn’t accept this type of card.',
    'Use a Visa, Mastercard or American Express card.',
  ],
  ISSUER_UNAVAILABLE: ['Your card’s bank isn’t responding right now.', 'Wait a few minutes.'],
  GENERAL_DECLINE: [
    'Your bank declined the payment without giving a reason.',
    'Call your bank, or use another card.',
  ],
  RISK_DECLINE: [
    'This payment didn’t pass the security checks.',
    'Use another card or contact the merchant.',
  ],
  CONFIGURATION: [
    'This merchant can’t take card payments right now.',
    'Contact the merchant, or pay another way.',
  ],
  GATEWAY_ERROR: ['The payment couldn’t be processed.', 'Wait a few minutes, then try again.'],
  NOT_COMPLETED: [
    'The payment was interrupted before it was completed. If an amount is on hold, your bank will release it.',
  ],
  AMOUNT_MISMATCH: [
    'The bank approved a different amount, so we reversed the payment. If an amount is on hold, your bank will release it.',
  ],
  CUSTOMER_CANCELLED: ['You cancelled this payment.'],
  MM_INSUFFICIENT_FUNDS: [
    'Your wallet doesn’t have enough money in this currency.',
    'Top it up or pay another way.',
  ],
  MM_WRONG_PIN: [
    'The PIN was incorrect.',
    'Try again; the operator locks the wallet after several mistakes.',
  ],
  MM_NO_ANSWER: ['The request expired.', 'Keep your phone unlocked and try again.'],
  MM_CANCELLED: ['You declined the request on your phone.'],
  MM_LIMIT: ['Your wallet has reached its limit.', 'Try later or pay another way.'],
  MM_NO_WALLET: ['This number has no active wallet at this operator.', 'Check the number and the operator.'],
  MM_BLOCKED: ['Your wallet is blocked or inactive.', 'Contact the operator or pay another way.'],
  MM_DECLINED: ['The payment wasn’t approved: it was declined, the PIN was wrong, or time ran out.'],
}

const hints: Partial<Record<BillingField, string>> = {
  bill_to_address_province: '2 letters: ON',
  bill_to_address_state: '2 letters: NY',
}

export const english = {
  secure: 'Secure payment',
  help: 'I paid, what happened?',
  language: 'Language',
  toPay: 'Amount to pay',
  reference: 'Reference',
  payer: 'Customer',
  card: 'Bank card',
  expiryHint: 'MM/YY',
  expiryHelp: 'Month and year',
  pay: 'Pay {amount}',
  cancel: 'Cancel',
  /** The question before a payment is cancelled. `later` is added where the payer can go back to the merchant instead. */
  askCancel: {
    title: 'Cancel this payment?',
    text: '{merchant} will be notified, and you won’t be able to pay with this page.',
    later: 'To pay later, go back to the merchant without cancelling.',
    yes: 'Yes, cancel the payment',
    no: 'Keep paying',
  },
  retry: 'Try again',
  /** How to retry: a new order on the merchant's page, the same payment link, or another link. */
  startOver: {
    merchant: 'Nothing is lost: go back to {merchant} and try again.',
    link: 'To pay, try again below: your payment link is still valid.',
    newLink: 'To pay, ask {merchant} for a new link.',
  },
  continue: 'Continue',
  trust:
    'Your card number is encrypted and sent straight to the secure payment gateway. Neither the merchant nor Likuta can see it.',
  /** What happens while the payer waits, in order. */
  steps: {
    sending: 'Sending your card securely',
    asking: 'Checking with your bank',
    confirming: 'Confirming the payment',
  },
  verification: 'Verification by your bank',
  verificationText: 'Your bank asks you to confirm this payment.',
  otherCard: 'Use another card',
  reloadCheck: 'Reload verification',
  elsewhere: {
    title: 'Payment in progress in another tab',
    text: 'Complete your bank’s verification in the other tab, or continue here if you closed it.',
  },
  overOffline: {
    title: 'Payment processed, but you’re offline',
    text: 'Your payment has been processed and recorded; don’t pay again. Reconnect to see the result.',
  },
  continueHere: 'Continue here',
  scriptNeeded: {
    title: 'JavaScript is required',
    text: 'This page needs JavaScript to protect your card. Turn it on in your browser, or open this link in another one. You haven’t been charged.',
  },
  testMode: 'Test mode, no real money',
  testCards: 'Test cards',
  testAdvice: 'Use any future date and any 3-digit security code.',
  testFrictionless: 'Approved',
  testChallenge: 'Approved after code 1234',
  testDeclined: 'Declined by the bank',
  testFunds: 'Insufficient funds',
  copy: 'Copy the number {number}',
  moment: 'One moment…',
  momentText: 'Your bank has replied. We’re completing your payment.',
  /** In the texts of the outcomes from here to `confirming`, `{merchant}` stands for the merchant's name, `{amount}` for what was refunded. */
  success: {
    title: 'Payment successful',
    text: 'Thank you. {merchant} has been notified. Keep this receipt: it proves your payment.',
  },
  already_paid: {
    title: 'Already paid',
    text: 'You’ve already paid, and {merchant} has been notified. You haven’t been charged again.',
  },
  refunded: {
    title: 'Payment refunded',
    text: '{merchant} has refunded your payment. The money will appear in your account within a few days.',
  },
  partially_refunded: {
    title: 'Payment partly refunded',
    text: '{merchant} has refunded {amount}. The money will appear in your account within a few days.',
  },
  voided: {
    title: 'Payment cancelled by the merchant',
    text: '{merchant} cancelled the charge after you paid. If the amount is still on hold, your bank will release it.',
  },
  disputed: {
    title: 'Payment disputed',
    text: 'The cardholder disputes this payment with their bank, which has not decided yet. This receipt no longer proves that {merchant} was paid.',
  },
  returned: {
    title: 'Payment returned by the bank',
    text: 'After a dispute, the bank gave {amount} back to the cardholder. This receipt no longer proves that {merchant} was paid.',
  },
  /** Of a payment that was asked for on a phone, where an approval may come late. */
  undebited:
    'No debit was reported to us. If an amount was debited, it will be refunded to you automatically.',
  failed: {
    title: 'The payment wasn’t completed',
    text: 'You haven’t been charged.',
  },
  cancelled: {
    title: 'Payment cancelled',
    text: 'You haven’t been charged.',
  },
  confirming: {
    title: 'We’re confirming your payment',
    text: 'Don’t pay a second time. We’re checking the outcome with the card network; {merchant} will be notified. This page updates automatically.',
  },
  refresh: 'Refresh',
  paidTo: 'Merchant',
  amount: 'Amount',
  description: 'Description',
  transaction: 'Transaction',
  seeReceipt: 'See the receipt',
  back: 'Back to the shop',
  /** The same with the merchant's name, where the payment is over. */
  backTo: 'Back to {merchant}',
  ends: {
    expired: {
      title: 'This link has expired',
      text: 'The time to pay has run out. You haven’t been charged.',
    },
    link_expired: {
      title: 'This link has expired',
      text: 'If you haven’t paid yet, ask the merchant for a new link.',
    },
    timed_out: {
      title: 'The time to pay has run out',
      text: 'You haven’t been charged.',
    },
    cancelled: {
      title: 'Payment cancelled',
      text: 'This payment was cancelled. You haven’t been charged.',
    },
    not_found: {
      title: 'Payment not found',
      text: 'This link doesn’t lead to a payment. Check that you copied the whole link, or ask the merchant to send it again.',
    },
    no_page: {
      title: 'Page not found',
      text: 'There’s nothing at this address. To pay, open the link the merchant gave you.',
    },
    forbidden: {
      title: 'This link isn’t valid',
      text: 'The address is incomplete or has been changed. Open the link exactly as the merchant sent it.',
    },
    link_exhausted: {
      title: 'This link has been used',
      text: 'All the payments this link allows have been made. If you still need to pay, ask the merchant for a new link.',
    },
    link_paid: {
      title: 'Everything is paid',
      text: 'The total of this link has been paid. Nothing is left to pay.',
    },
    link_cancelled: {
      title: 'This link is no longer valid',
      text: 'The merchant cancelled it. If you haven’t paid yet, ask the merchant for a new link.',
    },
    part_taken: {
      title: 'Less is left to pay now',
      text: 'Somebody else has paid a part by this link, or is paying one now. Nothing was charged for this attempt. Open the link again to see what is left.',
    },
    rest_too_small: {
      title: 'This amount would leave too little to pay',
      text: 'Others have paid by this link since you chose it, and the rest would be too small for a payment. Nothing was charged for this attempt. Open the link again to pay all that is left, or a smaller amount.',
    },
    link_taken: {
      title: 'This link has just been used',
      text: 'The last payment this link allows has been made or is in progress. Nothing was charged for this attempt. If that payment fails, the link becomes available again: try again in a moment, or ask the merchant for a new link.',
    },
    link_declined: {
      title: 'Too many declined payments',
      text: 'Several payments with this link were declined from your device or network. This attempt wasn’t charged. Try again in 15 minutes, or ask the merchant for another way to pay.',
    },
    merchant_closed: {
      title: 'This merchant can’t take payments right now',
      text: 'If you haven’t paid yet, ask the merchant how to pay.',
    },
    unavailable: {
      title: 'Service temporarily unavailable',
      text: 'We can’t open this payment right now. Wait a minute, then reload this page. If you’ve already confirmed the payment, don’t pay anywhere else until you see the result here.',
    },
  },
  /** Texts of a payment link's page. */
  link: {
    step: 'Step 1 of 2',
    /** The same on the page of the card. */
    cardStep: 'Step 2 of 2',
    details: 'Your details',
    why: 'Your bank uses these details to check that it’s you. You’ll enter your card on the next page.',
    go: 'Continue to payment',
    /** Shown above a form that was submitted with errors. */
    mend: 'Correct the highlighted fields.',
    /** Shown after the form is submitted while the link is busy; `{wait}` stands for a duration such as "5 seconds". */
    wait: {
      title: 'One moment, please',
      text: 'This link is busy. Your details are saved, and the payment page opens in {wait}.',
      goOn: 'Page not opening? Continue',
    },
    country: 'Choose a country',
    /** The box for people who have no second name. */
    oneName: 'I have only one name',
    fields: {
      bill_to_forename: 'First name',
      bill_to_surname: 'Last name',
      bill_to_email: 'Email',
      bill_to_phone: 'Phone (optional)',
      bill_to_address_country: 'Country',
      bill_to_address_line1: 'Address',
      bill_to_address_city: 'City',
      bill_to_address_province: 'Province',
      bill_to_address_state: 'State',
      bill_to_address_postal_code: 'Postal code',
    } satisfies Record<BillingField, string>,
    hints,
    missing: {
      bill_to_forename: 'Enter your first name.',
      bill_to_surname: 'Enter your last name.',
      bill_to_email: 'Enter your email address.',
      bill_to_phone: 'Enter your phone number.',
      bill_to_address_country: 'Choose your country.',
      bill_to_address_line1: 'Enter your address.',
      bill_to_address_city: 'Enter your city.',
      bill_to_address_province: 'Enter your province.',
      bill_to_address_state: 'Enter your state.',
      bill_to_address_postal_code: 'Enter your postal code.',
    } satisfies Record<BillingField, string>,
    wrong: {
      bill_to_forename: 'Check your first name.',
      bill_to_surname: 'Check your last name.',
      bill_to_email: 'Check the address, for example grace@example.cd.',
      bill_to_phone:
        'Check the number, for example 099\u00a0123\u00a04567 or +32\u00a0470\u00a012\u00a034\u00a056.',
      bill_to_address_country: 'Choose a country from the list.',
      bill_to_address_line1: 'Check your address.',
      bill_to_address_city: 'Check your city.',
      bill_to_address_province: 'Enter the 2 letters of the province, for example ON.',
      bill_to_address_state: 'Enter the 2 letters of the state, for example NY.',
      bill_to_address_postal_code: 'Check the postal code, for example 10001 (US) or K1A0B1 (Canada).',
    } satisfies Record<BillingField, string>,
    tooLong: 'This text is too long.',
  },
  refusals: englishRefusals,
  /** Texts that the page's script shows. The page embeds them in one language; the script fills in the `{…}`. */
  script: {
    cardNumber: 'Card number',
    expiry: 'Expiry date',
    securityCode: 'Security code',
    securityCodeShort: '3 digits on the back (4 on the front for Amex)',
    securityCodeLong: '4 digits on the front',
    numberMissing: 'Enter the card number.',
    numberWrong: 'Card number incomplete or incorrect.',
    networkRefused: 'This type of card isn’t accepted. Use Visa, Mastercard or American Express.',
    expiryMissing: 'Enter the expiry date.',
    expiryWrong: 'Enter the month and year in digits, for example 09/28.',
    expiryPast: 'This expiry date is in the past.',
    codeMissing: 'Enter the security code.',
    codeWrong: 'Security code incomplete.',
    fieldsFailed: 'The card fields couldn’t be loaded. Check your connection, then try again.',
    fieldsRenewed: 'For your security, enter your card details again. You haven’t been charged.',
    sending: 'Sending securely…',
    asking: 'Checking with your bank…',
    confirming: 'Confirming the payment…',
    slow: 'This is taking longer than usual, but your payment is still in progress.',
    confirmingTitle: 'Confirming your payment',
    confirmingText:
      'Don’t pay a second time. We’re checking the outcome with the card network; {merchant} will be notified. You can close this page.',
    returning: 'Done. Taking you back…',
    cancelling: 'Cancelling…',
    doNotClose: 'Keep this page open. You’ll be charged only once.',
    connectionCut: 'The connection was lost before the payment was sent. Press “Pay” again.',
    offline: 'You’re offline. We’ll continue as soon as you’re back online.',
    offlineCard: 'You’re offline. You haven’t been charged, and what you typed is still here.',
    attemptsLeft: 'You have {left}\u00a0attempts left.',
    lastAttempt: 'You have one attempt left.',
    cardDeclined: 'Card declined. You haven’t been charged.',
    offlineCheck: 'You’re offline. Verification will reload as soon as you’re back online.',
    backOnline: 'You’re back online. Press “Pay” again.',
    unavailable:
      'The card network isn’t responding right now. You haven’t been charged. Try again in a moment.',
    cardAgain: 'Your card details couldn’t be read. Check them, then try again.',
    cancelFailed: 'The payment couldn’t be cancelled. Try again in a moment.',
    /** `{time}` stands for a duration such as "3 minutes". */
    leftToPay: 'You have {time} left to pay.',
    timeLeft: 'Time left: {time}',
    copied: 'Copied',
  },
}
